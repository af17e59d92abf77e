"""An inequality: by rule, or it must survive instances, corners, many sizes, and a search for the smallest gap."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.evaluate import TooMuch, Undefined
from kernelcourse.language.exact import TINY, Unsupported, precision
from kernelcourse.language.shapes import brief

from .comparison import shown
from .conditions import meets
from .instances import Instance, Profile, moderate
from .outcome import PREVIOUS, Outcome, Verdict, Warrant, conditions_of, needs_more, witness
from .proving.defined import unproved
from .proving.order import ordered
from .quantities import Quantity, decimals
from .ranges import Range
from .samples import Samples

_CLEAR = 1e-6
_SIZES = (1, 4, 6, 9, 12)
_SECONDS = 0.7  # of computing, for one line


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
        why = f"{brief(left.node)} is {shape_text(left.shape)}; {brief(right.node)} is {shape_text(right.shape)}"
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
        if not self.asked and ordered(self.low, self.high, self.strict):
            why = "what is left after taking away the common terms is a sum of things that cannot be negative"
            return Outcome(Verdict.PROVED, f"by rule: {why}", self.sign, warrant=Warrant(f"by rule: {why}"))
        tight: list[Gap] = []
        deadline = time.process_time() + _SECONDS
        for at in self.instances():
            if time.process_time() > deadline:
                break
            gap = self.gap(at)
            if gap is None:
                continue
            self.tested += 1
            if gap.broken:
                return self.refuted(gap.at)
            tight.append(gap)
        for gap in self.starts(tight):
            if time.process_time() > deadline:
                break
            pushed = self.push(gap, deadline)
            if pushed is not None:
                return self.refuted(pushed)
        return self.survived()

    def survived(self) -> Outcome:
        if self.tested < 3:
            why = self.trouble or "no instance satisfies the side conditions"
            return Outcome(Verdict.OPEN, f"could not decide: {why}", self.sign)
        why = f"tested: it survived {self.tested} instances and a search for the smallest gap"
        warrant = Warrant("corners, sizes from 1 to 12, and a search for the smallest gap", self.tested)
        if self.missing is None:
            return Outcome(Verdict.TESTED, why, self.sign, warrant=warrant)
        at, reason = self.missing
        sides = dict(zip(self.names, shown(self.left, self.right, at), strict=True))
        found = witness(self.setting, at, (self.left.node, self.right.node), sides)
        needed = conditions_of(self.asked, reason)
        return Outcome(
            Verdict.TESTED, needs_more(needed), self.sign, found, needed, warrant, kind="undefined"
        )

    def instances(self) -> Iterator[Instance]:
        yield from self.samples.standard
        yield from self.samples.at_literals((self.left.node, self.right.node), self.used)
        yield from self.samples.corners(self.used)
        yield from self.samples.more(Profile("small"), 10)
        yield from self.samples.more(Profile("generic", "deficient"), 10)
        for size in _SIZES if self.setting.sizes else ():
            sizes = dict.fromkeys(self.setting.sizes, size)
            found = next(iter(self.samples.sized(sizes)), None)
            if found is not None:
                yield found
                yield from self.samples.plain_corners(found, self.used)
        for at in self.samples.standard[:4]:  # |x|³ ≤ |x|² is true for small numbers only
            for scale in (Fraction(1, 64), Fraction(64), Fraction(2**50)):
                scaled = _scaled(self.samples, at, scale)
                if meets(self.setting, scaled):
                    yield scaled

    def gap(self, at: Instance) -> Gap | None:
        try:
            size = self.measured(at)
        except (Undefined, TooMuch) as error:
            size = 0.0  # perhaps only for floats
            try:
                if not self.exactly_defined(at):
                    raise error
            except (Undefined, TooMuch, Unsupported) as reason:
                self.trouble = str(reason)
                if isinstance(reason, Undefined) and self.counts(at):
                    self.missing = self.missing or (at, str(reason))
                return None
        return Gap(at, size, size <= _CLEAR and self.violated(at, size))

    def counts(self, at: Instance) -> bool:
        """An undefined line matters where the line before it is defined."""
        if self.names[0] != PREVIOUS:
            return True
        try:
            self.left.measure(at)
        except (Undefined, TooMuch):
            return False
        return True

    def exactly_defined(self, at: Instance) -> bool:
        self.low.exactly(at)
        self.high.exactly(at)
        return True

    def measured(self, at: Instance) -> float:
        small, large = self.low.measure(at), self.high.measure(at)
        difference = np.subtract(large.value, small.value)
        if np.iscomplexobj(difference):
            if np.max(np.abs(np.imag(difference))) > 1e-9 * max(small.peak, large.peak):
                return -math.inf  # complex numbers have no order
            difference = np.real(difference)
        return float(np.min(difference)) / max(small.peak, large.peak, 1e-300)

    def violated(self, at: Instance, size: float) -> bool:
        """Near equality only exact numbers can tell."""
        try:
            with precision():
                below, above = self.low.exactly(at), self.high.exactly(at)
                difference = np.min(np.asarray(_minus(above, below), dtype=object))
                if isinstance(difference, Decimal):
                    scale = max(_largest(below), _largest(above), 1)
                    return bool(
                        difference < -TINY * scale or (self.strict and difference == 0 and moderate(at))
                    )
                return bool(difference <= 0 if self.strict else difference < 0)
        except (Unsupported, Undefined, TooMuch, TypeError):
            return size < -_CLEAR or (self.strict and size == 0 and self.equal_by_nature())

    def equal_by_nature(self) -> bool:
        return self.left.node == self.right.node

    def starts(self, tight: list[Gap]) -> list[Gap]:
        """Where a search may begin: the smallest gaps, of different sizes of the letters."""
        if any(sign == "==" for sign, _, _ in self.setting.where):
            return []
        chosen: dict[tuple[int, ...], Gap] = {}
        for gap in sorted(tight, key=lambda gap: gap.size):
            chosen.setdefault(tuple(gap.at.sizes.values()), gap)
        return list(chosen.values())[:4] + tight[:3]

    def push(self, start: Gap, deadline: float) -> Instance | None:
        """Random steps, their length adapted, that make the gap smaller; an instance where the inequality breaks."""
        rng = np.random.default_rng([self.samples.seed, 7])
        names = [name for name in self.setting.given if name in self.used and name not in start.at.sizes]
        best, length = start, 1.0
        for _ in range(60):
            if time.process_time() > deadline:
                return None
            moved = best.at
            for name in names:
                moved = moved.with_value(name, _moved(self.setting.given[name], moved, name, length, rng))
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
        sides = dict(zip(self.names, shown(self.left, self.right, at), strict=True))
        found = witness(self.setting, at, (self.left.node, self.right.node), sides)
        return Outcome(
            Verdict.REFUTED, f"{self.sign} does not hold for all values of the letters", self.sign, found
        )


def _minus(above: Any, below: Any) -> Any:
    try:
        return above - below
    except TypeError:  # a fraction and a decimal
        return decimals(above) - decimals(below)


def _largest(value: Any) -> Any:
    return max((abs(entry) for entry in np.ravel(np.asarray(decimals(value), dtype=object))), default=0)


def _fractions(values: Any) -> Any:
    """Floats as fractions, short ones where that changes little."""
    entries = np.asarray(values, dtype=float)
    found = np.empty(entries.shape, dtype=object)
    for place in np.ndindex(entries.shape):
        full = Fraction(float(entries[place]))
        short = full.limit_denominator(2**20)
        found[place] = short if short and abs(short - full) < abs(full) / 1000 else full
    return found if entries.ndim else found.item()


def _moved(range_: Range, at: Instance, name: str, length: float, rng: np.random.Generator) -> Any:
    """A step that stays within the range of the letter."""
    value = at.values[name]
    shape = np.shape(value)
    match range_.kind:
        case "vector" | "matrix" | "scalar":
            step = length * rng.normal(size=shape) * (np.max(np.abs(value)) if rng.random() < 0.3 else 1.0)
            return _fractions(value + step)
        case "symmetric":
            step = rng.normal(size=shape)
            return _fractions(value + length * (step + step.T))
        case "positive" | "nonnegative" | "positive_vector" | "nonnegative_vector":
            return _fractions(value * np.exp(np.clip(length * rng.normal(size=shape), -20, 20)))
        case "psd" | "pd" if at.exact is not None:  # exactly, or it would not be semidefinite any more
            along = _fractions(np.round(rng.normal(size=len(value)) * 8) / 8)
            scale = Fraction(2) ** int(rng.integers(-2, 3))
            return at.exact[name] * scale + Fraction(min(length, 64.0)).limit_denominator(64) * np.outer(
                along, along
            )
        case "interval":
            assert range_.bounds is not None
            low, high = float(range_.bounds[0]), float(range_.bounds[1])
            part = np.clip((value - low) / (high - low), 1e-12, 1 - 1e-12)
            odds = np.log(part / (1 - part)) + length * rng.normal()
            part = Fraction(float(1 / (1 + np.exp(-np.clip(odds, -25, 25)))))
            return range_.bounds[0] + (range_.bounds[1] - range_.bounds[0]) * part
        case "integer":
            assert range_.bounds is not None
            step = round(float(np.clip(length, 1, 10) * rng.normal()))
            return min(max(Fraction(round(float(value))) + step, range_.bounds[0]), range_.bounds[1])
        case "complex" | "complex_vector":
            return value + length * (rng.normal(size=shape) + 1j * rng.normal(size=shape))
    return at.exact[name] if at.exact is not None else value


def _scaled(samples: Samples, at: Instance, scale: Fraction) -> Instance:
    """The same instance with every free vector and matrix made smaller or larger."""
    for name, range_ in samples.setting.given.items():
        if range_.kind in ("vector", "matrix", "symmetric", "psd", "pd"):
            value = at.exact[name] * scale if at.exact is not None else at.values[name] * float(scale)
            at = at.with_value(name, value)
    return at
