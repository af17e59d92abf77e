"""The figures of the k-means chapter show the package's numbers."""

from __future__ import annotations

from functools import partial

import numpy as np

from kernelcourse import Gaussian, datasets, elbow, kernel_kmeans, kmeans, lloyd
from kernelcourse.figures import kmeans as figures
from kernelcourse.figures import number
from kernelcourse.learn import random_partition

SIX = datasets.toy_c()
STATES = list(lloyd(SIX, np.array([0, 1, 0, 1, 0, 1]), 2))


def offsets(axes):
    return [np.asarray(drawn.get_offsets()) for drawn in axes.collections if len(drawn.get_offsets())]


def test_palettes_show_the_images_they_are_given():
    sunset = datasets.sunset(8, 10)
    picture = figures.palettes({"all": sunset, "grey": 0 * sunset}, {"grey": 0.25})
    shown = [axes.images[0].get_array() for axes in picture.figure.axes]
    assert np.allclose(shown[0], sunset)
    assert not shown[1].any()
    assert picture.readouts == {"grey": "0.25"}


def test_half_steps_draw_every_state_with_its_centres_and_cost():
    picture = figures.half_steps(SIX, STATES)
    for axes, state in zip(picture.figure.axes, STATES, strict=True):
        *groups, centres = offsets(axes)
        assert np.allclose(centres, state.centers)
        assert np.allclose(groups[0], SIX[state.labels == 0])
        assert axes.get_xlabel() == f"cost {number(state.spread, 4)}"
    assert picture.readouts["labels at the end"] == "0 0 0 1 1 1"


def test_regions_draw_labels_centres_and_the_spread():
    X, _ = datasets.rings(20, spread=0.1, rng=np.random.default_rng(0))
    rng = np.random.default_rng(0)
    plain = kmeans(X, 2, rng)
    curved = kernel_kmeans(Gaussian(1.0), X, 2, rng, seeding=random_partition)
    picture = figures.regions(X, {"plain": plain, "curved": curved})
    left, right = (offsets(axes) for axes in picture.figure.axes)
    assert np.allclose(left[-1], plain.centers)
    assert np.allclose(right[-1], X[curved.labels == 1])  # no centres: they are not points of the plane
    assert picture.readouts["curved"] == f"spread {number(curved.spread, 4)}, sizes 20, 20"


def test_starts_sort_the_costs_and_count_the_best():
    picture = figures.starts({"one": [3.0, 1.0, 2.0, 1.0], "two": [2.0, 4.0]})
    first, second = (drawn.get_ydata() for drawn in picture.figure.axes[0].get_lines())
    assert list(first) == [1, 1, 2, 3]
    assert list(second) == [2, 4]
    assert picture.readouts["one"].startswith("50 % of runs reach 1")
    assert picture.readouts["two"].startswith("0 % of runs reach 1")


def test_the_elbow_is_where_the_package_says():
    found = elbow(partial(kmeans, SIX, rng=np.random.default_rng(0)), range(1, 6))
    picture = figures.elbow(found)
    (drawn,) = picture.figure.axes[0].get_lines()
    assert np.allclose(drawn.get_xydata(), np.column_stack([found.counts, found.spreads]))
    assert picture.readouts["bend"] == str(found.bend) == "2"


def test_outliers_are_the_largest_scores():
    X = np.vstack([SIX, [[20.0, 20.0]]])
    clusters = STATES[-1]
    labels = np.append(clusters.labels, 1)
    found = type("Found", (), {"labels": labels, "centers": clusters.centers})
    scores = np.arange(7.0)
    picture = figures.outliers(X, found, scores, 1)
    assert np.allclose(offsets(picture.figure.axes[0])[-1], X[6:])
    assert picture.readouts == {"farthest": "6", "next": "5"}


def test_the_gram_matrix_is_shown_in_each_order():
    K = np.arange(9.0).reshape(3, 3)
    picture = figures.sorted_gram(K, {"as it is": [0, 1, 2], "reversed": [2, 1, 0]})
    assert np.allclose(picture.figure.axes[1].images[0].get_array(), K[::-1, ::-1])


def test_partitions_and_bandwidths_read_out_their_numbers():
    assert figures.partitions(SIX, {"end": STATES[-1]}).readouts == {"end": "2.667"}
    picture = figures.bandwidths([0.5, 1.0, 2.0], [0.5, 1.0, 0.75])
    (drawn,) = picture.figure.axes[0].get_lines()
    assert np.allclose(drawn.get_ydata(), [0.5, 1, 0.75])
    assert "σ = 1, fewer" in picture.alt
