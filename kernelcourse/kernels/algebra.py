"""Kernels have an algebra: k₁ + k₂, k₁ · k₂, c·k, kᵖ, polynomials and exp of kernels are kernels again.

Every composite says how it inherits validity: its certificate names the rule, gives the reason in one line
and rests on the certificates of its parts. A difference, or a multiple by a negative number, is allowed;
nothing proves it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import Constant, FromOne, Kernel, inherit
from kernelcourse.points import Array, as_count, as_number
from kernelcourse.validity import Certificate

LARGEST_EXPONENT = math.log(np.finfo(float).max)


@dataclass(frozen=True, repr=False)
class _Pair(Kernel):
    left: Kernel
    right: Kernel

    def read(self, X: Any, name: str = "X") -> Any:
        return self.right.read(self.left.read(X, name), name)

    def compare(self, X: Any, Z: Any) -> None:
        self.left.compare(X, Z)
        self.right.compare(X, Z)

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        plain = type(self.left).trial_sets is Kernel.trial_sets
        return (self.right if plain else self.left).trial_sets(rng)

    def _inherit(self, rule: str, reason: str) -> Certificate | None:
        return inherit(rule, self, reason, self.left, self.right)


@dataclass(frozen=True, repr=False)
class Sum(_Pair):
    """k₁(x, z) + k₂(x, z)."""

    def gram(self, X: Any, Z: Any) -> Array:
        K = self.left.gram(X, Z)
        K += self.right.gram(X, Z)
        return K

    def self_similarity(self, X: Any) -> Array:
        return self.left.self_similarity(X) + self.right.self_similarity(X)

    def magnitude(self, X: Any) -> Array:
        return self.left.magnitude(X) + self.right.magnitude(X)

    def because(self) -> Certificate | None:
        return self._inherit("sum", "aᵀ(K₁ + K₂)a = aᵀK₁a + aᵀK₂a ≥ 0; the features are put side by side")

    def __repr__(self) -> str:
        right = f"({self.right})" if isinstance(self.right, Sum | Difference) else f"{self.right}"
        return f"{self.left} + {right}"


@dataclass(frozen=True, repr=False)
class Difference(_Pair):
    """k₁(x, z) − k₂(x, z), which need not be a kernel."""

    def gram(self, X: Any, Z: Any) -> Array:
        K = self.left.gram(X, Z)
        K -= self.right.gram(X, Z)
        return K

    def self_similarity(self, X: Any) -> Array:
        return self.left.self_similarity(X) - self.right.self_similarity(X)

    def magnitude(self, X: Any) -> Array:
        return self.left.magnitude(X) + self.right.magnitude(X)

    def because(self) -> None:
        return None

    def __repr__(self) -> str:
        right = f"({self.right})" if isinstance(self.right, Sum | Difference) else f"{self.right}"
        return f"{self.left} - {right}"


@dataclass(frozen=True, repr=False)
class Product(_Pair):
    """k₁(x, z) · k₂(x, z)."""

    def gram(self, X: Any, Z: Any) -> Array:
        K = self.left.gram(X, Z)
        with np.errstate(over="ignore"):  # what is too large is refused, with its place, when k is called
            K *= self.right.gram(X, Z)
        return K

    def self_similarity(self, X: Any) -> Array:
        return self.left.self_similarity(X) * self.right.self_similarity(X)

    def magnitude(self, X: Any) -> Array:
        return self.left.magnitude(X) * self.right.magnitude(X)

    def because(self) -> Certificate | None:
        return self._inherit("product", "Schur: K₁ ∘ K₂ is PSD; the features are all products φ₁(x)ᵢ φ₂(x)ⱼ")

    def __repr__(self) -> str:
        return f"{_factor(self.left)} * {_factor(self.right, Product, Multiple)}"


@dataclass(frozen=True, repr=False)
class Multiple(FromOne):
    """c · k(x, z): a kernel if c ≥ 0."""

    c: float
    kernel: Kernel

    def gram(self, X: Any, Z: Any) -> Array:
        K = self.kernel.gram(X, Z)
        with np.errstate(over="ignore"):
            K *= self.c
        return K

    def self_similarity(self, X: Any) -> Array:
        return self.c * self.kernel.self_similarity(X)

    def magnitude(self, X: Any) -> Array:
        return abs(self.c) * self.kernel.magnitude(X)

    def because(self) -> Certificate | None:
        if self.c < 0:
            return None
        return inherit(
            "multiple", self, "c ≥ 0, so aᵀ(cK)a = c aᵀKa ≥ 0; the features are √c φ(x)", self.kernel
        )

    def __repr__(self) -> str:
        return f"{self.c:.15g} * {_factor(self.kernel, Product, Multiple)}"


@dataclass(frozen=True, repr=False)
class PolynomialOf(FromOne):
    """c₀ + c₁ k + c₂ k² + … + c_p kᵖ: a kernel if no coefficient is negative."""

    kernel: Kernel
    coefficients: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.coefficients:
            raise ValueError("coefficients is empty: give c₀, c₁, …, the constant term first.")
        checked = tuple(as_number(c, f"coefficients[{j}]") for j, c in enumerate(self.coefficients))
        object.__setattr__(self, "coefficients", checked)

    def gram(self, X: Any, Z: Any) -> Array:
        return self._value(self.kernel.gram(X, Z))

    def self_similarity(self, X: Any) -> Array:
        return self._value(self.kernel.self_similarity(X))

    def _value(self, t: Array) -> Array:
        value = np.full_like(t, self.coefficients[-1])
        with np.errstate(over="ignore", invalid="ignore"):
            for c in self.coefficients[-2::-1]:  # Horner: (… (c_p t + c_{p−1}) t + …) t + c₀
                value *= t
                value += c
        return value

    def magnitude(self, X: Any) -> Array:
        sizes = PolynomialOf(self.kernel, tuple(abs(c) for c in self.coefficients))
        return sizes._value(self.kernel.magnitude(X))

    def because(self) -> Certificate | None:
        if min(self.coefficients) < 0:
            return None
        reason = "no coefficient is negative: sums, products and multiples of kernels"
        return inherit("polynomial", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"polynomial({self.kernel}, {list(self.coefficients)})"


@dataclass(frozen=True, repr=False, init=False)
class Power(PolynomialOf):
    """k(x, z)ᵖ, p a whole number ≥ 0."""

    def __init__(self, kernel: Kernel, p: int) -> None:
        p = as_count(p, "the exponent of a kernel", least=0, most=1000)
        super().__init__(kernel, (0.0,) * p + (1.0,))

    def _value(self, t: Array) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(t ** (len(self.coefficients) - 1))

    def because(self) -> Certificate | None:
        return inherit("power", self, "a product of p copies; p = 0 gives the constant 1", self.kernel)

    def __repr__(self) -> str:
        return f"{_factor(self.kernel, Product, Multiple, Power)} ** {len(self.coefficients) - 1}"


@dataclass(frozen=True, repr=False)
class Exponential(FromOne):
    """exp(k(x, z)) = Σ k(x, z)ʲ / j!"""

    kernel: Kernel

    def gram(self, X: Any, Z: Any) -> Array:
        return self._exp(self.kernel.gram(X, Z))

    def self_similarity(self, X: Any) -> Array:
        return self._exp(self.kernel.self_similarity(X))

    def _exp(self, t: Array) -> Array:
        if t.max() > LARGEST_EXPONENT:
            raise ValueError(
                f"exp({t.max():.4g}) is too large for a float: scale the points or the kernel down."
            )
        return np.exp(t, out=t)

    def magnitude(self, X: Any) -> Array:
        return self.gram(X, X) * (
            1 + self.kernel.magnitude(X)
        )  # exp turns absolute errors into relative ones

    def because(self) -> Certificate | None:
        reason = "exp(t) = Σ tʲ/j! has positive coefficients, and limits of kernels are kernels"
        return inherit("exponential", self, reason, self.kernel)

    def __repr__(self) -> str:
        return f"exp({self.kernel})"


def exp(k: Kernel) -> Kernel:
    """exp(k(x, z))."""
    return Exponential(k)


def polynomial(k: Kernel, coefficients: Sequence[float]) -> Kernel:
    """Σ cⱼ k(x, z)ʲ, the constant term first."""
    return PolynomialOf(k, tuple(coefficients))


def add(left: Kernel | float, right: Kernel | float) -> Kernel:
    """left + right; a number stands for the constant kernel, and adding a negative one is subtracting."""
    if not _combine(left, right):
        return NotImplemented
    if not isinstance(right, Kernel) and right < 0:
        return Difference(_kernel(left), Constant(-right))
    return Sum(_kernel(left), _kernel(right))


def subtract(left: Kernel | float, right: Kernel | float) -> Kernel:
    """left − right; subtracting a negative number is adding."""
    if not _combine(left, right):
        return NotImplemented
    if not isinstance(right, Kernel) and right < 0:
        return Sum(_kernel(left), Constant(-right))
    return Difference(_kernel(left), _kernel(right))


def multiply(left: Kernel, right: Kernel | float) -> Kernel:
    """left · right; a number multiplies the kernel."""
    if not _combine(left, right):
        return NotImplemented
    return (
        Product(left, right) if isinstance(right, Kernel) else Multiple(as_number(right, "the factor"), left)
    )


def _combine(*sides: Any) -> bool:
    numbers = int, float, np.integer, np.floating
    return all(isinstance(side, (Kernel, *numbers)) and not isinstance(side, bool) for side in sides)


def _kernel(side: Kernel | float) -> Kernel:
    if isinstance(side, Kernel):
        return side
    number = as_number(side, "the constant")
    return Constant(number) if number >= 0 else Multiple(-1.0, Constant(-number))


def _factor(k: Kernel, *loose: type[Kernel]) -> str:
    return f"({k})" if isinstance(k, (Sum, Difference, *loose)) else f"{k}"
