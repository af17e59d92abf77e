"""A dimension is a polynomial in the names of dimensions: n, 2*L + 1, n*d; two are equal if they are so for every n, d.

A shape is a tuple of dimensions: () a number, (n,) a vector, (n, d) a matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .letters import letter
from .tree import Binary, Name, Node, Number, Unary


@dataclass(frozen=True)
class Dimension:
    """Σ coefficient · product of names, as a sorted tuple of (names, coefficient) without zeros."""

    terms: tuple[tuple[tuple[str, ...], int], ...]

    @staticmethod
    def of(terms: Mapping[tuple[str, ...], int]) -> Dimension:
        return Dimension(tuple(sorted((names, count) for names, count in terms.items() if count)))

    @staticmethod
    def number(value: int) -> Dimension:
        return Dimension.of({(): value})

    @staticmethod
    def name(name: str) -> Dimension:
        return Dimension.of({(name,): 1})

    def __add__(self, other: Dimension) -> Dimension:
        terms = dict(self.terms)
        for names, count in other.terms:
            terms[names] = terms.get(names, 0) + count
        return Dimension.of(terms)

    def __neg__(self) -> Dimension:
        return Dimension.of({names: -count for names, count in self.terms})

    def __mul__(self, other: Dimension) -> Dimension:
        terms: dict[tuple[str, ...], int] = {}
        for names, count in self.terms:
            for more, times in other.terms:
                key = tuple(sorted(names + more))
                terms[key] = terms.get(key, 0) + count * times
        return Dimension.of(terms)

    def size(self, sizes: Mapping[str, int]) -> int:
        """Its value once every name has one."""
        total = 0
        for names, count in self.terms:
            for name in names:
                count *= sizes[name]
            total += count
        return total

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for names, _ in self.terms for name in names)

    def __str__(self) -> str:
        parts = []
        for names, count in sorted(self.terms, key=lambda term: -len(term[0])):
            product = "·".join(letter(name) for name in names)
            size = str(abs(count)) if abs(count) != 1 or not names else ""
            parts.append((" − " if count < 0 else " + ") + size + ("·" if size and product else "") + product)
        text = "".join(parts) or " + 0"
        return text[3:] if text.startswith(" + ") else text[1:].replace(" ", "", 1)


Shape: TypeAlias = tuple[Dimension, ...]


def shape_text(shape: Shape) -> str:
    """a number · n · n×d · (p + r)×r, as a student would say it."""
    if len(shape) == 1:
        return str(shape[0])
    return "×".join(f"({size})" if len(size.terms) > 1 else str(size) for size in shape) or "a number"


def dimension(node: Node, known: frozenset[str] | None = None) -> Dimension | None:
    """The dimension an expression names, or None if it is not made of dimensions, integers, + − and *."""
    match node:
        case Number(value=int() as value):
            return Dimension.number(value)
        case Name() if known is None or node.id in known:
            return Dimension.name(node.id)
        case Unary(op="-"):
            inside = dimension(node.operand, known)
            return None if inside is None else -inside
        case Binary(op="+" | "-" | "*"):
            left, right = dimension(node.left, known), dimension(node.right, known)
            if left is None or right is None:
                return None
            if node.op == "*":
                return left * right
            return left + (right if node.op == "+" else -right)
    return None
