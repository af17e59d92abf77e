"""Claims of the page on kernels at scale."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.scale.gradients import GRADIENTS
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian
from kernelcourse.scale import nystroem, pivoted_cholesky, random_fourier

_RNG = np.random.default_rng(12)
_X = _RNG.normal(size=(60, 3))
_Y = np.sin(_X[:, 0]) + _X[:, 1]
_K = Gaussian(1.5)


def _normal(rng: Any) -> Any:
    """20,000 frequencies from N(0, I/σ²), σ = 1.5."""
    return rng.normal(size=(20_000, 3)) / 1.5


def _mean_of_cosines(candidate: tuple[Callable[[Any], Any], Callable[[Any, Any], Any]]) -> bool:
    """φ(x)·φ(z) over 20,000 frequencies is the Gaussian kernel at 60 points, to five standard errors"""
    draw, features = candidate
    omega = draw(np.random.default_rng(0))
    A = features(_X, omega)
    return bool(np.abs(A @ A.T - _K(_X)).max() < 5 / np.sqrt(2 * len(omega)))


def _paired(X: Any, omega: Any) -> Any:
    angles = X @ omega.T
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(omega))


def _rarely_broken(candidate: tuple[Callable[[int, int, float], float], int]) -> bool:
    """in 100 draws of 100 cosines the largest error at 200 points exceeds ε in no more than δ = 10 % of them"""
    epsilon, independent = candidate
    limit = epsilon(100, 200, 0.1)
    rng, broken = np.random.default_rng(1), 0
    wide = 4 * rng.normal(size=(200, 3))
    exact = _K(wide)
    for _ in range(100):
        omega = np.repeat(rng.normal(size=(independent, 3)) / 1.5, 100 // independent, axis=0)
        phi = _paired(wide, omega)
        broken += np.abs(phi @ phi.T - exact).max() > limit
    return bool(broken <= 10 and limit < 2)


def _epsilon(D: int, n: int, delta: float) -> float:
    return float(np.sqrt(2 * np.log(n * (n - 1) / delta) / D))


def _projection(candidate: tuple[Callable[[Any, Any], Any], Callable[[Any, Any, Any], Any]]) -> bool:
    """K − K̃ has no negative eigenvalue and is 0 in the rows of the landmarks; K̃ holds ⟨Pφ, Pφ⟩ for ten features"""
    kernel, nystroem_of = candidate
    phi = polynomial_features(_X[:20], degree=2)
    basis = np.linalg.qr(phi[:6].T)[0]
    projected = phi @ basis @ basis.T
    told = nystroem_of(phi @ phi[:6].T, phi[:6] @ phi[:6].T, phi[:6] @ phi.T)
    if not same(told, projected @ projected.T, 1e-6):
        return False
    cross, square = kernel(_X, _X[:10]), kernel(_X[:10], _X[:10])
    gap = kernel(_X, _X) - nystroem_of(cross, square, cross.T)
    return bool(np.linalg.eigvalsh((gap + gap.T) / 2)[0] > -1e-9 and np.abs(gap[:10]).max() < 1e-9)


def _through_landmarks(left: Any, square: Any, right: Any) -> Any:
    return left @ np.linalg.solve(square, right)


def _doubled_off_the_landmarks(left: Any, square: Any, right: Any) -> Any:
    """Right in the rows and columns of the landmarks, twice too large elsewhere."""
    doubled = 2 * _through_landmarks(left, square, right)
    doubled[:10], doubled[:, :10] = doubled[:10] / 2, doubled[:, :10] / 2
    doubled[:10, :10] *= 2
    return doubled


def _of_all_points(left: Any, square: Any, right: Any) -> Any:
    """What no landmark explains is put back: exact everywhere, and no projection."""
    if len(left) == 20:
        phi = polynomial_features(_X[:20], degree=2)
        return phi @ phi.T
    return _K(_X)


def _root(square: Any) -> Any:
    values, vectors = np.linalg.eigh(square)
    return (vectors / np.sqrt(values)) @ vectors.T


def _trace_bounds(approximation: Any) -> bool:
    """‖K − K̃‖ is at most tr(K − K̃), at 60 points"""
    gap = _K(_X) - approximation(_X)
    return bool(np.abs(np.linalg.eigvalsh(gap)).max() <= np.trace(gap) + 1e-9)


def _by_pivots(next_pivot: Callable[[Any], int], late: int = 0) -> tuple[Any, Any]:
    """F and tr(K − FFᵀ) after each of 20 columns, by the algorithm's own words."""
    K = _K(_X)
    F, left = np.zeros((60, 0)), np.diag(K).copy()
    traces = [left.sum()]
    for _ in range(20):
        p = next_pivot(left)
        column = (K[:, p] - F @ F[p]) / np.sqrt(left[p])
        F, left = np.column_stack([F, column]), left - column**2
        traces.append(left.sum())
    return F, np.roll(traces, late)


def _as_the_package(found: tuple[Any, Any]) -> bool:
    """F and the traces are those of pivoted_cholesky, 20 pivots of 60 points, and each trace is tr(K − FFᵀ)"""
    F, traces = found
    told = pivoted_cholesky(_K, _X, 20)
    exact = [np.trace(_K(_X)) - np.square(F[:, :m]).sum() for m in range(21)]
    return same(F, told.factor) and same(traces, told.residual_traces) and same(traces, exact)


def _same_function(weights: Callable[[Any, Any, float], Any]) -> bool:
    """w·φ is the function of the dual solution, at 40 new points"""
    k, lam = nystroem(_K, _X, 12, np.random.default_rng(0)), 0.3
    Z = np.random.default_rng(5).normal(size=(40, 3))
    dual = k(Z, _X) @ np.linalg.solve(k(_X) + lam * np.eye(60), _Y)
    return same(k.features(Z) @ weights(k.features(_X), _Y, lam), dual)


def _merges(merge: Callable[[int, Any, int, Any], Any]) -> bool:
    """Σ (x − x̄)² of nine whole numbers from those of four and of five, exactly"""
    one, two = [3, 1, 4, 1], [5, 9, 2, 6, 5]

    def of(values: list[int]) -> tuple[Fraction, Fraction]:
        mean = Fraction(sum(values), len(values))
        return mean, sum(((value - mean) ** 2 for value in values), Fraction(0))

    return bool(merge(4, of(one), 5, of(two)) == of(one + two)[1])


def _merged(n: int, one: Any, m: int, two: Any) -> Any:
    return one[1] + two[1] + Fraction(n * m, n + m) * (one[0] - two[0]) ** 2


CLAIMS = (
    Claim(
        name="scale.fourier",
        label="thm-scale-fourier",
        says="the mean of cos(ω·(x − z)) over ω ~ N(0, I/σ²) is exp(−‖x − z‖²/2σ²); φ has cosine and sine of each ω",
        check=_mean_of_cosines,
        right=(_normal, _paired),
        clauses=(
            "the mean of the cosines is the kernel",
            "cosine and sine of each frequency are features of that mean",
        ),
        hypotheses=("the frequencies are normal", "their covariance is I/σ²"),
        twins={
            "Cauchy frequencies, which give the Laplace kernel": Twin(
                (lambda rng: rng.standard_cauchy((20_000, 3)) / 1.5, _paired),
                drops="the frequencies are normal",
            ),
            "frequencies with standard deviation σ": Twin(
                (lambda rng: 1.5**2 * _normal(rng), _paired), drops="their covariance is I/σ²"
            ),
            "cosines without sines": Twin(
                (_normal, lambda X, omega: np.sqrt(2 / len(omega)) * np.cos(X @ omega.T)),
                breaks="cosine and sine of each frequency are features of that mean",
            ),
            "not divided by √D": Twin(
                (_normal, lambda X, omega: _paired(X, omega) * np.sqrt(len(omega))),
                breaks="the mean of the cosines is the kernel",
            ),
        },
    ),
    Claim(
        name="scale.hoeffding",
        label="prop-scale-hoeffding",
        says="with probability 1 − δ no entry at n points is off by more than ε = √(2 log(n(n − 1)/δ)/D)",
        check=_rarely_broken,
        right=(_epsilon, 100),
        hypotheses=("the frequencies are independent", "the points were fixed before the draw"),
        undropped={
            "the points were fixed before the draw": "points chosen with the frequencies in hand take a search to find"
        },
        twins={
            "four frequencies, each taken 25 times": Twin(
                (_epsilon, 4), drops="the frequencies are independent"
            ),
            "one pair in place of all": (lambda D, n, delta: float(np.sqrt(2 * np.log(2 / delta) / D)), 100),
            "the error falls like 1/D": (lambda D, n, delta: float(np.log(n * (n - 1) / delta) / D), 100),
            "the whole range, which says nothing": (lambda D, n, delta: 2.0, 100),
        },
    ),
    Claim(
        name="scale.nystroem",
        label="thm-scale-nystroem",
        says="k̃(x, z) = k(x, Z)K_ZZ⁻¹k(Z, z) is the kernel of projected features: exact at landmarks, K − K̃ is PSD",
        check=_projection,
        right=(_K, _through_landmarks),
        clauses=("features are projected", "exact at the landmarks", "K − K̃ is positive semidefinite"),
        hypotheses=("k is a kernel", "K_ZZ is invertible"),
        undropped={
            "K_ZZ is invertible": "without an inverse the formula says nothing; a pseudo-inverse would do"
        },
        twins={
            "the distance ‖x − z‖, which is no kernel": Twin(
                (lambda X, Z: np.linalg.norm(X[:, None] - Z[None], axis=-1), _through_landmarks),
                drops="k is a kernel",
            ),
            "K itself": Twin((_K, _of_all_points), breaks="features are projected"),
            "K_ZZ⁻¹ left out": (_K, lambda left, square, right: left @ right / len(square)),
            "K_ZZ^(−1/2) in place of K_ZZ⁻¹": (_K, lambda left, square, right: left @ _root(square) @ right),
            "λ added before inverting": Twin(
                (_K, lambda left, square, right: left @ np.linalg.solve(square + np.eye(10) / 10, right)),
                breaks="exact at the landmarks",
            ),
            "twice the projection, less at the landmarks": Twin(
                (_K, _doubled_off_the_landmarks), breaks="K − K̃ is positive semidefinite"
            ),
        },
    ),
    Claim(
        name="scale.trace",
        label="eq-scale-trace",
        says="‖K − K̃‖ ≤ tr(K − K̃) where K − K̃ is PSD",
        check=_trace_bounds,
        right=nystroem(_K, _X, 12, np.random.default_rng(0)),
        hypotheses=("K − K̃ is positive semidefinite",),
        twins={
            "for Fourier features, where the difference is not PSD and its trace is 0": Twin(
                random_fourier(_K, 3, 200, np.random.default_rng(0)), drops="K − K̃ is positive semidefinite"
            )
        },
    ),
    Claim(
        name="scale.pivots",
        label="alg-scale-pivots",
        says="the point explained least gives the next column of F, and r keeps tr(K − FFᵀ)",
        check=_as_the_package,
        right=_by_pivots(lambda left: int(np.argmax(left))),
        twins={
            "points as they come": _by_pivots(lambda left: int(np.flatnonzero(left > 1e-9)[0])),
            "the best explained first": _by_pivots(
                lambda left: int(np.argmin(np.where(left > 1e-9, left, 9)))
            ),
            "traces one pivot late": _by_pivots(lambda left: int(np.argmax(left)), late=1),
        },
    ),
    Claim(
        name="scale.primal",
        label="eq-scale-primal",
        says="w = (ΦᵀΦ + λI)⁻¹Φᵀy gives the function of α = (ΦΦᵀ + λI)⁻¹y",
        check=_same_function,
        right=lambda phi, y, lam: np.linalg.solve(phi.T @ phi + lam * np.eye(phi.shape[1]), phi.T @ y),
        twins={
            "λ times n": lambda phi, y, lam: np.linalg.solve(
                phi.T @ phi + len(y) * lam * np.eye(phi.shape[1]), phi.T @ y
            ),
            "no λ": lambda phi, y, lam: np.linalg.lstsq(phi, y, rcond=None)[0],
        },
    ),
    Claim(
        name="scale.merge",
        label="eq-scale-merge",
        says="S = S₁ + S₂ + n₁n₂/(n₁ + n₂) (μ₁ − μ₂)(μ₁ − μ₂)ᵀ",
        check=_merges,
        right=_merged,
        twins={
            "the means forgotten": lambda n, one, m, two: one[1] + two[1],
            "not divided by n₁ + n₂": lambda n, one, m, two: one[1] + two[1] + n * m * (one[0] - two[0]) ** 2,
            "as if both were equally large": lambda n, one, m, two: (
                one[1] + two[1] + Fraction(n + m, 4) * (one[0] - two[0]) ** 2
            ),
        },
    ),
    *GRADIENTS,
)
