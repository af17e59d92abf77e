"""Kernels of words, sets, trees and graphs against scikit-learn and against lists of all features."""

from itertools import combinations, product

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.datasets import graphs, italian_and_finnish, molecules
from kernelcourse.distances import Graph
from kernelcourse.kernels import (
    AllPairs,
    CommonFragments,
    Diffusion,
    Gaussian,
    Intersection,
    Jaccard,
    Mismatch,
    Spectrum,
    Subsequences,
    WeisfeilerLehman,
)
from kernelcourse.kernels import subsequences as module
from kernelcourse.kernels.trees import fragments

RNG = np.random.default_rng(5)
DNA = ["".join(RNG.choice(list("ACGT"), size)) for size in (1, 2, 5, 9, 9, 14)]


@pytest.mark.parametrize("q", [1, 2, 3])
def test_pieces_are_the_character_grams_of_scikit_learn(q):
    text = pytest.importorskip("sklearn.feature_extraction.text")
    words = list(italian_and_finnish()[0])
    counts = text.CountVectorizer(analyzer="char", ngram_range=(q, q), lowercase=False).fit_transform(words)
    assert_allclose(Spectrum(q)(words), (counts @ counts.T).toarray())


@pytest.mark.parametrize(("q", "m"), [(1, 0), (2, 1), (3, 1), (3, 3)])
def test_mismatches_by_listing_every_word(q, m):
    every = ["".join(w) for w in product("ACGT", repeat=q)]

    def features(x):
        pieces = [x[i : i + q] for i in range(len(x) - q + 1)]
        return [sum(sum(a != b for a, b in zip(u, w)) <= m for u in pieces) for w in every]

    F = np.array([features(x) for x in DNA])
    assert_allclose(Mismatch(q, m)(DNA), F @ F.T)
    assert_allclose(Mismatch(q, m).diagonal(DNA), (F @ F.T).diagonal())
    assert_allclose(Mismatch(q, m)(DNA, DNA[:2]), F @ F[:2].T)


@pytest.mark.parametrize("decay", [0.3, 1.0])
def test_both_routes_to_subsequences_agree_with_all_choices_of_places(decay, monkeypatch):
    def brute(x, z):
        found = [{}, {}]
        for counts, word in zip(found, (x, z)):
            for places in combinations(range(len(word)), 3):
                w = "".join(word[i] for i in places)
                counts[w] = counts.get(w, 0) + decay ** (places[-1] - places[0] + 1)
        return sum(value * found[1].get(w, 0) for w, value in found[0].items())

    told = [[brute(x, z) for z in DNA] for x in DNA]
    assert_allclose(Subsequences(3, decay)(DNA), told)
    monkeypatch.setattr(module, "MOST_FEATURES", 1)
    assert_allclose(Subsequences(3, decay)(DNA), told)
    assert_allclose(Subsequences(3, decay)(DNA, DNA[3:]), np.array(told)[:, 3:])


def test_words_without_a_common_letter_share_nothing():
    assert Subsequences(2)(["ab"], ["cd"]).tolist() == [[0.0]]
    assert Spectrum(2)(["", "a"], ["ab", ""]).tolist() == [[0, 0], [0, 0]]
    assert Subsequences(2)(["", "a"]).tolist() == [[0, 0], [0, 0]]


def test_sets():
    sets = [set(), {"a"}, {"a", "b"}, "abc"]
    assert Intersection()(sets)[3].tolist() == [0, 1, 2, 3]
    assert_allclose(Jaccard()(sets)[2], [0, 0.5, 1, 2 / 3])
    points = RNG.standard_normal((5, 2))
    K = Gaussian()(points)
    assert_allclose(AllPairs(Gaussian())([points[:2], points[2:]])[0, 1], K[:2, 2:].mean())


def test_a_deep_tree_is_no_trouble():
    tree = "a"
    for _ in range(3000):
        tree = ("S", tree)
    assert len(fragments(tree)) == 3000


def test_a_leaf_is_not_a_node_of_the_same_name():
    assert CommonFragments()([("S", "a")], [("S", ("a", "b"))])[0, 0] == 0


def test_numbering_of_nodes_does_not_matter_and_bonds_do():
    (G, *_), _ = molecules(1, np.random.default_rng(0))
    order = RNG.permutation(len(G))
    moved = Graph(G.adjacency[np.ix_(order, order)], tuple(G.labels[i] for i in order))
    k = WeisfeilerLehman(4)
    assert k([G], [moved])[0, 0] == k.diagonal([G])[0]
    single = Graph(np.minimum(G.adjacency, 1), G.labels)
    assert k([G], [single])[0, 0] < k.diagonal([G])[0]


def test_acids_and_their_doubles_have_the_same_atoms_and_bonds():
    made, kinds = molecules(5, np.random.default_rng(1))
    described = {(tuple(sorted(G.labels)), tuple(np.sort(G.adjacency, axis=None))) for G in made}
    assert len(described) == 1 and kinds.sum() == 0
    for G in made:
        bonds = G.adjacency.sum(axis=0)
        assert all(bonds[i] <= (4 if atom == "C" else 2) for i, atom in enumerate(G.labels))


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: Mismatch(2, 1, "aa"), "alphabet"),
        (lambda: Mismatch(2, 3), "m"),
        (lambda: Mismatch(9, 9), "q = 9"),
        (lambda: Mismatch()(["ACX"]), "'X'"),
        (lambda: Subsequences(2, 1.5), "decay"),
        (lambda: Subsequences(0), "q"),
        (lambda: Spectrum(2)(["a", 3]), r"X\[1\]"),
        (lambda: Jaccard()([[{}]]), r"X\[0\]"),
        (lambda: CommonFragments()([("S",)]), r"X\[0\]"),
        (lambda: CommonFragments(0), "decay"),
        (lambda: WeisfeilerLehman(-1), "rounds"),
        (lambda: Graph(np.eye(2), ("C",)), "labels"),
        (lambda: Diffusion(graphs()["P4"], 0), "t"),
        (lambda: Diffusion(graphs()["P4"])([4]), "0 … 3"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
