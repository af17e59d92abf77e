/* Which sections, statements, equations, terms and names answer a question best. No page is needed to ask: data in,
   entries out; the tests ask in Node. */
(function () {
  "use strict";
  var shared = window.kernelcourse;
  var SAME = [ // words that mean the same to someone who searches
    ["gaussian", "rbf", "squared exponential", "radial basis"], ["gaussian kernel", "gaussian is a kernel", "similarity that forgets"],
    ["gram matrix psd", "psd gram matrix", "kernels are positive semidefinite"], ["ridge", "tikhonov", "l2", "weight decay", "shrinkage", "krr", "penalised least squares"],
    ["regularisation", "penalty", "ridge", "price"], ["positive semidefinite", "psd", "semidefinite", "positive definite", "nonnegative eigenvalue"],
    ["leave one out", "loo", "cross validation", "validation", "loocv"], ["overfit", "follows every point", "leave one out", "bias and variance"], ["underfit", "bias and variance", "too expensive"],
    ["choose", "choosing", "pick", "select", "tune", "tuning"], ["hyperparameter", "choosing lambda", "leave one out"],
    ["kernelise", "kernel trick"], ["rkhs", "reproducing kernel hilbert space", "native space"], ["pca", "principal component", "principal component analysis"],
    ["mds", "multidimensional scaling"], ["k mean", "kmean"], ["lloyd", "k mean algorithm"], ["clustering", "cluster"], ["centring", "centre", "centred", "mean subtracted"],
    ["gram matrix", "kernel matrix"], ["svm", "support vector"], ["max margin", "maximum margin", "support vector", "widest"], ["bandwidth", "length scale", "width"],
    ["small", "narrow"], ["large", "wide", "big"], ["nystrom", "nystroem", "landmark"], ["feature map", "lift", "embedding", "features"],
    ["mistake bound", "novikoff", "how many mistakes"], ["convergence", "converge", "stop", "novikoff"], ["schur product", "hadamard", "product"],
    ["woodbury", "push through", "matrix inversion lemma"], ["lasso", "l1", "penalty that is not a length"], ["intercept", "offset", "bias term", "constant term"],
    ["elbow", "how many clusters", "number of clusters"], ["counterexample", "witness", "refute"], ["invalid kernel", "not a kernel", "indefinite"],
    ["homework", "sheet", "assignment", "problem set"], ["hand in", "submit", "check as you go", "graded", "student guide"], ["grading", "grader", "graded", "grade"],
    ["sigma", "σ"], ["lambda", "λ"], ["gamma", "γ"], ["alpha", "α"], ["phi", "φ", "ϕ"], ["string kernel", "spectrum kernel", "words"],
    ["nearest neighbour", "knn", "neighbour"], ["approximation", "come close"], ["convex", "convexity"], ["gradient descent", "steps instead of a factor", "gradients"],
    ["conjugate gradient", "steps instead of a factor", "how many steps"], ["random feature", "random fourier", "cosines at random", "mean of cosines"],
    ["big data", "large data", "scale", "million points"], ["triangle inequality", "minkowski"], ["cauchy schwarz", "angle", "quick tests"], ["normalise", "normalisation", "changing the scale", "units"],
    ["standardise", "units", "scaling"], ["l1 distance", "manhattan", "taxicab"], ["edit distance", "levenshtein"], ["correlation", "cosine"], ["wiener", "brownian", "minimum"],
    ["conditionally negative", "conditionally positive"], ["bayesian", "most probable", "map estimate"], ["gp", "gaussian process"], ["initialisation", "initial", "where to start", "seeding"],
    ["computational cost", "complexity", "what it costs", "cheaper"], ["runtime", "what it costs"], ["symbol", "list of symbols", "notation", "letter"], ["mistakes in the notes", "errata", "errors in the notes", "errors of the sources"],
    ["eigenvector", "eigenvalue", "spectrum"], ["denoise", "noise", "way back"], ["reconstruct", "pre image", "way back"], ["smooth", "smoothness"], ["orthogonal complement", "split of a weight vector"],
    ["multiclass", "more than two classes", "many classes"], ["separable", "plane between two classes", "separates"], ["closed form", "one minimiser", "set the gradient to zero", "normal equations"], ["install", "run it", "what you need"], ["sklearn", "scikit learn"],
    ["translation invariant", "shift invariant", "stationary", "functions of the difference"], ["valid kernel", "positive semidefinite", "what a kernel is"], ["dot product", "scalar product", "inner product"],
    ["infinite", "infinitely", "infinity", "without end"], ["infinite dimensional", "infinitely many", "without end"], ["basis function", "fixed basis"], ["optimisation", "optimise", "minimise", "minimiser"],
    ["svd", "singular value decomposition", "singular value", "each direction is shrunk"], ["streaming", "online", "one pass"], ["distributed", "parallel", "many machines", "cluster of machines"], ["project", "projection", "new point"],
    ["brownian motion", "wiener process", "minimum"], ["reconstruction error", "nearest plane", "projection"], ["sobolev", "derivative", "smoothness"], ["sigmoid", "tanh"], ["coordinates", "map"], ["spectral", "eigenvalue"],
    ["outlier", "far away point"], ["unique", "one minimiser"], ["rank", "dimension"], ["zero training error", "interpolate", "interpolation", "through the data"], ["autograder", "grader"], ["cheat", "protect"], ["hyperplane", "separating plane", "plane between", "plane"], ["combine", "combining", "building", "rules"], ["dual variable", "dual weight", "dual coefficient", "weights of the points", "price for every point"],
    ["variance explained", "explained variance", "how many components"], ["eigenface", "eigen faces", "images"], ["stopping criterion", "stopping", "stops"], ["api", "the package", "name by name"], ["string", "words"], ["hat matrix", "smoother matrix", "ridge shrinks"],
    ["citation", "bibliography", "reference", "books"],
    ["margin", "street", "widest"], ["soft margin", "slack", "slack variable", "when no street is free"], ["kkt", "karush kuhn tucker", "complementary slackness", "three kinds of points"],
    ["smo", "sequential minimal optimisation"], ["one versus one", "one against one", "one vs one"], ["one versus rest", "more than two classes", "many classes"], ["duality gap", "what the gap is worth"],
    ["cross entropy", "cross entropy loss", "log loss", "logistic loss", "log odds"], ["newton", "irls", "newton step", "iteratively reweighted"], ["calibration", "calibrated", "probabilities honest"],
    ["marginal likelihood", "evidence", "data say about the model"], ["standard deviation", "error bar", "uncertainty", "confidence interval", "predictive variance", "posterior variance", "credible interval"],
    ["posterior", "given data", "conditioning"], ["prior", "functions drawn at random", "most probable"], ["kde", "kernel density", "density estimate", "parzen window", "window on every point"], ["histogram", "density"],
    ["mmd", "maximum mean discrepancy", "distance of two laws"], ["two sample test", "permutation test", "a test"], ["mean embedding", "mean of the features"], ["characteristic kernel", "what an embedding can see"],
    ["em", "expectation maximisation"], ["gmm", "gaussian mixture", "mixture of gaussian", "mixture model"], ["responsibility", "share"], ["soft k mean", "shares instead of labels", "soft"], ["normalised cut", "ncut", "graph cut"],
    ["jaccard", "tanimoto"], ["tree kernel", "fragment", "trees"], ["weisfeiler", "wl test", "colours"], ["diffusion kernel", "heat kernel", "graph laplacian"], ["random walk", "walks"],
    ["n gram", "ngram", "q gram", "spectrum kernel", "pieces of q letters"], ["subsequence", "gaps allowed"], ["relu", "rectifier", "arc cosine"], ["ntk", "neural tangent", "two kernels of a wide network"],
    ["wide network", "infinite width", "infinitely wide", "networks that are kernels"], ["deep", "deeper"], ["dirichlet", "periodic", "fourier series"], ["slides", "lectures"], ["syllabus", "weeks", "two plans"]
  ];
  var COMMON = " a an and are as at be by can come could do doe did for from get give go ha have how i if in into is it its let me mean meant my not of on one or our should so than that the their them then there thi to two us use using versu vs wa we were what when where which who why will with would you your "; // say little
  var WEAK = " explain about formula definition define proof prove show theorem kernel problem method algorithm example question find comput calculat work way idea simpl intuit understand deriv derivation "; // say something, but not what
  var KIND = { term: 1.25, definition: 1.2, theorem: 1.2, proposition: 1.1, lemma: 1.05, corollary: 1.05, algorithm: 1.1, page: 1.3, section: 1.1, equation: 0.7, name: 0.5, exercise: 0.5, example: 0.9, remark: 0.8, proof: 0.5 };
  var BESIDES = { "chapters/api.html": 0.3, "chapters/verified.html": 0.35, "chapters/errata.html": 0.4, "chapters/bibliography.html": 0.4, "chapters/scikit_learn.html": 0.5, "chapters/teaching.html": 0.5 }; // pages beside the text
  var EVERYWHERE = /^(what goes wrong|what it costs|exercises|where next|summary)$/i; // every page has these sections
  var index = null;

  function plain(text) { // one spelling for all: lower case, no accents, British endings
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[’']s\b/g, "").replace(/k-?means\b/g, "k means")
      .replace(/gaussian process(es)?/g, "gaussianprocess") // no kind of Gaussian
      .replace(/centering/g, "centring").replace(/center/g, "centre").replace(/iz(e|es|ed|er|ing|ation)\b/g, "is$1").replace(/semi-definite/g, "semidefinite")
      .replace(/color/g, "colour").replace(/neighbor/g, "neighbour").replace(/[-–‑]/g, " ");
  }
  function stem(word) {
    if (word.length < 5) return word.replace(/s$/, word === "is" || word.length < 4 ? "s" : "");
    return word.replace(/(nesses|ness)$/, "").replace(/ies$/, "y").replace(/(ifications|ification|ifiers|ifier|ifies|ify)$/, "if")
      .replace(/(ations|ation|ating|ated|ates|ate|ences|ence|ency|ings|ing|edly|ed|ers|er|ians|ian|es|s)$/, "").replace(/(.)\1$/, "$1").replace(/e$/, "");
  }
  function words(text) { return plain(text).match(/[a-z0-9σλγαφϕβμκ∞²√‖]+/g) || []; }
  function tokens(text) { return words(text).map(stem); }
  function force(word) { return COMMON.indexOf(" " + word + " ") >= 0 ? 0.04 : WEAK.indexOf(" " + word + " ") >= 0 ? 0.3 : 1; }

  shared.prepareSearch = function (data) {
    var seen = Object.create(null);
    index = data.entries.map(function (row) {
      var entry = { page: row[0], anchor: row[1], kind: row[2], number: row[3], title: row[4], text: row[5] };
      var name = /^[A-Z][a-z]+ [A-Z]?[\d.]+ \((.*)\)$/.exec(entry.title); // Theorem 8.1 (Products) → Products
      entry.inTitle = tokens(name ? name[1] : entry.title.replace(/^\d+\. /, ""));
      entry.head = tokens((name ? name[1] : entry.title.replace(/^\d+\. /, "")).split(":")[0]); // the rest explains it
      entry.inText = tokens(entry.text);
      entry.beyond = tokens(row[6] || "");
      entry.where = entry.kind === "page" ? [] : tokens(data.titles[entry.page]);
      if (EVERYWHERE.test(entry.title)) entry.inTitle = entry.inTitle.concat(entry.where); // what it costs: of this page's subject
      entry.title3 = " " + entry.inTitle.join(" ") + " ";
      entry.text1 = " " + entry.inText.join(" ") + " ";
      entry.weight = (KIND[entry.kind] || 1) * (BESIDES[data.pages[entry.page]] || 1) * (EVERYWHERE.test(entry.title) ? 0.6 : 1)
        * (1.15 - 0.15 * entry.page / data.pages.length); // pages come in reading order: what is taught first carries the rest
      entry.inTitle.concat(entry.inText, entry.beyond).filter(function (w, i, all) { return all.indexOf(w) === i; }).forEach(function (w) { seen[w] = (seen[w] || 0) + 1; });
      return entry;
    });
    index.words = data.pages.map(function () { return Object.create(null); });
    index.forEach(function (entry) { entry.inTitle.concat(entry.inText, entry.beyond).forEach(function (word) { index.words[entry.page][word] = true; }); });
    index.pages = data.pages;
    index.titles = data.titles;
    index.knows = function (word) { return seen[word] || 0; };
    index.all = Object.keys(seen);
    index.rare = function (word) { return Math.log(1 + index.length / (1 + (seen[word] || 0))); };
  };
  shared.searchReady = function () { return Boolean(index); };
  shared.pageOf = function (entry) { return index.pages[entry.page]; };
  shared.pageTitle = function (entry) { return index.titles[entry.page]; };

  /* A word that nobody wrote is read as the commonest word that one slip of the finger turns into it. */
  function oneSlip(wrong, right) { // one letter more, less or other, or two neighbours exchanged
    var at = 0, end = 0, least = Math.min(wrong.length, right.length);
    while (at < least && wrong[at] === right[at]) at += 1;
    while (end < least - at && wrong[wrong.length - 1 - end] === right[right.length - 1 - end]) end += 1;
    var left = wrong.slice(at, wrong.length - end), other = right.slice(at, right.length - end);
    return Math.max(left.length, other.length) <= 1 || (left.length === 2 && left === other[1] + other[0]);
  }
  var known = SAME.map(function (group) { return group.map(tokens).join(","); }).join(",").split(",");
  function mended(typed) {
    var word = stem(typed);
    if (typed.length < 6 || word.length < 4 || index.knows(word) || known.indexOf(word) >= 0) return word;
    return index.all.concat(known).filter(function (right) { return right.length > 3 && oneSlip(word, right); })
      .sort(function (a, b) { return index.knows(b) - index.knows(a); })[0] || word;
  }

  /* The question as ideas: each the words that were typed, and what they also go by. */
  function ideas(query) {
    var asked = words(query).map(mended), found = [], at = 0;
    while (at < asked.length) {
      var longest = 1, others = [];
      SAME.forEach(function (group) {
        group.forEach(function (one) {
          var key = tokens(one);
          if (key.length < longest || key.join(" ") !== asked.slice(at, at + key.length).join(" ")) return;
          if (key.length > longest) { longest = key.length; others = []; }
          group.forEach(function (other) { if (other !== one) others.push(tokens(other)); });
        });
      });
      var own = asked.slice(at, at + longest);
      found.push({ own: own, others: others, force: longest > 1 || others.length > 0 ? 1 : force(own[0]) });
      at += longest;
    }
    return found;
  }

  function met(entry, words) { // how well an entry meets one way of saying an idea: 3 in its title … 0
    if (words.length > 1) {
      var phrase = " " + words.join(" ") + " ";
      if (entry.title3.indexOf(phrase) >= 0) return 3.4;
      if (entry.text1.indexOf(phrase) >= 0) return 1.4;
      return 0.75 * Math.min.apply(null, words.map(function (word) { return met(entry, [word]); }));
    }
    var word = words[0];
    if (entry.head.indexOf(word) >= 0) return 3;
    if (entry.inTitle.indexOf(word) >= 0) return 2.4; // after the colon
    if (word.length > 3 && entry.inTitle.some(function (w) { return w.indexOf(word) === 0; })) return 2;
    var times = entry.inText.filter(function (w) { return w === word; }).length;
    if (times) return 1 + 0.2 * Math.min(3, times - 1);
    if (entry.where.indexOf(word) >= 0) return 0.8;
    if (entry.beyond.indexOf(word) >= 0) return 0.7;
    return word.length > 3 && entry.inText.some(function (w) { return w.indexOf(word) === 0; }) ? 0.5 : 0;
  }

  function scored(entry, asked) {
    var score = 0, reached = 0, total = 0, inTitle = {};
    asked.forEach(function (idea) {
      var worth = idea.worth * idea.force, best = met(entry, idea.own), by = idea.own;
      idea.others.forEach(function (other) {
        var also = 0.8 * met(entry, other);
        if (also > best) { best = also; by = other; }
      });
      total += worth;
      if (best) reached += worth * Math.min(1, 0.5 + best / 2);
      score += best * worth;
      by.forEach(function (word) { if (entry.inTitle.indexOf(word) >= 0) inTitle[word] = true; });
    });
    if (!reached) return 0;
    score *= Math.pow(reached / total, 2);
    var phrase = " " + asked.map(function (idea) { return idea.own.join(" "); }).join(" ") + " ";
    if (phrase.trim().indexOf(" ") > 0 && entry.title3.indexOf(phrase) >= 0) score *= 1.5;
    else if (phrase.trim().indexOf(" ") > 0 && entry.text1.indexOf(phrase) >= 0) score *= 1.25;
    var telling = entry.head.filter(function (word) { return force(word) > 0.1; }).length || entry.head.length;
    if (telling) score *= 1 + 0.6 * Math.min(1, Object.keys(inTitle).length / telling);
    return score * entry.weight;
  }

  function aboutPage(page, asked) { // an entry counts for more on a page that is about the whole question
    var words = index.words[page], reached = 0, total = 0;
    asked.forEach(function (idea) {
      var worth = idea.worth * idea.force;
      total += worth;
      var said = function (way) { return way.every(function (word) { return words[word]; }); };
      if (said(idea.own)) reached += worth; // in the reader's own words
      else if (idea.others.some(said)) reached += 0.9 * worth;
    });
    return 0.2 + Math.pow(reached / total, 2);
  }

  shared.search = function (query) {
    var number = /^\s*\(?\s*(?:(eq|equation|theorem|thm|prop|proposition|lemma|def|definition|corollary|cor|example|ex|exercise|algorithm|alg|remark)[a-z]*\.?\s*)?\(?([A-Z]?\d+(?:\.\d+)+|[A-Z]?\d+)\)?\s*$/i.exec(query);
    if (number) {
      var kind = (number[1] || (/\(/.test(query) ? "eq" : "")).toLowerCase();
      var hits = index.filter(function (e) { return e.number === number[2] && (!kind || e.kind.indexOf(kind.slice(0, 2)) === 0 || (kind.indexOf("th") === 0 && e.kind === "theorem")); });
      hits = hits.concat(index.filter(function (e) { return e.number === number[2] && hits.indexOf(e) < 0; }));
      if (hits.length) return hits.slice(0, 12);
    }
    var asked = ideas(query);
    asked.forEach(function (idea) { // rare words say more; a word that the book does not know counts as what it also goes by
      var ways = [idea.own].concat(idea.others).map(function (words) { return Math.max.apply(null, words.map(index.rare)); });
      var known = ways.filter(function (worth) { return worth < index.rare(""); });
      idea.worth = known.length ? known[0] : index.rare("");
    });
    asked = asked.filter(function (idea) { return idea.own.length; });
    if (!asked.length) return [];
    var whole = index.pages.map(function (_, page) { return aboutPage(page, asked); });
    return index.map(function (entry) { return [scored(entry, asked) * whole[entry.page], entry]; })
      .filter(function (pair) { return pair[0] > 0; })
      .sort(function (a, b) { return b[0] - a[0]; }).slice(0, 12).map(function (pair) { return pair[1]; });
  };
})();
