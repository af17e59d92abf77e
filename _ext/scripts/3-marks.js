/* The mark at a statement opens, in place, what was checked. Without a script it is a link to the same. */
(function () {
  "use strict";
  var shared = window.kernelcourse;

  function panelOf(mark) {
    var box = mark.closest(".proof, .math") || mark.parentNode;
    var panel = shared.make("aside", { class: "kc-panel", role: "region", "aria-label": mark.getAttribute("aria-label") });
    box.parentNode.insertBefore(panel, box.nextSibling);
    return panel;
  }

  function fill(panel, mark, html) {
    panel.innerHTML = html || "";
    var foot = shared.make("p", { class: "kc-panel-foot" });
    foot.appendChild(shared.make("a", { href: mark.href }, "This claim on the page of verified statements"));
    var close = shared.make("button", { type: "button" }, "Close");
    close.addEventListener("click", function () { toggle(mark); mark.focus(); });
    foot.appendChild(close);
    panel.appendChild(foot);
  }

  function toggle(mark) {
    var open = mark.getAttribute("aria-expanded") === "true";
    if (!mark.kcPanel) mark.kcPanel = panelOf(mark);
    mark.setAttribute("aria-expanded", String(!open));
    mark.kcPanel.hidden = open;
    if (!open && !mark.kcPanel.firstChild) {
      shared.need("marks/" + shared.nameOf(location.href), function (data) {
        if (data) fill(mark.kcPanel, mark, data[mark.dataset.kcMark]);
        else location.href = mark.href;
      });
    }
  }

  document.addEventListener("click", function (event) {
    var mark = event.target.closest && event.target.closest(".kc-mark");
    if (!mark || event.ctrlKey || event.metaKey || event.shiftKey || mark.closest(".kc-preview")) return;
    event.preventDefault();
    toggle(mark);
  });
  document.addEventListener("keydown", function (event) {
    var mark = event.key === " " && event.target.closest && event.target.closest(".kc-mark");
    if (mark) { event.preventDefault(); toggle(mark); }
  });
  shared.whenReady(function () {
    document.querySelectorAll(".kc-mark").forEach(function (mark) {
      mark.setAttribute("role", "button");
      if (!mark.hasAttribute("aria-expanded")) mark.setAttribute("aria-expanded", "false"); // it may be open already
    });
  });
})();
