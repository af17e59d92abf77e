"""The figures of the MDS chapter draw the package's numbers."""

from itertools import combinations

import numpy as np

from kernelcourse import Spectrum, classical_mds, datasets, feature_distances, squared_distances
from kernelcourse.figures import canvas
from kernelcourse.figures import mds as figures
from kernelcourse.figures.drawing import WHOLE

NAMES, D = datasets.cities()
USA = classical_mds(D, 2)


def test_the_map_puts_each_city_at_its_point_and_names_it():
    picture = figures.city_map(USA.points, NAMES)
    axes = picture.figure.axes[0]
    np.testing.assert_allclose(axes.collections[0].get_offsets(), USA.points)
    assert [text.get_text() for text in axes.texts] == list(NAMES)
    assert picture.readouts["westernmost"] == NAMES[int(USA.points[:, 0].argmin())]


def test_the_spectrum_shows_all_eigenvalues_and_counts_the_negative_ones():
    picture = figures.spectrum(USA.eigenvalues)
    heights = [bar.get_height() for bar in picture.figure.axes[0].patches]
    np.testing.assert_allclose(heights, USA.eigenvalues / 1e6)
    assert picture.readouts["negative"] == "4"


def test_table_and_map_are_drawn_pair_by_pair():
    shown = np.sqrt(squared_distances(USA.points))
    picture = figures.shepard(D, shown)
    lower = np.tril_indices(10, -1)
    np.testing.assert_allclose(
        picture.figure.axes[0].collections[0].get_offsets(), np.column_stack([D[lower], shown[lower]])
    )
    assert picture.readouts["largest gap"] == f"{np.abs(D - shown).max():.1f} miles"


def test_a_new_point_is_drawn_at_its_place():
    picture = figures.placed(USA.points, NAMES, (10.0, 20.0), "Here")
    np.testing.assert_allclose(picture.figure.axes[0].collections[1].get_offsets(), [[10.0, 20.0]])


def _coordinates(B):
    values, V = np.linalg.eigh(B)
    largest = np.argsort(-np.abs(values))[:2]
    return V[:, largest] * np.sqrt(np.abs(values[largest]))


def test_no_name_covers_another_or_leaves_the_frame():
    J = np.eye(10) - 0.1
    maps = {"raw": _coordinates(D), "not squared": _coordinates(-J @ D @ J / 2), "right": -USA.points}
    figure = figures.three_attempts(maps, dict.fromkeys(maps, 1.0), NAMES).figure
    figure.draw_without_rendering()
    for axes in figure.axes:
        boxes = [text.get_window_extent() for text in axes.texts]
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        inside = axes.get_window_extent().padded(2)
        assert all(inside.contains(*corner) for box in boxes for corner in box.corners())


def test_words_keep_apart():
    words = datasets.words()
    places = classical_mds(feature_distances(Spectrum(q=2).normalised(), words), 2).points
    figure = figures.word_map(places, words).figure
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_maps_with_names_are_drawn_no_wider_than_a_telephone_shows_them():
    """A wider drawing shrinks there while its letters do not: names that kept apart run into each other."""
    words = datasets.words()
    places = classical_mds(feature_distances(Spectrum(q=2).normalised(), words), 2).points
    for picture in (
        figures.city_map(USA.points, NAMES),
        figures.placed(USA.points[1:], NAMES[1:], USA.points[0], NAMES[0]),
        figures.word_map(places, words),
    ):
        assert 72 * picture.figure.get_figwidth() <= WHOLE
        picture.figure.draw_without_rendering()
        boxes = [text.get_window_extent() for text in picture.figure.axes[0].texts]
        assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_no_name_covers_a_point_of_another_map():
    figure, (axes,) = canvas(300, 300)
    others = np.array([[1.2, 1.1], [0.0, 0.4]])
    words = figures.named_points(
        axes, [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]], ["one", "two", "three"], around=others
    )
    figure.draw_without_rendering()
    for spot in axes.transData.transform(others):
        assert not any(word.get_window_extent().contains(*spot) for word in words)
