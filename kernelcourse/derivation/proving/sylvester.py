"""det(λI + AB) = λⁿ⁻ᵈ det(λI + BA) (Sylvester): the two are singular together, where λ ≠ 0 or both have one size.

So where (I + AB)⁻¹ exists, (I + BA)⁻¹ does, and 1 + vᵀu is not zero where I + uvᵀ is invertible.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelcourse.language.errors import TooMuch
from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose, Unary, free_names, substitute

from ..reading.form import form
from ..reading.symbols import Setting
from .obligation import Obligation
from .products import chain, factors, product_of
from .sign import Sign
from .signs import Signs

_MOST = 8  # factors of a product that is turned


def together(one: Obligation, met: Obligation, setting: Setting) -> bool:
    """Does the one hold where the other does, their products being turned?"""
    needs = {one.need, met.need}
    if (
        "invertible" not in needs
        or not needs <= {"invertible", "nonzero"}
        or not {*met.within} <= {*one.within}
    ):
        return False
    try:
        return not {*_written(one, setting)}.isdisjoint(_written(met, setting))
    except (TooMuch, ShapeError):
        return False


def _written(one: Obligation, setting: Setting) -> Iterator[str]:
    """The forms of everything that is singular together with this, up to a sign and a transpose."""
    node = _opened(one.node, setting)
    turned = _turned(node, setting) if one.need == "invertible" else ()
    for same in (node, *turned):
        for turned_over in (same, Transpose(same)) if setting.shape(same) else (same,):
            yield form(turned_over, setting)
            yield form(Unary("-", turned_over), setting)


def _opened(node: Node, setting: Setting) -> Node:
    """The abbreviations written out."""
    while free_names(node) & {*setting.define}:
        node = substitute(node, dict(setting.define))
    return node


def _turned(node: Node, setting: Setting) -> Iterator[Node]:
    """λI + BA of λI + AB, for every place where the product can be cut."""
    terms = [(sign, *chain(term, setting)) for sign, term in _terms(node)]
    own = [term for term in terms if len(term[2]) == 1 and _identity(term[2][0])]
    rest = [term for term in terms if term not in own]
    if len(own) != 1 or len(rest) != 1:
        return
    (sign, numbers, _), (other, scalars, parts) = own[0], rest[0]
    signs, height = Signs(setting), setting.shape(node)[0]
    filled = all(signs.of(number) in (Sign.NONZERO, Sign.POSITIVE) for number in numbers)
    pieces = [piece for part in parts for piece in _pieces(part, setting)]
    for cut in range(1, len(pieces)) if len(pieces) <= _MOST else ():
        turned = _product([*pieces[cut:], *pieces[:cut]])
        size = setting.shape(turned)[:1]
        if filled or size == (height,):
            unit: Node = Call("I", (size_node(size[0]),)) if size else Number(1)
            yield Binary("+", _times(sign, numbers, unit), _times(other, scalars, turned))


def _terms(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    match node:
        case Binary(op="+" | "-" as op, left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign if op == "+" else -sign)
        case Unary(op="-", operand=inside):
            yield from _terms(inside, -sign)
        case _:
            yield sign, node


def _identity(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "I"


def _pieces(part: Node, setting: Setting) -> Iterator[tuple[Node, str]]:
    """The factors of a product; of uvᵀ the column and the row."""
    for factor in factors(part, setting):
        if isinstance(factor, Call) and factor.function == "outer":
            yield from zip(factor.arguments, ("column", "row"), strict=True)
        else:
            yield factor, "matrix"


def _product(pieces: list[tuple[Node, str]]) -> Node:
    """The factors side by side: a row at one end and a column at the other are a number, u and vᵀ inside are uvᵀ."""
    found: list[Node] = []
    before = ""
    for node, kind in pieces:
        found.append(Call("outer", (found.pop(), node)) if (before, kind) == ("column", "row") else node)
        before = kind
    return product_of(found)


def _times(sign: int, numbers: list[Node], node: Node) -> Node:
    for number in numbers:
        node = Binary("*", number, node)
    return node if sign > 0 else Unary("-", node)
