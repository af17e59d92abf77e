"""The same equality with fewer things that must be known: proved in the freer form, it is proved.

A side condition is a rewriting rule and then forgotten; X of rank r is F Gᵀ with F and G of full column rank, so that
X⁺ = G (GᵀG)⁻¹ (FᵀF)⁻¹ Fᵀ; an inverse, a determinant, a maximum becomes a letter that may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from kernelcourse.language.dimensions import Dimension
from kernelcourse.language.errors import Unsupported
from kernelcourse.language.tree import (
    Binary,
    Call,
    Name,
    Node,
    Number,
    Transpose,
    rebuild,
    transform,
    walk,
)
from kernelcourse.language.tree import children as below

from ..instances.quantities import Quantity
from ..ranges.matrices import Matrix, SemiDefinite, Symmetric, Tall
from ..ranges.numbers import Scalar
from ..ranges.pieces import Orthogonal
from ..ranges.vectors import Vector
from ..reading.symbols import Setting
from .points import unit_letter
from .rewritten import by_conditions, written_out
from .signs import Sign, Signs

Pair = tuple[Quantity, Quantity]
_OPAQUE = frozenset("inv solve pinv det rank min max abs log".split())


def freed(left: Quantity, right: Quantity) -> Iterator[tuple[Pair, ...]]:
    """Each a set of equalities that imply this one."""
    if type(left) is not Quantity or left.setting != right.setting:
        return
    setting = left.setting
    nodes = written_out(left.node, setting), written_out(right.node, setting)
    loose = replace(setting, define={}, where=())
    if any(sign == "==" for sign, _, _ in setting.where):
        units = tuple(one for one in setting.where if one[0] == "==" and unit_letter(*one[1:]))
        for product_first in (False, True):
            rewritten = [by_conditions(node, setting, product_first) for node in nodes]
            yield (_pair(rewritten, replace(loose, where=units)),)
    called = {part.function for node in nodes for part in walk(node) if isinstance(part, Call)}
    if "det" in called:
        apart = (
            transform(nodes[0], partial(_determinant, loose)),
            transform(nodes[1], partial(_determinant, loose)),
        )
        if apart != nodes:
            yield (_with_letters(apart, loose),)
    if called & _OPAQUE:
        yield (_with_letters(nodes, loose),)
    if "pinv" in called:
        yield from _by_rank(nodes, loose)


def _pair(nodes: list[Node], setting: Setting) -> Pair:
    return Quantity(nodes[0], setting), Quantity(nodes[1], setting)


def _determinant(setting: Setting, node: Node) -> Node:
    """det AB = det A · det B, det Aᵀ = det A, det A⁻¹ = 1/det A; Qᵀ is the inverse of an orthogonal Q."""
    if not isinstance(node, Call) or node.function != "det":
        return node
    match node.arguments[0]:
        case Binary(op="@", left=left, right=right) if (
            len({*setting.shape(left), *setting.shape(right)}) == 1
        ):
            one, other = (_determinant(setting, Call("det", (side,))) for side in (left, right))
            return Binary("*", one, other)
        case Transpose(operand=Name(id=name)) if isinstance(setting.given.get(name), Orthogonal):
            return Binary("/", Number(1), Call("det", (Name(name),)))
        case Transpose(operand=inside):
            return _determinant(setting, Call("det", (inside,)))
        case Call(function="inv", arguments=(inside,)):
            return Binary("/", Number(1), _determinant(setting, Call("det", (inside,))))
    return node


def _by_rank(nodes: tuple[Node, Node], setting: Setting) -> Iterator[tuple[Pair, ...]]:
    """Every letter under a pinv as a product of factors of full rank, and as zero."""
    names = {
        part.arguments[0]
        for node in nodes
        for part in walk(node)
        if isinstance(part, Call) and part.function == "pinv"
    }
    if len(names) != 1:
        return
    (inside,) = names
    range_ = setting.given.get(inside.id) if isinstance(inside, Name) else None
    if not (isinstance(inside, Name) and isinstance(range_, (Matrix, SemiDefinite)) and range_.dense):
        return
    rows, columns = range_.shape
    rank, first = setting.fresh("r"), setting.fresh("F")
    second = first if range_.symmetric else setting.fresh("G")
    size = Dimension.name(rank)
    given = {name: range_ for name, range_ in setting.given.items() if name != inside.id}
    given |= {first: Tall((rows, size), (rows, size)), second: Tall((columns, size), (columns, size))}
    left, right = Name(first), Name(second)
    squares = [Call("inv", (Binary("@", Transpose(one), one),)) for one in (right, left)]
    inverse = Binary("@", Binary("@", Binary("@", right, squares[0]), squares[1]), Transpose(left))
    factored = replace(setting, given=given)
    nothing = Binary("*", Number(0), inside)
    yield (
        _pair([_put(node, inside, Binary("@", left, Transpose(right)), inverse) for node in nodes], factored),
        _pair([_put(node, inside, nothing, Transpose(nothing)) for node in nodes], setting),
    )


def _put(node: Node, inside: Name, value: Node, inverse: Node) -> Node:
    if isinstance(node, Call) and node.function == "pinv":
        return inverse
    if node == inside:
        return value
    return rebuild(node, tuple(_put(part, inside, value, inverse) for part in below(node)))


def _with_letters(nodes: tuple[Node, Node], setting: Setting) -> Pair:
    """inv(M), det(M), … each a letter of its own: symmetric where M is semidefinite."""
    letters: dict[Node, str] = {}
    given = dict(setting.given)

    def change(node: Node, bound: frozenset[str]) -> Node:
        if isinstance(node, Call) and node.function in _OPAQUE and not bound & setting.depends(node):
            if node.function == "solve":
                matrix, side = node.arguments
                return Binary("@", change(Call("inv", (matrix,)), bound), change(side, bound))
            if node not in letters:
                name = setting.fresh("Z", given)
                shape = setting.shape(node)
                known = node.function == "inv" and Signs(setting).form(node.arguments[0]) >= Sign.NONNEGATIVE
                kind = Symmetric if known else (Scalar, Vector, Matrix)[len(shape)]
                given[name] = kind(shape, shape[:1] if known else shape)
                letters[node] = name
            return Name(letters[node])
        inner = bound | frozenset(name for name, _ in getattr(node, "ranges", ()))
        return rebuild(node, tuple(change(part, inner) for part in below(node)))

    found = [change(node, frozenset()) for node in nodes]
    if not letters:
        raise Unsupported("nothing to free")
    return _pair(found, replace(setting, given=given))
