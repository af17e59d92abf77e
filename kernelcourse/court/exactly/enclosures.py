"""Intervals with rational ends, rounded outwards: every value lies inside, an open end is never reached."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import inf, isqrt
from typing import TypeAlias

End: TypeAlias = Fraction | float  # a fraction, or ±inf
BITS = 160


def rounded(q: End, up: bool) -> End:
    """A nearby fraction with few digits, not below (up) or not above q."""
    if isinstance(q, float) or q.denominator.bit_length() <= BITS:
        return q
    shift = BITS + max(0, q.denominator.bit_length() - q.numerator.bit_length())
    whole = (q.numerator << shift) // q.denominator
    return Fraction(whole + (1 if up else 0), 1 << shift)


@dataclass(frozen=True)
class Range:
    """low … high."""

    low: End
    high: End
    low_open: bool = False
    high_open: bool = False

    def __add__(self, other: Range) -> Range:
        return Range(
            self.low + other.low,
            self.high + other.high,
            self.low_open or other.low_open,
            self.high_open or other.high_open,
        )

    def __neg__(self) -> Range:
        return Range(-self.high, -self.low, self.high_open, self.low_open)

    def __mul__(self, other: Range) -> Range:
        ends = [
            (_times(p, q), (po and qo) or (po and q != 0) or (qo and p != 0))
            for p, po in ((self.low, self.low_open), (self.high, self.high_open))
            for q, qo in ((other.low, other.low_open), (other.high, other.high_open))
        ]
        low, high = min(v for v, _ in ends), max(v for v, _ in ends)
        return Range(
            rounded(low, False),
            rounded(high, True),
            all(o for v, o in ends if v == low),
            all(o for v, o in ends if v == high),
        )

    def positive(self, strict: bool = True) -> bool:
        return self.low > 0 or (self.low == 0 and (self.low_open or not strict))

    def inverse(self) -> Range:
        if self.positive():
            far = self.high_open or self.high == inf  # no number is ∞
            return Range(_inverse(self.high), _inverse(self.low), far, self.low_open)
        return -(-self).inverse() if (-self).positive() else EVERYTHING

    def below_one(self) -> Range:
        """1/q where it is defined."""
        return Range(_inverse(self.high), inf, self.high_open, True) if self.low == 0 else self.inverse()

    def size(self) -> Range:
        if self.low >= 0:
            return self
        if self.high <= 0:
            return -self
        top = max(-self.low, self.high)
        reached = (self.high == top and not self.high_open) or (-self.low == top and not self.low_open)
        return Range(Fraction(0), top, False, not reached)

    def power(self, r: Fraction) -> Range:
        if r.denominator == 1:
            n = abs(int(r))
            if n > 64:
                return EVERYTHING
            base = self.size() if n % 2 == 0 else self
            made = Range(
                _whole(base.low, n), _whole(base.high, n), base.low_open and n > 0, base.high_open and n > 0
            )
            return made.below_one() if r < 0 else made
        if self.low < 0:
            return Range(Fraction(0), inf)  # where it is defined
        if r < 0:
            return self.power(-r).below_one()
        return Range(_root(self.low, r, False), _root(self.high, r, True), self.low_open, self.high_open)


EVERYTHING = Range(-inf, inf, True, True)


def point(q: Fraction | int) -> Range:
    return Range(Fraction(q), Fraction(q))


def _times(p: End, q: End) -> End:
    return Fraction(0) if p == 0 or q == 0 else p * q


def _inverse(q: End) -> End:
    return Fraction(0) if q in (inf, -inf) else inf if q == 0 else 1 / Fraction(q)


def _whole(q: End, n: int) -> End:
    return q**n if isinstance(q, Fraction) or n else Fraction(1)


def _root(q: End, r: Fraction, up: bool) -> End:
    """q^r for q ≥ 0 and r > 0, rounded up or down: the whole root of q^p·2^(kb), by bisection."""
    if isinstance(q, float) or q == 0 or q == 1:
        return q
    p, k = r.numerator, r.denominator
    if r > 10_000 or k > 10**12:
        return inf if up else Fraction(0)
    if p > 40 or k > 40:  # q^r = exp(r·log q)
        found = exponential(logarithm(Range(q, q)) * point(r))
        return found.high if up else found.low
    power = q**p
    whole = _whole_root((power.numerator << (k * BITS)) // power.denominator, k)
    return Fraction(whole + (1 if up else 0), 1 << BITS)


def _whole_root(n: int, k: int) -> int:
    if k == 2:
        return isqrt(n)
    low, high = 0, 1 << (n.bit_length() // k + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**k <= n else (low, middle)
    return low


def exponential(a: Range) -> Range:
    """exp, end by end."""
    return Range(_exp(a.low, False), _exp(a.high, True), a.low_open or a.low == -inf, a.high_open)


@lru_cache(maxsize=4096)
def _exp(q: End, up: bool) -> End:
    if q == 0:
        return Fraction(1)
    if max(q, -q) > 5000:
        if up:
            return inf if q > 0 else Fraction(1, 2**7000)
        return Fraction(2**7000) if q > 0 else Fraction(0)
    if q < 0:
        return 1 / Fraction(_exp(-q, not up))
    halvings = max(0, int(q).bit_length() + 4)
    small = Fraction(q) / 2**halvings  # below 1/16: all that comes after a term is less than it
    total = term = Fraction(1)
    for k in count(1):
        term = Fraction(rounded(term * small / k, up))
        total += term
        if term * 2**BITS < small:
            break
    total += term if up else 0
    for _ in range(halvings):
        total = Fraction(rounded(total * total, up))
    return total


def logarithm(a: Range) -> Range:
    """log, end by end, where it is defined."""
    return Range(_log(a.low, False), _log(a.high, True), a.low_open or a.low <= 0, a.high_open)


@lru_cache(maxsize=4096)
def _log(q: End, up: bool) -> End:
    if q <= 0:
        return -inf
    if q == inf:
        return inf
    q = Fraction(q)
    if q == 1:
        return Fraction(0)
    k = q.numerator.bit_length() - q.denominator.bit_length()
    two = _log_near_one(Fraction(2), up if k >= 0 else not up) if k else Fraction(0)
    return k * two + _log_near_one(Fraction(rounded(q / Fraction(2) ** k, up)), up)


def _log_near_one(q: Fraction, up: bool) -> Fraction:
    """log q = 2 artanh((q − 1)/(q + 1)) for 1/2 ≤ q ≤ 2: |t| ≤ 1/3, and 60 terms leave less than 9⁻⁶⁰."""
    t = (q - 1) / (q + 1)
    total, power = Fraction(0), t
    for k in range(60):
        total += Fraction(rounded(2 * power / (2 * k + 1), up))
        power = Fraction(rounded(power * t * t, up))
    return total + (1 if up else -1) * Fraction(1, 9**55)


def _arctan_inverse(n: int) -> Fraction:
    return sum((Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(60)), Fraction(0))


_PI = 16 * _arctan_inverse(5) - 4 * _arctan_inverse(239)  # Machin; the rest is below 25⁻⁶⁰
PI = Range(_PI - Fraction(1, 2**BITS), _PI + Fraction(1, 2**BITS))


def cosine(a: Range) -> Range:
    """cos: it falls from 0 to π, so on |t| ≤ 3 the end that is farthest from 0 decides; elsewhere −1 … 1."""
    far = max(-a.low, a.high)
    if far > 3:
        return Range(Fraction(-1), Fraction(1))
    middle = Fraction(rounded(Fraction(far), True))
    total = term = Fraction(1)
    for k in range(1, 60):
        term = Fraction(rounded(-term * middle * middle / ((2 * k - 1) * (2 * k)), True))
        total += term
    return Range(max(total - Fraction(1, 2 ** (BITS - 60)), Fraction(-1)), Fraction(1))


def semidefinite(rows: list[list[Range]]) -> bool:
    """LDLᵀ in intervals: each pivot is > 0, or its whole row is 0."""
    while rows:
        best = max(range(len(rows)), key=lambda i: rows[i][i].low)
        pivot, head = rows[best][best], rows[best]
        if not pivot.positive():
            return all(entry == point(0) for row in rows for entry in row)
        scale, kept = pivot.inverse(), [i for i in range(len(rows)) if i != best]
        rows = [[rows[i][j] + -(rows[i][best] * scale * head[j]) for j in kept] for i in kept]
    return True
