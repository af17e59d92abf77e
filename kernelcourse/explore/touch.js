/* An explorer of the page whose points can be moved: stored scenes while Python sleeps, computed ones once it is awake.
   The state stands in the address (?kc-ridge=…), so that it can be shared. A classic script, used by twin.js. */
(function () {
  "use strict";
  var shared = (window.kernelcourse = window.kernelcourse || {});
  var FIRST = 300000, PATIENCE = 60000, REST = 500; // milliseconds; the first answer waits for scipy to be fetched
  shared.frameTimes = []; // from a hand's move to the scene that follows from it

  function unpacked(data, frame) { // twin.py: [alt, readouts, [size, points, hand, [axes, title, mark, …], …]]
    var shelf = data.shelf, packed = frame[2];
    return {
      alt: frame[0], readouts: frame[1], size: shelf[packed[0]], hand: Object.assign({ points: shelf[packed[1]] }, shelf[packed[2]]),
      panels: packed.slice(3).map(function (panel) {
        var marks = panel.slice(2).map(function (place) { return shelf[place]; });
        return Object.assign({ title: panel[1], marks: marks }, shelf[panel[0]]);
      })
    };
  }

  function written(positions, points) { // the state as a word for the address
    var at = positions.map(function (p) { return Math.round(p * 100) / 100; }).join(",");
    return at + (points ? "~" + points.map(function (p) { return p[0].toFixed(3) + "," + p[1].toFixed(3) + "," + p[2]; }).join("_") : "");
  }

  function read(word) { // null where the word says nothing sensible
    var halves = word.split("~"), positions = halves[0].split(",").map(Number), points = null;
    if (halves[1]) {
      points = halves[1].split("_").map(function (entry) { var p = entry.split(","); return [Number(p[0]), Number(p[1]), p[2]]; });
      if (!points.every(function (p) { return isFinite(p[0]) && isFinite(p[1]) && p[2]; })) return null;
    }
    return positions.every(isFinite) ? { positions: positions, points: points } : null;
  }

  /* twin: { inputs, position(input), changed(), numbers(alt, readouts), say(input, words), limit(last) } */
  shared.touch = function (root, twin) {
    var source = root.querySelector(".kc-scene");
    if (!source || !shared.stage) return null;
    var name = root.dataset.kcFrames, first = JSON.parse(source.textContent), chosen = JSON.parse(source.dataset.kcChosen);
    var place = root.querySelector(".kc-stage"), awake = false, busy = false, again = false, resting = 0, began = 0, wanted = null;
    var stored = twin.inputs.map(twin.position);
    place.textContent = "";
    var made = shared.stage(place, { link: true, changed: function () { began = performance.now(); ask(); } });
    made.show(first, false);

    function rest() { // once the hand rests, the address says where everything stands
      clearTimeout(resting);
      resting = setTimeout(function () {
        var there = new URL(location.href), at = twin.inputs.map(twin.position), points = made.points();
        if (points || String(at) !== String(stored)) there.searchParams.set("kc-" + name, written(at, points));
        else there.searchParams.delete("kc-" + name);
        history.replaceState(history.state, "", there);
      }, REST);
    }

    function problem(words) {
      var note = root.querySelector(".kc-problem");
      if (!words) { if (note) note.remove(); return; }
      if (!note) {
        note = document.createElement("p");
        note.className = "kc-problem";
        note.setAttribute("role", "alert");
        place.before(note);
      }
      note.textContent = words;
    }

    function ask() { // one question at a time; of several moves meanwhile the last counts
      if (busy) { again = true; return; }
      busy = true;
      root.dataset.kcBusy = "";
      again = false;
      var moving = made.held(), asked = began;
      var request = { tool: "scene", name: name, positions: twin.inputs.map(twin.position), points: made.points(), brief: moving };
      root.kcAsked = request;
      shared.live.ask(JSON.stringify(request), ["scipy"], root.dataset.kcComputed ? PATIENCE : FIRST).then(JSON.parse).then(function (answer) {
        busy = false;
        problem(answer.error);
        if (!answer.error) {
          made.show(answer.scene, false);
          if (asked) { shared.frameTimes.push(performance.now() - asked); began = began === asked ? 0 : began; }
          twin.numbers(answer.scene.alt, answer.scene.readouts);
          twin.inputs.forEach(function (input, i) { twin.say(input, answer.texts[i]); });
          if (answer.last !== null) twin.limit(answer.last);
          root.dataset.kcComputed = String(Number(root.dataset.kcComputed || 0) + 1);
        }
        if (again || (moving && !made.held())) ask();
        else delete root.dataset.kcBusy;
      }, function (error) { busy = false; delete root.dataset.kcBusy; problem(error.message); });
      rest();
    }

    function woken() {
      awake = true;
      made.free();
      twin.inputs.forEach(function (input) { if ("kcBetween" in input.dataset) input.step = "0.01"; });
      if (wanted) { set(wanted.positions); made.put(wanted.points); wanted = null; problem(""); }
      ask();
    }

    function set(positions) {
      twin.inputs.forEach(function (input, i) {
        if (positions[i] === undefined) return;
        if (input.type === "checkbox") input.checked = Boolean(positions[i]);
        else input.value = positions[i];
      });
    }

    function restore() {
      var word = new URLSearchParams(location.search).get("kc-" + name), found = word && read(word);
      if (!found) return;
      set(found.positions);
      if (found.points || String(twin.inputs.map(twin.position)) !== String(found.positions)) {
        wanted = found;
        problem("This address holds a state of its own. Wake Python below to see it.");
      }
      twin.changed();
      root.scrollIntoView();
    }

    twin.inputs.forEach(function (input, i) {
      if (chosen.indexOf(i) >= 0) input.addEventListener("change", function () { made.put(null); });
    });
    document.addEventListener("kernelcourse:python", function () { if (shared.live) woken(); });
    setTimeout(restore, 0); // after twin.js has brought the controls to life
    return {
      takes: function () { if (!awake) rest(); return awake; },
      ask: ask,
      show: function (data, frame) { made.show(unpacked(data, frame), true); }
    };
  };
})();
