"""Kernels that the reader brings along: a function with or without a proof, or a finished Gram matrix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array
from kernelcourse.validity import Certificate, Witness, find_witness


@dataclass(frozen=True, repr=False)
class Claimed(Kernel):
    """function(x, z) of two single points, claimed to be a kernel.

    ``because`` is the author's reason, if there is one; the certificate then says that it is taken from the author.
    Without a reason nothing is proved: judge it at points.
    """

    function: Callable[[Any, Any], float]
    reason: str | None = None

    def __init__(self, function: Callable[[Any, Any], float], because: str | None = None) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "reason", because)

    def read(self, X: Any, name: str = "X") -> Any:
        if len(X) == 0:
            raise ValueError(f"{name} is empty: give at least one point.")
        return X

    def gram(self, X: Any, Z: Any) -> Array:
        K = np.array([[self.function(x, z) for z in Z] for x in X], dtype=float)
        if not np.isfinite(K).all():
            i, j = np.argwhere(~np.isfinite(K))[0]
            raise ValueError(f"{self} is {K[i, j]} at X[{i}], Z[{j}]: a kernel has finite values.")
        return K

    def self_similarity(self, X: Any) -> Array:
        return np.array([self.function(x, x) for x in X], dtype=float)

    def because(self) -> Certificate | None:
        return None if self.reason is None else Certificate("author's word", str(self), self.reason)

    def __repr__(self) -> str:
        return f"Claimed({getattr(self.function, '__name__', 'function')})"


class Precomputed(Kernel):
    """K[i, j] for points that are known only by number: its points are the indices 0 … n − 1."""

    def __init__(self, K: ArrayLike) -> None:
        matrix = np.array(K, dtype=float)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
            raise ValueError(
                f"K has shape {matrix.shape}: a Gram matrix of all pairs is square and not empty, (n, n)."
            )
        if not np.isfinite(matrix).all():
            raise ValueError(f"K has NaN or infinity in row {np.argwhere(~np.isfinite(matrix))[0][0]}.")
        matrix.setflags(write=False)
        self.K = matrix
        self.points = np.arange(len(matrix))

    def read(self, X: Any, name: str = "X") -> Any:
        chosen = np.asarray(X)
        chosen = chosen[:, 0] if chosen.ndim == 2 and chosen.shape[1] == 1 else chosen
        if chosen.ndim != 1 or not chosen.size or not np.array_equal(chosen, np.round(chosen.astype(float))):
            raise ValueError(
                f"{name} must be whole numbers, the indices of rows of K; for all points use range({len(self.K)})."
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
        if self.witness is not None:
            return None
        smallest = np.linalg.eigvalsh((self.K + self.K.T) / 2)[0]
        reason = (
            f"all {len(self.K)} points are known, and K is symmetric with smallest eigenvalue {smallest:.3g}"
        )
        return Certificate("finite domain", str(self), f"{reason} (to rounding)")

    @property
    def witness(self) -> Witness | None:
        """Weights with aᵀKa < 0 if this matrix is not a Gram matrix."""
        return find_witness(self, self.points)

    def trial_sets(self, rng: np.random.Generator) -> list[tuple[str, Array]]:
        """The only set of points there is."""
        return [("all rows of K", self.points)]

    def __repr__(self) -> str:
        return f"Precomputed({len(self.K)} × {len(self.K)})"
