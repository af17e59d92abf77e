"""Classical multidimensional scaling: a map from a table of distances."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.learn.eigen import leading_eigenpairs
from kernelcourse.learn.gram import is_symmetric
from kernelcourse.learn.pca import center
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count, as_points, pairwise_squares


@dataclass(frozen=True, eq=False)
class MDS:
    """A map: points (n, q) around the origin, first axis the longest, whose distances imitate those given."""

    points: Array
    lengths: Array = field(repr=False)  # √λ₁ ≥ … ≥ √λ_q of B, the lengths of the axes
    distances: Array = field(repr=False)

    @cached_property
    def eigenvalues(self) -> Array:
        """All n eigenvalues of B = −½JD²J, largest first. With a negative one no map has these distances."""
        D = self.distances
        size = D.max() or 1.0
        return linalg.eigvalsh(_doubly_centered(D / size), check_finite=False)[::-1] * size**2

    @cached_property
    def stress(self) -> float:
        """√(Σ (Dᵢⱼ − ‖xᵢ − xⱼ‖)² / Σ Dᵢⱼ²): 0 for a faithful map."""
        size = self.distances.max() or 1.0
        given, fitted = (
            self.distances / size,
            np.sqrt(pairwise_squares(self.points / size, self.points / size)),
        )
        return float(np.linalg.norm(given - fitted) / (np.linalg.norm(given) or 1.0))

    @cached_property
    def goodness_of_fit(self) -> float:
        """(λ₁ + … + λ_q) / Σ |λ|: 1 when q dimensions hold everything."""
        total = np.abs(self.eigenvalues).sum()
        return float(np.square(self.lengths).sum() / total) if total else 1.0

    def place(self, distances: ArrayLike) -> Array:
        """Where new points belong on the map, from their distances (n,) or (m, n) to the mapped ones.

        Gower's formula: with b = −½(δ² − column means of D²), xⱼ = b·vⱼ/√λⱼ. A mapped point lands on itself.
        """
        new = np.asarray(distances, dtype=float)
        table = np.atleast_2d(new)
        if table.ndim != 2 or table.shape[1] != len(self.points):
            raise ValueError(
                f"distances has shape {new.shape}: give one for each of the {len(self.points)} mapped points."
            )
        if not np.isfinite(table).all() or table.min() < 0:
            raise ValueError("distances must be finite and not negative.")
        if not self.lengths.all():
            raise ValueError("an axis of this map has length 0: make the map with fewer n_components.")
        size = self.distances.max()
        means = np.square(self.distances / size).mean(axis=0)
        similarities = (
            -(np.square(table / size) - means) / 2
        )  # (m, n); the axes sum to 0, so constants drop out
        placed = similarities @ (self.points / size) / np.square(self.lengths / size) * size
        return placed[0] if new.ndim == 1 else placed


def classical_mds(D: ArrayLike, n_components: int) -> MDS:
    """Points whose inner products are nearest to B = −½ J D² J: x = √Λ Vᵀ, the q largest eigenpairs of B."""
    distances = as_distances(D)
    n = len(distances)
    q = as_count(n_components, "n_components", most=n)
    size = distances.max() or 1.0  # squares of 1e-200 would leave the range of floats
    if size > 1e150:
        raise ValueError(f"D holds {size:.3g}, whose square is too large for a float: divide D by a number.")
    B = _doubly_centered(distances / size)
    values, vectors = leading_eigenpairs(B, q)
    rounding = 4 * n * EPS
    if values[-1] < -rounding:
        positive = int((values > rounding).sum())
        raise ValueError(
            f"n_components = {q} is too many: only {positive} eigenvalue(s) of −½JD²J are positive, so these "
            f"distances give a map of at most {positive} dimension(s)."
        )
    values = np.where(values > rounding, values, 0)  # an axis that is all rounding has length 0
    lengths = np.sqrt(values) * size
    return MDS(vectors * lengths, lengths, distances)


def as_distances(D: ArrayLike, name: str = "D") -> Array:
    """D as a table of distances between n points: square, symmetric, not negative, zero on the diagonal."""
    table = as_points(D, name)
    if table.shape[0] != table.shape[1]:
        raise ValueError(f"{name} has shape {table.shape}: distances between n points are square, (n, n).")
    if table.min() < 0:
        i, j = np.unravel_index(np.argmin(table), table.shape)
        raise ValueError(f"{name}[{i}, {j}] = {table[i, j]:g} is negative; a distance is not.")
    if table.diagonal().any():
        first = int(np.flatnonzero(table.diagonal())[0])
        raise ValueError(
            f"{name}[{first}, {first}] = {table[first, first]:g}: the distance of a point to itself is 0."
        )
    if not is_symmetric(table):
        i, j = np.unravel_index(np.argmax(np.abs(table - table.T)), table.shape)
        raise ValueError(
            f"{name}[{i}, {j}] = {table[i, j]:g} but {name}[{j}, {i}] = {table[j, i]:g}: make it symmetric."
        )
    return table


def _doubly_centered(D: Array) -> Array:
    """−½ J D² J in the memory of D."""
    np.square(D, out=D)
    D *= -0.5
    return center(D)
