"""Askey's functions with parameters: max(0, h − r/c)^k."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Call, Node, Number, Unary

from .steps import ONE, TWO, ZERO, Condition, Proof, step

if TYPE_CHECKING:
    from .rules import Rules


def compact(rules: Rules, node: Node) -> Proof:
    """max(0, h − r/c)^k for k ≥ (d + 1)/2 and c > 0."""
    base, k = (node.left, node.right) if isinstance(node, Binary) and node.op == "**" else (node, ONE)
    if not isinstance(base, Call) or base.function != "max" or ZERO not in base.arguments:
        return None
    hat = base.arguments[0] if base.arguments[1] == ZERO else base.arguments[1]
    if not isinstance(hat, Binary) or hat.op != "-" or rules.family.points(hat.left):
        return None
    found = _multiple_of_size(rules, hat.right)
    if found is None:
        return None
    metric, needs = found
    half = Fraction((1 if "maps" in metric else rules.family.domain.dim) + 1, 2)
    least = Number(int(half) if half.denominator == 1 else half)
    needs = [Condition(hat.left, ">=", ZERO), *needs, Condition(k, ">=", least)]
    data = {"k": k, "coefficients": (1,), "height": hat.left, **metric}
    return step("compact", node, "Askey's function, with k ≥ (d + 1)/2", (), needs, **data)


def _multiple_of_size(rules: Rules, node: Node) -> tuple[dict[str, Any], list[Condition]] | None:
    """(what says ρ, conditions) for ρ = c·‖x − z‖, c > 0, or ρ = |c·(x − z)|."""
    match node:
        case Call(function="abs", arguments=(inside,)) if (g := rules.map_of(inside)) is not None:
            return {"maps": (g,)}, []
        case Call() if rules.is_size(node):
            return {"scale": ONE}, []
        case Binary(op="/", left=size, right=c) if rules.is_size(size) and not rules.family.points(c):
            return {"scale": Binary("**", c, Unary("-", TWO))}, [Condition(c, ">", ZERO)]
        case Binary(op="*", left=c, right=size) if rules.is_size(size) and not rules.family.points(c):
            return {"scale": Binary("**", c, TWO)}, [Condition(c, ">", ZERO)]
    return None
