"""Kernels made coordinate by coordinate: Laplace, Periodic; and on the line alone, Cosine and Minimum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.distances import absolute_distances
from kernelcourse.kernels.euclidean import gaussian_proof
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_number, as_points, as_positive, differences
from kernelcourse.validity import Certificate


def cosine_proof(statement: str = "cos(ω(x − z))") -> Certificate:
    """cos(ω(x − z)) = cos ωx cos ωz + sin ωx sin ωz."""
    return Certificate("explicit feature", statement, "φ(x) = (cos ωx, sin ωx), by the addition theorem")


def as_line(X: Any, name: str = "X") -> Array:
    """X as points of the real line: (n, 1)."""
    points = as_points(X, name)
    if points.shape[1] != 1:
        raise ValueError(
            f"{name} has {points.shape[1]} features; this kernel lives on the line: give (n, 1)."
        )
    return points


@dataclass(frozen=True)
class Laplace(Kernel):
    """exp(−γ‖x − z‖₁) = Π exp(−γ|x_d − z_d|), γ > 0."""

    gamma: float = 1.0

    def __post_init__(self) -> None:
        store(self, gamma=as_positive(self.gamma, "gamma"))

    def gram(self, X: Array, Z: Array) -> Array:
        K = absolute_distances(X, Z)
        with np.errstate(over="ignore"):
            K *= -self.gamma
        return np.exp(K, out=K)

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        reason = "∫ cos(ω(x − z)) γ/π(γ² + ω²) dω: cosines of all frequencies, weighted by a positive density"
        factor = Certificate("mixture", "exp(−γ|x_d − z_d|)", reason, (cosine_proof(),))
        return Certificate("product", str(self), "one factor for each coordinate", (factor,))


@dataclass(frozen=True)
class Periodic(Kernel):
    """Π exp(−2 sin²(π(x_d − z_d)/p) / ℓ²), p the period."""

    period: float = 1.0
    length: float = 1.0

    def __post_init__(self) -> None:
        store(self, period=as_positive(self.period, "period"), length=as_positive(self.length, "length"))

    def gram(self, X: Array, Z: Array) -> Array:
        K = np.zeros((len(X), len(Z)))
        for difference in differences(X, Z):
            angle = np.sin(np.pi * (difference / self.period))
            K -= np.square(angle, out=angle)
        with np.errstate(over="ignore"):
            K *= 2 / self.length**2
        return np.exp(K, out=K)

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        gaussian = gaussian_proof("exp(−‖u − v‖²/2ℓ²)", "ℓ")
        reason = "u = (cos 2πx_d/p, sin 2πx_d/p) for every d, where ‖u − v‖² = Σ 4 sin²(π(x_d − z_d)/p)"
        return Certificate("pull-back", str(self), reason, (gaussian,))


@dataclass(frozen=True)
class Cosine(Kernel):
    """cos(ω(x − z)) on the line."""

    omega: float = 1.0

    def __post_init__(self) -> None:
        store(self, omega=as_number(self.omega, "omega"))

    def read(self, X: Any, name: str = "X") -> Array:
        return as_line(X, name)

    def gram(self, X: Array, Z: Array) -> Array:
        return np.cos(self.omega * (X - Z.T))

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def magnitude(self, X: Array) -> Array:
        size = 1 + np.abs(self.omega * X)  # rounding of a large angle is rounding of the cosine
        return size + size.T

    def because(self) -> Certificate:
        return cosine_proof(str(self))


@dataclass(frozen=True)
class Minimum(Kernel):
    """min(x, z) for numbers x, z ≥ 0."""

    def read(self, X: Any, name: str = "X") -> Array:
        points = as_line(X, name)
        if (points < 0).any():
            row = int(np.flatnonzero(points[:, 0] < 0)[0])
            raise ValueError(
                f"{name} is negative in row {row}: min(x, z) is a kernel for x, z ≥ 0 only (min(−1, −1) < 0)."
            )
        return points

    def gram(self, X: Array, Z: Array) -> Array:
        return np.minimum(X, Z.T)

    def self_similarity(self, X: Array) -> Array:
        return X[:, 0].copy()

    def because(self) -> Certificate:
        reason = "∫ 1[t ≤ x] 1[t ≤ z] dt over t ≥ 0: the inner product of φ(x) = 1[· ≤ x] in L²"
        return Certificate("explicit feature", str(self), reason)
