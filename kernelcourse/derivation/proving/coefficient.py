"""M of an equation Mw = b: the matrices that stand before the letter w, read off what the equation changes by."""

from __future__ import annotations

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary

from ..reading.symbols import Setting, plain
from .derivative import Derivative, along_which

Term = tuple[bool, Node]  # is it subtracted, and the matrix (of a number: the factor)


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
