"""The value of a tree, in whichever arithmetic: floats, exact rationals, 60-digit decimals, or duals.

One walk serves all of them. The operators are Python's; an arithmetic supplies the leaves, the powers and the
functions. What cannot be computed (a singular inverse, a division by zero) raises `Undefined`, which says why.
"""

from __future__ import annotations

import decimal
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from .effort import METER, Price, entries, spend
from .errors import TooMuch, Undefined
from .functions import of_one_number
from .in_text import brief
from .letters import letter
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary, free_names, transform

_FEW = 8  # terms that are added up one by one
_IN_A_VISIT = 200  # terms of an array that count as one node


class Arithmetic(Protocol):
    """Leaves, operators, functions; `note` sees the terms of every sum, to know what may cancel."""

    patience: int  # how many nodes may be visited, sums unrolled
    at_once: int  # how many terms of a sum may be one array
    price: Price

    def number(self, value: Any) -> Any: ...
    def binary(self, op: str, left: Any, right: Any) -> Any: ...
    def function(self, name: str, arguments: list[Any]) -> Any: ...
    def note(self, value: Any) -> None: ...


class Evaluator:
    """Values of the letters, definitions worked out when first used."""

    def __init__(self, values: Mapping[str, Any], definitions: Mapping[str, Node], arithmetic: Arithmetic):
        self.values = dict(values)
        for name in definitions:
            self.values.pop(name, None)
        self.definitions = definitions
        self.arithmetic = arithmetic
        self.visits = 0
        self.open: set[str] = set()

    def __call__(self, node: Node) -> Any:
        try:
            with np.errstate(all="ignore"):
                return self.of(node, {})
        except (ZeroDivisionError, decimal.DivisionByZero, decimal.InvalidOperation):
            raise Undefined("it divides by zero") from None
        except (OverflowError, decimal.Overflow):
            raise TooMuch("a number grows beyond bounds") from None  # it has a value, only too large a one
        except np.linalg.LinAlgError:
            raise Undefined("a matrix that has no inverse is inverted") from None

    def name(self, name: str) -> Any:
        if name in self.values:
            return self.values[name]
        if name in self.definitions:
            if name in self.open:
                raise Undefined(f"{letter(name)} is defined by itself")
            self.open.add(name)
            self.values[name] = self.of(self.definitions[name], {})
            self.open.discard(name)
            return self.values[name]
        if name == "pi":
            return self.arithmetic.number(math.pi)
        if name == "inf":
            return math.inf
        raise Undefined(f"{letter(name)} has no value")

    def of(self, node: Node, bound: Mapping[str, int]) -> Any:
        """The value of one node. The usual kinds are asked for first: all work passes here."""
        self.visits += 1
        price = self.arithmetic.price
        METER.spent += price.node
        if self.visits > self.arithmetic.patience:
            raise TooMuch("there are too many terms to add up")
        if isinstance(node, Name):
            if node.id not in bound:
                return self.name(node.id)
            place = bound[node.id]
            return place if isinstance(place, np.ndarray) else self.arithmetic.number(place)
        if isinstance(node, Binary):
            op = node.op
            left, right = self.of(node.left, bound), self.of(node.right, bound)
            if bound and _is_place(node, bound) and isinstance(left, (float, np.ndarray)):
                value = left + right if op == "+" else left - right  # exact, however large
            else:
                value = self.arithmetic.binary(op, left, right)
            inner = np.shape(left)[-1] if op == "@" else 1
            METER.spent += price.entry * entries(value) * inner
            return value
        if isinstance(node, Number):
            return self.arithmetic.number(node.value)
        if isinstance(node, Call):
            if node.function == "block":
                return self.arithmetic.function("block", self.blocks(node, bound))
            arguments = [self.of(part, bound) for part in node.arguments]
            METER.spent += price.entry * sum(map(entries, arguments))
            return self.arithmetic.function(node.function, arguments)
        if isinstance(node, Unary):
            inside = self.of(node.operand, bound)
            return -inside if node.op == "-" else inside
        if isinstance(node, Transpose):
            inside = self.of(node.operand, bound)
            return inside.T if hasattr(inside, "T") else inside
        if isinstance(node, Index):
            return self.index(node, bound)
        if isinstance(node, Sum):
            return self.sum(node, 0, dict(bound))
        raise TypeError(f"not a node: {node!r}")

    def counted(self, node: Node, bound: Mapping[str, int]) -> Any:
        """N + 1 − 1: sums of whole numbers are exact, however large, and no measure of rounding."""
        match node:
            case Binary(op="+" | "-" as op, left=left, right=Number(value=int()) as right):
                first, second = self.counted(left, bound), self.of(right, bound)
                return first + second if op == "+" else first - second
        return self.of(node, bound)

    def whole(self, node: Node, bound: Mapping[str, int]) -> int:
        """An index, a size or the end of a range."""
        value = self.counted(node, bound)
        value = getattr(value, "value", value)
        try:
            number = round(float(value))
        except (TypeError, ValueError, OverflowError):
            raise Undefined(f"{brief(node)} is not an integer") from None
        if abs(float(value) - number) > 1e-9:
            raise Undefined(f"{brief(node)} is {float(value):g}, not an integer")
        return number

    def place(self, node: Node, bound: Mapping[str, int]) -> Any:
        """An index, or the index of every term of a sum at once."""
        along = any(isinstance(bound.get(name), np.ndarray) for name in free_names(node))
        value = self.of(node, bound) if along else None
        if not isinstance(value, np.ndarray):
            return self.whole(node, bound)
        found = np.rint(value)
        if np.any(np.abs(value - found) > 1e-9):
            raise Undefined(f"{brief(node)} is not an integer")
        return found.astype(int)

    def index(self, node: Index, bound: Mapping[str, int]) -> Any:
        inside = self.of(node.operand, bound)
        places: list[Any] = []
        for part in node.indices:
            places.append(slice(None) if part is None else self.place(part, bound))
        for place, size in zip(places, inside.shape, strict=False):
            ends = (place.min(), place.max()) if isinstance(place, np.ndarray) else (place, place)
            beyond = next((end for end in ends if not isinstance(end, slice) and not 0 <= end < size), None)
            if beyond is not None:
                raise Undefined(f"{brief(node)}: index {beyond} is outside 0 … {size - 1}")
        return inside[tuple(places)]

    def blocks(self, node: Call, bound: Mapping[str, int]) -> list[Any]:
        first = node.arguments[0]
        if len(node.arguments) == 1 and isinstance(first, Call) and isinstance(first.arguments[0], Call):
            rows = [row.arguments for row in first.arguments if isinstance(row, Call)]
            return [[self.of(part, bound) for part in row] for row in rows]
        return [self.of(part, bound) for part in node.arguments]

    def sum(self, node: Sum, depth: int, bound: dict[str, int]) -> Any:
        if depth == len(node.ranges):
            value = self.of(node.body, bound)
            self.arithmetic.note(value)
            return value
        name, stop = node.ranges[depth]
        total: Any = self.arithmetic.number(0)
        count = self.whole(stop, bound)
        counts = self.counts(node, depth, bound) if self.arithmetic.at_once else ()
        if _FEW < math.prod(counts) <= self.arithmetic.at_once and self.flat(node, bound):
            return self.added_at_once(node, bound, counts)
        if count > self.arithmetic.patience - self.visits:
            raise TooMuch("there are too many terms to add up")
        for step in range(count):
            total = self.arithmetic.binary("+", total, self.sum(node, depth + 1, bound | {name: step}))
        return total

    def counts(self, node: Sum, depth: int, bound: Mapping[str, int]) -> tuple[int, ...]:
        """How many terms along each range that is left, if none depends on another: then all are one array."""
        left = node.ranges[depth:]
        names = {name for name, _ in left}
        if len(left) > 1 and any(free_names(stop) & names for _, stop in left):
            return ()
        return tuple(self.whole(stop, bound) for _, stop in left)

    def flat(self, node: Sum, bound: Mapping[str, int]) -> bool:
        """The term is a number, computed from numbers and entries of letters."""
        bare = _without_entries(node.body)
        others = free_names(bare) - {name for name, _ in node.ranges} - {"pi", *bound}
        return entrywise(bare) and not any(np.ndim(self.name(other)) for other in others)

    def added_at_once(self, node: Sum, bound: Mapping[str, int], counts: tuple[int, ...]) -> Any:
        """All terms of a sum as one array, an axis for each range."""
        names = [name for name, _ in node.ranges[-len(counts) :]]
        axes = np.ix_(*(np.arange(float(count)) for count in counts))
        terms = self.of(node.body, {**bound, **dict(zip(names, axes, strict=True))})  # type: ignore[arg-type]
        terms = np.broadcast_to(terms, counts)
        self.visits += terms.size // _IN_A_VISIT
        spend(self.arithmetic.price.entry * terms.size)
        self.arithmetic.note(np.sum(np.abs(terms)))
        return np.sum(terms)


def _is_place(node: Binary, bound: Mapping[str, int]) -> bool:
    """i + 1, i − 1, i + 1 + 1 of an index i in force."""
    left: Node = node
    while isinstance(left, Binary) and left.op in "+-" and isinstance(left.right, Number):
        if not isinstance(left.right.value, int):
            return False
        left = left.left
    return isinstance(left, Name) and left.id in bound


@lru_cache(maxsize=512)
def _without_entries(body: Node) -> Node:
    """The term with each entry x[i], K[i, j] as if it were a number."""

    def change(part: Node) -> Node:
        whole = isinstance(part, Index) and isinstance(part.operand, Name) and None not in part.indices
        return Number(1) if whole else part

    return transform(body, change)


def entrywise(node: Node) -> bool:
    """Made of numbers only, entry by entry: 1/(k + 1)². Not 2ᵏ, where the exponent must be a number."""
    match node:
        case Number() | Name():
            return True
        case Unary():
            return entrywise(node.operand)
        case Binary(op="**"):
            return not free_names(node.right) and entrywise(node.right) and entrywise(node.left)
        case Binary(op="+" | "-" | "*" | "/"):
            return entrywise(node.left) and entrywise(node.right)
        case Call(function="max" | "min", arguments=(left, right)):
            return entrywise(left) and entrywise(right)
        case Call(arguments=(inside,)):
            return of_one_number(node.function) and entrywise(inside)
    return False
