"""Witnesses: numbers that refute a candidate kernel, and the search for them.

The search finds points and weights with aᵀKa < 0, then makes the points fewer and the numbers rounder.

Rounding errors never refute: aᵀKa must be negative by more than a part in 10⁹ of Σ|aᵢ aⱼ Kᵢⱼ|, and by more
than the terms inside k can lose when they cancel: (x·z + 1)² − (x·z)² − 2 x·z − 1 is the zero kernel, but not
in floating point. An absolute floor covers zero itself, whose eigenvalues come out as ±1e-17.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from kernelcourse.points import Array, as_reals

MOST_TO_THIN_OUT = 30  # points: leaving out each in turn takes as many eigenvalue problems
RELATIVE, CANCELLED, FLOOR = 1e-9, 1e-11, 1e-13


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


def negative_direction(K: Array, magnitude: Array | None = None) -> Array | None:
    """Weights a with aᵀKa < 0 beyond round-off, or None if this Gram matrix shows none.

    ``magnitude`` (n, n) says how large the terms were that K was added up from; without it, as large as K.
    """
    K = np.asarray(K, dtype=float)
    if K.ndim != 2 or K.shape[0] != K.shape[1]:
        raise ValueError(f"K has shape {K.shape}: a Gram matrix of all pairs is square, (n, n).")
    largest = np.abs(K).max(initial=0)
    if not np.isfinite(largest) or not largest > FLOOR:
        return None
    # aᵀKa with a = s·v is vᵀ(sKs)v: scaled to a unit diagonal, every point weighs the same.
    diagonal = np.abs(np.diagonal(K))
    scale = 1 / np.sqrt(np.where(diagonal > 1e-12 * largest, diagonal, largest))
    S = scale[:, None] * (K / 2 + K.T / 2) * scale
    weights = scale * _lowest(S)
    weights /= np.abs(weights).max()
    return weights if is_negative(K, weights, magnitude) else None


def _lowest(S: Array) -> Array:
    """An eigenvector of the smallest eigenvalue; of several, one that does not depend on the solver's choice."""
    values, vectors = np.linalg.eigh(S)
    same = values - values[0] <= 1e-9 * np.abs(values).max()
    if same.sum() == 1:
        return vectors[:, 0]
    space = vectors[:, same]
    return space @ (space.T @ np.cos(np.arange(len(S)) ** 2))


def is_negative(K: Array, weights: Array, magnitude: Array | None = None) -> bool:
    """aᵀKa < 0 by more than rounding can explain."""
    a = np.abs(weights)
    rounding = RELATIVE * (a @ np.abs(K) @ a) + FLOOR
    if magnitude is not None:
        rounding = max(rounding, CANCELLED * (a @ magnitude @ a))
    return bool(weights @ K @ weights < -rounding)


def asymmetric_pair(K: Array, magnitude: Array | None = None) -> tuple[int, int] | None:
    """The pair with the largest |k(x, z) − k(z, x)|, if that is more than rounding; else None."""
    gap = np.abs(K - K.T)
    i, j = np.unravel_index(int(gap.argmax()), gap.shape)
    rounding = max(RELATIVE * np.abs(K).max(), 0 if magnitude is None else CANCELLED * magnitude.max())
    return (int(i), int(j)) if gap[i, j] > rounding + FLOOR else None


def find_witness(k: Candidate, points: Any) -> Witness | None:
    """A small witness against k among these points, or None if they show none."""
    points = np.asarray(points) if is_numeric(points) else points
    K, magnitude = _gram(k, points)
    pair = asymmetric_pair(K, magnitude)
    if pair is not None:
        x_and_z = take(points, list(pair))
        return Witness(x_and_z, np.array([1.0, -1.0]), float(K[pair] - K[pair[::-1]]), pair=True)
    weights = negative_direction(K, magnitude)
    return None if weights is None else shrink(k, points, weights)


def coarseness(values: Any) -> float:
    """ε of the numbers that were given, over ε of a float: 1, and 5·10⁸ for numbers in single precision."""
    kind = np.asarray(values).dtype
    return max(1.0, float(np.finfo(kind).eps) / float(np.finfo(float).eps)) if kind.kind == "f" else 1.0


def _gram(k: Candidate, points: Any) -> tuple[Array, Array | None]:
    """K and how large the terms inside it are (None if k does not say)."""
    given = k(points, points)
    K = as_reals(given)
    if K.shape != (len(points), len(points)):
        raise ValueError(
            f"k gave shape {K.shape} for {len(points)} points, not all pairs. Is k a function of two? "
            "Then write Claimed(k)."
        )
    if not np.isfinite(K).all():
        i, j = np.argwhere(~np.isfinite(K))[0]
        raise ValueError(f"k is not finite at points {i} and {j}: k = {K[i, j]}.")
    if hasattr(k, "magnitude") and hasattr(k, "read"):
        return K, k.magnitude(k.read(points))
    coarse = coarseness(given)
    return K, None if coarse == 1 else coarse * np.abs(K)


def shrink(k: Candidate, points: Any, weights: Array) -> Witness:
    """The same refutation with fewer points, rounder coordinates and small whole weights, if possible."""
    points, weights = _fewer_points(k, points, weights)
    if is_numeric(points) and np.asarray(points).dtype.kind == "f":  # whole numbers are round already
        points, weights = _rounder_points(k, np.asarray(points, dtype=float), weights)
    K, magnitude = _gram(k, points)
    weights = _rounder_weights(K, magnitude, weights)
    return Witness(points, weights, float(weights @ K @ weights))


def take(points: Any, chosen: list[int]) -> Any:
    """The chosen ones of the points, as the same kind of collection."""
    return points[chosen] if isinstance(points, np.ndarray) else [points[i] for i in chosen]


def _fewer_points(k: Candidate, points: Any, weights: Array) -> tuple[Any, Array]:
    K, magnitude = _gram(k, points)

    def direction_of(chosen: list[int]) -> Array | None:
        block = np.ix_(chosen, chosen)
        return negative_direction(K[block], None if magnitude is None else magnitude[block])

    kept = [int(i) for i in np.argsort(-_digits_kept(np.abs(weights)), kind="stable")]
    for few in range(1, len(kept) + 1):  # the points that weigh most, as few as will do
        direction = direction_of(kept[:few])
        if direction is not None:
            kept, weights = kept[:few], direction
            break
    else:
        weights = weights[kept]
    while 1 < len(kept) <= MOST_TO_THIN_OUT:  # then leave out, one at a time, the point that is missed least
        found = []
        for left_out in kept:
            rest = [i for i in kept if i != left_out]
            direction = direction_of(rest)
            if direction is not None:
                block = K[np.ix_(rest, rest)]
                size = np.abs(direction) @ np.abs(block) @ np.abs(direction)
                found.append((direction @ block @ direction / size, rest, direction))
        if not found:
            break
        _, kept, weights = min(found, key=lambda choice: float(_digits_kept(choice[0])))
    order = np.argsort(kept)
    return take(points, [kept[i] for i in order]), weights[order]


def _digits_kept(numbers: Any) -> Any:
    """Without the last digits, which differ between machines: of equals the first is taken, everywhere the same."""
    return np.round(numbers, 9)


def _rounder_points(k: Candidate, points: Array, weights: Array) -> tuple[Array, Array]:
    scale = max(float(np.abs(points).max()), 1e-300)
    first = 1 - int(np.floor(np.log10(scale)))
    for decimals in range(first - 1, first + 6):
        rounded = np.round(points, decimals) + 0.0  # + 0.0 turns −0 into 0
        try:
            direction = negative_direction(*_gram(k, rounded))
        except ValueError:  # a rounded point may leave the kernel's domain
            continue
        if direction is not None:
            return rounded, direction
    return points, weights


def _rounder_weights(K: Array, magnitude: Array | None, weights: Array) -> Array:
    weights = weights / weights[np.argmax(_digits_kept(np.abs(weights)))]  # the largest becomes +1
    for multiple in range(1, 25):
        whole = np.round(multiple * weights) + 0.0
        if is_negative(K, whole, magnitude):
            return whole
    return weights


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
        array = np.asarray(points)
    except ValueError:  # rows of different lengths
        return False
    return array.dtype.kind in "iuf" and array.ndim <= 2


def _plain(point: Sequence[float] | float | str) -> str:
    if isinstance(point, list):
        return f"({', '.join(_digits(number) for number in point)})"
    return repr(point) if isinstance(point, str) else _digits(float(point))  # type: ignore[arg-type]


def _digits(number: float) -> str:
    """Six digits, or all of them where six would make 0.99999999 a 1."""
    short = f"{number:.6g}"
    return short if float(short) == number or not float(short).is_integer() else repr(float(number))
