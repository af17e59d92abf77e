"""The student's own formula, followed as it was typed: sums, products, powers and functions of kernels.

Where the shape of the formula does not help, the normal form does; the proof then says that it was rewritten.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from kernelcourse.language.reading import Binary, Call, LanguageError, Name, Node, Unary, show
from kernelcourse.validity import Certificate

from .algebras import Reading, normal_form
from .definedness import is_square_of_sides
from .identities import NotReal
from .normal_form import ONE, Polynomial, TooLarge, from_atom
from .prover import Prover
from .rules.single import SERIES
from .substitution import swapped


class Closure:
    """Proofs that follow the tree."""

    def __init__(self, prover: Prover, coordinates: bool):
        self.prover, self.coordinates = prover, coordinates
        self.budget = 200
        self.readings: dict[int, tuple[Node, Reading | None]] = {}

    def form(self, node: Node) -> Reading | None:
        """The normal form of a part of the formula, if it is a number and not too large."""
        if id(node) not in self.readings:
            reading = None
            with suppress(TooLarge, NotReal, LanguageError, RecursionError):
                reading = normal_form(node, self.prover.domain, self.coordinates)
            self.readings[id(node)] = (node, reading)
        return self.readings[id(node)][1]

    def prove(self, node: Node) -> Certificate | None:
        """A proof that the tree is a kernel, by its shape first, then by its normal form."""
        self.budget -= 1
        reading = self.form(node)
        if self.budget < 0 or (reading is not None and len(reading.form.sides) == 1):
            return None
        by_shape = self._by_shape(node)
        return by_shape if by_shape is not None else self._by_form(node)

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
        if proof is None:
            return None
        typed = show(node)
        if proof.statement == typed:
            return proof
        if proof.statement.replace(" ", "") == typed.replace(" ", ""):
            return Certificate(proof.rule, typed, proof.reason, proof.premises)
        return Certificate("rewriting", typed, f"is the same as {proof.statement}", (proof,))

    def _by_shape(self, node: Node) -> Certificate | None:
        match node:
            case Unary(op="+"):
                return self.prove(node.operand)
            case Binary(op="@", left=Name(id="x"), right=Name(id="z")):
                return Certificate("inner product", show(node), "Σᵢⱼ aᵢaⱼ xᵢ·xⱼ = ‖Σ aᵢxᵢ‖² ≥ 0")
            case Call(function="min") if self._of_one_coordinate(node):
                return Certificate("minimum", show(node), "min(x, z) = ∫ [t ≤ x]·[t ≤ z] dt over t ≥ 0")
            case Binary(op="+"):
                return self._sum(node)
            case Binary(op="*"):
                return self._product(node)
            case Binary(op="**"):
                return self._power(node)
            case Binary(op="/"):
                return self._quotient(node)
            case Call() if len(node.arguments) == 1:
                return self._function(node)
        return None

    def _of_one_coordinate(self, node: Call) -> bool:
        """Whether this is min(x, z) of the same coordinate of both points, on numbers ≥ 0."""
        if len(node.arguments) != 2 or not self.prover.domain.nonnegative:
            return False
        first, second = (self.form(argument) for argument in node.arguments)
        if first is None or second is None or first.form.sides != {"x"}:
            return False
        atoms = first.form.atoms()
        coordinate = len(atoms) == 1 and first.form == from_atom(atoms.pop()) and "x<" in first.form.key
        return coordinate and swapped(self.prover.forms, first.form) == second.form

    def _sum(self, node: Binary) -> Certificate | None:
        """Every summand is a kernel; if one is not, the parts of the sum are not looked at any further."""
        proofs: dict[Node, Certificate | None] = {}
        for part in _chain(node, "+"):
            if part not in proofs:
                proofs[part] = self._scalar_proof(part)
                if proofs[part] is None:
                    return None
        premises = tuple(proof for proof in proofs.values() if proof is not None)
        return Certificate("sum", show(node), "a sum of kernels: features side by side", premises)

    def _scalar_proof(self, node: Node) -> Certificate | None:
        reading = self.form(node)
        if reading is None and not isinstance(node, (Binary, Call)):
            return None
        return self.prove(node)

    def _product(self, node: Binary) -> Certificate | None:
        """Constants with a product ≥ 0, times kernels; a factor in x alone is left to the normal form."""
        constant, factors = ONE, []
        for part in _chain(node, "*"):
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
        if len(factors) == 1:
            return Certificate(
                "multiple", show(node), f"c·k with c = {self.prover.show(constant)} ≥ 0", premises
            )
        return Certificate("product", show(node), "a product of kernels: all products of features", premises)

    def _power(self, node: Binary) -> Certificate | None:
        exponent = self.form(node.right)
        if exponent is None or not exponent.form.is_number or exponent.form.number.denominator != 1:
            return None
        n = int(exponent.form.number)
        if n < 1:
            return None
        proof = self._scalar_proof(node.left)
        if proof is None:
            return None
        return Certificate("power", show(node), f"k**{n} is a product of {n} kernels", (proof,))

    def _quotient(self, node: Binary) -> Certificate | None:
        below = self.form(node.right)
        if below is None:
            return None
        above = self.form(node.left)
        if above is not None and not above.form.sides and below.form.sides:
            return None  # 1/ψ is a matter for the normal form
        if not below.form.sides:
            if self.prover.constant_sign(below.form) != 1:
                return None
            proof = self._scalar_proof(node.left)
            reason = f"c·k with c = 1/({show(node.right)}) ≥ 0"
            return None if proof is None else Certificate("multiple", show(node), reason, (proof,))
        proof = self._scalar_proof(node.left)
        if proof is None:
            return None
        if not is_square_of_sides(self.prover, below.form):
            under = self._one_over(below.form)
            reason = "k times 1/ψ, which is a kernel too"
            return None if under is None else Certificate("product", show(node), reason, (proof, under))
        return Certificate(
            "g(x) k g(z)",
            show(node),
            f"the denominator {show(node.right)} is h(x)·h(z): each feature is divided by h",
            (proof,),
        )

    def _one_over(self, q: Polynomial) -> Certificate | None:
        try:
            return self.prover.kernel(self.prover.forms.power(q, Fraction(-1)))
        except (TooLarge, NotReal):
            return None

    def _function(self, node: Call) -> Certificate | None:
        (argument,) = node.arguments
        if node.function == "exp":
            proof = self._scalar_proof(argument)
            reason = "exp(k) = 1 + k + k²/2! + …, a limit of sums of products"
            return None if proof is None else Certificate("exponential", show(node), reason, (proof,))
        if node.function not in SERIES:
            return None
        formula, radius = SERIES[node.function]
        if radius is not None:
            return None  # needs a bound on k(x, x): the normal form knows how
        proof = self._scalar_proof(argument)
        reason = f"{formula}: no negative coefficient"
        return None if proof is None else Certificate("power series", show(node), reason, (proof,))


def _chain(node: Node, op: str) -> list[Node]:
    """The parts of a + b + c (of a·b·c), from left to right."""
    parts: list[Node] = []
    while isinstance(node, Binary) and node.op == op:
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]
