/* In the panel that a statement's ✓ opens, the reader runs the check and its wrong twins: with other random numbers, or
   with a candidate of their own. Python is woken by the first run. */
(function () {
  "use strict";
  var shared = window.kernelcourse, NEEDS = ["scipy"], PATIENCE = 120000, ENTRY = "kernelcourse.claims.in_page";

  function make(tag, words, name) {
    var made = document.createElement(tag);
    if (words) made.textContent = words;
    if (name) made.className = name;
    return made;
  }

  function button(words, act) {
    var made = make("button", words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function runner(label) {
    var box = make("div", "", "kc-run"), seed = 0, source = "";
    var answer = make("div", "", "kc-run-answer"), own = make("textarea"), name = make("label", "Candidate "), row = make("p", "", "kc-run-row");
    answer.setAttribute("role", "status");
    own.rows = 8;
    own.spellcheck = false;
    name.hidden = true;
    name.appendChild(own);

    function ask(request) {
      answer.textContent = "Running …";
      request.label = label;
      return shared.live.ask(JSON.stringify(request), NEEDS, PATIENCE, ENTRY).then(JSON.parse).then(function (told) {
        answer.innerHTML = told.html; // made by the package, which escapes what was typed
        if (told.claims) source = told.claims[0].source;
        return told;
      }, function (error) { answer.textContent = "Not run: " + error.message; });
    }

    row.append(
      button("Run the check here", function () { ask({}); }),
      button("Run it with another seed", function () { seed += 1; ask({ seed: seed }).then(function () { answer.prepend(make("p", "Seed " + seed + ".")); }); }),
      button("Try a candidate of your own", function () {
        if (!name.hidden) { ask({ code: own.value }); return; }
        ask({}).then(function () {
          own.value = source || "# a function or a value, as in the code of the check above\n";
          name.hidden = false;
          own.focus();
        });
      }));
    box.append(row, name, answer);
    return box;
  }

  function offer() {
    document.querySelectorAll(".kc-mark[data-kc-state=checked]").forEach(function (mark) {
      var panel = mark.kcPanel, evidence = panel && panel.querySelector(".kc-evidence");
      if (!evidence || panel.querySelector(".kc-run")) return;
      panel.insertBefore(runner(mark.dataset.kcMark), panel.querySelector(".kc-panel-foot"));
    });
  }

  function start() {
    if (location.protocol === "file:" || !document.querySelector(".kc-mark[data-kc-state=checked]")) return;
    new MutationObserver(function (seen) {
      if (seen.some(function (one) { return one.target.classList && one.target.classList.contains("kc-panel"); })) offer();
    }).observe(document.body, { childList: true, subtree: true });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
