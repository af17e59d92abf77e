"""Expressions at 10^±90000, and at 10 to the power 10¹⁶, where nothing can cancel: log log t reaches 30 nowhere nearer.

Decimals hold such numbers, but 1 + 10⁻¹⁰⁰ is 1 among 60 digits: so far out only sums, products, quotients, powers,
roots and logarithms of the letter are computed, no sum whose terms cancel, and no logarithm of what is next to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Decimal, getcontext
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE, NotRational, TooMuch
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.tree import Binary, Call, Name, Node, Unary, free_names, walk

from ..instances.instance import Instance
from ..ranges.numbers import Interval, Nonnegative, Scalar
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .waves import TURN, in_step, swept

_LADDER = tuple(round(10 * 1.5**step) for step in range(86))  # up to 10¹⁶
_NEXT_TO_ONE = Decimal(10) ** -30
_CLEARLY = Decimal(10) ** -20  # of the larger side, or term
_CLEARLY_TURNING = Decimal(10) ** -10  # where the letter itself is moved by a part in 10⁴⁰
_DIPS = 2
_PLAIN = 300  # powers of ten that floats hold


@contextmanager
def without_bounds() -> Iterator[None]:
    """60 digits, and powers of ten as large as they get."""
    with precision():
        getcontext().Emax, getcontext().Emin = MAX_EMAX, MIN_EMIN
        yield


def can_tell(node: Node, setting: Setting, name: str) -> bool:
    """Is it made of what decimals can do so far out?"""
    hidden = setting.depends(node) & setting.define.keys()
    return _telling(node, name) and not any(name in setting.depends(setting.define[one]) for one in hidden)


def value_at(node: Node, setting: Setting, at: Instance, name: str, power: int, sure: bool = True) -> Any:
    """Its value where the letter is 10^power; one of NO_VALUE is raised where digits would be lost."""
    if at.exact is None:
        raise TooMuch("this instance is only known in floats")
    arithmetic = Exact(decimals=True)
    used = setting.depends(node)
    with without_bounds():
        try:
            values = {one: arithmetic.lift(value) for one, value in at.exact.items() if one in used - {name}}
            evaluator = Evaluator({**values, name: Decimal((0, (1,), power))}, setting.define, arithmetic)
            for part in walk(node):
                if sure and name in free_names(part) and _loses_digits(part, evaluator):
                    raise TooMuch("digits are lost where terms cancel, or a logarithm is next to 0")
            return evaluator(plain(node))
        except (NotRational, AttributeError) as reason:
            raise TooMuch("no decimals") from reason


def first_far(low: Node, high: Node, setting: Setting, at: Instance) -> dict[str, Any] | None:
    """Letters, and `low` and `high` after them, where low > high far out along one letter; None if there is no such."""
    for name in sorted((setting.depends(low, high) & setting.given.keys()) - at.sizes.keys()):
        for (below, above), angle in in_step((low, high), name):
            if not all(can_tell(node, setting, name) for node in (below, above, angle) if node is not None):
                break
            for side in sides(setting.given[name]):
                found = _Way(below, above, setting, at, name, side, angle).first()
                if found is not None:
                    others = setting.depends(low, high) & setting.given.keys() - {name}
                    letters = {one: at.exact[one] for one in sorted(others)} if at.exact is not None else {}
                    place = f"10^{side * found.power}"
                    there = place if angle is None else f"next to {place}, the angle as if it were free"
                    return {name: there, **letters, "low": told(found.small), "high": told(found.large)}
    return None


@dataclass(frozen=True)
class _Rung:
    """Both sides where the letter is 10^power."""

    power: int
    small: Decimal
    large: Decimal

    @property
    def gap(self) -> Decimal:
        """Beside the larger side."""
        size = max(abs(self.small), abs(self.large))
        return (self.large - self.small) / size if size else Decimal(0)


@dataclass(frozen=True)
class _Way:
    """low ≤ high along one letter, far out or next to 0; with an angle, where that runs through all its values."""

    low: Node
    high: Node
    setting: Setting
    at: Instance
    name: str
    side: int
    angle: Node | None

    def first(self) -> _Rung | None:
        """A broken one: on the ladder, or where the gap is smallest between two of its rungs."""
        rungs: list[_Rung] = []
        for power in _LADDER:
            rung = self.rung(power)
            if rung is None:
                if self.angle is None:
                    break
                continue
            rungs.append(rung)
            if self.broken(rung):
                return rung
        with without_bounds():
            dips = [place for place in range(1, len(rungs) - 1)
                    if rungs[place - 1].gap > rungs[place].gap < rungs[place + 1].gap]  # fmt: skip
        return next((one for place in dips[:_DIPS] if (one := self.lowest(rungs, place)) is not None), None)

    def lowest(self, rungs: list[_Rung], place: int) -> _Rung | None:
        """Thirds of the powers around a dip."""
        start, end = rungs[place - 1].power, rungs[place + 1].power
        while end - start > 2:
            inner = [self.rung(start + (end - start) * part // 3) for part in (1, 2)]
            if inner[0] is None or inner[1] is None:
                return None
            broken = next((one for one in inner if one is not None and self.broken(one)), None)
            if broken is not None:
                return broken
            with without_bounds():
                first = inner[0].gap < inner[1].gap
            start, end = (start, inner[1].power) if first else (inner[0].power, end)
        return None

    def rung(self, power: int) -> _Rung | None:
        """None where it has no value, or the angle does not run through a whole turn."""
        try:
            if self.angle is not None and not self.turns_there(power):
                return None
            return _Rung(power, self.value(self.low, power), self.value(self.high, power))
        except NO_VALUE:
            return None

    def turns_there(self, power: int) -> bool:
        grown = Decimal(0) if self.angle is None else self.value(swept(self.angle, self.name), power, False)
        with without_bounds():
            return abs(grown) > TURN

    def value(self, node: Node, power: int, sure: bool = True) -> Decimal:
        found = value_at(node, self.setting, self.at, self.name, self.side * power, sure)
        if not isinstance(found, Decimal):
            raise TooMuch("no decimal")
        return found

    def broken(self, rung: _Rung) -> bool:
        with without_bounds():
            return -rung.gap > (_CLEARLY if self.angle is None else _CLEARLY_TURNING)


def told(value: Decimal) -> Decimal | str:
    """For a witness: a number that no float holds in words."""
    return value if abs(value.adjusted()) < _PLAIN else f"about 10^{value.adjusted()}"


def _loses_digits(part: Node, evaluator: Evaluator) -> bool:
    match part:
        case Call(function="log", arguments=(inside,)):
            return any(abs(entry - 1) < _NEXT_TO_ONE for entry in _entries(evaluator(plain(inside))))
        case Binary(op="+" | "-", left=left, right=right):
            sizes = [max(map(abs, _entries(evaluator(plain(one))))) for one in (left, right)]
            return min(map(abs, _entries(evaluator(plain(part))))) < _CLEARLY * max(sizes)
    return False


def _entries(value: Any) -> Any:
    return np.ravel(np.asarray(value, dtype=object))


def sides(range_: Range) -> Iterator[int]:
    """1: it may be as large as one likes; −1: as near to 0 from above."""
    if isinstance(range_, (Nonnegative, Scalar)):
        yield from (1, -1)
    elif isinstance(range_, Interval) and range_.ends[0] <= 0 < range_.ends[1]:
        yield -1


def _telling(node: Node, name: str) -> bool:
    """Sums, products, quotients, powers, roots and logarithms of the letter."""
    if name not in free_names(node):
        return True
    match node:
        case Name():
            return True
        case Unary():
            return _telling(node.operand, name)
        case Binary(op="*" | "/" | "+" | "-"):
            return _all_telling((node.left, node.right), name)
        case Binary(op="**"):
            return name not in free_names(node.right) and _telling(node.left, name)
        case Call(function="log" | "sqrt" | "abs"):
            return _all_telling(node.arguments, name)
    return False


def _all_telling(nodes: Iterable[Node], name: str) -> bool:
    return all(_telling(node, name) for node in nodes)
