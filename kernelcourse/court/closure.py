"""The student's own formula, followed as it was typed: sums, products, powers and functions of kernels.

Where the shape of the formula does not help, the normal form does, each part in its own reading.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, LanguageError, Name, Node, Number, Unary, show
from kernelcourse.language.tree import children, free_names, rebuild, substitute
from kernelcourse.validity import Certificate

from .algebra.algebras import Reading, normal_form
from .algebra.identities import NotReal
from .algebra.normal_form import ONE, Polynomial, TooLarge
from .convexity import convex
from .coordinatewise import over_coordinates
from .definedness import square_of_sides
from .formula.unrolling import chain, factors_of, times, unrolled
from .means import above_mean
from .minima import minimum
from .minus_constant import minus_constant
from .prover import Prover
from .pullback import Hearing
from .rules.single import SERIES
from .rules.stationary import as_difference
from .telescope import telescope

FEATURES_SIDE_BY_SIDE = "a sum of kernels: features side by side"


class Closure:
    """Proofs that follow the tree."""

    def __init__(self, prover: Prover, hear: Hearing):
        self.prover, self.hear = prover, hear
        self.budget = 200
        self.readings: dict[int, tuple[Node, Reading | None]] = {}

    def form(self, node: Node) -> Reading | None:
        """The normal form of a part of the formula, if it is a number and not too large."""
        if id(node) not in self.readings:
            reading = None
            with suppress(TooLarge, NotReal, LanguageError, RecursionError):
                reading = normal_form(node, self.prover.domain)
            self.readings[id(node)] = (node, reading)
        return self.readings[id(node)][1]

    def differences(self, node: Node) -> Node:
        """The tree with g(x) − g(z) written as such."""
        if isinstance(node, Binary) and node.op in "+-" and free_names(node) >= {"x", "z"}:
            reading = self.form(node)
            g = None if reading is None else as_difference(self.prover, reading.form)
            if g is not None:
                left = self.prover.tree(g)
                return Binary("-", left, substitute(left, {"x": Name("z")}))
        return rebuild(node, tuple(self.differences(below) for below in children(node)))

    def is_nonnegative(self, node: Node) -> bool | None:
        """Whether it is plain that a part is ≥ 0; None if it is no number."""
        reading = self.form(node)
        return None if reading is None else self.prover.signs.bounds(reading.form).positive(False)

    def prove(self, node: Node) -> Certificate | None:
        """A proof that the tree is a kernel, by its shape first, then by its normal form."""
        self.budget -= 1
        reading = self.form(node)
        if self.budget < 0 or (reading is not None and len(reading.form.sides) == 1):
            return None
        plain = unrolled(node, self.prover.domain.dim)
        found = over_coordinates(self, node) or self._by_shape(plain) or above_mean(self, node)
        on_z = (self.prover.domain.name, self.prover.domain.dim) == ("integer", 1)
        by = (convex, Closure._by_form) if on_z else (Closure._by_form, convex)  # a power of x − z is long
        found = found or minus_constant(self, node) or by[0](self, node) or by[1](self, node)
        return None if found is None else _about(found, node)

    def _by_form(self, node: Node) -> Certificate | None:
        reading = self.form(node)
        if reading is None:
            return None
        proof = self.prover.kernel(reading.form)
        if proof is None and not reading.coordinates and self.prover.domain.dim <= 4:
            try:
                expanded = normal_form(node, self.prover.domain, coordinates=True)
            except (TooLarge, NotReal, LanguageError):
                return None
            proof = self.prover.kernel(expanded.form)
        return proof

    def _by_shape(self, node: Node) -> Certificate | None:
        match node:
            case Unary(op="+"):
                return self.prove(node.operand)
            case Binary(op="@", left=Name(id="x"), right=Name(id="z")):
                return self.step("inner product", node, "Σᵢⱼ aᵢaⱼ xᵢ·xⱼ = ‖Σ aᵢxᵢ‖² ≥ 0")
        found = minimum(self, node) or self._arc(node) or telescope(self, node)
        if found is not None:
            return found
        match node:
            case Binary(op="+"):
                return self._sum(node)
            case Binary(op="*"):
                return self._same_of_both(node) or self._product(node)
            case Binary(op="**"):
                return self._power(node)
            case Binary(op="/"):
                return self._same_of_both(node) or self._quotient(node)
            case Call() if len(node.arguments) == 1:
                return self._function(node)
        return None

    def step(
        self, rule: str, node: Node, reason: str, premises: tuple[Certificate, ...] = (), **data: object
    ) -> Certificate:
        return Certificate(rule, show(node), reason, premises, node, "kernel", data)

    def _arc(self, node: Node) -> Certificate | None:
        """b·(c − |sin(g(x) − g(z))|) for c ≥ 2/π, typed as bc − b·|sin(…)|."""
        if not isinstance(node, Binary) or node.op != "-":
            return None
        *before, last = chain(node.right, "*")
        match last:
            case Call(function="abs", arguments=(Call(function="sin", arguments=(angle,)),)):
                reading = self.form(angle)
            case _:
                return None
        g = None if reading is None else as_difference(self.prover, reading.form)
        if g is None or free_names(Binary("*", node.left, times([Number(1), *before]))) - {"pi"}:
            return None
        b = times(before) if before else Number(1)
        c = node.left if not before else Binary("/", node.left, b)
        reason = "|sin θ| = 2/π − (4/π) Σ cos(2nθ)/(4n² − 1), so its coefficients are ≥ 0"
        unit = Binary("-", c, last)
        made = self.step("arc", unit, reason, maps=(self.prover.tree(g),), c=c)
        if not self.prover.stands(made):
            return None
        if not before:
            return made
        whole = self.step("sum", node, f"c·k with c = {kernel_text(b)} ≥ 0", (made,), weights=(b,))
        return whole if self.prover.stands(whole) else None

    def _sum(self, node: Binary) -> Certificate | None:
        """Every summand is a kernel; if one is not, the parts of the sum are not looked at any further."""
        parts = chain(node, "+")
        proofs: dict[Node, Certificate] = {}
        for part in parts:
            if part not in proofs:
                proof = self._scalar_proof(part)
                if proof is None:
                    return None
                proofs[part] = proof
        weights = tuple(Number(parts.count(part)) for part in proofs)
        return self.step("sum", node, FEATURES_SIDE_BY_SIDE, tuple(proofs.values()), weights=weights)

    def _scalar_proof(self, node: Node) -> Certificate | None:
        reading = self.form(node)
        if reading is None and not isinstance(node, (Binary, Call)):
            return None
        return self.prove(node)

    def _product(self, node: Binary) -> Certificate | None:
        """Constants with a product ≥ 0, times kernels; a factor in x alone is left to the normal form."""
        constant, factors = ONE, []
        for part in chain(node, "*"):
            reading = self.form(part)
            if reading is not None and len(reading.form.sides) == 1:
                return None
            if reading is not None and not reading.form.sides:
                constant = self.prover.forms.multiply(constant, reading.form)
            else:
                factors.append(part)
        if self.prover.constant_sign(constant) not in (0, 1) or not factors:
            return None
        proofs = [self._scalar_proof(part) for part in factors]
        premises = tuple(proof for proof in proofs if proof is not None)
        if len(premises) < len(factors):
            return None
        inner = premises[0]
        if len(factors) > 1:
            inner = self.step(
                "product", times(factors), "a product of kernels: all products of features", premises
            )
        if constant == ONE:
            return inner
        reason = f"c·k with c = {self.prover.show(constant)} ≥ 0"
        return self.step("sum", node, reason, (inner,), weights=(self.prover.tree(constant),))

    def _same_of_both(self, node: Binary) -> Certificate | None:
        """f(x)·f(z), or f(x)·k(x, z)·f(z), typed as such."""
        parts = factors_of(node)
        left = [part for part in parts if free_names(part) & {"x", "z"} == {"x"}]
        right = [part for part in parts if free_names(part) & {"x", "z"} == {"z"}]
        if not left or sorted(map(show, right)) != sorted(
            show(substitute(f, {"x": Name("z")})) for f in left
        ):
            return None
        f, rest = times(left), [part for part in parts if part not in left and part not in right]
        if not rest:
            reason = f"f(x)·f(z) with f(x) = {kernel_text(f)}: one feature"
            return self.step("features", node, reason, features=((Number(1), f),))
        proof = self._scalar_proof(times(rest))
        reason = f"g(x) = {kernel_text(f)} multiplies every feature"
        return None if proof is None else self.step("weighting", node, reason, (proof,), g=f)

    def _one_feature(self, node: Node, inside: Node, exponent: Node) -> Certificate | None:
        """(g(x)g(z))^p = g(x)^p·g(z)^p where g ≥ 0."""
        parts = factors_of(inside)
        of_x = [part for part in parts if free_names(part) & {"x", "z"} == {"x"}]
        of_z = [substitute(part, {"x": Name("z")}) for part in of_x]
        if not of_x or sorted(map(show, parts)) != sorted(map(show, of_x + of_z)):
            return None
        f = Binary("**", times(of_x), exponent)
        reason = f"f(x)·f(z) with f(x) = {kernel_text(f)}: one feature"
        made = self.step("features", node, reason, features=((Number(1), f),))
        return made if self.prover.stands(made) else None

    def _power(self, node: Binary) -> Certificate | None:
        exponent = self.form(node.right)
        if exponent is not None and not exponent.form.is_number and not exponent.form.sides:
            return self._one_feature(node, node.left, node.right)
        if exponent is None or not exponent.form.is_number or exponent.form.number.denominator != 1:
            return None
        n = int(exponent.form.number)
        if n < 1:
            return None
        proof = self._scalar_proof(node.left)
        if proof is None:
            return None
        return self.step("power", node, f"kⁿ with n = {n} is a product of kernels", (proof,), n=n)

    def _quotient(self, node: Binary) -> Certificate | None:
        below = self.form(node.right)
        if below is None:
            return None
        above = self.form(node.left)
        if above is not None and not above.form.sides and below.form.sides:
            root = node.right
            if isinstance(root, Binary) and root.op == "**" and isinstance(root.right, Number):
                n = root.right.value
                single = (
                    self.prove(Binary("/", Number(1), root.left)) if isinstance(n, int) and n > 1 else None
                )
                if single is not None and above.form == ONE:
                    return self.step("power", node, f"a product of {n} kernels", (single,), n=n)
                if isinstance(n, Fraction) and n.denominator > 1 and above.form == ONE:
                    return self.prove(Binary("**", root.left, Number(-n)))
            return None  # 1/ψ is a matter for the normal form
        if not below.form.sides:
            if self.prover.constant_sign(below.form) != 1:
                return None
            proof = self._scalar_proof(node.left)
            over = Binary("/", Number(1), node.right)
            reason = f"c·k with c = {kernel_text(over)} ≥ 0"
            return None if proof is None else self.step("sum", node, reason, (proof,), weights=(over,))
        proof = self._scalar_proof(node.left)
        if proof is None:
            return None
        h = square_of_sides(self.prover, below.form)
        if h is None:
            under = self.prove(Binary("/", Number(1), node.right)) or self._one_over(below.form)
            reason = "k times 1/ψ, which is a kernel too"
            return None if under is None else self.step("product", node, reason, (proof, under))
        g = self.prover.tree(self.prover.forms.power(h, Fraction(-1)))
        reason = f"the denominator {kernel_text(node.right)} is h(x)·h(z): each feature is divided by h"
        return self.step("weighting", node, reason, (proof,), g=g)

    def _one_over(self, q: Polynomial) -> Certificate | None:
        try:
            return self.prover.kernel(self.prover.forms.power(q, Fraction(-1)))
        except (TooLarge, NotReal):
            return None

    def _function(self, node: Call) -> Certificate | None:
        (argument,) = node.arguments
        if node.function == "sqrt":  # √(g(x)g(z)) = √g(x)·√g(z) where g ≥ 0
            return self._one_feature(node, argument, Number(Fraction(1, 2)))
        if node.function not in SERIES or SERIES[node.function][1] is not None:
            return None  # with a radius the series needs a bound on k(x, x): the normal form knows how
        proof = self._scalar_proof(argument)
        reason = f"{SERIES[node.function][0]}: no negative coefficient"
        if proof is None:
            return None
        return self.step("series", node, reason, (proof,), name=node.function)


def _about(found: Certificate, node: Node) -> Certificate:
    """The same proof, stated for the formula as it was typed."""
    typed = show(node)
    same = found.statement.replace(" ", "") == typed.replace(" ", "")
    reason = found.reason if same else f"= {kernel_text(found.formula)}; {found.reason}"
    return replace(found, formula=node, statement=typed, reason=reason)
