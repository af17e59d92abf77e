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
    if (shared.later) shared.later(document);
    document.querySelectorAll(".kc-typing").forEach(function (form) { form.hidden = false; });
    document.querySelectorAll(".kc-asleep").forEach(function (note) { note.hidden = true; });
    document.dispatchEvent(new CustomEvent("kernelcourse:python"));
  };

  /* Ask Python: a plain object in, a promise of a plain object out. */
  shared.ask = function (request) {
    if (!python) return Promise.reject(new Error("no Python in this page"));
    return Promise.resolve(python(JSON.stringify(request))).then(JSON.parse);
  };

  function filled(form) { // what a form asks for; an empty choice means "any" and is left out
    var request = { tool: form.dataset.kcTool };
    Array.prototype.forEach.call(form.elements, function (entry) {
      if (!entry.name || entry.value === "") return;
      var whole = entry.type === "number" || ["line", "n", "d"].indexOf(entry.name) >= 0;
      request[entry.name] = whole ? Number(entry.value) : entry.value;
    });
    return request;
  }

  /* Ask and show the answer below the form; `then` may do more with it. */
  shared.judge = function (form, request, then) {
    var place = form.parentNode.querySelector(".kc-typed");
    place.textContent = "Judging …";
    return shared.ask(request).then(
      function (answer) {
        place.innerHTML = answer.html; // made by the package, which escapes what was typed
        if (shared.cite) shared.cite(place);
        if (then) then(answer);
      },
      function (error) { place.textContent = "No answer: " + error.message; }
    );
  };

  function submitted(event) {
    var form = event.target.closest(".kc-typing");
    if (!form) return;
    event.preventDefault();
    var request = filled(form);
    if (!("text" in request) && form.elements.text) request.text = "";
    var solo = shared.solo && shared.solo(form.closest(".kc-check")); // the reader derives alone: see derive.js
    if (solo) solo.prepare(request);
    shared.judge(form, request, solo && function (answer) { solo.judged(request, answer); });
  }

  function clicked(event) { // all lines, at the numbers that were picked
    if (!event.target.closest || !event.target.closest("[data-kc-whole]")) return;
    var form = event.target.closest(".kc-typing"), request = filled(form);
    delete request.text;
    delete request.line;
    shared.judge(form, request);
  }

  var printed = []; // opened for paper only

  function opened(event) { // remember which verdicts were opened: progress survives a reload
    var details = event.target, list = details.closest && details.closest("[data-kc-keep]");
    if (!list || printed.length) return;
    var open = Array.prototype.map.call(list.querySelectorAll("details"), function (d) { return d.open ? 1 : 0; });
    try { localStorage.setItem("kernelcourse:" + list.dataset.kcKeep, JSON.stringify(open)); } catch (e) { /* private */ }
  }

  function restore() {
    document.querySelectorAll("[data-kc-keep]").forEach(function (list) {
      var stored = null;
      try { stored = JSON.parse(localStorage.getItem("kernelcourse:" + list.dataset.kcKeep)); } catch (e) { stored = null; }
      if (!Array.isArray(stored)) return;
      list.querySelectorAll("details").forEach(function (d, i) {
        if (stored[i]) d.open = d.parentNode.closest("details, figure").open = true;
      });
    });
  }

  document.addEventListener("submit", submitted);
  document.addEventListener("click", clicked);
  document.addEventListener("toggle", opened, true);
  window.addEventListener("beforeprint", function () { // verdicts to read on paper; on the screen they stay to be guessed
    document.querySelectorAll(".kc-check details:not([open])").forEach(function (d) {
      if (d.closest(".kc-wrong")) return;
      printed.push(d);
      d.open = true;
    });
  });
  window.addEventListener("afterprint", function () { printed.splice(0).forEach(function (d) { d.open = false; }); });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restore);
  else restore();
})();
