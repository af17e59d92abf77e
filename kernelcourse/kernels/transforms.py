"""New kernels from one kernel by changing the points: pull-back, weighting, normalisation, centring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import FromOne, Kernel, inherit
from kernelcourse.points import Array
from kernelcourse.validity import Certificate


@dataclass(frozen=True, repr=False)
class PullBack(Kernel):
    """k(φ(x), φ(z)): φ takes n points of any kind to n points of k."""

    kernel: Kernel
    phi: Callable[[Any], Any]

    def read(self, X: Any, name: str = "X") -> Any:
        if len(X) == 0:
            raise ValueError(f"{name} is empty: give at least one point.")
        return X  # φ alone knows what its points are; they are checked as images

    def gram(self, X: Any, Z: Any) -> Array:
        images = self._images(X, "X")
        others = images if X is Z else self._images(Z, "Z")
        self.kernel.compare(images, others)
        return self.kernel.gram(images, others)

    def self_similarity(self, X: Any) -> Array:
        return self.kernel.self_similarity(self._images(X, "X"))

    def _images(self, X: Any, name: str) -> Any:
        images = self.kernel.read(self.phi(X), f"φ({name})")
        if len(images) != len(X):
            raise ValueError(
                f"φ made {len(images)} points from the {len(X)} of {name}: it must make one from each."
            )
        return images

    def because(self) -> Certificate | None:
        reason = "every set of points φ(xᵢ) is a set of points, and k's Gram matrices are PSD at all of them"
        return inherit("pull-back", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"({self.kernel}).of({_name(self.phi)})"


@dataclass(frozen=True, repr=False)
class Weighted(FromOne):
    """g(x) k(x, z) g(z)."""

    kernel: Kernel
    g: Callable[[Any], Any]

    def gram(self, X: Any, Z: Any) -> Array:
        left = self._g(X)
        K = self.kernel.gram(X, Z)
        K *= left[:, None]
        K *= left if X is Z else self._g(Z)
        return K

    def self_similarity(self, X: Any) -> Array:
        return self._g(X) ** 2 * self.kernel.self_similarity(X)

    def _g(self, X: Any) -> Array:
        values = np.asarray(self.g(X), dtype=float)
        if values.shape != (len(X),):
            raise ValueError(
                f"g gave shape {values.shape} for {len(X)} points: it must give one number each, ({len(X)},)."
            )
        if not np.isfinite(values).all():
            raise ValueError(f"g is not finite at point {np.flatnonzero(~np.isfinite(values))[0]}.")
        return values

    def because(self) -> Certificate | None:
        reason = "aᵀ(GKG)a = (Ga)ᵀK(Ga) ≥ 0; the features are g(x) φ(x)"
        return inherit("weighting", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"({self.kernel}).weighted({_name(self.g)})"


@dataclass(frozen=True, repr=False)
class Normalised(FromOne):
    """k(x, z) / √(k(x, x) k(z, z)): the cosine of the angle between φ(x) and φ(z)."""

    kernel: Kernel

    def gram(self, X: Any, Z: Any) -> Array:
        left = self._length(X, "X")
        K = self.kernel.gram(X, Z)
        K /= left[:, None]
        K /= left if X is Z else self._length(Z, "Z")
        return K

    def self_similarity(self, X: Any) -> Array:
        self._length(X, "X")
        return np.ones(len(X))

    def _length(self, X: Any, name: str) -> Array:
        squares = self.kernel.self_similarity(X)
        if not (squares > 0).all():
            i = int(np.flatnonzero(~(squares > 0))[0])
            raise ValueError(
                f"k(x, x) = {squares[i]:g} at row {i} of {name}: only points with k(x, x) > 0 have a direction."
            )
        return np.sqrt(squares)

    def because(self) -> Certificate | None:
        reason = "g(x) k(x, z) g(z) with g(x) = 1/√k(x, x), where k(x, x) > 0"
        return inherit("normalisation", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"({self.kernel}).normalised()"


class Centered(FromOne):
    """⟨φ(x) − φ̄, φ(z) − φ̄⟩ with φ̄ the mean of φ over the points X.

    = k(x, z) − meanᵢ k(x, xᵢ) − meanⱼ k(xⱼ, z) + meanᵢⱼ k(xᵢ, xⱼ); on X itself, the Gram matrix JKJ, J = I − 11ᵀ/n.
    """

    def __init__(self, kernel: Kernel, X: Any) -> None:
        self.kernel = kernel
        self.center = kernel.read(X, "X")
        self._column_means: Array = kernel.gram(self.center, self.center).mean(axis=0)  # (n,)
        self._grand_mean = float(self._column_means.mean())

    def gram(self, X: Any, Z: Any) -> Array:
        K = self.kernel.gram(X, Z)
        left = self._means(X)
        K -= left[:, None]
        K -= left if X is Z else self._means(Z)
        K += self._grand_mean
        return K

    def self_similarity(self, X: Any) -> Array:
        return self.kernel.self_similarity(X) - 2 * self._means(X) + self._grand_mean

    def _means(self, X: Any) -> Array:
        if X is self.center:
            return self._column_means
        return self.kernel.gram(X, self.center).mean(axis=1)

    def because(self) -> Certificate | None:
        reason = "the features are φ(x) − φ̄: an inner product again"
        return inherit("centring", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"Centered({self.kernel}, {len(self.center)} points)"


def _name(function: Callable[[Any], Any]) -> str:
    return getattr(function, "__name__", type(function).__name__)
