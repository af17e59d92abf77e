"""What a letter ranges over, as written in a file: `matrix(n, d)`, `psd(n)`, `positive`, `interval(0, 1)`, …"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from kernelcourse.language.dimensions import Dimension, Shape, dimension
from kernelcourse.language.reading import parse
from kernelcourse.language.tree import Binary, Node, Number

# how many sizes each range takes
RANGES = {
    "matrix": 2, "vector": 1, "scalar": 0, "positive": 0, "nonnegative": 0, "symmetric": 1, "psd": 1, "pd": 1,
    "orthogonal": 1, "labels": 1, "partition": 2, "unit": 1, "positive_vector": 1, "nonnegative_vector": 1,
    "complex": 0, "complex_vector": 1, "index": 1, "integer": 2, "interval": 2, "value": 1,
}  # fmt: skip
_SYNONYMS = {
    "real": "scalar",
    "number": "scalar",
    "complex_scalar": "complex",
    "gram": "psd",
    "onehot": "partition",
}
_MOST = 2500  # entries of a letter whose size is a number
_SQUARE = frozenset({"symmetric", "psd", "pd", "orthogonal"})
FREE = frozenset(
    {"matrix", "vector", "scalar", "positive", "nonnegative", "positive_vector", "complex", "interval"}
)


@dataclass(frozen=True)
class Range:
    """What a letter ranges over, with its shape and (for integer, interval, value) its bounds."""

    kind: str
    shape: Shape = ()
    sizes: tuple[Dimension, ...] = ()
    bounds: tuple[Fraction, Fraction] | None = None


def holds(range_: Range, value: Fraction) -> bool:
    """Does this number lie in the range of a letter that is a number?"""
    low, high = range_.bounds or (value, value)
    return {
        "scalar": True,
        "positive": value > 0,
        "nonnegative": value >= 0,
        "interval": low < value < high,
        "integer": low <= value <= high and value.denominator == 1,
    }.get(range_.kind, False)


def entry_of(range_: Range) -> Range:
    """What one entry of a free vector or matrix ranges over, the others being fixed; of another letter, nothing."""
    kinds = {
        "vector": "scalar",
        "matrix": "scalar",
        "positive_vector": "positive",
        "nonnegative_vector": "nonnegative",
    }
    return Range(kinds.get(range_.kind, ""))


def read_range(name: str, text: object) -> Range:
    """`matrix(n, d)` → Range; anything else is a ValueError that lists the ranges there are."""
    if not isinstance(text, str):
        raise ValueError(f'given.{name} must be text such as "vector(n)", not {type(text).__name__}')
    found = re.fullmatch(r"\s*([a-z_]+)\s*(?:\((.*)\))?\s*", text[:200])
    kind = _SYNONYMS.get(found.group(1), found.group(1)) if found else ""
    if not found or kind not in RANGES:
        raise ValueError(f"given.{name} = {text[:60]!r}: the ranges are {', '.join(sorted(RANGES))}")
    arguments = [part for part in (found.group(2) or "").split(",") if part.strip()]
    if len(arguments) != RANGES[kind]:
        raise ValueError(f"given.{name}: {kind} takes {RANGES[kind]} sizes, not {len(arguments)}")
    nodes = [parse(part) for part in arguments]
    if kind == "value":  # one number, not in FREE: nothing may move it
        only = _constant(nodes[0], name)
        return Range(kind, (), (), (only, only))
    if kind in ("integer", "interval"):
        low, high = (_constant(node, name) for node in nodes)
        if low > high or (kind == "interval" and low == high):
            raise ValueError(f"given.{name}: {low} … {high} is empty")
        return Range(kind, (), (), (low, high))
    sizes = []
    for node in nodes:
        size = dimension(node)
        if size is None or (not size.names and size.size({}) < 1):
            raise ValueError(
                f"given.{name}: {text[:60]!r} has a size that is not a dimension such as n, 2 or n + 1"
            )
        sizes.append(size)
    shape = tuple(sizes) * 2 if kind in _SQUARE else () if kind == "index" else tuple(sizes)
    if prod(size.size({}) if not size.names else 1 for size in shape) > _MOST:
        raise ValueError(f"given.{name}: {text[:60]!r} is too large to be tested: at most {_MOST} entries")
    return Range(kind, shape, tuple(sizes))


def _constant(node: Node, name: str) -> Fraction:
    match node:
        case Number(value=int() | Fraction() as value):
            return Fraction(value)
        case Binary(op="/", left=left, right=right):
            return _constant(left, name) / _constant(right, name)
    if hasattr(node, "op") and node.op == "-":
        return -_constant(node.operand, name)  # type: ignore[union-attr]
    raise ValueError(f"given.{name}: the bounds must be numbers")
