"""Where something happens along a letter that is a number: each sum in a line is solved for the letter.

Random numbers meet neither t = 10⁶ in (eᵗ − 1)(t − 10⁶) = 0, nor p = e⁴⁰ in |log p − 40| > 0, nor what lies beyond
exp(e¹⁰) in log(log p) ≤ 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice, pairwise, permutations
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.tree import Binary, Call, Node, Number, Unary, walk
from kernelcourse.language.undo import undone

from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .instance import Instance
from .moves import kinks
from .quantities import Quantity

_LONGEST = 20_000  # digits of a number that is tried
_MOST = 8  # places along one letter
_FEW, _PAIRS = 3, 12  # of them, where another letter follows; such pairs
_BESIDE = Fraction(1, 2**30)


def places(nodes: Iterable[Node], setting: Setting, at: Instance, name: str) -> Iterator[Fraction]:
    """Numbers where a sum within these expressions, or what is inside |…|, max and min, is zero along the letter."""
    if at.exact is None or name in at.sizes or np.ndim(at.exact.get(name, 0)):
        return
    seen: set[Fraction] = set()
    for part in {part: None for node in nodes for part in sums(plain(node))}:
        for candidate in undone(part, name):
            value = solved(candidate, setting, at)
            if value is not None and value not in seen:
                seen.add(value)
                yield value


def around(nodes: Iterable[Node], setting: Setting, at: Instance, names: Iterable[str]) -> Iterator[Instance]:
    """At these places, on both sides of each, and between neighbours, along every letter in turn."""
    nodes = tuple(nodes)
    for name in sorted(set(names) & setting.given.keys()):
        range_ = setting.given[name]
        found = sorted(islice(places(nodes, setting, at, name), _MOST))
        middles = [(low + high) / 2 for low, high in pairwise(found)]
        beside = [one for place in found for one in _beside(place, range_)]
        for value in dict.fromkeys([*found, *middles, *beside]):
            if range_.holds(value):
                yield at.with_value(name, value)


def chained(
    nodes: Iterable[Node], setting: Setting, at: Instance, names: Iterable[str]
) -> Iterator[Instance]:
    """One letter at a place, then another at a place it has there: b = 17, and a = 51 in (a − 3b)² + (b − 17)²."""
    nodes = tuple(nodes)
    for first, second in islice(permutations(sorted(set(names) & setting.given.keys()), 2), _PAIRS):
        for there in _placed(nodes, setting, at, first):
            yield from _placed(nodes, setting, there, second)


def _placed(nodes: tuple[Node, ...], setting: Setting, at: Instance, name: str) -> Iterator[Instance]:
    here = (one for one in places(nodes, setting, at, name) if setting.given[name].holds(one))
    yield from (at.with_value(name, one) for one in islice(here, _FEW))


def factors(node: Node) -> Iterator[Node]:
    """What may be zero where the product is: of (a − 1)² b / c, a − 1 and b."""
    match node:
        case Unary():
            yield from factors(node.operand)
        case Binary(op="*"):
            yield from factors(node.left)
            yield from factors(node.right)
        case Binary(op="/"):
            yield from factors(node.left)
        case Binary(op="**", right=Number(value=int() as power)) if power > 0:
            yield from factors(node.left)
        case Call(function="abs", arguments=(inside,)):
            yield from factors(inside)
        case _:
            yield node


def solved(candidate: Node, setting: Setting, at: Instance) -> Fraction | None:
    """The number that an expression is at an instance, as a fraction; None where it has no value, or too long a one."""
    try:
        value: Any = Quantity(candidate, setting).exactly(at)
    except NO_VALUE:
        return None
    return None if np.ndim(value) else as_fraction(value)


def as_fraction(number: Any) -> Fraction | None:
    """None where it is too long a one."""
    too_long = isinstance(number, Decimal) and abs(number.adjusted()) > _LONGEST
    return None if too_long else Fraction(number)


def sums(node: Node) -> Iterator[Node]:
    """Sums and differences within an expression, and what is inside |…|, max and min."""
    yield from (part for part in walk(node) if isinstance(part, Binary) and part.op in "+-")
    yield from kinks(node)


def _beside(place: Fraction, range_: Range) -> Iterator[Fraction]:
    yield from (place * 2, place / 2, place + 1, place - 1)
    yield from (place * (1 + _BESIDE), place * (1 - _BESIDE))
    yield from ((place + end) / 2 for end in range_.bounds or ())
