"""low ≤ high by rule: what both sides have in common is taken away, and every term that is left has a sign."""

from __future__ import annotations

from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Node, Number, Unary

from ..instances.quantities import Quantity
from ..reading.symbols import Setting, plain
from .identity import identity
from .products import chain, product_of
from .signs import Sign, Signs

_MOST = 24  # terms


def ordered(low: Quantity, high: Quantity, strict: bool) -> bool:
    """Is low ≤ high (low < high) certain?"""
    setting = high.setting
    try:
        above = terms_of(plain(high.node), setting, False)
        below = terms_of(plain(low.node), setting, False)
        if len(above) + len(below) > _MOST:
            return False
        rest = _without_common(above, below, setting)
        signs = Signs(setting)
        found = [signs.of(node) for node in rest]
    except (ShapeError, RecursionError):
        return False
    if not all(sign >= Sign.NONNEGATIVE for sign in found):
        return False
    return not strict or Sign.POSITIVE in found


def terms_of(node: Node, setting: Setting, negative: bool) -> list[tuple[bool, Node]]:
    """(is it subtracted, term): sums and products with a number or a number's letter multiplied out."""
    match node:
        case Unary(op="-"):
            return terms_of(node.operand, setting, not negative)
        case Binary(op="+"):
            return [*terms_of(node.left, setting, negative), *terms_of(node.right, setting, negative)]
        case Binary(op="-"):
            return [*terms_of(node.left, setting, negative), *terms_of(node.right, setting, not negative)]
        case Binary(op="*" | "/", left=Unary(op="-", operand=factor)) if not setting.shape(node):
            return terms_of(Binary(node.op, factor, node.right), setting, not negative)
        case Binary(op="*") if not setting.shape(node):
            for factor, inside in ((node.left, node.right), (node.right, node.left)):
                parts = terms_of(inside, setting, negative)
                if len(parts) > 1:
                    return [(minus, Binary("*", factor, part)) for minus, part in parts]
        case Binary(op="/") if not setting.shape(node):
            parts = terms_of(node.left, setting, negative)
            if len(parts) > 1:
                return [(minus, Binary("/", part, node.right)) for minus, part in parts]
        case Binary(op="@") if not setting.shape(node) and (numbers := chain(node, setting)[0]):
            whole = product_of(chain(node, setting)[1])  # −2x @ x is −(2 (x @ x))
            for number in numbers:
                whole = Binary("*", number, whole)
            return terms_of(whole, setting, negative)
        case Binary(
            op="@", left=Binary(op="@", left=outer, right=Binary(op="+", left=one, right=two)), right=last
        ):
            return [*terms_of(Binary("@", Binary("@", outer, one), last), setting, negative),
                    *terms_of(Binary("@", Binary("@", outer, two), last), setting, negative)]  # fmt: skip
        case Call(function="sum", arguments=(Binary(op="+", left=left, right=right),)) if setting.shape(
            left
        ) == setting.shape(right):
            return [
                *terms_of(Call("sum", (left,)), setting, negative),
                *terms_of(Call("sum", (right,)), setting, negative),
            ]
    return [] if node == Number(0) else [(negative, node)]


def _without_common(
    above: list[tuple[bool, Node]], below: list[tuple[bool, Node]], setting: Setting
) -> list[Node]:
    """high − low, equal terms of opposite sign cancelled."""
    positive = [node for minus, node in above if not minus] + [node for minus, node in below if minus]
    negative = [node for minus, node in above if minus] + [node for minus, node in below if not minus]
    for node in list(negative):
        for other in positive:
            if node == other or identity(Quantity(node, setting), Quantity(other, setting)).proved:
                positive.remove(other)
                negative.remove(node)
                break
    return positive + [Unary("-", node) for node in negative]
