"""ψ is conditionally negative definite: Σ aᵢaⱼ ψ(xᵢ, xⱼ) ≤ 0 whenever Σ aᵢ = 0.

−k is, for a kernel k; f(x) + f(z) and constants vanish when Σ aᵢ = 0; sums are; and with ψ ≥ 0 so are ψ^p for
0 < p ≤ 1 and log(ψ) (Schoenberg). Hence ‖x − z‖^p for 0 < p ≤ 2: ‖x − z‖² = ‖x‖² + ‖z‖² − 2x·z.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Number, show
from kernelcourse.validity import Certificate

from ..algebra.factoring import reduce_by
from ..algebra.normal_form import ONE, ZERO, Atom, Polynomial, by_sides, from_atom, from_term
from ..algebra.substitution import swapped
from .hyperbolic import conditional_log_cosh

if TYPE_CHECKING:
    from ..prover import Prover


HALF = Fraction(1, 2)


def conditionally_negative(prover: Prover, P: Polynomial) -> Certificate | None:
    """A proof for ψ = P, or None."""
    for Q in (prover.without_improper_fractions(P), _balanced(prover, P)):
        proof = _by_terms(prover, Q)
        if proof is not None:
            return (
                proof
                if Q == P
                else replace(proof, statement=f"ψ = {prover.typed(P)}", formula=prover.tree(P))
            )
    return None


def _balanced(prover: Prover, P: Polynomial) -> Polynomial:
    """(x − z)²/(x + z) is x + z − 4xz/(x + z): numerators over y + w, for y = g(x) and w = g(z), in powers of yw."""
    for a in sorted({a for m in P.terms for a, e in m if a.kind == "base" and e == -1}, key=lambda a: a.key):
        part = Polynomial({m: c for m, c in P.terms.items() if dict(m).get(a) == -1})
        above = prover.forms.multiply(part, from_atom(a))
        q = a.argument or ONE
        constants, left, right, joint = by_sides(q)
        y, w = left + constants.scaled(HALF), right + constants.scaled(HALF)
        if joint or swapped(prover.forms, y) != w:
            continue
        changed, power = ZERO, ONE  # modulo y + w, w² is −yw
        for c in _in_powers(reduce_by(above, q)[1], prover.forms.multiply(w, w)):
            changed, power = changed + power.scaled(c), -prover.forms.product(power, y, w)
        quotient, rest = reduce_by(above - changed, q)
        if changed and not rest:
            P = P - part + quotient + prover.forms.multiply(changed, from_atom(a, Fraction(-1)))
    return P


def _in_powers(P: Polynomial, square: Polynomial) -> list[Fraction]:
    """c₀, c₁, … with P = Σ cⱼ·squareʲ; [] if there are none."""
    found: list[Fraction] = []
    for _ in range(4):
        if not P:
            return found
        P, rest = reduce_by(P, square)
        if rest.sides:
            return []
        found.append(rest.number)
    return []


def _by_terms(prover: Prover, P: Polynomial) -> Certificate | None:
    """P term by term: atoms that are such functions, minus a kernel."""
    if not _symmetric(prover, P):
        return None
    constants, left_side, right_side, rest = by_sides(P)
    apart = constants + left_side + right_side
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
        if left == ONE and right == ONE and prover.constant_sign(scale) == -1 and single and joint.single:
            proof, scale = _steep_power(prover, *joint.single[0][0]), -scale
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
    if len(premises) == 1 and premises[0].claims == "conditional" and not apart and weights == [ONE]:
        return premises[0]
    parts = (
        "such functions"
        if not left_over
        else "minus a kernel"
        if len(premises) == 1
        else "such functions, minus a kernel"
    )
    reason = f"{parts if premises else 'f(x) + f(z)'}; constants and f(x) + f(z) drop out when Σ aᵢ = 0"
    data = {"weights": tuple(prover.tree(c) for c in weights), "apart": prover.tree(apart)}
    return prover.certificate("conditional sum", P, reason, tuple(premises), "conditional", **data)


def _symmetric(prover: Prover, P: Polynomial) -> bool:
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
    if a.kind == "base" and prover.domain.dim == 2:
        found = _plane_norm(prover, q, e)
        if found is not None:
            return found
    if a.kind == "abs" and 0 < e <= 2:
        square = prover.forms.multiply(q, q)
        proof = prover.conditionally_negative(square)
        return None if proof is None else _power(prover, P, proof, e / 2, square)
    cosh = conditional_log_cosh(prover, P, q) if a.kind == "log" and e == 1 else None
    if cosh is not None:
        return cosh
    if (a.kind == "base" and 0 < e <= 1) or (a.kind == "log" and e == 1):
        proof = prover.conditionally_negative(q)
        return None if proof is None else _power(prover, P, proof, e if a.kind == "base" else Fraction(0), q)
    return None


def _steep_power(prover: Prover, a: Atom, e: Fraction) -> Certificate | None:
    """ψ = −(g(x) + g(z))^e for 1 < e ≤ 2 and g ≥ 0."""
    q = a.argument
    if a.kind != "base" or q is None or not 1 < e <= 2 or by_sides(q)[3]:
        return None
    inner, room = prover.conditionally_negative(q), prover.signs.proof(prover.diagonal(q), strict=False)
    if inner is None or room is None:
        return None
    reason = f"−(g(x) + g(z))^p with 1 < p = {e} ≤ 2: an integral of −exp(−t(g(x) + g(z))), up to f(x) + f(z)"
    return prover.certificate(
        "conditional power", -from_atom(a, e), reason, (inner, room), "conditional", p=e
    )


def _plane_norm(prover: Prover, q: Polynomial, e: Fraction) -> Certificate | None:
    """qᵉ for q = |x₀ − z₀|^p + |x₁ − z₁|^p with p > 2 and e ≤ 1/p."""
    forms, letters = prover.forms, [from_atom(Atom("x", index=i)) for i in range(2)]
    p = max((sum((f for _, f in m), Fraction(0)) for m in q.terms), default=Fraction(0))
    sizes = [forms.abs(x - swapped(forms, x)) for x in letters]
    if not 2 < p <= 12 or not 0 < e * p <= 1 or q != forms.power(sizes[0], p) + forms.power(sizes[1], p):
        return None
    root = forms.power(q, 1 / p)
    maps = tuple(map(prover.tree, letters))
    reason = f"the {p}-norm in the plane: every norm of the plane embeds in L₁, as ∫ |ω·(x − z)| dμ(ω)"
    norm = prover.certificate("conditional norm", root, reason, (), "conditional", maps=maps, p=p)
    typed = Call("norm", (Binary("-", Name("x"), Name("z")), Number(int(p) if p.denominator == 1 else p)))
    norm = replace(norm, formula=typed, statement=f"ψ = {show(typed)}")
    if e * p == 1:
        return norm
    made = _power(prover, forms.power(q, e), norm, e * p, root)
    raised = Binary("**", typed, Number(e * p))
    return None if made is None else replace(made, formula=raised, statement=f"ψ = {show(raised)}")


def _power(
    prover: Prover, P: Polynomial, inner: Certificate, p: Fraction, q: Polynomial
) -> Certificate | None:
    """ψ^p for 0 < p ≤ 1, and log ψ (p = 0)."""
    room = prover.signs.proof(prover.diagonal(q), strict=p == 0)
    if room is None:
        return None
    reason = f"ψᵖ of such a ψ ≥ 0, with 0 < p = {p} ≤ 1" if p else "log ψ of such a ψ > 0"
    if not p:
        return prover.certificate("conditional log", P, reason, (inner, room), "conditional")
    return prover.certificate("conditional power", P, reason, (inner, room), "conditional", p=p)
