"""Pre-images: the point z whose Gaussian feature φ(z) lies nearest to a given element of H."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.euclidean import Gaussian
from kernelcourse.learn.pca import KernelPCA
from kernelcourse.points import Array, as_count, as_points, same_features
from kernelcourse.rkhs import KernelExpansion


def preimages(f: KernelExpansion, start: ArrayLike, steps: int = 200) -> Array:
    """argmin_z ‖φ(z) − f‖² near each start, for f = Σ γᵢ k(·, xᵢ) with k Gaussian: (m, d).

    k(z, z) = 1, so the nearest φ(z) is where f(z) is largest; there z = Σ γᵢk(z, xᵢ)xᵢ / Σ γᵢk(z, xᵢ). Each
    step moves to the right-hand side, or half, a quarter, … of the way: the first at which f(z) is not lower.
    """
    if not isinstance(f.kernel, Gaussian):
        raise ValueError(f"f must be an expansion over a Gaussian kernel; its kernel is {f.kernel}.")
    as_count(steps, "steps", least=0)
    X, Z = as_points(f.points, "points"), as_points(start, "start").copy()
    same_features(X, Z)
    weights = f.weights if f.weights.ndim == 2 else f.weights[:, None]  # (n, m): one function for each start
    if weights.shape[1] not in (1, len(Z)):
        raise ValueError(
            f"f has {weights.shape[1]} functions and start {len(Z)} points: give one start for each function."
        )
    for _ in range(steps):
        shares = weights.T * f.kernel.gram(Z, X)  # γᵢ k(z, xᵢ): (m, n)
        height = shares.sum(axis=1)  # f(z)
        # ∇f(z) ∝ Σ γᵢk(z, xᵢ)(xᵢ − z); over |f(z)| it is the fixed-point step, uphill also where f(z) < 0
        uphill = shares @ X - height[:, None] * Z
        uphill /= np.maximum(np.abs(height), np.finfo(float).tiny)[:, None]
        moved = _climb(replace(f, weights=weights), Z, uphill, height)
        if np.abs(moved - Z).max() <= 1e-12 * max(np.abs(Z).max(), f.kernel.sigma):
            return moved
        Z = moved
    return Z


def denoise(pca: KernelPCA, Z: ArrayLike, steps: int = 200) -> Array:
    """The pre-image of each point's projection on the principal directions, sought from the point: (m, d)."""
    return preimages(pca.project(Z), Z, steps)


def _climb(f: KernelExpansion, Z: Array, direction: Array, height: Array) -> Array:
    """z + direction, or half, a quarter … of it, the first that is not lower; z itself if none is."""
    X, weights, best = as_points(f.points), f.weights.T, Z.copy()
    waiting = np.arange(len(Z))
    for halvings in range(30):
        trial = Z[waiting] + direction[waiting] / 2**halvings
        rows = weights[waiting] if len(weights) > 1 else weights
        reached = (rows * f.kernel.gram(trial, X)).sum(axis=1)
        good = reached >= height[waiting]
        best[waiting[good]] = trial[good]
        waiting = waiting[~good]
        if not len(waiting):
            break
    return best
