/* Copying formulas as TeX and code as text, scrolling what is wide, printing what is folded. */
(function () {
  "use strict";
  var shared = window.kernelcourse;

  document.addEventListener("copy", function (event) { // a formula is copied as the TeX it was made from
    var selection = window.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return;
    var holder = document.createElement("div");
    for (var i = 0; i < selection.rangeCount; i += 1) holder.appendChild(selection.getRangeAt(i).cloneContents());
    var formulas = holder.querySelectorAll("mjx-container[data-tex]");
    if (!formulas.length) return;
    formulas.forEach(function (formula) {
      var edge = formula.getAttribute("display") ? "$$" : "$";
      formula.replaceWith(edge + formula.dataset.tex + edge);
    });
    holder.querySelectorAll("mjx-assistive-mml, .kc-mark, a.headerlink").forEach(function (each) { each.remove(); });
    event.clipboardData.setData("text/plain", holder.textContent.replace(/\n{3,}/g, "\n\n"));
    event.preventDefault();
  });

  function copyButtons() { // for the pointer; a keyboard selects text by itself, and is spared a stop at every cell
    document.querySelectorAll(".bd-article div.highlight").forEach(function (block) {
      var button = shared.make("button", { type: "button", class: "kc-copy", tabindex: "-1", "aria-label": "Copy this code" }, "Copy");
      button.addEventListener("click", function () {
        navigator.clipboard.writeText(block.querySelector("pre").textContent).then(function () {
          button.textContent = "Copied";
          window.setTimeout(function () { button.textContent = "Copy"; }, 1500);
        });
      });
      block.appendChild(button);
    });
  }

  function scrollable() { // what still scrolls sideways can be scrolled by keyboard; nothing else is a stop
    document.querySelectorAll(".kc-formula, .kc-scroll, .bd-article .output, .pst-scrollable-table-container, .bd-article pre").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth + 1) {
        box.setAttribute("tabindex", "0");
        if (!box.getAttribute("role")) { box.setAttribute("role", "group"); box.setAttribute("aria-label", "Wide content, scrolls sideways"); }
      } else if (box.getAttribute("aria-label") === "Wide content, scrolls sideways" || box.getAttribute("tabindex") === "0") {
        box.removeAttribute("tabindex");
      }
    });
  }

  var opened = [];
  window.addEventListener("beforeprint", function () { // on paper every proof is open; wrong lines stay folded
    document.querySelectorAll("details:not([open])").forEach(function (fold) {
      if (fold.closest(".kc-wrong, .kc-check, .kc-evidence, .self-test")) return;
      fold.open = true;
      opened.push(fold);
    });
  });
  window.addEventListener("afterprint", function () { opened.splice(0).forEach(function (fold) { fold.open = false; }); });

  function openTarget() { // an address inside a fold opens it
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var fold = target && target.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    if (target && target.closest("details")) target.scrollIntoView();
  }

  shared.whenReady(function () {
    document.querySelectorAll("a.headerlink").forEach(function (link) { link.tabIndex = -1; });
    openTarget();
    window.addEventListener("hashchange", openTarget);
    var idle = window.requestIdleCallback || window.setTimeout;
    idle(function () { copyButtons(); scrollable(); });
    var waiting = 0;
    window.addEventListener("resize", function () { window.clearTimeout(waiting); waiting = window.setTimeout(scrollable, 300); });
    document.addEventListener("toggle", function () { window.clearTimeout(waiting); waiting = window.setTimeout(scrollable, 300); }, true);
  });
})();
