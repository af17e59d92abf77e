"""Sound rewritings: the same line as another student would write it. A checker that rejects one raises a false alarm.

Re-association, expansion, transposed scalars, cycled traces, push-through, sums written out: every rule is an
identity for all values of the letters, whatever the shapes allow.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import (
    Binary,
    Call,
    Index,
    Name,
    Node,
    Number,
    Sum,
    Transpose,
    Unary,
    free_names,
    walk,
)

from ..reading.symbols import Setting
from .one_symbol_edits import places


def rewrites(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """(rule, the same expression in another form), each form once."""
    seen = {node}

    def local(part: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
        try:
            shape: Shape | None = setting.shape(part)
        except ShapeError:
            shape = None
        if not scope and shape is not None:
            yield from _shaped(part, shape, setting)
        yield from _plain(part)

    for edit in places(node, local):
        if edit.after not in seen:
            seen.add(edit.after)
            try:
                setting.shape(edit.after)
            except ShapeError:
                continue
            yield edit.kind, edit.after


def _plain(part: Node) -> Iterator[tuple[str, Node]]:
    """Rules that need no shapes."""
    match part:
        case Binary(op="+", left=left, right=right):
            yield "commute", Binary("+", right, left)
            if isinstance(left, Binary) and left.op == "+":
                yield "associate", Binary("+", left.left, Binary("+", left.right, right))
        case Binary(op="-", left=left, right=right):
            yield "signs", Binary("+", Unary("-", right), left)
            yield "signs", Unary("-", Binary("-", right, left))
        case Binary(op="*", left=left, right=right):
            yield "commute", Binary("*", right, left)
            if isinstance(right, Binary) and right.op in "+-":
                yield (
                    "expand",
                    Binary(right.op, Binary("*", left, right.left), Binary("*", left, right.right)),
                )
            if left == Number(2):
                yield "double", Binary("+", right, right)
        case Binary(op="/", left=left, right=right):
            yield "fraction", Binary("*", Binary("/", Number(1), right), left)
        case Binary(op="**", left=Binary(op="+" | "-" as op, left=a, right=b), right=Number(value=2)):
            middle = Binary("*", Number(2), Binary("*", a, b))
            square = Binary("+" if op == "+" else "-", Binary("**", a, Number(2)), middle)
            yield "expand", Binary("+", square, Binary("**", b, Number(2)))
        case Call(function="inv", arguments=(Call(function="inv", arguments=(inside,)),)):
            yield "inverse", inside
        case Call(function="exp", arguments=(Binary(op="+", left=a, right=b),)):
            yield "exponential", Binary("*", Call("exp", (a,)), Call("exp", (b,)))


def _shaped(part: Node, shape: Shape, setting: Setting) -> Iterator[tuple[str, Node]]:
    """Rules that look at shapes: products, transposes, traces, norms."""
    match part:
        case Binary(op="@", left=left, right=right):
            first, second = setting.shape(left), setting.shape(right)
            if isinstance(left, Binary) and left.op == "@" and len(setting.shape(left.right)) == 2:
                yield "associate", Binary("@", left.left, Binary("@", left.right, right))
            for side, other, swap in ((right, left, False), (left, right, True)):
                if isinstance(side, Binary) and side.op in "+-":
                    one, two = (
                        Binary("@", p, other) if swap else Binary("@", other, p)
                        for p in (side.left, side.right)
                    )
                    if len(setting.shape(side.left)) == len(setting.shape(side.right)):
                        yield "expand", Binary(side.op, one, two)
            if not shape:
                yield "scalar", Binary("@", right, left)
                yield from _written_out(left, right, first[0])
                if isinstance(left, Binary) and left.op == "@" and len(setting.shape(left.right)) == 2:
                    turned = Binary("@", Transpose(left.right), left.left)
                    yield "scalar", Binary("@", right, turned)
            elif len(first) == 2 and len(second) == 2:
                yield "transpose", Transpose(Binary("@", Transpose(right), Transpose(left)))
            elif len(first) == 2:
                yield "transpose", Binary("@", right, Transpose(left))
            if isinstance(left, Call) and left.function == "inv":
                yield "solve", Call("solve", (left.arguments[0], right))
            yield from _push_through(left, right)
        case Call(function="trace", arguments=(inside,)):
            yield "trace", Call("trace", (Transpose(inside),))
            if isinstance(inside, Binary) and inside.op == "@" and len(setting.shape(inside.left)) == 2:
                yield "trace", Call("trace", (Binary("@", inside.right, inside.left),))
            if isinstance(inside, Binary) and inside.op in "+-":
                parts = Call("trace", (inside.left,)), Call("trace", (inside.right,))
                yield "trace", Binary(inside.op, parts[0], parts[1])
        case Binary(op="**", left=Call(function="norm", arguments=(inside,)), right=Number(value=2)):
            if len(setting.shape(inside)) == 1 and not any(p == Number(1j) for p in walk(inside)):
                yield "norm", Call("dot", (Call("conj", (inside,)), inside))
            if len(setting.shape(inside)) == 2:
                yield "norm", Call("trace", (Binary("@", Transpose(inside), inside),))
        case Name() if len(shape) == 2:
            yield "transpose", Transpose(Transpose(part))
    if len(shape) == 1 and isinstance(part, Name):
        yield "signs", Unary("-", Unary("-", part))


def _written_out(left: Node, right: Node, size: Dimension) -> Iterator[tuple[str, Node]]:
    """u @ v as Σ u[i] v[i]."""
    if len(size.terms) == 1 and len(size.terms[0][0]) == 1 and size.terms[0][1] == 1:
        used = free_names(left) | free_names(right) | {name for p in (left, right) for name in _bound(p)}
        index = next(name for name in ("i", "j", "r", "s", "t", "q") if name not in used)
        body = Binary("*", Index(left, (Name(index),)), Index(right, (Name(index),)))
        yield "sum", Sum(body, ((index, Name(size.terms[0][0][0])),))


def _bound(node: Node) -> set[str]:
    return {name for part in walk(node) if isinstance(part, Sum) for name, _ in part.ranges}


def _push_through(left: Node, right: Node) -> Iterator[tuple[str, Node]]:
    """Xᵀ(XXᵀ + λI)⁻¹ = (XᵀX + λI)⁻¹Xᵀ, read with A in place of Xᵀ: A (AᵀA + λI)⁻¹ = (AAᵀ + λI)⁻¹ A."""
    match right:
        case Call(
            function="inv",
            arguments=(
                Binary(
                    op="+", left=Binary(op="@", left=a, right=b), right=Binary(op="*", left=scale, right=unit)
                ),
            ),
        ) if (
            isinstance(unit, Call) and unit.function == "I" and left == b and a in (Transpose(b), _turned(b))
        ):
            square = Binary("@", b, a)
            eye = Call("inv", (Binary("+", square, Binary("*", scale, _identity_like(square))),))
            yield "push-through", Binary("@", eye, left)


def _turned(node: Node) -> Node:
    return node.operand if isinstance(node, Transpose) else Transpose(node)


def _identity_like(square: Node) -> Node:
    """An identity of the size of a square matrix M, as M⁰ would be: diag(ones) of its diagonal."""
    diagonal = Call("diag", (square,))
    ones = Binary("+", Binary("*", Number(0), diagonal), Number(1))
    return Call("diag", (ones,))
