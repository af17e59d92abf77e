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


def conditionally_negative(prover: Prover, P: Polynomial) -> Certificate | None:
    """A proof for ψ = P, or None."""
    P = prover.without_improper_fractions(P)
    rest = by_sides(P)[3]
    if not _symmetric(prover, P):
        return None
    premises: list[Certificate] = []
    weights: list[Polynomial] = []
    left_over = ZERO
    for m, c in rest.terms.items():
        constant, left, right, joint = prover.forms.separate(m)
        scale = constant.scaled(c)
        proof = None
        single = joint.single is not None and len(joint.single[0]) == 1
        if left == ONE and right == ONE and prover.constant_sign(scale) == 1 and single and joint.single:
            proof = _atom(prover, *joint.single[0][0])
        if proof is None:
            left_over = left_over + from_term(m, c)
        else:
            premises.append(proof)
            weights.append(scale)
    if left_over:
        proof = prover.kernel(-left_over)
        if proof is None:
            return None
        premises.append(proof)
        weights.append(ONE)
    if len(premises) == 1 and premises[0].claims == "conditional" and premises[0].formula == prover.tree(P):
        return premises[0]
    parts = (
        "such functions"
        if not left_over
        else "minus a kernel"
        if len(premises) == 1
        else "such functions, minus a kernel"
    )
    reason = f"{parts if premises else 'f(x) + f(z)'}; constants and f(x) + f(z) drop out when Σ aᵢ = 0"
    trees = tuple(prover.tree(c) for c in weights)
    return prover.certificate("conditional sum", P, reason, tuple(premises), "conditional", weights=trees)


def _symmetric(prover: Prover, P: Polynomial) -> bool:
    from ..substitution import swapped

    return swapped(prover.forms, P) == P


def _atom(prover: Prover, a: Atom, e: Fraction) -> Certificate | None:
    """ψ = atomᵉ."""
    P, q = from_atom(a, e), a.argument
    if a.kind == "hamming" and 0 < e <= 1:
        reason = "the number of places that differ: Σ (1 − [xᵢ = zᵢ])"
        whole = prover.certificate("conditional hamming", from_atom(a), reason, (), "conditional")
        return whole if e == 1 else _power(prover, P, whole, e, from_atom(a))
    if q is None:
        return None
    if a.kind == "abs" and 0 < e <= 2:
        square = prover.forms.multiply(q, q)
        proof = prover.conditionally_negative(square)
        return None if proof is None else _power(prover, P, proof, e / 2, square)
    if (a.kind == "base" and 0 < e <= 1) or (a.kind == "log" and e == 1):
        proof = prover.conditionally_negative(q)
        return None if proof is None else _power(prover, P, proof, e if a.kind == "base" else Fraction(0), q)
    return None


def _power(
    prover: Prover, P: Polynomial, inner: Certificate, p: Fraction, q: Polynomial
) -> Certificate | None:
    """ψ^p for 0 < p ≤ 1, and log ψ (p = 0)."""
    room = prover.signs.proof(prover.diagonal(q), strict=p == 0)
    if room is None:
        return None
    reason = f"ψ**p of such a ψ ≥ 0, with 0 < p = {p} ≤ 1" if p else "log ψ of such a ψ > 0"
    if not p:
        return prover.certificate("conditional log", P, reason, (inner, room), "conditional")
    return prover.certificate("conditional power", P, reason, (inner, room), "conditional", p=p)
