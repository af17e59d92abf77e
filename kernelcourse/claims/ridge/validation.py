"""Claims on errors and their estimates: leaving out points and folds, bias and variance, counted operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.ridge.data import FIVE, OUTPUTS
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn.ridge import ridge, ridge_with_offset
from kernelcourse.points import Array

LINE = np.array([[-2.0], [-1.2], [-0.3], [0.4], [1.0], [1.1], [2.5], [3.0]])
READINGS = np.sin(LINE[:, 0]) + 10 + 0.3 * np.cos(17 * LINE[:, 0])


def _inverse(K: Array, lam: float, offset: bool) -> Array:
    """(K + λI)⁻¹, or with an offset G − G11ᵀG/1ᵀG1."""
    G = np.linalg.inv(K + lam * np.eye(len(K)))
    ones = G.sum(axis=0)
    return np.asarray(G - np.outer(ones, ones) / ones.sum() if offset else G)


def _block(G: Array, y: Array, F: Sequence[int]) -> Array:
    return np.asarray(np.linalg.solve(G[np.ix_(F, F)], (G @ y)[list(F)]))


@dataclass(frozen=True)
class Folds:
    """K, y, λ, F, offset ↦ the residuals at F of the fit without F; and the folds it is tried on."""

    residuals: Callable[[Array, Array, float, Sequence[int], bool], Array]
    folds: tuple[tuple[int, ...], ...] = ((0,), (4, 5), (1, 3, 6), (0, 1, 2, 3, 4, 5, 6))
    lams: tuple[float, ...] = (0.05, 1.0)


def _as_refitted(folds: Folds) -> bool:
    """equals y_F − the fit without F, refitted, for folds of 1 to 7 of 8 readings, with and without an offset"""
    for k in (Gaussian(0.8), Linear() + 1):
        for F, lam in product(folds.folds, folds.lams):
            rest = [i for i in range(8) if i not in F]
            for learner, offset in ((ridge, False), (ridge_with_offset, True)):
                if not rest:
                    refitted: Any = lambda Z: 0 * Z[:, 0]  # noqa: E731  (nothing to learn from)
                else:
                    refitted = learner(k, LINE[rest], READINGS[rest], lam)
                true = READINGS[list(F)] - refitted(LINE[list(F)])
                if not same(folds.residuals(k(LINE), READINGS, lam, F, offset), true, 1e-6):
                    return False
    return True


def _right_folds(K: Array, y: Array, lam: float, F: Sequence[int], offset: bool) -> Array:
    return _block(_inverse(K, lam, offset), y, F)


def _mean_once(K: Array, y: Array, lam: float, F: Sequence[int], offset: bool) -> Array:
    return _block(_inverse(K, lam, False), y - y.mean() if offset else y, F)


def _one_by_one(K: Array, y: Array, lam: float, F: Sequence[int], offset: bool) -> Array:
    G = _inverse(K, lam, offset)
    return np.asarray((G @ y / np.diagonal(G))[list(F)])


@dataclass(frozen=True)
class Errors:
    """s², u·f*, σ², λ ↦ the expected squared error; and every equally likely vector of errors."""

    formula: Callable[[Array, Array, float, float], float]
    draws: Array = field(default_factory=lambda: 0.4 * np.array(list(product((-1.0, 1.0), repeat=5))))


def _expected(errors: Errors) -> bool:
    """the mean over all 32 patterns of errors ±0.4 at five points, exactly, for three kernels and three λ"""
    truth = OUTPUTS / 3
    for k in (Gaussian(1.0), Gaussian(0.3), Linear()):
        K = k(FIVE)
        values, U = np.linalg.eigh(K)
        for lam in (0.1, 1.0, 10.0):
            H = K @ np.linalg.inv(K + lam * np.eye(5))
            true = float(np.mean([np.sum((H @ (truth + e) - truth) ** 2) for e in errors.draws]))
            if not same(errors.formula(np.maximum(values, 0), U.T @ truth, 0.16, lam), true, 1e-8):
                return False
    return True


def _bias_variance(s2: Array, f: Array, noise: float, lam: float, powers: tuple[int, int] = (2, 2)) -> float:
    shrunk, kept = lam / (s2 + lam), s2 / (s2 + lam)
    return float((shrunk ** powers[0] * f**2).sum() + noise * (kept ** powers[1]).sum())


def _both_ways(directions: tuple[int, int]) -> bool:
    """squared bias and variance move in these directions along λ = 0.01 … 100"""
    s2, f = np.array([5.0, 1.0, 0.2, 0.01]), np.array([1.0, 2.0, 0.5, 0.1])
    lams = 10.0 ** np.arange(-2, 3)
    bias = [_bias_variance(s2, f, 0.0, lam) for lam in lams]
    variance = [_bias_variance(s2, 0 * f, 1.0, lam) for lam in lams]
    return bool((np.diff(bias) * directions[0] > 0).all() and (np.diff(variance) * directions[1] > 0).all())


def _freedom_ends(ends: Callable[[Array], tuple[float, float]]) -> bool:
    """K ↦ the degrees of freedom tr K(K + λI)⁻¹ at λ = 10⁻⁹ and 10⁹, to 0.001; on the way they never rise"""
    for K in (Gaussian(1.0)(FIVE), Linear()(FIVE), np.ones((4, 4))):
        prices = 10.0 ** np.arange(-9, 10)
        freedom = [float(np.trace(np.linalg.solve(K + lam * np.eye(len(K)), K))) for lam in prices]
        if not same([freedom[0], freedom[-1]], ends(K), 1e-3) or max(np.diff(freedom)) > 1e-6:
            return False
    return True


class Counted:
    """A number that counts the additions and multiplications made with it."""

    made = 0

    def __add__(self, other: Counted) -> Counted:
        Counted.made += 1
        return self

    __sub__ = __mul__ = __truediv__ = __add__

    def sqrt(self) -> Counted:
        Counted.made += 1
        return self


def _gram_of_columns(A: list[list[Counted]]) -> list[list[Counted]]:
    """AᵀA for A given by its rows, the entries on and below the diagonal."""
    columns = list(zip(*A, strict=True))
    rows = []
    for i in range(len(columns)):
        row = []
        for j in range(i + 1):
            total = columns[i][0] * columns[j][0]
            for a, b in zip(columns[i][1:], columns[j][1:], strict=True):
                total = total + a * b
            row.append(total)
        rows.append(row)
    return rows


def _cholesky(S: list[list[Counted]]) -> None:
    """S = LLᵀ in the place of S, entry by entry."""
    for i in range(len(S)):
        for j in range(i + 1):
            for p in range(j):
                S[i][j] = S[i][j] - S[i][p] * S[j][p]
            S[i][j] = S[i][i].sqrt() if i == j else S[i][j] / S[j][j]


def _operations(n: int, d: int) -> int:
    """Additions and multiplications that form XᵀX and factor it, made one by one."""
    Counted.made = 0
    _cholesky(_gram_of_columns([[Counted() for _ in range(d)] for _ in range(n)]))
    return Counted.made


def _leads(count: Callable[[int, int], float]) -> bool:
    """the part of degree three of operations counted one by one (a third difference), for five n × d"""
    for n, d in ((2, 3), (3, 2), (1, 4), (4, 1), (3, 3)):
        counted = [_operations(t * n, t * d) for t in range(1, 5)]
        if not same(np.diff(counted, 3)[0] / 6, count(n, d)):
            return False
    return True


def _cheaper(choice: Callable[[int, int], str]) -> bool:
    """names the dual exactly where it takes fewer operations, counted one by one, for all n, d up to 12"""
    return all(
        choice(n, d) == ("dual" if _operations(d, n) < _operations(n, d) else "primal")
        for n, d in product(range(1, 13), repeat=2)
    )


CLAIMS = (
    Claim(
        name="ridge.folds",
        label=("thm-ridge-folds", "eq-ridge-folds"),
        says="the fit without the points F has at F the residuals G_FF⁻¹α_F; a free offset changes only G",
        check=_as_refitted,
        right=Folds(_right_folds),
        hypotheses=("λ > 0", "F is not all points", "the offset is refitted too"),
        twins={
            "one point at a time": Folds(_one_by_one),
            "training residuals": Folds(
                lambda K, y, lam, F, offset: (lam * _inverse(K, lam, offset) @ y)[list(F)]
            ),
            "the mean of all outputs is subtracted once": Twin(
                Folds(_mean_once), drops="the offset is refitted too"
            ),
            "F is everything": Twin(
                Folds(_right_folds, folds=(tuple(range(8)),)), drops="F is not all points"
            ),
            "λ = −0.3": Twin(Folds(_right_folds, lams=(-0.3,)), drops="λ > 0"),
        },
    ),
    Claim(
        name="ridge.bias_variance",
        label=("prop-ridge-bias-variance", "eq-ridge-bias-variance"),
        says="E‖Hy − f*‖² = Σ (λ/(s² + λ))² (u·f*)² + σ² Σ (s²/(s² + λ))²",
        check=_expected,
        right=Errors(_bias_variance),
        hypotheses=("errors have mean zero", "errors have equal variances", "errors are uncorrelated"),
        twins={
            "tr H for tr H²": Errors(lambda s2, f, noise, lam: _bias_variance(s2, f, noise, lam, (2, 1))),
            "the bias is not squared": Errors(
                lambda s2, f, noise, lam: _bias_variance(s2, f, noise, lam, (1, 2))
            ),
            "no bias": Errors(lambda s2, f, noise, lam: _bias_variance(s2, 0 * f, noise, lam)),
            "errors that are +0.4 three times in four": Twin(
                Errors(_bias_variance, 0.4 * np.array(list(product((-1.0, 1, 1, 1), repeat=5)))),
                drops="errors have mean zero",
            ),
            "twice as noisy at one point": Twin(
                Errors(_bias_variance, Errors(_bias_variance).draws * [2, 1, 1, 1, 0]),
                drops="errors have equal variances",
            ),
            "all five errors are one": Twin(
                Errors(_bias_variance, 0.4 * np.array([[1.0] * 5, [-1.0] * 5])),
                drops="errors are uncorrelated",
            ),
        },
    ),
    Claim(
        name="ridge.bias_grows",
        label="prop-ridge-bias-variance",
        says="as λ grows the squared bias never falls and the variance never rises",
        check=_both_ways,
        right=(1, -1),
        hypotheses=(),
        twins={"the other way round": (-1, 1), "both fall": (-1, -1)},
    ),
    Claim(
        name="ridge.degrees_of_freedom",
        label="thm-ridge-shrink",
        says="as λ goes from 0 to infinity the degrees of freedom fall from rank K to 0",
        check=_freedom_ends,
        right=lambda K: (float(np.linalg.matrix_rank(K)), 0.0),
        hypotheses=(),
        twins={
            "from n, as if K were invertible": lambda K: (float(len(K)), 0.0),
            "from tr K": lambda K: (float(np.trace(K)), 0.0),
            "to 1: a constant is left": lambda K: (float(np.linalg.matrix_rank(K)), 1.0),
        },
    ),
    Claim(
        name="ridge.operations",
        label="prop-ridge-cost",
        says="forming XᵀX and its Cholesky factor takes nd² + d³/3 operations to leading order",
        check=_leads,
        right=lambda n, d: n * d**2 + d**3 / 3,
        hypotheses=("the symmetry of both matrices is used",),
        twins={
            "the whole of XᵀX is formed": Twin(
                lambda n, d: 2 * n * d**2 + d**3 / 3, drops="the symmetry of both matrices is used"
            ),
            "elimination without symmetry": Twin(
                lambda n, d: n * d**2 + 2 * d**3 / 3, drops="the symmetry of both matrices is used"
            ),
            "multiplications only": lambda n, d: n * d**2 / 2 + d**3 / 6,
        },
    ),
    Claim(
        name="ridge.cost",
        label="prop-ridge-cost",
        says="the dual, n²d + n³/3 operations, is cheaper than the primal, nd² + d³/3, exactly when n < d",
        check=_cheaper,
        right=lambda n, d: "dual" if n < d else "primal",
        hypotheses=(),
        twins={
            "the dual always": lambda n, d: "dual",
            "the dual when n ≤ d": lambda n, d: "dual" if n <= d else "primal",
            "the dual when n < 0.9 d": lambda n, d: "dual" if n < 0.9 * d else "primal",
            "the dual when d < n": lambda n, d: "dual" if d < n else "primal",
            "the dual when n² < d, as if forming K were free": lambda n, d: "dual" if n * n < d else "primal",
        },
    ),
)
