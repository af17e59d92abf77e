"""Known wrong turns undone: each rule proposes expressions the student may have meant, under the mistake's name.

A rule is tried on the wrong line; if one of its proposals is right, the mistake is known. The proposals are never
shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

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
    substitute,
    transform,
    walk,
)

from ..ranges.matrices import Matrix
from ..ranges.numbers import IndexLetter, Nonnegative, Value
from ..ranges.pieces import Partition
from ..reading.symbols import Setting
from .fallacies import sum_of
from .one_symbol_edits import edits as one_symbol_edits
from .one_symbol_edits import places

_HALF = Number(Fraction(1, 2))
_NAMES = {"sign": "sign", "transpose": "transpose", "index": "index", "power": "power", "term": "extra-term"}


def repairs(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """(misconception, what the line would be without it), the most telling first."""
    yield from identity_repairs(node, setting)
    yield from _lambda(node, setting)
    yield from _centring(node, setting)
    yield from gram_repairs(node, setting)
    yield from _squares(node, setting)
    yield from _symmetric(node, setting)
    yield from _clusters(node, setting)
    yield "factor-two", Binary("*", Number(2), node)
    yield "missing-half", Binary("*", _HALF, node)
    for edit in one_symbol_edits(node):
        yield ("factor-two" if edit.kind == "factor" else _NAMES[edit.kind]), edit.after
    yield from _order(node, setting)
    yield from _factors(node, setting)


def identity_repairs(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A + λ → A + λI: a number added to a square matrix, where a multiple of the identity was meant."""

    def local(part: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
        found = sum_of(part)
        if not found:
            return
        op, left, right = found
        try:
            shapes = setting.shape(left), setting.shape(right)
        except ShapeError:
            return
        for matrix, number in ((0, 1), (1, 0)):
            sides = shapes[matrix]
            if len(sides) == 2 and sides[0] == sides[1] and not shapes[number]:
                size = next(iter(sides[0].names), "")
                if sides[0].terms == (((size,), 1),):
                    eye = Binary("*", (left, right)[number], Call("I", (Name(size),)))
                    yield "forgotten-identity", Binary(op, *((left, eye) if number else (eye, right)))

    for edit in places(node, local):
        yield edit.kind, edit.after
    yield (
        "forgotten-identity",
        transform(node, lambda part: next((after for _, after in local(part, ())), part)),
    )


def _lambda(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """λ ↔ 2λ, nλ, and their inverses, for every positive letter in the line."""
    used = {part.id for part in walk(node) if isinstance(part, Name)}
    for name, range_ in setting.given.items():
        if isinstance(range_, (Nonnegative, Value)) and name in used:
            factors: list[Node] = [Number(2), *(Name(size) for size in setting.sizes)]
            for factor in factors:
                yield "lambda-scale", substitute(node, {name: Binary("*", factor, Name(name))})
                yield "lambda-scale", substitute(node, {name: Binary("/", Name(name), factor)})


def _centring(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    shape = setting.shape(node)
    if len(shape) == 1 or (len(shape) == 2 and shape[0] == shape[1]):
        yield "one-sided-centring", Call("center", (node,))
    for name, sides in setting.shapes.items():
        if len(sides) == 2 and sides[0] == sides[1]:
            yield "missing-centring", substitute(node, {name: Call("center", (Name(name),))})
        elif len(sides) == 2 and len(sides[0].terms) == 1 and sides[0].names:
            size = Name(next(iter(sides[0].names)))
            mean = Call("outer", (Call("ones", (size,)), Call("mean", (Name(name), Number(0)))))
            yield "missing-centring", substitute(node, {name: Binary("-", Name(name), mean)})


def gram_repairs(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """X Xᵀ ↔ Xᵀ X (with the identity of the matching size), and K ↔ K K."""

    def swap(part: Node) -> Node:
        match part:
            case Binary(op="@", left=Transpose(operand=Name() as inside), right=Name() as right) if (
                inside == right
            ):
                return Binary("@", right, Transpose(right))
            case Binary(op="@", left=Name() as left, right=Transpose(operand=Name() as inside)) if (
                inside == left
            ):
                return Binary("@", Transpose(left), left)
        return part

    swapped = transform(node, swap)
    if swapped != node:
        yield "gram-vs-covariance", swapped
        for first in setting.sizes:
            for second in setting.sizes:
                if first != second:
                    yield "gram-vs-covariance", _identity(swapped, first, second)
    square = [name for name, sides in setting.shapes.items() if len(sides) == 2 and sides[0] == sides[1]]
    for edit in places(node, lambda part, scope: _one_gram(part, square)):
        yield "gram-squared", edit.after


def _identity(node: Node, first: str, second: str) -> Node:
    def change(part: Node) -> Node:
        return Call("I", (Name(second),)) if part == Call("I", (Name(first),)) else part

    return transform(node, change)


def _one_gram(part: Node, square: list[str]) -> Iterator[tuple[str, Node]]:
    match part:
        case Binary(op="@", left=left, right=Name() as right) if right.id in square and left == right:
            yield "", right
        case Binary(op="@", left=Binary(op="@", left=rest, right=left), right=Name() as right) if (
            left == right
        ):
            yield "", Binary("@", rest, right)
        case Name() if part.id in square:
            yield "", Binary("@", part, part)


def _squares(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """Entry by entry ↔ matrix product; norm ↔ squared norm; conjugates."""

    def local(part: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
        match part:
            case Binary(op="**", left=Call(function="norm") as inside, right=Number(value=2)):
                yield "square-root", inside
            case Binary(op="**", left=base, right=Number(value=2)):
                yield "elementwise-power", Binary("@", base, base)
            case Binary(op="**", left=base, right=right) if (
                right == Number(-1) or getattr(right, "op", "") == "-"
            ):
                yield "elementwise-power", Call("inv", (base,))
            case Binary(op="*"):
                yield "elementwise-power", Binary("@", part.left, part.right)
            case Call(function="norm"):
                yield "square-root", Binary("**", part, Number(2))
            case Call(function="sqrt", arguments=(inside,)):
                yield "square-root", inside
            case Call(function="conj", arguments=(inside,)):
                yield "conjugate", inside

    for edit in places(node, local):
        yield edit.kind, edit.after


def _symmetric(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A ↔ (A + Aᵀ)/2 for a square letter that is not symmetric."""
    for name, range_ in setting.given.items():
        if isinstance(range_, Matrix) and range_.shape[0] == range_.shape[1]:
            mean = Binary("/", Binary("+", Name(name), Transpose(Name(name))), Number(2))
            yield "assumed-symmetric", substitute(node, {name: mean})


def _clusters(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """1/n ↔ 1/|C_k|: the size of all, where the size of the cluster belongs."""
    partitions = [name for name, range_ in setting.given.items() if isinstance(range_, Partition)]
    for name in partitions:
        points = Name(next(iter(setting.given[name].sizes[0].names), ""))
        sizes = Call("sum", (Name(name), Number(0)))
        indices = [one for part in walk(node) if isinstance(part, Sum) for one, _ in part.ranges]
        indices += [one for one, range_ in setting.given.items() if isinstance(range_, IndexLetter)]
        for index in dict.fromkeys(indices):
            yield "cluster-size", _denominators(node, points, Index(sizes, (Name(index),)))
        counts = Call("diag", (sizes,))
        yield (
            "cluster-size",
            transform(
                node,
                lambda part, counts=counts, points=points, name=name: (  # type: ignore[misc]
                    Binary("@", Binary("@", Name(name), Call("inv", (counts,))), Transpose(Name(name)))
                    if part == Binary("/", Binary("@", Name(name), Transpose(Name(name))), points)
                    else part
                ),
            ),
        )


def _denominators(node: Node, points: Node, cluster: Node) -> Node:
    def change(part: Node) -> Node:
        if isinstance(part, Binary) and part.op == "/":
            return Binary(
                "/", part.left, transform(part.right, lambda one: cluster if one == points else one)
            )
        return part

    return transform(node, change)


def _factors(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A matrix in front of the line, or of one of its terms, that was lost."""
    for name, sides in setting.shapes.items():
        if len(sides) == 2:
            for factor in (Name(name), Transpose(Name(name))):
                yield "dropped-factor", Binary("@", factor, node)
                if isinstance(node, Binary) and node.op in "+-":
                    yield "dropped-factor", Binary(node.op, Binary("@", factor, node.left), node.right)
                    yield "dropped-factor", Binary(node.op, node.left, Binary("@", factor, node.right))


def _order(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A product whose factors were exchanged."""

    def local(part: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
        match part:
            case Binary(op="@", left=Binary(op="@", left=first, right=second), right=third):
                yield "order", Binary("@", Binary("@", first, third), second)
                yield "order", Binary("@", Binary("@", second, first), third)
            case Binary(op="@"):
                yield "order", Binary("@", part.right, part.left)

    for edit in places(node, local):
        yield edit.kind, edit.after
