/* The page's furniture: light and dark, search, sidebars, the menu of downloads, where the reader is, the way back up. */
(function () {
  "use strict";
  var shared = window.kernelcourse, html = document.documentElement, WIDE = "(min-width: 992px)", AFTER = 150; // ms
  var night = window.matchMedia("(prefers-color-scheme: dark)");

  function each(selector, act) { document.querySelectorAll(selector).forEach(act); }

  function wear(mode) { // light, dark, or as the system says; the head of the page has put on the same before it was drawn
    html.dataset.mode = mode;
    html.dataset.theme = mode === "auto" ? (night.matches ? "dark" : "light") : mode;
    try { localStorage.setItem("mode", mode); } catch (e) { /* storage may be closed */ }
  }

  function colours() {
    each(".theme-switch-button", function (button) {
      button.addEventListener("click", function () {
        var order = night.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
        wear(order[(order.indexOf(html.dataset.mode) + 1) % 3]);
      });
    });
    night.addEventListener("change", function () { if (html.dataset.mode === "auto") wear("auto"); });
  }

  function closing(dialog) { // a click beside it closes a dialog
    dialog.addEventListener("click", function (event) {
      var box = dialog.getBoundingClientRect();
      if (event.target === dialog && (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom)) dialog.close();
    });
  }

  function searching() {
    var dialog = document.getElementById("pst-search-dialog");
    if (!dialog) return;
    function toggle() {
      if (dialog.open) { dialog.close(); return; }
      shared.searchBox(dialog);
      dialog.showModal();
    }
    each(".search-button__button", function (button) { button.addEventListener("click", toggle); });
    document.addEventListener("keydown", function (event) {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      toggle();
    });
    closing(dialog);
  }

  function sidebar(which) { // beside the text where there is room, else over it
    var button = document.querySelector("." + which + "-toggle"), side = document.getElementById("pst-" + which + "-sidebar");
    var dialog = document.getElementById("pst-" + which + "-sidebar-modal");
    if (!button || !side || !dialog) return;
    function move(from, to) {
      to.append.apply(to, Array.from(from.childNodes));
      to.className = from.className;
      from.className = "";
    }
    button.addEventListener("click", function () {
      if (which === "primary" && window.matchMedia(WIDE).matches) { side.classList.toggle("pst-sidebar-hidden"); return; }
      move(side, dialog);
      dialog.showModal();
    });
    dialog.addEventListener("close", function () { move(dialog, side); button.focus(); });
    dialog.addEventListener("click", function (event) { if (event.target.closest("a[href*='#']")) dialog.close(); });
    closing(dialog);
  }

  function menus() {
    function set(button, open) {
      button.setAttribute("aria-expanded", String(open));
      button.classList.toggle("show", open);
      button.nextElementSibling.classList.toggle("show", open);
    }
    var buttons = Array.from(document.querySelectorAll(".dropdown-toggle"));
    document.addEventListener("click", function (event) {
      buttons.forEach(function (button) { set(button, button.contains(event.target) && button.getAttribute("aria-expanded") !== "true"); });
    });
    document.addEventListener("keydown", function (event) {
      if (event.key !== "Escape") return;
      buttons.forEach(function (button) {
        if (button.getAttribute("aria-expanded") !== "true") return;
        set(button, false);
        button.focus();
      });
    });
  }

  function whereabouts() { // the section being read is marked in the list of contents
    var links = new Map(), seen = new Set(), current = null;
    each("#pst-page-toc-nav a", function (link) {
      var part = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (part) links.set(part, link);
    });
    var watch = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) { seen[entry.isIntersecting ? "add" : "delete"](entry.target); });
      var found = null;
      links.forEach(function (link, part) { if (seen.has(part)) found = link; }); // the last is the innermost
      if (found === current) return; // above the first section none is marked
      if (current) { current.classList.remove("active"); current.removeAttribute("aria-current"); }
      if (found) { found.classList.add("active"); found.setAttribute("aria-current", "true"); }
      current = found;
    }, { rootMargin: "0px 0px -70% 0px" });
    links.forEach(function (link, part) { watch.observe(part); });
  }

  function thisPage() { // the list of pages is scrolled to this one
    var side = document.querySelector(".bd-sidebar-primary"), link = side && side.querySelector(".current.active > a");
    if (!link) return;
    var below = link.getBoundingClientRect().top - side.getBoundingClientRect().top;
    if (below > side.clientHeight * 0.7) side.scrollTop = below - side.clientHeight / 4;
  }

  function underway() { // the bar over the text throws a shadow; the theme's button back to the top would cover words
    var waiting = 0;
    window.addEventListener("scroll", function () {
      if (waiting) return;
      waiting = window.setTimeout(function () {
        waiting = 0;
        document.body.classList.toggle("scrolled", window.scrollY > 0);
      }, AFTER);
    }, { passive: true });
  }

  shared.whenReady(function () {
    colours();
    searching();
    ["primary", "secondary"].forEach(sidebar);
    menus();
    underway();
  });
  shared.whenReady(thisPage);
  shared.whenReady(whereabouts);
})();
