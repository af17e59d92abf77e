"""Kernels of sets: shared elements, the share of shared elements, and the mean over all pairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.counts import inner_products_of_counts
from kernelcourse.kernels.kernel import FromOne, Kernel, inherit
from kernelcourse.points import Array, as_collection
from kernelcourse.validity import Certificate


class OfSets(Kernel):
    """A kernel of finite sets, given as any collections of hashable elements."""

    def read(self, X: Any, name: str = "X") -> list[frozenset[Any]]:
        return [_as_set(A, f"{name}[{i}]") for i, A in enumerate(as_collection(X, name))]

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        yield (
            "all sets of a, b, c",
            [{e for e, bit in zip("abc", f"{n:03b}") if bit == "1"} for n in range(8)],
        )


@dataclass(frozen=True)
class Intersection(OfSets):
    """|A ∩ B|, the number of common elements."""

    def gram(self, X: Any, Z: Any) -> Array:
        left = [dict.fromkeys(A, 1.0) for A in X]
        return inner_products_of_counts(left, left if X is Z else [dict.fromkeys(B, 1.0) for B in Z])

    def self_similarity(self, X: Any) -> Array:
        return np.array([float(len(A)) for A in X])

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature", str(self), "φ(A) has one entry for each element, 1 if it is in A"
        )


@dataclass(frozen=True)
class Jaccard(OfSets):
    """|A ∩ B| / |A ∪ B|, the share of common elements; 1 for two empty sets."""

    def gram(self, X: Any, Z: Any) -> Array:
        common = Intersection().gram(X, Z)
        sizes, others = (np.array([len(A) for A in side], dtype=float) for side in (X, Z))
        union = np.add.outer(sizes, others) - common
        return np.where(union > 0, common / np.maximum(union, 1), 1.0)

    def self_similarity(self, X: Any) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        first = Certificate(
            "explicit feature",
            "1[first(A) = first(B)]",
            "φ(A) names the element of A that comes first in an order",
        )
        reason = "the mean over all orders: A and B begin alike when the first of A ∪ B is in A ∩ B"
        return Certificate("sum", str(self), reason, (first,))


@dataclass(frozen=True, repr=False)
class AllPairs(FromOne):
    """Σ over a ∈ A, b ∈ B of k(a, b) / (|A| |B|): the inner product of the mean features of two sets of points of k."""

    kernel: Kernel

    def read(self, X: Any, name: str = "X") -> list[Any]:
        return [self.kernel.read(A, f"{name}[{i}]") for i, A in enumerate(as_collection(X, name))]

    def compare(self, X: Any, Z: Any) -> None:
        self.kernel.compare(X[0], Z[0])

    def gram(self, X: Any, Z: Any) -> Array:
        return np.array([[self.kernel.gram(A, B).mean() for B in Z] for A in X])

    def self_similarity(self, X: Any) -> Array:
        return np.array([self.kernel.gram(A, A).mean() for A in X])

    def because(self) -> Certificate | None:
        reason = "⟨m(A), m(B)⟩ with m(A) the mean of φ over A; φ belongs to the kernel inside"
        return inherit("mean embedding", self, reason, self.kernel)

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        for name, points in self.kernel.trial_sets(rng):
            groups = [points[i : i + 2] for i in range(0, len(points), 2)]
            yield f"pairs of neighbours among {name}", groups

    def __repr__(self) -> str:
        return f"AllPairs({self.kernel})"


def _as_set(A: Any, name: str) -> frozenset[Any]:
    if isinstance(A, str):
        return frozenset(A)  # the set of its letters
    try:
        return frozenset(A)
    except TypeError as error:
        raise ValueError(
            f"{name} must be a collection of hashable elements, such as {{'a', 'b'}}: {error}."
        ) from error
