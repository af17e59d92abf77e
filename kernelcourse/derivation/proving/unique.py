"""An equation and its solution: (K + λI)⁻¹y solves (K + λI)α = y, and nothing else does, as K + λI is invertible."""

from __future__ import annotations

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.in_text import brief
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary, substitute

from ..instances.quantities import Quantity
from ..reading.symbols import Setting, plain
from .derivative import Derivative, along_which
from .identity import identity
from .multiples import by_multiplier, invertible
from .products import nothing
from .vanishing import by_vanishing


def related(
    before: Node, after: Node, unknown: tuple[str, ...], claim: str, setting: Setting
) -> tuple[str, str]:
    """(sentence, relation) by the first rule that proves the claim; else nothing."""
    for rule in (by_multiplier, by_vanishing):
        found = rule(before, after, claim, setting)
        if found[0]:
            return found
    return by_solution(unknown[0], before, after, claim, setting) if len(unknown) == 1 else ("", "")


Term = tuple[bool, Node]  # is it subtracted, and the matrix (of a number: the factor)


def by_solution(unknown: str, before: Node, after: Node, claim: str, setting: Setting) -> tuple[str, str]:
    """(sentence, relation) if one of the equations says what the unknown is, and that solves the other."""
    range_ = setting.given.get(unknown)
    held = setting.depends(*(side for _, *both in setting.where for side in both))
    if (
        range_ is None
        or not range_.whole_space
        or range_.is_complex
        or unknown in setting.define
        or unknown in held
    ):
        return "", ""
    for solved, other, which, one_way in ((after, before, "the previous equation", "implied by"),
                                          (before, after, "this equation", "implies")):  # fmt: skip
        value = _value(solved, unknown, setting)
        if value is None or not _vanishes(substitute(other, {unknown: value}), setting):
            continue
        if claim == one_way:
            return f"put into {which}, the value solves it", claim
        matrix = coefficient(other, unknown, setting)
        if matrix is not None and invertible(matrix, setting):
            shown = brief(matrix, setting.shape)
            return f"the value solves {which}, which has one solution, as {shown} is invertible", "iff"
    return "", ""


def _value(residual: Node, unknown: str, setting: Setting) -> Node | None:
    """The right side of unknown = value."""
    match residual:
        case (
            Binary(op="-", left=Name(id=name), right=value) | Binary(op="-", left=value, right=Name(id=name))
        ):
            if name == unknown and unknown not in setting.depends(value):
                return value
    return None


def _vanishes(node: Node, setting: Setting) -> bool:
    try:
        zero = Quantity(nothing(setting.shape(node)), setting)
        return identity(zero, Quantity(node, setting)).proved
    except ShapeError:
        return False


def coefficient(residual: Node, unknown: str, setting: Setting) -> Node | None:
    """M of an equation Mw = b, up to its sign; None if it has another form."""
    name, wider = along_which(unknown, setting)
    try:
        change = Derivative(unknown, Name(name), wider).of(plain(residual))
        if change is None or unknown in wider.depends(change):
            return None
        terms = _terms(change, name, wider)
        wider.shape(total := _added(terms))
    except (Unsupported, ShapeError, RecursionError):
        return None
    return total


def _terms(node: Node, name: str, setting: Setting) -> list[Term]:
    """The matrices that stand before the letter, one for each term."""
    match node:
        case Name():
            shape = setting.shape(node)
            return [(False, Call("I", (size_node(shape[0]),)) if shape else Number(1))]
        case Unary(op=op):
            return (
                _flipped(_terms(node.operand, name, setting))
                if op == "-"
                else _terms(node.operand, name, setting)
            )
        case Binary(op="+" | "-" as op, left=left, right=right):
            second = _terms(right, name, setting)
            return [*_terms(left, name, setting), *(_flipped(second) if op == "-" else second)]
        case Binary(op="*", left=left, right=right):
            inside, factor = (left, right) if name in setting.depends(left) else (right, left)
            if setting.shape(factor) or name in setting.depends(factor):
                raise Unsupported("entry by entry")
            return [(minus, Binary("*", factor, one)) for minus, one in _terms(inside, name, setting)]
        case Binary(op="/", left=left, right=right) if not setting.shape(right):
            return [(minus, Binary("/", one, right)) for minus, one in _terms(left, name, setting)]
        case Binary(op="@", left=left, right=right) if name not in setting.depends(left):
            if len(setting.shape(left)) != 2:
                raise Unsupported("an inner product")
            return [(minus, _product(left, one)) for minus, one in _terms(right, name, setting)]
        case Binary(op="@", left=left, right=right) if (
            len(setting.shape(left)) == 1 and len(setting.shape(right)) == 2
        ):
            return [(minus, _product(Transpose(right), one)) for minus, one in _terms(left, name, setting)]
    raise Unsupported("no coefficient")


def _product(left: Node, right: Node) -> Node:
    match right:
        case Call(function="I"):
            return left
        case Binary(op="*", left=factor, right=inside) if inside == Call(
            "I", getattr(inside, "arguments", ())
        ):
            return Binary("*", factor, left)
    return Binary("@", left, right)


def _flipped(terms: list[Term]) -> list[Term]:
    return [(not minus, node) for minus, node in terms]


def _added(terms: list[Term]) -> Node:
    if all(minus for minus, _ in terms):
        terms = _flipped(terms)
    terms = sorted(terms, key=lambda term: term[0])
    total = terms[0][1]
    for minus, node in terms[1:]:
        total = Binary("-" if minus else "+", total, node)
    return total
