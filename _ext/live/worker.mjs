/* Python in a web worker: Pyodide, numpy and the package, from the book's own files.
   in:  { kind: "wake", root }            root: the folder with manifest.json
        { kind: "ask", id, text, needs, entry }  JSON text for `respond` of the module `entry` (kernelcourse.bridge
                                          unless it says otherwise); packages that it imports
   out: { kind: "progress", loaded, total } · { kind: "awake" } · { kind: "failed", why }
        { kind: "answer", id, text } */

const BRIDGE = "kernelcourse.bridge";
let python = null;
const loaded = new Set(); // packages beyond the first ones
const entries = {}; // module → its respond

/* What was fetched once for this edition is kept, and answers every later page. */
async function keeping(manifest, root, report) {
  const kept = self.caches ? await caches.open("kernelcourse-" + manifest.edition).catch(() => null) : null;
  if (kept) {
    for (const name of await caches.keys()) {
      if (name.startsWith("kernelcourse-") && name !== "kernelcourse-" + manifest.edition) await caches.delete(name);
    }
  }
  const plain = self.fetch.bind(self);
  self.fetch = async (resource, options) => {
    const url = new URL(resource.url || resource, root).href;
    if (!kept || !url.startsWith(root)) return plain(resource, options);
    const found = await kept.match(url);
    if (found) return found;
    const fresh = await plain(url);
    if (fresh.ok) await kept.put(url, fresh.clone());
    return fresh;
  };
  let loaded = 0;
  await Promise.all(Object.entries(manifest.core).map(async ([name, size]) => {
    if (kept && await kept.match(root + name)) { // read when it is needed, not to be counted
      loaded += size;
      report(loaded, manifest.total);
      return;
    }
    const answer = await self.fetch(root + name);
    if (!answer.ok) throw new Error(name + " could not be fetched (" + answer.status + ")");
    const reader = answer.clone().body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      report(loaded, manifest.total);
    }
  }));
}

function respondOf(entry) {
  if (!entries[entry]) entries[entry] = python.pyimport(entry).respond;
  return entries[entry];
}

async function wake(root) {
  const answer = await fetch(root + "manifest.json");
  if (!answer.ok) throw new Error("the book was built without Python (LIVE=0)");
  const manifest = await answer.json();
  await keeping(manifest, root, (loaded, total) => self.postMessage({ kind: "progress", loaded, total }));
  const { loadPyodide } = await import(root + "pyodide.mjs");
  python = await loadPyodide({ indexURL: root, packages: manifest.packages });
  const wheel = await (await self.fetch(root + manifest.wheel)).arrayBuffer();
  python.unpackArchive(wheel, "wheel");
  respondOf(BRIDGE);
  self.postMessage({ kind: "awake" });
}

self.onmessage = async (event) => {
  const asked = event.data;
  if (asked.kind === "wake") {
    try { await wake(asked.root); }
    catch (error) { self.postMessage({ kind: "failed", why: String(error.message || error) }); }
  } else if (asked.kind === "ask") {
    let text;
    try {
      const missing = (asked.needs || []).filter((name) => !loaded.has(name));
      if (missing.length) await python.loadPackage(missing);
      missing.forEach((name) => loaded.add(name));
      text = respondOf(asked.entry || BRIDGE)(asked.text);
    }
    catch (error) { text = JSON.stringify({ error: "Python stopped: " + String(error.message).split("\n").slice(-2)[0] }); }
    self.postMessage({ kind: "answer", id: asked.id, text });
  }
};
