/* The book's own search, asked in Node: {scripts: [file, …], queries: […]} on stdin, for each the first hit. */
"use strict";
const { readFileSync } = require("fs");
const asked = JSON.parse(readFileSync(0, "utf8"));
const quiet = { querySelector: () => null, querySelectorAll: () => [] };
globalThis.document = quiet;
globalThis.window = { kernelcourse: { whenReady: () => {}, give: (name, data) => window.kernelcourse.prepareSearch(data) } };
globalThis.kernelcourse = window.kernelcourse;
asked.scripts.forEach((file) => (0, eval)(readFileSync(file, "utf8")));
const answers = asked.queries.map((query) => kernelcourse.search(query).slice(0, 3).map((hit) => [kernelcourse.pageOf(hit), hit.anchor, hit.title]));
console.log(JSON.stringify(answers));
