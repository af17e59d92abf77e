"""All that ridge and PCA need of n points: sums over them, (m, m) numbers, gathered in one pass.

Blocks are merged by the law of total variance, each centred at its own mean, so nothing is lost when points lie far
from the origin (Chan, Golub and LeVeque 1983). Merging is associative: in which order, and where, does not matter.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import blas

from kernelcourse.kernels.euclidean import Linear
from kernelcourse.kernels.featured import Featured
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array
from kernelcourse.scale.blocks import BUDGET, Block, as_blocks, pieces, rows_within

SECONDS = 5.0  # between two savings of the state
CACHE = 2**25  # bytes of features worked on at once, if the budget allows: more rows make better products


@dataclass(frozen=True, eq=False)
class Moments:
    """n, the means of φ and y, and Σ (φ − φ̄)(φ − φ̄)ᵀ, Σ (φ − φ̄)(y − ȳ)ᵀ, Σ (y − ȳ)² over the points so far."""

    kernel: Kernel
    blocks: int  # how many blocks are in it
    count: int  # n
    mean: Array  # φ̄: (m,)
    scatter: Array  # (m, m)
    output_mean: Array  # ȳ: (q,), q = 0 without outputs
    cross: Array  # (m, q)
    output_scatter: Array  # (q,)
    single: bool  # whether y was (n,)

    def __add__(self, other: Moments) -> Moments:
        """The moments of both sets of points together."""
        if not isinstance(other, Moments):
            return NotImplemented
        if len(self.output_mean) != len(other.output_mean):
            raise ValueError(
                f"y has {len(self.output_mean)} columns in one block and {len(other.output_mean)} in another."
            )
        n = self.count + other.count
        apart, apart_y = other.mean - self.mean, other.output_mean - self.output_mean
        share = other.count / n
        between = self.count * share  # n₁n₂/n
        scatter = np.multiply.outer(apart * between, apart)
        scatter += self.scatter
        scatter += other.scatter
        return Moments(
            self.kernel,
            self.blocks + other.blocks,
            n,
            self.mean + share * apart,
            scatter,
            self.output_mean + share * apart_y,
            self.cross + other.cross + between * np.multiply.outer(apart, apart_y),
            self.output_scatter + other.output_scatter + between * apart_y**2,
            self.single,
        )

    @property
    def second(self) -> Array:
        """ΦᵀΦ = scatter + n φ̄φ̄ᵀ: (m, m)."""
        return self.scatter + np.multiply.outer(self.count * self.mean, self.mean)

    @property
    def products(self) -> Array:
        """Φᵀy = cross + n φ̄ȳᵀ: (m,) or (m, q)."""
        if not self.output_mean.size:
            raise ValueError("the blocks held points without outputs: give pairs (X, y).")
        both = self.cross + np.multiply.outer(self.count * self.mean, self.output_mean)
        return both[:, 0] if self.single else both

    def save(self, path: str | Path) -> None:
        """Write everything to a file, at once or not at all."""
        target = Path(path)
        unfinished = target.with_name(target.name + ".unfinished")
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        with unfinished.open("wb") as file:
            np.savez(file, kernel=fingerprint(self.kernel), **arrays)
        os.replace(unfinished, target)

    @staticmethod
    def load(path: str | Path, kernel: Kernel) -> Moments:
        """What ``save`` wrote; the same kernel must be given, for the file holds its fingerprint only."""
        try:
            with np.load(path, allow_pickle=False) as file:
                stored = {name: file[name] for name in ("kernel", *_ARRAYS)}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise ValueError(f"path: {path} holds no saved moments: {error}") from None
        if str(stored["kernel"]) != fingerprint(kernel):
            raise ValueError(f"path: {path} was made with another kernel than {kernel}: give the same one.")
        whole = {"blocks": int, "count": int, "single": bool}
        read = {name: whole[name](stored[name]) if name in whole else stored[name] for name in _ARRAYS}
        return Moments(kernel, **read)


_ARRAYS = "blocks count mean scatter output_mean cross output_scatter single".split()


def moments(
    k: Kernel,
    X: Any,
    y: ArrayLike | None = None,
    budget: int = BUDGET,
    progress: Callable[[Moments], Any] | None = None,
    checkpoint: str | Path | None = None,
) -> Moments:
    """The moments of all blocks, in one pass: of an array, ``Blocks``, or a generator of arrays or pairs (X, y).

    ``progress`` is called after every block. With ``checkpoint``, a file, the state is saved every few seconds and when
    the work is interrupted (Ctrl-C); called again with the same file, it goes on after the last block saved.
    """
    resumed = Moments.load(checkpoint, k) if checkpoint is not None and Path(checkpoint).exists() else None
    state, saved = resumed, time.monotonic()
    try:
        for state in collect(k, X, y, budget, resumed):
            if progress is not None:
                progress(state)
            if checkpoint is not None and time.monotonic() - saved > SECONDS:
                state.save(checkpoint)
                saved = time.monotonic()
    except BaseException:
        if checkpoint is not None and state is not None:
            state.save(checkpoint)
        raise
    if state is None:
        raise ValueError("X holds no block: give at least one point.")
    if checkpoint is not None:
        state.save(checkpoint)
    return state


def collect(
    k: Kernel, X: Any, y: ArrayLike | None = None, budget: int = BUDGET, after: Moments | None = None
) -> Iterator[Moments]:
    """The state after every block. A state is never changed once it is given out: stop wherever you like."""
    source = as_blocks(X, y)
    state = after
    for block in source.after(0 if after is None else after.blocks):
        of_block = moments_of_block(k, block, budget)
        state = of_block if state is None else state + of_block
        yield state


def moments_of_block(k: Kernel, block: Block, budget: int = BUDGET) -> Moments:
    """The moments of one block, its features never more than ``budget`` bytes at a time."""
    points = k.read(block.X, "X")
    n, m = len(points), width(k, points)
    outputs = np.zeros((n, 0)) if block.y is None else block.y.reshape(n, -1)
    output_mean = outputs.mean(axis=0)
    apart = outputs - output_mean
    # The features of a kernel are small; the coordinates of points may be far from the origin, and are moved there.
    shift = None if isinstance(k, Featured) else points[: rows_within(m)].mean(axis=0)
    second = np.zeros((m, m), order="F")
    sums = np.zeros((m, 1 + outputs.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        for some, phi in _ahead(k, points, budget):
            if shift is not None:
                phi -= shift
            second = blas.dsyrk(1.0, phi.T, beta=1.0, c=second, overwrite_c=True)  # the upper triangle
            sums += phi.T @ np.column_stack([np.ones(len(phi)), apart[some]])
        mean = sums[:, 0] / n
        second = np.triu(second) + np.triu(second, 1).T
        second -= np.multiply.outer(n * mean, mean)
    if not np.isfinite(second).all():
        raise ValueError(f"{k} is too large for a float, or undefined, at some point of X: scale X down.")
    return Moments(
        k,
        1,
        n,
        mean if shift is None else mean + shift,
        second,
        output_mean,
        sums[:, 1:],
        np.einsum("ij,ij->j", apart, apart),
        block.y is not None and block.y.ndim == 1,
    )


def _ahead(k: Kernel, X: Array, budget: int) -> Iterator[tuple[slice, Array]]:
    """Pieces of X with their features; while one is worked on, a second thread makes those of the next."""
    m = width(k, X)
    two = (
        max(budget // 2, 8 * m) if budget >= 8 * m else budget
    )  # two pieces are alive; refused if not one fits
    some = list(pieces(len(X), m, min(two, max(CACHE, 256 * 8 * m))))
    if len(some) == 1:
        yield some[0], features(k, X)
        return
    with ThreadPoolExecutor(1) as thread:
        following = thread.submit(features, k, X[some[0]])
        for piece, after in zip(some, [*some[1:], None]):
            phi = following.result()
            if after is not None:
                following = thread.submit(features, k, X[after])
            yield piece, phi


def features(k: Kernel, X: Array) -> Array:
    """φ(X) of points already read, an array of its own; the features of x·z are the coordinates."""
    return k.features(X) if isinstance(k, Featured) else np.array(X)


def width(k: Kernel, X: Array) -> int:
    """How many features a point of X has."""
    if not isinstance(k, Featured | Linear):
        raise ValueError(
            f"k = {k} has no features written out: approximate it with nystroem or random_fourier."
        )
    return k.size if isinstance(k, Featured) else X.shape[1]


def fingerprint(k: Kernel) -> str:
    """A short text that two kernels share only if they are equal, also in another process."""
    digest = hashlib.sha256(repr(k).encode())
    for name, value in sorted(vars(k).items()):
        if isinstance(value, np.ndarray):
            digest.update(name.encode() + np.ascontiguousarray(value).tobytes())
        elif isinstance(value, Kernel):
            digest.update(name.encode() + fingerprint(value).encode())
    return digest.hexdigest()[:32]
