"""Steps of a proof about a family: a condition on the parameters is a premise, and all of them are the region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary, show
from kernelcourse.language.tree import free_names
from kernelcourse.validity import Certificate

Proof = Certificate | None
ZERO, ONE, TWO = Number(0), Number(1), Number(2)


@dataclass(frozen=True)
class Condition:
    """left op right, with op one of > and >=; both sides are formulas in the parameters."""

    left: Node
    op: str
    right: Node

    @property
    def gap(self) -> Node:
        """What is > 0 or ≥ 0."""
        return self.left if self.right == ZERO else Binary("-", self.left, self.right)

    @property
    def claim(self) -> str:
        return "positive" if self.op == ">" else "nonnegative"

    def __str__(self) -> str:
        if not free_names(self.left) - {"pi"} and free_names(self.right) - {"pi"}:
            return f"{show(self.right)} {'<' if self.op == '>' else '<='} {show(self.left)}"
        return f"{show(self.left)} {self.op} {show(self.right)}"


def conditions_of(proof: Certificate) -> list[Condition]:
    """What a proof asks of the parameters."""
    return [step.data["condition"] for step in proof.nodes() if step.rule == "parameters"]


def given(*conditions: Condition) -> tuple[Certificate, ...]:
    """Conditions on the parameters as premises."""
    return tuple(
        Certificate(
            "parameters", str(c), "a condition on the parameters", (), c.gap, c.claim, {"condition": c}
        )
        for c in conditions
    )


def step(
    rule: str,
    node: Node,
    reason: str,
    premises: Sequence[Proof] = (),
    needs: Sequence[Condition] = (),
    claims: str = "kernel",
    **data: Any,
) -> Proof:
    """A step of a proof; None if one of its premises is."""
    if any(premise is None for premise in premises):
        return None
    statement = show(node) if claims == "kernel" else f"ψ = {show(node)}"
    kept = tuple(premise for premise in premises if premise is not None)
    return Certificate(rule, statement, reason, kept, node, claims, data, given(*needs))


def everywhere(found: Proof) -> Proof:
    """A step about ψ ≥ 0 (> 0), with the proof that ψ, nowhere smaller than on its diagonal, is so everywhere."""
    if found is None:
        return None
    psi, sign = found.premises
    reason = "ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2"
    above = Certificate("diagonal", show(psi.formula), reason, (psi, sign), psi.formula, sign.claims)
    return replace(found, defined=(*found.defined, above))


def product(parts: list[Node]) -> Node:
    result = parts[0]
    for part in parts[1:]:
        result = Binary("*", result, part)
    return result


def at_distance_zero(node: Node) -> Node | None:
    """The value at x = z: norm(x − x) and abs(x − x) are 0."""
    match node:
        case Number() | Name():
            return node
        case Binary(op="-") if node.left == node.right:
            return ZERO
        case Call(function="norm" | "abs" | "sqrt", arguments=(inside, *_)):
            return ZERO if at_distance_zero(inside) == ZERO else None
        case Call(function="cos" | "exp" | "cosh", arguments=(inside,)):
            return ONE if at_distance_zero(inside) == ZERO else None
        case Unary():
            inner = at_distance_zero(node.operand)
            return None if inner is None else inner if inner == ZERO else Unary(node.op, inner)
        case Binary():
            left, right = at_distance_zero(node.left), at_distance_zero(node.right)
            if left is None or right is None:
                return None
            if node.op == "*" and ZERO in (left, right):
                return ZERO
            if node.op in ("**", "/") and left == ZERO:
                return ZERO
            if node.op == "+" and ZERO in (left, right):
                return left if right == ZERO else right
            return Binary(node.op, left, right)
    return None
