"""An expression as a quotient of polynomials in letters, roots, and things that are known by their range only."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.functions import Kind, facts
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Unary

from ...ranges.numbers import Bounded, Integer, Interval, Nonnegative, Scalar
from ...reading.symbols import Setting
from ..sign import Sign
from ..signs import Signs
from .numbers import COUNT, FINE, Letters, Ratio, number
from .vectors import Vectors


class Reader(Vectors):
    """Reads numbers of a setting; what it cannot take apart becomes a letter with a known sign.

    `whole`: eᵘ is one letter on its side of 1, if the sign of u is known, and not a product over the terms of u.
    """

    def __init__(self, setting: Setting, whole: bool = False):
        self.whole = whole
        self.setting, self.signs, self.letters = setting, Signs(setting), Letters()

    def of(self, node: Node) -> Ratio:
        """The number as a quotient of polynomials."""
        if self.setting.shape(node):
            raise Unsupported("not a number")
        match node:
            case Number(value=int() | Fraction() as value):
                return number(value)
            case Name():
                return self.name(node)
            case Unary(op="-"):
                return number(-1) * self.of(node.operand)
            case Unary():
                return self.of(node.operand)
            case Binary(op="+"):
                return self.of(node.left) + self.of(node.right)
            case Binary(op="-"):
                return self.of(node.left) - self.of(node.right)
            case Binary(op="*"):
                return self.of(node.left) * self.of(node.right)
            case Binary(op="/"):
                return self.of(node.left) / self.of(node.right)
            case Binary(op="**"):
                return self.power(node)
            case Call():
                return self.call(node)
        return self.inner_product(node) or self.opaque(node)

    def name(self, node: Name) -> Ratio:
        if node.id in self.setting.define:
            return self.of(self.setting.define[node.id])
        if node.id in self.setting.sizes:
            return self.letters.size(node)
        match self.setting.given.get(node.id):
            case Scalar():
                return self.letters.new(node, None, None)
            case Nonnegative() as range_:
                return self.letters.not_negative(node, range_.strict)
            case Interval() | Integer() as range_:
                return self.bounded(node, range_)
        return self.opaque(node)

    def bounded(self, node: Name, range_: Bounded) -> Ratio:
        closed = isinstance(range_, Integer)
        return self.letters.new(node, *range_.ends, attained=(closed, closed))

    def power(self, node: Binary) -> Ratio:
        exponent = self.of(node.right).constant
        if exponent is None:
            return self.opaque(node)
        if exponent.denominator == 1:
            return self.of(node.left) ** int(exponent)
        if exponent.denominator == 2:
            return self.letters.root(self.of(node.left)) ** exponent.numerator
        base = self.of(node.left)
        steps = exponent * FINE
        if steps.denominator == 1 and base.under == number(1).under and len(base.over.terms) == 1:
            ((powers, factor),) = base.over.terms.items()
            if factor == 1 and all(one % FINE == 0 for one in powers) and self.letters.nonnegative(base.over):
                root = type(base.over)({tuple(one // FINE for one in powers): 1}, COUNT)
                return Ratio(root, base.under) ** int(steps)
        return self.opaque(node)

    def call(self, node: Call) -> Ratio:
        match node.function, node.arguments:
            case "sqrt", (inside,):
                return self.letters.root(self.of(inside))
            case "abs", (inside,) if self.signs.real(inside):
                return self.letters.absolute(self.of(inside))
            case "max" | "min", parts if len(parts) > 1:
                return reduce(lambda one, two: self.larger(one, two, node.function), map(self.of, parts))
            case "sin" | "cos", (inside,) if self.signs.real(inside):
                return self.turned(node.function, inside)
            case "exp", (inside,) if self.signs.real(inside):
                return self.exponential(inside)
            case "sigmoid", (inside,) if self.signs.real(inside):
                return self.exponential(inside) / (number(1) + self.exponential(inside))
            case "cosh" | "sinh" | "tanh" as name, (inside,) if self.signs.real(inside):
                up = self.exponential(inside)
                down = number(1) / up
                if name == "tanh":
                    return (up - down) / (up + down)
                return (up + down if name == "cosh" else up - down) / number(2)
        found = self.inner_product(node)
        return found if found is not None else self.opaque(node)

    def turned(self, function: str, inside: Node) -> Ratio:
        """(cos u, sin u) lies in the unit disc."""
        other = ("cos" if function == "sin" else "sin", inside)
        if other not in self.letters.places:
            return self.letters.new((function, inside), Fraction(-1), Fraction(1))
        first = self.letters.new(other, Fraction(-1), Fraction(1))
        part = self.letters.new(("part", function, inside), Fraction(-1), Fraction(1))
        return part * self.letters.root(number(1) - first * first)

    def larger(self, one: Ratio, two: Ratio, function: str) -> Ratio:
        apart = self.letters.absolute(one - two)
        return (one + two + (apart if function == "max" else number(-1) * apart)) / number(2)

    def exponential(self, inside: Node) -> Ratio:
        """e to a sum is a product of powers of e to its terms."""
        falls, size = _size(inside)
        if self.whole and (sign := self.signs.of(size)) >= Sign.NONNEGATIVE:
            one = sign == Sign.NONNEGATIVE
            found = self.letters.new(("whole", size), Fraction(1), None, (one, False))
            return number(1) / found if falls else found
        exponent = self.of(inside)
        if exponent.under.letters():
            return self.positive(Call("exp", (inside,)))
        found = number(1)
        for powers, factor in exponent.over.terms.items():
            steps = Fraction(factor) / exponent.under.constant() * FINE
            if steps.denominator != 1 or not any(powers):
                return self.positive(Call("exp", (inside,)))
            key = ("exp", powers)
            self.letters.new(key, Fraction(0), None, (False, False))
            found = found * self.letters.new(key, Fraction(0), None) ** int(steps)
        return found

    def positive(self, node: Node) -> Ratio:
        return self.letters.not_negative(("known", node), True)

    def opaque(self, node: Node) -> Ratio:
        """A letter of which the sign or the range is known."""
        try:
            sign = self.signs.of(node) if self.signs.real(node) else Sign.UNKNOWN
        except ShapeError:
            raise Unsupported("no number") from None
        if not self.signs.real(node):
            raise Unsupported("a complex number")
        if sign >= Sign.NONNEGATIVE:
            return self.letters.not_negative(("known", node), sign == Sign.POSITIVE)
        if (
            isinstance(node, Call)
            and facts(node.function).kind is Kind.NUMBER
            and facts(node.function).bounded
        ):
            function = facts(node.function)
            ends = Fraction(function.low), Fraction(function.high)
            return self.letters.new(("known", node), *ends, attained=(function.attained,) * 2)
        return self.letters.new(("known", node), None, None)


def _size(node: Node) -> tuple[bool, Node]:
    """Is there a minus in front, and what is behind it: −a b/c is −(a b/c)."""
    match node:
        case Unary(op="-"):
            falls, size = _size(node.operand)
            return not falls, size
        case Binary(op="*" | "/" as op, left=left, right=right):
            (falls, left), (turns, right) = _size(left), _size(right)
            return falls != turns, Binary(op, left, right)
    return False, node
