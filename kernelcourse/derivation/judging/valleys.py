"""Along the letters of an inequality that are numbers: zeros of the gap, its valleys, and steps downhill."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.tree import Binary, Node, Number, transform

from ..instances.instance import Instance
from ..instances.met import meets
from ..instances.moves import between_zeros, coordinates
from ..instances.places import places
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from .gaps import CLEAR, Gap, Gaps
from .solved_conditions import freer
from .stationary import FINE
from .sweeps import flat_at_zero, lowest, zeros
from .touching import touched
from .whole_numbers import lowest_whole
from .written_out import written_out


class Valleys(Gaps):
    """Where high − low is smallest."""

    def tight(self) -> Instance | None:
        """Where the gap is zero or negative at a point that only many digits describe."""
        if self.left.shape or self.right.shape or self.digits > FINE.digits:  # beside 10⁻³⁰⁰ nothing is 0
            return None
        difference = Binary("-", self.high.node, self.low.node)
        for at in touched(difference, self.strict, self.setting, self.used, list(self.samples.standard)):
            if self.nothing_too_small(at):
                return at
        return None

    def tight_in_numbers(self) -> Instance | None:
        """The same for vectors of two entries, written in numbers."""
        if self.left.shape or self.right.shape or self.digits > FINE.digits:
            return None
        difference = Binary("-", self.high.node, self.low.node)
        letters = self.used | self.setting.depends(
            *(side for _, *both in self.setting.where for side in both)
        )
        found = written_out(difference, self.setting, letters)
        if found is None:
            return None
        numbers = freer(found.setting)
        try:
            starts = list(Samples(numbers, self.samples.seed).standard[:4])
        except ValueError:  # at this size no values meet the side conditions
            return None
        used = numbers.depends(found.gap)
        for at in touched(found.gap, self.strict, numbers, used & numbers.given.keys(), starts, along=True):
            there = replace(found, setting=numbers).back(at)
            if there is not None and self.nothing_too_small(there):
                return there
        return None

    def swept(self, limit: Limit) -> Instance | None:
        """Where the gap is smallest along one letter, and where what cannot be negative in it is zero."""
        if self.left.shape or self.right.shape or self.setting.where:
            return None
        difference = Binary("-", self.high.node, self.low.node)
        for at in self.samples.standard[:1]:
            for moved in lowest_whole(difference, self.setting, at):
                if self.has_gap(moved) and self.violated(moved, self.measured(moved)):
                    return moved
        for at, name in product(self.samples.standard[:2], sorted(self.used & self.setting.given.keys())):
            if np.ndim(at.values[name]) or at.exact is None or limit.over():
                continue
            for moved in lowest(difference, self.setting, at, name):
                found = self.valley(Gap(moved, self.measured(moved), False), limit)
                if found is not None:
                    return found
            for part, inside in flat_at_zero(difference):
                there = (at.with_value(name, one) for one in places((inside,), self.setting, at, name))
                for moved in chain(zeros(inside, self.setting, at, name), there):
                    if moved.exact is None or not self.setting.given[name].holds(moved.exact[name]):
                        continue
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
        best, length, kept = start, 1.0, None  # kept: at this point it was seen to hold
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
            if best.size <= CLEAR and best is not kept:
                with suppress(Undefined, TooMuch):  # the moves beside it were measured last
                    self.measured(best.at)
                if self.violated(best.at, best.size):
                    return best.at
                kept = best
        whole = best.at
        for axis in axes:
            whole = axis.rounded(whole)
        return whole if axes and self.has_gap(whole) and self.violated(whole, 0.0) else None

    def has_gap(self, at: Instance) -> bool:
        return self.low.has_value(at) and self.high.has_value(at)
