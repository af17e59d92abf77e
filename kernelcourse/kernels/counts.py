"""Inner products of counts: the Gram matrix of every kernel whose features are "how often does w occur in x"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.points import Array

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Counts = Mapping[Any, float]  # a hashable thing ↦ how often it occurs
MOST_DENSE = 5_000  # columns; beyond that zeros are not stored


def inner_products_of_counts(left: Sequence[Counts], right: Sequence[Counts]) -> Array:
    """Σ_w x[w] z[w] for all pairs, (n, m): only the w that occur on both sides are looked at."""
    column = columns(left)
    L = table(left, column)
    return inner_products_of_rows(L, L if left is right else table(right, column))


def squared_lengths_of_counts(features: Sequence[Counts]) -> Array:
    """Σ_w x[w]² for every x: (n,)."""
    return np.array([sum(value * value for value in x.values()) for x in features], dtype=float)


def columns(rows: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Every thing that occurs in a row ↦ its number."""
    return {w: number for number, w in enumerate(dict.fromkeys(w for row in rows for w in row))}


def table(rows: Sequence[Counts], column: Mapping[Any, int]) -> csr_array:
    """The counts as a sparse matrix; what has no column is left out."""
    from scipy.sparse import csr_array  # only words and graphs need it

    kept = [[(column[w], value) for w, value in row.items() if w in column] for row in rows]
    ends = np.cumsum([0, *map(len, kept)])
    places = np.array([place for row in kept for place, _ in row], dtype=np.int64)
    values = np.array([value for row in kept for _, value in row], dtype=float)
    return csr_array((values, places, ends), shape=(len(rows), max(len(column), 1)))


def inner_products_of_rows(L: csr_array, R: csr_array) -> Array:
    """L Rᵀ as an array."""
    if L.shape[1] <= MOST_DENSE:
        dense = L.toarray()
        return np.asarray(dense @ (dense if L is R else R.toarray()).T)
    return np.asarray((L @ R.T).toarray())
