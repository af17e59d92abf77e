"""New kernels from one kernel by changing the points: pull-back, weighting, normalisation, centring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import FromOne, HoldsArrays, Kernel, inherit, same
from kernelcourse.points import Array, as_collection, as_reals
from kernelcourse.validity import Certificate


@dataclass(frozen=True, repr=False)
class PullBack(Kernel):
    """k(φ(x), φ(z)): φ takes n points of any kind to n points of k."""

    kernel: Kernel
    phi: Callable[[Any], Any]

    def read(self, X: Any, name: str = "X") -> Any:
        return as_collection(X, name)  # φ alone knows what its points are; they are checked as images

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

    def magnitude(self, X: Any) -> Array:
        return self.kernel.magnitude(self._images(X, "X"))

    def parts(self) -> Iterator[Kernel]:
        yield self
        yield from (PullBack(part, self.phi) for part in self.kernel.parts() if part is not self.kernel)

    def because(self) -> Certificate | None:
        reason = "every set of points φ(xᵢ) is a set of points, and k's Gram matrices are PSD at all of them"
        return inherit(
            "pull-back by a function", self, f"{reason}, given that φ maps points one by one", self.kernel
        )

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
        values = as_reals(self.g(X))
        if values.shape != (len(X),):
            raise ValueError(
                f"g gave shape {values.shape} for {len(X)} points: it must give one number each, ({len(X)},)."
            )
        if not np.isfinite(values).all():
            raise ValueError(f"g is not finite at point {np.flatnonzero(~np.isfinite(values))[0]}.")
        return values

    def magnitude(self, X: Any) -> Array:
        return np.abs(np.multiply.outer(self._g(X), self._g(X))) * self.kernel.magnitude(X)

    def because(self) -> Certificate | None:
        reason = "aᵀ(GKG)a = (Ga)ᵀK(Ga) ≥ 0; the features are g(x) φ(x)"
        return inherit(
            "weighting by a function", self, f"{reason}, given that g looks at each point alone", self.kernel
        )

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
                f"k(x, x) = {squares[i]:g} at row {i} of {name}: only k(x, x) > 0 has a direction."
            )
        return np.sqrt(squares)

    def magnitude(self, X: Any) -> Array:
        return self.kernel.magnitude(X) / np.multiply.outer(self._length(X, "X"), self._length(X, "X"))

    def because(self) -> Certificate | None:
        reason = "g(x) k(x, z) g(z) with g(x) = 1/√k(x, x), where k(x, x) > 0"
        return inherit("normalisation", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"({self.kernel}).normalised()"


@dataclass(frozen=True, repr=False, eq=False)
class Centered(FromOne, HoldsArrays):
    """⟨φ(x) − φ̄, φ(z) − φ̄⟩ with φ̄ the mean of φ over the points X.

    = k(x, z) − meanᵢ k(x, xᵢ) − meanⱼ k(xⱼ, z) + meanᵢⱼ k(xᵢ, xⱼ); on X itself, the Gram matrix JKJ, J = I −
    11ᵀ/n.
    """

    kernel: Kernel
    X: Any

    def __post_init__(self) -> None:
        points = self.kernel.read(self.X, "X")
        kept = points.copy() if isinstance(points, np.ndarray) else list(points)
        object.__setattr__(self, "X", kept)

    @property
    def center(self) -> Any:
        """The points whose mean φ̄ is the new origin."""
        return self.X

    @cached_property
    def _column_means(self) -> Array:
        return self.kernel.gram(self.X, self.X).mean(axis=0)  # (n,)

    @cached_property
    def _grand_mean(self) -> float:
        return float(self._column_means.mean())

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
        if same(X, self.X):
            return self._column_means
        return self.kernel.gram(X, self.X).mean(axis=1)

    def magnitude(self, X: Any) -> Array:
        means = np.abs(self._means(X))
        return self.kernel.magnitude(X) + means[:, None] + means + abs(self._grand_mean)

    def because(self) -> Certificate | None:
        reason = "the features are φ(x) − φ̄: an inner product again"
        return inherit("centring", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"Centered({self.kernel}, {len(self.X)} points)"


def _name(function: Callable[[Any], Any]) -> str:
    return getattr(function, "__name__", type(function).__name__)
