/* Derive it alone: shows only where a derivation starts and what its goals are, gives hints on request, keeps the
   reader's own accepted lines. Nothing here knows the mathematics; Python judges (see checks.js). */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});

  function key(root) { return "kernelcourse:derive:" + root.dataset.kcName; }

  var memory = {}; // for windows that keep nothing

  function read(root) {
    var kept = null;
    try { kept = JSON.parse(localStorage.getItem(key(root)) || memory[key(root)] || "null"); } catch (error) {
      kept = memory[key(root)] ? JSON.parse(memory[key(root)]) : null;
    }
    return kept && Array.isArray(kept.own) ? kept : { alone: false, hints: 0, own: [] };
  }

  function keep(root, state) {
    memory[key(root)] = JSON.stringify(state);
    try { localStorage.setItem(key(root), memory[key(root)]); } catch (error) { /* a private window */ }
  }

  function item(words, tag) {
    var li = document.createElement("li"), inner = document.createElement(tag || "span");
    inner.textContent = words;
    li.appendChild(inner);
    return li;
  }

  function draw(root) {
    var state = read(root), row = root.querySelector(".kc-alone");
    row.querySelector("input").checked = state.alone;
    row.querySelector("[data-kc-hint]").hidden = !state.alone;
    row.querySelector("[data-kc-back]").hidden = !state.alone || !state.own.length;
    if (state.alone) root.dataset.kcSolo = ""; else delete root.dataset.kcSolo;
    var hints = root.querySelector(".kc-hints"), own = root.querySelector(".kc-own");
    hints.textContent = own.textContent = root.querySelector(".kc-task").textContent = "";
    own.hidden = !state.alone || !state.own.length;
    if (!state.alone) return;
    var lines = root.querySelectorAll(".kc-lines > li");
    for (var i = 1; i <= state.hints && i < lines.length; i += 1) {
      var why = lines[i].querySelector("em"); // what the author did, in words: never the line itself
      hints.appendChild(item("Line " + i + ": " + (why ? why.textContent : "no hint; compare with the goal")));
    }
    state.own.forEach(function (text) { own.appendChild(item(text, "code")); });
    ask(root, {}).then(function (answer) {
      root.querySelector(".kc-task").innerHTML = answer.task || "";
      (answer.own || []).forEach(function (formula, i) { if (own.children[i]) own.children[i].innerHTML = formula; });
    }, asleep);
  }

  function asleep() { /* no Python in this page: the stored lines say where it starts and ends */ }

  function ask(root, request) { // about the reader's own lines
    request.tool = "derivation";
    request.derivation = root.dataset.kcName;
    request.alone = true;
    request.own = read(root).own;
    return shared.ask ? shared.ask(request) : Promise.reject(new Error("no Python in this page"));
  }

  /* For checks.js: what to add to a request, and what to do with its answer, while the lines are hidden. */
  shared.solo = function (root) {
    if (!root || !("kcSolo" in root.dataset)) return null;
    return {
      prepare: function (request) {
        request.alone = true;
        request.own = read(root).own;
        delete request.line;
      },
      judged: function (request, answer) {
        if (!answer.accepted) return;
        var state = read(root);
        state.own.push(request.text);
        keep(root, state);
        draw(root);
        root.querySelector("[name=text]").value = "";
      }
    };
  };

  function prefill(root) { // outside solo, the box starts with the author's line, to be changed
    var form = root.querySelector(".kc-typing"), typed = JSON.parse(root.dataset.kcTyped);
    form.elements.text.value = "kcSolo" in root.dataset ? "" : typed[form.elements.line.value] || "";
  }

  function bring(root) {
    if ("kcBrought" in root.dataset) return;
    root.dataset.kcBrought = "";
    if (shared.later) shared.later(root);
    var row = root.querySelector(".kc-alone"), form = root.querySelector(".kc-typing");
    row.hidden = false;
    row.querySelector("input").addEventListener("change", function (event) {
      var state = read(root);
      state.alone = event.target.checked;
      keep(root, state);
      root.querySelector(".kc-typed").textContent = "";
      draw(root);
      prefill(root);
    });
    row.querySelector("[data-kc-hint]").addEventListener("click", function () {
      ask(root, { ask: "hint" }).then(
        function (answer) { root.querySelector(".kc-typed").innerHTML = answer.html; },
        function () { // without Python: the author's reasons, one more at each click
          var state = read(root), last = root.querySelectorAll(".kc-lines > li").length - 1;
          state.hints = Math.min(state.hints + 1, last);
          keep(root, state);
          draw(root);
        }
      );
    });
    row.querySelector("[data-kc-back]").addEventListener("click", function () {
      var state = read(root);
      state.own.pop();
      keep(root, state);
      root.querySelector(".kc-typed").textContent = "";
      draw(root);
      root.querySelector("[name=text]").focus();
    });
    document.addEventListener("kernelcourse:python", function () { draw(root); });
    form.elements.line.addEventListener("change", function () { prefill(root); });
    draw(root);
    prefill(root);
  }

  function start() { // each when the reader comes near, or when Python wakes
    var all = document.querySelectorAll("[data-kc-check=derivation]");
    if (!document.querySelector("template.kc-later")) { all.forEach(bring); return; } // slides: nothing sleeps
    var near = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        if (!entry.isIntersecting) return;
        near.unobserve(entry.target);
        bring(entry.target);
      });
    }, { rootMargin: "100% 0px" });
    all.forEach(function (root) { near.observe(root); });
    document.addEventListener("kernelcourse:python", function () { all.forEach(bring); });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
