"""The two kernels of an infinitely wide network of rectifiers: as drawn at random, and as gradient descent sees it."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_count, as_positive, pairwise_squares
from kernelcourse.validity import Certificate


@dataclass(frozen=True)
class OfWideNetworks(Kernel):
    """What both kernels have in common: ``depth`` hidden layers, weights of variance ``gain`` / width."""

    depth: int = 1
    gain: float = 2.0

    def __post_init__(self) -> None:
        store(self, depth=as_count(self.depth, "depth"), gain=as_positive(self.gain, "gain"))

    def gram(self, X: Array, Z: Array) -> Array:
        lengths, others = np.linalg.norm(X, axis=1), np.linalg.norm(Z, axis=1)
        return np.multiply.outer(lengths, others) * self._of_angle(angles(X, Z))

    def self_similarity(self, X: Array) -> Array:
        return np.square(X).sum(axis=1) * self._of_angle(np.zeros(1))[0]

    @abstractmethod
    def _of_angle(self, theta: Array) -> Array:
        """k(x, z) for unit vectors with this angle between them."""


@dataclass(frozen=True)
class WideNetwork(OfWideNetworks):
    """Σ_L: Σ₀ = x·z, Σ_{l+1} = gain · E[max(0, u) max(0, v)], (u, v) normal with the covariances Σ_l of x and z.

    The covariance of the outputs of a network of L = ``depth`` hidden layers with random weights, infinitely wide.
    """

    def _of_angle(self, theta: Array) -> Array:
        for _ in range(self.depth):
            theta = next_angle(theta)
        return np.asarray((self.gain / 2) ** self.depth * np.cos(theta))

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature", str(self), "a mean of products f(x) f(z) over random networks f: a covariance"
        )


@dataclass(frozen=True)
class NeuralTangent(OfWideNetworks):
    """Θ_L: Θ₀ = x·z, Θ_{l+1} = Σ_{l+1} + gain · P(u > 0 and v > 0) · Θ_l, with Σ_l and (u, v) as in WideNetwork.

    The inner product of the gradients of the output in all weights, for an infinitely wide random network.
    """

    def _of_angle(self, theta: Array) -> Array:
        tangent = np.cos(theta)
        for layer in range(1, self.depth + 1):
            both_on = (np.pi - theta) / (2 * np.pi)
            theta = next_angle(theta)
            tangent = (self.gain / 2) ** layer * np.cos(theta) + self.gain * both_on * tangent
        return np.asarray(tangent)

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature",
            str(self),
            "a limit of inner products of gradients, and limits of kernels are kernels",
        )


def angles(X: Array, Z: Array) -> Array:
    """The angle between every two points, (n, m), accurate for small ones too; that of 0 with anything is 0."""
    U, V = _units(X), (None if X is Z else _units(Z))
    V = U if V is None else V
    apart, together = pairwise_squares(U, V), pairwise_squares(U, -V)
    return 2 * np.arctan2(np.sqrt(apart), np.sqrt(together))


def _units(X: Array) -> Array:
    lengths = np.linalg.norm(X, axis=1, keepdims=True)
    return np.asarray(X / np.where(lengths > 0, lengths, 1))


def next_angle(theta: Array) -> Array:
    """The angle whose cosine is (sin θ + (π − θ) cos θ)/π: that of two points one layer further.

    1 − cos is computed rather than cos, because arccos forgets half of the digits near 1.
    """
    short = 2 * np.sin(theta / 2) ** 2 - (np.sin(theta) - theta * np.cos(theta)) / np.pi
    return np.asarray(2 * np.arcsin(np.sqrt(np.clip(short / 2, 0, 1))))
