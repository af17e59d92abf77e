"""Points that come a block at a time: from memory, a file of numpy, a Parquet file, or any generator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.points import Array, as_count, as_outputs, as_points

ROWS = 65_536  # points read at once from a file; their features are taken in smaller pieces, see Budget
BUDGET = 2**26  # bytes that one block of features or of a Gram matrix may take: 64 MB


@dataclass(frozen=True, eq=False)
class Block:
    """Some points with their outputs, if there are any."""

    X: Array  # (rows, d)
    y: Array | None = None  # (rows,) or (rows, q)


@dataclass(frozen=True)
class Blocks:
    """Blocks in a fixed order; ``opened(first)`` gives those from number ``first`` on, as often as asked."""

    opened: Callable[[int], Iterator[Any]]
    source: str = "blocks"

    def __iter__(self) -> Iterator[Block]:
        return self.after(0)

    def after(self, first: int) -> Iterator[Block]:
        """The blocks from number ``first`` on, each read and checked."""
        for number, given in enumerate(self.opened(first), start=first):
            yield as_block(given, f"block {number} of {self.source}")


def as_block(given: Any, name: str) -> Block:
    """An array of points, or a pair (points, outputs), as a block."""
    if isinstance(given, Block):
        X, y = given.X, given.y
    elif isinstance(given, tuple) and len(given) == 2:
        X, y = given
    else:
        X, y = given, None
    points = as_points(X, f"X in {name}")
    return Block(points, None if y is None else as_outputs(y, len(points), f"y in {name}"))


def in_blocks(X: Any, y: ArrayLike | None = None, rows: int = ROWS) -> Blocks:
    """X, and y if given, cut into blocks of ``rows`` points; arrays in memory or mapped from a file."""
    as_count(rows, "rows")
    if np.ndim(X) != 2 or not len(X):
        as_points(X)  # says what is wrong
    outputs = None if y is None else np.asarray(y)
    if outputs is not None and len(outputs) != len(X):
        raise ValueError(f"y has {len(outputs)} entries for {len(X)} points: give one for each point.")

    def opened(first: int) -> Iterator[Block]:
        for start in range(first * rows, len(X), rows):
            some = slice(start, start + rows)
            yield Block(X[some], None if outputs is None else outputs[some])

    return Blocks(opened, "X")


def blocks_of_npy(X: str | Path, y: str | Path | None = None, rows: int = ROWS) -> Blocks:
    """Points, and outputs if given, from .npy files that need not fit into memory."""
    points = _mapped(X, "X")
    return in_blocks(points, None if y is None else _mapped(y, "y"), rows)


def blocks_of_parquet(
    path: str | Path, features: Iterable[str], output: str | None = None, rows: int = ROWS
) -> Blocks:
    """The named columns of a Parquet file, which need not fit into memory. Needs pyarrow."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise ValueError("reading Parquet needs pyarrow: pip install kernelcourse[scale].") from None
    columns, as_rows = list(features), as_count(rows, "rows")
    known = parquet.ParquetFile(path).schema_arrow.names
    missing = [name for name in [*columns, *([output] if output else [])] if name not in known]
    if missing:
        raise ValueError(f"{path} has no column {missing[0]!r}; it has {', '.join(known)}.")

    def opened(first: int) -> Iterator[Any]:
        asked = columns + ([output] if output else [])
        for batch in islice(parquet.ParquetFile(path).iter_batches(as_rows, columns=asked), first, None):
            table = [batch.column(name).to_numpy(zero_copy_only=False) for name in columns]
            X = np.column_stack(table)
            yield (X, batch.column(output).to_numpy(zero_copy_only=False)) if output else X

    return Blocks(opened, str(path))


def as_blocks(source: Any, y: Any = None) -> Blocks:
    """Blocks as they are; an array cut up; a generator of arrays or of pairs (X, y), which is used once."""
    if isinstance(source, Blocks):
        if y is not None:
            raise ValueError("y belongs into the blocks, as pairs (X, y): leave it out, or None, here.")
        return source
    if isinstance(source, np.ndarray) or not isinstance(source, Iterator):
        return in_blocks(source if isinstance(source, np.ndarray) else as_points(source), y)
    used = False

    def opened(first: int) -> Iterator[Any]:
        nonlocal used
        if used:
            raise ValueError(
                "this generator was read already: give Blocks(opened) to read blocks more than once."
            )
        used = True
        return islice(source, first, None)

    return Blocks(opened, "the generator")


def pieces(n: int, width: int, budget: int = BUDGET) -> Iterator[slice]:
    """Slices of 0 … n − 1 such that a piece times ``width`` numbers stays within the budget of bytes."""
    step = rows_within(width, budget)
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def rows_within(width: int, budget: int = BUDGET) -> int:
    """How many rows of ``width`` numbers the budget of bytes allows; refused if not even one."""
    rows = as_count(budget, "budget") // (8 * width)
    if rows < 1:
        raise ValueError(
            f"budget = {budget} bytes is less than one row of {width} numbers: allow {8 * width}."
        )
    return rows


def _mapped(path: str | Path, name: str) -> Any:
    try:
        return np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise ValueError(f"{name}: {path} is no .npy file that can be read: {error}") from None
