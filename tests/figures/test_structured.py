"""The figures of words and graphs draw the numbers they are given."""

import numpy as np
from numpy.testing import assert_allclose

from kernelcourse import datasets
from kernelcourse.distances import Graph
from kernelcourse.figures import structured as figures


def test_scores_stand_at_their_height_and_those_on_their_side_are_counted():
    words, language = datasets.italian_and_finnish()
    scores = np.where(np.arange(96) < 4, -1.0, 1.0) * language
    picture = figures.two_languages(scores, words, language)
    drawn = np.vstack([np.asarray(c.get_offsets()) for c in picture.figure.axes[0].collections])
    assert_allclose(np.sort(drawn[:, 1]), np.sort(scores))
    assert picture.readouts["on their own side"] == "92"


def test_the_table_has_a_row_for_each_letter():
    picture = figures.table_of_ends(np.arange(6.0).reshape(2, 3), "ab", "xyz")
    assert [text.get_text() for text in picture.figure.axes[0].get_yticklabels()] == ["a", "b"]
    assert picture.readouts["largest entry"] == "5 at b, z"


def test_a_double_bond_is_two_lines():
    double = Graph(np.array([[0.0, 2], [2, 0]]), ("C", "O"))
    picture = figures.graph_portraits({"oxide": double})
    assert len(picture.figure.axes[0].lines) == 2
    assert [text.get_text() for text in picture.figure.axes[0].texts] == ["C", "O"]


def test_heat_is_drawn_node_by_node():
    heat = np.array([[1.0, 0.0], [0.5, 0.5]])
    picture = figures.heat_over_time([0, 1], heat, ("here", "there"))
    assert_allclose([line.get_ydata() for line in picture.figure.axes[0].lines], heat.T)
    assert picture.readouts == {"here": "0.5", "there": "0.5"}


def test_no_two_atoms_share_a_place_and_neighbours_are_equally_far() -> None:
    acid = np.zeros((8, 8))
    for i, j in [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (4, 6), (4, 7)]:
        acid[i, j] = acid[j, i] = 1
    places = figures.spring_places(acid)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert apart[np.triu_indices(8, 1)].min() > 0.7
    assert np.ptp(apart[acid > 0]) < 0.2
