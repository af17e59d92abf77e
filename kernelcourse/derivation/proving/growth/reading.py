"""An expression as a quotient of sums of p e^q: letters, powers, exp, cosh, sinh, tanh, sigmoid, and known signs."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from kernelcourse.language.algebra.exponential import End
from kernelcourse.language.algebra.multivariate import Poly
from kernelcourse.language.errors import Unsupported
from kernelcourse.language.functions import facts
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Unary

from ...ranges.numbers import Integer, Interval, Nonnegative, Scalar
from ...reading.symbols import Setting
from ..sign import Sign
from ..signs import Signs
from .terms import COUNT, Growth, exponential, number, of_polynomial


@dataclass(frozen=True)
class Domain:
    """Where a letter lies, and which ends are values."""

    low: End = None
    high: End = None
    attained: tuple[bool, bool] = (True, True)


class Arithmetic:
    """What the rules of functions compute with."""

    def plus(self, one: Growth | Fraction, two: Growth | Fraction) -> Growth:
        return _lifted(one) + _lifted(two)

    def minus(self, one: Growth | Fraction, two: Growth | Fraction) -> Growth:
        return _lifted(one) - _lifted(two)

    def times(self, one: Growth | Fraction, two: Growth | Fraction) -> Growth:
        return _lifted(one) * _lifted(two)

    def over(self, one: Growth | Fraction, two: Growth | Fraction) -> Growth:
        return _lifted(one) / _lifted(two)


def _lifted(value: Growth | Fraction) -> Growth:
    return number(value) if isinstance(value, Fraction) else value


@dataclass
class Reader:
    """Reads numbers of a setting; `domains` may give a letter another interval than its range."""

    setting: Setting
    domains: dict[str, Domain] = field(default_factory=dict)
    places: dict[Node, int] = field(default_factory=dict)
    found: list[Domain] = field(default_factory=list)

    def letter(self, node: Node, domain: Domain) -> Growth:
        if node not in self.places:
            if len(self.found) == COUNT:
                raise Unsupported("too many letters")
            self.places[node] = len(self.found)
            self.found.append(domain)
        return of_polynomial(Poly.letter(self.places[node], COUNT))

    def of(self, node: Node) -> Growth:
        match node:
            case Number(value=int() | Fraction() as value):
                return number(value)
            case Name() if node.id in self.setting.define:
                return self.of(self.setting.define[node.id])
            case Name() if node.id in self.domains:
                return self.letter(node, self.domains[node.id])
            case Name():
                return self.name(node)
            case Unary():
                return number(-1 if node.op == "-" else 1) * self.of(node.operand)
            case Binary(op="+"):
                return self.of(node.left) + self.of(node.right)
            case Binary(op="-"):
                return self.of(node.left) - self.of(node.right)
            case Binary(op="*") if not self.setting.shape(node):
                return self.of(node.left) * self.of(node.right)
            case Binary(op="/") if not self.setting.shape(node):
                return self.of(node.left) / self.of(node.right)
            case Binary(op="**", right=Number(value=int() as power)):
                return self.of(node.left) ** power
            case Call(arguments=(inside,)) if facts(node.function).power and not facts(node.function).turns:
                return self.grown(node.function, exponential(self.of(inside).polynomial))
        return self.opaque(node)

    def name(self, node: Name) -> Growth:
        match self.setting.given.get(node.id):
            case Scalar():
                return self.letter(node, Domain())
            case Nonnegative() as range_:
                return self.letter(node, Domain(Fraction(0), None, (not range_.strict, False)))
            case Interval() as range_:
                return self.letter(node, Domain(*range_.ends, (False, False)))
            case Integer() as range_:
                return self.letter(node, Domain(*range_.ends))
        if node.id in self.setting.sizes:
            return self.letter(node, Domain(Fraction(1)))
        return self.opaque(node)

    def grown(self, function: str, up: Growth) -> Growth:
        """cosh, tanh, … by their own rules, from eᵗ and e⁻ᵗ."""
        power = facts(function).power
        assert power is not None
        found: Growth = power(Arithmetic(), up, number(1) / up)
        return found

    def opaque(self, node: Node) -> Growth:
        """A number of which only the sign is known."""
        signs = Signs(self.setting)
        if self.setting.shape(node) or not signs.real(node):
            raise Unsupported("no real number")
        sign = signs.of(node)
        if sign >= Sign.NONNEGATIVE:
            return self.letter(node, Domain(Fraction(0), None, (sign != Sign.POSITIVE, False)))
        return self.letter(node, Domain())
