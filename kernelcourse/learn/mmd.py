"""Are two samples from one law? The distance of their mean embeddings, and three tests of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import take
from kernelcourse.points import Array, as_count
from kernelcourse.rkhs import joined

AT_ONCE = 64  # points
ROUNDING = 1e-12  # of the largest kernel value: distances that differ by less are equal


@dataclass(frozen=True)
class TwoSampleTest:
    """A squared distance of means, and how often one as large comes about if both samples have one law."""

    statistic: float
    p_value: float


def mmd_squared(k: Kernel, X: Any, Y: Any, unbiased: bool = False) -> float:
    """‖μ_X − μ_Y‖² = mean k(x, x′) − 2 mean k(x, y) + mean k(y, y′); unbiased: without the pairs x = x′, y = y′."""
    X, Y = _samples(k, X, Y, 2 if unbiased else 1)
    within = [_mean_within(k(P), unbiased) for P in (X, Y)]
    return float(sum(within) - 2 * k(X, Y).mean())


def mmd_test(k: Kernel, X: Any, Y: Any, rng: np.random.Generator, permutations: int = 499) -> TwoSampleTest:
    """p = (1 + number of shuffles with at least this distance)/(1 + shuffles): exact, at n² kernel values."""
    as_count(permutations, "permutations")
    X, Y = _samples(k, X, Y, 1)
    n, m = len(X), len(Y)
    K = k(joined(X, Y))
    signs = np.concatenate([np.full(n, 1 / n), np.full(m, -1 / m)])
    seen = float(signs @ K @ signs)
    shuffled = rng.permuted(np.tile(signs, (permutations, 1)), axis=1).T  # (n + m, permutations)
    values = np.einsum("ij,ij->j", shuffled, K @ shuffled)
    as_large = int((values >= seen - ROUNDING * float(np.abs(K).max())).sum())
    return TwoSampleTest(seen, (1 + as_large) / (1 + permutations))


def linear_mmd_test(k: Kernel, X: Any, Y: Any) -> TwoSampleTest:
    """The mean of h = k(x, x′) + k(y, y′) − k(x, y′) − k(x′, y) over disjoint pairs: time in proportion to n."""
    return block_mmd_test(k, X, Y, block=2)


def block_mmd_test(k: Kernel, X: Any, Y: Any, block: int) -> TwoSampleTest:
    """The mean of the unbiased MMD² of disjoint blocks, by Student's law for so many values: time n·block."""
    as_count(block, "block", least=2)
    X, Y = _samples(k, X, Y, 2)
    count = min(len(X), len(Y)) // block
    if count < 2:
        raise ValueError(f"block = {block} leaves {count} blocks: take smaller blocks, or more points.")
    values, largest = np.empty(count), 0.0
    at_once = max(1, AT_ONCE // block)  # blocks whose Gram matrices are cut out of one: fewer calls of k
    for first in range(0, count, at_once):
        blocks = min(at_once, count - first)
        here = list(range(first * block, (first + blocks) * block))
        P, Q = take(X, here), take(Y, here)
        within_P, within_Q, across = (_diagonal_blocks(K, block) for K in (k(P), k(Q), k(P, Q)))
        # without the pairs xᵢ, yᵢ across as well: for blocks of two this is the linear-time statistic
        total = sum(_mean_apart(K) for K in (within_P, within_Q)) - 2 * _mean_apart(across)
        values[first : first + blocks] = total
        largest = max(largest, float(np.abs(within_P).max()), float(np.abs(within_Q).max()))
    mean, error = float(values.mean()), float(values.std(ddof=1)) / np.sqrt(count)
    if error <= ROUNDING * largest:  # all blocks say the same
        return TwoSampleTest(mean, 0.0 if mean > ROUNDING * largest else 1.0)
    return TwoSampleTest(mean, float(stdtr(count - 1, -mean / error)))


def _mean_within(K: Array, unbiased: bool) -> float:
    n = len(K)
    return float((K.sum() - np.trace(K)) / (n * (n - 1)) if unbiased else K.mean())


def _diagonal_blocks(K: Array, block: int) -> Array:
    """The square blocks along the diagonal: (number of blocks, block, block)."""
    count = len(K) // block
    return np.einsum("abac->abc", K.reshape(count, block, count, block))


def _mean_apart(blocks: Array) -> Array:
    """The mean of each block over all entries off its diagonal."""
    size = blocks.shape[1]
    on_it = np.einsum("aii->a", blocks)
    return np.asarray((blocks.sum(axis=(1, 2)) - on_it) / (size * (size - 1)))


def _samples(k: Kernel, X: Any, Y: Any, least: int) -> tuple[Any, Any]:
    read = k.read(X, "X"), k.read(Y, "Y")
    for points, name in zip(read, ("X", "Y"), strict=True):
        if len(points) < least:
            raise ValueError(f"{name} holds {len(points)} point: give at least {least}.")
    return read
