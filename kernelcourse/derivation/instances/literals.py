"""The numbers written in a line, and those near them in size: where (a − 17.25)² vanishes, and e⁻ᵃ passes 10⁻³⁰⁰."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Node, Number, Sum, free_names, walk

_LITERAL = 10**400  # no larger number of a line is tried as the value of a letter
_PLAIN = Fraction(1, 10**6)  # beyond it, and below, twice a number and one divided by it are tried too


def numbers_in(nodes: Iterable[Node]) -> set[Fraction]:
    """The numbers of these expressions, constants such as √2 among them; of far ones also 2q, q/2, 1/q and log q."""
    parts = [part for node in nodes for part in walk(node)]
    numbers = [part.value if isinstance(part, Number) else _constant(part) for part in parts]
    written = [Fraction(one) for one in numbers if isinstance(one, (int, Fraction))]
    found = {one for one in written if abs(one) < _LITERAL}
    far = {one for one in found if one and not _PLAIN < abs(one) < 1 / _PLAIN}
    found |= {times * one**power for one in far for times in (1, 2, Fraction(1, 2)) for power in (1, -1)}
    found |= {Fraction(round(times * _logarithm(one))) for one in far for times in (1, 2)}  # e⁻ᵃ > 10⁻³⁰⁰
    return found


def _constant(node: Node) -> Fraction | None:
    """The value of √2, 1/π, …: of what holds no letter."""
    if isinstance(node, Sum) or free_names(node) - {"pi"}:
        return None
    try:
        value = Evaluator({"pi": math.pi}, {}, Floats())(node)
        return (
            Fraction(value).limit_denominator(10**9) if not np.ndim(value) and np.isrealobj(value) else None
        )
    except (Undefined, TooMuch, ValueError, OverflowError, TypeError):
        return None


def _logarithm(number: Fraction) -> float:
    return math.log(abs(number.numerator)) - math.log(number.denominator)
