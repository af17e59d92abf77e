/* What the scripts of a page share. Classic scripts: no modules, no fetch, so that a page works from file:// as well. */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});
  var here = document.currentScript.src.replace(/[^/]*$/, "");
  var files = {}; // name → {data, waiting: [ready, …]}

  /* A data file says kernelcourse.give("marks/chapters-ridge", {…}). */
  shared.give = function (name, data) {
    var file = files[name] || (files[name] = { waiting: [] });
    file.data = data;
    file.waiting.splice(0).forEach(function (ready) { ready(data); });
  };

  /* Load a data file once and hand it over; null if it cannot be loaded. */
  shared.need = function (name, ready) {
    var file = files[name] || (files[name] = { waiting: [] });
    if (file.data) { ready(file.data); return; }
    file.waiting.push(ready);
    if (file.asked) return;
    file.asked = true;
    var script = document.createElement("script");
    script.src = here + name + ".js";
    script.onerror = function () {
      file.asked = false;
      file.waiting.splice(0).forEach(function (each) { each(null); });
    };
    document.head.appendChild(script);
  };

  shared.root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;

  /* Proofs that Python wrote in this page cite the bibliography from the root of the book. */
  shared.cite = function (place) {
    place.querySelectorAll("a.kc-cite").forEach(function (link) { link.href = shared.root + "chapters/bibliography.html" + link.hash; });
  };

  /* The page as its data files call it: chapters/ridge.html → chapters-ridge. */
  shared.nameOf = function (address) {
    var path = new URL(address, location.href).href.split(/[?#]/)[0];
    return path.slice(shared.root.length).replace(/\.html$/, "").replace(/\//g, "-");
  };

  shared.make = function (tag, attributes, words) {
    var element = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    if (words) element.textContent = words;
    return element;
  };

  shared.keep = function (key, value) { // in the reader's own browser, nowhere else
    try {
      if (value === undefined) return JSON.parse(localStorage.getItem("kernelcourse:" + key));
      localStorage.setItem("kernelcourse:" + key, JSON.stringify(value));
    } catch (e) { /* storage may be closed */ }
    return null;
  };

  var starts = [], queued = false;
  function next() { // one start a task: between two of them the page answers
    starts.shift()();
    queued = starts.length > 0;
    if (queued) window.setTimeout(next, 0);
  }
  shared.whenReady = function (start) {
    starts.push(start);
    if (queued) return;
    queued = true;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", next);
    else Promise.resolve().then(next); // the first, the page's buttons, before the page says that it is loaded
  };
})();
