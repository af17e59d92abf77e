"""Sizes that occur as numbers only, such as n in n¹⁰ ≤ 2ⁿ + 10¹⁷: they cost nothing, however large they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from kernelcourse.language.functions import turns
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Sum, walk
from kernelcourse.language.undo import undone

from ..reading.symbols import Setting
from .instance import Instance
from .literals import numbers_in
from .moves import kinks
from .places import solved

SMALL = tuple(range(1, 13))
_CIRCLING = range(160, 1001)  # cos n is near 1 at n = 333, 355 and 710, and at few others
_HUGE = (*range(13, 160), *(round(160 * 1.3**step) for step in range(34)), 10**18)
_MOST_WRITTEN, _LARGEST = 8, 10**60
_MAKE_ARRAYS = ("I", "ones", "zeros", "e")


def counts(
    setting: Setting, nodes: tuple[Node, ...], bases: Iterable[Instance], chosen: Sequence[int] = _HUGE
) -> Iterator[Instance]:
    """Sizes that occur as numbers only, one after the other and huge: n¹⁰ ≤ 2ⁿ + 10¹⁷ is wrong for four of them."""
    parts = [part for node in nodes for part in walk(node)]
    arrays = any(
        (isinstance(part, Sum) and not _short(part))
        or (isinstance(part, Call) and part.function in _MAKE_ARRAYS)
        for part in parts
    )
    shaped = setting.sizes_of(setting.depends(*nodes))
    for base, name in product(bases, setting.sizes):
        if Name(name) in parts and not arrays and name not in shaped and not setting.where:
            circling = _CIRCLING if chosen is _HUGE and any(map(turns, nodes)) else ()
            written = _written(parts, setting, base, name) if chosen is _HUGE else ()
            for count in (*written, *chosen, *circling):
                if not setting.possible({**base.sizes, name: count}):
                    continue
                exact = None if base.exact is None else {**base.exact, name: Fraction(count)}
                yield replace(base, values={**base.values, name: float(count)}, exact=exact)


def _short(part: Sum) -> bool:
    """The same few terms, whatever the sizes are."""
    return all(isinstance(stop, Number) for _, stop in part.ranges)


def _written(parts: list[Node], setting: Setting, base: Instance, name: str) -> list[int]:
    """Where a sum of the line is zero, the numbers where its sums end, and those beside: min(n, 4321) = n."""
    ends = [Fraction(stop.value) for part in parts if isinstance(part, Sum) for _, stop in part.ranges
            if isinstance(stop, Number) and isinstance(stop.value, (int, Fraction))]  # fmt: skip
    sums: list[Node] = [part for part in parts if isinstance(part, Binary) and part.op in "+-"]
    sums += [kink for part in parts for kink in kinks(part)]
    solutions = (solved(one, setting, base) for part in dict.fromkeys(sums) for one in undone(part, name))
    found = {*numbers_in(parts), *ends, *(one for one in solutions if one is not None)}
    whole = sorted({round(one) for one in found if SMALL[-1] < one < _LARGEST})
    return [one + more for one in whole[:_MOST_WRITTEN] for more in (-1, 0, 1, one // 2)]
