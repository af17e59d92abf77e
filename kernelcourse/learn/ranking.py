"""Which points of X are nearest to z: by any distance, or by the distance of features in the space of a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.kernels.featured import feature_kernel
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import as_squarable
from kernelcourse.learn.seeding import Labels
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count

BLOCK = 2**20  # distances held at once: 8 MB, which a cache can hold
GROUP = 16  # columns compared at once when the smallest of a row are sought
SPARE = 1  # neighbours fetched beyond those asked for, to see whether others are as near

Distance = Callable[[Any, Any], Array]  # distance(Z, X) → (m, n)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """For each of m points its nearest ones among n, nearest first; of equally near ones the lower number."""

    indices: Labels  # (m, n_neighbours)
    distances: Array  # (m, n_neighbours)


def nearest(k: Kernel | Distance, X: Any, Z: Any, n_neighbours: int) -> Neighbours:
    """The points of X nearest to each z by a distance or in H, ‖φ(x) − φ(z)‖² = k(x,x) − 2k(x,z) + k(z,z)."""
    ruler = _ruler(k, X, Z)
    n, m = len(ruler.points), len(ruler.others)
    count = as_count(n_neighbours, "n_neighbours", most=n)
    indices, distances = np.empty((m, count), dtype=np.intp), np.empty((m, count))
    step = max(1, BLOCK // n)
    for start in range(0, m, step):
        block = ruler.others[start : start + step]
        found, apart = _nearest_of_block(ruler, block, n, count)
        indices[start : start + step], distances[start : start + step] = found, apart
    return Neighbours(indices, distances)


def _nearest_of_block(ruler: _Ruler, block: Any, n: int, count: int) -> tuple[Labels, Array]:
    fetched = min(count + SPARE, n)
    scores = ruler.scores(block)  # (rows, n)
    columns, best = smallest(scores, fetched)
    columns, apart = _in_order(columns, ruler.distances(block, columns, best))
    if fetched < n:
        # If even the last spare one is as near, to rounding, then others may be too: look at them all.
        for row in np.flatnonzero(best[:, -1] - best[:, count - 1] <= ruler.rounding(block)):
            one, everyone = block[row : row + 1], np.arange(n)[None, :]
            all_columns, all_apart = _in_order(
                everyone, ruler.distances(one, everyone, scores[row : row + 1])
            )
            columns[row], apart[row] = all_columns[0, :fetched], all_apart[0, :fetched]
    return columns[:, :count], apart[:, :count]


class _Ruler:
    """Ranks points by a distance that is given as a function."""

    def __init__(self, measure: Any, X: Any, Z: Any) -> None:
        self.measure, self.points, self.others = measure, X, Z

    def scores(self, block: Any) -> Array:
        """Numbers (rows, n) that rank as distances do."""
        table = np.asarray(self.measure(block, self.points), dtype=float)
        if table.shape != (len(block), len(self.points)) or np.isnan(table).any():
            raise ValueError(
                f"the distance gave shape {table.shape} for {len(block)} and {len(self.points)} points: "
                "distance(Z, X) must be a number for every pair, (m, n)."
            )
        return table

    def distances(self, block: Any, columns: Labels, scores: Array) -> Array:
        """The distances of the points in columns, whose scores are known."""
        return scores

    def rounding(self, block: Any) -> Any:
        """How far two scores of equally near points may differ."""
        return 0.0


class _InFeatureSpace(_Ruler):
    def __init__(self, k: Kernel, X: Any, Z: Any) -> None:
        super().__init__(k, X, Z)
        self.lengths = k.self_similarity(X)

    def scores(self, block: Any) -> Array:
        scores = self.measure.finite_gram(block, self.points)
        scores *= -2
        scores += self.lengths
        return scores  # k(x, x) − 2k(x, z): k(z, z) is the same for every x

    def distances(self, block: Any, columns: Labels, scores: Array) -> Array:
        return np.sqrt(np.maximum(scores + self.measure.self_similarity(block)[:, None], 0))

    def rounding(self, block: Any) -> Any:
        return 4 * EPS * np.abs(self.lengths).max()


class _Euclidean(_Ruler):
    """‖x‖² − 2x·z as one product of longer rows; the few distances asked for are taken from x − z itself."""

    def __init__(self, k: Kernel, X: Array, Z: Array) -> None:
        super().__init__(k, X, Z)
        self.middle = X.mean(axis=0)
        centered = X - self.middle
        self.squares = np.einsum("ij,ij->i", centered, centered)
        self.longer = np.column_stack([-2 * centered, self.squares]).T.copy()

    def scores(self, block: Array) -> Array:
        return np.column_stack([block - self.middle, np.ones(len(block))]) @ self.longer

    def distances(self, block: Array, columns: Labels, scores: Array) -> Array:
        return np.linalg.norm(self.points[columns] - block[:, None, :], axis=2)

    def rounding(self, block: Array) -> Any:
        squares = np.square(block - self.middle).sum(axis=1)
        return 4 * (block.shape[1] + 2) * EPS * (squares + self.squares.max())


def _ruler(k: Kernel | Distance, X: Any, Z: Any) -> _Ruler:
    if isinstance(k, Kernel):
        read = as_squarable if isinstance(k, Linear) else k.read
        points, others = read(X, "X"), read(Z, "Z")
        k.compare(points, others)
        featured = feature_kernel(k, len(points))
        if featured is not None:  # distances in H are distances of features
            return _Euclidean(k, featured.features(points), featured.features(others))
        return (_Euclidean if isinstance(k, Linear) else _InFeatureSpace)(k, points, others)
    for name, given in (("X", X), ("Z", Z)):
        if len(given) == 0:
            raise ValueError(f"{name} is empty: give at least one point.")
    return _Ruler(k, X, Z)


def smallest(scores: Array, count: int) -> tuple[Labels, Array]:
    """The columns of the ``count`` smallest entries of each row (of equal ones the first), and these entries.

    The columns are dealt into groups. The count-th smallest of the groups' minima is an entry, so no entry above it
    is wanted, and every wanted entry lies in a group whose minimum is among the count smallest.
    """
    n, rows = scores.shape[1], np.arange(len(scores))[:, None]
    width = n // GROUP
    if width < 4 * count:
        columns = np.argsort(scores, axis=1, kind="stable")[:, :count]
        return columns, scores[rows, columns]
    dealt = scores[:, : width * GROUP].reshape(len(scores), GROUP, width)
    minima = dealt.min(axis=1)  # (rows, width): group j holds the columns j, j + width, j + 2·width, …
    groups = np.argpartition(minima, count - 1, axis=1)[:, :count]
    candidates = (groups[:, :, None] + width * np.arange(GROUP)).reshape(len(scores), -1)
    rest = np.broadcast_to(np.arange(width * GROUP, n), (len(scores), n - width * GROUP))
    candidates = np.hstack([candidates, rest])
    entries = np.take_along_axis(scores, candidates, axis=1)
    order = np.argpartition(entries, count - 1, axis=1)[:, :count]
    columns = np.take_along_axis(candidates, order, axis=1)
    columns.sort(axis=1)  # the stable order below then puts the first of equal ones first
    found = np.take_along_axis(scores, columns, axis=1)
    columns = np.take_along_axis(columns, np.argsort(found, axis=1, kind="stable"), axis=1)
    last = found.max(axis=1, keepdims=True)
    # An equal entry may have been passed over, here or in a group that was not chosen: then the whole row is looked at.
    crowded = ((minima <= last).sum(axis=1) > count) | ((entries <= last).sum(axis=1) > count)
    for row in np.flatnonzero(crowded):
        columns[row] = np.argsort(scores[row], kind="stable")[:count]
    return columns, np.take_along_axis(scores, columns, axis=1)


def _in_order(columns: Labels, distances: Array) -> tuple[Labels, Array]:
    """Sorted by (distance, column)."""
    rows = np.arange(len(columns))[:, None]
    order = np.lexsort((columns, distances), axis=1)
    return columns[rows, order], distances[rows, order]
