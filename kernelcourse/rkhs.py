"""The space a kernel makes: functions f = Σ αᵢ k(·, xᵢ), with ⟨k(·, x), k(·, z)⟩ = k(x, z)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.kernels.featured import Featured, feature_kernel
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array, as_number, as_outputs, pairwise_squares

BLOCK = 2**22  # numbers of a Gram block held at once when a function is evaluated: 32 MB


@dataclass(frozen=True, eq=False)
class KernelExpansion:
    """f = Σᵢ αᵢ k(·, xᵢ): one function for weights (n,), q functions for weights (n, q)."""

    kernel: Kernel
    points: Any
    weights: Array

    __array_ufunc__ = None

    def __post_init__(self) -> None:
        points = self.kernel.read(self.points, "points")
        weights = as_outputs(self.weights, len(points), "weights").view()
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)

    def __call__(self, Z: Any) -> Array:
        """f(zⱼ) = Σᵢ αᵢ k(zⱼ, xᵢ): (m,) or (m, q), computed in blocks of bounded memory."""
        others = self.kernel.read(Z, "Z")
        points = self.kernel.read(self.points, "points")
        self.kernel.compare(points, others)
        if feature_kernel(self.kernel, len(points)) is not None:
            return self.in_features(others)
        values = np.empty((len(others), *self.weights.shape[1:]))
        step = max(1, BLOCK // len(points))
        for start in range(0, len(others), step):
            block = others[start : start + step]
            with np.errstate(over="ignore", invalid="ignore"):
                values[start : start + step] = self.kernel.finite_gram(block, points) @ self.weights
        if not np.isfinite(values).all():
            raise ValueError("f(Z) is too large for a float at some point of Z: scale the points down.")
        return values

    @cached_property
    def in_features(self) -> FeatureExpansion:
        """The same function as weights of features, w = Σ αᵢ φ(xᵢ), for a kernel whose φ is at hand."""
        if not isinstance(self.kernel, Featured):
            raise ValueError(f"{self.kernel} has no features written out: f is a sum over points.")
        points = self.kernel.read(self.points, "points")
        w = np.zeros((self.kernel.size, *self.weights.shape[1:]))
        step = max(1, BLOCK // self.kernel.size)
        for start in range(0, len(points), step):
            some = slice(start, start + step)
            w += self.kernel.features(points[some]).T @ self.weights[some]
        return FeatureExpansion(self.kernel, w)

    def __add__(self, other: KernelExpansion) -> KernelExpansion:
        if not isinstance(other, KernelExpansion):
            return NotImplemented
        same_space(self, other)
        if self.weights.shape[1:] != other.weights.shape[1:]:
            raise ValueError(
                f"cannot add {_count(self)} and {_count(other)}: the numbers of outputs must agree."
            )
        if self.points is other.points:
            return KernelExpansion(self.kernel, self.points, self.weights + other.weights)
        return KernelExpansion(
            self.kernel, joined(self.points, other.points), np.concatenate([self.weights, other.weights])
        )

    def __neg__(self) -> KernelExpansion:
        return KernelExpansion(self.kernel, self.points, -self.weights)

    def __sub__(self, other: KernelExpansion) -> KernelExpansion:
        return self + (-other) if isinstance(other, KernelExpansion) else NotImplemented

    def __mul__(self, c: float) -> KernelExpansion:
        if not isinstance(c, int | float | np.number):
            return NotImplemented
        return KernelExpansion(self.kernel, self.points, as_number(c, "the factor") * self.weights)

    __rmul__ = __mul__

    def __truediv__(self, c: float) -> KernelExpansion:
        if not isinstance(c, int | float | np.number):
            return NotImplemented
        if c == 0:
            raise ValueError("a function cannot be divided by 0.")
        return self * (1 / as_number(c, "the divisor"))

    def __getitem__(self, component: int) -> KernelExpansion:
        """The function number ``component`` of several."""
        if self.weights.ndim == 1:
            raise IndexError(
                "this expansion is one function; only several functions, weights (n, q), have components."
            )
        return KernelExpansion(self.kernel, self.points, self.weights[:, component])

    def __repr__(self) -> str:
        return f"{_count(self)} Σ αᵢ k(·, xᵢ) over {len(self.weights)} points, k = {self.kernel}"


@dataclass(frozen=True, eq=False)
class FeatureExpansion:
    """f = Σⱼ wⱼ φⱼ = w·φ(·): the same kind of function, held by the weights of its features.

    One function for weights (m,), q functions for (m, q). ⟨f, g⟩ is the inner product of the weights, as long as w is
    in the span of the features of points; a learner's w is.
    """

    kernel: Featured
    weights: Array

    __array_ufunc__ = None

    def __post_init__(self) -> None:
        weights = as_outputs(self.weights, self.kernel.size, "weights").view()
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)

    @property
    def in_features(self) -> FeatureExpansion:
        """Itself."""
        return self

    def __call__(self, Z: Any) -> Array:
        """f(zⱼ) = w·φ(zⱼ): (m,) or (m, q), computed in blocks of bounded memory."""
        others = self.kernel.read(Z, "Z")
        values = np.empty((len(others), *self.weights.shape[1:]))
        step = max(1, BLOCK // self.kernel.size)
        for start in range(0, len(others), step):
            some = slice(start, start + step)
            values[some] = self.kernel.features(others[some]) @ self.weights
        return values

    def __add__(self, other: FeatureExpansion | KernelExpansion) -> FeatureExpansion:
        if not isinstance(other, FeatureExpansion | KernelExpansion):
            return NotImplemented
        same_space(self, other)
        if self.weights.shape[1:] != other.weights.shape[1:]:
            raise ValueError(
                f"cannot add {_count(self)} and {_count(other)}: the numbers of outputs must agree."
            )
        return FeatureExpansion(self.kernel, self.weights + other.in_features.weights)

    __radd__ = __add__

    def __neg__(self) -> FeatureExpansion:
        return FeatureExpansion(self.kernel, -self.weights)

    def __sub__(self, other: FeatureExpansion | KernelExpansion) -> FeatureExpansion:
        return self + (-other) if isinstance(other, FeatureExpansion | KernelExpansion) else NotImplemented

    def __rsub__(self, other: KernelExpansion) -> FeatureExpansion:
        return -self + other

    def __mul__(self, c: float) -> FeatureExpansion:
        if not isinstance(c, int | float | np.number):
            return NotImplemented
        return FeatureExpansion(self.kernel, as_number(c, "the factor") * self.weights)

    __rmul__ = __mul__

    def __getitem__(self, component: int) -> FeatureExpansion:
        """The function number ``component`` of several."""
        if self.weights.ndim == 1:
            raise IndexError(
                "this expansion is one function; only several functions, weights (m, q), have components."
            )
        return FeatureExpansion(self.kernel, self.weights[:, component])

    def __repr__(self) -> str:
        return f"{_count(self)} Σ wⱼ φⱼ over {len(self.weights)} features, k = {self.kernel}"


Expansion = KernelExpansion | FeatureExpansion


def inner(f: Expansion, g: Expansion) -> Any:
    """⟨f, g⟩ = Σᵢⱼ αᵢ βⱼ k(xᵢ, zⱼ): a number, or a matrix (q, r) of them for several functions."""
    same_space(f, g)
    if isinstance(f, KernelExpansion) and isinstance(g, KernelExpansion):
        product = f.weights.T @ f.kernel(f.points, g.points) @ g.weights
    else:
        product = f.in_features.weights.T @ g.in_features.weights
    return float(product) if product.ndim == 0 else product


def norm(f: Expansion) -> Any:
    """‖f‖ = √⟨f, f⟩ = √(αᵀKα): a number, or one for each of several functions (q,)."""
    if isinstance(f, FeatureExpansion) or feature_kernel(f.kernel, len(f.weights)) is not None:
        w = f.in_features.weights
        return float(np.linalg.norm(w)) if w.ndim == 1 else np.linalg.norm(w, axis=0)
    K = f.kernel(f.points)
    squares = np.einsum("i...,i...->...", f.weights, K @ f.weights)
    if np.min(squares) < 0:  # rounding can leave −1e-17 where the norm is 0; more than that refutes k
        size = np.einsum("i...,i...->...", np.abs(f.weights), np.abs(K) @ np.abs(f.weights))
        if (squares < -1e-9 * size).any():
            raise ValueError(f"⟨f, f⟩ = {np.min(squares):.3g} is negative: {f.kernel} is not a kernel.")
    lengths = np.sqrt(np.maximum(squares, 0))
    return float(lengths) if lengths.ndim == 0 else lengths


def feature(k: Kernel, x: Any) -> KernelExpansion:
    """φ(x) = k(·, x): the element of H that evaluates, ⟨f, φ(x)⟩ = f(x)."""
    if _is_vector(x):
        return KernelExpansion(k, np.atleast_2d(np.asarray(x, dtype=float)), np.ones(1))
    return KernelExpansion(k, [x], np.ones(1))


def feature_distances(k: Kernel, X: Any, Z: Any = None) -> Array:
    """‖φ(xᵢ) − φ(zⱼ)‖ = √(k(xᵢ, xᵢ) − 2 k(xᵢ, zⱼ) + k(zⱼ, zⱼ)) for all pairs: (n, m)."""
    points = k.read(X, "X")
    others = points if Z is None or Z is X else k.read(Z, "Z")
    k.compare(points, others)
    squares = feature_squares(k, points, others)
    if others is points:
        np.fill_diagonal(squares, 0)
    return np.sqrt(squares, out=squares)


def feature_squares(k: Kernel, X: Any, Z: Any) -> Array:
    """‖φ(xᵢ) − φ(zⱼ)‖² of points already read: (n, m), all ≥ 0."""
    if isinstance(k, Linear):
        return pairwise_squares(X, Z)  # φ(x) = x: exact far from the origin too
    if isinstance(k, Featured) and k.size < max(len(X), len(Z)):
        left = k.features(X)
        return pairwise_squares(left, left if X is Z else k.features(Z))
    squares = k.finite_gram(X, Z)
    squares *= -2
    squares += k.self_similarity(X)[:, None]
    squares += k.self_similarity(Z)
    return np.maximum(squares, 0, out=squares)


def mean_embedding(k: Kernel, X: Any) -> KernelExpansion:
    """μ = 1/n Σ k(·, xᵢ): ⟨f, μ⟩ is the mean of f over the points."""
    n = len(k.read(X, "X"))
    return KernelExpansion(k, X, np.full(n, 1 / n))


def interpolant(k: Kernel, X: Any, y: ArrayLike) -> KernelExpansion:
    """The f of smallest norm with f(xᵢ) = yᵢ, or ValueError if no f in H passes through the data."""
    points = k.read(X, "X")
    outputs = as_outputs(y, len(points))
    K = k.finite_gram(points, points)
    values, vectors = linalg.eigh(K)
    kept = values > len(K) * np.finfo(float).eps * max(values[-1], 0)
    V = vectors[:, kept]
    weights = V @ ((V.T @ outputs).T / values[kept]).T  # K⁺y
    gap = np.abs(K @ weights - outputs).max()
    if gap > 1e-6 * max(np.abs(outputs).max(), np.finfo(float).tiny):
        raise ValueError(
            f"no f in H passes through y: the best misses by {gap:.3g}. Use ridge, or a richer kernel."
        )
    return KernelExpansion(k, X, weights)


def evaluation_bound(f: Expansion, Z: Any) -> Array:
    """‖f‖ √k(z, z) ≥ |f(z)|, by Cauchy–Schwarz on f(z) = ⟨f, φ(z)⟩: (m,) or (m, q)."""
    lengths = np.sqrt(np.maximum(f.kernel.diagonal(Z), 0))
    return np.multiply.outer(lengths, norm(f))


def same_space(f: Expansion, g: Expansion) -> None:
    """Refuse functions of two different kernels: they live in different spaces."""
    if f.kernel is not g.kernel and f.kernel != g.kernel:
        raise ValueError(
            f"f lives in the space of {f.kernel}, g in that of {g.kernel}: use one kernel for both."
        )


def joined(X: Any, Z: Any) -> Any:
    """The points of X followed by those of Z."""
    if isinstance(X, np.ndarray) or isinstance(Z, np.ndarray):
        return np.concatenate([np.asarray(X), np.asarray(Z)])
    return [*X, *Z]


def _is_vector(x: Any) -> bool:
    return (
        not isinstance(x, str)
        and np.asarray(x, dtype=object).ndim == 1
        and np.issubdtype(np.asarray(x).dtype, np.number)
    )


def _count(f: Expansion) -> str:
    return "one function" if f.weights.ndim == 1 else f"{f.weights.shape[1]} functions"
