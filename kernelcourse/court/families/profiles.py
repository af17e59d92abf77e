"""What a family's profile φ(t) says of its parameters near 0 and far away: flatness, support, a constant part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary

from ..exactly.forms import Atom, Form, letter
from ..formula.unrolling import chain
from .hats import compact
from .rules import Rules
from .shapes import signed_terms, total
from .steps import ONE, conditions_of

if TYPE_CHECKING:
    from .regions import Family

SEGMENTS = ("real", "positive", "interval", "ball", "nonzero")  # they hold a segment
ENDLESS = ("real", "positive", "integer")  # they hold 0 and a ray, or its whole numbers
INNER = Binary("@", Name("x"), Name("z"))


class Profiles(ABC):
    """Necessities that need no algebra of forms."""

    family: Family
    rules: Rules
    domain: str

    @abstractmethod
    def _read(self, node: Node, x: Form | None = None, z: Form | None = None) -> Form | None:
        """The formula multiplied out at x and z; None if that is not to be had."""

    def _positive(self, node: Node) -> bool:
        return not self.family.points(node) and self.family.implies_positive(node)

    def _of_flatness(self, node: Node) -> Iterator[Form]:
        """|k(s) − k(s + t)|² ≤ 2k(0)(k(0) − k(t)): if k(0) − k(t) falls like t^p with p > 2, k is constant."""
        p = self._drop(self._without_features(node)) if self.domain in SEGMENTS else None
        yield from filter(None, [None if p is None else self._read(Binary("-", Number(2), p))])

    def _without_features(self, node: Node) -> Node:
        """φ of φ(x − z) + Σ cᵢⱼ xⁱzʲ on R^d: a φ that is integrable and no kernel has negative forms on spaces of any
        dimension, and finitely many features take only finitely many dimensions away."""
        parts = signed_terms(node)
        kept = [
            (sign, part) for sign, part in parts if self.family.points(part) and not self._is_polynomial(part)
        ]
        if self.domain not in ("real", "positive") or len(kept) != 1 or kept[0][0] < 0 or len(parts) == 1:
            return node
        return kept[0][1]

    def _is_polynomial(self, node: Node) -> bool:
        form = self._read(node, letter("x0"), letter("z0"))
        letters = (Atom("x0"), Atom("z0"))
        return form is not None and all(
            a in letters or a.kind.startswith("parameter ") for m in form.terms for a, _ in m
        )

    def _of_mean(self, node: Node) -> Iterator[Form]:
        """c of φ(x − z) + c, where φ tends to 0: points far from each other see c alone."""
        parts = signed_terms(node)
        still = [(sign, part) for sign, part in parts if not self.family.points(part)]
        if self.domain not in ENDLESS or not still or len(still) == len(parts):
            return
        if all(self._vanishes(part) for _, part in parts if self.family.points(part)):
            yield from filter(None, [self._read(total(still))])

    def _vanishes(self, node: Node) -> bool:
        """exp(−c·t^p) and the like, times waves and positive constants."""
        factors = [part for part in chain(node, "*") if not self._positive(part)]
        others = [part for part in factors if not self._turns(part)]
        if len(others) != 1:
            return False
        p = self._drop(others[0])
        return p is not None and self._positive(p)

    def _turns(self, node: Node) -> bool:
        return (
            isinstance(node, Call)
            and node.function == "cos"
            and self.rules.is_linear(self.rules.map_of(node.arguments[0]))
        )

    def _drop(self, node: Node) -> Node | None:
        """p if k(0) − k(t) ~ c·t^p with c > 0; a factor x·z is a weight on the ray."""
        parts = chain(node, "*")
        left = [p for p in parts if not self._positive(p) and p not in (Name("x"), Name("z"), INNER)]
        if len(parts) > 1:
            return self._drop(left[0]) if len(left) == 1 else None
        match node:
            case Binary(op="/") if self._positive(node.right):
                return self._drop(node.left)
            case Call(function="exp", arguments=(f,)):
                psi = negated(f)
                return None if psi is None else self._rise(psi)
        for base, r in reciprocals(node):
            start = self._value(base)
            if start is not None and self._positive(start) and self._positive(r):
                return self._rise(base)
        return None

    def _value(self, node: Node) -> Node | None:
        """c of c + ψ."""
        constants = [part for part in chain(node, "+") if not self.family.points(part)]
        return constants[0] if len(constants) == 1 else None

    def _rise(self, node: Node) -> Node | None:
        """p if ψ(t) = c + a·t^p with a > 0."""
        moving = [part for part in chain(node, "+") if self.family.points(part)]
        if len(moving) != 1:
            return None
        match moving[0]:
            case Binary(op="/", left=left, right=right) if self._positive(right):
                return self._rise(left)
            case Binary(op="**", left=Binary(op="/", left=size, right=c), right=p) if self._positive(c):
                return self._rise(Binary("**", size, p))
            case Binary(op="**", left=left, right=p) if self.rules.is_length(left) and not self.family.points(
                p
            ):
                return p
            case Binary(op="**", left=left, right=Number(value=2)) if self.rules.is_linear(
                self.rules.map_of(left)
            ):
                return moving[0].right
            case Binary(op="*"):
                left_over = [part for part in chain(moving[0], "*") if not self._positive(part)]
                return self._rise(left_over[0]) if len(left_over) == 1 else None
        return None

    def _of_support(self, node: Node) -> Iterator[Form]:
        """(1 − r)₊^k is a kernel on R^d exactly for k ≥ (d + 1)/2 (Askey, Golubov)."""
        node = self._without_features(node)
        if self.domain not in ("real", "positive") or not isinstance(node, Binary) or node.op != "**":
            return
        proof = compact(self.rules, node)
        if proof is None or not all(map(self.rules.is_linear, proof.data.get("maps", ()))):
            return
        found = conditions_of(proof)
        sizes = found and self._positive(node.right) and self._positive(found[0].left)
        if found and sizes and all(map(self.family.implied, found[:-1])):
            yield from filter(None, [self._read(Binary("-", found[-1].left, found[-1].right))])


def negated(node: Node) -> Node | None:
    """ψ if the node is −ψ."""
    match node:
        case Unary(op="-"):
            return node.operand
        case Binary(op="*" | "/"):
            left = negated(node.left)
            return None if left is None else Binary(node.op, left, node.right)
    return None


def reciprocals(node: Node) -> Iterator[tuple[Node, Node]]:
    """(ψ, r) if the node is ψ^(−r) or 1/ψ."""
    match node:
        case Binary(op="**", left=base, right=Unary(op="-", operand=r)):
            yield base, r
        case Binary(op="/", left=Number(value=1), right=base):
            yield base, ONE
