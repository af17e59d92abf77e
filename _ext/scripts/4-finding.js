/* Search by sections, statements, equations, terms and names; the index is loaded when the first letter is typed. */
(function () {
  "use strict";
  var shared = window.kernelcourse;
  var SAME = [ // words that mean the same to someone who searches
    ["gaussian", "rbf", "squared exponential", "radial basis"], ["ridge", "tikhonov", "l2 regularisation", "l2 penalty", "weight decay", "shrinkage", "krr"],
    ["price on size", "regularisation", "penalty"], ["positive semidefinite", "psd", "semidefinite", "positive definite", "mercer"],
    ["leave one out", "loo", "cross validation", "validation"], ["overfit", "follows every point", "leave one out", "choosing lambda"],
    ["kernel trick", "kernelise"], ["reproducing", "rkhs", "native space"], ["principal component", "pca"], ["multidimensional scaling", "mds"],
    ["k mean", "kmean", "lloyd", "clustering"], ["double centring", "centring", "centre"], ["representer", "span of the points"],
    ["gram matrix", "kernel matrix"], ["eigenvector", "eigenvalue", "spectrum"], ["misclassified", "mistake", "error"],
    ["support vector", "svm", "maximum margin"], ["bandwidth", "length scale", "width"], ["nystrom", "landmark"], ["feature map", "lift", "embedding"],
    ["novikoff", "mistake bound"], ["schur product", "product of kernels", "hadamard"], ["push through", "woodbury"], ["lasso", "l1"],
    ["distance", "metric"], ["offset", "bias", "intercept"], ["elbow", "number of clusters"], ["prediction", "predict"], ["counterexample", "witness", "refute"],
    ["homework", "sheet", "assignment", "exercise"], ["install", "run it", "notebook"], ["grading", "grader", "grade"], ["sigma", "σ"], ["lambda", "λ"], ["gamma", "γ"],
    ["alpha", "α"], ["phi", "φ"], ["hilbert space", "complete inner product"], ["xor", "exclusive or"], ["string kernel", "spectrum kernel", "words"], ["classifier", "classification"]
  ];
  var WEIGHT = { term: 1.25, definition: 1.2, theorem: 1.15, proposition: 1.1, page: 1.3, section: 1.1, equation: 0.8, name: 0.55, exercise: 0.7, example: 0.85, proof: 0.5 };
  var index = null;

  function plain(text) { // one spelling for all: lower case, no accents, British endings
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[’']s\b/g, "")
      .replace(/centering/g, "centring").replace(/center/g, "centre").replace(/iz(e|es|ed|ing|ation)\b/g, "is$1")
      .replace(/color/g, "colour").replace(/neighbor/g, "neighbour").replace(/[-–‑]/g, " ");
  }
  function stem(word) {
    return word.length < 5 ? word.replace(/s$/, word === "is" || word.length < 4 ? "s" : "")
      : word.replace(/(nesses|ness)$/, "").replace(/(ies)$/, "y").replace(/(ations|ation|ating|ated|ates|ings|ing|edly|ed|ers|es|s)$/, "").replace(/(.)\1$/, "$1").replace(/e$/, "");
  }
  function tokens(text) { return (plain(text).match(/[a-z0-9σλγαφβμκ∞²√‖]+/g) || []).map(stem); }

  function prepare(data) {
    var seen = {};
    index = data.entries.map(function (row) {
      var entry = { page: row[0], anchor: row[1], kind: row[2], number: row[3], title: row[4], text: row[5] };
      entry.inTitle = tokens(entry.title);
      entry.inText = tokens(entry.text);
      entry.where = tokens(data.titles[entry.page]);
      entry.all = " " + entry.inTitle.concat(entry.inText).join(" ") + " ";
      entry.inTitle.concat(entry.inText).filter(function (w, i, all) { return all.indexOf(w) === i; }).forEach(function (w) { seen[w] = (seen[w] || 0) + 1; });
      return entry;
    });
    index.pages = data.pages;
    index.titles = data.titles;
    index.rare = function (word) { return Math.log(1 + index.length / (1 + (seen[word] || 0))); };
  }

  function meanings(query) { // the query itself, then what it also goes by
    var found = [[query, 1]], given = " " + tokens(query).join(" ") + " ";
    SAME.forEach(function (group) {
      group.forEach(function (one) {
        var key = tokens(one).join(" ");
        if (given.indexOf(" " + key + " ") < 0) return;
        group.forEach(function (other) {
          if (other !== one) found.push([given.replace(" " + key + " ", " " + other + " ").trim(), 0.72]);
        });
      });
    });
    return found.slice(0, 9);
  }

  function scored(entry, asked) {
    var score = 0, met = 0, total = 0;
    asked.forEach(function (word) {
      var worth = index.rare(word), best = 0;
      total += worth;
      if (entry.inTitle.indexOf(word) >= 0) best = 3;
      else if (word.length > 2 && entry.inTitle.some(function (w) { return w.indexOf(word) === 0; })) best = 2;
      else if (entry.inText.indexOf(word) >= 0) best = 1 + 0.25 * Math.min(3, entry.inText.filter(function (w) { return w === word; }).length - 1);
      else if (entry.where.indexOf(word) >= 0) best = 0.8;
      else if (word.length > 3 && entry.inText.some(function (w) { return w.indexOf(word) === 0; })) best = 0.6;
      if (best) met += worth;
      score += best * worth;
    });
    if (!met) return 0;
    score *= Math.pow(met / total, 2);
    var phrase = " " + asked.join(" ") + " ";
    if (asked.length > 1 && (" " + entry.inTitle.join(" ") + " ").indexOf(phrase) >= 0) score *= 1.7;
    else if (asked.length > 1 && entry.all.indexOf(phrase) >= 0) score *= 1.3;
    if (entry.inTitle.length) score *= 1 + 0.6 * Math.min(1, asked.filter(function (w) { return entry.inTitle.indexOf(w) >= 0; }).length / entry.inTitle.length);
    return score * (WEIGHT[entry.kind] || 1);
  }

  shared.search = function (query) {
    var number = /^\s*\(?\s*(?:(eq|equation|theorem|thm|prop|proposition|lemma|def|definition|corollary|cor|example|ex|exercise|algorithm|alg|remark)[a-z]*\.?\s*)?\(?([A-Z]?\d+(?:\.\d+)+|[A-Z]?\d+)\)?\s*$/i.exec(query);
    if (number) {
      var kind = (number[1] || (/\(/.test(query) ? "eq" : "")).toLowerCase();
      var hits = index.filter(function (e) { return e.number === number[2] && (!kind || e.kind.indexOf(kind.slice(0, 2)) === 0 || (kind.indexOf("th") === 0 && e.kind === "theorem")); });
      if (hits.length) return hits.concat(index.filter(function (e) { return e.number === number[2] && hits.indexOf(e) < 0; })).slice(0, 12);
    }
    var ways = meanings(query).map(function (way) { return [tokens(way[0]), way[1]]; });
    return index.map(function (entry) {
      return [Math.max.apply(null, ways.map(function (way) { return way[0].length ? scored(entry, way[0]) * way[1] : 0; })), entry];
    }).filter(function (pair) { return pair[0] > 0; }).sort(function (a, b) { return b[0] - a[0]; }).slice(0, 12).map(function (pair) { return pair[1]; });
  };

  function snippet(entry, query) {
    var low = plain(entry.text), at = -1;
    (plain(query).match(/[a-z0-9]{3,}/g) || []).some(function (word) { at = low.indexOf(word); return at >= 0; });
    var from = Math.max(0, at - 50), text = entry.text.slice(from, from + 160);
    return (from ? "… " : "") + text + (from + 160 < entry.text.length ? " …" : "");
  }

  function show(list, said, query) {
    list.textContent = "";
    if (!query.trim()) { said.textContent = ""; return; }
    var hits = shared.search(query);
    said.textContent = hits.length ? hits.length + (hits.length === 1 ? " result" : " results") : "Nothing found. Try another word, or a number such as 5.2.";
    hits.forEach(function (entry) {
      var item = shared.make("li"), link = shared.make("a", { href: shared.root + index.pages[entry.page] + (entry.anchor ? "#" + entry.anchor : "") });
      link.appendChild(shared.make("strong", {}, entry.title));
      if (entry.kind !== "page") link.appendChild(shared.make("span", { class: "kc-found-where" }, index.titles[entry.page]));
      link.appendChild(shared.make("span", { class: "kc-found-text" }, snippet(entry, query)));
      item.appendChild(link);
      list.appendChild(item);
    });
  }

  function bring(input, place) {
    var said = shared.make("p", { class: "kc-found-count", role: "status" }), list = shared.make("ul", { class: "kc-found" });
    place.appendChild(said);
    place.appendChild(list);
    function find() {
      shared.need("search", function (data) {
        if (!data) { said.textContent = "The search index could not be loaded."; return; }
        if (!index) prepare(data);
        show(list, said, input.value);
      });
    }
    input.addEventListener("input", find);
    if (input.form) input.form.addEventListener("submit", function (event) {
      var first = list.querySelector("a");
      event.preventDefault();
      if (first && input.closest("dialog")) location.href = first.href; else find();
    });
    return find;
  }

  shared.whenReady(function () {
    document.querySelectorAll("dialog input[name=q]").forEach(function (input) { bring(input, input.closest("dialog")); });
    document.querySelectorAll("dialog").forEach(function (dialog) { // a hit on this very page closes the box
      dialog.addEventListener("click", function (event) { if (event.target.closest(".kc-found a")) dialog.close(); });
    });
    var results = document.querySelector("#search-results");
    if (results) {
      var input = document.querySelector(".bd-article input[name=q], main input[name=q]") || shared.make("input", { type: "search", name: "q", "aria-label": "Search the book", class: "form-control" });
      if (!input.isConnected) results.parentNode.insertBefore(input, results);
      input.value = new URLSearchParams(location.search).get("q") || "";
      bring(input, results)();
    }
  });
})();
