/* A scene (kernelcourse/scene/marks.py) as SVG. Python computes, this file draws: there is no mathematics here beyond
   putting coordinates on a screen. With hand.js it makes one script for pages and notebooks (stage.py). */

const DASH = { b: "5 2", truth: "1 1.5", support: "5 1.5 1 1.5", mistake: "3 1.5" };

const colour = (meaning) => (meaning === "ink" ? "currentColor" : `var(--kc-${meaning})`);
const words = (meaning) => (meaning === "ink" ? "currentColor" : `var(--kc-${meaning}-text)`);
const safe = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const short = (value) => Math.round(value * 10) / 10;

function shape(meaning, x, y, r) { // every meaning has a shape, so that colour never stands alone
  const p = (dx, dy) => `${short(x + dx * r)} ${short(y + dy * r)}`;
  if (meaning === "b") return `M${p(-0.9, -0.9)}L${p(0.9, -0.9)}L${p(0.9, 0.9)}L${p(-0.9, 0.9)}Z`;
  if (meaning === "fit") return `M${p(0, -1.1)}L${p(1, 0.8)}L${p(-1, 0.8)}Z`;
  if (meaning === "support") return `M${p(0, -1.2)}L${p(1.2, 0)}L${p(0, 1.2)}L${p(-1.2, 0)}Z`;
  const cross = (w, l) => `M${p(-w, -l)}L${p(w, -l)}L${p(w, -w)}L${p(l, -w)}L${p(l, w)}L${p(w, w)}L${p(w, l)}L${p(-w, l)}L${p(-w, w)}L${p(-l, w)}L${p(-l, -w)}L${p(-w, -w)}Z`;
  if (meaning === "ink") return cross(0.55, 1.6);
  if (meaning === "mistake") return `M${p(-1, -0.5)}L${p(-0.5, -1)}L${p(0, -0.5)}L${p(0.5, -1)}L${p(1, -0.5)}L${p(0.5, 0)}L${p(1, 0.5)}L${p(0.5, 1)}L${p(0, 0.5)}L${p(-0.5, 1)}L${p(-1, 0.5)}L${p(-0.5, 0)}Z`;
  const q = meaning === "truth" ? r * 0.7 : r;
  return `M${short(x - q)} ${short(y)}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0Z`;
}

function axes(panel) { // coordinates ↔ places in the drawing
  const [left, top, width, height] = panel.box, [x0, x1] = panel.xlim, [y0, y1] = panel.ylim;
  return {
    x: (v) => left + ((v - x0) / (x1 - x0)) * width, y: (v) => top + ((y1 - v) / (y1 - y0)) * height,
    back: (px, py) => [x0 + ((px - left) / width) * (x1 - x0), y1 - ((py - top) / height) * (y1 - y0)],
    away: (px, py) => Math.max(left - px, px - left - width, top - py, py - top - height),
  };
}

const onTop = (mark) => mark.kind === "points" && mark.meaning === "ink"; // centres: no other point may hide them
const pairs = (at) => Array.from({ length: at.length / 2 }, (_, i) => [at[2 * i], at[2 * i + 1]]);
const path = (at, to) => pairs(at).map(([x, y], i) => `${i ? "L" : "M"}${short(to.x(x))} ${short(to.y(y))}`).join("");

function drawMark(mark, to, box) {
  const paint = colour(mark.meaning), text = `fill="${words(mark.meaning)}"`;
  if (mark.kind === "line") {
    const dash = mark.thin && mark.meaning === "truth" ? "3 2" : DASH[mark.meaning];
    const width = mark.thin ? 1 : 1.8;
    const dots = mark.dots ? pairs(mark.at).map(([x, y]) => shape(mark.meaning, to.x(x), to.y(y), 2.8)).join("") : "";
    return `<path d="${path(mark.at, to)}" fill="none" stroke="${paint}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash.split(" ").map((d) => d * width).join(" ")}"` : ""}/>` +
      (dots ? `<path d="${dots}" fill="${paint}"/>` : "");
  }
  const rim = onTop(mark) ? 1.2 : 0.6;
  if (mark.kind === "points") return `<path d="${pairs(mark.at).map(([x, y]) => shape(mark.meaning, to.x(x), to.y(y), 3.2)).join("")}" fill="${paint}" stroke="var(--kc-paper)" stroke-width="${rim}"/>`;
  if (mark.kind === "rings") return pairs(mark.at).map(([x, y]) => `<circle cx="${short(to.x(x))}" cy="${short(to.y(y))}" r="7" fill="none" stroke="${paint}" stroke-width="1.6"/>`).join("");
  if (mark.kind === "label") return `<text x="${short(to.x(mark.at[0]) + 4)}" y="${short(to.y(mark.at[1]) - 4)}" ${text}>${safe(mark.text)}</text>`;
  if (mark.kind === "note") {
    const [up, side] = mark.corner.split(" "), [left, top, width, height] = box;
    return `<text x="${left + width * (side === "left" ? 0.02 : 0.98)}" y="${up === "upper" ? top + 12 : top + height - 5}" text-anchor="${side === "left" ? "start" : "end"}" font-weight="700" ${text}>${safe(mark.text)}</text>`;
  }
  return "";
}

function regions(marks, to) { // those of one meaning are one path: a clockwise polygon is a hole
  const found = new Map();
  marks.filter((mark) => mark.kind === "region").forEach((mark) => {
    const key = mark.meaning + (mark.full ? " full" : "");
    found.set(key, (found.get(key) || "") + path(mark.at, to) + "Z");
  });
  return [...found].map(([key, d]) => `<path d="${d}" fill="${colour(key.split(" ")[0])}"${key.endsWith("full") ? "" : ' fill-opacity=".13"'}/>`).join("");
}

function drawPanel(panel, clip) {
  const [left, top, width, height] = panel.box, to = axes(panel), low = top + height;
  const tick = 'fill="currentColor" font-size=".952em"';
  const part = [`<defs><clipPath id="${clip}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath></defs>`];
  panel.xticks.forEach(([v, text]) => {
    const x = short(to.x(v));
    if (panel.grid) part.push(`<path d="M${x} ${top}V${low}" stroke="var(--kc-faint)" stroke-width=".6"/>`);
    part.push(`<path d="M${x} ${low}v3.5" stroke="var(--kc-soft)" stroke-width=".8"/><text x="${x}" y="${low + 14}" text-anchor="middle" ${tick}>${safe(text)}</text>`);
  });
  panel.yticks.forEach(([v, text]) => {
    const y = short(to.y(v));
    if (panel.grid) part.push(`<path d="M${left} ${y}h${width}" stroke="var(--kc-faint)" stroke-width=".6"/>`);
    part.push(`<path d="M${left} ${y}h-3.5" stroke="var(--kc-soft)" stroke-width=".8"/><text x="${left - 6}" y="${y + 3.6}" text-anchor="end" ${tick}>${safe(text)}</text>`);
  });
  part.push(`<g clip-path="url(#${clip})">${regions(panel.marks, to)}</g>`,
    `<path d="M${left} ${top}V${low}h${width}" fill="none" stroke="var(--kc-soft)" stroke-width=".8"/>`,
    `<text x="${left}" y="${top - 7}">${safe(panel.title)}</text>`,
    `<text x="${left + width / 2}" y="${low + 29}" text-anchor="middle">${safe(panel.x)}</text>`,
    `<text transform="translate(${left - 38} ${top + height / 2}) rotate(-90)" text-anchor="middle">${safe(panel.y)}</text>`,
    `<g clip-path="url(#${clip})">${panel.marks.filter((m) => m.kind === "line").map((m) => drawMark(m, to, panel.box)).join("")}</g>`,
    panel.marks.filter((m) => m.kind !== "line" && m.kind !== "region" && !onTop(m)).map((m) => drawMark(m, to, panel.box)).join(""));
  return part.join("");
}

/* A scene on the way from one to another; null where they are not made alike. */
function between(from, to, share) {
  if (typeof to === "number") return typeof from === "number" ? from + (to - from) * share : null;
  if (to === null || typeof to !== "object") return to;
  if (from === null || typeof from !== "object" || Array.isArray(from) !== Array.isArray(to)) return null;
  if (Array.isArray(to) && from.length !== to.length) return null;
  const found = Array.isArray(to) ? [] : {};
  for (const key of Object.keys(to)) {
    const value = between(from[key], to[key], share);
    if (value === null && to[key] !== null) return null;
    found[key] = value;
  }
  return found;
}
