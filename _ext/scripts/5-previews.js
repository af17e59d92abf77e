/* A look behind a link: rest the pointer on it, reach it by keyboard, or tap it. A letter of a formula says its meaning. */
(function () {
  "use strict";
  var shared = window.kernelcourse, card = null, waiting = 0, owner = null;

  function hide() {
    window.clearTimeout(waiting);
    if (card) card.hidden = true;
    if (owner) owner.removeAttribute("aria-describedby");
    owner = null;
  }

  function place(anchor, html, plain) {
    if (!card) {
      card = shared.make("div", { class: "kc-preview", id: "kc-preview", role: "tooltip" });
      card.addEventListener("pointerenter", function () { window.clearTimeout(waiting); });
      card.addEventListener("pointerleave", hide);
      (document.querySelector("main") || document.body).appendChild(card);
    }
    card.innerHTML = html;
    card.querySelectorAll("[tabindex]").forEach(function (each) { each.removeAttribute("tabindex"); });
    card.classList.toggle("kc-plain", Boolean(plain));
    card.hidden = false;
    owner = anchor;
    anchor.setAttribute("aria-describedby", "kc-preview");
    stand(plain);
  }

  function stand(plain) { // below what it belongs to, or above
    var box = owner.getBoundingClientRect(), width = Math.min(560, document.documentElement.clientWidth - 24);
    card.style.width = plain ? "max-content" : width + "px";
    var left = Math.max(12, Math.min(box.left, document.documentElement.clientWidth - card.offsetWidth - 12));
    var below = box.bottom + card.offsetHeight + 12 < window.innerHeight || box.top < card.offsetHeight + 12;
    card.style.left = left + "px";
    card.style.top = (below ? box.bottom + 6 : Math.max(6, box.top - card.offsetHeight - 6)) + "px";
  }

  /* Hands over what stands behind a link; null if there is nothing to be shown. */
  function behind(link, ready) {
    var address = new URL(link.href), anchor = decodeURIComponent(address.hash.slice(1));
    if (!anchor) { ready(null); return; }
    if (address.href.split("#")[0] === location.href.split("#")[0]) {
      var target = document.getElementById(anchor);
      if (!target || /^(SECTION|SPAN|H\d)$/.test(target.tagName)) { ready(null); return; }
      var copy = target.cloneNode(true), holder = document.createElement("div");
      holder.appendChild(copy);
      if (target.tagName === "DT" && target.nextElementSibling) holder.appendChild(target.nextElementSibling.cloneNode(true));
      holder.querySelectorAll("[id]").forEach(function (each) { each.removeAttribute("id"); });
      holder.querySelectorAll("details").forEach(function (each) { each.open = true; });
      ready(holder.innerHTML);
    } else {
      shared.need("previews/" + shared.nameOf(link.href), function (data) { ready((data && data[anchor]) || null); });
    }
  }

  function look(link) { behind(link, function (html) { if (html) place(link, html); }); }

  function linkOf(event) { return event.target.closest && event.target.closest(".bd-article a.reference.internal[href*='#']"); }

  document.addEventListener("pointerover", function (event) {
    if (event.pointerType === "touch") return;
    var link = linkOf(event), letter = !link && event.target.closest && event.target.closest(".bd-article mjx-mi");
    if (!link && !letter) return;
    window.clearTimeout(waiting);
    waiting = window.setTimeout(function () {
      if (link) look(link);
      else explain(letter);
    }, link ? 250 : 500);
  });
  document.addEventListener("pointerout", function (event) {
    if (event.pointerType === "touch") return; // a finger that is lifted has not gone elsewhere
    if (linkOf(event) || (event.target.closest && event.target.closest("mjx-mi"))) { window.clearTimeout(waiting); waiting = window.setTimeout(hide, 250); }
  });

  function explain(letter) {
    shared.need("previews/letters", function (data) {
      var meaning = data && shared.meaningOf(letter, data, shared.nameOf(location.href));
      if (meaning) place(letter, meaning.html, true);
    });
  }

  document.addEventListener("focusin", function (event) {
    var link = linkOf(event);
    if (link && link.matches(":focus-visible")) look(link);
    else if (!event.target.closest || !event.target.closest(".kc-preview")) hide();
  });
  window.addEventListener("scroll", function () { // a key that moves the focus scrolls too: the card goes with its link
    if (!card || card.hidden || card.matches(":hover")) return;
    if (owner === document.activeElement) stand(card.classList.contains("kc-plain")); else hide();
  }, { passive: true });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") hide(); });
  document.addEventListener("click", function (event) { // a finger looks first and follows at the second tap
    var link = linkOf(event);
    if (link && event.pointerType === "touch" && owner !== link) {
      event.preventDefault(); // what is to be seen may be on its way; if there is nothing, the finger need not tap again
      behind(link, function (html) { if (html) place(link, html); else location.href = link.href; });
      return;
    }
    var letter = event.pointerType === "touch" && event.target.closest(".bd-article mjx-mi");
    if (letter) explain(letter);
    else if (!event.target.closest(".kc-preview")) hide();
  });
})();
