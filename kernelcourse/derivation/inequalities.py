"""An inequality: by rule, or it must survive instances, corners, many sizes, and a search for the smallest gap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import TINY, precision
from kernelcourse.language.tree import Binary

from .comparison import largest, shown
from .conditions import meets
from .instances import Instance, Profile, moderate
from .large import first_wrong, huge_counts
from .moves import between_zeros, kinks, scaled, stepped
from .outcome import PREVIOUS, Outcome, Verdict, Warrant, Witness, conditions_of, needs_more, witness
from .proving.defined import unproved
from .proving.order import ordered
from .quantities import Quantity, decimals
from .ranges import holds
from .samples import Samples

_CLEAR = 1e-6
_MORE_DIGITS = 300
_SIZES = (1, 4, 6, 9, 12)
_LARGE = (21, 120)  # where no letter is a matrix
_SCALES = (Fraction(1, 64), Fraction(64), Fraction(1, 2**110), Fraction(2**110))
_SECONDS = 0.7  # of computing, for one line
_CONFIRMING = 0.02  # where it is proved: numbers have a word too


@dataclass(frozen=True)
class Gap:
    """high − low at an instance: its smallest entry relative to the numbers it was made from, and whether it breaks."""

    at: Instance
    size: float
    broken: bool


def judge_inequality(
    left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]
) -> Outcome:
    """left sign right at every instance, sign one of <= >= < >."""
    if left.shape != right.shape and left.shape and right.shape:
        why = f"{left} is {shape_text(left.shape)}; {right} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, f"{why}: you cannot compare them", sign, kind="shape")
    return _Trial(left, sign, right, samples, names).outcome()


class _Trial:
    def __init__(self, left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]):
        self.left, self.sign, self.right, self.samples, self.names = left, sign, right, samples, names
        self.low, self.high = (left, right) if sign[0] == "<" else (right, left)
        self.strict = len(sign) == 1
        self.setting = right.setting
        self.used = self.setting.depends(left.node, right.node)
        granted = (left.node,) if names[0] == PREVIOUS else ()
        nodes = (right.node,) if granted else (left.node, right.node)
        self.asked = tuple(one for node in nodes for one in unproved(node, self.setting, granted))
        self.tested = 0
        self.trouble = ""
        self.missing: tuple[Instance, str] | None = None

    def outcome(self) -> Outcome:
        proved = not self.asked and ordered(self.low, self.high, self.strict)
        tight: list[Gap] = []
        limit = Limit(_CONFIRMING if proved else _SECONDS)
        for at in self.instances():
            if limit.over():
                break
            gap = self.gap(at)
            if gap is None:
                continue
            self.tested += 1
            if gap.broken:
                return self.refuted(gap.at)
            tight.append(gap)
        if proved:
            why = "what is left after taking away the common terms is a sum of things that cannot be negative"
            return Outcome(Verdict.PROVED, f"by rule: {why}", self.sign, warrant=Warrant(f"by rule: {why}"))
        broken = self.between(limit)
        if broken is not None:
            return self.refuted(broken)
        for gap in self.starts(tight):
            if limit.over():
                break
            pushed = (None if self.setting.where else self.valley(gap, limit)) or self.push(gap, limit)
            if pushed is not None:
                return self.refuted(pushed)
        found = first_wrong(self.setting, (self.left.node, self.right.node), self.clearly_broken)
        return self.refuted(found) if found is not None else self.survived()

    def clearly_broken(self, at: Instance) -> bool:
        return self.measured(at) < -_CLEAR

    def survived(self) -> Outcome:
        if self.tested < 3:
            why = self.trouble or "no instance satisfies the side conditions"
            return Outcome(Verdict.OPEN, f"could not decide: {why}", self.sign)
        why = f"tested: it survived {self.tested} instances and a search for the smallest gap"
        warrant = Warrant(
            "corners, sizes from 1 to 12 and large ones, and a search for the smallest gap", self.tested
        )
        if self.missing is None:
            return Outcome(Verdict.TESTED, why, self.sign, warrant=warrant)
        at, reason = self.missing
        found = self.shown(at)
        needed = conditions_of(self.asked, reason)
        return Outcome(
            Verdict.TESTED, needs_more(needed), self.sign, found, needed, warrant, kind="undefined"
        )

    def instances(self) -> Iterator[Instance]:
        yield from self.samples.standard
        yield from self.samples.at_literals((self.left.node, self.right.node), self.used)
        yield from self.samples.corners(self.used)
        yield from huge_counts(self.setting, (self.left.node, self.right.node), self.samples.standard[:1])
        yield from self.samples.more(Profile("small"), 10)
        yield from self.samples.more(Profile("generic", "deficient"), 10)
        for size in self.sizes():
            sizes = dict.fromkeys(self.setting.sizes, size)
            found = next(iter(self.samples.sized(sizes)), None)
            if found is not None:
                yield found
                yield from self.samples.plain_corners(found, self.used, 8)
        for at in self.samples.standard[:4]:  # |x|³ ≤ |x|² is true for small numbers only
            for scale in _SCALES:
                larger = scaled(self.samples, at, scale)
                if meets(self.setting, larger):
                    yield larger
        yield from self.samples.counted(self.used)
        yield from self.samples.reciprocal(self.used)
        for at in self.samples.standard[:3]:
            for kink in (one for node in (self.left.node, self.right.node) for one in kinks(node)):
                for moved, _ in between_zeros(kink, self.setting, at):
                    yield from self.samples.allowed(moved)

    def sizes(self) -> tuple[int, ...]:
        flat = all(len(range_.shape) < 2 for range_ in self.setting.given.values())
        return () if not self.setting.sizes else (*_SIZES, *_LARGE) if flat else _SIZES

    def gap(self, at: Instance) -> Gap | None:
        try:
            size = self.measured(at)
        except (Undefined, TooMuch):
            size = 0.0  # perhaps only for floats
            try:
                self.low.exactly(at), self.high.exactly(at)
            except (Undefined, TooMuch, Unsupported) as reason:
                self.trouble = str(reason)
                if isinstance(reason, Undefined) and self.counts(at):
                    self.missing = self.missing or (at, str(reason))
                return None
        return Gap(at, size, size <= _CLEAR and self.violated(at, size))

    def counts(self, at: Instance) -> bool:
        """An undefined line matters where the line before it is defined."""
        return self.names[0] != PREVIOUS or self.left.has_value(at)

    def measured(self, at: Instance) -> float:
        small, large = self.low.measure(at), self.high.measure(at)
        difference = np.subtract(large.value, small.value)
        if np.iscomplexobj(difference):
            if np.max(np.abs(np.imag(difference))) > 1e-9 * max(small.peak, large.peak):
                return -math.inf  # complex numbers have no order
            difference = np.real(difference)
        return float(np.min(difference)) / max(small.peak, large.peak, 1e-300)

    def violated(self, at: Instance, size: float) -> bool:
        """Near equality only exact numbers can tell: 60 digits, and 300 where they differ by what those may hide."""
        try:
            found = self.broken_among(at, TINY)
            if found is not False:  # None: too near to tell
                spend(75 * _MORE_DIGITS)
                with precision(_MORE_DIGITS):
                    again = self.broken_among(at, TINY**5)
                found = again if again is not None else bool(found)
            return found
        except (Unsupported, Undefined, TooMuch, TypeError, ArithmeticError):
            return size < -_CLEAR or (self.strict and size == 0 and self.left.node == self.right.node)

    def broken_among(self, at: Instance, tiny: Decimal) -> bool | None:
        with precision():
            below, above = self.low.exactly(at), self.high.exactly(at)
            difference = np.min(np.asarray(_minus(above, below), dtype=object))
            if not isinstance(difference, Decimal):
                return bool(difference <= 0 if self.strict else difference < 0)
            scale = max(largest(decimals(below)), largest(decimals(above)), 1)
            if abs(difference) > tiny * scale:
                return bool(difference < 0)
            return True if self.strict and difference == 0 and moderate(at) else None

    def starts(self, tight: list[Gap]) -> list[Gap]:
        """Where a search may begin: the smallest gaps, of different sizes of the letters."""
        if any(sign == "==" for sign, _, _ in self.setting.where):
            return []
        chosen: dict[tuple[int, ...], Gap] = {}
        for gap in sorted(tight, key=lambda gap: gap.size):
            chosen.setdefault(tuple(gap.at.sizes.values()), gap)
        return list(chosen.values())[:4] + tight[:3]

    def between(self, limit: Limit) -> Instance | None:
        """Along one letter a polynomial gap is negative between two zeros or nowhere; a zero breaks a strict sign."""
        if self.left.shape or self.right.shape:
            return None
        difference = Binary("-", self.high.node, self.low.node)
        for at in self.samples.standard[:3]:
            for moved, zero in between_zeros(difference, self.setting, at):
                if limit.over() or not meets(self.setting, moved):
                    continue
                if (zero and self.strict) or (not zero and self.violated(moved, 0.0)):
                    return moved
        return None

    def valley(self, start: Gap, limit: Limit) -> Instance | None:
        """Steps along each letter that is a number, halved where none goes down."""
        best, length = start, 1.0
        names = [name for name in self.setting.given if name in self.used and name not in start.at.sizes
                 and not np.ndim(start.at.values[name])]  # fmt: skip
        for _ in range(110 if names else 0):
            if length < 1e-15 or limit.over():
                return None
            here = best
            for name, side in product(names, (1, -1)):
                point = Fraction(float(here.at.values[name].real) + side * length)
                if not holds(self.setting.given[name], point):
                    continue
                try:
                    moved = here.at.with_value(name, point)
                    size = self.measured(moved)
                except (Undefined, TooMuch):
                    continue
                if size < best.size:
                    best = Gap(moved, size, False)
            length = min(1.5 * length, 1e3) if best is not here else length / 2
            if best.size <= _CLEAR and self.violated(best.at, best.size):
                return best.at
        return None

    def push(self, start: Gap, limit: Limit) -> Instance | None:
        """Random steps, their length adapted, that make the gap smaller; an instance where the inequality breaks."""
        rng = np.random.default_rng([self.samples.seed, 7])
        names = [name for name in self.setting.given if name in self.used and name not in start.at.sizes]
        best, length = start, 1.0
        for _ in range(60):
            if limit.over():
                return None
            moved = best.at
            for name in names:
                moved = moved.with_value(name, stepped(self.setting.given[name], moved, name, length, rng))
            if self.setting.where and not meets(self.setting, moved):
                continue
            try:
                size = self.measured(moved)
            except (Undefined, TooMuch):
                length *= 0.7
                continue
            if size <= _CLEAR and self.violated(moved, size):
                return moved
            better = size < best.size
            best = Gap(moved, size, False) if better else best
            length = min(length * 1.6, 1e3) if better else max(length * 0.85, 1e-6)
        return None

    def refuted(self, at: Instance) -> Outcome:
        for small in [*self.samples.small(4), *self.samples.corners(self.used)][:60]:
            gap = self.gap(small)
            if gap is not None and gap.broken:
                at = small
                break
        why = f"{self.sign} does not hold for all values of the letters"
        return Outcome(Verdict.REFUTED, why, self.sign, self.shown(at))

    def shown(self, at: Instance) -> Witness:
        sides = dict(zip(self.names, shown(self.left, self.right, at), strict=True))
        return witness(self.setting, at, (self.left.node, self.right.node), sides)


def _minus(above: Any, below: Any) -> Any:
    try:
        return above - below
    except TypeError:  # a fraction and a decimal
        return decimals(above) - decimals(below)
