/* How much of a question's words a place holds: a rare word says more than a common one, a second time less than the
   first, and as much in a long text less than in a short one (BM25, over names, text and what comes later). */
(function () {
  "use strict";
  var shared = window.kernelcourse;
  var NAME = 3, ALSO = 2, TEXT = 1, WHERE = 0.8, LATER = 0.6; // what a word counts for, by where it stands
  var AGAIN = 1.2, LENGTH = 0.6; // as usual for BM25
  var OTHER = 0.6; // a word that was not typed, but goes for one that was

  shared.weighing = function (index, force) { // entries of the search ↦ (entry, ideas) ↦ a weight
    var places = Object.create(null), together = 0;
    index.forEach(function (entry) {
      var counts = Object.create(null), length = 0;
      [[entry.inTitle, NAME], [entry.alsoIn, ALSO], [entry.inText, TEXT], [entry.where, WHERE], [entry.beyond, LATER]].forEach(function (part) {
        part[0].forEach(function (word) { counts[word] = (counts[word] || 0) + part[1]; length += part[1]; });
      });
      Object.keys(counts).forEach(function (word) { places[word] = (places[word] || 0) + 1; });
      entry.counts = counts;
      entry.long = length;
      together += length;
    });
    var usual = together / index.length;
    function rare(word) { return Math.log(1 + (index.length - places[word] + 0.5) / (places[word] + 0.5)); }
    function said(entry, words) {
      return words.reduce(function (sum, word) {
        var count = entry.counts[word];
        return count ? sum + force(word) * rare(word) * count * (AGAIN + 1) / (count + AGAIN * (1 - LENGTH + LENGTH * entry.long / usual)) : sum;
      }, 0);
    }
    return function (entry, ideas) {
      return ideas.reduce(function (sum, idea) {
        var best = said(entry, idea.own);
        idea.others.forEach(function (other) { best = Math.max(best, OTHER * said(entry, other) / Math.max(1, other.length / 1.5)); });
        return sum + best * (idea.own.length > 1 ? 1 : idea.force);
      }, 0);
    };
  };
})();
