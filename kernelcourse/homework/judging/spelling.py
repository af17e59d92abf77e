"""One spelling for the matrix of ones: outer(ones(n), ones(n)) and ones(n, 1) @ ones(1, n) are ones(n, n).

Forms are looked at after this: an `outer` that only writes 11ᵀ is no outer product that a sheet asks for or forbids.
"""

from __future__ import annotations

from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose, Unary, transform

ONE = Number(1)


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
