"""Kernels whose feature map is a finite row of numbers: k(x, z) = φ(x)·φ(z), and φ is at hand."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import HoldsArrays, Kernel, frozen
from kernelcourse.points import Array
from kernelcourse.validity import Certificate


class Featured(HoldsArrays):
    """φ(x)·φ(z) with φ(x) a row of ``size`` numbers.

    Whoever has φ(X), (n, size), needs no matrix of all pairs: K = φ(X)φ(X)ᵀ. Learners look for this class.
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """How many numbers φ(x) has."""

    @abstractmethod
    def features(self, X: Any) -> Array:
        """φ(xᵢ) of points already read, one in each row: (n, size), an array of its own."""

    def gram(self, X: Any, Z: Any) -> Array:
        left = self.features(X)
        return left @ (left if X is Z else self.features(Z)).T

    def self_similarity(self, X: Any) -> Array:
        features = self.features(X)
        return np.einsum("ij,ij->i", features, features)

    def magnitude(self, X: Any) -> Array:
        sizes = np.abs(self.features(X))
        return sizes @ sizes.T


@dataclass(frozen=True, eq=False, repr=False)
class FeaturesCentered(Featured):
    """(φ(x) − φ̄)·(φ(z) − φ̄), φ̄ any fixed row of numbers: the mean feature of a set of points, usually."""

    kernel: Featured
    mean: Array  # φ̄: (size,)

    def __init__(self, kernel: Featured, mean: Any) -> None:
        object.__setattr__(self, "kernel", kernel)
        object.__setattr__(self, "mean", frozen(mean))
        if self.mean.shape != (kernel.size,):
            raise ValueError(f"mean has shape {self.mean.shape}; φ has {kernel.size} numbers: give as many.")

    @property
    def size(self) -> int:
        return self.kernel.size

    def read(self, X: Any, name: str = "X") -> Any:
        return self.kernel.read(X, name)

    def compare(self, X: Any, Z: Any) -> None:
        self.kernel.compare(X, Z)

    def features(self, X: Any) -> Array:
        features = self.kernel.features(X)
        features -= self.mean
        return features

    def because(self) -> Certificate:
        return Certificate("explicit feature", str(self), "φ(x) − φ̄, a row of numbers again")

    def __repr__(self) -> str:
        return f"FeaturesCentered({self.kernel})"


def feature_kernel(k: Kernel, n: int) -> Featured | None:
    """k, if its features are known and fewer than the n points: then they are cheaper than the matrix of all pairs."""
    return k if isinstance(k, Featured) and k.size < n else None
