/* Brings the controls of published explorers to life. A classic script: no modules, no fetch, works from file://.
   A frame is chosen among those that the package drew when the book was built; touch.js asks Python for others. */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});
  var here = document.currentScript ? document.currentScript.src : "";
  var packs = {}; // name → {data, asked, waiting: [[ready, failed], …]}

  /* Called by a frames file: kernelcourse.frames("ridge", {lines, frames}). */
  shared.frames = function (name, data) {
    var pack = packs[name] || (packs[name] = { waiting: [] });
    pack.data = data;
    pack.waiting.splice(0).forEach(function (pair) { pair[0](data); });
  };

  function load(root, ready, failed) {
    var name = root.dataset.kcFrames;
    var pack = packs[name] || (packs[name] = { waiting: [] });
    if (pack.data) { ready(pack.data); return; }
    pack.waiting.push([ready, failed]);
    if (pack.asked) return;
    pack.asked = true;
    var script = document.createElement("script");
    script.src = root.dataset.kcSrc || here.replace(/[^/]*$/, "") + "frames/" + name + ".js";
    script.onerror = function () {
      pack.asked = false;
      script.remove();
      pack.waiting.splice(0).forEach(function (pair) { pair[1](); });
    };
    document.head.appendChild(script);
  }

  /* In the book what is typed into or chosen from waits in a template: a browser lays out all of a page to look over its
     forms while it loads. */
  shared.later = function (root) {
    root.querySelectorAll("template.kc-later").forEach(function (kept) { kept.replaceWith(kept.content.cloneNode(true)); });
  };

  function text(tag, words) {
    var element = document.createElement(tag);
    element.textContent = words;
    return element;
  }

  function tree(words) { // a proof of several lines, each in a box of its own; twin.py: _value
    var element = text("dd", "");
    element.className = "kc-tree";
    words.split("\n").forEach(function (line, place) {
      var cut = line.indexOf("└─ ") < 0 ? 0 : line.lastIndexOf("└─ ") + 3, branch = text("span", "");
      branch.className = "kc-branch";
      branch.style.setProperty("--kc-in", cut);
      branch.appendChild(text("span", line.slice(0, cut)));
      branch.appendChild(document.createTextNode(line.slice(cut)));
      if (place) element.appendChild(document.createTextNode("\n"));
      element.appendChild(branch);
    });
    return element;
  }

  function bring(root) {
    shared.later(root);
    var controls = root.querySelector(".kc-controls");
    var inputs = Array.prototype.slice.call(controls.querySelectorAll("[data-kc]"));
    var stage = root.querySelector(".kc-stage");
    var list = root.querySelector(".kc-readouts");
    var said = root.querySelector(".kc-said");
    var painted = null, hands = null, asked = 0, speaking = 0, playing = 0;

    function position(input) {
      return input.type === "checkbox" ? (input.checked ? 1 : 0) : Number(input.value);
    }

    function restored(input) { // does a control stand elsewhere than the first picture?
      if (input.type === "checkbox") return input.checked !== input.defaultChecked;
      if (input.type === "range") return input.value !== input.defaultValue;
      return !input.options[input.selectedIndex].defaultSelected;
    }

    function show(input) { // the slider's own words, at once
      var words = input.dataset.kcTexts && JSON.parse(input.dataset.kcTexts)[position(input)];
      if (words !== undefined) say(input, words); // between two stops Python knows the words
    }

    function say(input, words) { // what a slider says of itself
      if (!input.dataset.kcTexts) return;
      input.setAttribute("aria-valuetext", words);
      input.parentNode.querySelector(".kc-value").textContent = words;
    }

    function ofSteps(input) { return Boolean(input.closest(".kc-row") && input.closest(".kc-row").querySelector("[data-kc-step]")); }

    function end(input, last) {
      input.max = last;
      if (Number(input.value) > last) input.value = last;
    }

    function limit(data) { // a slider of steps ends where the run does
      inputs.forEach(function (input, place) {
        if (!ofSteps(input)) return;
        var at = inputs.map(position), last = -1;
        do { last += 1; at[place] = last + 1; } while (data.frames[at.join(".")]);
        end(input, last);
        show(input);
      });
    }

    function tabulate(data) { // the table of numbers, where the other controls stand now
      var place = data.table[0], texts = data.table[1], at = inputs.map(position), rows = [], head = [], count = 0;
      do { at[place] = count; count += 1; } while (data.frames[at.join(".")]);
      count -= 1;
      var kept = Math.min(count, 7), taken = {};
      for (var i = 0; i < kept; i += 1) taken[Math.round(i * (count - 1) / Math.max(kept - 1, 1))] = true;
      Object.keys(taken).map(Number).sort(function (a, b) { return a - b; }).forEach(function (value) {
        at[place] = value;
        var readouts = data.frames[at.join(".")][1];
        readouts.forEach(function (pair) { if (head.indexOf(pair[0]) < 0) head.push(pair[0]); });
        rows.push([texts[value], readouts]);
      });
      var old = facts.querySelectorAll("thead th"), line = facts.querySelector("thead tr"), body = facts.querySelector("tbody");
      Array.prototype.slice.call(old, 1).forEach(function (cell) { cell.remove(); });
      head.forEach(function (name) { var cell = text("th", name); cell.scope = "col"; line.appendChild(cell); });
      body.textContent = "";
      rows.forEach(function (row) {
        var made = document.createElement("tr"), first = text("th", row[0]);
        first.scope = "row";
        made.appendChild(first);
        head.forEach(function (name) {
          var found = row[1].filter(function (pair) { return pair[0] === name; })[0];
          made.appendChild(text("td", found ? found[1] : "–"));
        });
        body.appendChild(made);
      });
      var others = inputs.filter(function (_, i) { return i !== place; }).map(function (input) {
        var label = input.closest("label").querySelector("span").textContent;
        var words = input.type === "checkbox" ? (input.checked ? "on" : "off")
          : input.dataset.kcTexts ? JSON.parse(input.dataset.kcTexts)[position(input)] : input.options[input.selectedIndex].text;
        return label + ": " + words;
      });
      facts.querySelector("caption").textContent = "In numbers" + (others.length ? " (" + others.join("; ") + ")" : "");
    }

    function paint(data) {
      limit(data);
      var key = inputs.map(position).join(".");
      if (key === painted) return;
      var began = performance.now();
      var frame = data.frames[key];
      if (hands) hands.show(data, frame);
      else drawn(data, frame);
      tabulate(data);
      stage.style.minHeight = Math.max(parseFloat(stage.style.minHeight) || 0, stage.offsetHeight) + "px"; // no jumping back
      painted = key;
      root.dataset.kcPainted = key;
      root.dataset.kcMilliseconds = (performance.now() - began).toFixed(2);
      numbers(frame[0], frame[1]);
    }

    function drawn(data, frame) {
      var lines = [], runs = frame[2], panels = stage.firstElementChild;
      for (var i = 0; i < runs.length; i += 2) {
        for (var j = 0; j < runs[i + 1]; j += 1) lines.push(data.lines[runs[i] + j]);
      }
      panels.innerHTML = lines.join("\n");
      panels.setAttribute("aria-label", frame[0]);
    }

    function numbers(alt, readouts) {
      list.textContent = "";
      readouts.forEach(function (pair) {
        var row = document.createElement("div");
        row.appendChild(text("dt", pair[0]));
        row.appendChild(pair[1].indexOf("\n") < 0 ? text("dd", pair[1]) : tree(pair[1]));
        list.appendChild(row);
      });
      window.clearTimeout(speaking); // say the numbers once the reader rests, not on every tick
      speaking = window.setTimeout(function () {
        said.textContent = readouts.map(function (pair) { return pair[0] + ": " + pair[1]; }).join("; ");
      }, 500);
    }

    function failed() {
      if (root.querySelector(".kc-problem")) return;
      var note = text("p", "The other pictures could not be loaded; the picture shown is the first one.");
      note.className = "kc-problem";
      note.setAttribute("role", "alert");
      stage.parentNode.insertBefore(note, stage);
    }

    function changed() {
      inputs.forEach(show);
      if (asked) return;
      asked = window.requestAnimationFrame(function () {
        asked = 0;
        if (hands && hands.takes()) hands.ask();
        else load(root, paint, failed);
      });
    }

    function step(row, by) {
      var input = row.querySelector("input");
      var next = Math.min(Math.max(Number(input.value) + by, 0), Number(input.max));
      var moved = next !== Number(input.value);
      input.value = next;
      changed();
      return moved;
    }

    function stop() {
      window.clearInterval(playing);
      playing = 0;
      controls.querySelectorAll("[data-kc-play]").forEach(function (button) {
        button.setAttribute("aria-pressed", "false");
        button.textContent = "Play";
      });
    }

    controls.addEventListener("input", changed);
    controls.addEventListener("change", changed);
    controls.addEventListener("click", function (event) {
      var button = event.target.closest("button");
      if (!button) return;
      var row = button.closest(".kc-row"), wasPlaying = playing;
      stop();
      if (button.dataset.kcStep) step(row, Number(button.dataset.kcStep));
      else if (!wasPlaying) {
        var input = row.querySelector("input");
        if (input.value === input.max) { input.value = 0; changed(); }
        button.setAttribute("aria-pressed", "true");
        button.textContent = "Pause";
        playing = window.setInterval(function () { if (!step(row, 1)) stop(); }, 900);
      }
    });
    ["pointerenter", "focusin"].forEach(function (kind) { // fetch ahead as soon as the reader comes near
      controls.addEventListener(kind, function () { load(root, function () {}, function () {}); }, { once: true });
    });

    hands = shared.touch && shared.touch(root, {
      inputs: inputs, position: position, changed: changed, numbers: numbers, say: say,
      limit: function (last) { inputs.filter(ofSteps).forEach(function (input) { end(input, last); }); }
    });
    var facts = root.querySelector(".kc-facts");
    var more = text("button", "Table of numbers");
    more.type = "button";
    more.className = "kc-more";
    more.setAttribute("aria-expanded", "false");
    more.addEventListener("click", function () {
      facts.hidden = !facts.hidden;
      more.setAttribute("aria-expanded", String(!facts.hidden));
    });
    facts.hidden = true;
    facts.parentNode.insertBefore(more, facts);
    inputs.forEach(show); // a browser may restore a form: the words follow the slider
    controls.hidden = false;
    if (inputs.some(restored)) changed();
    root.dataset.kcReady = "";
  }

  function rest() { // one explorer a task: between two of them the page answers
    var root = document.querySelector(".kc-explorer:not([data-kc-ready])");
    if (!root) return;
    bring(root);
    window.setTimeout(rest, 0);
  }

  /* What is near at once, the others when the page is loaded: until then a browser that fills forms lays out, several
     times, all that stands around a control far below. */
  function start() {
    var near = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        if (!entry.isIntersecting) return;
        near.unobserve(entry.target);
        if (!("kcReady" in entry.target.dataset)) bring(entry.target);
      });
    }, { rootMargin: "100% 0px" });
    document.querySelectorAll(".kc-explorer").forEach(function (root) { near.observe(root); });
    if (document.readyState === "complete") rest();
    else window.addEventListener("load", function () { window.setTimeout(rest, 0); });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
