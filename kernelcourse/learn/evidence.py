"""Choosing the parameters of a Gaussian process by its evidence: log p(y | height, width, noise), and its gradient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg, optimize

from kernelcourse.kernels.euclidean import Gaussian
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gaussian_process import GaussianProcess, gaussian_process
from kernelcourse.learn.gram import as_squarable
from kernelcourse.points import Array, as_outputs, as_positive, squared_distances

STEPS = 200  # of the optimiser; it ends long before
PRECISION = 1e-10  # of the evidence for each point
FAR = 1e4  # nobody believes in numbers beyond ten thousand times a first guess, up or down
HOPELESS = 1e25


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
    seen = _Shape(belief.width, belief.noise / belief.height, distances, outputs, _room(distances))
    by_width, by_noise = seen.slope(belief.height)  # at a fixed height; log height moves noise/height back
    by_height = seen.mismatch / belief.height / 2 - len(outputs) / 2 - by_noise
    return seen.value(belief.height), np.array([by_height, by_width, by_noise])


def most_evident(X: ArrayLike, y: ArrayLike, start: Belief | None = None) -> Belief:
    """The belief with the largest evidence that climbing from ``start`` reaches; there may be other summits.

    For each width and each ratio r = noise/height the best height is known, yᵀ(G + rI)⁻¹y/n: two numbers are climbed.
    Without a start, the climb begins at the most evident of a few widths.
    """
    distances, outputs = _read(X, y)
    scatter, room = float(np.mean(outputs**2)) or 1.0, _room(distances)

    def look(width: float, ratio: float) -> _Shape:
        return _Shape(width, ratio, distances, outputs, room)

    def height(seen: _Shape) -> float:
        return float(np.clip(seen.mismatch / len(outputs), scatter / FAR, scatter * FAR))

    def peak(seen: _Shape) -> float:
        return seen.value(height(seen))

    def downhill(logs: Array) -> tuple[float, Array]:
        try:
            seen = look(*np.exp(logs))
        except linalg.LinAlgError:  # so little noise that rounding is left: nobody believes in it
            return HOPELESS, np.zeros(2)
        best = height(seen)
        return -seen.value(best) / len(outputs), -seen.slope(best) / len(outputs)

    if start is not None:
        first = np.log([start.width, start.noise / start.height])
    else:
        widths = _typical(distances) / 3.0 ** np.arange(4)
        first = np.log([max(widths, key=lambda width: peak(look(width, 0.1))), 0.1])
    found = optimize.minimize(
        downhill,
        first,
        jac=True,
        method="L-BFGS-B",
        bounds=[(log - np.log(FAR), log + np.log(FAR)) for log in first],
        options={"maxiter": STEPS, "ftol": PRECISION},
    )
    width, ratio = np.exp(found.x)
    a = height(look(width, ratio))
    return Belief(a, float(width), float(a * ratio))


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


def _typical(distances: Array) -> float:
    """Half the median distance of two different points."""
    apart = distances[distances > 0]
    return float(np.sqrt(np.median(apart)) / 2) if len(apart) else 1.0


def _room(distances: Array) -> Array:
    """Three matrices to work in: asking for fresh memory at every look takes as long as the Cholesky factor."""
    return np.empty((3, *distances.shape))


class _Shape:
    """What B = G + r·I, Gᵢⱼ = exp(−‖xᵢ − xⱼ‖²/2σ²), knows of y: with a height a, A = aB.

    It works in ``room``: what it knows is good until the next look.
    """

    def __init__(self, width: float, ratio: float, distances: Array, outputs: Array, room: Array) -> None:
        self.ratio = ratio
        self._spread, self._gram, B = room
        np.multiply(distances, -0.5 / width**2, out=self._spread)
        np.exp(self._spread, out=self._gram)
        B[:] = self._gram
        B.flat[:: len(B) + 1] += ratio
        # Bᵀ = B, as LAPACK reads it
        self._factor = linalg.cholesky(B.T, lower=True, overwrite_a=True, check_finite=False)
        self._beta = linalg.cho_solve((self._factor, True), outputs, check_finite=False)
        self.mismatch = float(outputs @ self._beta)  # yᵀB⁻¹y
        self.log_det = 2 * float(np.log(self._factor.diagonal()).sum())

    def value(self, height: float) -> float:
        """log p(y)."""
        return -(self.mismatch / height + self.log_det + len(self._beta) * np.log(2 * np.pi * height)) / 2

    def slope(self, height: float) -> Array:
        """Its derivatives in log σ and log r; asked once, for the factor becomes B⁻¹ in its place."""
        # The lower half: the zeros above the diagonal stay. Transposed, it lies in memory as G does.
        inverse = linalg.lapack.dpotri(self._factor, lower=1, overwrite_c=1)[0].T
        bent = self._gram
        bent *= self._spread  # ∂G/∂log σ = G‖x − z‖²/σ² = −2·spread·G, with nothing on the diagonal
        # tr(B⁻¹S) for symmetric S without a diagonal is twice the half
        by_width = -2 * (self._beta @ (bent @ self._beta) / height - 2 * np.vdot(inverse, bent))
        by_ratio = self.ratio * (self._beta @ self._beta / height - inverse.diagonal().sum())
        return np.array([by_width, by_ratio]) / 2
