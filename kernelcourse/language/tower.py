"""The value of a tree at a random point of a tower of prime fields: exponents live one field below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from .errors import Unsupported
from .evaluate import Evaluator
from .functions import FUNCTIONS, Function, facts, of_one_number
from .modular import Modular
from .primes import generator, prime_above, random_prime
from .tree import Binary, Call, Name, Node, Number, Unary, children

DEEPEST = 3

Letters = Callable[[Modular], tuple[dict[str, Any], dict[str, Any]]]


class Field(Evaluator):
    """One floor of the tower: a field, the values of the letters in it, and the floor below for exponents."""

    def __init__(
        self, letters: Mapping[str, Any], definitions: Mapping[str, Node], field: Modular, below: Field | None,
        base: int = 0, imaginary: int | None = None,
    ):  # fmt: skip
        super().__init__(letters, definitions, field)
        self.field, self.below, self.base, self.imaginary = field, below, base, imaginary
        self.mirror: Field = self

    def of(self, node: Node, bound: Mapping[str, int]) -> Any:
        if isinstance(node, Binary | Name):
            return super().of(node, bound)
        match node:
            case Number(value=complex() as value):
                return self.plus(
                    Fraction(value.real), self.times(self.root_of_minus_one, Fraction(value.imag))
                )
            case Unary():
                inside = self.of(node.operand, bound)
                return self.field.binary("-", Fraction(0), inside) if node.op == "-" else inside
            case Call(function="conj"):
                return self.mirror.of(node.arguments[0], bound)
            case Call(function="real" | "imag"):
                value, other = self.of(node.arguments[0], bound), self.mirror.of(node.arguments[0], bound)
                if node.function == "real":
                    return self.times(self.plus(value, other), Fraction(1, 2))
                twice = self.times(self.root_of_minus_one, Fraction(2))
                return self.over(self.minus(value, other), twice)
            case Call(function="log"):
                return self.logarithm(node.arguments[0], bound)
            case Call() if (rule := FUNCTIONS[node.function]).power is not None:
                return self.exponential(rule, node.arguments[0], bound)
            case Call() if of_one_number(node.function) and not self.field.knows(node.function):
                return self.field.token(node.function, self.of(node.arguments[0], bound))
        return super().of(node, bound)

    def with_letter(self, name: str, value: Any, mirrored: Any) -> Field:
        """The same floor with another value of a letter, in the mirror image with that one's; nothing below it."""
        moved = self._alone(name, value)
        if self.mirror is not self:
            moved.mirror = self.mirror._alone(name, mirrored)
            moved.mirror.mirror = moved
        return moved

    def _alone(self, name: str, value: Any) -> Field:
        letters = {key: one for key, one in self.values.items() if key not in self.definitions}
        return Field({**letters, name: value}, self.definitions, self.field, None, self.base, self.imaginary)

    @property
    def root_of_minus_one(self) -> int:
        if self.imaginary is None:
            raise Unsupported("complex numbers")
        return self.imaginary

    def plus(self, left: Any, right: Any) -> Any:
        return self.field.binary("+", left, right)

    def times(self, left: Any, right: Any) -> Any:
        return self.field.binary("*", left, right)

    def minus(self, left: Any, right: Any) -> Any:
        return self.field.binary("-", left, right)

    def over(self, left: Any, right: Any) -> Any:
        return self.field.binary("/", left, right)

    def exponential(self, function: Function, inside: Node, bound: Mapping[str, int]) -> Any:
        """A function of eᵘ, the exponent u being computed one floor below."""
        if self.below is None:
            raise Unsupported("an exponential inside too many others")
        below, field = self.below, self.field
        exponent = below.field.residue(below.of(inside, bound))
        if function.turns:  # e^{iu}
            exponent = exponent * below.root_of_minus_one % below.field.modulus
        up = field.each(lambda entry: pow(self.base, int(entry), field.modulus), exponent)
        assert function.power is not None
        return function.power(self, up, field.invert(up))

    def logarithm(self, node: Node, bound: Mapping[str, int]) -> Any:
        """log(ab) = log a + log b, log eᵘ = u, log aᵏ = k log a; what is left is a fresh number."""
        if self.mirror is not self:
            raise Unsupported("logarithms of complex numbers")  # log e^z is z only up to 2πi
        match node:
            case Name() if node.id in self.definitions:
                return self.logarithm(self.definitions[node.id], {})
            case Binary(op="*"):
                return self.plus(self.logarithm(node.left, bound), self.logarithm(node.right, bound))
            case Binary(op="/"):
                return self.minus(self.logarithm(node.left, bound), self.logarithm(node.right, bound))
            case Binary(op="**"):
                return self.times(self.of(node.right, bound), self.logarithm(node.left, bound))
            case Call(function="exp"):
                return self.of(node.arguments[0], bound)
            case Call(function="sqrt"):
                return self.times(Fraction(1, 2), self.logarithm(node.arguments[0], bound))
        value = self.of(node, bound)
        return Fraction(0) if isinstance(value, Fraction) and value == 1 else self.field.token("log", value)


def needs(nodes: Iterable[Node], definitions: Mapping[str, Node]) -> tuple[int, bool, bool]:
    """How deep exponentials are nested, whether there are cosines, whether complex numbers."""
    depth, circular, imaginary, seen = 0, False, False, set[tuple[str, int]]()
    open_ = [(node, 0) for node in nodes]
    while open_:
        node, inside = open_.pop()
        if isinstance(node, Name) and node.id in definitions and (node.id, inside) not in seen:
            seen.add((node.id, inside))
            open_.append((definitions[node.id], inside))
        if isinstance(node, Number) and isinstance(node.value, complex):
            imaginary = True
        if isinstance(node, Call):
            function = facts(node.function)
            circular, imaginary = circular or function.turns, imaginary or function.imaginary
            inside += function.power is not None
            depth = max(depth, inside)
        open_.extend((below, inside) for below in children(node))
    return depth, circular, imaginary


def climb(
    nodes: Iterable[Node], definitions: Mapping[str, Node], letters: Letters, complex_letters: bool, power: int = 1,
    chain: list[tuple[int, int]] | None = None,
) -> Field:  # fmt: skip
    """The top field of a fresh tower, high enough for these trees; `letters` draws the letters in each field.

    `chain` holds the primes and generators to be used again; an empty one is filled.
    """
    depth, circular, imaginary = needs(nodes, definitions)
    imaginary = imaginary or complex_letters
    if depth > DEEPEST or (depth and power > 1):
        raise Unsupported("exponentials this deep")
    floor: Field | None = None
    chain = [] if chain is None else chain
    for level in range(depth + 1):
        turned = imaginary or (circular and level < depth)
        remainder = 1 if turned else 3
        if level == len(chain):
            prime = random_prime(remainder) if floor is None else prime_above(floor.field.prime, remainder)
            chain.append((prime, 0 if floor is None else generator(floor.field.prime, prime)))
        prime, base = chain[level]
        field = Modular(prime, power)
        root = _root_of_minus_one(field) if turned else None
        values, mirrored = letters(field)
        here = Field(values, definitions, field, floor, base, root)
        if root is not None and imaginary:
            other = Field(
                mirrored, definitions, field, floor.mirror if floor else None, base, -root % field.modulus
            )
            here.mirror, other.mirror = other, here
        floor = here
    assert floor is not None
    return floor


def _root_of_minus_one(field: Modular) -> int:
    while True:
        found = pow(field.chance.randrange(2, field.prime), field.order // 4, field.modulus)
        if found * found % field.modulus == field.modulus - 1:
            return found
