"""Letters that are matrices in pieces: orthogonal ones with and without a reflection, clusters of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import product
from random import Random
from typing import Any

import numpy as np

from kernelcourse.language.alike import Alike
from kernelcourse.language.effort import spend
from kernelcourse.language.exact import Exact
from kernelcourse.language.modular import Modular
from kernelcourse.language.tree import Binary, Call, Name, Number, Transpose

from ..proving.sign import Sign
from .charts import Chart, turns
from .entries import Profile, fractions, whole
from .matrices import Matrix, basic_squares
from .range import Freed, InPieces, NoPoint, Range

_FLOPS = 100  # products of a decomposition, in a unit of work
_TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25))


class Orthogonal(InPieces):
    """Rotations, and rotations after one reflection."""

    words = "an orthogonal matrix, {0} × {0}"
    takes = 1
    form = Sign.NONZERO

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        """A product of exact plane rotations and a reflection, all rational."""
        size = self.at(sizes)[0]
        matrix = Exact().call_I(size)
        if size == 1:
            return matrix * int(rng.choice([-1, 1]))
        for _ in range(size):
            i, j = (int(place) for place in rng.choice(size, 2, replace=False))
            a, b, c = _TRIPLES[int(rng.integers(len(_TRIPLES)))]
            first, second = matrix[:, i], matrix[:, j]
            matrix[:, i], matrix[:, j] = (first * a + second * b) / c, (second * a - first * b) / c
        matrix[:, 0] = matrix[:, 0] * int(rng.choice([-1, 1]))
        return matrix

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        unit, first, _ = basic_squares(self.at(sizes)[0])
        yield from (unit, -unit, unit - 2 * first, whole(np.roll(np.eye(len(unit)), 1, axis=0)))
        if len(unit) % 2 == 0:
            yield whole(np.kron(np.eye(len(unit) // 2), [[0, -1], [1, 0]]))  # quarter turns: U² = −I

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        unit = np.eye(shape[0])
        yield from (unit, -unit, np.roll(unit, 1, axis=0))
        spend(shape[0] ** 3 / _FLOPS)
        yield np.linalg.qr(rng.normal(size=shape))[0]

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        yield from (Alike(shape, Decimal(sign), Decimal(0)) for sign in (1, -1))

    def fault(self, point: Any) -> str:
        off = np.max(np.abs(point.T @ point - np.eye(len(point))))
        return "it must be orthogonal" if off > 1e-7 else ""

    def nearest(self, point: Any) -> Any | None:
        left, _, right = np.linalg.svd(point)
        return left @ right

    def chart(self, exact: Any) -> Chart | None:
        return turns(exact)

    def freed(self, free: Name, value: Any) -> Freed | None:
        unit = Call("I", (Number(len(value)),))
        return Freed(free, (Binary("-", Binary("@", Transpose(free), free), unit),), value)

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        return self.in_piece(sizes, bool(field.chance.getrandbits(1)), field)

    def pieces(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        yield from (False, True)

    def any_piece(self, sizes: Mapping[str, int], chance: Random) -> Any:
        return bool(chance.getrandbits(1))

    def in_piece(self, sizes: Mapping[str, int], piece: Any, field: Modular) -> Any:
        """(I − A)(I + A)⁻¹, A skew, dense among the rotations; with one column reflected, among all the others."""
        size = self.at(sizes)[0]
        upper = np.triu(field.random((size, size)), 1)
        skew, unit = (upper - upper.T) % field.modulus, field.call_I(size)
        turn = (unit - skew) @ field.call_inv((unit + skew) % field.modulus) % field.modulus
        if piece:
            turn[:, 0] = -turn[:, 0] % field.modulus
        return turn

    @property
    def loosened(self) -> Range:
        return Matrix(self.shape, self.sizes)


class Partition(InPieces):
    """S with S[i, c] = 1 if point i is in cluster c, else 0; no cluster is empty."""

    words = "a matrix of zeros and ones, {} × {}, one 1 in each row"
    takes = 2
    sign = Sign.NONNEGATIVE
    ties_sizes = True

    def possible(self, sizes: Mapping[str, int]) -> bool:
        points, clusters = self.at(sizes)
        return clusters <= points

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        points, clusters = self.at(sizes)
        if not self.possible(sizes):
            raise ValueError(f"partition({points}, {clusters}): more clusters than points")
        members = np.concatenate([np.arange(clusters), rng.integers(clusters, size=points - clusters)])
        return fractions(np.eye(clusters, dtype=int)[rng.permutation(members)])

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        points, clusters = self.at(sizes)
        if (
            clusters <= points
        ):  # by turns, and side by side: of 4 points in 2 clusters, each of one meets each of the other
            for members in (np.arange(points) % clusters, np.arange(points) * clusters // points):
                yield fractions(np.eye(clusters, dtype=int)[members])

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        points, clusters = shape
        if clusters <= points:
            yield np.eye(clusters)[np.arange(points) % clusters]
            yield np.eye(clusters)[np.minimum(np.arange(points), clusters - 1)]

    def fault(self, point: Any) -> str:
        strange = np.any((point != 0) & (point != 1)) or np.any(np.sum(point, axis=1) != 1)
        return "each of its rows must hold one 1" if strange else ""

    def nearest(self, point: Any) -> Any | None:
        """Each point in the cluster where its entry is largest; an empty cluster takes a point that can be spared."""
        members = np.argmax(point, axis=1)
        for cluster in range(point.shape[1]):
            counts = np.bincount(members, minlength=point.shape[1])
            if not counts[cluster]:
                spare = np.flatnonzero(counts[members] > 1)
                members[spare[np.argmax(point[spare, cluster])]] = cluster
        return np.eye(point.shape[1])[members]

    def neighbours(self, exact: Any) -> Iterator[Any]:
        """One point in another cluster."""
        for row, column in np.argwhere(exact == 0):
            moved = exact.copy()
            moved[row] = 0
            moved[row, column] = 1
            if np.all(np.sum(moved, axis=0) > 0):
                yield moved

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        return self.in_piece(sizes, self.any_piece(sizes, field.chance), field)

    def few(self, sizes: Mapping[str, int], most: int) -> bool:
        points, clusters = self.at(sizes)
        return clusters**points <= 20 * most  # most ways to place the points leave a cluster empty

    def pieces(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        points, clusters = self.at(sizes)
        yield from (row for row in product(range(clusters), repeat=points) if len(set(row)) == clusters)

    def any_piece(self, sizes: Mapping[str, int], chance: Random) -> Any:
        points, clusters = self.at(sizes)
        if clusters > points:
            raise NoPoint
        members = [*range(clusters), *(chance.randrange(clusters) for _ in range(points - clusters))]
        return chance.sample(members, points)

    def in_piece(self, sizes: Mapping[str, int], piece: Any, field: Modular) -> Any:
        matrix = np.zeros(self.at(sizes), dtype=object)
        matrix[np.arange(len(matrix)), piece] = 1
        return matrix

    @property
    def loosened(self) -> Range:
        return Matrix(self.shape, self.sizes)
