/* Copying formulas as TeX and code as text, scrolling what is wide, printing what is folded. */
(function () {
  "use strict";
  var shared = window.kernelcourse;

  document.addEventListener("copy", function (event) { // a formula is copied as the TeX it was made from
    var selection = window.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return;
    var holder = document.createElement("div");
    for (var i = 0; i < selection.rangeCount; i += 1) holder.appendChild(selection.getRangeAt(i).cloneContents());
    holder.querySelectorAll('[class*="kc-to-"] + .kc-parted').forEach(function (parted) { parted.remove(); }); // the same once more
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

  function copyButton(block) { // for the pointer; a keyboard selects text by itself, and is spared a stop at every cell
    if (block.querySelector(".kc-copy")) return;
    var button = shared.make("button", { type: "button", class: "kc-copy", tabindex: "-1", "aria-label": "Copy this code" }, "Copy");
    button.addEventListener("click", function () {
      navigator.clipboard.writeText(block.querySelector("pre").textContent).then(function () {
        button.textContent = "Copied";
        window.setTimeout(function () { button.textContent = "Copy"; }, 1500);
      });
    });
    block.appendChild(button);
  }

  function scrollable(box) { // what still scrolls sideways can be scrolled by keyboard; nothing else is a stop
    if (box.scrollWidth > box.clientWidth + 1) {
      box.setAttribute("tabindex", "0");
      if (!box.getAttribute("role")) { box.setAttribute("role", "group"); box.setAttribute("aria-label", "Wide content, scrolls sideways"); }
    } else if (box.getAttribute("tabindex") === "0") box.removeAttribute("tabindex");
  }

  function wideBoxes() { // measured when they come near, and when their size changes: nothing far away is laid out for it
    var near = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) { if (entry.isIntersecting) size.observe(entry.target); else size.unobserve(entry.target); });
    }, { rootMargin: "300px" });
    var size = new ResizeObserver(function (entries) { entries.forEach(function (entry) { scrollable(entry.target); }); });
    document.querySelectorAll(".kc-formula, .kc-scroll, .bd-article .output, .pst-scrollable-table-container, .bd-article pre").forEach(function (box) { near.observe(box); });
  }

  var opened = [];
  window.addEventListener("beforeprint", function () { // on paper every proof is open; wrong lines and evidence stay folded
    document.querySelectorAll("details:not([open])").forEach(function (fold) {
      if (fold.closest(".kc-wrong, .kc-check, .kc-evidence, .kc-folded, .self-test")) return;
      fold.open = true;
      opened.push(fold);
    });
  });
  window.addEventListener("afterprint", function () { opened.splice(0).forEach(function (fold) { fold.open = false; }); });

  function openTarget() { // an address inside a fold opens it
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var fold = target && target.closest("details"); fold; fold = fold.parentNode.closest("details")) fold.open = true;
    if (target) settle(target, 8);
  }

  function settle(target, rounds) { // sections on the way get their true heights now: stay at the target until all is still
    var before = target.getBoundingClientRect().top, moved = false;
    function leave() { moved = true; }
    ["wheel", "touchstart", "keydown", "pointerdown"].forEach(function (kind) { window.addEventListener(kind, leave, { once: true, passive: true }); });
    (function again(left) {
      if (moved || !left) return;
      var now = target.getBoundingClientRect().top;
      if (left === rounds || Math.abs(now - before) > 1) { target.scrollIntoView(); now = target.getBoundingClientRect().top; }
      before = now;
      window.setTimeout(again, 60, left - 1);
    })(rounds);
  }

  shared.whenReady(function () {
    document.querySelectorAll("a.headerlink").forEach(function (link) { link.tabIndex = -1; });
    openTarget();
    window.addEventListener("hashchange", openTarget);
    document.addEventListener("pointerover", function (event) {
      var block = event.target.closest && event.target.closest(".bd-article div.highlight");
      if (block) copyButton(block);
    });
  });
  shared.whenReady(wideBoxes);
})();
