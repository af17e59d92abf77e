"""Shapes that a family's formula may have: f(x)·f(z)·k, ψ(x, 0) + ψ(0, z) − ψ(x, z), 1/(a − k), a^ψ."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary, show
from kernelcourse.language.tree import substitute

from ..exactly.algebra import Algebra
from ..exactly.enclosures import Range
from ..exactly.forms import Form, constant, letter, sides
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import bounds
from .distances import Distances
from .steps import ONE, ZERO, Condition, Proof, product, step

if TYPE_CHECKING:
    from .regions import Family

TWO = Number(2)
REACH = "the range of k(x, x)"


def signed_terms(node: Node) -> list[tuple[int, Node]]:
    """(±1, part) for the parts of a + b − c."""
    match node:
        case Unary(op="+"):
            return signed_terms(node.operand)
        case Unary(op="-"):
            return [(-sign, part) for sign, part in signed_terms(node.operand)]
        case Binary(op="+" | "-"):
            turn = 1 if node.op == "+" else -1
            return signed_terms(node.left) + [(turn * sign, part) for sign, part in signed_terms(node.right)]
    return [(1, node)]


def total(parts: list[tuple[int, Node]]) -> Node:
    """The sum again."""
    made: Node | None = None
    for sign, part in parts:
        if made is None:
            made = part if sign > 0 else Unary("-", part)
        else:
            made = Binary("+" if sign > 0 else "-", made, part)
    return ZERO if made is None else made


class Shapes(Distances, ABC):
    """What follows from the shape of the formula."""

    def __init__(self, family: Family):
        super().__init__(family)
        self.necessary: list[Condition] = []  # conditions without which the family is refuted

    @abstractmethod
    def kernel(self, node: Node) -> Proof:
        """The conditions under which it is a kernel, with their proof."""

    @abstractmethod
    def conditional(self, node: Node) -> Proof:
        """The conditions under which it is conditionally negative definite, with their proof."""

    def read(self, node: Node) -> Form | None:
        """The formula multiplied out; parameters are letters."""
        family = self.family
        reader = Reader(
            Algebra(family.domain.name, family.domain.dim),
            family.domain.dim,
            parameters=frozenset(family.names),
        )
        try:
            return reader(node)
        except (Rejected, *TOO_LONG, *UNFIT):
            return None

    def is_apart(self, node: Node) -> bool:
        """f(x) + f(z) + c."""
        form = self.read(node)
        return form is not None and all(len(sides(m)) < 2 for m in form.terms)

    def weighting(self, node: Node, parts: list[Node]) -> Proof:
        """f(x)·f(z)·k, with parameters in f."""
        points = self.family.points
        left = [part for part in parts if points(part) == {"x"}]
        right = [part for part in parts if points(part) == {"z"}]
        rest = [part for part in parts if part not in left and part not in right]
        f = product(left) if left else ONE
        if (
            not left
            or not self.family.parameters(f)
            or substitute(f, {"x": Name("z")}) != product(right or [ONE])
        ):
            return None
        inner = self.kernel(product(rest)) if rest else step("constant", ONE, "1 = 1·1")
        return step("weighting", node, f"f(x) = {kernel_text(f)} multiplies every feature", [inner], g=f)

    def pinned(self, node: Node) -> Proof:
        """ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0): the second instance works that out."""
        if self.family.domain.name in ("string", "sphere", "histogram", "nonzero"):
            return None
        parts = signed_terms(node)
        falling = [(-sign, part) for sign, part in parts if self.family.points(part) == {"x", "z"}]
        if not falling or len(falling) == len(parts):
            return None
        psi = self.conditional(total(falling))
        match falling:
            case [(1, Binary(op="**", left=size, right=p))] if node is self.family.tree and self.is_length(
                size
            ):
                self.necessary.append(
                    Condition(TWO, ">=", p)
                )  # two points, one twice as far from 0 as the other
        return step("pinned", node, "ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0)", [psi])

    def exponential_of(self, node: Binary) -> Proof:
        """a^ψ = exp(−ψ·log(1/a)) for 0 < a ≤ 1."""
        a, psi = node.left, node.right
        if not self.family.points(a) and not self.family.parameters(a):
            return self._with_base(node)
        if self.family.points(a) or self.family.parameters(psi):
            return None
        minus = Unary("-", Call("log", (a,)))
        needs = [Condition(a, ">", ZERO), Condition(ONE, ">=", a)]
        reason = "constants and f(x) + f(z) drop out when Σ aᵢ = 0"
        inner = step(
            "conditional sum", Binary("*", minus, psi), reason, [self.conditional(psi)], needs, "conditional",
            weights=(minus,),
        )  # fmt: skip
        return step("Schoenberg", node, "a^ψ = exp(−ψ·log(1/a))", [inner])

    def _with_base(self, node: Binary) -> Proof:
        """2^f = exp(f·log 2)."""
        log = Call("log", (node.left,))
        match node.right:
            case Unary(op="-", operand=psi):
                inside: Node = Unary("-", Binary("*", log, psi))
            case Binary(op="*" | "/", left=Unary(op="-", operand=c), right=right):
                inside = Unary("-", Binary("*", log, Binary(node.right.op, c, right)))
            case _:
                inside = Binary("*", log, node.right)
        found = self.kernel(Call("exp", (inside,)))
        return None if found is None else replace(found, formula=node, statement=show(node))

    def bounded_series(self, below: Node) -> Proof:
        """1/(a − k) = (1/a)·Σ (k/a)ⁿ for a > k(x, x)."""
        parts = signed_terms(below)
        a = total([part for part in parts if not self.family.points(part[1])])
        k = total([(-sign, part) for sign, part in parts if self.family.points(part)])
        if not self.family.parameters(a) or self.family.parameters(k):
            return None
        inner, reach = self.kernel(k), self.reach_of_diagonal(k)
        if inner is None or reach is None or isinstance(reach.high, float):
            return None
        top = Number(int(reach.high) if reach.high.denominator == 1 else reach.high)
        need = Condition(a, ">=" if reach.high_open else ">", top)
        if self.meets(a, k, reach.high):
            self.necessary.append(need)
        over, share = Binary("/", ONE, a), Binary("/", k, a)
        scaled = step("sum", share, "k/a", [inner], [Condition(a, ">", ZERO)], weights=(over,))
        room = Binary("-", ONE, substitute(share, {"z": Name("x")}))
        sign = step("bounds", room, REACH, (), [need], "positive")
        powers = Binary("/", ONE, Binary("-", ONE, share))
        series = step("series", powers, "Σ (k/a)ⁿ", [scaled, sign], name="power", r=Fraction(1))
        made = step("sum", Binary("/", ONE, below), "c·k with c = 1/a", [series], [need], weights=(over,))
        above = step("bounds", Binary("-", a, substitute(k, {"z": Name("x")})), REACH, (), [need], "positive")
        bounds_of = [
            step("kernel bound", node, "|k(x, z)| ≤ max k(x, x)", [proof, room_of], (), "positive", c=c)
            for node, proof, room_of, c in ((powers.right, scaled, sign, ONE), (below, inner, above, a))
        ]
        shown = tuple(bound for bound in bounds_of if bound is not None)
        return None if made is None else replace(made, defined=(*made.defined, *shown))

    def meets(self, a: Node | None, k: Node, top: Fraction) -> bool:
        """Whether k takes all values from one below a (without a: from 0) to `top`, so that a − k is 0 somewhere."""
        domain, d = self.family.domain.name, self.family.domain.dim
        if domain not in ("real", "positive", "interval", "ball") and not (domain == "sphere" and d > 1):
            return False
        values = []
        zero, one, half_turn = constant(0), constant(1), letter("pi")
        for x, z in ((zero, zero), (one, one), (one, one.scaled(-1)), (half_turn, zero)):
            if not self._inside(x, z):
                continue
            places = [[c, *[zero] * (d - 1)] for c in (x, z)]
            try:
                values.append(Reader(Algebra(domain, d), d)(k, x=places[0], z=places[1]).number)
            except (Rejected, *TOO_LONG, *UNFIT):
                continue
        low = min((value for value in values if value is not None), default=top)
        below = None if a is None else Condition(a, ">", Number(int(low) if low.denominator == 1 else low))
        starts = low <= 0 if below is None else self.family.implied(below)
        return top in values and low < top and starts

    def _inside(self, *lengths: Form) -> bool:
        """Whether these multiples of e₁ lie in the domain, or on its border."""
        domain = self.family.domain.name
        numbers = [c.number for c in lengths]
        return domain == "real" or all(
            n is not None
            and not (domain == "sphere" and n == 0)
            and not (n < 0 and domain in ("positive", "interval"))
            for n in numbers
        )

    def reach_of_diagonal(self, k: Node) -> Range | None:
        """An interval that holds every k(x, x)."""
        form = self.read(substitute(k, {"z": Name("x")}))
        return (
            None if form is None else bounds(Algebra(self.family.domain.name, self.family.domain.dim), form)
        )

    def positive_polynomial(self, node: Node, strict: bool) -> Proof:
        """c + Σ cⱼ·(a square, or a power of something ≥ 0) with cⱼ ≥ 0, and c > 0."""
        from .written import is_constant, is_parameter, written

        form = self.read(node)
        algebra = Algebra(self.family.domain.name, self.family.domain.dim)
        if form is None:
            return None
        heights: dict[tuple, Form] = {}
        for m, c in form.terms.items():
            moving = tuple(f for f in m if sides((f,)))
            still = Form({tuple(f for f in m if f not in moving): c})
            heights[moving] = heights.get(moving, Form({})) + still
        powers = Form({moving: Fraction(1) for moving in heights})
        if (
            not algebra.plainly_nonnegative(powers)
            or () not in heights
            or not all(map(is_constant, heights.values()))
        ):
            return None
        needs = [
            Condition(written(c), ">" if strict and not m else ">=", ZERO)
            for m, c in heights.items()
            if any(is_parameter(a) for n in c.terms for a, _ in n) or m
        ]
        claims = "positive" if strict else "nonnegative"
        return step("bounds", node, "no coefficient is negative", (), needs, claims)
