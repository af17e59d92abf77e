/* The rings on the landing page rise once, unless the reader wants no motion; then drag to turn, or use the sliders. A
   sentence says what is to be seen. */
(function () {
  "use strict";
  var shared = window.kernelcourse, SVG = "http://www.w3.org/2000/svg", FLAT = 0.05;

  function draw(name, attributes) {
    var element = document.createElementNS(SVG, name);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    return element;
  }

  function bring(figure) {
    var data = JSON.parse(figure.dataset.rings), turn = 0.5, tilt = 0.42, lift = 1;
    var stage = draw("svg", { class: "cover kc-turning", viewBox: "-215 -150 430 340", role: "img" });
    var old = figure.querySelector("svg");
    var label = old.querySelector("title");
    stage.setAttribute("aria-label", label ? label.textContent : "Two rings, lifted");
    old.replaceWith(stage);

    function place(x, y, z) { // seen from the side, `tilt` above the floor
      var u = x * Math.cos(turn) - y * Math.sin(turn), v = x * Math.sin(turn) + y * Math.cos(turn);
      return [58 * u, 52 * v * Math.sin(tilt) - 38 * z * Math.cos(tilt) + 60, v];
    }
    function outline(z) {
      return [[-2.5, -2.5], [2.5, -2.5], [2.5, 2.5], [-2.5, 2.5]].map(function (c) { return place(c[0], c[1], z).slice(0, 2).map(Math.round).join(","); }).join(" ");
    }
    function point(p) {
      var at = place(p[0], p[1], lift * (p[0] * p[0] + p[1] * p[1]));
      return p[2] ? draw("circle", { class: "a", cx: at[0].toFixed(1), cy: at[1].toFixed(1), r: 4.6 })
        : draw("rect", { class: "b", x: (at[0] - 4).toFixed(1), y: (at[1] - 4).toFixed(1), width: 8, height: 8 });
    }
    function paint() {
      stage.textContent = "";
      stage.appendChild(draw("polygon", { class: "floor", points: outline(0) }));
      var far = function (a, b) { return place(a[0], a[1], 0)[2] - place(b[0], b[1], 0)[2]; };
      var below = data.points.filter(function (p) { return lift * (p[0] * p[0] + p[1] * p[1]) <= lift * data.height; }).sort(far);
      var above = data.points.filter(function (p) { return below.indexOf(p) < 0; }).sort(far);
      below.forEach(function (p) { stage.appendChild(point(p)); });
      if (lift >= FLAT) stage.appendChild(draw("polygon", { class: "plane", points: outline(lift * data.height) }));
      above.forEach(function (p) { stage.appendChild(point(p)); });
      var now = lift < FLAT ? "Flat: no straight line separates the two rings." : tilt < 0.06 ? "Seen edge-on, the plane is a line, with one ring on either side."
        : "Lifted: a plane has one ring above it and one below. Turn and tilt it until you see it edge-on.";
      if (said.textContent !== now) said.textContent = now;
    }

    var controls = shared.make("div", { class: "kc-rings-controls" }), hands = {}, said = shared.make("p", { class: "kc-rings-said", role: "status" });
    [["Lift", 0, 100, 100, function (v) { lift = v / 100; }], ["Tilt", 0, 43, 24, function (v) { tilt = v * Math.PI / 180; }], ["Turn", 0, 360, 30, function (v) { turn = v * Math.PI / 180; }]].forEach(function (row) {
      var name = shared.make("label", {}, row[0] + " "), input = shared.make("input", { type: "range", min: row[1], max: row[2], value: row[3] });
      input.addEventListener("input", function () { row[4](Number(input.value)); paint(); });
      name.appendChild(input);
      controls.appendChild(name);
      hands[row[0]] = input;
    });
    figure.appendChild(said);
    figure.appendChild(controls);

    var from = null;
    stage.addEventListener("pointerdown", function (event) { from = [event.clientX, event.clientY, turn, tilt]; stage.setPointerCapture(event.pointerId); });
    stage.addEventListener("pointermove", function (event) {
      if (!from) return;
      turn = from[2] + (event.clientX - from[0]) / 120;
      tilt = Math.max(0, Math.min(0.75, from[3] + (event.clientY - from[1]) / 200));
      hands.Turn.value = ((turn * 180 / Math.PI) % 360 + 360) % 360;
      hands.Tilt.value = tilt * 180 / Math.PI;
      paint();
    });
    ["pointerup", "pointercancel"].forEach(function (kind) { stage.addEventListener(kind, function () { from = null; }); });

    function rise(start) {
      var rest = 900, taken = 1800;
      hands.Lift.addEventListener("input", function () { start = null; });
      (function frame(now) {
        if (start === null) return;
        var share = Math.min(1, Math.max(0, (now - start - rest) / taken));
        lift = share * share * (3 - 2 * share);
        hands.Lift.value = 100 * lift;
        paint();
        if (share < 1) requestAnimationFrame(frame);
      })(start);
    }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) paint(); else rise(performance.now());
  }

  shared.whenReady(function () { document.querySelectorAll(".kc-rings").forEach(bring); });
})();
