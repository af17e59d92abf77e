"""An inequality: by rule, or it must survive instances, corners, many sizes, and a search for the smallest gap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.tree import Binary, Node, Number, transform

from .comparison import shown
from .conditions import meets
from .gaps import CLEAR, Gap, Gaps
from .instances import Instance, Profile
from .large import first_wrong, huge_counts
from .moves import between_zeros, coordinates, kinks, scaled, stepped
from .outcome import Outcome, Verdict, Warrant, Witness, conditions_of, needs_more, witness
from .proving.order import ordered
from .quantities import Quantity
from .samples import Samples
from .sweeps import flat_at_zero, lowest, zeros

_SIZES = (1, 4, 6, 9, 12)
_LARGE = (21, 120)  # where no letter is a matrix
_SCALES = (Fraction(1, 64), Fraction(64), Fraction(1, 2**110), Fraction(2**110))
_SECONDS = 0.7  # of computing, for one line
_CONFIRMING = 0.02  # where it is proved: numbers have a word too


def judge_inequality(
    left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]
) -> Outcome:
    """left sign right at every instance, sign one of <= >= < >."""
    if left.shape != right.shape and left.shape and right.shape:
        why = f"{left} is {shape_text(left.shape)}; {right} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, f"{why}: you cannot compare them", sign, kind="shape")
    return _Trial(left, sign, right, samples, names).outcome()


class _Trial(Gaps):
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
        broken = self.between(limit) or self.swept(limit)
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
        for size in (6, 9) if self.shaped() else ():
            yield from self.samples.low_rank(size)
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
        return () if not self.setting.sizes else _SIZES if self.shaped() else (*_SIZES, *_LARGE)

    def shaped(self) -> bool:
        """Is a letter a matrix?"""
        return any(len(range_.shape) > 1 for range_ in self.setting.given.values())

    def starts(self, tight: list[Gap]) -> list[Gap]:
        """Where a search may begin: the smallest gaps, of different sizes of the letters."""
        if any(sign == "==" for sign, _, _ in self.setting.where):
            return []
        chosen: dict[tuple[int, ...], Gap] = {}
        for gap in sorted(tight, key=lambda gap: gap.size):
            chosen.setdefault(tuple(gap.at.sizes.values()), gap)
        return list(chosen.values())[:4] + tight[:3]

    def swept(self, limit: Limit) -> Instance | None:
        """Where the gap is smallest along one letter, and where what cannot be negative in it is zero."""
        if self.left.shape or self.right.shape or self.setting.where:
            return None
        difference = Binary("-", self.high.node, self.low.node)
        for at, name in product(self.samples.standard[:2], sorted(self.used & self.setting.given.keys())):
            if np.ndim(at.values[name]) or at.exact is None or limit.over():
                continue
            for moved in lowest(difference, self.setting, at, name):
                found = self.valley(Gap(moved, self.measured(moved), False), limit)
                if found is not None:
                    return found
            for part, inside in flat_at_zero(difference):
                for moved in zeros(inside, self.setting, at, name):
                    if self.violated(moved, 0.0) or (self.strict and self.nothing_left(part, name, moved)):
                        return moved
        return None

    def nothing_left(self, part: Node, name: str, at: Instance) -> bool:
        """Where this part is 0, whatever the zero is exactly, the gap is not positive: |eᵃ − 7| > 0."""
        difference = Binary("-", self.high.node, self.low.node)
        rest = Quantity(transform(difference, lambda one: Number(0) if one == part else one), self.setting)
        return rest.rational and name not in rest.used and bool(rest.exactly(at) <= 0)

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
        """Steps along each number and each entry, halved where none goes down; the last point is also rounded."""
        best, length = start, 1.0
        axes = list(coordinates(self.setting, start.at, self.used)) if start.at.exact is not None else []
        for _ in range(110 if axes else 0):
            if length < 1e-15 or limit.over():
                break
            here = best
            for axis, side in product(axes, (1, -1)):
                moved = axis.moved(here.at, side * length)
                try:
                    size = self.measured(moved) if moved is not None else math.inf
                except (Undefined, TooMuch):
                    continue
                if moved is not None and size < best.size:
                    best = Gap(moved, size, False)
            length = min(1.5 * length, 1e3) if best is not here else length / 2
            if best.size <= CLEAR and self.violated(best.at, best.size):
                return best.at
        whole = best.at
        for axis in axes:
            whole = axis.rounded(whole)
        return whole if axes and self.has_gap(whole) and self.violated(whole, 0.0) else None

    def has_gap(self, at: Instance) -> bool:
        return self.low.has_value(at) and self.high.has_value(at)

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
            if size <= CLEAR and self.violated(moved, size):
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
