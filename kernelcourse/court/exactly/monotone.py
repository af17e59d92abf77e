"""Whether a formula in t rises or falls on an interval: read off its parts."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary

from .enclosures import PI, Range, exponential, logarithm, point

ODD_AND_RISING: dict[str, Fraction | float] = {"tanh": Fraction(1), "arctan": Fraction(2), "sinh": inf}


def direction(node: Node, reach: Range) -> int | None:
    """+1 if f never falls, −1 if it never rises for t in the interval, None if that is not clear."""
    found = _read(node, reach)
    return None if found is None or found[0] == 0 else found[0]


def _read(node: Node, t: Range) -> tuple[int, Range] | None:
    match node:
        case Number():
            return 0, point(Fraction(node.value))  # type: ignore[arg-type]
        case Name(id="pi"):
            return 0, PI
        case Name(id="t"):
            return 1, t
        case Unary():
            inner = _read(node.operand, t)
            return inner if inner is None or node.op == "+" else (-inner[0], -inner[1])
        case Binary():
            a, b = _read(node.left, t), _read(node.right, t)
            return None if a is None or b is None else _joined(node.op, a, b)
        case Call() if len(node.arguments) == 1:
            inner = _read(node.arguments[0], t)
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
    return None
