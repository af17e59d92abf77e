"""What a product, a sum or a power means is decided by shapes: xᵀx is a number, xxᵀ a matrix, K² is KK.

A vector of the language is neither row nor column; by hand it is a column unless it was transposed. `Part` remembers
that, so x yᵀ is an outer product. The identity I and the vector 𝟏 have no size of their own: it is None until a sum or
a product tells it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ..dimensions import Dimension, shape_text
from ..errors import LanguageError
from ..in_text import brief
from ..shapes import ShapeError
from ..tree import Binary, Call, Name, Node, Number, Transpose, Unary, transform
from ..upright import beside
from .scope import size_node

OpenShape: TypeAlias = tuple[Dimension | None, ...]
LARGEST_POWER = 8  # of a matrix


@dataclass(frozen=True)
class Part:
    """An expression with its shape; `row`: a vector that was transposed; `written`: as a sentence shows it."""

    node: Node
    shape: OpenShape = ()
    row: bool = False
    written: Node | None = None

    @property
    def shown(self) -> Node:
        return self.node if self.written is None else self.written

    @property
    def open(self) -> bool:
        return None in self.shape

    @property
    def rank(self) -> int:
        return len(self.shape)

    def __str__(self) -> str:
        return brief(self.shown)

    @property
    def held(self) -> str:
        """Its text as the base of a power."""
        return str(self) if isinstance(self.node, (Name, Call)) else f"({self})"

    def closed(self, size: Dimension | None) -> Part:
        """The same with I and 𝟏 of this size."""
        if size is None or not self.open:
            return self

        def change(part: Node) -> Node:
            if isinstance(part, Call) and part.function in ("I", "ones") and not part.arguments:
                return replace(part, arguments=(size_node(size),))
            return part

        return replace(
            self, node=transform(self.node, change), shape=tuple(one or size for one in self.shape)
        )


def size_text(shape: OpenShape) -> str:
    if shape == (None,):
        return "a vector"
    return shape_text(tuple(Dimension.name("?") if size is None else size for size in shape))


def misfit(verb: str, left: Part, right: Part) -> ShapeError:
    said = "; ".join(f"{part} is {size_text(part.shape)}" for part in (left, right))
    return ShapeError(f"{said}: you cannot {verb} them")


def add(op: str, left: Part, right: Part) -> Part:
    """left ± right; a number is added to every entry, as in numpy."""
    if left.rank == right.rank:
        if left.shape:
            left, right = left.closed(right.shape[0]), right.closed(left.shape[0])
        if left.shape != right.shape:
            raise misfit("add" if op == "+" else "subtract", left, right)
    elif left.rank and right.rank:
        raise misfit("add" if op == "+" else "subtract", left, right)
    bigger = left if left.rank else right
    written = Binary(op, left.shown, right.shown)
    return Part(Binary(op, left.node, right.node), bigger.shape, left.row and right.row, written)


def multiply(left: Part, right: Part, how: str) -> tuple[Part, str]:
    """left · right and a note; how: juxtaposed · dot (the sign ·) · cross (×) · star (*) · at (@)."""
    if not left.rank or not right.rank:
        if how == "at":
            scalar = left if not left.rank else right
            raise ShapeError(f"{scalar} is a number: multiply by a number with *, not @")
        bigger = left if left.rank else right
        written = beside(left.shown, right.shown)
        return Part(Binary("*", left.node, right.node), bigger.shape, left.row or right.row, written), ""
    if how == "star" and left.shape == right.shape and not (left.row or right.row):
        note = "" if left.rank == 1 else f"* between {left} and {right} is read entry by entry"
        return Part(Binary("*", left.node, right.node), left.shape), note
    if left.rank == right.rank == 1:
        return _vectors(left, right, how)
    left, right = left.closed(right.shape[0]), right.closed(left.shape[-1])
    if left.shape[-1] != right.shape[0]:
        raise misfit("multiply", left, right)
    shape = (*left.shape[:-1], *right.shape[1:])
    note = f"* between {left} and {right} is read as the matrix product" if how == "star" else ""
    if left.rank == 1 and not left.row and how in ("juxtaposed", "dot", "cross"):
        note = f"{left} in front of a matrix is read as a row, {left}ᵀ"
    return Part(Binary("@", left.node, right.node), shape, left.rank == 1, _product(left, right)), note


def _product(left: Part, right: Part) -> Node:
    """wᵀX for w @ X: a vector on the left is a row."""
    return Binary("@", Transpose(left.shown) if left.rank == 1 else left.shown, right.shown)


def _vectors(left: Part, right: Part, how: str) -> tuple[Part, str]:
    if right.row and not left.row and how != "at":
        left, right = left.closed(right.shape[0]), right.closed(left.shape[0])
        return Part(Call("outer", (left.node, right.node)), (left.shape[0], right.shape[0])), ""
    if not left.row and how in ("juxtaposed", "cross"):
        raise LanguageError(
            f"{left} and {right} are both vectors: write xᵀz or x·z for the inner product, x zᵀ for the outer one, "
            "x*z for the product entry by entry"
        )
    left, right = left.closed(right.shape[0]), right.closed(left.shape[0])
    if left.shape != right.shape:
        raise misfit("take the inner product of", left, right)
    return Part(Binary("@", left.node, right.node), written=_product(left, right)), ""


def divide(left: Part, right: Part) -> Part:
    if right.rank == 2 and left.shape != right.shape:
        raise LanguageError(
            f"{right} is a matrix: write {right.held}⁻¹ and say on which side, instead of dividing by it"
        )
    if left.rank and right.rank and left.shape != right.shape:
        raise misfit("divide", left, right)
    shape = left.shape or right.shape
    return Part(Binary("/", left.node, right.node), shape, left.row)


def transposed(part: Part) -> Part:
    """xᵀ: of a vector the vector itself, now a row."""
    if part.rank == 0:
        return part
    if part.rank == 1:
        return replace(part, row=not part.row)
    return Part(Transpose(part.node), part.shape[::-1], written=Transpose(part.shown))


def inverse(part: Part) -> Part:
    if part.rank == 0:
        return Part(Binary("/", Number(1), part.node))
    if part.rank == 1:
        raise LanguageError(f"{part} is a vector: it has no inverse (1/x is entry by entry)")
    if part.shape[0] != part.shape[1]:
        raise ShapeError(f"only a square matrix has an inverse; {part} is {size_text(part.shape)}")
    return Part(Call("inv", (part.node,)), part.shape, written=Call("inv", (part.shown,)))


def power(base: Part, exponent: Part) -> tuple[Part, str]:
    """base^exponent as by hand: of a matrix the matrix power, of a vector entry by entry; and a note."""
    if exponent.rank:
        raise ShapeError(f"a power must be a number; {exponent} is {size_text(exponent.shape)}")
    whole = _whole(exponent.node)
    if base.rank < 2:
        if whole == -1 and base.rank == 0:
            return inverse(base), ""
        note = f"the power of the vector {base} is read entry by entry" if base.rank else ""
        return Part(Binary("**", base.node, exponent.node), base.shape, base.row), note
    if base.shape[0] != base.shape[1]:
        raise ShapeError(f"only a square matrix has powers; {base} is {size_text(base.shape)}")
    if whole is None or not 0 < abs(whole) <= LARGEST_POWER:
        raise LanguageError(
            f"of the matrix {base} only the powers −{LARGEST_POWER} … {LARGEST_POWER} are read; "
            f"write ** for a power entry by entry"
        )
    factor = inverse(base) if whole < 0 else base
    node = factor.node
    for _ in range(abs(whole) - 1):
        node = Binary("@", node, factor.node)
    if whole == -1:
        return Part(node, base.shape), f"{base.held}⁻¹ is read as the inverse matrix"
    return Part(node, base.shape), f"{base.held}^{whole} is read as a matrix power, not entry by entry"


def _whole(node: Node) -> int | None:
    match node:
        case Number(value=int() as value):
            return value
        case Unary(op="-", operand=Number(value=int() as value)):
            return -value
    return None
