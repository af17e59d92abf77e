/* One click from a page that is a notebook to the same notebook in JupyterLite, where all of it runs in the browser. */
(function () {
  "use strict";
  var source = document.querySelector('a[href$=".ipynb"]'), title = document.querySelector("article h1");
  var page = source && /\/_sources\/(.*)\.ipynb$/.exec(new URL(source.href).pathname);
  if (!page || !title || location.protocol === "file:") return;
  var line = document.createElement("p"), link = document.createElement("a");
  line.className = "kc-lite";
  link.href = new URL("../lite/open.html?page=" + page[1], window.kernelcourse.live.folder).href;
  link.textContent = "Run this page in the browser";
  line.append(link);
  title.after(line);
})();
