"""k-means in a stated number of passes: nearly as good as Lloyd's algorithm on all points at once."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse import kmeans, streaming_kmeans
from kernelcourse.learn import streaming_kmeans_passes
from kernelcourse.scale import Blocks, in_blocks

RNG = np.random.default_rng(2)
CENTERS = 4 * RNG.normal(size=(8, 3))
X = CENTERS[RNG.integers(8, size=30_000)] + RNG.normal(size=(30_000, 3))


def test_within_five_percent_of_lloyd_and_the_spread_is_true():
    found = streaming_kmeans(in_blocks(X, rows=4_000), 8, np.random.default_rng(0))
    assert found.spread == pytest.approx(found.squares(X).min(axis=1).sum(), rel=1e-9)
    assert found.spread <= 1.05 * kmeans(X, 8, np.random.default_rng(0), restarts=4).spread


def test_points_without_clusters_too():
    flat = RNG.uniform(size=(20_000, 4)) + 1e6
    found = streaming_kmeans(flat, 10, np.random.default_rng(0))
    assert found.spread <= 1.05 * kmeans(flat, 10, np.random.default_rng(0), restarts=4).spread


def test_the_passes_are_those_stated_and_each_lowers_the_spread():
    read = []

    def opened(first):
        read.append(first)
        return iter(np.array_split(X, 7)[first:])

    states = list(streaming_kmeans_passes(Blocks(opened), 8, np.random.default_rng(0), passes=5))
    assert len(read) == 5 and [state.passes for state in states] == [1, 2, 3, 4, 5]
    spreads = [state.spread for state in states[1:]]
    assert (np.diff(spreads) <= 1e-9 * spreads[0]).all()
    assert states[0].count == len(X)


def test_a_center_without_points_stays():
    two = np.repeat([[0.0], [1.0]], 50, axis=0)
    found = streaming_kmeans(two, 3, np.random.default_rng(0))
    assert found.spread < 1e-20 and np.isfinite(found.centers).all()


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: streaming_kmeans(X[:5], 6, RNG), "n_clusters = 6 for 5 points"),
        (lambda: streaming_kmeans(X, 3, RNG, passes=1), "passes = 1"),
        (lambda: streaming_kmeans(iter(np.array_split(X, 3)), 3, RNG), "read already"),
        (lambda: streaming_kmeans(Blocks(lambda first: iter([])), 3, RNG), "no block"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
