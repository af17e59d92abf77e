/* The search box: hits by section and statement; the index is loaded when the first letter is typed. */
(function () {
  "use strict";
  var shared = window.kernelcourse;

  function spelled(text) { return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, ""); }

  function snippet(entry, query) {
    var low = spelled(entry.text), at = -1;
    (spelled(query).match(/[a-z0-9]{3,}/g) || []).some(function (word) { at = low.indexOf(word); return at >= 0; });
    var from = Math.max(0, at - 50), text = entry.text.slice(from, from + 160);
    return (from ? "… " : "") + text + (from + 160 < entry.text.length ? " …" : "");
  }

  function show(list, said, query) {
    list.textContent = "";
    if (!query.trim()) { said.textContent = ""; return; }
    var hits = shared.search(query);
    said.textContent = hits.length ? hits.length + (hits.length === 1 ? " result" : " results") : "Nothing found. Try another word, or a number such as 5.2.";
    hits.forEach(function (entry) {
      var item = shared.make("li"), link = shared.make("a", { href: shared.root + shared.pageOf(entry) + (entry.anchor ? "#" + entry.anchor : "") });
      link.appendChild(shared.make("strong", {}, entry.title));
      if (entry.kind !== "page") link.appendChild(shared.make("span", { class: "kc-found-where" }, shared.pageTitle(entry)));
      link.appendChild(shared.make("span", { class: "kc-found-text" }, snippet(entry, query)));
      item.appendChild(link);
      list.appendChild(item);
    });
  }

  function bring(input, place) {
    var said = shared.make("p", { class: "kc-found-count", role: "status" }), list = shared.make("ul", { class: "kc-found" });
    place.appendChild(said);
    place.appendChild(list);
    function find() {
      shared.need("search", function (data) {
        if (!data) { said.textContent = "The search index could not be loaded."; return; }
        if (!shared.searchReady()) shared.prepareSearch(data);
        show(list, said, input.value);
      });
    }
    input.addEventListener("input", find);
    if (input.form) input.form.addEventListener("submit", function (event) {
      var first = list.querySelector("a");
      event.preventDefault();
      if (first && input.closest("dialog")) location.href = first.href; else find();
    });
    return find;
  }

  /* The dialog's form waits in a template until it is asked for: a browser looks over the forms of a page while it loads. */
  shared.searchBox = function (dialog) {
    var form = dialog.querySelector("template");
    if (!form) return;
    form.replaceWith(form.content.cloneNode(true));
    bring(dialog.querySelector("input[name=q]"), dialog);
    dialog.addEventListener("click", function (event) { if (event.target.closest(".kc-found a")) dialog.close(); }); // a hit on this page
  };

  shared.whenReady(function () {
    var results = document.querySelector("#search-results");
    if (results) {
      var input = document.querySelector(".bd-article input[name=q], main input[name=q]") || shared.make("input", { type: "search", name: "q", "aria-label": "Search the book", class: "form-control" });
      if (!input.isConnected) results.parentNode.insertBefore(input, results);
      input.value = new URLSearchParams(location.search).get("q") || "";
      bring(input, results)();
    }
  });
})();
