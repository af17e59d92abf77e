"""A space of periodic functions, seen whole: f = Σ f̂_l e^{ilx}, with ⟨f, g⟩ = Σ f̂_l conj(ĝ_l) / k̂_l.

Every k̂_l ≥ 0 weighs one frequency; where k̂ is small, f̂ is expensive. If Σ k̂_l < ∞, then
f(x) = ⟨f, k(·, x)⟩ with k(y, x) = Σ k̂_l e^{il(y − x)}. For k̂_l = 1 the inner product is that of L², and the
sum diverges: among functions of norm 1, f(x) is as large as one likes. L² is a Hilbert space, but not a
reproducing one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelcourse.kernels.circle import FourierSeries
from kernelcourse.points import Array, as_count, as_number

Complex = NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class PeriodicFunction:
    """f = Σ f̂_l e^{ilx}, l = −L … L: coefficients (2L + 1,), that of frequency 0 in the middle."""

    coefficients: Complex

    __array_ufunc__ = None

    def __post_init__(self) -> None:
        values = np.array(self.coefficients, dtype=complex)
        if values.ndim != 1 or values.size % 2 == 0:
            raise ValueError(
                f"coefficients has shape {values.shape}: give an odd number of them, for l = −L … L."
            )
        if not np.isfinite(values).all():
            raise ValueError(f"coefficients[{np.flatnonzero(~np.isfinite(values))[0]}] is not finite.")
        values.setflags(write=False)
        object.__setattr__(self, "coefficients", values)

    @property
    def order(self) -> int:
        """L, the highest frequency."""
        return len(self.coefficients) // 2

    @property
    def frequencies(self) -> NDArray[np.int64]:
        """−L … L."""
        return np.arange(-self.order, self.order + 1)

    def __call__(self, x: ArrayLike) -> Complex:
        """f(x) at numbers or arrays of numbers, complex."""
        angles = np.asarray(x, dtype=float)
        if not np.isfinite(angles).all():
            raise ValueError("x has NaN or infinity: give finite angles.")
        return np.asarray(np.exp(1j * np.multiply.outer(angles, self.frequencies)) @ self.coefficients)

    def padded(self, order: int) -> Complex:
        """The coefficients for l = −order … order, zero beyond L."""
        return np.pad(self.coefficients, order - self.order)

    def __add__(self, other: PeriodicFunction) -> PeriodicFunction:
        if not isinstance(other, PeriodicFunction):
            return NotImplemented
        order = max(self.order, other.order)
        return PeriodicFunction(self.padded(order) + other.padded(order))

    def __neg__(self) -> PeriodicFunction:
        return PeriodicFunction(-self.coefficients)

    def __sub__(self, other: PeriodicFunction) -> PeriodicFunction:
        return self + (-other) if isinstance(other, PeriodicFunction) else NotImplemented

    def __mul__(self, c: complex) -> PeriodicFunction:
        return PeriodicFunction(complex(c) * self.coefficients)

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"Σ f̂_l e^(ilx), |l| ≤ {self.order}"


def from_samples(values: ArrayLike) -> PeriodicFunction:
    """The f of order L with f(2πj/n) = values[j], n = 2L + 1 values: by the fast Fourier transform."""
    samples = np.asarray(values, dtype=complex)
    if samples.ndim != 1 or samples.size % 2 == 0:
        raise ValueError(f"values has shape {samples.shape}: give an odd number of them, at 2πj/n.")
    return PeriodicFunction(np.fft.fftshift(np.fft.fft(samples)) / len(samples))


@dataclass(frozen=True)
class FourierSpace:
    """The functions with Σ |f̂_l|²/k̂_l < ∞; ``spectrum`` gives k̂ for an array of frequencies l."""

    spectrum: Callable[[NDArray[np.int64]], Any]

    def weights(self, order: int) -> Array:
        """k̂_l for l = −order … order, none negative."""
        frequencies = np.arange(-as_count(order, "order", least=0), order + 1)
        weights = np.asarray(self.spectrum(frequencies), dtype=float) * np.ones(len(frequencies))
        if not np.isfinite(weights).all() or (weights < 0).any() or not np.allclose(weights, weights[::-1]):
            raise ValueError("spectrum must give finite numbers k̂_l ≥ 0 with k̂₋ₗ = k̂ₗ.")
        return weights

    def inner(self, f: PeriodicFunction, g: PeriodicFunction) -> complex:
        """⟨f, g⟩ = Σ f̂_l conj(ĝ_l) / k̂_l, of f and g in the space."""
        order = max(f.order, g.order)
        weights = self.weights(order)
        left, right = f.padded(order), g.padded(order)
        forbidden = (weights == 0) & ((left != 0) | (right != 0))
        if forbidden.any():
            l = abs(int(np.flatnonzero(forbidden)[0]) - order)
            raise ValueError(f"k̂ is 0 at frequency {l}, where f or g is not: it lies outside this space.")
        used = weights > 0
        return complex((left[used] * right[used].conj() / weights[used]).sum())

    def norm(self, f: PeriodicFunction) -> float:
        """‖f‖ = √Σ |f̂_l|²/k̂_l; infinite for a function outside the space."""
        weights = self.weights(f.order)
        size = np.abs(f.coefficients)
        if ((weights == 0) & (size > 0)).any():
            return np.inf
        used = weights > 0
        return float(np.sqrt((size[used] ** 2 / weights[used]).sum()))

    def feature(self, x: float, order: int) -> PeriodicFunction:
        """k(·, x) = Σ k̂_l e^{−ilx} e^{il·}, |l| ≤ order: ⟨f, k(·, x)⟩ = f(x) for every f of that order."""
        frequencies = np.arange(-order, order + 1)
        return PeriodicFunction(self.weights(order) * np.exp(-1j * frequencies * as_number(x, "x")))

    def kernel(self, order: int) -> FourierSeries:
        """k(x, z) = Σ k̂_l e^{il(x − z)}, |l| ≤ order."""
        return FourierSeries(self.weights(order)[order:].tolist())

    def evaluation_norm(self, order: int) -> float:
        """√Σ k̂_l, |l| ≤ order: the largest |f(x)| among f of that order with ‖f‖ = 1."""
        return float(np.sqrt(self.weights(order).sum()))


def poisson_space(rho: float) -> FourierSpace:
    """k̂_l = ρ^|l|: the space of the Poisson kernel."""
    if not 0 < as_number(rho, "rho") < 1:
        raise ValueError(f"rho = {rho:g} must lie between 0 and 1.")
    return FourierSpace(lambda l: float(rho) ** np.abs(l))


L2 = FourierSpace(lambda l: np.ones(len(l)))  # ⟨f, g⟩ = 1/2π ∫ f conj(g), by Parseval


def dirichlet(order: int) -> FourierSeries:
    """Σ e^{il(x − z)}, |l| ≤ L: it reproduces the trigonometric polynomials of order L inside L²."""
    return L2.kernel(order)
