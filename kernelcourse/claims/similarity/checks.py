"""The checks of the chapter on similarity and distance, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.distances import edit_distance, euclidean, geodesic, hamming, mahalanobis, whiten
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Polynomial
from kernelcourse.points import Array

X, Z = np.array([1.0, 2.0]), np.array([3.0, -1.0])
SIGMA = np.array([[2.0, 1.0], [1.0, 2.0]])
Measure = Callable[[Array, Array], float]


def unit_vectors() -> list[tuple[Array, Array]]:
    rng = np.random.default_rng(0)
    pairs = rng.standard_normal((20, 2, 4))
    return [tuple(pair / np.linalg.norm(pair, axis=1, keepdims=True)) for pair in pairs]


def is_a_cosine(cosine: Measure) -> bool:
    """0.1414214 at (1, 2), (3, −1); 1 for a point with itself; unchanged by stretching; the Gram matrix is PSD"""
    P = np.random.default_rng(0).standard_normal((8, 3))
    K = np.array([[cosine(x, z) for z in P] for x in P])
    return (
        same(cosine(X, Z), 0.1414213562, 1e-9)
        and same(cosine(np.array([3.0, 4.0]), np.array([3.0, 4.0])), 1.0)
        and same(cosine(5 * X, Z), cosine(X, Z))
        and bool(np.linalg.eigvalsh(K)[0] > -1e-12)
    )


def near_means_similar(candidate: tuple[Callable[[float], float], float]) -> bool:
    """equals ‖x − z‖² for 20 random pairs of vectors of this length, given their cosine"""
    squared, length = candidate
    return all(
        same(squared(float(x @ z)), length**2 * float(((x - z) ** 2).sum())) for x, z in unit_vectors()
    )


def six_measures(measures: dict[str, Callable[[Array, Array], Any]]) -> bool:
    """1, 0.1414, 3.6056, 5, 3.2711 and 3 at (1, 2), (3, −1), computed from the points"""
    known = {"inner": 1.0, "cosine": 0.1414213562, "p = 2": 3.6055512755, "p = 1": 5.0, "p = 3": 3.2710663102}
    known["p = ∞"] = 3.0
    found = {name: float(np.squeeze(measure(X[None], Z[None]))) for name, measure in measures.items()}
    return found.keys() == known.keys() and all(same(found[name], known[name], 1e-9) for name in known)


def is_a_correlation(formula: Measure) -> bool:
    """equals numpy's correlation coefficient for ten random pairs, and 1 for (1, 2, 3), (2, 4, 6)"""
    rng = np.random.default_rng(1)
    pairs = [tuple(rng.standard_normal((2, 6))) for _ in range(10)]
    first = same(formula(np.array([1.0, 2, 3]), np.array([2.0, 4, 6])), 1.0)
    return first and all(same(formula(x, z), np.corrcoef(x, z)[0, 1]) for x, z in pairs)


def is_a_distance(value: float) -> Callable[[Measure], bool]:
    def check(distance: Measure) -> bool:
        P = np.random.default_rng(2).standard_normal((12, 2))
        D = np.array([[distance(x, z) for z in P] for x in P])
        triangle = (D[:, None, :] <= D[:, :, None] + D[None] + 1e-12).all()
        scales = same(distance(2 * X, 2 * Z), 2 * distance(X, Z))
        return bool(same(distance(X, Z), value, 1e-9) and np.array_equal(D, D.T) and triangle and scales)

    check.__doc__ = (
        f"is {value:.6g} at (1, 2), (3, −1), symmetric, doubles with the points, no detour is shorter"
    )
    return check


def minkowski_power(p: float, root: bool = True) -> Measure:
    return lambda x, z: float((np.abs(x - z) ** p).sum() ** (1 / p if root else 1))


NEAR_ONE = (1 - 1e-6, 1.0, 1 + 1e-6)
ORDERS = (0.3, 0.5, 0.9, 0.99, *NEAR_ONE, 1.01, 1.5, 2.0, 3.0, 8.0, np.inf)


def obeys_triangle(candidate: tuple[Callable[[float, int], bool], bool]) -> bool:
    """says yes exactly to those p (0.3 to 8, 1 ± 10⁻⁶, ∞) and d = 1, 2, 3 for which none of 3002 detours is shorter"""
    allowed, root = candidate
    rng = np.random.default_rng(3)

    def length(w: Array, p: float) -> Array:
        if np.isinf(p):
            return np.asarray(np.abs(w).max(1))
        return np.asarray((np.abs(w) ** p).sum(1) ** (1 / p if root else 1))

    for d in (1, 2, 3):
        u, v = rng.standard_normal((2, 3000, d)) * rng.integers(0, 2, (2, 3000, d))
        u[0], v[0] = np.eye(d)[0], np.eye(d)[-1]  # along the axes
        u[1] = v[1] = np.eye(d)[0]  # from 0 to 2 over 1
        for p in ORDERS if root else ORDERS[:-1]:
            holds = bool((length(u + v, p) <= length(u, p) + length(v, p) + 1e-9).all())
            if bool(allowed(p, d)) != holds:
                return False
    return True


@dataclass(frozen=True)
class Whitened:
    """A candidate for ρ_Σ, the map A of the points, and the Σ whose distances should be positive."""

    formula: Callable[[Array, Array, Array], float]
    A: Array = field(default_factory=lambda: np.array([[1.0, 2], [0, 3]]))
    spread: Array = field(default_factory=lambda: SIGMA)


def is_mahalanobis(candidate: Whitened) -> bool:
    """√(74/3) for (1, 2), (4, −2), Σ = [[2, 1], [1, 2]]; Euclid for I; the same after x → Ax, Σ → AΣAᵀ; positive"""
    x, z, formula, A = np.array([1.0, 2]), np.array([4.0, -2]), candidate.formula, candidate.A
    pairs = np.random.default_rng(8).standard_normal((20, 2, 2))
    with np.errstate(invalid="ignore"):  # the root of a negative number is no distance
        positive = all(formula(a, b, candidate.spread) > 0 for a, b in pairs)
    return (
        positive
        and same(formula(x, z, SIGMA), np.sqrt(74 / 3))
        and same(formula(x, z, np.eye(2)), 5.0)
        and same(formula(A @ x, A @ z, A @ SIGMA @ A.T), formula(x, z, SIGMA))
    )


def mahalanobis_formula(x: Array, z: Array, S: Array) -> float:
    return float(np.sqrt((x - z) @ np.linalg.solve(S, x - z)))


def pseudo_mahalanobis(x: Array, z: Array, S: Array) -> float:
    return float(np.sqrt((x - z) @ np.linalg.pinv(S) @ (x - z)))


def whitens(factor: Callable[[Array], Array]) -> bool:
    """distances after the map L⁻¹ are Mahalanobis distances before it, for ten points in three dimensions"""
    rng = np.random.default_rng(4)
    P = rng.standard_normal((10, 3)) @ rng.standard_normal((3, 3))
    S = np.cov(P.T)
    mapped = np.linalg.solve(factor(S), P.T).T
    known = same(euclidean(whiten(P, S)), mahalanobis(P, covariance=S))
    return known and same(euclidean(mapped), mahalanobis(P, covariance=S))


def standardised(x: Array, z: Array, variances: Array) -> float:
    return float(np.sqrt(((x - z) ** 2 / variances).sum()))


def is_standardised(formula: Callable[[Array, Array, Array], float]) -> bool:
    """√5 for (1, 2), (4, −2) and variances (9, 4); equal to Euclid on data divided by their spread"""
    P = np.random.default_rng(5).standard_normal((6, 3)) * np.array([1.0, 10, 100])
    z_scored = P / P.std(axis=0)
    return same(formula(np.array([1.0, 2]), np.array([4.0, -2]), np.array([9.0, 4])), np.sqrt(5)) and all(
        same(formula(x, z, P.var(axis=0)), np.linalg.norm(a - b))
        for x, a in zip(P, z_scored, strict=True)
        for z, b in zip(P, z_scored, strict=True)
    )


def is_gaussian(k: Callable[[Array, Array, float], float]) -> bool:
    """e^{−6.5} at (1, 2), (3, −1) with σ = 1; 1 at x = z; falls with the distance; equals the package's Gram"""
    P = np.random.default_rng(6).standard_normal((5, 2))
    steps = [k(np.zeros(1), np.array([r]), 0.7) for r in (0.0, 0.5, 1.0, 2.0, 4.0)]
    return (
        same(k(X, Z, 1.0), np.exp(-6.5))
        and steps[0] == 1
        and all(a > b > 0 for a, b in pairwise(steps))
        and same(np.array([[k(x, z, 0.7) for z in P] for x in P]), Gaussian(0.7)(P))
    )


def gaussian(x: Array, z: Array, sigma: float) -> float:
    return float(np.exp(-((x - z) ** 2).sum() / (2 * sigma**2)))


def converts(widths: Callable[[float], tuple[float, float]]) -> bool:
    """σ ↦ (γ, β) for which e^{−γr²}, e^{−r²/β} and e^{−r²/2σ²} agree at nine pairs"""
    return all(
        same(np.exp(-widths(s)[0] * r * r), np.exp(-r * r / (2 * s * s)))
        and same(np.exp(-r * r / widths(s)[1]), np.exp(-r * r / (2 * s * s)))
        for s in (0.5, 1.0, 3.0)
        for r in (0.3, 1.0, 2.5)
    )


def has_limits(candidate: tuple[Array, Array, tuple[float, ...]]) -> bool:
    """the Gram matrix of the points is within 10⁻⁸⁰ of the first at σ = 0.05 and within 10⁻⁵ of the second at 1000"""
    first, second, places = candidate
    P = np.array(places)[:, None]
    narrow, wide = np.abs(Gaussian(0.05)(P) - first).max(), np.abs(Gaussian(1000.0)(P) - second).max()
    return bool(narrow < 1e-80 and wide < 1e-5)


def counts_differences(formula: Callable[[str, str], int]) -> bool:
    """6 for abcdef, bcdefa; a metric on the 16 binary words of length 4; equal to the package's"""
    words = ["".join(letters) for letters in product("01", repeat=4)]
    H = np.array([[formula(x, z) for z in words] for x in words])
    triangle = (H[:, None, :] <= H[:, :, None] + H[None]).all()
    return bool(formula("abcdef", "bcdefa") == 6 and triangle and np.array_equal(H, hamming(words)))


def breaks_triangle(distances: Callable[[float], Array]) -> bool:
    """among 0, 0.6, 1.2 with ε = 1 the outer two differ although both equal the middle one"""
    D = distances(1.0)
    return bool(D[0, 1] == D[1, 2] == 0 and D[0, 2] == 1)


def edits(formula: Callable[[str, str], int]) -> bool:
    """kitten → sitting 3, abcdef → bcdefa 2, equal to the package's on all pairs of 31 words over {a, b}"""
    words = ["".join(w) for n in range(5) for w in product("ab", repeat=n)]
    return (
        formula("kitten", "sitting") == 3
        and formula("abcdef", "bcdefa") == 2
        and all(formula(x, z) == edit_distance(x, z) for x in words for z in words)
    )


def edit_table(x: Sequence[Any], z: Sequence[Any], replace: int = 1, start: int = 1) -> int:
    E = np.zeros((len(x) + 1, len(z) + 1), dtype=int)
    E[:, 0], E[0] = start * np.arange(len(x) + 1), start * np.arange(len(z) + 1)
    for i, j in product(range(len(x)), range(len(z))):
        E[i + 1, j + 1] = min(E[i, j + 1] + 1, E[i + 1, j] + 1, E[i, j] + replace * (x[i] != z[j]))
    return int(E[-1, -1])


Squared = Callable[[float, float, float], float]


def is_feature_distance(candidate: tuple[Squared, Callable[[Array], Array]]) -> bool:
    """never negative, symmetric, no detour shorter, 0 for x and −x under (x·z)²; with explicit features; 149"""
    formula, gram = candidate
    P, k = datasets.toy_b(), Polynomial(degree=2)
    F, K = polynomial_features(P, degree=2), k(P)
    n = range(len(P))
    explicit = all(
        same(formula(K[i, i], K[j, j], K[i, j]), float(((F[i] - F[j]) ** 2).sum())) for i in n for j in n
    )
    Q = np.random.default_rng(12).standard_normal((9, 2))
    G = gram(np.vstack([Q, -Q[:1]]))
    squares = np.array([[formula(G[i, i], G[j, j], G[i, j]) for j in range(10)] for i in range(10)])
    if squares.min() < -1e-9 or not explicit or formula(36.0, 121.0, 4.0) != 149:
        return False
    D = np.sqrt(np.maximum(squares, 0))
    triangle = (D[:, None, :] <= D[:, :, None] + D[None] + 1e-7).all()
    return bool(np.array_equal(squares, squares.T) and triangle and abs(D[0, 9]) < 1e-6)


def is_squared_length(formula: Callable[[Array, Array], float]) -> bool:
    """equals ‖Σ aᵢφ(xᵢ)‖² for explicit quadratic features and 20 random choices of weights"""
    P = datasets.toy_a()[0]
    F, K = polynomial_features(P, degree=2), Polynomial(degree=2)(P)
    rng = np.random.default_rng(8)
    return all(same(formula(a, K), float(((a @ F) ** 2).sum())) for a in rng.standard_normal((20, len(P))))


def is_not_psd(K: Array) -> bool:
    """its Gram matrix has an eigenvalue below −0.01"""
    return bool(np.linalg.eigvalsh(K)[0] < -0.01)


LINE = np.arange(3.0)[:, None]
GAPS = np.abs(LINE - LINE.T)
CYCLE = geodesic(datasets.graphs()["C4"])
