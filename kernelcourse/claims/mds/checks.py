"""The checks of the chapter on multidimensional scaling, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.kernels import Polynomial
from kernelcourse.learn.mds import classical_mds
from kernelcourse.learn.pca import kernel_pca, pca
from kernelcourse.points import Array, squared_distances

Matrix = list[list[Fraction]]

POINTS = [[2, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]]
CITY_NAMES, CITY = datasets.cities()
AROUND = np.array([[0.0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])  # a walk around a square


def exact_squares() -> Matrix:
    return [[Fraction(sum((a - b) ** 2 for a, b in zip(x, z, strict=True))) for z in POINTS] for x in POINTS]


def double_centre(squares: Matrix, factor: Fraction = Fraction(-1, 2), columns: bool = True) -> Matrix:
    """factor · J D⁽²⁾ J: subtract each row's mean, then each column's."""
    rows = [[entry - sum(row, Fraction(0)) / len(row) for entry in row] for row in squares]
    means = [
        sum(column, Fraction(0)) / len(rows) if columns else Fraction(0) for column in zip(*rows, strict=True)
    ]
    return [[factor * (entry - mean) for entry, mean in zip(row, means, strict=True)] for row in rows]


def gives_gram_of_centred_points(double_centre: Callable[[Matrix], Matrix]) -> bool:
    """applied to the squared distances of six integer points it gives ⟨xᵢ − x̄, xⱼ − x̄⟩, in exact fractions"""
    middle = [Fraction(sum(axis), len(POINTS)) for axis in zip(*POINTS, strict=True)]
    centred = [[value - mean for value, mean in zip(x, middle, strict=True)] for x in POINTS]
    gram = [[sum(a * b for a, b in zip(x, z, strict=True)) for z in centred] for x in centred]
    return double_centre(exact_squares()) == gram


def is_the_table(D: Array) -> bool:
    """symmetric, zero diagonal, lower triangle 63769, and no detour over a third city is shorter"""
    n = len(D)
    detours = all(D[i, j] <= D[i, k] + D[k, j] for i in range(n) for j in range(n) for k in range(n))
    return bool(np.array_equal(D, D.T) and not np.diagonal(D).any() and np.tril(D).sum() == 63769 and detours)


def changed(i: str, j: str, miles: float) -> Array:
    D = CITY.copy()
    a, b = CITY_NAMES.index(i), CITY_NAMES.index(j)
    D[a, b] = D[b, a] = miles
    return D


def centring(shift: Callable[[int], Array]) -> bool:
    """J1 = 0, JJ = J, J = Jᵀ and JX = X − x̄ for six points"""
    J, X = shift(6), datasets.toy_b()
    ones = np.ones(6)
    return same(J @ ones, 0 * ones) and same(J @ J, J) and same(J, J.T) and same(J @ X, X - X.mean(axis=0))


def double(D: Array) -> Array:
    J = np.eye(len(D)) - 1 / len(D)
    return -J @ D**2 @ J / 2


def draws_the_map(algorithm: Callable[[Array, int], Array]) -> bool:
    """distances of six points of the plane come back to 10⁻⁹, and those of the ten cities to 5.44 miles rms"""
    flat = np.sqrt(squared_distances(datasets.toy_b()))
    gap = np.sqrt(squared_distances(algorithm(CITY, 2))) - CITY
    rms = np.sqrt((gap[np.tril_indices(10, -1)] ** 2).mean())
    return same(np.sqrt(squared_distances(algorithm(flat, 2))), flat) and bool(5.43 < rms < 5.44)


def top(B: Array, p: int) -> tuple[Array, Array]:
    values, vectors = np.linalg.eigh(B)
    return values[::-1][:p], vectors[:, ::-1][:, :p]


def coordinates(D: Array, p: int, power: float = 0.5, squared: bool = True, factor: float = 1.0) -> Array:
    values, vectors = top(factor * double(D if squared else np.sqrt(D)), p)
    return vectors * np.abs(values) ** power


def rotation(X: Array, Y: Array) -> Array:
    P, _, Qt = np.linalg.svd(X.T @ Y)
    return P @ Qt


def triangles(D: Array) -> bool:
    n = range(len(D))
    return all(D[i, j] <= D[i, k] + D[k, j] + 1e-9 for i in n for j in n for k in n)


def is_pca(scaling: Callable[[Array], Array]) -> bool:
    """equals the principal component scores of six points, up to the sign of each column"""
    X = datasets.toy_b()
    return same(np.abs(scaling(X)), np.abs(pca(X, 2).scores(X)))


def is_kernel_pca(squares: Callable[[Array], Array]) -> bool:
    """−½JD⁽²⁾J = JKJ for the quadratic kernel on six points, and the map equals the kernel PCA scores"""
    X, k = datasets.toy_b(), Polynomial(degree=2)
    K = k(X)
    J = np.eye(6) - 1 / 6
    D2 = squares(K)
    if not same(-J @ D2 @ J / 2, J @ K @ J):
        return False
    mapped = classical_mds(np.sqrt(np.maximum(D2, 0)), 2).points
    return same(np.abs(mapped), np.abs(kernel_pca(k, X, 2).scores(X)))


def kernel_squares(K: Array) -> Array:
    return np.diagonal(K)[:, None] + np.diagonal(K) - 2 * K


def puts_cities_back(place: Callable[..., Array]) -> bool:
    """each of the ten cities is put back at its own place; new points of space land where PCA projects them"""
    found = classical_mds(CITY, 2)
    lam = found.eigenvalues[:2]
    r = (CITY**2).mean(axis=1)
    back = all(same(place(found.points, lam, r, CITY[i]), found.points[i], 1e-8) for i in range(10))
    X, new = np.random.default_rng(0).standard_normal((2, 7, 3)) * [3.0, 2.0, 1.0]
    squares, axes = squared_distances(X), pca(X, 2)
    Y, lam = axes.scores(X), 7 * axes.variances
    away = np.sqrt(squared_distances(new, X))
    seen = np.array([place(Y, lam, squares.mean(axis=1), delta) for delta in away])
    return back and same(seen, axes.scores(new), 1e-8)


def gap(i: int, j: int, sign: int = -2) -> float:
    X = datasets.toy_b()
    return float(X[i] @ X[i] + sign * (X[i] @ X[j]) + X[j] @ X[j])


def fit(values: Any, p: int) -> float:
    return float(values[:p].sum() / np.abs(values).sum())


def stress(told: Array, shown: Array) -> float:
    return float(np.sqrt(((told - shown) ** 2).sum() / (told**2).sum()))


def city_stress(formula: Callable[[Array, Array], float]) -> bool:
    """0.003439 for the map of the ten cities, and unchanged when miles become kilometres"""
    lower = np.tril_indices(10, -1)
    told = CITY[lower]
    shown = np.sqrt(squared_distances(classical_mds(CITY, 2).points))[lower]
    return same(formula(told, shown), 0.003439, 5e-7) and same(
        formula(1.6 * told, 1.6 * shown), formula(told, shown)
    )


def turn(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def place(Y: Array, lam: Array, r: Array, delta: Array, factor: float = 0.5) -> Array:
    return factor * (Y.T @ (r - delta**2)) / lam


def scaled(X: Array, squared: bool = True) -> Array:
    D = np.sqrt(squared_distances(X))
    return classical_mds(D if squared else np.sqrt(D), 2).points
