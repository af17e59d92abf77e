/* One button above the first code cell makes all of them live: each can then be edited and run where it stands, in
   whatever order the reader likes. The editor is CodeMirror, loaded with the first cell that is opened; Python is woken
   with the first one that is run. */
(function () {
  "use strict";
  var shared = window.kernelcourse, NEEDS = ["scipy", "matplotlib"], PATIENCE = 120000;
  var editor = null;

  function modules() { // CodeMirror, once
    var from = shared.live.folder + "editor/";
    if (!editor) {
      editor = Promise.all(["codemirror-state", "codemirror-view", "codemirror-commands", "codemirror-language",
        "codemirror-lang-python"].map(function (name) { return import(from + name + ".js"); }));
    }
    return editor;
  }

  function open(cell) {
    if (cell.view) return Promise.resolve(cell.view);
    return modules().then(function (found) {
      var state = found[0], view = found[1], commands = found[2], language = found[3], python = found[4];
      if (cell.view) return cell.view;
      var place = document.createElement("div");
      cell.input.before(place);
      cell.input.hidden = true;
      var keys = [{ key: "Shift-Enter", run: function () { run(cell); return true; } },
        { key: "Escape", run: function (v) { v.contentDOM.blur(); return true; } }];
      cell.view = new view.EditorView({
        parent: place,
        state: state.EditorState.create({
          doc: cell.code,
          extensions: [view.keymap.of(keys.concat(commands.defaultKeymap, commands.historyKeymap)), commands.history(),
            python.python(), language.syntaxHighlighting(language.defaultHighlightStyle),
            view.EditorView.lineWrapping,
            view.EditorView.contentAttributes.of({ "aria-label": "Code. Shift and Enter run it, Escape leaves it." })]
        })
      });
      cell.place = place;
      return cell.view;
    });
  }

  function text(cell) { return cell.view ? cell.view.state.doc.toString() : cell.code; }

  function show(cell, answer) {
    var parts = [];
    if (answer.printed) parts.push(block("pre", answer.printed));
    if (answer.html) {
      var rich = document.createElement("div");
      rich.innerHTML = answer.html; // the value's own HTML, computed here from the reader's own code
      if (shared.cite) shared.cite(rich);
      parts.push(rich);
    }
    if (answer.error) parts.push(block("pre", answer.error, "kc-error"));
    if (!parts.length) parts.push(block("p", "Done; this cell shows nothing."));
    cell.output.replaceChildren.apply(cell.output, parts);
    if (cell.stored) cell.stored.hidden = true;
    if (answer.error && answer.error.indexOf("NameError") === 0) offerAbove(cell);
  }

  function block(tag, words, name) {
    var made = document.createElement(tag);
    made.textContent = words;
    if (name) made.className = name;
    return made;
  }

  function offerAbove(cell) {
    var button = block("button", "Run the cells above, then this one");
    button.type = "button";
    button.addEventListener("click", function () {
      cells.slice(0, cells.indexOf(cell) + 1).reduce(function (before, one) {
        return before.then(function () { return run(one); });
      }, Promise.resolve());
    });
    cell.output.appendChild(button);
  }

  function run(cell) {
    cell.output.textContent = "Running …";
    cell.output.hidden = false;
    var code = text(cell), needs = /\bsklearn\b/.test(code) ? NEEDS.concat("scikit-learn") : NEEDS;
    return shared.live.ask(JSON.stringify({ tool: "cell", code: code }), needs, PATIENCE).then(
      function (answer) { show(cell, JSON.parse(answer)); },
      function (error) { cell.output.textContent = "Not run: " + error.message; }
    );
  }

  function reset(cell) {
    if (cell.view) { cell.view.destroy(); cell.place.remove(); cell.view = null; }
    cell.input.hidden = false;
    cell.output.hidden = true;
    cell.output.textContent = "";
    if (cell.stored) cell.stored.hidden = false;
  }

  function bring(root) {
    var input = root.querySelector(".cell_input .highlight"), stored = root.querySelector(".cell_output");
    if (!input) return null;
    var cell = { input: input, stored: stored, code: input.querySelector("pre").textContent.replace(/\n$/, ""), view: null };
    var bar = document.createElement("p");
    bar.className = "kc-cell-bar";
    [["Edit", function () { open(cell).then(function (view) { view.focus(); }); }],
      ["Run", function () { run(cell); }], ["Reset", function () { reset(cell); }]].forEach(function (entry) {
      var button = block("button", entry[0]);
      button.type = "button";
      button.setAttribute("aria-label", entry[0] + " this cell");
      button.addEventListener("click", entry[1]);
      bar.appendChild(button);
    });
    cell.output = document.createElement("div");
    cell.output.className = "kc-cell-output";
    cell.output.setAttribute("role", "status");
    cell.output.hidden = true;
    cell.bar = bar;
    root.querySelector(".cell_input").after(bar, cell.output);
    return cell;
  }

  var cells = [], found = document.querySelectorAll("div.cell");

  function offer() {
    var button = block("button", "Edit and run the code of this page", "kc-cells-start");
    button.type = "button";
    button.addEventListener("click", function () {
      cells = Array.prototype.map.call(found, bring).filter(Boolean);
      button.remove();
      if (cells.length) cells[0].bar.querySelector("button").focus();
    });
    found[0].before(button);
  }

  if (found.length && location.protocol !== "file:") offer();
})();
