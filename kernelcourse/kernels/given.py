"""Kernels that the reader brings along: a function with or without a proof, or a finished Gram matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelcourse.kernels.definite import Digits, Finding, examine
from kernelcourse.kernels.kernel import HoldsArrays, Kernel, frozen
from kernelcourse.points import Array, as_collection, as_points
from kernelcourse.validity import AUTHORS_WORD, Certificate, Witness, find_witness, shrink
from kernelcourse.witnesses import asymmetric_pair, is_numeric


@dataclass(frozen=True, repr=False)
class Claimed(Kernel):
    """function(x, z) of two single points, claimed to be a kernel.

    ``because`` is the author's reason, if there is one; the certificate then says that it is taken from the
    author, and ``judge`` still looks for numbers against it. Without a reason nothing is proved: judge it at
    points.
    """

    function: Callable[[Any, Any], float]
    reason: str | None = None

    def __init__(self, function: Callable[[Any, Any], float], because: str | None = None) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "reason", because)

    def read(self, X: Any, name: str = "X") -> Any:
        points = as_collection(X, name)
        rows = is_numeric(points) and np.ndim(points) == 2
        return as_points(points, name) if rows else points

    def gram(self, X: Any, Z: Any) -> Array:
        return np.array([[self._value(x, z) for z in Z] for x in X])

    def self_similarity(self, X: Any) -> Array:
        return np.array([self._value(x, x) for x in X])

    def _value(self, x: Any, z: Any) -> float:
        try:
            value = float(np.asarray(self.function(x, z), dtype=float).item())
        except Exception as error:  # the reader's function may fail in any way outside its domain
            raise ValueError(f"{self} gives no number at x = {x}, z = {z}: {error}") from error
        if not np.isfinite(value):
            raise ValueError(f"{self} is {value} at x = {x}, z = {z}: a kernel has finite values.")
        return value

    def magnitude(self, X: Any) -> Array:
        # Nothing is known of the terms inside: assume they may be as large as (1 + ‖x‖²)(1 + ‖z‖²).
        K = np.abs(self.gram(X, X))
        if not is_numeric(X):
            return np.maximum(K, 1)
        sizes = 1 + (np.asarray(X, dtype=float).reshape(len(X), -1) ** 2).sum(axis=1)
        return np.maximum(K, np.multiply.outer(sizes, sizes))

    def because(self) -> Certificate | None:
        return None if self.reason is None else Certificate(AUTHORS_WORD, str(self), self.reason)

    def __repr__(self) -> str:
        return f"Claimed({getattr(self.function, '__name__', 'function')})"


@dataclass(frozen=True, repr=False, eq=False)
class Precomputed(HoldsArrays):
    """K[i, j] for points that are known only by number: its points are the indices 0 … n − 1."""

    K: Array
    given: Digits = field(compare=False)

    def __init__(self, K: ArrayLike) -> None:
        try:
            matrix = frozen(K)
        except (TypeError, ValueError) as error:
            raise ValueError(f"K is no matrix of real numbers with rows of one length: {error}.") from None
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
            raise ValueError(
                f"K has shape {matrix.shape}: a Gram matrix of all pairs is square and not empty, (n, n)."
            )
        if not np.isfinite(matrix).all():
            raise ValueError(f"K has NaN or infinity in row {np.argwhere(~np.isfinite(matrix))[0][0]}.")
        object.__setattr__(self, "K", matrix)
        object.__setattr__(self, "given", Digits.of(K, matrix))

    @property
    def points(self) -> NDArray[np.int64]:
        """All there are: 0 … n − 1."""
        return np.arange(len(self.K))

    def read(self, X: Any, name: str = "X") -> Any:
        chosen = np.asarray(X)
        chosen = chosen[:, 0] if chosen.ndim == 2 and chosen.shape[1] == 1 else chosen
        whole = chosen.dtype.kind in "iu" or (chosen.dtype.kind == "f" and (chosen == np.round(chosen)).all())
        if chosen.ndim != 1 or not chosen.size or not whole:
            raise ValueError(
                f"{name} must be whole numbers, rows of K; for all of them use range({len(self.K)})."
            )
        if chosen.min() < 0 or chosen.max() >= len(self.K):
            raise ValueError(f"{name} must lie between 0 and {len(self.K) - 1}, the rows of K.")
        return chosen.astype(int)

    def gram(self, X: Any, Z: Any) -> Array:
        return self.K[np.ix_(X, Z)]

    def self_similarity(self, X: Any) -> Array:
        return self.K[X, X]

    def because(self) -> Certificate | None:
        # All points are here: n points are the whole domain, so one PSD Gram matrix is a proof, not a sample.
        if not self.finding.psd:
            return None
        reason = f"all {len(self.K)} points are known; K is symmetric, and {self.finding.how}"
        return Certificate("finite domain", str(self), reason)

    @cached_property
    def finding(self) -> Finding:
        """What is known of K."""
        return examine(self.K, self.given)

    def magnitude(self, X: Any) -> Array:
        return np.abs(self.gram(X, X)) * self.given.coarse

    @cached_property
    def witness(self) -> Witness | None:
        """Weights with aᵀKa < 0 beyond the rounding of K's entries, if this matrix is not a Gram matrix."""
        if asymmetric_pair(self.K, self.magnitude(self.points)) is not None:
            return find_witness(self, self.points)
        found = self.finding
        if found.psd is not False or found.weights is None:
            return None
        try:
            small = shrink(self, self.points, found.weights)
            if small.value < 0:
                return small
        except ValueError:
            pass
        return Witness(self.points, found.weights, float(found.weights @ self.K @ found.weights))

    @property
    def doubt(self) -> str | None:
        """Why neither a proof nor a witness is at hand."""
        return self.finding.how if self.finding.psd is None else None

    def trial_sets(self, rng: np.random.Generator) -> list[tuple[str, Any]]:
        """The only set of points there is."""
        return [("all rows of K", self.points)]

    def __repr__(self) -> str:
        return f"Precomputed({len(self.K)} × {len(self.K)})"
