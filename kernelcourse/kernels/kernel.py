"""What a kernel is: a value that compares all pairs of points, carries its proof and can be combined with others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.points import Array, as_number, as_points, same_features
from kernelcourse.validity import Certificate


class Kernel(ABC):
    """k(x, z) for all pairs: k(X, Z) is the Gram block (n, m), and k(X) is k(X, X).

    A kernel defines ``gram`` and ``self_similarity`` for points that ``read`` has accepted, and ``because``, its proof.
    ``gram`` returns an array of its own, which the caller may overwrite.
    """

    __array_ufunc__ = None  # numpy must not spread 2 * k over an array's elements

    @abstractmethod
    def gram(self, X: Any, Z: Any) -> Array:
        """K[i, j] = k(xᵢ, zⱼ) of points already read; X is Z says that all pairs of one set are meant."""

    @abstractmethod
    def self_similarity(self, X: Any) -> Array:
        """k(xᵢ, xᵢ) of points already read: (n,)."""

    @abstractmethod
    def because(self) -> Certificate | None:
        """The proof that this is a kernel, or None if there is none."""

    def read(self, X: Any, name: str = "X") -> Any:
        """X as points of this kernel's domain (rows of numbers unless a kernel says otherwise), or ValueError."""
        return as_points(X, name)

    def compare(self, X: Any, Z: Any) -> None:
        """Refuse two sets of points that this kernel cannot compare with each other."""
        if isinstance(X, np.ndarray) and isinstance(Z, np.ndarray) and X.ndim == Z.ndim == 2:
            same_features(X, Z)

    def __call__(self, X: Any, Z: Any = None) -> Array:
        points = self.read(X, "X")
        if Z is None or Z is X:
            return self.gram(points, points)
        others = self.read(Z, "Z")
        self.compare(points, others)
        return self.gram(points, others)

    def diagonal(self, X: Any) -> Array:
        """k(xᵢ, xᵢ) for every point, without the rest of the Gram matrix: (n,)."""
        return self.self_similarity(self.read(X, "X"))

    @property
    def certificate(self) -> Certificate | None:
        """The proof that this is a kernel, as a tree; None if nothing here proves it."""
        return self.because()

    def __add__(self, other: Kernel | float) -> Kernel:
        return _composites().add(self, other)

    def __radd__(self, other: float) -> Kernel:
        return _composites().add(other, self)

    def __sub__(self, other: Kernel | float) -> Kernel:
        return _composites().subtract(self, other)

    def __rsub__(self, other: float) -> Kernel:
        return _composites().subtract(other, self)

    def __mul__(self, other: Kernel | float) -> Kernel:
        return _composites().multiply(self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Kernel:
        return _composites().multiply(self, -1)

    def __pow__(self, exponent: int) -> Kernel:
        return _composites().Power(self, exponent)

    def of(self, phi: Callable[[Any], Any]) -> Kernel:
        """k(φ(x), φ(z)): the pull-back, φ taking points (n, ·) to points (n, ·)."""
        return _transforms().PullBack(self, phi)

    def weighted(self, g: Callable[[Any], Any]) -> Kernel:
        """g(x) k(x, z) g(z), g taking n points to n numbers."""
        return _transforms().Weighted(self, g)

    def normalised(self) -> Kernel:
        """k(x, z) / √(k(x, x) k(z, z)): every point at distance 1 from the origin of H."""
        return _transforms().Normalised(self)


def _composites() -> Any:
    from kernelcourse.kernels import (
        algebra,
    )  # here, not above: composites are Kernels, and Kernels make composites

    return algebra


def _transforms() -> Any:
    from kernelcourse.kernels import transforms

    return transforms


@dataclass(frozen=True, repr=False)
class Constant(Kernel):
    """c, for every pair of points of any kind (c ≥ 0)."""

    c: float

    def __post_init__(self) -> None:
        if as_number(self.c, "c") < 0:
            raise ValueError(
                f"c = {self.c:g} must be at least 0: k(x, x) is a squared length. Subtract with k - c."
            )

    def read(self, X: Any, name: str = "X") -> Any:
        if len(X) == 0:
            raise ValueError(f"{name} is empty: give at least one point.")
        return X

    def gram(self, X: Any, Z: Any) -> Array:
        return np.full((len(X), len(Z)), float(self.c))

    def self_similarity(self, X: Any) -> Array:
        return np.full(len(X), float(self.c))

    def because(self) -> Certificate:
        return Certificate("explicit feature", str(self), "φ(x) = √c, one number, the same for every x")

    def __repr__(self) -> str:
        return f"{self.c:g}"


class FromOne(Kernel):
    """A kernel made from one other kernel, on the same points."""

    kernel: Kernel

    def read(self, X: Any, name: str = "X") -> Any:
        return self.kernel.read(X, name)

    def compare(self, X: Any, Z: Any) -> None:
        self.kernel.compare(X, Z)


def inherit(rule: str, composite: Kernel, reason: str, *parts: Kernel) -> Certificate | None:
    """The composite's certificate, if every part has one."""
    proofs = tuple(part.certificate for part in parts)
    if any(proof is None for proof in proofs):
        return None
    return Certificate(rule, str(composite), reason, tuple(proof for proof in proofs if proof is not None))
