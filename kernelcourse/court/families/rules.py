"""The rules for families: each returns a proof whose premises are conditions on the parameters.

A condition stands under the step that needs it, under the name "parameters"; the region is what they ask together.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.language.tree import children, substitute
from kernelcourse.validity import Certificate

from ..algebra.algebras import normal_form
from ..algebra.identities import NotReal
from ..algebra.normal_form import TooLarge
from ..closure import chain
from ..definedness import defined_throughout
from ..hearing import prove
from ..prover import Prover
from .exponents import by_weights, one_feature, one_level
from .hats import compact
from .radius import in_radius, reciprocal_power, secant
from .shapes import Shapes
from .steps import ONE, TWO, ZERO, Condition, Proof, at_distance_zero, everywhere, product, step

MINUS = Number(-1)
SERIES = ("exp", "cosh", "sinh")


class Rules(Shapes):
    """The rules on one family."""

    def kernel(self, node: Node) -> Proof:
        """A proof that the node is a kernel, under the conditions in it."""
        family = self.family
        if not family.points(node):
            negated = isinstance(node, Unary) and node.op == "-"
            need = Condition(ZERO, ">=", children(node)[0]) if negated else Condition(node, ">=", ZERO)
            return step("constant", node, "c = √c·√c with c ≥ 0: one constant feature", needs=[need])
        if not family.parameters(node):
            return self._proved(node)
        found = in_radius(self, node)
        if found is not None:
            return found
        match node:
            case Unary(op="+"):
                return self.kernel(node.operand)
            case Binary(op="+" | "-"):
                right = node.right if node.op == "+" else Unary("-", node.right)
                parts = [self.kernel(node.left), self.kernel(right)]
                return step("sum", node, "features side by side", parts) or self.pinned(node)
            case Unary(op="-"):
                return self._product(node, [MINUS, *chain(node.operand, "*")])
            case Binary(op="*"):
                return self._product(node, chain(node, "*"))
            case Binary(op="/"):
                if not family.points(node.right):
                    return self._multiple(
                        node, Binary("/", ONE, node.right), self.kernel(node.left), node.right
                    )
                below = self.bounded_series(node.right) or reciprocal_power(self, node.right)
                return step("product", node, "all products of features", [self.kernel(node.left), below])
            case Binary(op="**"):
                return self.power(node)
            case Call(function="exp", arguments=(inside,)):
                return self._exponential(node, inside)
            case Call(arguments=(inside,)) if node.function in SERIES:
                return step(
                    "series", node, "no negative coefficient", [self.kernel(inside)], name=node.function
                )
            case Call(function="cos" | "sinc", arguments=(inside,)) if (g := self.map_of(inside)) is not None:
                if node.function == "sinc":
                    return step("wave", node, "the transform of an interval", maps=(g,))
                features = ((ONE, Call("cos", (g,))), (ONE, Call("sin", (g,))))
                return step("features", node, "cos(u − v) = cos u cos v + sin u sin v", features=features)
        return compact(self, node)

    def _multiple(self, node: Node, c: Node, inner: Proof, above: Node | None = None) -> Proof:
        """c·k for c ≥ 0; or k/above."""
        need = Condition(c, ">=", ZERO) if above is None else Condition(above, ">", ZERO)
        return step("sum", node, f"c·k with c = {kernel_text(c)}", [inner], [need], weights=(c,))

    def _product(self, node: Node, parts: list[Node]) -> Proof:
        """Constants, whose product must be ≥ 0, times kernels; what has no parameter stays together."""
        weighted = self.weighting(node, parts)
        if weighted is not None:
            return weighted
        constants: list[Node] = []
        plain: list[Node] = []
        others: list[Node] = []
        for part in parts:
            place = others if self.family.parameters(part) else plain
            (place if self.family.points(part) else constants).append(part)
        factors = others + ([product(plain)] if plain else [])
        proofs = [self.kernel(part) for part in factors]
        if not constants:
            return step("product", node, "all products of features", proofs)
        inner = step("product", product(factors), "all products of features", proofs)
        if MINUS in constants and len(constants) > 1:
            constants.remove(MINUS)
            need, c = Condition(ZERO, ">=", product(constants)), Unary("-", product(constants))
            return step("sum", node, f"c·k with c = {kernel_text(c)}", [inner], [need], weights=(c,))
        return self._multiple(node, product(constants), inner)

    def _proved(self, node: Node) -> Proof:
        try:
            return prove(node, self.family.domain)[0]
        except (ValueError, NotReal, TooLarge):
            return None

    def _exponential(self, node: Node, inside: Node) -> Proof:
        """exp(k), exp(−ψ), or a product of such."""
        found = step("series", node, "no negative coefficient", [self.kernel(inside)], name="exp")
        if found is None:
            found = step("Schoenberg", node, "exp(−ψ)", [self._falling(inside)])
        found = found or by_weights(self, node, inside)
        if found is None and isinstance(inside, Binary) and inside.op in "+-":
            right = inside.right if inside.op == "+" else Unary("-", inside.right)
            parts = [self.kernel(Call("exp", (part,))) for part in (inside.left, right)]
            found = step("product", node, "exp(u + v) = exp(u)·exp(v)", parts)
        return found

    def _falling(self, inside: Node) -> Proof:
        """ψ = −inside."""
        match inside:
            case Unary(op="-"):
                return self.conditional(inside.operand)
            case Binary(op="*" | "/", left=Unary(op="-") as left):
                return self.conditional(Binary(inside.op, left.operand, inside.right))
            case Binary(op="*" | "/", left=Binary(op="*", left=Unary(op="-") as left) as above):
                plain = Binary("*", left.operand, above.right)  # −2a·ψ is −(2a·ψ)
                return self.conditional(Binary(inside.op, plain, inside.right))
            case Binary(op="+" | "-"):
                right = self._falling(inside.right) if inside.op == "+" else self.conditional(inside.right)
                return self._sums(Unary("-", inside), [self._falling(inside.left), right])
            case Binary(op="*") if not self.family.points(inside.left):
                weight, inner = Unary("-", inside.left), self.conditional(inside.right)
                need = [Condition(ZERO, ">=", inside.left)]
                return self._sums(Unary("-", inside), [inner], need, (weight,))
        return None

    def _sums(
        self,
        node: Node,
        parts: Sequence[Proof],
        needs: Sequence[Condition] = (),
        weights: tuple[Node, ...] | None = None,
    ) -> Proof:
        reason = "constants and f(x) + f(z) drop out when Σ aᵢ = 0"
        weights = (ONE,) * len(parts) if weights is None else weights
        return step("conditional sum", node, reason, parts, needs, "conditional", weights=weights)

    def conditional(self, node: Node) -> Proof:
        """A proof that the node is conditionally negative definite."""
        family = self.family
        if not family.points(node):
            return self._sums(node, [])
        if not family.parameters(node):
            return self._negative_definite(node)
        if self.is_apart(node):
            return self._sums(node, [])
        match node:
            case Binary(op="+"):
                return self._sums(node, [self.conditional(node.left), self.conditional(node.right)])
            case Binary(op="*"):
                for c, psi in ((node.left, node.right), (node.right, node.left)):
                    if not family.points(c):
                        return self._sums(node, [self.conditional(psi)], [Condition(c, ">=", ZERO)], (c,))
            case Binary(op="/") if not family.points(node.right):
                c, need = Binary("/", ONE, node.right), Condition(node.right, ">", ZERO)
                return self._sums(node, [self.conditional(node.left)], [need], (c,))
            case Binary(op="**", right=p) if not family.points(p) and self._size_in(node.left) is not None:
                square = self._square(node.left)
                return self._root(node, square, Binary("/", p, TWO), ZERO, p, TWO)
            case Binary(op="**", right=p) if not family.points(p):
                value = self._start(node.left)
                return self._root(node, self.conditional(node.left), p, value, p, ONE)
            case Call(function="log" | "sqrt", arguments=(inside,)):
                inner, value = self.conditional(inside), self._start(inside)
                if node.function == "sqrt":
                    return self._root(node, inner, Number(Fraction(1, 2)), value)
                sign = self._on_diagonal(inside, value, strict=True)
                return everywhere(
                    step("conditional log", node, "log ψ for ψ > 0", [inner, sign], (), "conditional")
                )
        return None

    def _root(
        self, node: Node, inner: Proof, p: Node, value: Node | None, asked: Node = ONE, top: Node = ONE
    ) -> Proof:
        """ψ^p for ψ ≥ 0, 0 ≤ p ≤ 1; `value` is ψ(x, x)."""
        sign = None if inner is None else self._on_diagonal(inner.formula, value)
        needs = [Condition(asked, ">=", ZERO), Condition(top, ">=", asked)] if asked != ONE else []
        found = step("conditional power", node, "ψ^p for ψ ≥ 0", [inner, sign], needs, "conditional", p=p)
        return everywhere(found)

    def _negative_definite(self, node: Node) -> Proof:
        prover = Prover(self.family.domain)
        try:
            found = prover.conditionally_negative(normal_form(node, self.family.domain).form)
        except (ValueError, NotReal, TooLarge):
            return None
        if found is None:
            return None
        return self._sums(
            node, [Certificate(**{**vars(found), "defined": defined_throughout(prover, found)})]
        )

    def _size_in(self, node: Node) -> Node | None:
        """r of r and of r/c."""
        size = node.left if isinstance(node, Binary) and node.op == "/" else node
        return (
            size
            if self.is_size(size) and (size is node or not self.family.points(children(node)[1]))
            else None
        )

    def _square(self, size: Node) -> Proof:
        """‖u − v‖² = ‖u‖² + ‖v‖² − 2u·v, perhaps over c²."""
        if isinstance(size, Binary):
            c, need = Binary("/", ONE, Binary("**", size.right, TWO)), Condition(size.right, ">", ZERO)
            return self._sums(Binary("**", size, TWO), [self._square(size.left)], [need], (c,))
        (inside,) = children(size)[:1]
        g = self.map_of(inside)
        if g is not None:
            both = product([g, substitute(g, {"x": Name("z")})])
            inner = step("features", both, "f(x)·f(z)", features=((ONE, g),))
        else:
            inner = step("inner product", Binary("@", Name("x"), Name("z")), "‖Σ aᵢxᵢ‖² ≥ 0")
        return self._sums(Binary("**", size, TWO), [inner], (), (TWO,))

    def _start(self, psi: Node) -> Node | None:
        return at_distance_zero(substitute(psi, {"z": Name("x")}))

    def _on_diagonal(self, psi: Node, value: Node | None, strict: bool = False) -> Proof:
        """ψ(x, x) ≥ 0 (> 0); ψ is nowhere smaller."""
        if value is None or self.family.points(value):
            return self.positive_polynomial(substitute(psi, {"z": Name("x")}), strict)
        needs = [] if value == ZERO and not strict else [Condition(value, ">" if strict else ">=", ZERO)]
        claims = "positive" if strict else "nonnegative"
        return step("bounds", substitute(psi, {"z": Name("x")}), "the value at x = z", (), needs, claims)

    def reciprocal(self, psi: Node, r: Node, node: Node | None = None) -> Proof:
        """ψ^(−r)."""
        sign = self._on_diagonal(psi, self._start(psi), strict=True)
        whole = Binary("/", ONE, psi) if node is None else node
        needs = [] if r == ONE else [Condition(r, ">=", ZERO)]
        premises = [self.conditional(psi), sign]
        return everywhere(step("mixture", whole, "∫ t^(r−1) exp(−tψ) dt/Γ(r)", premises, needs, r=r))

    def power(self, node: Binary) -> Proof:
        family = self.family
        match node:
            case Binary(left=Call(function="cosh", arguments=(inside,)), right=Unary(op="-", operand=p)):
                return secant(self, node, inside, p)
        if family.points(node.right):
            return self.exponential_of(node)
        down = isinstance(node.right, Unary) and node.right.op == "-"
        r = node.right.operand if isinstance(node.right, Unary) else node.right
        found = None if down else one_level(self, node) or one_feature(self, node)
        if found is not None:
            return found
        if not family.parameters(node.left):  # k^r = exp(r·log k), if log k is a kernel
            log: Node = Call("log", (node.left,))
            log = Unary("-", log) if down else log
            inner = self._multiple(Binary("*", r, log), r, self._proved(log))
            if inner is not None:
                return step("series", node, "kʳ = exp(r·log k)", [inner], name="exp")
        if down:
            return self.reciprocal(node.left, r, node)
        if isinstance(node.right, Number) and isinstance(node.right.value, int) and node.right.value >= 1:
            reason = f"a product of {node.right.value} kernels"
            return step("power", node, reason, [self.kernel(node.left)], n=node.right.value)
        return compact(self, node)
