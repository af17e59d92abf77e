"""Random Fourier features: a shift-invariant kernel is a mean of cosines, so draw some of them (Bochner)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.coordinates import Laplace
from kernelcourse.kernels.euclidean import Gaussian, MahalanobisGaussian, Matern, RationalQuadratic
from kernelcourse.kernels.featured import Featured
from kernelcourse.kernels.kernel import Kernel, frozen
from kernelcourse.points import Array, as_count, as_points
from kernelcourse.validity import Certificate


@dataclass(frozen=True, eq=False, repr=False)
class RandomFourier(Featured):
    """1/D Σ cos(ω·(x − z)) over D frequencies ω: φ(x) = (cos ω·x, sin ω·x for every ω)/√D.

    Drawn from the law with k(x, z) = E cos(ω·(x − z)), its mean over draws is k. ``independent`` says how many
    independent groups the frequencies come in: all of them, or, if orthogonal, blocks of d.
    """

    kernel: Kernel
    frequencies: Array  # (D, d)
    independent: int

    def __init__(self, kernel: Kernel, frequencies: ArrayLike, independent: int | None = None) -> None:
        omega = as_points(frequencies, "frequencies")
        object.__setattr__(self, "kernel", kernel)
        object.__setattr__(self, "frequencies", frozen(omega))
        groups = len(omega) if independent is None else as_count(independent, "independent", most=len(omega))
        object.__setattr__(self, "independent", groups)

    @property
    def size(self) -> int:
        return 2 * len(self.frequencies)

    def read(self, X: Any, name: str = "X") -> Array:
        points = as_points(X, name)
        if points.shape[1] != self.frequencies.shape[1]:
            raise ValueError(
                f"{name} has {points.shape[1]} features; the frequencies are for {self.frequencies.shape[1]}."
            )
        return points

    def features(self, X: Array) -> Array:
        angles = X @ self.frequencies.T  # (n, D)
        rows = np.empty((len(X), self.size))
        half = len(self.frequencies)
        np.cos(angles, out=rows[:, :half])
        np.sin(angles, out=rows[:, half:])
        rows /= np.sqrt(half)
        return rows

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))  # cos² + sin² = 1

    def magnitude(self, X: Array) -> Array:
        size = 1 + np.abs(X @ self.frequencies.T).max(
            axis=1
        )  # rounding of a large angle is that of its cosine
        return size[:, None] + size

    def because(self) -> Certificate:
        reason = f"φ(x) = (cos ω·x, sin ω·x)/√D for the D = {len(self.frequencies)} frequencies drawn"
        return Certificate("explicit feature", str(self), reason)

    def __repr__(self) -> str:
        return f"RandomFourier({self.kernel}, {len(self.frequencies)} frequencies)"


def random_fourier(
    k: Kernel, d: int, n_features: int, rng: np.random.Generator, orthogonal: bool = False
) -> RandomFourier:
    """n_features/2 frequencies of k for points in Rᵈ, each with its cosine and its sine.

    Orthogonal: within each block of d the directions are at right angles, the lengths as before (Yu et al. 2016). For
    the kernels of ‖x − z‖ each frequency alone still has the right law, so the mean is still k, and it varies less.
    """
    d, count = as_count(d, "d"), as_count(n_features, "n_features", least=2)
    if count % 2:
        raise ValueError(f"n_features = {count} must be even: each frequency has a cosine and a sine.")
    law = _law(k)
    if not orthogonal:
        return RandomFourier(k, law(k, rng.normal(size=(count // 2, d)), rng))
    if isinstance(k, Laplace):
        raise ValueError("orthogonal frequencies are for kernels of ‖x − z‖; Laplace has ‖x − z‖₁.")
    blocks = []
    for start in range(0, count // 2, d):
        turned, triangle = np.linalg.qr(rng.normal(size=(d, d)))
        turned *= np.sign(np.diagonal(triangle))  # every rotation equally likely
        lengths = np.linalg.norm(rng.normal(size=(d, d)), axis=1)
        blocks.append((lengths[:, None] * turned)[: count // 2 - start])
    return RandomFourier(k, law(k, np.concatenate(blocks), rng), independent=max(1, count // 2 // d))


def _gaussian(k: Any, normal: Array, rng: np.random.Generator) -> Array:
    return normal / k.sigma


def _mahalanobis(k: Any, normal: Array, rng: np.random.Generator) -> Array:
    # (x − z)ᵀΣ⁻¹(x − z) = ‖L⁻¹(x − z)‖², and g·L⁻¹x = (L⁻ᵀg)·x
    return np.asarray(np.linalg.solve(k._L.T, normal.T).T)


def _matern(k: Any, normal: Array, rng: np.random.Generator) -> Array:
    # the mean of Gaussians of width ℓ√g over g with a Gamma(order, order) law, as its certificate says
    return normal / (k.length * np.sqrt(rng.gamma(k.order, 1 / k.order, size=(len(normal), 1))))


def _rational(k: Any, normal: Array, rng: np.random.Generator) -> Array:
    return normal * np.sqrt(rng.gamma(k.a, 1 / k.a, size=(len(normal), 1))) / k.length


def _laplace(k: Any, normal: Array, rng: np.random.Generator) -> Array:
    return k.gamma * rng.standard_cauchy(size=normal.shape)  # each coordinate by itself


Law = Callable[[Any, Array, np.random.Generator], Array]  # standard normal rows ↦ frequencies
LAWS: dict[type[Kernel], Law] = {
    Gaussian: _gaussian,
    MahalanobisGaussian: _mahalanobis,
    Matern: _matern,
    RationalQuadratic: _rational,
    Laplace: _laplace,
}


def _law(k: Kernel) -> Law:
    if type(k) not in LAWS:
        known = ", ".join(sorted(kind.__name__ for kind in LAWS))
        raise ValueError(f"k = {k} is not one of {known}, whose frequencies are known; use nystroem for it.")
    return LAWS[type(k)]
