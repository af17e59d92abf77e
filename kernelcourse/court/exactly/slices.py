"""The mean of f, t = x·z and r = ‖x − z‖, over the sphere in R^d from below, in slices.

On a slice θ ≤ arccos t ≤ θ + h all values of f lie in an interval. The weight of a slice is (1 − t²)^((d−3)/2) times
its height, up to one factor > 0; on the circle
it is the angle h.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary

from .clock import check
from .enclosures import PI, End, Range, exponential, logarithm, point, rounded

SLICES = 160
PER_NODE = 12  # microseconds for a function of an interval
ROOM = Fraction(1, 10**12)  # an angle is known much better, by its cosine
ONE, HALF = Fraction(1), Fraction(1, 2)


class Unknown(ValueError):
    """The formula has no enclosure here."""


def mean_is_at_least(f: Node, c: Range, d: int) -> bool:
    """Whether the mean of f is at least c, for certain."""
    total: End = Fraction(0)
    try:
        for height, angle in _slices():
            check(PER_NODE)
            above = _value(f, height, angle) + -c
            if above.low in (float("inf"), -float("inf")):
                return False
            total = rounded(total + (above * _weight(height, angle, d)).low, False)
    except (Unknown, ZeroDivisionError):
        return False
    return total >= 0


def _weight(t: Range, angle: Range, d: int) -> Range:
    """How much of the sphere a slice is, up to a common factor."""
    if d == 2:
        width = Fraction(angle.high) - Fraction(angle.low)
        return Range(width - 3 * ROOM, width)
    side = point(1) + -t.power(Fraction(2))
    return _above_zero(side).power(Fraction(d - 3, 2)) * point(Fraction(t.high) - Fraction(t.low))


@lru_cache(maxsize=1)
def _slices() -> tuple[tuple[Range, Range], ...]:
    """(t, arccos t) from t = 1 down to t = −1; neighbours meet in one number, close to the cosine."""
    angles = [Fraction(n * round(PI.low * 10**9 / SLICES), 10**9) for n in range(SLICES)]
    heights = [*map(_cosine, angles), Fraction(-1)]
    ends = [*angles, Fraction(PI.high)]
    return tuple(
        (Range(low, high), Range(max(Fraction(0), a - ROOM), b + ROOM))
        for (high, low), (a, b) in zip(pairwise(heights), pairwise(ends))
    )


def _cosine(angle: Fraction) -> Fraction:
    """cos θ for 0 ≤ θ < π, off by less than 10⁻³⁰."""
    total = term = ONE
    for k in range(1, 40):
        term = Fraction(rounded(-term * angle * angle / ((2 * k - 1) * (2 * k)), True))
        total += term
    return max(Fraction(-1), min(ONE, total))


def _above_zero(a: Range) -> Range:
    """What lies under a root is not negative where it is defined."""
    return Range(max(a.low, Fraction(0)), max(a.high, Fraction(0)))


def _value(f: Node, t: Range, angle: Range) -> Range:
    """An interval around f on a slice."""
    check(PER_NODE)
    match f:
        case Number(value=(int() | Fraction()) as c):
            return point(Fraction(c))
        case Name(id="t"):
            return t
        case Name(id="r"):
            return _above_zero(point(2) + point(-2) * t).power(HALF)
        case Name(id="pi"):
            return PI
        case Unary(op="-"):
            return -_value(f.operand, t, angle)
        case Call(function="arccos", arguments=(Name(id="t"),)):
            return angle
        case Call(arguments=(u,)):
            return _function(f.function, _value(u, t, angle))
        case Binary(op="**"):
            p = _value(f.right, t, angle)
            if p.low != p.high or isinstance(p.low, float):
                raise Unknown
            base = _value(f.left, t, angle)
            return (base if p.low.denominator == 1 else _above_zero(base)).power(p.low)
        case Binary(op="+" | "-" | "*" | "/"):
            a, b = _value(f.left, t, angle), _value(f.right, t, angle)
            match f.op:
                case "+":
                    return a + b
                case "-":
                    return a + -b
                case "*":
                    return a * b
            if not (b.positive() or (-b).positive()):
                raise Unknown
            return a * b.inverse()
    raise Unknown


def _function(name: str, a: Range) -> Range:
    match name:
        case "exp":
            return exponential(a)
        case "log" if a.positive():
            return logarithm(a)
        case "sqrt":
            return _above_zero(a).power(HALF)
        case "abs":
            return a.size()
        case "cosh":
            return (exponential(a) + exponential(-a)) * point(HALF)
    raise Unknown
