"""Nyström's kernel: every feature is replaced by its projection on the features of a few landmarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import blas, lapack

from kernelcourse.kernels.featured import Featured
from kernelcourse.kernels.kernel import Kernel, frozen
from kernelcourse.points import Array, as_count
from kernelcourse.scale.landmarks import Choice, uniformly
from kernelcourse.validity import Certificate

REDUNDANT = (
    1e-12  # a landmark whose feature lies this near (squared, relative) to the span of the others adds noise
)


@dataclass(frozen=True, eq=False, repr=False)
class Nystroem(Featured):
    """k(x, Z) K_ZZ⁻¹ k(Z, z) = ⟨Pφ(x), Pφ(z)⟩, P the projection on the span of the landmarks' features.

    With K_ZZ = LLᵀ the features are L⁻¹k(Z, x). Landmarks that the others nearly span already are left out.
    """

    kernel: Kernel
    landmarks: Any

    def __init__(self, kernel: Kernel, landmarks: Any) -> None:
        points = kernel.read(landmarks, "landmarks")
        K = kernel.finite(kernel.gram(points, points))
        floor = REDUNDANT * float(np.abs(np.diagonal(K)).max())
        factor, pivots, rank, _ = lapack.dpstrf(K, tol=floor, lower=True)
        if rank == 0:
            raise ValueError(f"landmarks: {kernel} is 0 at all of them, so they span nothing.")
        order = pivots[:rank] - 1  # LAPACK counts from 1
        kept = points[order] if isinstance(points, np.ndarray) else [points[i] for i in order]
        if isinstance(kept, np.ndarray) and kept.dtype == float:
            kept = frozen(kept)
        lower = np.asfortranarray(np.tril(factor[:rank, :rank]))
        lower.setflags(write=False)
        object.__setattr__(self, "kernel", kernel)
        object.__setattr__(self, "landmarks", kept)
        object.__setattr__(self, "_L", lower)

    @property
    def size(self) -> int:
        return len(self.landmarks)

    def read(self, X: Any, name: str = "X") -> Any:
        points = self.kernel.read(X, name)
        self.kernel.compare(points, self.landmarks)
        return points

    def features(self, X: Any) -> Array:
        L: Array = self._L  # type: ignore[attr-defined]
        columns = self.kernel.gram(X, self.landmarks).T  # Fortran's order: solved in place
        return blas.dtrsm(1.0, L, columns, lower=True, overwrite_b=True).T

    def magnitude(self, X: Any) -> Array:
        # L⁻¹ magnifies rounding by up to the condition of L
        sizes = np.sqrt(np.maximum(self.kernel.self_similarity(X), 0))
        diagonal = np.diagonal(self._L)  # type: ignore[attr-defined]
        return np.multiply.outer(sizes, sizes) * float(diagonal.max() / diagonal.min()) ** 2

    def because(self) -> Certificate | None:
        reason = f"φ̃(x) = L⁻¹k(Z, x), a row of {self.size} numbers, K_ZZ = LLᵀ at the landmarks Z"
        return Certificate("explicit feature", str(self), reason)

    def __repr__(self) -> str:
        return f"Nystroem({self.kernel}, {self.size} landmarks)"


def nystroem(
    k: Kernel,
    X: Any,
    n_landmarks: int,
    rng: np.random.Generator,
    choose: Choice = uniformly,
) -> Nystroem:
    """Nyström's kernel on landmarks of X chosen uniformly, by leverage or by pivots."""
    points = k.read(X, "X")
    count = as_count(n_landmarks, "n_landmarks", most=len(points))
    chosen = choose(k, points, count, rng)
    return Nystroem(k, points[chosen] if isinstance(points, np.ndarray) else [points[i] for i in chosen])
