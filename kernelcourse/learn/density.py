"""Kernel density estimation: a small bell on every point. The word kernel, and the mean embedding, meet here."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from kernelcourse.kernels.euclidean import Gaussian
from kernelcourse.points import Array, as_points, as_positive
from kernelcourse.rkhs import KernelExpansion, mean_embedding


@dataclass(frozen=True, eq=False)
class Density:
    """p(z) = (2πh²)^(−d/2) μ(z), with μ = 1/n Σ k(·, xᵢ) the mean embedding of a Gaussian kernel of width h."""

    embedding: KernelExpansion
    height: float  # (2πh²)^(−d/2), so that p integrates to 1

    def __call__(self, Z: ArrayLike) -> Array:
        return self.height * self.embedding(Z)


def kernel_density(X: ArrayLike, bandwidth: float) -> Density:
    """p(z) = 1/n Σ N(z; xᵢ, h²I), a density that integrates to 1."""
    points, h = as_points(X), as_positive(bandwidth, "bandwidth")
    log_height = -points.shape[1] / 2 * math.log(2 * math.pi * h**2) if h > 1e-150 else math.inf
    if log_height > 700:
        raise ValueError(
            f"bandwidth = {h:g} is too small in {points.shape[1]} dimensions: the bells overflow."
        )
    return Density(mean_embedding(Gaussian(h), points), math.exp(log_height))
