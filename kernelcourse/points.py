"""What a set of points is, and the two numbers every pair of points has: x·z and ‖x − z‖².

The letters of the whole course, fixed here once:

    n, m    how many points: n in X, m in Z            d    how many features a point has
    q       how many outputs, components or clusters   p    a degree
    X, Z    points, one in each row: (n, d), (m, d)    K    a Gram matrix, K[i, j] = k(xᵢ, zⱼ): (n, m)
    y       outputs: (n,) or (n, q)                    w    weights of features: (d,) or (d, q)
    alpha   weights of points: (n,) or (n, q)          lam  λ > 0, the price of ‖f‖²

A row is a point, always; K = XXᵀ is (n, n), always.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

ROWS = 256  # rows worked on at once: a block of them stays in the cache
LOST = 1e-7  # below this part of the largest ‖x‖² + ‖z‖², a difference of such terms has lost half its digits


def as_reals(values: Any) -> Array:
    """Real numbers as floats; TypeError for complex numbers and for words, which numpy would cut or read."""
    given = np.asarray(values)
    objects = given.flat if given.dtype.kind == "O" else ()
    if given.dtype.kind not in "biufO" or not all(isinstance(one, Real | Decimal) for one in objects):
        raise TypeError(f"real numbers were expected, not {given.dtype.name}")
    return np.asarray(given, dtype=float)


def as_points(X: ArrayLike, name: str = "X") -> Array:
    """X as n points of d numbers each, one in each row: a float array (n, d), finite and not empty."""
    try:
        points = as_reals(X)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a table of numbers, one point in each row: {error}") from None
    if points.ndim == 1:
        raise ValueError(
            f"{name} is 1-D with {points.size} numbers. Points are rows: write {name}[None, :] for one point "
            f"with {points.size} features, or {name}[:, None] for {points.size} points with one feature."
        )
    if points.ndim != 2:
        raise ValueError(f"{name} must be 2-D, one point in each row; it has {points.ndim} dimensions.")
    if 0 in points.shape:
        raise ValueError(f"{name} is empty: its shape is {points.shape}, and at least (1, 1) is needed.")
    _refuse_nonfinite(points, name)
    return points


def as_outputs(y: ArrayLike, n: int, name: str = "y") -> Array:
    """y as one output (n,) or several (n, q) for n points, finite."""
    try:
        outputs = as_reals(y)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers, one or one row for each point: {error}") from None
    if outputs.ndim not in (1, 2):
        raise ValueError(f"{name} must be (n,) or (n, q); it has {outputs.ndim} dimensions.")
    if len(outputs) != n:
        raise ValueError(f"{name} has {len(outputs)} entries for {n} points: give one for each point.")
    if outputs.ndim == 2 and outputs.shape[1] == 0:
        raise ValueError(f"{name} has no columns: give at least one output.")
    _refuse_nonfinite(outputs, name)
    return outputs


def as_positive(value: float, name: str) -> float:
    """value as a finite number > 0."""
    number = as_number(value, name)
    if not number > 0:
        raise ValueError(f"{name} = {number:g} must be greater than 0.")
    return number


def as_number(value: float, name: str) -> float:
    """value as one finite real number."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number; it is {value!r}.") from None
    if not np.isfinite(number):
        raise ValueError(f"{name} must be finite; it is {number}.")
    return number


def as_count(value: int, name: str, least: int = 1, most: int | None = None) -> int:
    """value as a whole number between least and most."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} must be a whole number; it is {value!r}.")
    if value < least:
        raise ValueError(f"{name} = {value} must be at least {least}.")
    if most is not None and value > most:
        raise ValueError(f"{name} = {value} must be at most {most}.")
    return int(value)


def as_collection(X: Any, name: str = "X") -> Any:
    """X as a sequence of points of any kind (words, graphs, …), not empty."""
    if isinstance(X, str):
        raise ValueError(f"{name} is one word, {X!r}: give a list of words, e.g. [{X!r}].")
    if not isinstance(X, Sequence) and not (isinstance(X, np.ndarray) and X.ndim):
        raise ValueError(f"{name} must be a list, tuple or array of points; it is a {type(X).__name__}.")
    if len(X) == 0:
        raise ValueError(f"{name} is empty: give at least one point.")
    return X


def pairs_of_points(X: ArrayLike, Z: ArrayLike | None) -> tuple[Array, Array]:
    """X and Z as points with the same features; Z = None stands for X itself."""
    points = as_points(X)
    others = points if Z is None or Z is X else as_points(Z, "Z")
    same_features(points, others)
    return points, others


def same_features(X: Array, Z: Array) -> None:
    """Refuse X (n, d) and Z (m, e) with d ≠ e."""
    if X.shape[1] != Z.shape[1]:
        raise ValueError(
            f"X has {X.shape[1]} features and Z has {Z.shape[1]}: the points must have the same features."
        )


def inner_products(X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """xᵢ·zⱼ for all pairs: (n, m)."""
    points, others = pairs_of_points(X, Z)
    return points @ others.T


def squared_distances(X: ArrayLike, Z: ArrayLike | None = None) -> Array:
    """‖xᵢ − zⱼ‖² for all pairs: (n, m), never negative, and exactly 0 for a point with itself."""
    points, others = pairs_of_points(X, Z)
    return pairwise_squares(points, others)


def pairwise_squares(X: Array, Z: Array) -> Array:
    """‖xᵢ − zⱼ‖² of points already read (X is Z means all pairs of one set).

    ‖x − z‖² = ‖x‖² − 2 x·z + ‖z‖² costs one matrix product. Distances do not change when every point moves by
    the same vector, so the points are first moved to their mean: far from the origin the three terms would
    otherwise be huge and their difference lost in rounding. Pairs that are still much closer to each other
    than to the mean have lost digits; they are computed again from x − z.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        middle = X.mean(axis=0)
        A = X - middle
        B = A if X is Z else Z - middle
        left = np.einsum("ij,ij->i", A, A)
        right = left if X is Z else np.einsum("ij,ij->i", B, B)
    largest = left.max() + right.max()
    if not largest < 1e300:
        return _squares_one_by_one(X, Z)
    squares = A @ B.T  # (n, m)
    squares *= -2
    for start in range(
        0, len(A), ROWS
    ):  # left + right before adding: the sum is the same for (i, j) and (j, i)
        rows = slice(start, start + ROWS)
        squares[rows] += left[rows, None] + right
        i, j = np.nonzero(squares[rows] < LOST * largest)
        for first in range(0, len(i), ROWS * ROWS):
            some = slice(first, first + ROWS * ROWS)
            gap = X[start + i[some]] - Z[j[some]]
            squares[start + i[some], j[some]] = np.einsum("ij,ij->i", gap, gap)
    return squares


def differences(X: Array, Z: Array) -> Iterator[Array]:
    """x_d − z_d for all pairs, one feature after another, each (n, m) and free to overwrite."""
    for x, z in zip(X.T, Z.T):
        yield x[:, None] - z


def _squares_one_by_one(X: Array, Z: Array) -> Array:
    """‖x − z‖² feature by feature: slower, but exact for numbers whose squares are near the largest float."""
    squares = np.zeros((len(X), len(Z)))
    with np.errstate(over="ignore"):
        for difference in differences(X, Z):
            squares += np.square(difference, out=difference)
    if not np.isfinite(squares).all():
        i, j = np.argwhere(~np.isfinite(squares))[0]
        raise ValueError(f"‖x − z‖² is too large for a float at X[{i}], Z[{j}]: scale the points down.")
    return squares


def _refuse_nonfinite(values: Array, name: str) -> None:
    if not np.isfinite(values).all():
        rows = np.flatnonzero(~np.isfinite(values).reshape(len(values), -1).all(axis=1))
        raise ValueError(
            f"{name} has NaN or infinity in row {rows[0]}: remove or replace it; points are finite numbers."
        )
