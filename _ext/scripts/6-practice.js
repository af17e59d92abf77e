/* Questions with instant answers, guesses in the court, derivations by choosing the next line; kept in the browser. */
(function () {
  "use strict";
  var shared = window.kernelcourse, page = shared.nameOf(location.href);

  function remember(what, right) {
    var all = shared.keep("answers") || {};
    (all[page] = all[page] || {})[what] = right;
    shared.keep("answers", all);
    if (shared.showProgress) shared.showProgress();
  }

  function ask(options, said, done) { // options: [{button, right, why}]
    options.forEach(function (option) {
      option.button.addEventListener("click", function () {
        options.forEach(function (other) { other.button.setAttribute("aria-pressed", String(other === option)); });
        option.button.dataset.kcRight = String(option.right);
        said.innerHTML = "";
        said.appendChild(shared.make("strong", {}, option.right ? "Right. " : "Not so. "));
        said.appendChild(option.why);
        done(option.right, option);
      });
    });
  }

  /* A formula in words: inside a button nobody is told what stands above or below what. */
  function inWords(part) {
    if (!part.children.length) return part.textContent.replace(/[\u2061-\u2064]/g, "").trim(); // unseen signs
    var parts = Array.from(part.children, inWords), joins = { msup: " to the ", mfrac: " over ", mover: " with a ", msubsup: " " };
    return (part.localName === "msqrt" ? "root of " : "") + parts.join(joins[part.localName] || " ").trim();
  }

  /* On a button a number or a formula alone is no sentence: "2." would read as the second of a list. A formula alone
     leaves no text that every reader of screens would take for the name of the button. */
  function unstopped(button) {
    var copy = button.cloneNode(true), last = button.lastChild, formulas = button.querySelectorAll("math");
    copy.querySelectorAll(".math, mjx-container, code").forEach(function (formula) { formula.remove(); });
    var words = copy.textContent.trim();
    if (words.toLowerCase() !== words.toUpperCase()) return;
    if (last.nodeType === Node.TEXT_NODE) last.data = last.data.trimEnd().replace(/\.$/, "");
    if (formulas.length) button.setAttribute("aria-label", Array.from(formulas, inWords).join(" "));
  }

  function selfTest(box, number) {
    box.querySelectorAll("ul.contains-task-list").forEach(function (list, question) {
      var options = [], row = shared.make("div", { class: "kc-options", role: "group", "aria-label": "Answers" });
      list.querySelectorAll(":scope > li").forEach(function (item) {
        var mark = item.querySelector(".kc-tick"), right = mark.dataset.kcTick === "right", reasons = item.querySelectorAll("em"), why = reasons[reasons.length - 1];
        mark.remove();
        var reason = document.createElement("span");
        if (why) { reason.innerHTML = why.innerHTML; why.remove(); }
        var button = shared.make("button", { type: "button", "aria-pressed": "false" });
        button.innerHTML = (item.querySelector(":scope > p") || item).innerHTML.trim();
        unstopped(button);
        row.appendChild(button);
        options.push({ button: button, right: right, why: reason });
      });
      var said = shared.make("p", { class: "kc-verdict-said", role: "status" });
      list.replaceWith(row);
      row.after(said);
      ask(options, said, function (right) { remember("question " + number + "." + question, right); });
    });
  }

  function court(root) {
    var score = shared.make("p", { class: "kc-score", role: "status" }), guesses = {}, list = root.querySelector(".kc-list");
    list.before(score);
    list.querySelectorAll(":scope > li").forEach(function (item, place) {
      var fold = item.querySelector("details"), found = item.querySelector("[data-verdict]");
      if (!fold || !found) return;
      var words = fold.querySelector("summary").textContent.trim();
      var row = shared.make("span", { class: "kc-options", role: "group", "aria-label": "Your guess: " + words });
      [["A kernel", "proved"], ["Not a kernel", "refuted"]].forEach(function (choice) {
        var button = shared.make("button", { type: "button", "aria-pressed": "false" }, choice[0]);
        button.addEventListener("click", function () {
          if (place in guesses) return;
          guesses[place] = found.dataset.verdict === choice[1];
          button.setAttribute("aria-pressed", "true");
          button.dataset.kcRight = String(guesses[place]);
          fold.open = true;
          var given = Object.keys(guesses), right = given.filter(function (key) { return guesses[key]; }).length;
          score.textContent = right + " of " + given.length + " guesses right.";
          remember("court " + place, guesses[place]);
        });
        row.appendChild(button);
      });
      item.insertBefore(row, fold);
    });
  }

  function written(line) { // a line without its number, the = before it, and what was said of it
    var copy = line.cloneNode(true);
    copy.querySelectorAll(".kc-verdict, .kc-why, em").forEach(function (part) { part.remove(); });
    return copy.innerHTML.replace(/^\s*\d+\.\s*(=\s)?/, "");
  }

  function choosing(root) { // the stored wrong lines beside the right one: which comes next?
    var lines = root.querySelectorAll(".kc-lines > li"), rounds = {};
    root.querySelectorAll(".kc-wrong .kc-list > li").forEach(function (item) {
      var after = item.dataset.kcAfter, formula = item.querySelector(".kc-scroll"), verdict = item.querySelector(".kc-answer");
      if (after && formula && verdict && lines[Number(after) + 1]) (rounds[after] = rounds[after] || []).push([formula, verdict]);
    });
    var order = Object.keys(rounds).map(Number).sort(function (a, b) { return a - b; });
    if (!order.length) return;
    var start = shared.make("button", { type: "button", class: "kc-start" }, "Choose the next line yourself"), game = shared.make("div", { class: "kc-game" });
    root.querySelector(".kc-lines").before(start, game);
    start.addEventListener("click", function () {
      var open = "kcChoosing" in root.dataset;
      if (open) { delete root.dataset.kcChoosing; game.textContent = ""; start.textContent = "Choose the next line yourself"; return; }
      root.dataset.kcChoosing = "";
      start.textContent = "Show all lines";
      play(0);
    });
    function play(turn) {
      game.textContent = "";
      if (turn === order.length) { game.appendChild(shared.make("p", {}, "Done: every line chosen. All lines stand below again.")); delete root.dataset.kcChoosing; start.textContent = "Choose the next line yourself"; return; }
      var after = order[turn]; // lines are counted from 0
      game.appendChild(shared.make("p", {}, "Line " + after + " of the derivation is"));
      var given = shared.make("p", { class: "kc-given" });
      given.innerHTML = written(lines[after]);
      game.appendChild(given);
      game.appendChild(shared.make("p", {}, "Which line follows from it?"));
      var options = rounds[after].slice(0, 3).map(function (pair) {
        var why = shared.make("span");
        why.innerHTML = pair[1].innerHTML;
        return { html: pair[0].innerHTML, right: false, why: why };
      });
      options.splice((after * 7 + turn) % (options.length + 1), 0, { html: written(lines[after + 1]), right: true, why: shared.make("span", {}, "It was checked against the line before it.") });
      var row = shared.make("div", { class: "kc-options", role: "group", "aria-label": "Lines to choose from" }), said = shared.make("div", { role: "status", class: "kc-verdict-said" });
      options.forEach(function (option) {
        option.button = shared.make("button", { type: "button", "aria-pressed": "false" });
        option.button.innerHTML = option.html;
        row.appendChild(option.button);
      });
      game.append(row, said);
      ask(options, said, function (isRight) {
        remember("derivation " + root.dataset.kcName + " " + after, isRight);
        if (!isRight) return;
        var next = shared.make("button", { type: "button" }, turn + 1 < order.length ? "Next" : "Finish");
        next.addEventListener("click", function () { play(turn + 1); });
        said.appendChild(next);
        next.focus();
      });
    }
  }

  shared.whenReady(function () {
    document.querySelectorAll(".self-test").forEach(selfTest);
    document.querySelectorAll("[data-kc-check=court]").forEach(court);
    document.querySelectorAll("[data-kc-check=derivation]").forEach(choosing);
  });
})();
