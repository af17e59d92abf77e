/* What the letters mean, by button and so by keyboard: those of the formulas on the screen first, then the page's others. */
(function () {
  "use strict";
  var shared = window.kernelcourse, dialog = null;

  shared.glyphOf = function (letter) { // the number of its one character, or ""
    var drawn = letter.querySelectorAll("mjx-c"), number = drawn.length === 1 && /mjx-c([0-9A-F]+)/.exec(drawn[0].className);
    return number ? number[1] : "";
  };

  function hasIndex(letter) { // λ of λ_j
    return /^MJX-MSUB/.test(letter.parentNode.tagName) && letter.parentNode.firstElementChild === letter;
  }

  /* What a letter means here: what its topic borrowed it for, else what it means everywhere; with its index, else without. */
  shared.meaningOf = function (letter, data, page) { // {key, drawn, html}, or null
    var number = shared.glyphOf(letter), index = hasIndex(letter), best = null, most = -1;
    (data[number] || []).forEach(function (row) { // [meaning, only with an index, pages or [] for all]
      if ((row[1] && !index) || (row[2].length && row[2].indexOf(page) < 0)) return;
      var fits = (row[2].length ? 2 : 0) + (row[1] ? 1 : 0);
      if (fits > most) { most = fits; best = row; }
    });
    return best && { key: number + (best[1] ? "_" : ""), drawn: best[1] ? letter.parentNode : letter, html: best[0] };
  };

  function onScreen(letter) {
    var box = letter.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  }

  function found(data) { // [letters on the screen, letters elsewhere]: which one ↦ how it is drawn first, what it means
    var here = {}, there = {}, page = shared.nameOf(location.href);
    document.querySelectorAll(".bd-article mjx-mi").forEach(function (letter) {
      var meaning = shared.meaningOf(letter, data, page);
      if (!meaning || here[meaning.key]) return;
      if (onScreen(letter)) { here[meaning.key] = meaning; delete there[meaning.key]; } else if (!there[meaning.key]) there[meaning.key] = meaning;
    });
    return [here, there];
  }

  function list(title, letters) {
    if (!Object.keys(letters).length) return;
    var rows = shared.make("dl");
    dialog.appendChild(shared.make("h3", {}, title));
    Object.keys(letters).forEach(function (key) {
      var name = shared.make("dt"), meaning = shared.make("dd");
      var drawn = shared.make("mjx-container", { jax: "CHTML", "aria-hidden": "true" });
      drawn.innerHTML = "<mjx-math>" + letters[key].drawn.outerHTML + "</mjx-math>";
      name.appendChild(drawn);
      name.appendChild(shared.make("span", { class: "kc-said" }, String.fromCodePoint(parseInt(key, 16)).normalize("NFKC") + (/_$/.test(key) ? " with an index" : "")));
      meaning.innerHTML = letters[key].html;
      rows.append(name, meaning);
    });
    dialog.appendChild(rows);
  }

  function show(data) {
    if (!dialog) {
      dialog = shared.make("dialog", { class: "kc-letter-list", "aria-label": "What the letters mean" });
      document.body.appendChild(dialog);
      dialog.addEventListener("click", function (event) { if (event.target === dialog) dialog.close(); });
    }
    dialog.textContent = "";
    var close = shared.make("button", { type: "button", class: "kc-close" }, "Close");
    close.addEventListener("click", function () { dialog.close(); });
    dialog.append(shared.make("h2", {}, "What the letters mean"), close);
    var letters = data ? found(data) : [{}, {}];
    list("On this screen", letters[0]);
    list("Elsewhere on this page", letters[1]);
    if (!dialog.querySelector("dl")) dialog.appendChild(shared.make("p", {}, "No letter of the notation stands on this page."));
    dialog.showModal();
  }

  shared.whenReady(function () {
    var bar = document.querySelector(".article-header-buttons");
    if (!bar || !document.querySelector(".bd-article mjx-mi")) return;
    var button = shared.make("button", { type: "button", class: "btn btn-sm kc-letter-button", "aria-haspopup": "dialog", "aria-label": "What the letters mean", title: "What the letters mean" }, "λ?");
    button.addEventListener("click", function () { shared.need("previews/letters", show); });
    bar.insertBefore(button, bar.firstChild);
  });
})();
