"""Numbers, vectors and matrices as nested lists: their sizes, and the same in words."""

from __future__ import annotations

from typing import Any


def shape(value: Any) -> tuple[int, ...]:
    """() for a number, (n,) for a vector, (n, m) for a matrix."""
    if not isinstance(value, list):
        return ()
    return (len(value), *(shape(value[0]) if value else ()))


def in_words(value: Any) -> str:
    """a number, a vector of 3, a 2×3 matrix."""
    sizes = shape(value)
    if not sizes:
        return "a number"
    return f"a vector of {sizes[0]}" if len(sizes) == 1 else f"a {'×'.join(map(str, sizes))} matrix"
