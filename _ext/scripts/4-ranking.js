/* Which sections, statements, equations, terms and names answer a question best. No page is needed to ask: data in,
   entries out; the tests ask in Node. */
(function () {
  "use strict";
  var shared = window.kernelcourse;
  var COMMON = "a after an and are as at be become becomes before by can come could do does did for from get gets give go goes happen happens has have how i if in instead into is it its lie lies let may me mean meant might must my not of on one or our should so than that the their them then there this to two us use using versus vs was we were what when where want wants which who why will with would you your am been being but having did he she her him his they someone somebody anyone anybody everyone everything something anything nothing thing things just very quite too even still yet already again also often sometimes usually maybe please however although though because since while until whether else etc up down about whole tell tells told say says said know known think suppose seem seems look looks looking like try tried trying put puts got keep keeps ran end ends ended allowed supposed possible able normal ok cannot dont doesnt isnt cant im ive once twice"; // say little
  var WEAK = "explain explained about formula definition define proof prove show theorem lemma kernel problem method algorithm example question find compute calculate work works way idea simple intuition intuitive understand understanding derive derivation difference different between always ever never really need make need meaning parameter result approach technique equation expression property answer solve dataset really actually exactly good better best properly relation connection compare explanation tutorial summary introduction basics need sense help python code same other another many more most some any all each every such own single certain given called call used uses work happen right wrong terrible bad badly huge weird strange kind sort part stuff"; // say something, but not what
  var KIND = { term: 1.25, definition: 1.2, theorem: 1.2, proposition: 1.1, lemma: 1.05, corollary: 1.05, algorithm: 1.1, page: 1.15, section: 1.1, equation: 0.7, name: 0.5, exercise: 0.5, example: 0.9, remark: 0.8, proof: 0.5, belief: 0.7, question: 0.7 };
  var BESIDES = { "chapters/api.html": 0.3, "chapters/verified.html": 0.35, "chapters/errata.html": 0.4, "chapters/bibliography.html": 0.4, "chapters/scikit_learn.html": 0.5, "chapters/teaching.html": 0.5 }; // pages beside the text
  var ASKED_OF_ALL = "valid kernel, positive definite, positive semidefinite, positive definite kernel, positive semidefinite kernel, psd, psd kernel";
  var SENTENCE = { belief: true, question: true }; // kinds whose title is a whole sentence
  var EVERYWHERE = /^(what goes wrong|what it costs|exercises|where next|summary)$/i; // every page has these sections
  var BARE = /^(exercises|where next)$/i; // and these say nothing of their own
  var RARE = 5; // a word that fewer places have says no more than one of so many
  var NEARBY = 0.4; // of an idea that is met elsewhere on the page
  var SUBJECT = 1.25; // a page is about this: its name is common, and says more than a rare word
  var GUESSED = 0.6; // of a word that was typed otherwise: perhaps it was meant as it stood
  var NAMELESS = 0.5; // of a word by which no place of the book goes
  var WEIGHT = 0.25, LEAST = 0.02; // how much the weight of the words (4-weighing.js) says beside where they stand
  var LONGER = 0.3; // what each further word adds to the worth of a name
  var ABOUT_A_LETTER = /^(?=.*\b(what (does|do|is) .*(mean|stand for|denote|bold)|meaning of|symbol|letter)\b).*(^|\s)([b-hj-zA-Z]|[α-ωΑ-Ω])(\s|\?|$)/; // what does K mean
  var SAID = /\b(in|with) (simple|plain|easy|other) (words|english|terms|language)\b|\bstep by step\b|\bfor (dummies|beginners)\b/gi; // how, not what
  var index = null;

  function plain(text) { // one spelling for all: lower case, no accents, British endings
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/n[’']t\b/g, " not").replace(/[’'](s|ve|re|ll|d|m)\b/g, "").replace(/k-?means\b/g, "k means")
      .replace(/gaussian process(es)?/g, "gaussianprocess") // no kind of Gaussian
      .replace(/\b(inner|dot|scalar)[- ]products?\b/g, "innerproduct") // no product of what stands beside it
      .replace(/\bmulti[- ](?=class|dim)/g, "multi").replace(/centering/g, "centring").replace(/center/g, "centre").replace(/iz(e|es|ed|er|ing|ation)\b/g, "is$1").replace(/semi-definite/g, "semidefinite")
      .replace(/color/g, "colour").replace(/neighbor/g, "neighbour").replace(/[-–‑]/g, " ");
  }
  function stem(word) {
    if (word.length < 5) return word.replace(/s$/, word === "is" || word.length < 4 ? "s" : "").replace(/(...)e$/, "$1"); // case as in cases
    return word.replace(/(nesses|ness)$/, "").replace(/ies$/, "y").replace(/([^p])ly$/, "$1").replace(/(ifications|ification|ifiers|ifier|ifies|ify)$/, "if")
      .replace(/^(....+?)ations?$/, "$1").replace(/^(...+?)(ating|ated|ates|ate|ences|ence|ency|ings|ing|edly|ed|ers|er|ians|ian|es|s)$/, "$1").replace(/(.)\1$/, "$1").replace(/e$/, ""); // rings are no r, notation is no not
  }
  function words(text) { return plain(text).match(/[a-z0-9σλγαφϕβμκ∞²√‖]+/g) || []; }
  function tokens(text) { return words(text).map(stem); }
  var forces = Object.create(null);
  tokens(WEAK).forEach(function (word) { forces[word] = 0.3; });
  tokens(COMMON).forEach(function (word) { forces[word] = 0.04; });
  function force(word) { return forces[word] || 1; }
  var asksOfAll = Object.create(null); // every function in the book is asked whether it is one
  ASKED_OF_ALL.split(", ").forEach(function (idea) { asksOfAll[tokens(idea).join(" ")] = true; });

  function telling(name) { // without the words that say little, unless there are no others
    var left = name.filter(function (word) { return force(word) > 0.1; });
    return left.length ? left : name;
  }
  function bare(name) { return name.filter(function (word) { return force(word) > 0.3 || word === "kernel"; }).join(" "); } // Bochner's theorem → Bochner

  shared.prepareSearch = function (data) {
    var seen = Object.create(null), spellings = Object.create(null);
    function said(entry) { return entry.inTitle.concat(entry.inText, entry.beyond, entry.alsoIn); }
    index = data.entries.map(function (row) {
      var entry = { page: row[0], anchor: row[1], kind: row[2], number: row[3], title: row[4], text: row[5] };
      var chapter = /^(\d+)\. /.exec(entry.title);
      if (chapter) entry.number = chapter[1];
      var name = /^[A-Z][a-z]+ [A-Z]?[\d.]+ \((.*)\)$/.exec(entry.title); // Theorem 8.1 (Products) → Products
      entry.inTitle = tokens(name ? name[1] : entry.title.replace(/^\d+\. /, ""));
      if (SENTENCE[entry.kind]) entry.head = []; // no name
      else entry.head = tokens((name ? name[1] : entry.title.replace(/^\d+\. /, "")).split(":")[0]); // the rest explains it
      entry.inText = tokens(entry.text);
      entry.beyond = tokens(row[6] || "");
      entry.also = row[7].split(",").map(tokens).filter(function (term) { return term.length; }); // other names of the place
      entry.alsoIn = [].concat.apply([], entry.also);
      entry.also1 = " , " + entry.also.map(function (term) { return term.join(" "); }).join(" , ") + " , ";
      entry.where = entry.kind === "page" ? [] : tokens(data.titles[entry.page]);
      if (EVERYWHERE.test(entry.title)) entry.inTitle = entry.inTitle.concat(entry.where); // what it costs: of this page's subject
      entry.title3 = " " + entry.inTitle.join(" ") + " ";
      entry.text1 = " " + entry.inText.join(" ") + " ";
      entry.place = (BESIDES[data.pages[entry.page]] || 1)
        * (1.15 - 0.15 * entry.page / data.pages.length); // pages come in reading order: what is taught first carries the rest
      entry.weight = entry.place * (KIND[entry.kind] || 1) * (BARE.test(entry.title) ? 0.3 : EVERYWHERE.test(entry.title) ? 0.6 : 1);
      said(entry).filter(function (w, i, all) { return all.indexOf(w) === i; }).forEach(function (w) { seen[w] = (seen[w] || 0) + 1; });
      words(row.slice(4).join(" ")).forEach(function (w) { spellings[w] = (spellings[w] || 0) + 1; });
      return entry;
    });
    index.words = data.pages.map(function () { return Object.create(null); });
    index.forEach(function (entry) { said(entry).forEach(function (word) { index.words[entry.page][word] = true; }); });
    index.called = data.pages.map(function () { return Object.create(null); }); // by which names each page goes
    index.forEach(function (entry) {
      if (entry.kind === "page") [entry.head].concat(entry.also).forEach(function (name) { index.called[entry.page][name.join(" ")] = true; });
    });
    index.weight = shared.weighing(index, force);
    index.numbered = index.concat((data.numbered || []).map(function (row) { // figures, errata: nothing but their number leads there
      return { page: row[0], anchor: row[1], kind: row[2], number: row[3], title: row[4], text: row[5] };
    }));
    index.pages = data.pages;
    index.titles = data.titles;
    index.knows = function (word) { return seen[word] || 0; };
    words([].concat.apply([], shared.sameWords.concat(shared.seeAlso)).join(" ")).forEach(function (w) { spellings[w] = (spellings[w] || 0) + 1; });
    index.spelt = spellings;
    index.all = Object.keys(spellings);
    var names = Object.create(null); // the words by which places go
    index.forEach(function (entry) { if (entry.kind !== "name") entry.head.concat(entry.alsoIn).forEach(function (word) { names[word] = true; }); });
    index.names1 = names;
    index.rare = function (word) { return Math.log(1 + index.length / (1 + (seen[word] ? Math.max(seen[word], RARE) : 0))); };
    index.names = Object.create(null); // of two words and more
    index.initials = Object.create(null); // GCV: generalised cross-validation
    index.bearers = Object.create(null); // how many places go by a name
    index.forEach(function (entry) {
      if (entry.kind !== "name" && entry.kind !== "equation") [entry.head].concat(entry.also).forEach(function (name) {
        index.bearers[name.join(" ")] = (index.bearers[name.join(" ")] || 0) + 1;
        if (name.length > 1 && force(name[0]) > 0.1 && force(name[name.length - 1]) > 0.1) index.names[name.join(" ")] = true;
        if (name.length > 2) index.initials[name.map(function (word) { return word[0]; }).join("")] = name;
      });
    });
  };
  shared.searchReady = function () { return Boolean(index); };
  shared.pageOf = function (entry) { return index.pages[entry.page]; };
  shared.pageTitle = function (entry) { return index.titles[entry.page]; };

  /* A word that nobody wrote is read as the nearest, then commonest, word that slips of the finger turn into it. */
  function slips(wrong, right, most) { // letters more, less, other or exchanged with a neighbour; more than most: Infinity
    if (Math.abs(wrong.length - right.length) > most) return Infinity;
    var before = [], last = [], row;
    for (var j = 0; j <= right.length; j += 1) last.push(j);
    for (var i = 1; i <= wrong.length; i += 1) {
      row = [i];
      for (j = 1; j <= right.length; j += 1) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (wrong[i - 1] === right[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && wrong[i - 1] === right[j - 2] && wrong[i - 2] === right[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      if (Math.min.apply(null, row) > most) return Infinity;
      before = last;
      last = row;
    }
    return last[right.length] <= most ? last[right.length] : Infinity;
  }
  function written(word) { return index.spelt[word] || index.knows(stem(word)) || forces[stem(word)]; }
  function apart(word) { // crossvalidation → cross validation
    for (var at = 3; at <= word.length - 3; at += 1) {
      if (index.spelt[word.slice(0, at)] > 1 && index.spelt[word.slice(at)] > 1) return word.slice(0, at) + " " + word.slice(at);
    }
    return "";
  }
  function mended(typed) {
    if (typed.length < 5 || /\d/.test(typed) || written(typed)) return typed;
    var most = typed.length > 9 ? 2 : 1, best = typed, least = Infinity;
    index.all.forEach(function (right) {
      if (right.length < 4 || (right[0] !== typed[0] && right[1] !== typed[0])) return;
      var far = slips(typed, right, most);
      if (far < least || (far === least && far < Infinity && index.spelt[right] > index.spelt[best])) { best = right; least = far; }
    });
    return least > 1 ? apart(typed) || best : best;
  }
  function spelt(query, guessed) { // the question as its writer meant it; guessed: the words that were typed otherwise
    var typed = words(query.replace(SAID, " ").replace(/([A-Z][a-z]+){2,}/g, function (name) { // GaussianProcessRegressor
      return written(name.toLowerCase()) ? name : name.replace(/[a-z](?=[A-Z])/g, "$& ");
    }));
    return typed.map(function (word, at) { // eigen values → eigenvalues
      if (at && index.spelt[typed[at - 1] + word] && !(written(word) && written(typed[at - 1]))) return "";
      if (at + 1 < typed.length && index.spelt[word + typed[at + 1]] && !(written(word) && written(typed[at + 1]))) return word + typed[at + 1];
      var meant = mended(word);
      if (meant !== word) tokens(meant).forEach(function (each) { guessed[each] = true; });
      return meant;
    }).join(" ");
  }

  /* The question as ideas: each the words that were typed, and what they also go by. */
  function ideas(query) {
    var guessed = Object.create(null), asked = tokens(spelt(query, guessed)), found = [], at = 0;
    while (at < asked.length) {
      var longest = 1, others = [];
      function look(group, one) {
        var key = tokens(one);
        if (key.length < longest || key.join(" ") !== asked.slice(at, at + key.length).join(" ")) return;
        if (key.length > longest) { longest = key.length; others = []; }
        group.forEach(function (other) { if (other !== one) others.push(tokens(other)); });
      }
      shared.sameWords.forEach(function (group) { group.forEach(function (one) { look(group, one); }); });
      shared.seeAlso.forEach(function (group) { look(group, group[0]); });
      for (var length = Math.min(5, asked.length - at); length > longest; length -= 1) { // kernel ridge regression is one idea
        if (index.names[asked.slice(at, at + length).join(" ")]) { longest = length; others = []; }
      }
      var own = asked.slice(at, at + longest);
      if (longest === 1 && !index.knows(own[0]) && index.initials[own[0]]) others.push(index.initials[own[0]]);
      found.push({ own: own, others: others, force: (longest > 1 || others.length > 0 ? 1 : force(own[0])) * (guessed[own[0]] ? GUESSED : 1)
        * (asksOfAll[own.join(" ")] ? 0.5 : 1) * (longest > 1 || others.length || index.names1[own[0]] ? 1 : NAMELESS) });
      at += longest;
    }
    return found;
  }

  function met(entry, words) { // how well an entry meets one way of saying an idea: 3 in its title … 0
    if (words.length > 1) {
      var phrase = " " + words.join(" ") + " ";
      if (entry.title3.indexOf(phrase) >= 0) return 3.4;
      if (entry.also1.indexOf(" ," + phrase + ", ") >= 0) return 3.2;
      if (entry.also1.indexOf(phrase) >= 0) return 2.2;
      if (entry.text1.indexOf(phrase) >= 0) return 1.4;
      return 0.75 * Math.min.apply(null, words.map(function (word) { return met(entry, [word]); }));
    }
    var word = words[0];
    if (entry.head.indexOf(word) >= 0) return 3;
    if (entry.also1.indexOf(" , " + word + " , ") >= 0) return 2.8;
    if (entry.inTitle.indexOf(word) >= 0) return 2.4; // after the colon
    if (word.length > 3 && entry.inTitle.some(function (w) { return w.indexOf(word) === 0; })) return 2;
    if (entry.alsoIn.indexOf(word) >= 0) return 1.6;
    var times = entry.inText.filter(function (w) { return w === word; }).length;
    if (times) return 1 + 0.2 * Math.min(3, times - 1);
    if (entry.where.indexOf(word) >= 0) return 0.8;
    if (entry.beyond.indexOf(word) >= 0) return 0.7;
    return word.length > 3 && entry.inText.some(function (w) { return w.indexOf(word) === 0; }) ? 0.5 : 0;
  }

  function scored(entry, asked) {
    var score = 0, reached = 0, total = 0, any = false, inName = Object.create(null);
    asked.forEach(function (idea) {
      var worth = idea.worth * idea.force, best = met(entry, idea.own), by = idea.own;
      idea.others.forEach(function (other) {
        var also = 0.8 * met(entry, other);
        if (also > best) { best = also; by = other; }
      });
      total += worth;
      reached += worth * (best ? Math.min(1, 0.5 + best / 2) : idea.own.every(function (word) { return index.words[entry.page][word]; }) ? NEARBY : 0);
      any = any || best > 0;
      score += best * worth;
      by.forEach(function (word) { inName[word] = true; });
    });
    if (!any) return 0;
    score *= Math.pow(reached / total, 2);
    var phrase = " " + asked.map(function (idea) { return idea.own.join(" "); }).join(" ") + " ";
    var asks = phrase.trim().split(" "), named = function (name) { // the question is the name of this place
      if (!name.length) return 0;
      if (telling(name).join(" ") === telling(asks).join(" ")) return 1;
      return bare(name) === bare(asks) && bare(name) !== "kernel" ? 0.7 : 0; // every place here could be called that
    };
    var byTitle = named(entry.head), byIndex = Math.max.apply(null, entry.also.map(named).concat(0));
    if (byTitle) score *= 1 + 1.4 * byTitle;
    else if (byIndex) score = Math.max(score, 2.8 * total) * (1 + byIndex);
    else if (phrase.trim().indexOf(" ") > 0) {
      if (entry.title3.indexOf(phrase) >= 0) score *= 1.5;
      else if (entry.also1.indexOf(phrase) >= 0) score *= 1.4;
      else if (entry.text1.indexOf(phrase) >= 0) score *= 1.25;
    }
    var share = function (name) { // how much of a name was asked for
      var need = telling(name);
      return need.filter(function (word) { return inName[word]; }).length / (need.length || 1);
    };
    score *= 1 + 0.6 * Math.max.apply(null, [entry.head].concat(entry.also).map(share));
    var besides = BESIDES[index.pages[entry.page]], called = index.called[entry.page]; // asked for by name, it is not beside the matter
    if (besides && asked.some(function (idea) { return [idea.own].concat(idea.others).some(function (way) {
      var name = way.join(" "), alone = way === idea.own && index.bearers[name] === 1; // no other place goes by it
      return called[name] || ((way.length > 1 || alone) && entry.also1.indexOf(" , " + name + " , ") >= 0);
    }); })) score /= besides;
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
    var number = /^\s*\(?\s*(?:(ch|chapter|page|eq|equation|theorem|thm|prop|proposition|lemma|def|definition|corollary|cor|example|ex|exercise|algorithm|alg|remark|fig|figure|erratum)[a-z]*\.?\s*)?\(?([A-Z]?\d+(?:\.\d+)+|[A-Z]?\d+)\)?\s*$/i.exec(query);
    if (number) {
      var kind = (number[1] || (/\(/.test(query) ? "eq" : "")).toLowerCase();
      var there = index.numbered.filter(function (e) { return e.number === number[2].toUpperCase(); });
      var hits = there.filter(function (e) { return !kind || e.kind.indexOf(kind.slice(0, 2)) === 0 || (kind.indexOf("th") === 0 && e.kind === "theorem") || (kind.indexOf("ch") === 0 && e.kind === "page"); });
      hits = hits.concat(there.filter(function (e) { return hits.indexOf(e) < 0; }));
      if (hits.length) return hits.slice(0, 12);
    }
    var formula = shared.hasSigns(query) ? query.replace(/(^|\s)([A-Za-z]{2,}|a)(?=\s|$)/g, function (word) { return force(stem(plain(word).trim())) < 1 ? " " : word; }) : query;
    var alike = shared.isFormula(formula) ? shared.searchFormula(formula, index) : []; // also "is exp(x.z) a kernel"
    if (alike.length) return alike;
    var asked = ideas(ABOUT_A_LETTER.test(query) ? "list of symbols" : query);
    asked.forEach(function (idea) { // rare words say more; a word that the book does not know counts as what it also goes by
      var ways = [idea.own].concat(idea.others).map(function (words) { return Math.max.apply(null, words.map(index.rare)); });
      var known = ways.filter(function (worth) { return worth < index.rare(""); });
      idea.worth = (known.length ? known[0] : index.rare("")) * (1 + LONGER * (idea.own.length - 1));
      if (index.called.some(function (names) { return names[idea.own.join(" ")]; })) idea.worth *= SUBJECT;
    });
    var known = asked.filter(function (idea) { // a word that stands nowhere tells no place from another
      return [idea.own].concat(idea.others).some(function (way) { return way.every(index.knows); });
    });
    if (known.length) asked = known;
    if (!asked.length) return [];
    if (shared.hasSigns(query)) asked.forEach(function (idea) { if (idea.own.join(" ").length === 1) idea.force = 0.1; }); // letters of a formula beside words
    var whole = index.pages.map(function (_, page) { return aboutPage(page, asked); });
    var weights = index.map(function (entry) { return index.weight(entry, asked); }), heaviest = Math.max.apply(null, weights) || 1;
    var shown = Object.create(null); // of what stands in one place the best
    return index.map(function (entry, at) { return [scored(entry, asked) * whole[entry.page] * Math.pow(weights[at] / heaviest + LEAST, WEIGHT), entry]; })
      .filter(function (pair) { return pair[0] > 0; })
      .sort(function (a, b) { return b[0] - a[0]; }).map(function (pair) { return pair[1]; })
      .filter(function (entry) {
        var place = entry.page + "#" + entry.anchor, first = entry.kind === "name" || entry.kind === "term" || !shown[place];
        shown[place] = true;
        return first;
      }).slice(0, 12);
  };
})();
