"""A kernel that one sees: sums, products, powers and exponentials of kernels, and g(x)·g(z).

The court proves more than that: (1 + x·z)² + cos(π) is a kernel, and so is 1 − (x + z + √(x − z)²)/2. But a student
who is asked to write a function so that one sees it has not answered by writing a minus sign as a cosine. Whether two
factors are the same function of their points is looked up at points, so that any spelling of g will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.court import Domain
from kernelcourse.court.algebra.algebras import gram
from kernelcourse.language.tree import (
    Binary,
    Call,
    Name,
    Node,
    Number,
    Sum,
    Unary,
    free_names,
    substitute,
    walk,
)

_CLOSE = 1e-9
_X, _Z = Name("x"), Name("z")


@dataclass(frozen=True)
class Sight:
    """Where formulas are looked at."""

    domain: Domain
    points: Any

    def sees(self, node: Node) -> bool:
        """A sum of visible kernels with weights that are not negative."""
        terms = list(self._terms(node, 1.0))
        constant = sum(weight for weight, term in terms if not _letters(term))
        mixed = [(weight, term) for weight, term in terms if _letters(term)]
        return constant >= 0 and all(weight >= 0 and self._kernel(term) for weight, term in mixed)

    def takes_away(self, node: Node) -> bool:
        """Some number in the formula is negative: x + cos(π)·z is x − z."""
        numbers = (part for part in walk(node) if free_names(part) <= {"pi", "e"})
        return any(self._number(part) < 0 for part in numbers)

    def _terms(self, node: Node, weight: float) -> Iterator[tuple[float, Node]]:
        """2*(a - b/3) has the terms 2·a and −2/3·b; a term without letters is 1 with its value as weight."""
        if not _letters(node):
            yield weight * self._number(node), Number(1)
            return
        match node:
            case Binary(op="+" | "-" as op, left=left, right=right):
                yield from self._terms(left, weight)
                yield from self._terms(right, weight if op == "+" else -weight)
            case Unary(op=op, operand=inside):
                yield from self._terms(inside, -weight if op == "-" else weight)
            case Binary(op="*", left=left, right=right) if not (_letters(left) and _letters(right)):
                number, rest = (left, right) if _letters(right) else (right, left)
                yield from self._terms(rest, weight * self._number(number))
            case Binary(op="/", left=left, right=right) if not _letters(right):
                yield from self._terms(left, weight / self._number(right))
            case _:
                yield weight, node

    def _kernel(self, node: Node) -> bool:
        """One term: a product, a power, a function of a kernel, or a kernel that the course starts from."""
        match node:
            case Binary(op="*" | "/"):
                return self._product(node)
            case Binary(op="@", left=left, right=right):
                return self._inner(left, right)
            case Binary(op="**", left=base, right=Number(value=int() as power)) if power > 0:
                return self.sees(base)
            case Call(function="dot", arguments=(left, right)):
                return self._inner(left, right)
            case Call(function="sum", arguments=(Binary(op="*", left=left, right=right),)):
                return self._inner(left, right)
            case Call(function="exp", arguments=(inside,)):
                return self._exponent(inside)
            case Call(function="cosh" | "sinh", arguments=(inside,)):
                return self.sees(inside)
            case Call(function="cos", arguments=(inside,)):  # cos(g(x) − g(z)) = cos cos + sin sin
                return self._apart(inside, -1.0)
            case Call(function="min", arguments=(left, right)):
                return self._least(left, right)
            case Call(function="delta"):
                return True
            case Sum(body=body, ranges=((index, stop), *rest)) if not _letters(stop):
                inside = Sum(body, tuple(rest)) if rest else body
                return all(
                    self.sees(substitute(inside, {index: Number(at)}))
                    for at in range(int(self._number(stop)))
                )
        return False

    def _product(self, node: Node) -> bool:
        """g(x)·g(z) times visible kernels."""
        own: Node = Number(1)
        for op, factor in _factors(node, "*"):
            if len(_letters(factor)) < 2:
                own = Binary(op, own, factor)
            elif op == "/" or not self.sees(factor):
                return False
        values = self._values(own)
        return self._same(values, values.T) and bool(np.all(np.diag(values) >= 0))

    def _inner(self, left: Node, right: Node) -> bool:
        """g(x)·g(z) of vectors: both are one function, of x here and of z there; x@z * x @ z is (x·z)(x·z)."""
        for side in (left, right):
            outside, vector = _taken_out(side)
            if outside:
                less = (vector, right) if side is left else (left, vector)
                return all(self.sees(one) for one in outside) and self._inner(*less)
        if _letters(left) == {"z"}:
            left, right = right, left
        if _letters(left) != {"x"} or _letters(right) != {"z"}:
            return False
        right = substitute(right, {"z": _X})
        both, first, second = (
            np.diag(self._values(Binary("@", one, other)))
            for one, other in ((left, right), (left, left), (right, right))
        )
        across = self._values(Binary("@", left, substitute(right, {"x": _Z})))
        return (
            bool(np.all(both >= 0))
            and self._same(both * both, first * second)
            and self._same(across, across.T)
        )

    def _exponent(self, inside: Node) -> bool:
        """exp(k), or exp(a(x) + k + a(z)) = exp(a(x)) exp(k) exp(a(z))."""
        terms = list(self._terms(inside, 1.0))
        mixed = [(weight, term) for weight, term in terms if len(_letters(term)) == 2]
        return self._balanced(terms, 1.0) and all(
            weight >= 0 and self._kernel(term) for weight, term in mixed
        )

    def _apart(self, inside: Node, sign: float) -> bool:
        terms = list(self._terms(inside, 1.0))
        return all(len(_letters(term)) < 2 for _, term in terms) and self._balanced(terms, sign)

    def _balanced(self, terms: list[tuple[float, Node]], sign: float) -> bool:
        """What depends on x alone is ± what depends on z alone, up to a number."""
        sides = [np.zeros(len(self.points)), np.zeros(len(self.points))]
        for weight, term in terms:
            if len(_letters(term)) == 1:
                (letter,) = _letters(term)
                sides[letter == "z"] = sides[letter == "z"] + weight * np.diag(self._values(term))
        gap = sides[0] - sign * sides[1]
        return self._same(gap, np.full_like(gap, gap[0] if sign > 0 else 0.0))

    def _least(self, left: Node, right: Node) -> bool:
        """min(g(x), g(z)) for g ≥ 0."""
        if {frozenset(_letters(left)), frozenset(_letters(right))} != {frozenset("x"), frozenset("z")}:
            return False
        one, other = (np.diag(self._values(side)) for side in (left, right))
        return self._same(one, other) and bool(np.all(one >= 0))

    def _values(self, node: Node) -> np.ndarray:
        with np.errstate(all="ignore"):
            return np.asarray(gram(node, self.domain, self.points, self.points), dtype=float)

    def _number(self, node: Node) -> float:
        return float(self._values(node)[0, 0])

    def _same(self, a: np.ndarray, b: np.ndarray) -> bool:
        return bool(np.all(abs(a - b) <= _CLOSE * (1 + abs(a).max(initial=0))))


def _taken_out(node: Node) -> tuple[list[Node], Node]:
    """The factors of a vector that hold both points, and the vector without them."""
    outside: list[Node] = []
    rest: Node | None = None
    for op, factor in _factors(node, "*"):
        if op == "*" and len(_letters(factor)) == 2:
            outside.append(factor)
        else:
            rest = factor if rest is None and op == "*" else Binary(op, rest or Number(1), factor)
    return (outside, rest) if rest is not None else ([], node)


def _letters(node: Node) -> frozenset[str]:
    return free_names(node) & {"x", "z"}


def _factors(node: Node, op: str) -> Iterator[tuple[str, Node]]:
    """a*b/(c/d) has the factors *a, *b, /c, *d."""
    if isinstance(node, Binary) and node.op in "*/":
        yield from _factors(node.left, op)
        yield from _factors(node.right, op if node.op == "*" else "/" if op == "*" else "*")
    elif isinstance(node, Unary) and node.op == "-":
        yield "*", Number(-1)
        yield from _factors(node.operand, op)
    else:
        yield op, node
