"""Ranges as written in a file: `matrix(n, d)`, `psd(n)`, `positive`, `interval(0, 1)`, …"""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from kernelcourse.language.dimensions import Dimension, dimension
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.in_text import brief_number
from kernelcourse.language.reading import parse
from kernelcourse.language.tree import Node

from .matrices import Definite, Matrix, SemiDefinite, Symmetric
from .numbers import Bounded, Complex, IndexLetter, Integer, Interval, Nonnegative, Positive, Scalar, Value
from .pieces import Orthogonal, Partition
from .range import Range
from .vectors import ComplexVector, Labels, NonnegativeVector, PositiveVector, Unit, Vector

RANGES: dict[str, type[Range]] = {
    "matrix": Matrix, "vector": Vector, "scalar": Scalar, "positive": Positive, "nonnegative": Nonnegative,
    "symmetric": Symmetric, "psd": SemiDefinite, "pd": Definite, "orthogonal": Orthogonal, "labels": Labels,
    "partition": Partition, "unit": Unit, "positive_vector": PositiveVector, "nonnegative_vector": NonnegativeVector,
    "complex": Complex, "complex_vector": ComplexVector, "index": IndexLetter, "integer": Integer, "interval": Interval,
    "value": Value,
}  # fmt: skip
_SYNONYMS = {
    "real": "scalar",
    "number": "scalar",
    "complex_scalar": "complex",
    "gram": "psd",
    "onehot": "partition",
}
_MOST = 2500  # entries of a letter whose size is a number


def in_words(text: str) -> str:
    """vector(n) ↦ a vector of n numbers, matrix(r + p, n) ↦ a matrix, (r + p) × n; a range without words is shown as
    it is."""
    name, _, sizes = text.partition("(")
    kind = RANGES.get(name)
    if kind is None or not kind.words:
        return text
    told = [size.strip() for size in sizes.rstrip(")").split(",")]
    factors = "×" in kind.words
    return kind.words.format(*(f"({size})" if factors and " " in size else size for size in told))


def listed() -> str:
    """Every range and what it means, a line each."""
    found = []
    for name, kind in RANGES.items():
        sizes = ("a", "b") if issubclass(kind, Bounded) else ("n", "d")
        text = f"{name}({', '.join(sizes[: kind.takes])})" if kind.takes else name
        words = in_words(text)
        found.append(f"  {text:24}{words if words != text else ''}".rstrip())
    return "\n".join(found)


def read_range(name: str, text: object) -> Range:
    """`matrix(n, d)` → Matrix; anything else is a ValueError that lists the ranges there are."""
    if not isinstance(text, str):
        raise ValueError(f'given.{name} must be text such as "vector(n)", not {type(text).__name__}')
    found = re.fullmatch(r"\s*([a-z_]+)\s*(?:\((.*)\))?\s*", text[:200])
    word = _SYNONYMS.get(found.group(1), found.group(1)) if found else ""
    if not found or word not in RANGES:
        raise ValueError(f"given.{name} = {text[:60]!r}: the ranges are {', '.join(sorted(RANGES))}")
    kind = RANGES[word]
    arguments = [part for part in (found.group(2) or "").split(",") if part.strip()]
    if len(arguments) != kind.takes:
        raise ValueError(f"given.{name}: {word} takes {kind.takes} sizes, not {len(arguments)}")
    nodes = [parse(part) for part in arguments]
    if issubclass(kind, Bounded):
        low, high = _constant(nodes[0], name), _constant(nodes[-1], name)
        if low > high or (kind is Interval and low == high):
            raise ValueError(f"given.{name}: {brief_number(low)} … {brief_number(high)} is empty")
        return kind(bounds=(low, high))
    sizes = tuple(_size(node, name, text) for node in nodes)
    if kind is Unit and not sizes[0].names and sizes[0].size({}) == 1:
        kind = Labels  # 1 or −1
    shape = sizes * 2 if issubclass(kind, (Symmetric, Orthogonal)) else () if kind is IndexLetter else sizes
    if prod(size.size({}) if not size.names else 1 for size in shape) > _MOST:
        raise ValueError(f"given.{name}: {text[:60]!r} is too large to be tested: at most {_MOST} entries")
    return kind(shape, sizes)


def _size(node: Node, name: str, text: str) -> Dimension:
    size = dimension(node)
    if size is None or (not size.names and size.size({}) < 1):
        raise ValueError(
            f"given.{name}: {text[:60]!r} has a size that is not a dimension such as n, 2 or n + 1"
        )
    return size


def _constant(node: Node, name: str) -> Fraction:
    try:
        value = Evaluator({}, {}, Exact())(node)
    except (Undefined, TooMuch, NotRational, Unsupported, KeyError):
        value = None
    if not isinstance(value, Fraction):
        raise ValueError(f"given.{name}: the bounds must be numbers, whole or fractions")
    return Fraction(value)
