"""Kernels of points in Rᵈ that are built from x·z or from ‖x − z‖: one frozen value per formula."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.distances import covariance_factor, unit_rows
from kernelcourse.kernels.definite import Digits, examine
from kernelcourse.kernels.gaussian_gram import exp_of_squares
from kernelcourse.kernels.kernel import HoldsArrays, Kernel, frozen, stated, store
from kernelcourse.points import Array, as_count, as_number, as_points, as_positive, pairwise_squares
from kernelcourse.validity import Certificate, Witness, find_witness


@dataclass(frozen=True)
class Linear(Kernel):
    """x·z."""

    def gram(self, X: Array, Z: Array) -> Array:
        return dots(X, Z)

    def self_similarity(self, X: Array) -> Array:
        return np.einsum("ij,ij->i", X, X)

    def magnitude(self, X: Array) -> Array:
        return dots(np.abs(X), np.abs(X))

    def because(self) -> Certificate:
        return Certificate("inner product", "x·z", "φ(x) = x, so aᵀKa = ‖Σ aᵢxᵢ‖² ≥ 0")


def dots(X: Array, Z: Array) -> Array:
    """x·z for all pairs; what is too large for a float becomes ∞, refused when the kernel is called."""
    with np.errstate(over="ignore", invalid="ignore"):
        return X @ Z.T


@dataclass(frozen=True)
class Polynomial(Kernel):
    """(x·z + c)ᵖ, c ≥ 0, p = degree a whole number ≥ 1."""

    degree: int
    c: float = 1.0

    def __post_init__(self) -> None:
        store(self, degree=as_count(self.degree, "degree"), c=as_number(self.c, "c"))
        if self.c < 0:
            raise ValueError(
                f"c = {self.c:g} must be at least 0: (xz − 1)² is not a kernel (try the points 0 and 1)."
            )

    def gram(self, X: Array, Z: Array) -> Array:
        K = dots(X, Z)
        K += self.c
        with np.errstate(over="ignore"):
            return np.power(K, self.degree, out=K)

    def self_similarity(self, X: Array) -> Array:
        return (np.einsum("ij,ij->i", X, X) + self.c) ** self.degree

    def magnitude(self, X: Array) -> Array:
        return (dots(np.abs(X), np.abs(X)) + self.c) ** self.degree

    def because(self) -> Certificate | None:
        shifted = (Linear() + self.c).certificate
        reason = "a product of p copies of x·z + c"
        return Certificate("power", stated(self), reason, (shifted,)) if shifted else None


@dataclass(frozen=True, eq=False, repr=False)
class Bilinear(HoldsArrays):
    """xᵀMz: a kernel exactly when M is symmetric and PSD."""

    M: Array
    given: Digits = field(compare=False)

    def __init__(self, M: ArrayLike) -> None:
        matrix = as_points(M, "M")
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"M has shape {matrix.shape}: xᵀMz needs a square matrix, (d, d).")
        object.__setattr__(self, "M", frozen(matrix))
        values, vectors = np.linalg.eigh(matrix / 2 + matrix.T / 2)
        given = Digits.of(M, matrix)
        finding = examine(matrix, given)
        H = np.sqrt(np.maximum(values, 0))[:, None] * vectors.T  # M = HᵀH
        object.__setattr__(self, "_H", H if finding.psd else None)
        object.__setattr__(self, "given", given)
        object.__setattr__(self, "doubt", finding.how if finding.psd is None else None)

    def read(self, X: Any, name: str = "X") -> Array:
        points = as_points(X, name)
        if points.shape[1] != len(self.M):
            raise ValueError(
                f"{name} has {points.shape[1]} features; M is {self.M.shape}: give {len(self.M)}."
            )
        return points

    def gram(self, X: Array, Z: Array) -> Array:
        H: Array | None = self._H  # type: ignore[attr-defined]
        if H is None:
            return dots(X @ self.M, Z)
        images = X @ H.T
        return dots(images, images if X is Z else Z @ H.T)

    def self_similarity(self, X: Array) -> Array:
        return np.einsum("ij,jk,ik->i", X, self.M, X)

    def magnitude(self, X: Array) -> Array:
        return dots(np.abs(X) @ np.abs(self.M), np.abs(X)) * self.given.coarse

    def because(self) -> Certificate | None:
        if self._H is None:  # type: ignore[attr-defined]
            return None
        linear = Linear().certificate
        reason = "M is symmetric and PSD, so M = HᵀH and xᵀMz = Hx·Hz: the pull-back of x·z by H"
        return Certificate("pull-back", str(self), reason, (linear,)) if linear else None

    @property
    def witness(self) -> Witness | None:
        """Points that refute: unit vectors if M is not symmetric, else M's worst direction."""
        if self._H is not None:  # type: ignore[attr-defined]
            return None
        vectors = np.linalg.eigh(self.M / 2 + self.M.T / 2)[1]
        far = np.round(np.log2(np.abs(self.M).max()) / 2)
        unit = 2.0**-far if abs(far) > 10 else 1.0  # huge and tiny numbers: xᵀMx of about 1
        return find_witness(self, unit * np.concatenate([np.eye(len(self.M)), vectors.T]))

    def __repr__(self) -> str:
        return f"Bilinear({self.M.tolist()})"


@dataclass(frozen=True)
class CosineSimilarity(Kernel):
    """x·z / (‖x‖ ‖z‖), the cosine of the angle between x and z; the zero vector has none."""

    def gram(self, X: Array, Z: Array) -> Array:
        directions = unit_rows(X)
        K = dots(directions, directions if X is Z else unit_rows(Z, "Z"))
        np.clip(K, -1, 1, out=K)
        if X is Z:
            np.fill_diagonal(K, 1)
        return K

    def self_similarity(self, X: Array) -> Array:
        unit_rows(X)
        return np.ones(len(X))

    def because(self) -> Certificate | None:
        linear = Linear().certificate
        reason = "g(x) x·z g(z) with g(x) = 1/‖x‖: the features are the directions x/‖x‖"
        return Certificate("normalisation", str(self), reason, (linear,)) if linear else None


class Radial(Kernel):
    """A kernel that depends on ‖x − z‖ alone and is 1 at distance 0."""

    def self_similarity(self, X: Array) -> Array:
        return np.ones(len(X))

    def magnitude(self, X: Array) -> Array:
        return np.ones((len(X), len(X)))

    def _mixture(self, reason: str) -> Certificate:
        return Certificate("mixture", str(self), reason, (gaussian_proof("exp(−‖x − z‖²/2s²)", "s"),))


@dataclass(frozen=True)
class Gaussian(Radial):
    """exp(−‖x − z‖² / 2σ²)."""

    sigma: float = 1.0

    def __post_init__(self) -> None:
        store(self, sigma=as_positive(self.sigma, "sigma"))

    def gram(self, X: Array, Z: Array) -> Array:
        return exp_of_squares(X, Z, self.sigma)

    def because(self) -> Certificate:
        return gaussian_proof(f"exp(−‖x − z‖²/2σ²), σ = {self.sigma:g}", "σ")


def gaussian_proof(statement: str, width: str) -> Certificate:
    """Why exp(−‖x − z‖²/2σ²) is a kernel, with the given letter for its width."""
    linear = Certificate("inner product", f"x·z/{width}²", f"φ(x) = x/{width}")
    reason = "exp(t) = Σ tʲ/j! has positive coefficients, and limits of kernels are kernels"
    exponential = Certificate("exponential", f"exp(x·z/{width}²)", reason, (linear,))
    reason = f"g(x) k(x, z) g(z) with g(x) = exp(−‖x‖²/2{width}²), as −‖x−z‖² = 2x·z − ‖x‖² − ‖z‖²"
    return Certificate("weighting", statement, reason, (exponential,))


@dataclass(frozen=True, eq=False, repr=False)
class MahalanobisGaussian(HoldsArrays, Radial):
    """exp(−(x − z)ᵀ Σ⁻¹ (x − z) / 2), Σ a covariance matrix (d, d) or its diagonal (d,)."""

    covariance: Array

    def __init__(self, covariance: ArrayLike) -> None:
        object.__setattr__(self, "covariance", frozen(covariance))
        if self.covariance.ndim not in (1, 2) or not self.covariance.size:
            raise ValueError(f"covariance has shape {self.covariance.shape}; give (d, d) or a diagonal (d,).")
        object.__setattr__(self, "_L", covariance_factor(self.covariance, len(self.covariance)))

    def read(self, X: Any, name: str = "X") -> Array:
        points = as_points(X, name)
        d = len(self.covariance)
        if points.shape[1] != d:
            raise ValueError(f"{name} has {points.shape[1]} features; covariance is for {d}.")
        return points

    def gram(self, X: Array, Z: Array) -> Array:
        whitened = self._whiten(X)
        return exp_of_squares(whitened, whitened if X is Z else self._whiten(Z), 1.0)

    def _whiten(self, X: Array) -> Array:
        L: Array = self._L  # type: ignore[attr-defined]
        return np.asarray(np.linalg.solve(L, X.T).T)

    def because(self) -> Certificate:
        whitened = gaussian_proof("exp(−‖u − v‖²/2)", "1")
        reason = "k(Hx, Hz) with H = L⁻¹, Σ = LLᵀ: (x − z)ᵀΣ⁻¹(x − z) = ‖Hx − Hz‖²"
        return Certificate("pull-back", str(self), reason, (whitened,))

    def __repr__(self) -> str:
        return f"MahalanobisGaussian({self.covariance.tolist()})"


@dataclass(frozen=True)
class RationalQuadratic(Radial):
    """(1 + ‖x − z‖² / 2aℓ²)^(−a), a mixture of Gaussians of all widths."""

    length: float = 1.0
    a: float = 1.0

    def __post_init__(self) -> None:
        store(self, length=as_positive(self.length, "length"), a=as_positive(self.a, "a"))

    def gram(self, X: Array, Z: Array) -> Array:
        K = pairwise_squares(X, Z)
        K /= 2 * self.a
        K /= self.length
        K /= self.length
        K += 1
        return np.power(K, -self.a, out=K)

    def because(self) -> Certificate:
        return self._mixture("the mean of exp(−g‖x−z‖²/2ℓ²) over g with a Gamma(a, a) law, s = ℓ/√g")


@dataclass(frozen=True)
class Matern(Radial):
    """p(r) exp(−r), r = √(2·order) ‖x − z‖/ℓ; order ½: p = 1, order 3/2: 1 + r, order 5/2: 1 + r + r²/3.

    The norm is Euclidean. With ‖·‖₁ in its place, 3/2 and 5/2 are no kernels in two dimensions (see
    pretenders).
    """

    order: float = 1.5
    length: float = 1.0

    def __post_init__(self) -> None:
        store(self, order=as_number(self.order, "order"), length=as_positive(self.length, "length"))
        if self.order not in (0.5, 1.5, 2.5):
            raise ValueError(f"order = {self.order:g} must be 0.5, 1.5 or 2.5.")

    def gram(self, X: Array, Z: Array) -> Array:
        r = np.sqrt(pairwise_squares(X, Z))
        r *= np.sqrt(2 * self.order)
        r /= self.length
        return matern_profile(self.order, r)

    def because(self) -> Certificate:
        return self._mixture("the mean of exp(−‖x−z‖²/2ℓ²g) over g with a Gamma(order, order) law, s = ℓ√g")


def matern_profile(order: float, r: Array) -> Array:
    """p(r) exp(−r) for order ½, 3/2 or 5/2; r is overwritten."""
    decay = np.exp(-r)
    if order == 0.5:
        return decay
    series = 1 + r if order == 1.5 else 1 + r + np.square(np.minimum(r, 1e150)) / 3
    decay *= series
    return decay


def median_sigma(X: ArrayLike) -> float:
    """The median heuristic: σ = the median distance of two different points of X."""
    points = as_points(X)
    squares = pairwise_squares(points, points)[np.triu_indices(len(points), 1)]
    apart = squares[squares > 0]
    if not apart.size:
        raise ValueError("X has no two different points: there is no distance to take the median of.")
    return float(np.sqrt(np.median(apart)))
