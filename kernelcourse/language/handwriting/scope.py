"""What a formula may refer to, and what reading it gives."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ..dimensions import Dimension, Shape
from ..tree import Binary, Name, Node, Number


@dataclass(frozen=True)
class Scope:
    """The letters, the functions of the setting, the shape of any expression, the indices that count from 0."""

    names: Collection[str]
    functions: Collection[str]
    shape: Callable[[Node], Shape]
    indices: Collection[str] = ()
    size: Dimension | None = None  # of an I whose size the formula does not tell
    kronecker: bool = False  # x ⊗ y of two vectors is kron(x, y), not the outer product

    def is_matrix(self, name: str) -> bool:
        return name in self.names and len(self.shape(Name(name))) == 2


@dataclass(frozen=True)
class Formula:
    """The tree, and in sentences whatever the reader had to decide."""

    node: Node
    notes: tuple[str, ...] = ()
    by_hand: bool = False


def size_node(size: Dimension) -> Node:
    """n, 2*L + 1: a dimension as an expression."""
    total: Node | None = None
    for names, count in sorted(size.terms, key=lambda term: -len(term[0])):
        factors: list[Node] = [Name(name) for name in names]
        if count != 1 or not factors:
            factors.insert(0, Number(count))
        product = factors[0]
        for factor in factors[1:]:
            product = Binary("*", product, factor)
        total = product if total is None else Binary("+", total, product)
    return Number(0) if total is None else total
