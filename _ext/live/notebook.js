/* The page as a notebook to take along: what the theme's button downloads, with a first cell that installs the package
   from the book's own files, wherever the book is served. */
(function () {
  "use strict";
  var shared = window.kernelcourse;

  function cell(wheel, minor) {
    var named = minor >= 5 ? { id: "install" } : {}; // cells have names from format 4.5 on
    return Object.assign(named, {
      cell_type: "code", execution_count: null, metadata: {}, outputs: [],
      source: ["# Installs what this notebook computes with, once.\n", '%pip install -q "kernelcourse[notebook] @ ' + wheel + '"']
    });
  }

  function save(text, name) {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    link.download = name;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest('a[href$=".ipynb"]');
    if (!link || location.protocol === "file:" || new URL(link.href).origin !== location.origin || "kcPlain" in link.dataset) return;
    event.preventDefault();
    Promise.all([fetch(link.href), fetch(shared.live.root + "manifest.json")])
      .then(function (answers) { return Promise.all(answers.map(function (answer) { return answer.json(); })); })
      .then(function (found) {
        found[0].cells.unshift(cell(shared.live.root + found[1].wheel, found[0].nbformat_minor));
        save(JSON.stringify(found[0], null, 1), link.href.split("/").pop());
      })
      .catch(function () { link.dataset.kcPlain = ""; location.href = link.href; }); // then as it stands
  });
})();
