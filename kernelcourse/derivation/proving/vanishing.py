"""A sum of squares vanishes only where each square does: ‖r‖² = 0 ⇔ r = 0, and vᵀMv = 0 ⇔ Mv = 0 if M is psd."""

from __future__ import annotations

from kernelcourse.language.tree import Binary, Call, Node, Number

from ..reading.symbols import Setting
from .multiples import by_multiplier
from .products import chain, factors, product_of, transposed
from .signs import Sign, Signs


def by_vanishing(before: Node, after: Node, claim: str, setting: Setting) -> tuple[str, str]:
    """(sentence, relation) if the equations agree once each sum of squares is read as the vector that must vanish."""
    roots = [_root(node, setting) or node for node in (before, after)]
    if roots == [before, after]:
        return "", ""
    proof, relation = by_multiplier(roots[0], roots[1], claim, setting)
    return (f"a sum of squares is 0 only where each square is; {proof}", relation) if proof else ("", "")


def _root(node: Node, setting: Setting) -> Node | None:
    """The vector (or number) that is zero exactly where this number is zero, if the number is c‖r‖² or c rᵀMr."""
    signs = Signs(setting)
    if setting.shape(node) or not signs.real(node):
        return None
    match node:
        case Binary(op="+"):
            if any(
                signs.of(part) not in (Sign.NONNEGATIVE, Sign.POSITIVE) for part in (node.left, node.right)
            ):
                return None
            roots = [_root(part, setting) for part in (node.left, node.right)]
            return next((one for one, other in (roots, roots[::-1]) if _ends_with(other, one, setting)), None)
        case Binary(op="*" | "/") as whole:
            sides = ((whole.left, whole.right), (whole.right, whole.left))[: 1 if whole.op == "/" else 2]
            for inside, factor in sides:
                if signs.of(factor) in (Sign.NONZERO, Sign.POSITIVE):
                    return _root(inside, setting)
            return None
        case Binary(op="**", left=Call(function="norm", arguments=(inside,)), right=Number(value=2)):
            return inside
        case Call(function="norm", arguments=(inside,)):
            return inside
        case Call(function="dot", arguments=(again, inside)) if again in (inside, Call("conj", (inside,))):
            return inside
        case Binary(op="@"):
            return _of_form(node, signs, setting)
    return None


def _ends_with(whole: Node | None, end: Node | None, setting: Setting) -> bool:
    """Mr and r: the one vanishes wherever the other does."""
    if whole is None or end is None:
        return False
    return whole == end or (
        isinstance(whole, Binary) and whole.op == "@" and chain(whole, setting)[1][-1] == end
    )


def _of_form(node: Binary, signs: Signs, setting: Setting) -> Node | None:
    """r or Mr of a product that reads the same in both directions, with M in its middle."""
    numbers, parts = chain(node, setting)
    parts = [factor for part in parts for factor in factors(part, setting)]
    if any(signs.of(number) not in (Sign.NONZERO, Sign.POSITIVE) for number in numbers):
        return None
    half = len(parts) // 2
    ends = parts[0] == parts[-1] and len(setting.shape(parts[0])) == 1
    if not ends or not all(transposed(parts[i], parts[-1 - i], setting) for i in range(1, half)):
        return None
    right = product_of(parts[-half:])
    if len(parts) % 2 == 0:
        return right
    form = signs.form(parts[half])
    if form == Sign.POSITIVE:
        return right
    return Binary("@", parts[half], right) if form == Sign.NONNEGATIVE else None
