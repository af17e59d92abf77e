"""Claims on kernel ridge regression: the theorem, the algorithm, features without end, data from the model."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.ridge.data import FIVE, OUTPUTS, shifted
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn.ridge import primal_ridge, ridge
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion, interpolant, norm

_LINE = np.linspace(-1, 1, 7)[:, None]
_WAVE = np.sin(3 * _LINE[:, 0])


def _solver(scale: float = 1.0, power: int = 1) -> Callable[[Kernel, Array, Array, float], Array]:
    def solve(k: Kernel, X: Array, y: Array, lam: float) -> Array:
        K = k(X)
        return shifted(np.linalg.matrix_power(K, power), scale * lam, y)

    return solve


def _minimises_in_space(solver: Callable[[Kernel, Array, Array, float], Array]) -> bool:
    """Σ (f(xᵢ) − yᵢ)² + λ‖f‖² rises from there in 400 random directions, inside and outside the span"""
    rng = np.random.default_rng(0)
    for k in (Linear(), Polynomial(2), Gaussian(1.0), Gaussian(0.3)):
        for lam in (0.1, 2.0):

            def cost(f: KernelExpansion) -> float:
                return float(np.sum((f(FIVE) - OUTPUTS) ** 2) + lam * norm(f) ** 2)  # noqa: B023

            best = KernelExpansion(k, FIVE, solver(k, FIVE, OUTPUTS, lam))
            lowest = cost(best)
            for size in (1e-3, 1e-1):
                for points in (FIVE, rng.standard_normal((4, 2))):
                    for _ in range(50):
                        step = KernelExpansion(k, points, size * rng.standard_normal(len(points)))
                        if cost(best + step) < lowest - 1e-12:
                            return False
    return True


Fit = Callable[[Kernel, Array, Array, float, Array], Array]


def _three_lines(k: Kernel, X: Array, y: Array, lam: float, Z: Array) -> Array:
    K = k(X)
    alpha = np.linalg.solve(K + lam * np.eye(len(K)), y)
    return k(Z, X) @ alpha


def _is_ridge_on_features(fit: Fit) -> bool:
    """equals ridge on explicit features, linear and quadratic, at new points; 1.00121 at (1.5, −0.5)"""
    Z = np.array([[1.5, -0.5], [1, 3], [-2, 0.25]])
    for lam in (0.1, 1.0, 5.0):
        by_features = polynomial_features(Z, 2) @ primal_ridge(polynomial_features(FIVE, 2), OUTPUTS, lam)
        if not same(fit(Polynomial(2), FIVE, OUTPUTS, lam, Z), by_features):
            return False
        if not same(fit(Linear(), FIVE, OUTPUTS, lam, Z), Z @ primal_ridge(FIVE, OUTPUTS, lam)):
            return False
    return same(fit(Polynomial(2), FIVE, OUTPUTS, 1.0, Z)[0], 1.00121, 5e-6)


def _sine_errors(against: str = "the curve", root: bool = False, constant: float = 1.0) -> list[float]:
    points, readings = datasets.noisy_sine(40, np.random.default_rng(0))
    grid = np.linspace(-np.pi, np.pi, 200)[:, None]
    where, truth = (grid, np.sin(grid[:, 0])) if against == "the curve" else (points, readings)
    kernels = (Linear(), Polynomial(3, constant), Gaussian(1.0))
    errors = [float(np.mean((ridge(k, points, readings, 0.1)(where) - truth) ** 2)) for k in kernels]
    return [error**0.5 for error in errors] if root else errors


def _tends_to_gaussian(feature: Callable[[Array, int], Array]) -> bool:
    """ridge on 30 of these features predicts as the Gaussian kernel to 10⁻⁹, at three new points too"""
    Z = np.vstack([_LINE, [[-0.9], [0.1], [1.3]]])
    columns, new = ([feature(points, t) for t in range(30)] for points in (_LINE, Z))
    w = primal_ridge(np.column_stack(columns), _WAVE, 0.1)
    return same(np.column_stack(new) @ w, ridge(Gaussian(1.0), _LINE, _WAVE, 0.1)(Z))


def _feature(x: Array, t: int, root: bool = True, envelope: bool = True) -> Array:
    column = x[:, 0] ** t / (math.sqrt(math.factorial(t)) if root else math.factorial(t))
    return column * np.exp(-(x[:, 0] ** 2) / 2) if envelope else column


def _bounds_residual(candidate: tuple[Callable[[float, float], float], Kernel]) -> bool:
    """‖y − f(X)‖ ≤ bound(λ, least eigenvalue) ‖y‖, equal for its eigenvector, at four λ; below 0.001 at λ = 10⁻⁶"""
    bound, k = candidate
    values, vectors = np.linalg.eigh(k(_LINE))
    for lam in (1.0, 1e-2, 1e-4, 1e-6):
        factor = bound(lam, float(values[0]))
        for y in (_WAVE, np.ones(7)):
            if np.linalg.norm(y - ridge(k, _LINE, y, lam)(_LINE)) > factor * np.linalg.norm(y) * (1 + 1e-6):
                return False
        worst = vectors[:, 0]
        if not same(np.linalg.norm(worst - ridge(k, _LINE, worst, lam)(_LINE)) / factor, 1.0, 1e-6):
            return False
    return bool(factor < 1e-3)


def _is_the_limit(weights: Callable[[Array, Array], Array]) -> bool:
    """the ridge weights at λ = 10⁻¹⁰ are these, to 10⁻⁵; they interpolate, and no interpolant has a smaller norm"""
    k = Gaussian(0.5)
    K, y = k(_LINE), _WAVE + _LINE[:, 0] ** 2  # neither odd nor even
    alpha = weights(K, y)
    if not same(ridge(k, _LINE, y, 1e-10).weights, alpha, 1e-5):
        return False
    f, rng = KernelExpansion(k, _LINE, alpha), np.random.default_rng(0)
    for _ in range(20):
        wider = KernelExpansion(k, rng.uniform(-2, 2, (3, 1)), rng.standard_normal(3))
        zero_there = wider - interpolant(k, _LINE, wider(_LINE))
        if norm(f + zero_there) < norm(f):
            return False
    return same(f(_LINE), y, 1e-8)


def _model_errors(lam: Callable[[int], float] = lambda n: 0.1, noisy: bool = False) -> list[list[float]]:
    """[root mean square distance, distance in ℋ] of the fit from the truth, for 10, 100 and 1000 readings."""
    k, rng, grid = Gaussian(0.7), np.random.default_rng(0), np.linspace(-3, 3, 200)[:, None]
    truth = KernelExpansion(k, np.array([[-2.0], [-0.5], [0.8], [2.2]]), np.array([1.0, -2.0, 1.5, 0.5]))
    errors = []
    for n in (10, 100, 1000):
        points = rng.uniform(-3, 3, (n, 1))
        readings = truth(points) + 0.1 * rng.standard_normal(n)
        f = ridge(k, points, readings, lam(n))
        gap = f(points) - readings if noisy else f(grid) - truth(grid)
        errors.append([float(np.sqrt(np.mean(gap**2))), float(norm(f - truth))])
    return errors


CLAIMS = (
    Claim(
        name="ridge.kernel_ridge",
        label="thm-kernel-ridge",
        says="f = Σ αᵢk(·, xᵢ), α = (K + λI)⁻¹y, minimises Σ (f(xᵢ) − yᵢ)² + λ‖f‖² over the whole space",
        check=_minimises_in_space,
        right=_solver(),
        hypotheses=("λ > 0", "k is positive semidefinite"),
        undropped={
            "λ > 0": "without a price the minimiser is not unique, or does not exist",
            "k is positive semidefinite": "an indefinite k has no ‖f‖ to charge for: norm refuses it",
        },
        twins={
            "2λ": _solver(scale=2.0),
            "nλ": _solver(scale=5.0),
            "K² instead of K": _solver(power=2),
        },
    ),
    Claim(
        name="ridge.algorithm",
        label="alg-kernel-ridge",
        says="Gram matrix, solve, predict: with the linear or quadratic kernel it is ridge on the features",
        check=_is_ridge_on_features,
        right=_three_lines,
        twins={
            "λ is doubled": lambda k, X, y, lam, Z: _three_lines(k, X, y, 2 * lam, Z),
            "the kernel is forgotten in prediction": lambda k, X, y, lam, Z: (
                Z @ X.T @ np.linalg.solve(k(X) + lam * np.eye(len(X)), y)
            ),
            "λ is forgotten": lambda k, X, y, lam, Z: k(Z, X) @ np.linalg.pinv(k(X)) @ y,
        },
    ),
    Claim(
        name="ridge.package",
        label="alg-kernel-ridge",
        says="the package's ridge is this algorithm",
        check=_is_ridge_on_features,
        right=lambda k, X, y, lam, Z: ridge(k, X, y, lam)(Z),
        twins={"half the price": lambda k, X, y, lam, Z: ridge(k, X, y, lam / 2)(Z)},
    ),
    Claim(
        name="ridge.sine",
        label="ex-ridge-sine",
        says="forty readings of a sine: mean squared error 0.2094 linear, 0.0062 cubic, 0.0056 Gaussian",
        check=equals([0.2094, 0.0062, 0.0056], 5e-5),
        right=_sine_errors(),
        twins={
            "measured at the noisy readings": _sine_errors(against="the readings"),
            "the root is taken": _sine_errors(root=True),
            "(xz)³ for (xz + 1)³": _sine_errors(constant=0.0),
        },
    ),
    Claim(
        name="ridge.infinite",
        label="prop-ridge-infinite",
        says="ridge on e^(−x²/2σ²)(x/σ)ᵗ/√t!, t = 0, 1, 2, …, tends to ridge with the Gaussian kernel",
        check=_tends_to_gaussian,
        right=_feature,
        hypotheses=(),
        twins={
            "t! instead of its root": lambda x, t: _feature(x, t, root=False),
            "without the factor exp(−x²/2)": lambda x, t: _feature(x, t, envelope=False),
        },
    ),
    Claim(
        name="ridge.interpolates",
        label="prop-ridge-interpolate",
        says="the residual is at most λ/(s + λ) ‖y‖, s the least eigenvalue of K: zero as λ → 0",
        check=_bounds_residual,
        right=(lambda lam, s: lam / (s + lam), Gaussian(0.5)),
        hypotheses=("K is invertible",),
        twins={
            "straight lines through seven points": Twin(
                (lambda lam, s: lam / (max(s, 0.0) + lam), Linear()), drops="K is invertible"
            ),
            "s/(s + λ)": (lambda lam, s: s / (s + lam), Gaussian(0.5)),
            "λ": (lambda lam, s: lam, Gaussian(0.5)),
            "λ/(s + 2λ)": (lambda lam, s: lam / (s + 2 * lam), Gaussian(0.5)),
        },
    ),
    Claim(
        name="ridge.interpolant",
        label="prop-ridge-interpolate",
        says="as λ → 0 the ridge weights tend to K⁻¹y, those of the shortest function through the readings",
        check=_is_the_limit,
        right=lambda K, y: np.linalg.solve(K, y),
        hypotheses=("K is invertible",),
        undropped={
            "K is invertible": "a singular K has no inverse, and perhaps no interpolant: see interpolant"
        },
        twins={
            "the outputs themselves, as for K = I": lambda K, y: y,
            "K is squared, as in the normal equation": lambda K, y: np.linalg.solve(K @ K, y),
            "λ = 1 is left in": lambda K, y: np.linalg.solve(K + np.eye(7), y),
        },
    ),
    Claim(
        name="ridge.model",
        label="ex-ridge-model",
        says="10, 100, 1000 readings of f*, fixed λ: off by 0.537, 0.035, 0.010; in ℋ by 1.741, 0.334, 0.259, not to 0",
        check=equals([[0.537, 1.741], [0.035, 0.334], [0.010, 0.259]], 6e-4),
        right=_model_errors(),
        twins={
            "the distance in ℋ goes to zero as well": [[0.537, 1.741], [0.035, 0.334], [0.010, 0.026]],
            "λ grows with n, as for a mean of squares": _model_errors(lambda n: 0.01 * n),
            "measured at the noisy readings": _model_errors(noisy=True),
        },
    ),
)
