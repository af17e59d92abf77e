/* Typesets formulas once, while the book is built: JSON in on stdin, JSON out on stdout.
     in:  {mathjax: folder, macros: {…}, formulas: [{source, display, kind: "TeX" or "MathML"}, …]}
     out: {formulas: [{html, width} or {error}, …], css}                  width: of the whole formula, in em
   Beside the drawing stands the same formula as MathML for those who hear the page. Where a line of print may end,
   after an outermost relation, sign or comma, stands <wbr>. */
"use strict";
const { readFileSync, writeSync } = require("fs");
const { join } = require("path");
const asked = JSON.parse(readFileSync(0, "utf8"));

const BREAKS = new Set("=≠<>≤≥≪≫≈≡∼≃≅∝∈∉⊂⊆⊃→←↔⇒⇐⇔↦⟼⟺⟹⟸⟶+−-±∓×⋅·⊗⊕⊙∘∪∩∧∨,;:∣…⋯");
const WIDEST = 11; // em: what is wider must be able to break on a telephone
const LEAST = 3; // em: of a narrower formula in a line of words no smaller part stands alone, but for cells of a table
const SIGNS = new Set("+−-±∓"); // between two terms, or in front of one: = −1
const JOINS = 2, OPENS = 4, CLOSES = 5; // MathJax's numbers for the classes of TeX
const ROWS = ["mrow", "mstyle", "TeXAtom", "inferredMrow"];

/* The outermost row of a formula; a group around everything is not yet a row. */
function outermost(wrapper) {
  let row = wrapper;
  while (row.childNodes.length === 1 && ROWS.some((kind) => row.childNodes[0].node.isKind(kind))) row = row.childNodes[0];
  return row;
}

/* The same, where the lines of the row are lines of the text around it: a group in a box would have lines of its own. */
function opened(adaptor, wrapper) {
  const row = outermost(wrapper);
  for (let group = row; group !== wrapper; group = group.parent) if (group.chtml) adaptor.setStyle(group.chtml, "display", "inline");
  return row;
}

/* A formula on one line is its own row; in a column of aligned lines every cell is one, in columns of columns too. */
function rowsOf(row) {
  const tables = row.childNodes.filter((child) => child.node.isKind("mtable"));
  const cells = tables.flatMap((table) => table.childNodes.flatMap((line) => line.childNodes));
  return [row, ...cells.flatMap((cell) => rowsOf(outermost(cell)))];
}

function isOpenRow(child) { // a row inside a row, without brackets of its own
  if (!child.chtml || !child.node.isKind("mrow") || child.childNodes.length < 2) return false;
  const first = child.childNodes[0].node;
  return !(first.isKind("mo") && "([{⟨⌊⌈|‖∥".includes(first.getText()));
}

const breadth = (wrapper) => { const box = wrapper.getBBox(); return (box.L + box.w + box.R) * box.rscale; };

function isSpace(child) { // \quad comes in a group of its own
  const inner = outermost(child);
  return inner.node.isKind("mspace") || (inner.childNodes.length === 1 && inner.childNodes[0].node.isKind("mspace"));
}

function mayEnd(child, next) { // may a line of print end after this sign or space?
  if (isSpace(child)) return breadth(child) >= 0.9;
  if (isSpace(next)) return false; // after the space, then
  if (!child.node.isKind("mo") || !BREAKS.has(child.node.getText())) return false;
  if (SIGNS.has(child.node.getText()) && child.node.texClass !== JOINS) return false; // the sign of what follows
  return child.node.attributes.get("form") !== "prefix" && startsLine(next);
}

function startsLine(child) { // no line of print starts with a comma
  return !(child.node.isKind("mo") && ",;:.".includes(child.node.getText()));
}

/* A line may end here; the space that would follow stands before the end, so that the next line starts at the edge. */
function end(adaptor, sign, next, rare = false) {
  const space = adaptor.getAttribute(next, "space");
  if (space && !adaptor.getAttribute(sign, "rspace")) {
    adaptor.removeAttribute(next, "space");
    adaptor.setAttribute(sign, "rspace", space);
  }
  adaptor.insert(adaptor.node("wbr", rare ? { class: "kc-rare" } : {}), next);
}

function allowBreaks(adaptor, row, deep = false, least = 0) {
  let depth = 0, piece = [], before = 0;
  const last = row.childNodes.length - 1;
  const whole = row.childNodes.reduce((sum, each) => sum + breadth(each), 0);
  row.childNodes.forEach((child, place) => {
    if (depth === 0 && isOpenRow(child)) {
      adaptor.setStyle(child.chtml, "display", "inline");
      allowBreaks(adaptor, child, deep);
    } else piece.push(child);
    const operator = child.node.isEmbellished ? child.node.coreMO() : null; // also the ) of )²
    if (operator && operator.texClass === OPENS) depth += 1;
    if (operator && operator.texClass === CLOSES) depth -= 1;
    before += breadth(child);
    const here = place > 0 && place < last && child.chtml && (deep || depth === 0) && mayEnd(child, row.childNodes[place + 1]);
    const after = here && adaptor.next(child.chtml);
    if (after) end(adaptor, child.chtml, after, Math.min(before, whole - before) < least);
    if (after || place === last) {
      if (piece.reduce((sum, each) => sum + breadth(each), 0) > WIDEST) loosen(adaptor, piece, deep);
      piece = [];
    }
  });
}

/* A piece wider than a telephone may also end its lines inside brackets, and inside the base of a power. */
function loosen(adaptor, piece, deep) {
  piece.forEach((child, place) => {
    if (!child.chtml) return;
    const after = !deep && place > 0 && place < piece.length - 1 && mayEnd(child, piece[place + 1]) && adaptor.next(child.chtml);
    if (after) end(adaptor, child.chtml, after);
    let inner = child;
    if (["msup", "msub", "msubsup"].some((kind) => child.node.isKind(kind))) inner = child.childNodes[0];
    if (!ROWS.some((kind) => inner.node.isKind(kind)) || breadth(inner) < WIDEST / 2 || !inner.chtml) return;
    for (let wrapper = inner; ; wrapper = wrapper.childNodes[0]) { // down to the row that holds the signs
      if (wrapper.chtml) adaptor.setStyle(wrapper.chtml, "display", "inline");
      if (wrapper === outermost(inner)) break;
    }
    if (inner !== child) adaptor.setStyle(child.chtml, "display", "inline");
    allowBreaks(adaptor, outermost(inner), true);
  });
}

function plain(mml) { // characters as themselves, but for the three that HTML needs
  return mml.replace(/\n\s*/g, "").replace(/&#x([0-9A-F]+);/gi, (found, code) =>
    ["3C", "3E", "26"].includes(code.toUpperCase()) ? found : String.fromCodePoint(parseInt(code, 16)));
}

function typeset(formula, { adaptor, document, output, toMML }, inputs) {
  const item = new document.options.MathItem(formula.source, inputs[formula.kind], formula.display);
  item.start.node = adaptor.body(document.document);
  item.setMetrics(16, 8, 1e6, 1e6, 1);
  item.compile(document);
  const mml = toMML(item.root);
  const wrong = /<merror[^>]*data-mjx-error="([^"]*)"/.exec(mml);
  if (wrong) return { error: wrong[1] };
  let width = 0;
  output.processMath = (root, parent) => { // MathJax's own two steps, with a look at the result before it is let go
    const wrapper = output.factory.wrap(root);
    wrapper.toCHTML(parent);
    width = wrapper.getBBox().w;
    const least = formula.display || width > WIDEST ? 0 : LEAST;
    rowsOf(opened(adaptor, wrapper)).forEach((row) => allowBreaks(adaptor, row, false, least));
  };
  item.typeset(document);
  const container = item.typesetRoot;
  for (const math of adaptor.tags(container, "mjx-math")) adaptor.setAttribute(math, "aria-hidden", "true");
  return { html: adaptor.innerHTML(container), width, mml: plain(mml) };
}

globalThis.MathJax = {
  loader: { paths: { mathjax: asked.mathjax }, require, load: ["adaptors/liteDOM", "input/tex", "input/mml", "output/chtml"] },
  tex: { packages: { "[-]": ["noundefined", "autoload", "require"] }, macros: asked.macros, tags: "none" },
  chtml: { adaptiveCSS: false, fontURL: "mathjax", matchFontHeight: false },
  startup: { typeset: false },
};
require(join(asked.mathjax, "startup.js"));
MathJax.loader.load(...MathJax.config.loader.load).then(() => {
  const { adaptor, output, document } = MathJax.startup;
  const tools = { adaptor, document, output, toMML: (root) => MathJax.startup.toMML(root) };
  const inputs = Object.fromEntries(document.inputJax.map((jax) => [jax.name, jax]));
  const formulas = asked.formulas.map((formula) => typeset(formula, tools, inputs));
  const css = adaptor.textContent(output.styleSheet(document));
  const text = JSON.stringify({ formulas, css });
  for (let at = 0; at < text.length; at += 65536) writeAll(text.slice(at, at + 65536));
}).catch((problem) => { console.error(problem); process.exit(1); });

function writeAll(text) { // a pipe may be full
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length;) {
    try { at += writeSync(1, bytes, at); } catch (problem) { if (problem.code !== "EAGAIN") throw problem; }
  }
}
