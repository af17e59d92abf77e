"""Whether a formula in t rises or falls on an interval: read off its parts, or off a rational derivative."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import inf

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary

from .enclosures import PI, Range, cosine, exponential, logarithm, point
from .quotients import NotRational, Scale, number

ODD_AND_RISING: dict[str, Fraction | float] = {"tanh": Fraction(1), "arctan": Fraction(2), "sinh": inf}


Known = Callable[[Node], Range]  # bounds of a parameter


def direction(node: Node, reach: Range, known: Known | None = None) -> tuple[int, Range]:
    """(+1 if f never falls, −1 if it never rises for t in the interval; its values); 0 if that is not clear."""
    found = _read(node, reach, known)
    if found is None:
        with suppress(NotRational, ZeroDivisionError):
            found = _by_slope(node, reach)
    return found or (0, Range(-inf, inf))


def _by_slope(node: Node, t: Range) -> tuple[int, Range] | None:
    """A rational function of t, of a root of t or of exp(−at), by Sturm's theorem; t ≥ 0 unless it is one of t."""
    scale = Scale(node)
    r, reach = scale.read(node), scale.reach
    if scale.unit == 1 and not scale.falls and not scale.bent:
        reach = (None if t.low == -inf else Fraction(t.low), None if t.high == inf else Fraction(t.high))
    elif t.low < 0:
        return None
    change = scale.change(r)
    ways = [way for way in (1, -1) if (number(way) * change).positive(reach)]
    if not r.is_finite(reach) or not ways:
        return None
    ends = [r.at(s) for s in reach if s is not None]
    last = scale.end(r) if reach[1] is None else None
    ends += [last] if last is not None else []
    if reach[0] is not None and (reach[1] is not None or last is not None):
        return ways[0], Range(min(ends), max(ends))
    if reach[0] is None:
        return ways[0], Range(-inf, inf)
    return ways[0], Range(ends[0], inf) if ways[0] > 0 else Range(-inf, ends[0])


def _read(node: Node, t: Range, known: Known | None) -> tuple[int, Range] | None:
    match node:
        case Number():
            return 0, point(Fraction(node.value))  # type: ignore[arg-type]
        case Name(id="pi"):
            return 0, PI
        case Name(id="t"):
            return 1, t
        case Name() if known is not None:
            return 0, known(node)
        case Unary():
            inner = _read(node.operand, t, known)
            return inner if inner is None or node.op == "+" else (-inner[0], -inner[1])
        case Binary():
            a, b = _read(node.left, t, known), _read(node.right, t, known)
            return None if a is None or b is None else _joined(node.op, a, b)
        case Call(function="min" | "max", arguments=(_, _)):
            a, b = (_read(argument, t, known) for argument in node.arguments)
            if a is None or b is None or a[0] * b[0] < 0:
                return None
            end = min if node.function == "min" else max
            return a[0] or b[0], Range(end(a[1].low, b[1].low), end(a[1].high, b[1].high))
        case Call() if len(node.arguments) == 1:
            inner = _read(node.arguments[0], t, known)
            if inner is None:
                return None
            way, reach = inner
            if node.function == "exp":
                return way, exponential(reach)
            if node.function == "log" and reach.low >= 0:
                return way, logarithm(reach)
            if node.function == "sqrt" and reach.low >= 0:
                return way, reach.power(Fraction(1, 2))
            if node.function == "sin" and reach.size().high <= Fraction(3, 2):  # < π/2
                return way, Range(Fraction(0) if reach.low >= 0 else Fraction(-1), Fraction(1))
            if node.function == "tan" and reach.size().high <= Fraction(3, 2):
                return way, Range(Fraction(0) if reach.low >= 0 else -inf, inf)
            if node.function == "arcsin":  # where it is defined
                return way, Range(Fraction(0) if reach.low >= 0 else Fraction(-8, 5), Fraction(8, 5))
            if node.function == "cos" and 0 <= reach.low <= reach.high <= 3:  # < π
                return -way, cosine(reach)
            if node.function in ODD_AND_RISING:
                top = ODD_AND_RISING[node.function]
                return way, Range(Fraction(0) if reach.low >= 0 else -top, top)
    return None


def _joined(op: str, a: tuple[int, Range], b: tuple[int, Range]) -> tuple[int, Range] | None:
    if op == "-":
        op, b = "+", (-b[0], -b[1])
    if op == "/" and b[1].positive():
        op, b = "*", (-b[0], b[1].inverse())
    if op == "+" and a[0] * b[0] >= 0:
        return a[0] or b[0], a[1] + b[1]
    if op == "*":
        if a[0] == 0 or b[0] == 0:
            c, f = (a, b) if a[0] == 0 else (b, a)
            sign = 1 if c[1].low >= 0 else -1 if c[1].high <= 0 else None
            return None if sign is None else (sign * f[0], a[1] * b[1])
        if a[0] == b[0] and a[1].low >= 0 and b[1].low >= 0:
            return a[0], a[1] * b[1]
    if op == "**" and b[0] == 0 and b[1].low == b[1].high and a[1].low >= 0:
        r = Fraction(b[1].low)
        return (a[0] if r > 0 else -a[0] if r < 0 else 0), a[1].power(r)
    if op == "**" and b[0] == 0 and b[1].low == b[1].high and b[1].low % 2 == 1 and b[1].low > 0:
        return a[0], Range(-inf, inf)  # an odd power rises everywhere
    if op == "**" and b[0] == 0 and b[1].positive(False) and a[1].low >= 0:
        return a[0], Range(Fraction(0), inf)
    return None
