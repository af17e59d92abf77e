/* What the letters mean, by button and so by keyboard: those of the formulas on the screen first, then the page's others. */
(function () {
  "use strict";
  var shared = window.kernelcourse, dialog = null;

  shared.glyphOf = function (letter) { // the number of its one character, or ""
    var drawn = letter.querySelectorAll("mjx-c"), number = drawn.length === 1 && /mjx-c([0-9A-F]+)/.exec(drawn[0].className);
    return number ? number[1] : "";
  };

  function onScreen(letter) {
    var box = letter.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  }

  function found(data) { // [letters on the screen, letters elsewhere]: number ↦ where it is drawn first
    var here = {}, there = {};
    document.querySelectorAll(".bd-article mjx-mi").forEach(function (letter) {
      var number = shared.glyphOf(letter);
      if (!data[number] || here[number]) return;
      if (onScreen(letter)) { here[number] = letter; delete there[number]; } else if (!there[number]) there[number] = letter;
    });
    return [here, there];
  }

  function list(title, letters, data) {
    if (!Object.keys(letters).length) return;
    var rows = shared.make("dl");
    dialog.appendChild(shared.make("h3", {}, title));
    Object.keys(letters).forEach(function (number) {
      var name = shared.make("dt"), meaning = shared.make("dd");
      var drawn = shared.make("mjx-container", { jax: "CHTML", "aria-hidden": "true" });
      drawn.innerHTML = "<mjx-math>" + letters[number].outerHTML + "</mjx-math>";
      name.appendChild(drawn);
      name.appendChild(shared.make("span", { class: "kc-said" }, String.fromCodePoint(parseInt(number, 16)).normalize("NFKC")));
      meaning.innerHTML = data[number];
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
    list("On this screen", letters[0], data);
    list("Elsewhere on this page", letters[1], data);
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
