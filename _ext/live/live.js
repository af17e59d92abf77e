/* Wakes Python in this page when the reader asks for it, and gives it to the boxes (kernelcourse.connect, checks.js).
   One worker a page. A question that takes too long ends the worker; a new one is woken and nothing typed is lost. */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});
  var script = document.currentScript;
  var ROOT = new URL(script.dataset.root, script.src).href, MEGABYTES = script.dataset.megabytes, MORE = script.dataset.withScipy;
  var LONGEST = 10000; // milliseconds that one question may take
  var worker = null, waiting = {}, next = 0, state = "asleep", woken = null, connected = false;

  function bars() { return document.querySelectorAll(".kc-wake"); }

  function say(words, fraction) {
    bars().forEach(function (bar) {
      bar.dataset.state = state;
      bar.querySelector(".kc-wake-start").hidden = state !== "asleep";
      bar.querySelector(".kc-wake-stop").hidden = state !== "waking";
      bar.querySelector(".kc-wake-words").textContent = words;
      var progress = bar.querySelector("progress");
      progress.hidden = fraction === undefined;
      if (fraction !== undefined) progress.value = fraction;
    });
  }

  function stop(words) {
    if (worker) worker.terminate();
    worker = woken = null;
    state = "asleep";
    Object.keys(waiting).forEach(function (id) { waiting[id].reject(new Error(words)); });
    waiting = {};
    say(words);
  }

  function heard(event, done, failed) {
    var told = event.data;
    if (told.kind === "progress") say("fetching Python", Math.min(1, told.loaded / told.total));
    else if (told.kind === "failed") { stop("Python could not be woken: " + told.why + "."); failed(new Error(told.why)); }
    else if (told.kind === "awake") {
      state = "awake";
      say("Python is awake.");
      done();
      if (!connected) { connected = true; shared.connect(ask); } // whoever asked first, box, cell or claim: all are awake
    }
    else if (told.kind === "answer" && waiting[told.id]) { waiting[told.id].resolve(told.text); delete waiting[told.id]; }
  }

  function wake() {
    if (woken) return woken;
    if (location.protocol === "file:") {
      say("A page opened from a file cannot run Python: open the book from a web server (make serve).");
      return Promise.reject(new Error("opened from a file"));
    }
    state = "waking";
    say("fetching Python", 0);
    woken = new Promise(function (done, failed) {
      worker = new Worker(new URL("worker.mjs", script.src), { type: "module" });
      worker.onmessage = function (event) { heard(event, done, failed); };
      worker.onerror = function (event) { // the script itself could not be loaded
        event.preventDefault();
        stop("Python could not be woken: its files are not there.");
        failed(new Error("the worker did not start"));
      };
      worker.postMessage({ kind: "wake", root: ROOT });
    });
    woken.catch(function () { /* said in the page already */ });
    return woken;
  }

  function ask(text, needs, patience, entry) { // needs: packages beyond numpy; patience: milliseconds; entry: a module
    return wake().then(function () {
      return new Promise(function (resolve, reject) {
        var id = (next += 1), clock = null;
        function ended(then) { return function (value) { clearTimeout(clock); then(value); }; }
        waiting[id] = { resolve: ended(resolve), reject: ended(reject) };
        worker.postMessage({ kind: "ask", id: id, text: text, needs: needs, entry: entry });
        clock = setTimeout(function () {
          stop("this took longer than " + (patience || LONGEST) / 1000 + " seconds and was stopped");
          wake();
        }, patience || LONGEST);
      });
    });
  }

  function bar(megabytes) {
    var box = document.createElement("p");
    box.className = "kc-wake";
    box.innerHTML =
      '<button type="button" class="kc-wake-start">Wake Python (' + megabytes + " MB, once)</button> " +
      '<button type="button" class="kc-wake-stop" hidden>Cancel</button> ' +
      '<progress max="1" value="0" hidden aria-label="Fetching Python"></progress> ' +
      '<span class="kc-wake-words" role="status"></span>';
    box.querySelector(".kc-wake-start").addEventListener("click", function () {
      wake();
    });
    box.querySelector(".kc-wake-stop").addEventListener("click", function () { stop("Cancelled."); });
    return box;
  }

  function start() { // where a box sleeps, offer to wake it
    document.querySelectorAll(".kc-asleep").forEach(function (note) {
      note.textContent = note.dataset.kcInvite || "Python runs in this page once you wake it: then type here.";
      note.before(bar(note.dataset.kcNeeds ? MORE : MEGABYTES));
    });
  }

  shared.live = { wake: wake, ask: ask, stop: stop, root: ROOT, folder: new URL(".", script.src).href, limit: function (milliseconds) { LONGEST = milliseconds; } };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
