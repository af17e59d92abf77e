/* A formula that a reader types is looked for in the book's formulas: letters and signs in their order, whatever the
   brackets; (x.z + 1)^2 also finds (x · z + c)^p, and who writes y for z finds z. Data in, entries out. */
(function () {
  "use strict";
  var shared = window.kernelcourse;
  var GREEK = { alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", eta: "η", kappa: "κ", lambda: "λ", lam: "λ", mu: "μ", nu: "ν", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", psi: "ψ", omega: "ω", pi: "π" };
  var OTHERS = { exp: "e", sum: "∑", sqrt: "√", inv: "− 1", infty: "∞", infinity: "∞", top: "⊤", transpose: "⊤" };
  var FUNCTIONS = /^(log|cos|sin|min|max|tanh|det|tr|arccos)$/;
  var SILENT = /^(norm|abs|frac|left|right|cdot|langle|rangle|mathbf|bar|hat|dot|inner)$/; // drawn as brackets, bars or nothing
  var MARK = /[=^|\\+*\/<>()²³‖·_√∑]/; // no question in words has these
  var PARAMETER = /^(\d+|[abcdmnpq])$/;
  var KIND = { definition: 1.2, theorem: 1.2, proposition: 1.15, lemma: 1.1, corollary: 1.1, algorithm: 1, equation: 1.05, section: 1, page: 0.9, example: 0.9, remark: 0.8, exercise: 0.7, term: 0.6, name: 0.4 };
  var ENOUGH = 0.3; // of a formula; with less, the question is read as words
  var SHAPE = 0.5; // what the same formula with other constants is worth
  var known = null;

  function even(text) { // one way of writing
    return text.normalize("NFKD").replace(/[\u0300-\u036f\u2061-\u2064]/g, "").replace(/-/g, "−").replace(/ϕ/g, "φ").replace(/ϵ/g, "ε");
  }
  function plain(text) { return even(text).replace(/([a-zα-ω)])\s*⊤\s*(?=[a-zα-ω])/g, "$1 "); } // xᵀz is x · z
  function typed(query) { // as a keyboard has it: ^T, X', \lambda, x^2
    return plain(query.replace(/\\/g, " ").replace(/([A-Z])['’]/g, "$1 ⊤ ").replace(/[a-z]['’](?=\W|$)/g, " z ")
      .replace(/(\^\s*\{?\s*|\.)T\b\}?/g, " ⊤ ").replace(/_\{?\w+\}?/g, " "));
  }
  function spelled(word) { // letters that stand together are a product
    if (GREEK[word] || OTHERS[word]) return (GREEK[word] || OTHERS[word]).split(" ");
    if (SILENT.test(word)) return [];
    return FUNCTIONS.test(word) || word.length === 1 || word.length > 3 ? [word] : word.split("");
  }
  function read(text, ofReader) { // the formula's letters and signs; prose between formulas is one gap
    var found = [];
    (text.match(/[A-Za-z]+|\d+|[α-ω∑√⊤∞≤≥=+−]/g) || []).forEach(function (piece) {
      var low = piece.toLowerCase();
      if (ofReader) found.push.apply(found, spelled(low));
      else found.push(/^[a-z]{2,}$/.test(low) && !FUNCTIONS.test(low) ? (low === "exp" ? "e" : "") : low);
    });
    return found;
  }
  function runs(signs) { // pairs, triples and fours that stand together
    var found = Object.create(null);
    [2, 3, 4].forEach(function (length) {
      for (var at = 0; at + length <= signs.length; at += 1) {
        var run = signs.slice(at, at + length);
        if (run.indexOf("") < 0) found[run.join(" ")] = true;
      }
    });
    return found;
  }
  function shape(signs) { return signs.map(function (sign) { return PARAMETER.test(sign) ? "#" : sign; }); }

  function learn(index) {
    var often = Object.create(null);
    var entries = index.map(function (entry) {
      var signs = read(plain(entry.text)), own = runs(signs), alike = runs(shape(signs));
      Object.keys(Object.assign({}, own, alike)).forEach(function (run) { often[run] = (often[run] || 0) + 1; });
      return { entry: entry, own: own, alike: alike };
    });
    return { index: index, entries: entries, worth: function (run) { return Math.log(1 + index.length / (1 + (often[run] || 0))); } };
  }
  function share(asked, has) { // how much of what is asked for is there
    var all = 0, there = 0;
    Object.keys(asked).forEach(function (run) {
      var worth = known.worth(run);
      all += worth;
      if (has[run]) there += worth;
    });
    return all ? there / all : 0;
  }

  shared.hasSigns = function (query) { return MARK.test(query); };
  shared.isFormula = function (query) { // nothing but a formula, of three letters and signs or more
    var signs = read(typed(query), true);
    return signs.length > 2 && signs.every(function (sign) { return sign.length === 1 || FUNCTIONS.test(sign) || /\d/.test(sign); })
      && (shared.hasSigns(query) || !/[a-z]{2}/i.test(query));
  };

  /* The entries that have most of the formula, best first; none if none has enough of it. */
  shared.searchFormula = function (query, index) {
    if (!known || known.index !== index) known = learn(index);
    var signs = read(typed(query), true), ways = [signs];
    if (signs.indexOf("z") < 0 && signs.indexOf("x") >= 0) ways.push(signs.map(function (sign) { return sign === "y" ? "z" : sign; }));
    var asked = ways.map(function (way) { return [runs(way), runs(shape(way))]; });
    return known.entries.map(function (has) {
      var best = Math.max.apply(null, asked.map(function (way) { return (1 - SHAPE) * share(way[0], has.own) + SHAPE * share(way[1], has.alike); }));
      return [best > ENOUGH ? best * (KIND[has.entry.kind] || 1) * Math.pow(has.entry.place, 2) : 0, has.entry];
    }).filter(function (pair) { return pair[0] > 0; }).sort(function (a, b) { return b[0] - a[0]; }).slice(0, 12).map(function (pair) { return pair[1]; });
  };
})();
