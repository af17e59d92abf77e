"""Claims on what λ does and how to choose it: shrinkage, norms, conditioning, leave one out, offset, cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import agrees_with, equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.ridge.data import FIVE, OUTPUTS, shifted
from kernelcourse.kernels import Gaussian, Kernel, Linear
from kernelcourse.learn.ridge import ridge, ridge_with_offset
from kernelcourse.learn.ridge_path import ridge_path
from kernelcourse.points import Array
from kernelcourse.rkhs import norm

SINE, READINGS = datasets.noisy_sine(25, np.random.default_rng(0), spread=0.3)
_K = Gaussian(0.5)
_CASES: list[tuple[Kernel, Array, Array]] = [
    (_K, SINE, READINGS),
    (Linear(), FIVE, OUTPUTS),
    (Gaussian(1.0), FIVE, OUTPUTS),
]
_WIDTHS = [Gaussian(sigma) for sigma in 2.0 ** np.arange(10)]
_PRICES = (1e-3, 1e-2, 0.1, 1.0, 10.0)


def _shrinks(factor: Callable[[Array, float], Array]) -> bool:
    """fitted values are U diag(factor) Uᵀy and the sum of factors is tr K(K + λI)⁻¹, three data sets"""
    for k, X, y in _CASES:
        K = k(X)
        values, U = np.linalg.eigh(K)
        values = np.maximum(values, 0)
        for lam in (0.01, 0.3, 5.0):
            kept = factor(values, lam)
            hat = np.linalg.solve(K + lam * np.eye(len(K)), K)
            fitted = ridge(k, X, y, lam)(X)
            if not (same(U @ (kept * (U.T @ y)), fitted, 1e-8) and same(kept.sum(), np.trace(hat), 1e-8)):
                return False
    return True


def _monotone(candidate: tuple[int, int, Sequence[float]]) -> bool:
    """αᵀKα and ‖Kα − y‖² for (K + λI)α = y move in these directions along the prices, on three data sets"""
    way_of_norm, way_of_loss, prices = candidate
    for k, X, y in _CASES:
        K = k(X)
        weights = [shifted(K, lam, y) for lam in prices]
        norms = np.array([alpha @ K @ alpha for alpha in weights])
        losses = np.array([np.sum((K @ alpha - y) ** 2) for alpha in weights])
        if not ((np.diff(norms) * way_of_norm >= 0).all() and (np.diff(losses) * way_of_loss >= 0).all()):
            return False
    return True


def _roughness(f: Callable[[Array], Array]) -> float:
    t = np.linspace(-0.5, 1.5, 4001)
    values = f(t[:, None])
    return float(np.sqrt(np.mean(np.gradient(values, t) ** 2) / np.mean(values**2)))


def _six(lam: float, sigma: float = 0.15) -> list[float]:
    """[‖f‖, relative roughness] of the fit to the six readings."""
    rng = np.random.default_rng(315)
    x, y = np.sort(rng.uniform(0, 1, 6))[:, None], rng.standard_normal(6)
    f = ridge(Gaussian(sigma), x, y, lam)
    return [float(norm(f)), _roughness(f)]


def _goes_both_ways(series: Sequence[list[float]]) -> bool:
    """along λ = 0.1, 1, 10 the norm falls and the roughness rises, from 2.59 to 3.27"""
    norms, rough = np.array(series).T
    ways = (np.diff(norms) < 0).all() and (np.diff(rough) > 0).all()
    return bool(ways) and same([rough[0], rough[-1]], [2.59, 3.27], 2e-3)


_GRAMS = tuple(k(X) for k, X, _ in _CASES)


def _is_condition(candidate: tuple[Callable[[Array, float], float], tuple[Array, ...]]) -> bool:
    """eigenvalues of K, λ ↦ the ratio of singular values of K + λI, for a sine and five points of the plane"""
    formula, grams = candidate
    return all(
        same(
            formula(np.asarray(np.linalg.eigvalsh(K), dtype=float), lam),
            np.linalg.cond(K + lam * np.eye(len(K))),
            1e-7,
        )
        for K in grams
        for lam in (1e-3, 0.3, 100.0)
    )


def _ratio(values: Array, lam: float) -> float:
    return float((values[-1] + lam) / (values[0] + lam))


def _bounds_condition(bound: Callable[[float, float], float]) -> bool:
    """no condition number is above it, on three data sets; equal for five points of the plane, where K is singular"""
    for k, X, _ in _CASES:
        K = k(X)
        for lam in (1e-3, 0.3, 10.0):
            number = np.linalg.cond(K + lam * np.eye(len(K)))
            limit = bound(float(np.linalg.eigvalsh(K)[-1]), lam)
            if number > limit * (1 + 1e-9):
                return False
            if isinstance(k, Linear) and not same(number / limit, 1.0, 1e-8):
                return False
    return True


def _left_out(k: Kernel, X: Array, y: Array, lam: float) -> Array:
    """n fits, each without one point, each asked about that point"""
    every = np.arange(len(X))
    return np.array([y[i] - ridge(k, X[every != i], y[every != i], lam)(X[[i]])[0] for i in every])


def _parts(k: Kernel, X: Array, y: Array, lam: float) -> tuple[Array, Array, Array, Array]:
    G = np.linalg.inv(k(X) + lam * np.eye(len(X)))
    H = k(X) @ G
    return G @ y, np.diagonal(G), y - H @ y, np.diagonal(H)


def _shortcut(k: Kernel, X: Array, y: Array, lam: float) -> Array:
    _, _, r, h = _parts(k, X, y, lam)
    return r / (1 - h)


def _by_alpha(k: Kernel, X: Array, y: Array, lam: float) -> Array:
    alpha, g, _, _ = _parts(k, X, y, lam)
    return alpha / g


_LOO = agrees_with(_left_out, [(*case, lam) for case in _CASES for lam in (0.3, 2.0)])


def _patients(kernels: Sequence[Kernel], standardise: bool = True, offset: bool = True) -> float:
    """The error on 200 new patients; λ and the kernel are chosen on the other 80, by leaving one out."""
    P, score = datasets.patients(80, np.random.default_rng(0))
    Q, new = datasets.patients(200, np.random.default_rng(1))
    if standardise:
        P, Q = (P - P.mean(axis=0)) / P.std(axis=0), (Q - P.mean(axis=0)) / P.std(axis=0)
    lams = 10.0 ** np.arange(-6, 4)
    paths = [ridge_path(k, P, score - score.mean(), lams) for k in kernels]
    path = min(paths, key=lambda path: path.loo_error.min())
    kernel, best = path.kernel, lams[path.best]
    f = ridge_with_offset(kernel, P, score, best) if offset else ridge(kernel, P, score, best)
    return float(np.sqrt(np.mean((f(Q) - new) ** 2)))


def _five_errors(offset: bool = True) -> list[float]:
    four, linear = [Gaussian(4.0)], [Linear()]
    trials = ((four, False), (four, True), (_WIDTHS, False), (_WIDTHS, True), (linear, True))
    return [_patients(kernels, scaled, offset) for kernels, scaled in trials]


def _solves_offset(solver: Callable[[Array, Array, float], tuple[Array, float]]) -> bool:
    """minimises Σ(f + β − y)² + λ‖f‖² (gradients zero), and 10 added to y is added far away too"""
    for k, X, y in _CASES:
        K = k(X)
        alpha, beta = solver(K, y, 0.5)
        raised, higher = solver(K, y + 10, 0.5)
        residual = y - K @ alpha - beta
        stationary = same(K @ (residual - 0.5 * alpha), 0 * y) and same(residual.sum(), 0.0)
        if not (stationary and same(raised, alpha) and same(higher, beta + 10)):
            return False
    return True


def _offset(K: Array, y: Array, lam: float) -> tuple[Array, float]:
    G = np.linalg.inv(K + lam * np.eye(len(K)))
    beta = float(G.sum(axis=0) @ y / G.sum())
    return G @ (y - beta), beta


def _fixed_offset(beta: Callable[[Array], float]) -> Callable[[Array, Array, float], tuple[Array, float]]:
    return lambda K, y, lam: (shifted(K, lam, y - beta(y)), beta(y))


CLAIMS = (
    Claim(
        name="ridge.shrinks",
        label=("thm-ridge-shrink", "eq-ridge-shrink"),
        says="ridge multiplies the part of y along an eigenvector of K with eigenvalue s² by s²/(s² + λ)",
        check=_shrinks,
        right=lambda values, lam: values / (values + lam),
        hypotheses=("λ > 0",),
        undropped={"λ > 0": "ridge itself refuses a price that is not positive"},
        twins={
            "s/(s + λ)": lambda values, lam: np.sqrt(values) / (np.sqrt(values) + lam),
            "2λ": lambda values, lam: values / (values + 2 * lam),
            "cut off at λ": lambda values, lam: (values > lam).astype(float),
        },
    ),
    Claim(
        name="ridge.monotone",
        label="thm-ridge-monotone",
        says="as λ grows, ‖f‖ never grows and the loss never falls",
        check=_monotone,
        right=(-1, 1, _PRICES),
        hypotheses=("λ > 0",),
        twins={
            "the norm grows": (1, 1, _PRICES),
            "the loss falls too": (-1, -1, _PRICES),
            "prices below zero": Twin((-1, 1, (-100.0, -50.0, -30.0)), drops="λ > 0"),
        },
    ),
    Claim(
        name="ridge.roughness",
        label="rem-ridge-rough",
        says="on six readings the relative roughness rises with λ, while ‖f‖ falls",
        check=_goes_both_ways,
        right=[_six(lam) for lam in (0.1, 1.0, 10.0)],
        twins={
            "the larger λ, the smoother": [_six(lam) for lam in (10.0, 1.0, 0.1)],
            "a kernel of twice the width": [_six(lam, 0.3) for lam in (0.1, 1.0, 10.0)],
        },
    ),
    Claim(
        name="ridge.condition",
        label="prop-ridge-condition",
        says="the condition number of K + λI is (s₁² + λ)/(sₙ² + λ), at most 1 + s₁²/λ",
        check=_is_condition,
        right=(_ratio, _GRAMS),
        hypotheses=("K is positive semidefinite",),
        twins={
            "eigenvalues −1 and 2": Twin(
                (_ratio, (np.diag([-1.0, 2.0]),)), drops="K is positive semidefinite"
            ),
            "roots of the eigenvalues": (
                lambda values, lam: _ratio(np.sqrt(np.maximum(values, 0)), lam),
                _GRAMS,
            ),
            "the bound in place of the number": (lambda values, lam: 1 + values[-1] / lam, _GRAMS),
            "largest eigenvalue over λ": (lambda values, lam: values[-1] / lam, _GRAMS),
        },
    ),
    Claim(
        name="ridge.condition_bound",
        label="prop-ridge-condition",
        says="the condition number of K + λI is at most 1 + s₁²/λ, and reaches it when K is singular",
        check=_bounds_condition,
        right=lambda largest, lam: 1 + largest / lam,
        hypotheses=(),
        twins={
            "s₁²/λ": lambda largest, lam: largest / lam,
            "1 + s₁/λ": lambda largest, lam: 1 + np.sqrt(largest) / lam,
            "1 + s₁²/λ²": lambda largest, lam: 1 + largest / lam**2,
        },
    ),
    *(
        Claim(
            name=f"ridge.{name}",
            label=label,
            says="leaving out point i gives the residual rᵢ/(1 − Hᵢᵢ) = αᵢ/Gᵢᵢ, without a new fit",
            check=_LOO,
            right=right,
            hypotheses=("λ > 0",),
            undropped={"λ > 0": "ridge itself refuses a price that is not positive"},
            twins={
                "the training residual": lambda k, X, y, lam: _parts(k, X, y, lam)[2],
                "divided twice": lambda k, X, y, lam: _shortcut(k, X, y, lam) / (1 - _parts(k, X, y, lam)[3]),
                "1 + Hᵢᵢ": lambda k, X, y, lam: _parts(k, X, y, lam)[2] / (1 + _parts(k, X, y, lam)[3]),
            },
        )
        for name, label, right in (
            ("leave_one_out", "thm-leave-one-out", _shortcut),
            ("leave_one_out_weights", "eq-leave-one-out", _by_alpha),
        )
    ),
    Claim(
        name="ridge.patients",
        label="ex-ridge-patients",
        says="new patients: error 1.266 raw and 0.258 scaled at σ = 4; 0.221, 0.215 with σ chosen; linear 0.216",
        check=equals([1.266, 0.258, 0.221, 0.215, 0.216], 6e-4),
        right=_five_errors(),
        twins={
            "no offset": _five_errors(offset=False),
            "scaled and raw exchanged": [_five_errors()[i] for i in (1, 0, 3, 2, 4)],
        },
    ),
    Claim(
        name="ridge.offset",
        label=("prop-ridge-offset", "eq-ridge-offset"),
        says="a free offset: (K + λI)α = y − β𝟏 with 𝟏ᵀα = 0; far away f + β returns to β, not to 0",
        check=_solves_offset,
        right=_offset,
        hypotheses=("λ > 0",),
        undropped={"λ > 0": "ridge itself refuses a price that is not positive"},
        twins={
            "no offset": _fixed_offset(lambda y: 0.0),
            "the mean of y": _fixed_offset(lambda y: float(y.mean())),
            "the median of y": _fixed_offset(lambda y: float(np.median(y))),
        },
    ),
)
