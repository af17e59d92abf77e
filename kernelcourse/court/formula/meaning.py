"""What a typed k(x, z) means: the tree is read once for each algebra — normal forms, floats, exact numbers.

A value is a number of the algebra, a vector (list), a matrix (list of lists) or, while coordinates are not needed, a
`Direction` a·x + b·z of which only inner products are taken, so that x·z stays one symbol in every dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kernelcourse.language.reading import (
    Binary,
    Call,
    Index,
    LanguageError,
    Name,
    Node,
    Number,
    Sum,
    Transpose,
    Unary,
    show,
)

from ..domains import Domain
from .shapes import in_words, shape

MOST_SUMMANDS = 400


class NeedCoordinates(Exception):
    """The formula looks inside the vectors x and z."""


@dataclass(frozen=True)
class Direction:
    """The vector a·x + b·z, for numbers a and b."""

    a: Any
    b: Any


class Reader:
    """Reads trees in one algebra: `algebra` supplies numbers and functions, `x` and `z` their values."""

    def __init__(self, algebra: Any, domain: Domain, x: Any, z: Any):
        self.algebra, self.domain = algebra, domain
        self.values: dict[str, Any] = {"x": x, "z": z}

    def scalar(self, node: Node) -> Any:
        """The number that the tree stands for; an error in words if it is a vector or a matrix."""
        value = self.read(node, {})
        if isinstance(value, (list, Direction)):
            kind = (
                "a matrix" if isinstance(value, list) and value and isinstance(value[0], list) else "a vector"
            )
            raise LanguageError(
                f"{show(node)} is {kind} when x and z are in dimension {self.domain.dim}; k(x, z) must be a number "
                "(x @ z is the inner product, sum(…) adds the entries)"
            )
        return value

    def read(self, node: Node, indices: Mapping[str, int]) -> Any:
        algebra = self.algebra
        match node:
            case Number():
                if isinstance(node.value, complex):
                    raise LanguageError("a kernel of this court has real values: no 1j, please")
                return algebra.number(Fraction(node.value))
            case Name():
                return self._name(node, indices)
            case Unary():
                value = self.read(node.operand, indices)
                return value if node.op == "+" else self._each(algebra.negative, value)
            case Transpose():
                value = self.read(node.operand, indices)
                if isinstance(value, list) and value and isinstance(value[0], list):
                    return [list(column) for column in zip(*value)]
                return value
            case Binary():
                return self._binary(node, indices)
            case Index():
                return self._index(node, indices)
            case Sum():
                return self._sum(node, indices)
            case Call():
                return self._call(node, indices)
        raise LanguageError("this cannot be read as a number")

    def _name(self, node: Name, indices: Mapping[str, int]) -> Any:
        if node.id in indices:
            return self.algebra.number(Fraction(indices[node.id]))
        if node.id in self.values:
            return self.values[node.id]
        if node.id == "d":
            return self.algebra.number(Fraction(self.domain.dim))
        if node.id == "pi":
            return self.algebra.pi()
        raise LanguageError(f"{node.id} is not one of the letters here; the letters are x and z (and d, pi)")

    # ---- operators -----------------------------------------------------------------------------------------

    def _binary(self, node: Binary, indices: Mapping[str, int]) -> Any:
        left, right = self.read(node.left, indices), self.read(node.right, indices)
        algebra = self.algebra
        if isinstance(left, str) or isinstance(right, str):
            raise LanguageError(
                "x and z are strings here: use hamming(x, z), edit(x, z), len(x), delta(x, z)"
            )
        if node.op == "@":
            return self._product(left, right, node)
        if node.op == "**":
            return self._each(lambda base: algebra.power(base, self._number(right, node)), left)
        operation: Callable[[Any, Any], Any] = {
            "+": algebra.add,
            "-": algebra.subtract,
            "*": algebra.multiply,
            "/": algebra.divide,
        }[node.op]
        return self._both(operation, left, right, node)

    def _each(self, operation: Callable[[Any], Any], value: Any) -> Any:
        if isinstance(value, Direction):
            if operation == self.algebra.negative:
                return Direction(operation(value.a), operation(value.b))
            raise NeedCoordinates
        if isinstance(value, list):
            return [self._each(operation, entry) for entry in value]
        if isinstance(value, str):
            raise LanguageError(
                "x and z are strings here: use hamming(x, z), edit(x, z), len(x), delta(x, z)"
            )
        return operation(value)

    def _both(self, operation: Callable[[Any, Any], Any], left: Any, right: Any, node: Binary) -> Any:
        if isinstance(left, Direction) and isinstance(right, Direction) and node.op in "+-":
            return Direction(operation(left.a, right.a), operation(left.b, right.b))
        if isinstance(left, Direction) and not isinstance(right, (list, Direction)) and node.op in "*/":
            if node.op == "/":  # the quotient is 0/0 only where the whole vector is 0
                operation = self.algebra.dividing(self.inner(left, left), right)
            return Direction(operation(left.a, right), operation(left.b, right))
        if isinstance(right, Direction) and not isinstance(left, (list, Direction)) and node.op == "*":
            return Direction(operation(left, right.a), operation(left, right.b))
        if isinstance(left, Direction) or isinstance(right, Direction):
            raise NeedCoordinates
        if isinstance(left, list) and isinstance(right, list):
            if shape(left) != shape(right):
                raise LanguageError(
                    f"{show(node.left)} is {in_words(left)} and {show(node.right)} is {in_words(right)}: "
                    f"{node.op} needs equal shapes"
                )
            return [self._both(operation, a, b, node) for a, b in zip(left, right)]
        if isinstance(left, list):
            return [self._both(operation, entry, right, node) for entry in left]
        if isinstance(right, list):
            return [self._both(operation, left, entry, node) for entry in right]
        return operation(left, right)

    def _number(self, value: Any, node: Node) -> Any:
        if isinstance(value, (list, Direction, str)):
            raise LanguageError(f"a number was expected in {show(node)}")
        return value

    def _product(self, left: Any, right: Any, node: Node) -> Any:
        if isinstance(left, Direction) and isinstance(right, Direction):
            return self.inner(left, right)
        if isinstance(left, Direction) or isinstance(right, Direction):
            if isinstance(left, list) or isinstance(right, list):
                raise NeedCoordinates
            raise LanguageError(
                f"{show(node)}: @ takes two vectors or a matrix and a vector; write * for a number"
            )
        if not isinstance(left, list) and not isinstance(right, list):
            return self.algebra.multiply(left, right)  # dimension 1: x @ z is x*z
        a, b = shape(left), shape(right)
        if not a or not b or a[-1] != b[0]:
            raise LanguageError(
                f"{show(node)}: @ cannot join {in_words(left)} with {in_words(right)}; the inner sizes must agree"
            )
        if len(a) == 2:
            return [self._product(row, right, node) for row in left]
        if len(b) == 2:
            return [self._product(left, list(column), node) for column in zip(*right)]
        return self._add_up([self.algebra.multiply(p, q) for p, q in zip(left, right)])

    def inner(self, left: Any, right: Any) -> Any:
        """⟨left, right⟩ of two vectors."""
        algebra = self.algebra
        if isinstance(left, Direction):
            cross = algebra.add(algebra.multiply(left.a, right.b), algebra.multiply(left.b, right.a))
            return self._add_up(
                [
                    algebra.multiply(algebra.multiply(left.a, right.a), algebra.product_symbol("xx")),
                    algebra.multiply(cross, algebra.product_symbol("xz")),
                    algebra.multiply(algebra.multiply(left.b, right.b), algebra.product_symbol("zz")),
                ]
            )
        if not isinstance(left, list):
            return algebra.multiply(left, right)
        return self._add_up([algebra.multiply(p, q) for p, q in zip(left, right)])

    def _add_up(self, values: list[Any]) -> Any:
        result = values[0]
        for value in values[1:]:
            result = self.algebra.add(result, value)
        return result

    # ---- indices and sums ----------------------------------------------------------------------------------

    def _index(self, node: Index, indices: Mapping[str, int]) -> Any:
        value = self.read(node.operand, indices)
        if isinstance(value, str):
            raise LanguageError("a letter of a string is not a number: use hamming(x, z), edit(x, z), len(x)")
        if isinstance(value, Direction):
            raise NeedCoordinates
        for index in node.indices:
            if index is None:
                raise LanguageError("a whole row or column is not needed here: write x[i]")
            place = self.algebra.whole_number(self._number(self.read(index, indices), node))
            if not isinstance(value, list):
                value = [value]  # dimension 1: x and x[0] mean the same
            if place is None or not 0 <= place < len(value):
                shown = "not a whole number" if place is None else place
                raise LanguageError(
                    f"{show(node)}: the index is {shown}; it should be from 0 to {len(value) - 1}"
                )
            value = value[place]
        return value

    def _sum(self, node: Sum, indices: Mapping[str, int]) -> Any:
        combinations: list[dict[str, int]] = [dict(indices)]
        for name, stop in node.ranges:
            longer = []
            for known in combinations:
                size = self.algebra.whole_number(self._number(self.read(stop, known), node))
                if size is None or size < 0 or size > MOST_SUMMANDS:
                    raise LanguageError(
                        f"range(…) in {show(node)} needs a whole number up to {MOST_SUMMANDS}"
                    )
                longer += [known | {name: i} for i in range(size)]
                if len(longer) > MOST_SUMMANDS:
                    raise LanguageError(f"{show(node)} has more than {MOST_SUMMANDS} terms")
            combinations = longer
        values = [self._number(self.read(node.body, known), node) for known in combinations]
        return self._add_up(values) if values else self.algebra.number(Fraction(0))

    def _call(self, node: Call, indices: Mapping[str, int]) -> Any:
        from .functions import call  # the table of functions needs this class for its types

        values = [
            None if argument == Name("inf") and node.function == "norm" else self.read(argument, indices)
            for argument in node.arguments
        ]
        return call(self, node, values)
