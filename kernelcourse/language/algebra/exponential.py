"""f(x) = Σ p(x) e^{q(x)} of one letter, p and q polynomials with rational coefficients, q(0) = 0.

Such a sum of one term less is what is left of f e^{−q} after some derivatives. Between the zeros of a derivative the
function rises or falls, so its own zeros are known from those (Rolle). At a rational point it is zero only if each
coefficient of a different power of e is (Lindemann and Weierstrass).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction

from ..effort import Limit, spend
from ..errors import TooMuch, Unsupported
from ..polynomials import Polynomial, plus, slope, times, value

End = Fraction | None
_DIGITS = (30, 120, 480)
_ROUNDS = 60
_MOST_TERMS = 8
_FARTHEST = Fraction(2**40)


@dataclass(frozen=True)
class ExponentialSum:
    """The factors p by their exponents q."""

    terms: Mapping[Polynomial, Polynomial]

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: ExponentialSum) -> ExponentialSum:
        found = dict(self.terms)
        for power, factor in other.terms.items():
            total = plus(found.get(power, ()), factor)
            if total:
                found[power] = total
            else:
                found.pop(power, None)
        return ExponentialSum(found)

    def __mul__(self, other: ExponentialSum) -> ExponentialSum:
        found = ExponentialSum({})
        for power, factor in self.terms.items():
            for second, two in other.terms.items():
                found = found + ExponentialSum({plus(power, second): times(factor, two)})
        if len(found.terms) > _MOST_TERMS:
            raise TooMuch("too many exponentials")
        return found

    def slope(self) -> ExponentialSum:
        found = {q: plus(slope(p), times(p, slope(q))) for q, p in self.terms.items()}
        return ExponentialSum({q: p for q, p in found.items() if p})

    def over(self, power: Polynomial) -> ExponentialSum:
        """Divided by e^q."""
        minus = times((Fraction(-1),), power)
        return ExponentialSum({plus(q, minus): p for q, p in self.terms.items()})

    def sign_at(self, point: Fraction) -> int:
        """The sign at a rational point, exactly."""
        parts: dict[Fraction, Fraction] = {}
        for q, p in self.terms.items():
            power = value(q, point)
            parts[power] = parts.get(power, Fraction(0)) + value(p, point)
        parts = {power: factor for power, factor in parts.items() if factor}
        if not parts:
            return 0
        for digits in _DIGITS:
            low = high = Fraction(0)
            for power, factor in parts.items():
                ends = [factor * one for one in exponential(power, power, digits)]
                low, high = low + min(ends), high + max(ends)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
        raise TooMuch("too near to zero")

    def sign_between(self, low: Fraction, high: Fraction) -> int | None:
        """The sign on a short interval, or None if it cannot be told."""
        total = [Fraction(0), Fraction(0)]
        for q, p in self.terms.items():
            ends = exponential(*_enclosed(q, low, high), 30)
            corners = [one * two for one in ends for two in _enclosed(p, low, high)]
            total = [total[0] + min(corners), total[1] + max(corners)]
        return 1 if total[0] > 0 else -1 if total[1] < 0 else None

    def sign_far(self, side: int) -> int:
        """The sign near ±∞: the largest exponent decides, then the degree of its factor."""
        best: Polynomial | None = None
        for q in self.terms:
            if best is None or _far(plus(q, times((Fraction(-1),), best)), side) > 0:
                best = q
        assert best is not None
        return _far(self.terms[best], side)


def _far(polynomial: Polynomial, side: int) -> int:
    if not polynomial:
        return 0
    lead = 1 if polynomial[-1] > 0 else -1
    return lead * (side if (len(polynomial) - 1) % 2 else 1)


def exponential(low: Fraction, high: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Fractions below e^low and above e^high: decimal exponentials are correctly rounded."""
    spend(10 + digits)
    if max(abs(low), abs(high)) > 10**5:
        raise TooMuch("an exponential is too large")
    with localcontext(Context(prec=digits)):
        below = (Decimal(low.numerator) / Decimal(low.denominator)).next_minus().exp().next_minus()
        above = (Decimal(high.numerator) / Decimal(high.denominator)).next_plus().exp().next_plus()
    return Fraction(below), Fraction(above)


def _enclosed(polynomial: Polynomial, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The values between two points, by Horner's rule for intervals."""
    least = most = Fraction(0)
    for entry in reversed(polynomial):
        corners = [one * two for one in (least, most) for two in (low, high)]
        least, most = min(corners) + entry, max(corners) + entry
    return least, most


@dataclass(frozen=True)
class Zero:
    """A zero: exactly a rational number, or the only one between two of them, at which the signs differ."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        return self.low == self.high


class Line:
    """An open interval, perhaps without ends."""

    def __init__(self, low: End, high: End, limit: Limit):
        self.low, self.high, self.limit = low, high, limit

    def never_negative(self, f: ExponentialSum, strict: bool, attained: tuple[bool, bool]) -> bool:
        """f ≥ 0 (> 0) on the interval, with those ends that are values."""
        if not f:
            return not strict
        turns = self.zeros(f.slope())
        inner = [self.sign(f, f.slope(), one)[0] for one in turns]
        if any(one < 0 or (strict and one == 0) for one in inner):
            return False
        for end, side, counts in ((self.low, -1, attained[0]), (self.high, 1, attained[1])):
            sign = f.sign_far(side) if end is None else f.sign_at(end)
            if sign < 0 or (strict and sign == 0 and (counts or (not turns and not f.slope()))):
                return False
        return bool(inner) or bool(f.slope()) or not strict or f.sign_at(self.inside()) > 0

    def inside(self) -> Fraction:
        if self.low is not None and self.high is not None:
            return (self.low + self.high) / 2
        return (
            self.low + 1 if self.low is not None else self.high - 1 if self.high is not None else Fraction(0)
        )

    def zeros(self, f: ExponentialSum) -> list[Zero]:
        """All zeros inside, in order; f not the zero function, else none are told."""
        if self.limit.over():
            raise TooMuch("the zeros take too long")
        if not f:
            return []
        first = min(f.terms, key=lambda q: (len(f.terms[q]), len(q), q))
        chain = [f.over(first)]
        for _ in range(len(f.terms[first])):
            chain.append(chain[-1].slope())
        found = self.zeros(chain[-1])
        for higher, lower in zip(chain[::-1], chain[-2::-1], strict=False):
            found = self.between(lower, higher, found)
        return found

    def between(self, f: ExponentialSum, slope_: ExponentialSum, turns: list[Zero]) -> list[Zero]:
        """The zeros of f, which is monotone between those of its slope."""
        spend(50)
        found: list[Zero] = []
        points: list[tuple[Zero | None, int]] = [(None, self.end_sign(f, -1))]
        for one in turns:
            sign, nearer = self.sign(f, slope_, one)
            points.append((nearer, sign))
        points.append((None, self.end_sign(f, 1)))
        for place, (point, sign) in enumerate(points):
            if point is not None and sign == 0:
                found.append(point)
            if place + 1 < len(points) and sign * points[place + 1][1] < 0:
                left, right = point, points[place + 1][0]
                found.append(self.crossing(f, left, right, sign))
        return found

    def end_sign(self, f: ExponentialSum, side: int) -> int:
        end = self.low if side < 0 else self.high
        return f.sign_far(side) if end is None else f.sign_at(end)

    def sign(self, f: ExponentialSum, slope_: ExponentialSum, at: Zero) -> tuple[int, Zero]:
        """The sign of f at a zero of its slope, and the zero in an interval on which f has that sign."""
        if at.exact:
            return f.sign_at(at.low), at
        low, high = at.low, at.high
        below = slope_.sign_at(low)
        for _ in range(_ROUNDS):
            found = f.sign_between(low, high)
            if found is not None:
                return found, Zero(low, high)
            middle = (low + high) / 2
            there = slope_.sign_at(middle)
            if there == 0:
                return f.sign_at(middle), Zero(middle, middle)
            low, high = (middle, high) if there == below else (low, middle)
            if self.limit.over():
                break
        raise Unsupported("a value is too near to zero")

    def crossing(self, f: ExponentialSum, left: Zero | None, right: Zero | None, sign: int) -> Zero:
        """The zero between two points of different sign, f monotone there."""
        low = left.high if left is not None else self.low
        high = right.low if right is not None else self.high
        low = low if low is not None else self.out(f, high, -1, sign)
        high = high if high is not None else self.out(f, low, 1, -sign)
        if f.sign_at(low) == -sign or f.sign_at(high) == sign:
            raise Unsupported("the signs do not fit")
        for _ in range(4):
            for point in _simple(low, high):
                if not low < point < high:
                    continue
                there = f.sign_at(point)
                if there == 0:
                    return Zero(point, point)
                low, high = (point, high) if there == sign else (low, point)
        return Zero(low, high)

    def out(self, f: ExponentialSum, start: End, side: int, sign: int) -> Fraction:
        """A point so far out that f has the sign it has at infinity."""
        step, origin = Fraction(1), start if start is not None else Fraction(0)
        while step < _FARTHEST:
            if f.sign_at(origin + side * step) == sign:
                return origin + side * step
            step *= 2
        raise TooMuch("a zero is too far out")


def _simple(low: Fraction, high: Fraction) -> list[Fraction]:
    """The simplest number between two, and their middle."""
    middle = (low + high) / 2
    found = [middle]
    for bound in (1, 2, 6, 60, 1000):
        near = middle.limit_denominator(bound)
        if low < near < high:
            found.insert(0, near)
            break
    return sorted(set(found)) if len(found) > 1 and found[0] < found[1] else found


__all__ = ["ExponentialSum", "Line"]
