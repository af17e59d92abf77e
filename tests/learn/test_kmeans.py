"""k-means: each half-step lowers the spread, the run ends, and the known traps are there."""

from __future__ import annotations

from functools import partial
from itertools import pairwise, product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.cluster import KMeans

from kernelcourse.datasets import blobs, toy_a, toy_c
from kernelcourse.learn import elbow, farthest_points, kmeans, lloyd, random_partition, random_points
from kernelcourse.learn.nearest_center import NearestCenters

RECTANGLE = np.array([[0.0, 0], [0, 1], [10, 0], [10, 1]])


def last(states):
    *_, end = states
    return end


def test_toy_c_from_alternating_labels():
    states = list(lloyd(toy_c(), [0, 1, 0, 1, 0, 1], 2))
    assert_allclose(states[0].spread, 69.3333, atol=5e-5)
    assert_allclose(states[-1].spread, 2.6667, atol=5e-5)
    assert_array_equal(states[-1].labels, [0, 0, 0, 1, 1, 1])
    assert [s.half_step for s in states] == ["update", "assign", "update", "assign"]
    assert states[-1].moved == 0


def test_spread_of_a_partition():
    X, _ = toy_a()
    first = next(lloyd(X, [0, 0, 0, 1, 1], 2))
    assert_allclose(first.spread, 3.8333, atol=5e-5)
    assert_allclose(first.centers[0], [2 / 3, 2 / 3], rtol=1e-14)
    one_hot = np.eye(2)[first.labels]
    assert_allclose(
        (one_hot * np.square(X[:, None] - first.centers).sum(axis=2)).sum(), first.spread, rtol=1e-13
    )


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("q", [1, 2, 5, 12])
def test_every_half_step_lowers_the_spread_and_the_end_is_a_fixed_point(seed, q):
    rng = np.random.default_rng(seed)
    X = (
        rng.normal(size=(60, 2)) if seed % 2 else rng.integers(0, 4, size=(60, 2)).astype(float)
    )  # ties, doubles
    start = rng.permutation(np.arange(60) % q)
    states = list(lloyd(X, start, q))
    spreads = np.array([s.spread for s in states])
    assert (np.diff(spreads) <= 1e-12 * spreads[0]).all()
    end = states[-1]
    assert len(np.unique(end.labels)) == q  # no cluster is empty
    squares = np.square(X[:, None] - end.centers).sum(axis=2)
    own = squares[np.arange(60), end.labels]
    assert_allclose(own, squares.min(axis=1), atol=1e-12)  # Voronoi: nobody is nearer to another center
    assert_allclose(end.centers, [X[end.labels == c].mean(axis=0) for c in range(q)], atol=1e-12)
    updates = [tuple(s.labels) for s in states if s.half_step == "update"]
    assert len(set(updates)) == len(updates)  # no partition comes twice


def test_same_start_same_result_as_scikit_learn():
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(400, 4)) + 100
        centers = X[:7].copy()
        peer = KMeans(7, init=centers, n_init=1, tol=0, max_iter=1000).fit(X)
        end = last(lloyd(X, centers))
        assert_array_equal(end.labels, peer.labels_)
        assert_allclose(end.centers, peer.cluster_centers_, atol=1e-10)
        assert_allclose(end.spread, peer.inertia_, rtol=1e-11)


def test_looking_only_at_doubtful_points_changes_nothing(monkeypatch):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 3))
    start = X[:8].copy()
    quick = [s.labels for s in lloyd(X, start)]
    patient = NearestCenters.assign

    def look_at_all(self, centers, labels):
        self.forget()
        return patient(self, centers, labels)

    monkeypatch.setattr(NearestCenters, "assign", look_at_all)
    slow = [s.labels for s in lloyd(X, start)]
    assert len(quick) == len(slow)
    for a, b in pairwise([quick, slow]):
        assert_array_equal(a, b)


def test_result_depends_on_the_start():
    stuck = last(lloyd(RECTANGLE, [[5.0, 0], [5, 1]]))
    assert_allclose(stuck.spread, 100)
    assert_allclose(kmeans(RECTANGLE, 2, np.random.default_rng(0)).spread, 1)


def test_fixed_point_that_is_not_a_local_minimum():
    X = np.array([[0.0], [2], [3]])
    end = last(lloyd(X, [[1.0], [3]]))  # 2 is as near to 1 as to 3: it stays with the first
    assert_allclose(end.spread, 2)
    nearby = np.square(np.subtract.outer([0, 2, 3], [0.99, 2.99])).min(axis=1).sum()
    assert_allclose(nearby, 1.9603, atol=5e-5)
    assert_allclose(kmeans(X, 2, np.random.default_rng(0)).spread, 0.5)


@pytest.mark.parametrize("seeding", [random_partition, random_points, farthest_points])
def test_more_restarts_are_never_worse(seeding):
    X = np.random.default_rng(0).normal(size=(60, 2))
    one = kmeans(X, 6, np.random.default_rng(5), seeding, restarts=1)
    many = kmeans(X, 6, np.random.default_rng(5), seeding, restarts=20)
    assert many.spread <= one.spread


def test_blobs_are_found():
    X, labels = blobs(30, [[0, 0], [10, 0], [0, 10]], np.random.default_rng(0))
    found = kmeans(X, 3, np.random.default_rng(1))
    assert len({(a, b) for a, b in zip(found.labels, labels)}) == 3
    assert_array_equal(found.assign(X), found.labels)


def test_smallest_spread_of_all_partitions():
    X = np.random.default_rng(3).normal(size=(7, 2))
    every = [
        next(lloyd(X, labels, 3)).spread for labels in product(range(3), repeat=7) if len(set(labels)) == 3
    ]
    assert_allclose(kmeans(X, 3, np.random.default_rng(0), restarts=30).spread, min(every), rtol=1e-12)


def test_empty_cluster_takes_the_farthest_point():
    X = np.array([[0.0], [1], [2], [9]])
    first = next(lloyd(X, [[1.0], [100.0]]))  # nobody is nearest to 100
    assert_array_equal(first.labels, [0, 0, 0, 1])
    assert_allclose(first.centers, [[1], [9]])
    assert_allclose(last(lloyd(X, [[1.0], [100.0]])).spread, 2)


def test_more_clusters_than_different_points():
    X = np.array([[0.0, 0], [0, 0], [0, 0], [1, 1]])
    for start in ([0, 1, 2, 2], [2, 1, 0, 0]):
        end = last(lloyd(X, start, 3))
        assert end.spread < 1e-30 or len(np.unique(end.labels)) == 3
    found = kmeans(X, 3, np.random.default_rng(0))
    assert found.spread == 0 and len(np.unique(found.labels)) == 3
    assert kmeans(np.ones((5, 2)), 5, np.random.default_rng(0)).spread == 0


def test_one_cluster_and_one_point():
    assert_allclose(kmeans(toy_c(), 1, np.random.default_rng(0)).centers, toy_c().mean(axis=0, keepdims=True))
    assert kmeans([[3.0, 4.0]], 1, np.random.default_rng(0)).spread == 0
    assert_allclose(kmeans(toy_c(), 6, np.random.default_rng(0)).spread, 0, atol=1e-28)


def test_compression_and_outliers():
    X = toy_c()
    found = kmeans(X, 2, np.random.default_rng(0))
    assert_allclose(np.square(found.compress(X) - X).sum(axis=1).mean(), 0.4444, atol=5e-5)
    assert_allclose(found.spread / 6, 0.4444, atol=5e-5)
    scores = found.outlier_scores(np.vstack([X, [[30.0, 30]]]))
    assert np.argmax(scores) == 6
    assert_allclose(np.square(scores[:6]).sum(), found.spread, rtol=1e-12)


def test_elbow():
    X = np.array([[0, 0.2, 0.4, 5, 5.2, 5.4]]).T
    result = elbow(partial(kmeans, X, rng=np.random.default_rng(0)), range(1, 7))
    assert_allclose(result.spreads, [37.66, 0.16, 0.10, 0.04, 0.02, 0], atol=1e-9)
    assert result.bend == 2
    assert elbow(partial(kmeans, X, rng=np.random.default_rng(0)), [2]).bend == 2
    assert elbow(partial(kmeans, np.ones((4, 1)), rng=np.random.default_rng(0)), [1, 2, 3]).bend in (1, 2, 3)


def test_same_seed_same_clusters():
    X = np.random.default_rng(0).normal(size=(50, 2))
    a, b = (kmeans(X, 4, np.random.default_rng(9)) for _ in range(2))
    assert_array_equal(a.labels, b.labels)


@pytest.mark.parametrize(
    "start, q, message",
    [
        ([0, 1], 2, "labels must be 6"),
        ([0, 0, 0, 1, 1, 3], 2, "between 0 and 1"),
        ([0, 0, 0, 0, 0, 0], 2, "cluster 1 empty"),
        ([0.0, 1, 0, 1, 0, 1], 2, "whole numbers"),
        ([0, 1, 0, 1, 0, 1], None, "n_clusters is needed"),
        ([[0.0, 0]], 2, "n_clusters = 2"),
        ([[0.0, 0, 0]], None, "features"),
        (np.zeros((7, 2)), None, "7 for 6 points"),
        ([0, 1, 0, 1, 0, 1], 0, "n_clusters"),
    ],
)
def test_bad_starts(start, q, message):
    with pytest.raises(ValueError, match=message):
        lloyd(toy_c(), start, q)


def test_bad_arguments():
    rng = np.random.default_rng(0)
    for q in (0, 7, 2.0):
        with pytest.raises(ValueError, match="n_clusters"):
            kmeans(toy_c(), q, rng)
    with pytest.raises(ValueError, match="restarts"):
        kmeans(toy_c(), 2, rng, restarts=0)
    with pytest.raises(ValueError, match="1-D"):
        kmeans([1.0, 2.0], 1, rng)
    with pytest.raises(ValueError, match="features"):
        kmeans(toy_c(), 2, rng).assign([[1.0]])
    for counts in ([], [2, 2], [3, 1]):
        with pytest.raises(ValueError, match="counts"):
            elbow(partial(kmeans, toy_c(), rng=rng), counts)
