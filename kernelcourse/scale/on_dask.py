"""The same sums on Dask: each block's moments where the block is, merged in a tree; a Client is all it takes.

Dask keeps the recipe of every piece, so a worker that dies costs the time of its pieces and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array
from kernelcourse.rkhs import KernelExpansion
from kernelcourse.scale.blocks import BUDGET, Block, rows_within
from kernelcourse.scale.gradients import ridge_steps
from kernelcourse.scale.landmark_kernel import nystroem
from kernelcourse.scale.one_pass import Moments, moments_of_block, width

BRANCHES = 8  # moments merged at once: a worker holds that many (m, m) matrices, not one for every block
HELPERS = 500  # landmarks of the kernel that helps conjugate gradients, at most
ROOM = 4  # how many times the bytes of a block its fit takes: the block, its features, their square, a merge


def is_dask(X: Any) -> bool:
    """Whether X is a dask.array, asked without importing Dask."""
    return type(X).__module__.startswith("dask.") and hasattr(X, "to_delayed")


def moments_on_dask(k: Kernel, X: Any, y: Any = None, budget: int = BUDGET) -> Moments:
    """The moments of a Dask array (n, d), with the scheduler or the Client that is active."""
    return _tree(k, X, y, budget).compute()


def collect_on_dask(
    k: Kernel, X: Any, y: Any = None, client: Any = None, budget: int = BUDGET, at_once: int | None = None
) -> Iterator[Moments]:
    """The state after every finished block, in the order of finishing: progress, and Ctrl-C, on a cluster.

    No more than ``at_once`` blocks are under way (twice the threads of the cluster unless given). Leaving the loop, by
    break or Ctrl-C, cancels what is under way; the last state has all that was finished.
    """
    from dask.distributed import as_completed, default_client

    client = default_client() if client is None else client
    parts = _parts(k, X, y, budget)
    if at_once is None:
        at_once = 2 * max(1, sum(client.nthreads().values()))
    _refuse_too_little_memory(k, X, client, budget)
    waiting = iter(parts)
    under_way = as_completed([], with_results=True)
    running: set[Any] = set()
    state: Moments | None = None
    try:
        for part in waiting:
            future = client.compute(part)
            running.add(future)
            under_way.add(future)
            if len(running) >= at_once:
                break
        for future, found in under_way:
            running.discard(future)
            state = found if state is None else state + found
            yield state
            for part in waiting:
                future = client.compute(part)
                running.add(future)
                under_way.add(future)
                break
    finally:
        if running:
            client.cancel(list(running))


def exact_ridge_on_dask(k: Kernel, X: Any, y: Any, lam: float, budget: int = BUDGET) -> KernelExpansion:
    """α = (K + λI)⁻¹y for k itself: the points fit into memory, K does not: workers multiply its blocks."""
    import dask

    _as_pair(X, y)
    points, outputs = dask.compute(X, y)
    points = k.read(points, "X")
    n = len(points)
    few = min(HELPERS, n)
    helper = nystroem(k, points, few, np.random.default_rng(0)) if n > few else None
    product = gram_product_on_dask(k, points, budget)
    *_, last = ridge_steps(k, points, outputs, lam, helper, product=product)
    return last.f


def gram_product_on_dask(k: Kernel, X: Array, budget: int = BUDGET) -> Any:
    """v ↦ Kv, a block of rows a task, no block above the budget."""
    import dask

    step = rows_within(len(X), budget)
    everywhere = dask.delayed(X, pure=True)  # sent to the workers once

    @dask.delayed(pure=True)
    def rows(start: int, whole: Array, v: Array) -> Array:
        return k.gram(whole[start : start + step], whole) @ v

    def product(v: Array) -> Array:
        sent = dask.delayed(v)
        return np.concatenate(
            dask.compute(*(rows(start, everywhere, sent) for start in range(0, len(X), step)))
        )

    return product


def _as_pair(X: Any, y: Any) -> None:
    rows_together(X)
    if y is not None and not (is_dask(y) and len(y) == len(X)):
        raise ValueError("y must be a Dask array with one entry, or row, for each point of X.")


def _parts(k: Kernel, X: Any, y: Any, budget: int) -> list[Any]:
    """One delayed Moments for every block of rows."""
    import dask

    _as_pair(X, y)
    whole = rows_together(X)
    width(k, np.empty((1, X.shape[1])))  # refused here, not on a worker, if k has no features
    outputs = None if y is None else y.rechunk({0: whole.chunks[0], **({1: -1} if y.ndim == 2 else {})})
    blocks = whole.to_delayed().ravel()
    others = [None] * len(blocks) if outputs is None else outputs.to_delayed().ravel()
    task = dask.delayed(_block_moments, pure=True)
    return [task(k, block, other, budget) for block, other in zip(blocks, others)]


def _block_moments(k: Kernel, X: Array, y: Array | None, budget: int) -> Moments:
    from kernelcourse.scale.blocks import as_block

    return moments_of_block(k, as_block(Block(X, y), "the Dask array"), budget)


def _tree(k: Kernel, X: Any, y: Any, budget: int) -> Any:
    """All parts merged, a few at a time, as one delayed value."""
    parts = _parts(k, X, y, budget)
    client = _active_client()
    if client is not None:
        _refuse_too_little_memory(k, X, client, budget)
    return summed(parts)


def sum_over_blocks(X: Any, value: Callable[..., Any], *arguments: Any) -> Any:
    """Σ value(block, *arguments) over the blocks of rows of a Dask array, each computed where its block is."""
    import dask

    task = dask.delayed(value, pure=True)
    given = [dask.delayed(argument, pure=True) for argument in arguments]  # sent once, not with every block
    return summed([task(block, *given) for block in rows_together(X).to_delayed().ravel()]).compute()


def rows_together(X: Any) -> Any:
    """The Dask array (n, d) with no point cut in two, and every block's length known."""
    if X.ndim != 2:
        raise ValueError(
            f"X must be a Dask array of points, one in each row, (n, d); it has {X.ndim} dimensions."
        )
    whole = X.rechunk({1: -1})
    if np.isnan(whole.chunks[0]).any():
        raise ValueError("X has blocks of unknown length: call X.compute_chunk_sizes() first.")
    return whole


def summed(parts: list[Any]) -> Any:
    """The delayed sum of delayed values, a few at a time."""
    import dask

    add = dask.delayed(_sum, pure=True)
    while len(parts) > 1:
        parts = [add(parts[i : i + BRANCHES]) for i in range(0, len(parts), BRANCHES)]
    return parts[0]


def _sum(parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _active_client() -> Any:
    try:
        from dask.distributed import default_client

        return default_client()
    except (ImportError, ValueError):
        return None  # Dask's own threads


def _refuse_too_little_memory(k: Kernel, X: Any, client: Any, budget: int) -> None:
    """A clear word before the work starts, instead of workers that are restarted again and again."""
    m, d = width(k, np.empty((1, X.shape[1]))), X.shape[1]
    rows = int(max(X.chunks[0]))
    needed = ROOM * 8 * (rows * d + m * m) + min(budget, 8 * rows * m)
    for address, worker in client.scheduler_info(n_workers=-1)["workers"].items():
        limit = worker.get("memory_limit") or 0
        share = limit / max(1, worker.get("nthreads", 1))
        if limit and share < needed:
            raise ValueError(
                f"worker {address} has {share / 2**20:.0f} MB for each thread, and one block of {rows} points with "
                f"{m} features needs about {needed / 2**20:.0f} MB: give workers more, use smaller blocks of rows "
                "(X.rechunk), or fewer features."
            )
