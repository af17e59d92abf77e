"""Choosing the parameters of a Gaussian process by its evidence: log p(y | height, width, noise), and its gradient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, optimize

from kernelcourse.kernels.euclidean import Gaussian
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gaussian_process import GaussianProcess, gaussian_process
from kernelcourse.learn.gram import as_squarable
from kernelcourse.points import Array, as_outputs, as_positive, squared_distances

STEPS = 200  # of the optimiser; it ends long before


@dataclass(frozen=True)
class Belief:
    """f ~ N(0, a·exp(−‖x − z‖²/2σ²)), y = f + noise: how high, how wide, how noisy."""

    height: float = 1.0  # a, the variance of f(x)
    width: float = 1.0  # σ
    noise: float = 0.1  # the variance of the noise

    def __post_init__(self) -> None:
        for name in ("height", "width", "noise"):
            as_positive(getattr(self, name), name)

    @property
    def kernel(self) -> Kernel:
        """a·exp(−‖x − z‖²/2σ²)."""
        return self.height * Gaussian(self.width)

    @property
    def logarithms(self) -> Array:
        return np.log([self.height, self.width, self.noise])


def evidence(belief: Belief, X: ArrayLike, y: ArrayLike) -> tuple[float, Array]:
    """log p(y) = −½yᵀA⁻¹y − ½ log det A − n/2 log 2π with A = K + noise·I, and its gradient in the logarithms.

    Along log θ the slope is ½ tr((ααᵀ − A⁻¹) ∂A/∂log θ), α = A⁻¹y.
    """
    distances, outputs = _read(X, y)
    return _evidence(belief.logarithms, distances, outputs)


def most_evident(X: ArrayLike, y: ArrayLike, start: Belief | None = None) -> Belief:
    """The belief with the largest evidence that climbing from ``start`` reaches; there may be other summits."""
    distances, outputs = _read(X, y)
    first = start or _rough(distances, outputs)
    near = np.log(1e4)  # nobody believes in numbers beyond ten thousand times a first guess, up or down
    found = optimize.minimize(
        lambda logs: _downhill(logs, distances, outputs),
        first.logarithms,
        jac=True,
        method="L-BFGS-B",
        bounds=[(log - near, log + near) for log in first.logarithms],
        options={"maxiter": STEPS},
    )
    height, width, noise = np.exp(found.x)
    return Belief(float(height), float(width), float(noise))


def evident_process(
    X: ArrayLike, y: ArrayLike, start: Belief | None = None
) -> tuple[Belief, GaussianProcess]:
    """The most evident belief, and the law of f given y under it."""
    belief = most_evident(X, y, start)
    return belief, gaussian_process(belief.kernel, X, y, belief.noise)


def _read(X: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    points = as_squarable(X)
    outputs = as_outputs(y, len(points))
    if outputs.ndim != 1:
        raise ValueError("y must hold one output per point, (n,): fit several outputs one by one.")
    return squared_distances(points), outputs


def _rough(distances: Array, outputs: Array) -> Belief:
    """The scatter of the data as height, their typical distance as width, a tenth of the scatter as noise."""
    scatter = float(np.mean(outputs**2)) or 1.0
    apart = distances[distances > 0]
    width = float(np.sqrt(np.median(apart)) / 2) if len(apart) else 1.0
    return Belief(scatter, width, scatter / 10)


def _downhill(logs: Any, distances: Array, outputs: Array) -> tuple[float, Array]:
    value, slope = _evidence(logs, distances, outputs)
    return -value, -slope


def _evidence(logs: Any, distances: Array, outputs: Array) -> tuple[float, Array]:
    height, width, noise = np.exp(logs)
    n = len(outputs)
    spread = distances * (-0.5 / width**2)
    K = np.exp(spread)
    K *= height
    A = K.copy()
    A.flat[:: n + 1] += noise
    try:
        factor = linalg.cholesky(
            A.T, lower=True, overwrite_a=True, check_finite=False
        )  # Aᵀ = A, as LAPACK reads it
    except linalg.LinAlgError:  # so little noise that rounding is left: nobody believes in it
        return -1e25, np.zeros(3)
    alpha = linalg.cho_solve((factor, True), outputs, check_finite=False)
    value = -outputs @ alpha / 2 - np.log(factor.diagonal()).sum() - n / 2 * np.log(2 * np.pi)
    # A⁻¹, its lower half: the zeros above the diagonal stay. Transposed, it lies in memory as K does.
    inverse = linalg.lapack.dpotri(factor, lower=1, overwrite_c=1)[0].T
    trace = float(inverse.diagonal().sum())
    # tr((ααᵀ − A⁻¹)B) for symmetric B: quadratic form minus twice the half, plus the diagonal once
    by_height = alpha @ (K @ alpha) - (2 * np.vdot(inverse, K) - height * trace)
    K *= spread  # ∂K/∂log σ = K‖x − z‖²/σ² = −2·spread·K, with nothing on the diagonal
    by_width = -2 * (alpha @ (K @ alpha) - 2 * np.vdot(inverse, K))
    by_noise = noise * (alpha @ alpha - trace)
    return float(value), np.array([by_height, by_width, by_noise]) / 2
