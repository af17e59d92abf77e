"""Kernels of angles: k(x, z) = Σ k̂_l e^{il(x − z)}, 2π-periodic, valid exactly when no k̂_l is negative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.coordinates import as_line, cosine_proof
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_number
from kernelcourse.validity import Certificate, Witness


@dataclass(frozen=True, repr=False)
class FourierSeries(Kernel):
    """k̂₀ + 2 Σ k̂_l cos l(x − z), coefficients = (k̂₀, k̂₁, …, k̂_L), with k̂₋ₗ = k̂ₗ."""

    coefficients: tuple[float, ...]

    def __init__(self, coefficients: Sequence[float]) -> None:
        checked = tuple(as_number(c, f"coefficients[{l}]") for l, c in enumerate(coefficients))
        if not checked:
            raise ValueError("coefficients is empty: give k̂₀, k̂₁, …")
        object.__setattr__(self, "coefficients", checked)

    def read(self, X: Any, name: str = "X") -> Array:
        return as_line(X, name)

    def gram(self, X: Array, Z: Array) -> Array:
        return (self._waves(X) * self._weights) @ self._waves(Z).T

    def _waves(self, X: Array) -> Array:
        """1, cos lx, sin lx: (n, 2L + 1)."""
        angles = X * np.arange(1, len(self.coefficients))
        return np.hstack([np.ones((len(X), 1)), np.cos(angles), np.sin(angles)])

    @property
    def _weights(self) -> Array:
        doubled = 2 * np.array(self.coefficients[1:])
        return np.concatenate([self.coefficients[:1], doubled, doubled])

    def self_similarity(self, X: Array) -> Array:
        return np.full(len(X), self.coefficients[0] + 2 * sum(self.coefficients[1:]))

    def magnitude(self, X: Array) -> Array:
        size = 1 + np.abs(X) * len(self.coefficients)
        return (size + size.T) * np.abs(self._weights).sum()

    def because(self) -> Certificate | None:
        if min(self.coefficients) < 0:
            return None
        reason = "every k̂ₗ ≥ 0: a sum of non-negative multiples of cos l(x − z)"
        return Certificate("sum", str(self), reason, (cosine_proof("cos l(x − z)"),))

    @property
    def witness(self) -> Witness | None:
        """For k̂ₗ < 0: equally spaced angles xⱼ and weights cos l xⱼ, where aᵀKa is a multiple of k̂ₗ."""
        worst = int(np.argmin(self.coefficients))
        if self.coefficients[worst] >= 0:
            return None
        n = 2 * len(self.coefficients) + 1
        angles = 2 * np.pi * np.arange(n)[:, None] / n
        weights = np.cos(worst * angles[:, 0])
        return Witness(angles, weights, float(weights @ self(angles) @ weights))

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        n = 2 * len(self.coefficients) + 1
        yield f"{n} equally spaced angles", 2 * np.pi * np.arange(n)[:, None] / n
        yield from super().trial_sets(rng)

    def __repr__(self) -> str:
        return f"FourierSeries({list(self.coefficients)})"


@dataclass(frozen=True)
class Poisson(Kernel):
    """(1 − ρ²) / (1 − 2ρ cos(x − z) + ρ²) = Σ ρ^|l| e^{il(x − z)}, 0 ≤ ρ < 1."""

    rho: float = 0.5

    def __post_init__(self) -> None:
        store(self, rho=as_number(self.rho, "rho"))
        if not 0 <= self.rho < 1:
            raise ValueError(f"rho = {self.rho:g} must be at least 0 and less than 1: Σ ρ^|l| must converge.")

    def read(self, X: Any, name: str = "X") -> Array:
        return as_line(X, name)

    def gram(self, X: Array, Z: Array) -> Array:
        # 1 − 2ρ cos t + ρ² = (1 − ρ)² + 4ρ sin²(t/2): no difference of nearly equal numbers
        return (1 - self.rho**2) / ((1 - self.rho) ** 2 + 4 * self.rho * np.sin((X - Z.T) / 2) ** 2)

    def self_similarity(self, X: Array) -> Array:
        return np.full(len(X), (1 - self.rho**2) / (1 - self.rho) ** 2)

    def because(self) -> Certificate:
        reason = "k̂ₗ = ρ^|l| ≥ 0 and Σ ρ^|l| < ∞: a limit of sums of cosines with positive weights"
        return Certificate("limit", str(self), reason, (cosine_proof("cos l(x − z)"),))
