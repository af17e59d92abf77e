"""ψ is conditionally negative definite: Σ aᵢaⱼ ψ(xᵢ, xⱼ) ≤ 0 whenever Σ aᵢ = 0.

−k is, for a kernel k; f(x) + f(z) and constants vanish when Σ aᵢ = 0; sums are; and with ψ ≥ 0 so are ψ^p for
0 < p ≤ 1 and log(ψ) (Schoenberg). Hence ‖x − z‖^p for 0 < p ≤ 2: ‖x − z‖² = ‖x‖² + ‖z‖² − 2x·z.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Atom, Polynomial, by_sides, from_atom, from_term

if TYPE_CHECKING:
    from ..prover import Prover

RULE = "conditionally negative definite"


def conditionally_negative(prover: Prover, P: Polynomial) -> Certificate | None:
    """A proof for ψ = P, or None."""
    P = prover.without_improper_fractions(P)
    statement = f"ψ = {prover.show(P)}"
    rest = by_sides(P)[3]
    if not rest:
        return (
            Certificate(RULE, statement, "f(x) + f(z) drops out when Σ aᵢ = 0")
            if _symmetric(prover, P)
            else None
        )
    if not _symmetric(prover, P):
        return None
    premises: list[Certificate] = []
    left_over = ZERO
    for m, c in rest.terms.items():
        constant, left, right, joint = prover.forms.separate(m)
        scale = prover.constant_sign(constant.scaled(c))
        proof = None
        if left == ONE and right == ONE and scale == 1 and joint.single and len(joint.single[0]) == 1:
            proof = _atom(prover, *joint.single[0][0])
        if proof is None:
            left_over = left_over + from_term(m, c)
        else:
            premises.append(proof)
    if left_over:
        proof = prover.kernel(-left_over)
        if proof is None:
            return None
        premises.append(proof)
    if len(premises) == 1 and premises[0].statement == statement:
        return premises[0]
    if not left_over:
        reason = (
            "a sum, with factors ≥ 0, of such functions; constants and f(x) + f(z) drop out when Σ aᵢ = 0"
        )
    else:
        reason = "minus a kernel; constants and f(x) + f(z) drop out when Σ aᵢ = 0"
        if len(premises) > 1:
            reason = "such functions, minus a kernel; constants and f(x) + f(z) drop out when Σ aᵢ = 0"
    return Certificate(RULE, statement, reason, tuple(premises))


def _symmetric(prover: Prover, P: Polynomial) -> bool:
    from ..substitution import swapped

    return swapped(prover.forms, P) == P


def _atom(prover: Prover, a: Atom, e: Fraction) -> Certificate | None:
    """ψ = atomᵉ."""
    statement = f"ψ = {prover.show(from_atom(a, e))}"
    q = a.argument
    if a.kind == "hamming" and 0 < e <= 1:
        return Certificate(
            RULE, statement, "places that differ: Σ (1 − [xᵢ = zᵢ]), and powers up to 1 keep it"
        )
    if q is None:
        return None
    if a.kind == "abs" and 0 < e <= 2:
        square = prover.forms.multiply(q, q)
        proof = prover.conditionally_negative(square)
        if proof is None:
            return None
        return Certificate(
            RULE, statement, f"(q²)**p with q² such a function ≥ 0 and p = {e / 2} ≤ 1", (proof,)
        )
    if a.kind == "base" and 0 < e <= 1 and prover.signs.nonnegative(prover.diagonal(q)):
        proof = prover.conditionally_negative(q)
        if proof is None:
            return None
        return Certificate(RULE, statement, f"ψ**p of such a ψ ≥ 0, with 0 < p = {e} ≤ 1", (proof,))
    if a.kind == "log" and e == 1 and prover.surely_positive(prover.diagonal(q)):
        proof = prover.conditionally_negative(q)
        if proof is None:
            return None
        return Certificate(RULE, statement, "log ψ = ∫ (exp(−t) − exp(−tψ)) dt/t of such a ψ > 0", (proof,))
    return None
