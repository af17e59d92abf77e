"""Witnesses: numbers that refute a candidate kernel, and the search for them.

The search finds points and weights with aᵀKa < 0, then makes the points fewer and the numbers rounder.

Rounding errors never refute: aᵀKa must be negative by more than a part in 10⁹ of Σ|aᵢ aⱼ Kᵢⱼ|, with an absolute
floor, which the zero kernel (whose eigenvalues are ±1e-17 in floating point) needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kernelcourse.points import Array

RELATIVE, FLOOR = 1e-9, 1e-13


class Candidate(Protocol):
    """Anything that can be asked for a Gram matrix: k(X, Z) → (n, m)."""

    def __call__(self, X: Any, Z: Any = None) -> Array: ...


@dataclass(frozen=True)
class Witness:
    """Numbers that refute: weights a with aᵀKa < 0 at these points, or a pair where k(x, z) ≠ k(z, x).

    ``value`` is aᵀKa; for a pair it is k(x, z) − k(z, x).
    """

    points: Any
    weights: Array
    value: float
    pair: bool = False

    def recompute(self, k: Candidate) -> float:
        """aᵀk(P)a, or k(x, z) − k(z, x): the number ``value`` again, from the kernel itself."""
        K = np.asarray(k(self.points, self.points))
        return float(K[0, 1] - K[1, 0]) if self.pair else float(self.weights @ K @ self.weights)

    def to_dict(self) -> dict[str, Any]:
        """The witness as plain data (JSON)."""
        found: dict[str, Any] = {
            "points": np.asarray(self.points).tolist()
            if is_numeric(self.points)
            else [str(p) for p in self.points],
            "weights": self.weights.tolist(),
            "value": self.value,
        }
        return found | {"pair": True} if self.pair else found

    def __str__(self) -> str:
        shown = self.to_dict()
        points = ", ".join(_plain(point) for point in shown["points"])
        if self.pair:
            return f"not symmetric at the pair {points}: k(x, z) − k(z, x) = {self.value:.4g}"
        weights = ", ".join(f"{a:.6g}" for a in self.weights)
        return f"at points {points} with weights ({weights}): aᵀKa = {self.value:.4g} < 0"


def negative_direction(K: Array) -> Array | None:
    """Weights a with aᵀKa < 0 beyond round-off, or None if this Gram matrix shows none."""
    K = np.asarray(K, dtype=float)
    if not np.isfinite(K).all() or not np.abs(K).max() > FLOOR:
        return None
    # aᵀKa with a = s·v is vᵀ(sKs)v: scaling rows and columns to a unit diagonal makes every point weigh the same.
    diagonal = np.abs(np.diagonal(K))
    scale = 1 / np.sqrt(np.where(diagonal > 1e-12 * np.abs(K).max(), diagonal, np.abs(K).max()))
    S = scale[:, None] * (K + K.T) * (scale / 2)
    _, vectors = np.linalg.eigh(S)
    weights = scale * vectors[:, 0]  # ascending: the first belongs to the smallest eigenvalue
    weights /= np.abs(weights).max()
    return weights if is_negative(K, weights) else None


def is_negative(K: Array, weights: Array) -> bool:
    """aᵀKa < 0 by more than rounding can explain."""
    size = np.abs(weights) @ np.abs(K) @ np.abs(weights)
    return bool(weights @ K @ weights < -(RELATIVE * size + FLOOR))


def asymmetric_pair(K: Array) -> tuple[int, int] | None:
    """The pair with the largest |k(x, z) − k(z, x)|, if that is more than rounding; else None."""
    gap = np.abs(K - K.T)
    i, j = np.unravel_index(int(gap.argmax()), gap.shape)
    return (int(i), int(j)) if gap[i, j] > RELATIVE * np.abs(K).max() + FLOOR else None


def find_witness(k: Candidate, points: Any) -> Witness | None:
    """A small witness against k among these points, or None if they show none."""
    points = points if hasattr(points, "shape") or not is_numeric(points) else np.asarray(points)
    K = np.asarray(k(points, points), dtype=float)
    if not np.isfinite(K).all():
        i, j = (int(index[0]) for index in np.nonzero(~np.isfinite(K)))
        raise ValueError(f"k is not finite at points {i} and {j}: k = {K[i, j]}.")
    pair = asymmetric_pair(K)
    if pair is not None:
        x_and_z = take(points, list(pair))
        return Witness(x_and_z, np.array([1.0, -1.0]), float(K[pair] - K[pair[::-1]]), pair=True)
    weights = negative_direction(K)
    return None if weights is None else shrink(k, points, weights)


def shrink(k: Candidate, points: Any, weights: Array) -> Witness:
    """The same refutation with fewer points, rounder coordinates and small whole weights, as far as that goes."""
    points, weights = _fewer_points(k, points, weights)
    if is_numeric(points):
        points, weights = _rounder_points(k, np.asarray(points, dtype=float), weights)
    K = np.asarray(k(points, points), dtype=float)
    weights = _rounder_weights(K, weights)
    return Witness(points, weights, float(weights @ K @ weights))


def take(points: Any, chosen: list[int]) -> Any:
    """The chosen ones of the points, as the same kind of collection."""
    return points[chosen] if isinstance(points, np.ndarray) else [points[i] for i in chosen]


def _fewer_points(k: Candidate, points: Any, weights: Array) -> tuple[Any, Array]:
    K = np.asarray(k(points, points), dtype=float)
    kept = list(np.argsort(-np.abs(weights)))
    for size in range(1, len(kept) + 1):  # the points that weigh most, as few as will do
        direction = negative_direction(K[np.ix_(kept[:size], kept[:size])])
        if direction is not None:
            kept, weights = kept[:size], direction
            break
    for candidate in list(kept):
        rest = [i for i in kept if i != candidate]
        direction = negative_direction(K[np.ix_(rest, rest)]) if rest else None
        if direction is not None:
            kept, weights = rest, direction
    order = np.argsort(kept)
    return take(points, [kept[i] for i in order]), weights[order]


def _rounder_points(k: Candidate, points: Array, weights: Array) -> tuple[Array, Array]:
    scale = max(float(np.abs(points).max()), 1e-300)
    first = 1 - int(np.floor(np.log10(scale)))
    for decimals in range(first - 1, first + 6):
        rounded = np.round(points, decimals) + 0.0  # + 0.0 turns −0 into 0
        direction = _try(lambda P=rounded: negative_direction(np.asarray(k(P, P), dtype=float)))
        if direction is not None:
            return rounded, direction
    return points, weights


def _rounder_weights(K: Array, weights: Array) -> Array:
    weights = weights / weights[np.argmax(np.abs(weights))]  # the largest becomes +1
    for multiple in range(1, 25):
        whole = np.round(multiple * weights) + 0.0
        if is_negative(K, whole):
            return whole
    return weights


def _try(compute: Callable[[], Array | None]) -> Array | None:
    try:
        return compute()
    except ValueError:  # a rounded point may leave the kernel's domain
        return None


def trial_sets(rng: np.random.Generator) -> Iterator[tuple[str, Array]]:
    """Point sets in dimensions 1, 2, 3 on which false kernels tend to give themselves away."""
    yield "whole numbers −2..2", np.arange(-2.0, 3)[:, None]
    yield "a grid on [0, 3]", np.linspace(0, 3, 13)[:, None]
    yield "a grid on [−6, 6]", np.linspace(-6, 6, 25)[:, None]
    for side in (0.5, 1.0, 2.0):
        yield f"corners of a square of side {side:g}", side * np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    yield "a 5 × 5 grid", np.stack(np.meshgrid(np.arange(-2.0, 3), np.arange(-2.0, 3)), -1).reshape(-1, 2)
    yield "corners of a cube", np.stack(np.meshgrid([0.0, 1], [0.0, 1], [0.0, 1]), -1).reshape(-1, 3)
    for d in (1, 2, 3):
        for scale in (0.1, 1.0, 10.0):
            yield f"30 random points of size {scale:g} in dimension {d}", scale * rng.standard_normal((30, d))


def is_numeric(points: Any) -> bool:
    """Whether the points are numbers or rows of numbers (and not strings, sets or graphs)."""
    try:
        return bool(np.issubdtype(np.asarray(points).dtype, np.number))
    except ValueError:
        return False


def _plain(point: Sequence[float] | float | str) -> str:
    if isinstance(point, list):
        return f"({', '.join(f'{number:.6g}' for number in point)})"
    return repr(point) if isinstance(point, str) else f"{point:.6g}"
