"""One spelling for what has several: an inner product of vectors, and the matrix of ones.

Forms are looked at after this: an `outer` that only writes 11ᵀ is no outer product that a sheet asks for or forbids,
and an inner product is one as dot(x, z) and as ⟨x, z⟩.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.errors import LanguageError
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Binary, Call, Node, Number, Sum, Transpose, Unary, transform, walk

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

ONE = Number(1)


def inner_products(node: Node, setting: Setting) -> Node:
    """dot(x, z) of vectors is x @ z; of matrices it is the trace of one product, and stays what it is."""

    def plain(part: Node) -> Node:
        match part:
            case Call(function="dot", arguments=(left, right)) if rank(left, node, setting) == 1:
                return Binary("@", left, right)
        return part

    return transform(node, plain)


def numbers_first(node: Node, setting: Setting) -> Node:
    """(2 * A) @ B is 2 * (A @ B), and so on: with A left out it is a formula still, 2 * B and not 2 @ B."""

    def is_number(part: Node) -> bool:
        return rank(part, node, setting) == 0

    def out(part: Node) -> Node:
        match part:
            case Binary(op="@", left=Unary(op="-", operand=left), right=right):
                return Unary("-", out(Binary("@", left, right)))
            case Binary(op="@", left=left, right=Unary(op="-", operand=right)):
                return Unary("-", out(Binary("@", left, right)))
            case Binary(op="@", left=Binary(op="*" | "/" as op, left=left, right=by), right=right) if (
                is_number(by)
            ):
                return Binary(op, out(Binary("@", left, right)), by)
            case Binary(op="@", left=left, right=Binary(op="*" | "/" as op, left=right, right=by)) if (
                is_number(by)
            ):
                return Binary(op, out(Binary("@", left, right)), by)
            case Binary(op="@", left=Binary(op="*", left=by, right=left), right=right) if is_number(by):
                return Binary("*", by, out(Binary("@", left, right)))
            case Binary(op="@", left=left, right=Binary(op="*", left=by, right=right)) if is_number(by):
                return Binary("*", by, out(Binary("@", left, right)))
        return part

    return transform(node, out)


def rank(part: Node, within: Node, setting: Setting) -> int | None:
    """0 for a number, 1 for a vector, 2 for a matrix; None if it has no shape, whatever the indices of the sums are."""
    indices = {name: () for one in walk(within) if isinstance(one, Sum) for name, _ in one.ranges}
    try:
        return len(infer(setting.expand(part), {**setting.shapes, **indices}, frozenset(setting.sizes)))
    except LanguageError:
        return None


def one_spelling(node: Node) -> Node:
    """The formula with every matrix of ones written as ones(n, m), numbers in front of it."""
    return transform(node, _plain)


def _plain(node: Node) -> Node:
    match node:
        case Transpose(operand=Call(function="ones", arguments=sizes)) if sizes:
            return Call("ones", sizes[::-1])
        case Call(function="outer", arguments=(left, right)):
            a, b = _of_ones(left), _of_ones(right)
            if a and b and len(a.arguments) == len(b.arguments) == 1:
                return _scaled(_scaled(Call("ones", (*a.arguments, *b.arguments)), left, a), right, b)
        case Binary(op="@", left=left, right=right):
            a, b = _of_ones(left), _of_ones(right)
            if a and b and _is_column(a) and _is_row(b):
                return _scaled(_scaled(Call("ones", (a.arguments[0], b.arguments[1])), left, a), right, b)
    return node


def _of_ones(node: Node) -> Call | None:
    """The ones(…) in ones(n)/n, 2 * ones(n) or -ones(n)."""
    match node:
        case Call(function="ones"):
            return node
        case Unary(operand=inside) | Binary(op="/", left=inside):
            return _of_ones(inside)
        case Binary(op="*", left=left, right=right):
            return _of_ones(right) or _of_ones(left)
    return None


def _scaled(ones: Node, written: Node, inside: Call) -> Node:
    """`ones` in the place of the ones(…) inside what was written."""
    if written == inside:
        return ones
    return transform(written, lambda part: ones if part == inside else part)


def _is_column(ones: Call) -> bool:
    return len(ones.arguments) == 2 and ones.arguments[1] == ONE


def _is_row(ones: Call) -> bool:
    return len(ones.arguments) == 2 and ones.arguments[0] == ONE
