"""What is left of an error in the end, and whether there is an end: read off a few steps among 60 digits.

An error a + b/N + c/N² + … leaves a, and so does one with log N beside each 1/N, as Stirling's formula has it, or with
1/√N: the first terms are solved for. What takes turns, such as (−1)ᴺ (1 − 1/N), has a limit on every row N = r, r + 12,
r + 24, … and none of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np

from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.elimination import solutions
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.exact import DIGITS, precision
from kernelcourse.language.functions import turns
from kernelcourse.language.tree import Binary, Call, Name, Node, Sum, Unary, walk

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..ranges.numbers import Integer

_LADDER = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
_LONG_LADDER = (16, 20, 25, 32, 40, 50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 960)
_RUNGS, _AGREE = 7, 3  # of them at least; orders that must agree
_SEEN = Decimal(10) ** -20
_ROWS, _STEPS = 24, (240, 480, 960)  # N = r, r + 24, …: parities, thirds, quarters and eighths of a turn
_APART = Decimal(1) / 100
_STILL = 20  # times closer than they are apart
_DIGITS = 400  # with fewer, a large angle loses its place on the circle
_SECONDS = 0.3  # of computing, for all rows
_TO_SOLVE = 150  # digits, of which elimination loses some


def standing(moving: Quantity, fixed: Quantity, name: str, at: Instance) -> float:
    """What signed errors on a ladder of steps tend to, where three orders of one expansion agree; else 0."""
    sums = any(isinstance(part, Sum) for part in walk(moving.node))
    ladder = _LADDER if sums else _LONG_LADDER
    found: list[Decimal] = []
    try:
        for step in ladder if at.exact is not None and not moving.shape else ():
            with precision():
                there = _value(moving, name, step, at) - _value(fixed, name, step, at)
                found.append(there)
    except NO_VALUE:
        pass
    if len(found) < _RUNGS:
        return 0.0
    steps = ladder[: len(found)]
    for expansion in (_whole_powers, _roots, *([_with_logarithms] if _has_logarithms(moving.node) else [])):
        last = expansion(steps, found)[-_AGREE:]
        if all(abs(one - last[-1]) <= abs(last[-1]) / 1000 for one in last) and abs(last[-1]) > _SEEN:
            return float(last[-1])
    return 0.0


def _value(quantity: Quantity, name: str, step: int, at: Instance) -> Decimal:
    there = replace(at, exact={**(at.exact or {}), name: Fraction(step)})
    return Decimal(decimals(quantity.exactly(there)))


def _whole_powers(steps: Sequence[int], errors: list[Decimal]) -> list[Decimal]:
    """a of a + b/N + c/N² + …, order by order."""
    with precision():
        return _neville([1 / Decimal(step) for step in steps], errors)


def _roots(steps: Sequence[int], errors: list[Decimal]) -> list[Decimal]:
    """a of a + b/√N + c/N + …, order by order."""
    with precision():
        return _neville([1 / Decimal(step).sqrt() for step in steps], errors)


def _neville(small: list[Decimal], errors: list[Decimal]) -> list[Decimal]:
    """The polynomials through the last two, three, … errors, at 0."""
    found, last = list(errors), list[Decimal]()
    for order in range(1, len(errors)):
        pairs = zip(pairwise(found), small, small[order:], strict=False)
        found = [(one * after - other * before) / (one - other) for (before, after), one, other in pairs]
        last.append(found[-1])
    return last


def _with_logarithms(steps: Sequence[int], errors: list[Decimal]) -> list[Decimal]:
    """a of a + (b + c log N)/N + (d + e log N + f (log N)²)/N² + …, for the last orders."""
    terms = [(power, logs) for power in range(len(errors)) for logs in range(power + 1)]
    last = []
    with precision(_TO_SOLVE):
        for order in range(len(errors) + 1 - _AGREE, len(errors) + 1):
            chosen = [Decimal(step) for step in steps[-order:]]
            rows = [[step.ln() ** logs / step**power for power, logs in terms[:order]] for step in chosen]
            spend(order**3)
            solved, _ = solutions(np.array(rows, dtype=object), np.array(errors[-order:], dtype=object))
            last.append(Decimal(0) if solved is None else solved[0])
    return last


def _has_logarithms(node: Node) -> bool:
    called = (part.function for part in walk(node) if isinstance(part, Call))
    return any(name in ("log", "factorial", "binom") for name in called)


def taking_turns(moving: Quantity, name: str, at: Instance) -> tuple[Fraction, ...]:
    """Two late steps N on rows of whole numbers where the line stands still, far apart: it has no limit."""
    range_ = moving.setting.given.get(name)
    if (
        at.exact is None
        or moving.shape
        or not isinstance(range_, Integer)
        or not _alternates(moving.node, name)
    ):
        return ()
    still: list[tuple[Decimal, Decimal, int]] = []
    added_up = any(isinstance(part, Sum) for part in walk(moving.node))
    limit = Limit(_SECONDS)
    try:
        for row in range(_ROWS):
            if limit.over():
                break
            with precision(DIGITS if added_up else _DIGITS):
                values = [_value(moving, name, step + row, at) for step in _STEPS]
            first, second = abs(values[1] - values[0]), abs(values[2] - values[1])
            if second < first or not second:
                still.append((values[-1], second, _STEPS[-1] + row))
            for (one, move, step), (other, shift, late) in combinations(still, 2):
                gap = abs(one - other)
                if gap > _APART * max(Decimal(1), abs(one)) and gap > _STILL * (move + shift):
                    return Fraction(step), Fraction(late)
    except NO_VALUE:
        return ()
    return ()


def _alternates(node: Node, name: str) -> bool:
    """(−1)ᴺ, or a circular function."""
    powers = (part for part in walk(node) if isinstance(part, Binary) and part.op == "**")
    signs = any(isinstance(one.left, Unary) and Name(name) in walk(one.right) for one in powers)
    return signs or turns(node)
