"""Which points stand for all: any, those with the largest leverage, or always the worst represented one.

A rule is a function (k, X, count, rng) → numbers of points, all different; X as k reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array, as_count, as_positive

Chosen = NDArray[np.intp]
Choice = Callable[[Kernel, Any, int, np.random.Generator], Chosen]

CANDIDATES = 4  # pivots are sought among this many times as many random points as are wanted
PILOTS = 4  # leverage is estimated from a uniform sample this many times smaller than the one wanted


def uniformly(k: Kernel, X: Any, count: int, rng: np.random.Generator) -> Chosen:
    """``count`` different points, every set equally likely."""
    return rng.choice(len(X), size=as_count(count, "count", most=len(X)), replace=False)


def by_leverage(k: Kernel, X: Any, count: int, rng: np.random.Generator) -> Chosen:
    """``count`` different points, drawn with probability ∝ their leverage at λ = (mean of k(x, x))·n/(10·count)."""
    n = len(X)
    as_count(count, "count", most=n)
    pool = rng.choice(n, size=min(n, 100 * count), replace=False)
    few = _take(X, pool)
    pilots = rng.choice(len(pool), size=max(1, min(count // PILOTS, len(pool))), replace=False)
    lam = float(np.mean(k.self_similarity(few))) * len(pool) / (10 * count)
    scores = leverage_scores(k, few, _take(few, pilots), max(lam, np.finfo(float).tiny))
    keys = rng.exponential(size=len(pool)) / np.maximum(scores, np.finfo(float).tiny)  # the smallest win
    return pool[np.sort(np.argpartition(keys, count - 1)[:count])]


def by_pivots(k: Kernel, X: Any, count: int, rng: np.random.Generator) -> Chosen:
    """Always the point with the largest k(x, x) − k̃(x, x): the pivots of the Cholesky factor, among candidates."""
    n = len(X)
    as_count(count, "count", most=n)
    pool = np.arange(n) if n <= CANDIDATES * count else rng.choice(n, size=CANDIDATES * count, replace=False)
    return pool[pivoted_cholesky(k, _take(X, pool), count).pivots]


@dataclass(frozen=True, eq=False)
class PivotedCholesky:
    """K ≈ FFᵀ from the columns of the pivots alone, and tr(K − FFᵀ) after each of them."""

    pivots: Chosen  # (m,)
    factor: Array  # F: (n, m)
    residual_traces: Array  # Σ k(x, x) − ‖row of F‖² after 0, 1, …, m pivots: (m + 1,)


def pivoted_cholesky(k: Kernel, X: Any, count: int, tolerance: float = 1e-12) -> PivotedCholesky:
    """Cholesky's factor of K, the largest remaining diagonal first: K − FFᵀ stays PSD, so its trace bounds it.

    Stops before ``count`` when what remains is rounding: below ``tolerance`` times the largest k(x, x).
    """
    points = k.read(X, "X")
    n = len(points)
    as_count(count, "count", most=n)
    left = k.self_similarity(points).astype(float)  # what is not yet explained of k(x, x)
    floor = tolerance * float(left.max())
    F, traces = np.empty((count, n)), [float(left.sum())]
    pivots: list[int] = []
    for step in range(count):
        pivot = int(np.argmax(left))
        if left[pivot] <= floor:
            break
        row = k.gram(_take(points, [pivot]), points)[0]
        row -= F[:step, pivot] @ F[:step]
        row /= np.sqrt(left[pivot])
        F[step] = row
        left -= row**2
        np.maximum(left, 0, out=left)
        left[[*pivots, pivot]] = 0
        pivots.append(pivot)
        traces.append(float(left.sum()))
    m = len(pivots)
    return PivotedCholesky(np.array(pivots, dtype=np.intp), F[:m].T, np.array(traces))


def leverage_scores(k: Kernel, X: Any, pilots: Any, lam: float) -> Array:
    """(k(x, x) − k(x, S)(K_SS + λ s/n I)⁻¹k(S, x))/λ over the pilots S: the leverage (K(K + λI)⁻¹)ᵢᵢ if S is X.

    With s of n points as pilots it is an estimate; it is never below 0 and at most k(x, x)/λ.
    """
    lam = as_positive(lam, "lam")
    points, few = k.read(X, "X"), k.read(pilots, "pilots")
    K = k.gram(few, few)
    K.flat[:: len(K) + 1] += lam * len(few) / len(points)
    L = linalg.cholesky(K, lower=True, check_finite=False)
    scores = np.empty(len(points))
    for start in range(0, len(points), 4096):
        rows = slice(start, start + 4096)
        some = points[rows]
        explained = linalg.solve_triangular(L, k.gram(few, some), lower=True, check_finite=False)
        scores[rows] = (k.self_similarity(some) - np.einsum("ij,ij->j", explained, explained)) / lam
    return np.maximum(scores, 0)


def _take(X: Any, chosen: Any) -> Any:
    return X[chosen] if isinstance(X, np.ndarray) else [X[i] for i in chosen]
