"""Sums of more terms than can be added up: 1 + ½ + … + 1/n passes 25 at n = 4·10¹⁰.

The first terms are added up, the others are an integral between the middles (its error is that of f′ at its ends).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from kernelcourse.language.errors import NO_VALUE, TooMuch
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Call, Name, Node, Number, Sum, free_names, substitute, transform, walk

from ..reading.symbols import Setting, plain
from .slow_limits import turns

_SIZES = tuple(10**power for power in range(4, 16))
_CORNERS = ("abs", "sign", "max", "min", "binom", "factorial")
_ADDED = 2000  # terms one by one
_NODES = np.polynomial.legendre.leggauss(12)
_CLEARLY = 1e-6  # of the larger side


def first_long(low: Node, high: Node, setting: Setting) -> tuple[str, int, float, float] | None:
    """A size at which low > high, and both sides; of expressions of that size only, made of one sum over it."""
    names = setting.depends(low, high)
    sums = [part for node in (low, high) for part in walk(node) if isinstance(part, Sum)]
    if len(names) != 1 or not names <= {*setting.sizes} or not sums or setting.where:
        return None
    name = next(iter(names))
    if setting.given.get(name) is not None or not all(_smooth(one, name) for one in sums):
        return None
    try:
        tables = {one: _Long(one) for one in sums}
        for size in _SIZES:
            small, large = (_value(node, name, size, tables) for node in (low, high))
            if small - large > _CLEARLY * max(abs(small), abs(large), 1.0):
                return name, size, small, large
    except NO_VALUE:
        return None
    return None


def _smooth(term: Sum, name: str) -> bool:
    """Σ f(i) over i below the size, f without the size, without waves and without corners."""
    body, (index, stop), *more = plain(term.body), *term.ranges
    corners = any(isinstance(part, Call) and part.function in _CORNERS for part in walk(body))
    simple = not more and stop == Name(name) and free_names(body) <= {index, "pi"}
    return simple and entrywise(body) and not turns(body) and not corners


class _Long:
    """The sum of f up to any size."""

    def __init__(self, term: Sum):
        self.body, self.index = plain(term.body), term.ranges[0][0]
        self.first = float(np.sum(self.f(np.arange(float(_ADDED)))))

    def f(self, points: np.ndarray) -> np.ndarray:
        found = Evaluator({self.index: points}, {}, Floats())(self.body)
        return np.broadcast_to(found, points.shape)

    def up_to(self, size: int) -> float:
        """Panels that are twice as long as the one before."""
        ends = [_ADDED - 0.5]
        while ends[-1] < size - 0.5:
            ends.append(min(2 * ends[-1], size - 0.5))
        total = self.first
        for start, end in pairwise(ends):
            half = (end - start) / 2
            total += half * float(_NODES[1] @ self.f((start + end) / 2 + half * _NODES[0]))
        if not np.isfinite(total):
            raise TooMuch("the sum is too large")
        return total


def _value(node: Node, name: str, size: int, tables: dict[Sum, _Long]) -> float:
    def change(part: Node) -> Node:
        return Number(Fraction(tables[part].up_to(size))) if isinstance(part, Sum) else part

    tree = substitute(transform(plain(node), change), {name: Number(size)})
    return float(Evaluator({}, {}, Floats())(tree))
