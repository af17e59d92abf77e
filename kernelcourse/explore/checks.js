/* Derivation checks and the kernel court in a published page. A classic script, like twin.js.
   Stored answers need no script. Typing wakes up when some later script runs Python in the page and calls
       kernelcourse.connect(respond)
   where respond takes JSON text and gives JSON text or a promise of it (kernelcourse.bridge.respond in Python). */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});
  var python = null;

  shared.connect = function (respond) {
    python = respond;
    document.querySelectorAll(".kc-typing").forEach(function (form) { form.hidden = false; });
    document.querySelectorAll(".kc-asleep").forEach(function (note) { note.hidden = true; });
    document.dispatchEvent(new CustomEvent("kernelcourse:python"));
  };

  /* Ask Python: a plain object in, a promise of a plain object out. */
  shared.ask = function (request) {
    if (!python) return Promise.reject(new Error("no Python in this page"));
    return Promise.resolve(python(JSON.stringify(request))).then(JSON.parse);
  };

  function submitted(event) {
    var form = event.target.closest(".kc-typing");
    if (!form) return;
    event.preventDefault();
    var request = { tool: form.dataset.kcTool };
    var solo = shared.solo && shared.solo(form.closest(".kc-check")); // the reader derives alone: see derive.js
    Array.prototype.forEach.call(form.elements, function (entry) {
      if (entry.name) request[entry.name] = entry.type === "number" || entry.name === "line" ? Number(entry.value) : entry.value;
    });
    if (solo) solo.prepare(request);
    var place = form.parentNode.querySelector(".kc-typed");
    place.textContent = "Judging …";
    shared.ask(request).then(
      function (answer) {
        place.innerHTML = answer.html; // made by the package, which escapes what was typed
        if (solo) solo.judged(request, answer);
      },
      function (error) { place.textContent = "No answer: " + error.message; }
    );
  }

  function opened(event) { // remember which verdicts were opened: progress survives a reload
    var details = event.target, list = details.closest && details.closest("[data-kc-keep]");
    if (!list) return;
    var open = Array.prototype.map.call(list.querySelectorAll("details"), function (d) { return d.open ? 1 : 0; });
    try { localStorage.setItem("kernelcourse:" + list.dataset.kcKeep, JSON.stringify(open)); } catch (e) { /* private */ }
  }

  function restore() {
    document.querySelectorAll("[data-kc-keep]").forEach(function (list) {
      var stored = null;
      try { stored = JSON.parse(localStorage.getItem("kernelcourse:" + list.dataset.kcKeep)); } catch (e) { stored = null; }
      if (!Array.isArray(stored)) return;
      list.querySelectorAll("details").forEach(function (d, i) { if (stored[i]) d.open = true; });
    });
  }

  document.addEventListener("submit", submitted);
  document.addEventListener("toggle", opened, true);
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll(".kc-check details").forEach(function (d) { d.open = true; });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restore);
  else restore();
})();
