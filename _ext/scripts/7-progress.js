/* What has been read and answered, kept in this browser only, shown in the sidebar; one button forgets it. */
(function () {
  "use strict";
  var shared = window.kernelcourse, page = shared.nameOf(location.href);

  shared.showProgress = function () {
    var read = shared.keep("read") || {}, answers = shared.keep("answers") || {};
    document.querySelectorAll(".bd-sidenav a.reference.internal").forEach(function (link) {
      var name = shared.nameOf(link.href), given = Object.keys(answers[name] || {}), old = link.querySelector(".kc-progress");
      if (old) old.remove();
      if (!read[name] && !given.length) return;
      var right = given.filter(function (key) { return answers[name][key]; }).length;
      var words = (read[name] ? "read" : "") + (given.length ? (read[name] ? ", " : "") + right + "/" + given.length + " right" : "");
      link.appendChild(shared.make("span", { class: "kc-progress" }, " (" + words + ")"));
    });
    var forget = document.querySelector(".kc-forget");
    if (forget) forget.hidden = !Object.keys(read).length && !Object.keys(answers).length;
  };

  shared.whenReady(function () {
    var side = document.querySelector(".bd-sidebar-primary"), end = document.querySelector(".prev-next-footer");
    if (side) {
      var forget = shared.make("button", { type: "button", class: "kc-forget" }, "Forget my progress");
      forget.addEventListener("click", function () {
        try {
          Object.keys(localStorage).filter(function (key) { return key.indexOf("kernelcourse:") === 0; }).forEach(function (key) { localStorage.removeItem(key); });
        } catch (e) { /* storage may be closed */ }
        shared.showProgress();
      });
      (side.querySelector(".sidebar-primary-items__start") || side).appendChild(forget);
    }
    shared.showProgress();
    if (end && window.IntersectionObserver && document.querySelector(".bd-article")) {
      new IntersectionObserver(function (seen) {
        if (!seen.some(function (entry) { return entry.isIntersecting; })) return;
        var read = shared.keep("read") || {};
        if (read[page]) return;
        read[page] = true;
        shared.keep("read", read);
        shared.showProgress();
      }).observe(end);
    }
  });
})();
