"""A formula in t as a rational function of s = t^(1/q), of s = exp(−at), or of s with t = m(1 − s²)/2s.

The last one makes √(m² + t²) = m(1 + s²)/2s rational. The derivative by t is a rational function of s too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm

from kernelcourse.language.polynomials import Polynomial, plus, slope, times, value
from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.language.tree import children, free_names, walk

from ..algebra.sturm import nonnegative_on
from .written import formula

HIGHEST, ONE = 60, Fraction(1)  # the highest degree
RATIONAL = {
    "tanh": "1 - 2/(exp(2*u) + 1)",
    "sinh": "(exp(u) - exp(-u))/2",
    "cosh": "(exp(u) + exp(-u))/2",
    "sigmoid": "1/(1 + exp(-u))",
}


Reach = tuple[Fraction | None, Fraction | None]


class NotRational(ValueError):
    """The formula is no rational function of s."""


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) + len(b) > HIGHEST:
        raise NotRational
    return times(a, b)


@dataclass(frozen=True)
class Quotient:
    """above/below, polynomials in s."""

    above: Polynomial
    below: Polynomial

    def __add__(self, other: Quotient) -> Quotient:
        if self.below == other.below:
            return Quotient(plus(self.above, other.above), self.below)
        above = plus(_times(self.above, other.below), _times(other.above, self.below))
        return Quotient(above, _times(self.below, other.below))

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(_times(self.above, other.above), _times(self.below, other.below))

    def at(self, s: Fraction) -> Fraction:
        return value(self.above, s) / value(self.below, s)

    def inverse(self) -> Quotient:
        if not self.above:
            raise NotRational
        return Quotient(self.below, self.above)

    def slope(self) -> Quotient:
        """d/ds."""
        falling = _times((Fraction(-1),), _times(self.above, slope(self.below)))
        rising = _times(slope(self.above), self.below)
        return Quotient(plus(rising, falling), _times(self.below, self.below))

    def positive(self, reach: Reach, strict: bool = False) -> bool:
        return nonnegative_on(_times(self.above, self.below), *reach, strict)

    def without_zeros(self) -> Quotient:
        """The same without a common power of s."""
        zeros = 0
        while (
            zeros < min(len(self.above), len(self.below)) and not self.above[zeros] and not self.below[zeros]
        ):
            zeros += 1
        return Quotient(self.above[zeros:], self.below[zeros:])

    def is_finite(self, reach: Reach) -> bool:
        return any(nonnegative_on([c * b for c in self.below], *reach, True) for b in (1, -1))


def number(c: Fraction | int) -> Quotient:
    return Quotient((Fraction(c),) if c else (), (Fraction(1),))


class Scale:
    """s as a function of t ≥ 0, where the ends of t are given: a root of t, or exp(−at)."""

    def __init__(self, f: Node, reach: Reach = (Fraction(0), None)):
        powers, rates = _exponents(f)
        self.reach: Reach
        self.falls, self.bent = bool(rates), _bent(f)
        if (powers or self.bent) and rates:
            raise NotRational
        if self.bent:
            self.unit, self.reach = Fraction(1), (Fraction(0), Fraction(1))
            self.slope = Quotient(
                (Fraction(0), Fraction(0), Fraction(-2)), (self.bent, Fraction(0), self.bent)
            )
        elif self.falls:
            self.unit = Fraction(1, lcm(*(r.denominator for r in rates)))
            self.slope = Quotient((Fraction(0), -self.unit), (Fraction(1),))
            self.reach = (Fraction(0), Fraction(1))
        else:
            self.unit = Fraction(1, lcm(*(p.denominator for p in powers)))
            q = int(1 / self.unit)
            self.slope = Quotient((self.unit,), (Fraction(0),) * (q - 1) + (Fraction(1),))
            self.reach = reach if q == 1 else (Fraction(int(reach[0] or 0) > 0), None)  # 1 ≤ t, so 1 ≤ s

    def read(self, node: Node) -> Quotient:
        """A formula in t as a rational function of s."""
        if isinstance(node, Name) and node.id == "t" and not self.falls:
            m = self.bent
            return (
                Quotient((m, Fraction(0), -m), (Fraction(0), Fraction(2))) if m else self.power(Fraction(1))
            )
        c = constant(node)
        if c is not None:
            return number(c)
        match node:
            case Unary(op="-"):
                return number(-1) * self.read(node.operand)
            case Binary(op="+"):
                return self.read(node.left) + self.read(node.right)
            case Binary(op="-"):
                return self.read(node.left) + number(-1) * self.read(node.right)
            case Binary(op="*"):
                return self.read(node.left) * self.read(node.right)
            case Binary(op="/"):
                return self.read(node.left) * self.read(node.right).inverse()
            case Binary(op="**"):
                return self._raised(node.left, constant(node.right))
            case Call(function="sqrt"):
                return self._raised(node.arguments[0], Fraction(1, 2))
            case Call(function="abs") if (inside := self.read(node.arguments[0])).positive(self.reach):
                return inside
            case Call(function="exp") if self.falls:
                rate, start = linear(node.arguments[0])
                if start == 0:
                    return self.power(-rate)
            case Call() if node.function in RATIONAL and self.falls:
                return self.read(formula(RATIONAL[node.function], u=node.arguments[0]))
        raise NotRational

    def _raised(self, base: Node, e: Fraction | None) -> Quotient:
        if e is not None and base == Name("t") and not self.falls and not self.bent:
            return self.power(e)
        if e is not None and self.bent and e.denominator == 2 and (known := _hyperbola(base)) is not None:
            b = _rational_root(known[0])
            if known[1] != self.bent or b is None:
                raise NotRational
            c = b * self.bent
            root = Quotient((c, Fraction(0), c), (Fraction(0), Fraction(2)))
            return self._times_over(root, e.numerator)
        if e is None or e.denominator != 1 or abs(e) > 8:
            raise NotRational
        return self._times_over(self.read(base), int(e))

    def _times_over(self, inner: Quotient, n: int) -> Quotient:
        if abs(n) > 8:
            raise NotRational
        made = number(1)
        for _ in range(abs(n)):
            made = made * inner
        return made if n >= 0 else made.inverse()

    def power(self, e: Fraction) -> Quotient:
        """t^e, or exp(−et)."""
        n = e / self.unit
        if n.denominator != 1 or abs(n) > HIGHEST:
            raise NotRational
        made = Quotient((Fraction(0),) * abs(int(n)) + (Fraction(1),), (Fraction(1),))
        return made if n >= 0 else made.inverse()

    def change(self, r: Quotient) -> Quotient:
        """d/dt."""
        return r.slope() * self.slope

    def is_finite(self, r: Quotient) -> bool:
        """For all t that are meant; where t = ∞ is s = 0 on a hyperbola, it may be infinite."""
        zeros = next((n for n, c in enumerate(r.below) if c), 0) if self.bent else 0
        return Quotient(r.above, r.below[zeros:]).is_finite(self.reach)

    def end(self, r: Quotient) -> Fraction | None:
        """The value as t → ∞; None if it is infinite."""
        if self.falls or self.bent:
            r = r.without_zeros()
            return None if not r.below[0] else r.above[0] / r.below[0] if r.above else Fraction(0)
        if len(r.above) > len(r.below):
            return None
        return r.above[-1] / r.below[-1] if len(r.above) == len(r.below) else Fraction(0)


def constant(node: Node) -> Fraction | None:
    """The value of a rational constant."""
    if free_names(node):
        return None
    match node:
        case Number():
            return Fraction(node.value)  # type: ignore[arg-type]
        case Unary():
            c = constant(node.operand)
            return None if c is None else -c if node.op == "-" else c
        case Binary():
            a, b = constant(node.left), constant(node.right)
            if a is None or b is None:
                return None
            if node.op == "/" and b:
                return a / b
            whole = {"+": a + b, "-": a - b, "*": a * b}
            return whole.get(node.op)
    return None


def linear(node: Node) -> tuple[Fraction, Fraction]:
    """(a, b) of a·t + b."""
    r = Scale(Name("t")).read(node)
    if len(r.below) != 1 or len(r.above) > 2:
        raise NotRational
    b, a = (*r.above, Fraction(0), Fraction(0))[:2]
    return a / r.below[0], b / r.below[0]


def _hyperbola(node: Node) -> tuple[Fraction, Fraction] | None:
    """(b, m) of b·(m² + t²) with rational b > 0 and m > 0."""
    try:
        r = Scale(Name("t")).read(node)
    except NotRational:
        return None
    if len(r.below) != 1 or len(r.above) != 3 or r.above[1] or r.above[2] * r.below[0] <= 0:
        return None
    m = _rational_root(r.above[0] / r.above[2])
    return (r.above[2] / r.below[0], m) if m else None


def _rational_root(q: Fraction) -> Fraction | None:
    if q < 0:
        return None
    root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
    return root if root * root == q else None


def _bent(f: Node) -> Fraction:
    """m if √(m² + t²) occurs in f beside other t; 0 if it does not, or if it is all there is."""
    roots = [
        node.arguments[0] if isinstance(node, Call) else node.left
        for node in walk(f)
        if (isinstance(node, Call) and node.function == "sqrt")
        or (isinstance(node, Binary) and node.op == "**" and (constant(node.right) or ONE).denominator == 2)
    ]
    found = [known for root in roots if "t" in free_names(root) and (known := _hyperbola(root)) is not None]
    return found[0][1] if found else Fraction(0)


def _exponents(f: Node) -> tuple[list[Fraction], list[Fraction]]:
    """Powers of t outside of exponentials, and rates of exponentials."""
    if isinstance(f, Call) and f.function in ("exp", *RATIONAL):
        return [], [linear(f.arguments[0])[0]]
    if f == Name("t"):
        return [Fraction(1)], []
    power = constant(f.right) if isinstance(f, Binary) and f.op == "**" and f.left == Name("t") else None
    if isinstance(f, Call) and f.function == "sqrt" and f.arguments[0] == Name("t"):
        power = Fraction(1, 2)
    if power is not None:
        return [power], []
    parts = [_exponents(below) for below in children(f)]
    return [p for powers, _ in parts for p in powers], [r for _, rates in parts for r in rates]
