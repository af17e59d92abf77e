"""Intervals that hold every value of a formula; an open end is never reached. Rounding goes outwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

INF = math.inf


@dataclass(frozen=True)
class Interval:
    """low … high; an open end is never reached."""

    low: float
    high: float
    low_open: bool = False
    high_open: bool = False

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low, self.high_open, self.low_open)

    def __add__(self, other: Interval) -> Interval:
        return Interval(
            outward(self.low + other.low, -1),
            outward(self.high + other.high, 1),
            self.low_open or other.low_open,
            self.high_open or other.high_open,
        )

    def times(self, other: Interval) -> Interval:
        corners = [
            (_times(p, q), (po and q != 0) or (qo and p != 0))
            for p, po in ((self.low, self.low_open), (self.high, self.high_open))
            for q, qo in ((other.low, other.low_open), (other.high, other.high_open))
        ]
        low, high = min(v for v, _ in corners), max(v for v, _ in corners)
        low_open = all(o for v, o in corners if v == low)
        high_open = all(o for v, o in corners if v == high)
        return Interval(outward(low, -1), outward(high, 1), low_open, high_open)

    def power(self, e: Fraction) -> Interval:
        whole = e.denominator == 1
        if whole and e > 0 and e % 2 == 0:
            size = self.size()
            return size._monotone(e)
        if whole and e > 0:
            return self._monotone(e)
        if self.low > 0 or (self.low == 0 and (self.low_open or e > 0)):
            return self._monotone(e)
        if whole and e % 2 == 0:
            return Interval(0.0, INF, True, True)
        if not whole:
            return Interval(0.0, INF, e < 0, True)
        return EVERYTHING

    def size(self) -> Interval:
        if self.low >= 0:
            return self
        if self.high <= 0:
            return -self
        top = max(-self.low, self.high)
        reached = (self.high == top and not self.high_open) or (-self.low == top and not self.low_open)
        return Interval(0.0, top, False, not reached)

    def _monotone(self, e: Fraction) -> Interval:
        ends = [(_power(self.low, e), self.low_open), (_power(self.high, e), self.high_open)]
        if e < 0:
            ends.reverse()
        return Interval(outward(ends[0][0], -1), outward(ends[1][0], 1), ends[0][1], ends[1][1])


EVERYTHING = Interval(-INF, INF, True, True)


def _times(p: float, q: float) -> float:
    return 0.0 if p == 0 or q == 0 else p * q


def _power(p: float, e: Fraction) -> float:
    try:
        if p == 0:
            return 0.0 if e > 0 else INF
        return math.copysign(abs(p) ** float(e), p if e % 2 else 1.0)
    except OverflowError:
        return INF if p > 0 or e % 2 == 0 else -INF


def outward(value: float, direction: int) -> float:
    """One step away, unless the value is a small whole number or a simple fraction that floats hold exactly."""
    if not math.isfinite(value) or (value * 4096).is_integer():
        return value
    return value + direction * abs(value) * 1e-14


def exponential(value: float) -> float:
    """exp, up to +∞."""
    try:
        return math.exp(value)
    except OverflowError:
        return INF


def logarithm(value: float) -> float:
    """log, from −∞ to +∞."""
    return -INF if value <= 0 else INF if value == INF else math.log(value)
