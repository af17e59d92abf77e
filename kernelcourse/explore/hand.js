/* A hand on a scene: points are dragged, added, removed and taken back, by pointer, touch or keyboard. What follows from
   that is computed by Python; the host is told and answers with a new scene. */

const NEAR = 15, OUT = 14, STEP = 0.01, SMOOTH = 180; // points, points, share of a span, milliseconds
let made = 0;

/* stage(el, { changed(points, moving), link }) → { show(scene, smooth), free(), points(), put(points), held() }
   `points` is null while they are the exhibit's own, otherwise [[x, y, group], …]. Nothing moves before free(). */
function stage(el, host) {
  const name = `kc-stage-${(made += 1)}`;
  let scene = null, mine = null, past = [], chosen = -1, drag = null, panes = [], moving = 0, speaking = 0;

  el.classList.add("kc-hands");
  el.innerHTML = `<div class="kc-panels" role="group"></div><div class="kc-hand-bar" role="group" aria-label="Points" hidden>
    <button type="button" data-kc-do="undo">Undo</button><button type="button" data-kc-do="reset">Reset points</button>
    <button type="button" data-kc-do="add">Add a point</button><button type="button" data-kc-do="remove">Remove the chosen point</button>
    <label hidden>New points <select></select></label>${host.link ? '<button type="button" data-kc-do="link">Copy the link</button>' : ""}</div>
    <p class="kc-hand-help" hidden>Drag a point. Click an empty place to add one, drag one out of the picture to remove it. By keyboard: Page Up and Page Down choose a point, arrow keys move it (with Shift farther), Insert adds, Delete removes, Ctrl+Z takes back.</p>
    <p class="kc-said" role="status"></p>`;
  const grid = el.querySelector(".kc-panels"), bar = el.querySelector(".kc-hand-bar"), said = el.querySelector(".kc-said");
  const button = (what) => bar.querySelector(`[data-kc-do=${what}]`), group = bar.querySelector("select");

  const list = () => mine || scene.hand.points.map(([x, y], i) => [x, y, scene.hand.groups[i]]);
  const copy = (points) => points.map((point) => point.slice());

  function build() { // one drawing for each panel, once
    const [width, height] = scene.size, across = Math.round(width * 4 / 3), down = Math.round(height * 4 / 3);
    grid.innerHTML = scene.panels.map((_, i) => `<div class="kc-cell"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${across}" height="${down}" style="max-width:min(100%,${across}px);--kc-w:${width}" fill="currentColor" font-size="10.5" font-family="system-ui,Helvetica,Arial,sans-serif" stroke-linejoin="round" role="img"></svg></div>`).join("");
    panes = [...grid.querySelectorAll("svg")];
    group.innerHTML = scene.hand.choices.map(([meaning, text]) => `<option value="${safe(meaning)}">${safe(text)}</option>`).join("");
    bar.querySelector("label").hidden = scene.hand.choices.length < 2;
  }

  function free() {
    if (!bar.hidden) return;
    el.querySelector(".kc-hand-help").hidden = bar.hidden = false;
    panes[0].tabIndex = 0;
    panes[0].setAttribute("role", "application");
    panes[0].setAttribute("aria-roledescription", "points to move");
    hold(panes[0]);
  }

  function handle([x, y, meaning], i, to) {
    const px = to.x(x), py = to.y(y), out = drag && drag.point === i && drag.out;
    const ring = i === chosen ? `<circle cx="${short(px)}" cy="${short(py)}" r="8" fill="none" stroke="currentColor" stroke-width="1.4"/>` : "";
    return `<g class="kc-grip"${out ? ' opacity=".35"' : ""}>${ring}<circle cx="${short(px)}" cy="${short(py)}" r="9" fill="transparent"/><path d="${shape(meaning, px, py, 3.6)}" fill="${colour(meaning)}" stroke="var(--kc-paper)" stroke-width=".6"/></g>`;
  }

  function paint(shown) {
    shown.panels.forEach((panel, i) => {
      const to = axes(panel);
      const points = i ? [] : (mine || shown.hand.points.map(([x, y], j) => [x, y, shown.hand.groups[j]]));
      panes[i].innerHTML = drawPanel(panel, `${name}-${i}`) + points.map((point, j) => handle(point, j, to)).join("") +
        panel.marks.filter(onTop).map((mark) => drawMark(mark, to, panel.box)).join("");
    });
  }

  function called(point, i) {
    const found = scene.hand.choices.find(([meaning]) => meaning === point[2]);
    const at = [point[0], point[1]].map((v) => v.toFixed(2).replace("-", "−")).join(", ");
    return `Point ${i + 1} of ${list().length}${found ? ", " + found[1] : ""}, at ${at}`;
  }

  function say(text) { clearTimeout(speaking); speaking = setTimeout(() => { said.textContent = text; }, 250); }

  function refresh() {
    paint(scene);
    button("undo").disabled = !past.length;
    button("reset").disabled = !mine;
    button("remove").disabled = chosen < 0 || list().length <= scene.hand.least;
    button("add").disabled = list().length >= scene.hand.most;
    grid.setAttribute("aria-label", scene.alt);
    panes.forEach((pane, i) => pane.setAttribute("aria-label", scene.panels[i].title + (i || chosen < 0 ? "" : `. Chosen: ${called(list()[chosen], chosen)}`)));
  }

  function remember() { past.push(mine && copy(mine)); if (past.length > 100) past.shift(); }
  function tell(now) { refresh(); host.changed(mine && copy(mine), Boolean(now)); }

  function put(points) { mine = points; chosen = -1; past = []; if (scene) refresh(); }
  function choose(i) { chosen = i; refresh(); if (i >= 0) say(called(list()[i], i)); }

  function move(i, x, y, now) { mine = mine || copy(list()); mine[i] = [x, y, mine[i][2]]; tell(now); }
  function add(x, y) {
    if (list().length >= scene.hand.most) return say(`There are ${scene.hand.most} points already, the most there may be.`);
    remember();
    mine = copy(list());
    mine.push([x, y, group.value || scene.hand.groups[0]]);
    chosen = mine.length - 1;
    tell();
    say("Added. " + called(mine[chosen], chosen));
  }
  function remove(i) {
    if (list().length <= scene.hand.least) { say(`At least ${scene.hand.least} points must stay.`); return false; }
    mine = copy(list());
    mine.splice(i, 1);
    chosen = -1;
    tell();
    say(`Removed; ${mine.length} points are left.`);
    return true;
  }
  function undo() { if (past.length) { mine = past.pop(); chosen = -1; tell(); say("Taken back."); } }
  function reset() { if (mine) { remember(); mine = null; chosen = -1; tell(); say("The points are back."); } }

  bar.addEventListener("click", (event) => {
    const what = event.target.dataset && event.target.dataset.kcDo;
    if (what === "undo") undo();
    if (what === "reset") reset();
    if (what === "remove" && chosen >= 0) { remember(); if (!remove(chosen)) past.pop(); refresh(); }
    if (what === "link") navigator.clipboard.writeText(location.href).then(() => say("Copied."), () => say("The address bar holds the link."));
    if (what === "add") { const { xlim, ylim } = scene.panels[0]; add((xlim[0] + xlim[1]) / 2, (ylim[0] + ylim[1]) / 2); }
  });

  function hold(pane) { // pointer and keyboard on the first panel
    const place = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(pane.getScreenCTM().inverse());
      return [at.x, at.y];
    };
    const nearest = (px, py) => {
      const to = axes(scene.panels[0]);
      let best = -1, least = NEAR;
      list().forEach(([x, y], i) => { const d = Math.hypot(to.x(x) - px, to.y(y) - py); if (d < least) { best = i; least = d; } });
      return best;
    };
    pane.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const [px, py] = place(event), point = nearest(px, py);
      drag = { point, px, py, began: false, out: false };
      if (point >= 0) { pane.setPointerCapture(event.pointerId); choose(point); event.preventDefault(); pane.focus({ preventScroll: true }); }
    });
    pane.addEventListener("pointermove", (event) => {
      const [px, py] = place(event), to = axes(scene.panels[0]);
      if (!drag || drag.point < 0) { hover(px, py, to); return; }
      if (!drag.began && Math.hypot(px - drag.px, py - drag.py) < 2) return;
      if (!drag.began) { drag.began = true; remember(); }
      drag.out = to.away(px, py) > OUT;
      const [x, y] = to.back(px, py);
      if (drag.out) { mine = mine || copy(list()); mine[drag.point] = [x, y, mine[drag.point][2]]; refresh(); }
      else move(drag.point, x, y, true);
    });
    pane.addEventListener("pointerup", (event) => {
      const ended = drag, [px, py] = place(event), to = axes(scene.panels[0]);
      drag = null;
      if (!ended) return;
      if (ended.point < 0) {
        if (Math.hypot(px - ended.px, py - ended.py) < 4 && to.away(px, py) <= 0) add(...to.back(px, py));
      } else if (ended.out) { if (!remove(ended.point)) { mine = past.pop(); tell(); } }
      else if (ended.began) { tell(); say(called(list()[ended.point], ended.point)); }
    });
    pane.addEventListener("pointercancel", () => { if (drag && drag.began) { mine = past.pop(); tell(); } drag = null; });
    pane.addEventListener("keydown", (event) => {
      const count = list().length, { xlim, ylim } = scene.panels[0], far = STEP * (event.shiftKey ? 10 : 1);
      const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (event.key === "PageDown") choose((chosen + 1) % count);
      else if (event.key === "PageUp") choose((chosen < 0 ? count : chosen + count - 1) % count);
      else if (event.key === "Escape") choose(-1);
      else if (event.key === "Insert" || event.key === "+") button("add").click();
      else if ((event.key === "Delete" || event.key === "Backspace") && chosen >= 0) button("remove").click();
      else if (event.key === "z" && (event.ctrlKey || event.metaKey)) undo();
      else if (arrow) {
        if (chosen < 0) choose(0);
        const [x, y] = list()[chosen], inside = (v, [a, b]) => Math.min(Math.max(v, a), b);
        remember();
        move(chosen, inside(x + arrow[0] * far * (xlim[1] - xlim[0]), xlim), inside(y + arrow[1] * far * (ylim[1] - ylim[0]), ylim));
        say(called(list()[chosen], chosen));
      } else return;
      event.preventDefault();
    });
    pane.addEventListener("pointerleave", () => { if (!drag) pane.querySelectorAll(".kc-hover").forEach((old) => old.remove()); });
    function hover(px, py, to) {
      pane.querySelectorAll(".kc-hover").forEach((old) => old.remove());
      const [left, top, width, height] = scene.panels[0].box, i = nearest(px, py);
      pane.style.cursor = i >= 0 ? "grab" : to.away(px, py) <= 0 ? "crosshair" : "";
      if (to.away(px, py) > 0) return;
      const [x, y] = i >= 0 ? list()[i] : to.back(px, py);
      const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
      text.setAttribute("class", "kc-hover");
      text.setAttribute("x", left + width);
      text.setAttribute("y", top - 7);
      text.setAttribute("text-anchor", "end");
      text.setAttribute("font-size", ".952em");
      text.textContent = `(${x.toFixed(2)}, ${y.toFixed(2)})`.replace(/-/g, "−");
      pane.appendChild(text);
    }
  }

  function show(next, smooth) {
    const before = scene;
    cancelAnimationFrame(moving);
    scene = next;
    if (!panes.length) build();
    if (mine && next.hand.points.length === mine.length) mine.forEach((point, i) => { point[2] = next.hand.groups[i]; });
    if (chosen >= list().length) chosen = -1;
    if (smooth && before && !matchMedia("(prefers-reduced-motion: reduce)").matches && between(before.panels, next.panels, 1)) {
      const began = performance.now();
      const frame = (now) => {
        const share = Math.min(1, (now - began) / SMOOTH);
        if (share >= 1) { refresh(); return; }
        paint({ panels: between(before.panels, next.panels, share), hand: next.hand });
        moving = requestAnimationFrame(frame);
      };
      moving = requestAnimationFrame(frame);
    } else refresh();
  }

  return { show, put, free, points: () => mine && copy(mine), held: () => Boolean(drag && drag.began) };
}

/* In a notebook: the widget's `scene` is shown, what the hand does goes into `touched`. */
function render({ model, el }) {
  const shown = stage(el, { changed(points, moving) { model.set("touched", { points, moving }); model.save_changes(); } });
  model.on("change:scene", () => shown.show(model.get("scene"), false));
  model.on("msg:custom", (told) => { if (told === "put back") shown.put(null); });
  shown.show(model.get("scene"), false);
  shown.free();
}
