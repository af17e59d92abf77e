/* A slide that would run over the edge is made smaller, never cut. */
(function () {
  "use strict";
  var HEIGHT = 720, FOOT = 44;

  function fit(section) {
    var piece = section.querySelector(".piece");
    if (!piece) return;
    var picture = piece.querySelector(".kc-stage, figure.kc:not(.kc-check)");
    var room = HEIGHT - FOOT - piece.offsetTop;
    piece.style.zoom = 1;
    if (picture) picture.style.zoom = 1;
    section.dataset.scale = "1";
    if (!holds(piece, room)) section.dataset.scale = most(piece, 0.3, 1, piece, room).toFixed(2);
    else if (picture) section.dataset.grown = most(picture, 1, 2.6, piece, room).toFixed(2);
  }

  function holds(piece, room) {
    return piece.getBoundingClientRect().height / scale() <= room && piece.scrollWidth <= piece.clientWidth + 1;
  }

  /* The largest zoom of an element with which the piece keeps its room. */
  function most(element, low, high, piece, room) {
    for (var turn = 0; turn < 8; turn += 1) {
      var middle = (low + high) / 2;
      element.style.zoom = middle;
      if (holds(piece, room)) low = middle; else high = middle;
    }
    element.style.zoom = low;
    return low;
  }

  function scale() { return Reveal.getScale() || 1; }

  function present() { var current = Reveal.getCurrentSlide(); if (current) fit(current); }

  Reveal.initialize({
    width: 1280, height: HEIGHT, margin: 0.05, center: false, hash: true, slideNumber: "c/t", transition: "none",
    pdfMaxPagesPerSlide: 1, pdfSeparateFragments: false, controlsTutorial: false, help: true, plugins: [RevealNotes],
    keyboardCondition: function (event) { return !event.target.closest || !event.target.closest("input, select, textarea"); },
  });
  Reveal.on("ready", present);
  Reveal.on("slidechanged", present);
  Reveal.on("pdf-ready", function () { document.querySelectorAll(".slides section").forEach(fit); document.body.dataset.printed = "ready"; });
  if (document.fonts) document.fonts.ready.then(present);
})();
