"""Kernels made of a ψ that is conditionally negative definite, by points with weights that add up to 0.

ψ(x, o) + ψ(z, o) − ψ(x, z) − ψ(o, o): give o the weight −Σ aᵢ. With ψ = |x − z| and o = 0 on numbers ≥ 0 this is
2·min(x, z); with |x − z|^p it is fractional Brownian motion. And ψ(x, −z) − ψ(x, z) for ψ(−x, −z) = ψ(x, z): give each
−xᵢ the weight −aᵢ. With ψ = ‖x − z‖ this is ‖x + z‖ − ‖x − z‖. A kernel needs no such balance: k(x, z) + k(x, −z) for
k(−x, −z) = k(x, z) gives each −xᵢ the weight aᵢ, as Σ aᵢaⱼ [k(x, z) + k(x, −z) + k(−x, z) + k(−x, −z)] is a form of k.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Polynomial, by_sides, number
from ..algebra.substitution import at_origin

if TYPE_CHECKING:
    from ..prover import Prover

WITH_OPPOSITES = ("real", "ball", "sphere", "nonzero", "integer")


def pinned(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = [ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0)] + another kernel, with −ψ the negative joint terms of P."""
    psi = _negative_part(prover, P) or _steep_part(P)
    if not psi or not psi.sides or prover.domain.name in ("sphere", "histogram", "nonzero"):
        return None
    values = [at_origin(prover.forms, psi, *places) for places in (("x", "0"), ("0", "z"), ("0", "0"))]
    if any(value is None for value in values):
        return None
    first, second, origin = (value or ZERO for value in values)
    reason = "ψ(x, 0) + ψ(z, 0) − ψ(x, z) − ψ(0, 0): the origin gets the weight −Σ aᵢ"
    return _with_rest(prover, P, psi, first + second - psi - origin, "pinned", reason)


def reflected(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = ½ [ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z)] + another kernel.

    −ψ is the negative joint terms of P; or it is their mirror image: k(x, z) − k(x, −z) for a kernel k = −ψ.
    """
    negative = _negative_part(prover, P)
    if not negative or not negative.sides or prover.domain.name not in WITH_OPPOSITES:
        return None
    image = at_origin(prover.forms, negative, "x", "-z")
    for psi in (negative, *(() if image is None else (-image,))):
        values = [
            at_origin(prover.forms, psi, *places) for places in (("x", "-z"), ("-x", "z"), ("-x", "-z"))
        ]
        if any(value is None for value in values):
            continue
        first, second, both = (value or ZERO for value in values)
        made = (first + second - psi - both).scaled(Fraction(1, 2))
        reason = "ψ(x, −z) − ψ(x, z): each point −xᵢ gets the weight −aᵢ"
        proof = _with_rest(prover, P, psi, made, "reflected", reason) if made else None
        if proof is not None:
            return proof
    return None


def doubled(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = c/2·[k(x, z) + k(x, −z) + k(−x, z) + k(−x, −z)] + another kernel, c > 0, for a kernel k."""
    from .groups import groups

    if prover.domain.name not in WITH_OPPOSITES:
        return None
    known = [g for g in groups(prover, P) if g.constant is not None and g.constant.is_number]
    shares = {g.joint.key: g.constant.number for g in known if g.constant is not None}
    for k in [g.joint for g in known if g.joint != ONE and shares[g.joint.key] > 0]:
        opposite = at_origin(prover.forms, k, "x", "-z")
        if opposite is None or opposite == k or shares.get(opposite.key, Fraction(0)) <= 0:
            continue
        c = min(shares[k.key], shares[opposite.key])
        others = [at_origin(prover.forms, k, *at) for at in (("-x", "z"), ("-x", "-z"))]
        images = [opposite, *(value for value in others if value is not None)]
        proof = prover.kernel(k) if len(images) == 3 else None
        if proof is None:
            continue
        made = sum(images, k).scaled(Fraction(1, 2))
        reason = "k(x, z) + k(x, −z): each point −xᵢ gets the weight aᵢ, too"
        part = made.scaled(c)
        twice = prover.multiple(part, number(c), prover.certificate("reflected", made, reason, (proof,)))
        rest = P - part
        other = prover.kernel(rest) if rest else None
        if other is not None or not rest:
            return twice if other is None else prover.sum(P, [twice, other])
    return None


def _steep_part(P: Polynomial) -> Polynomial:
    """ψ = −(g(x) + g(z))^p, 1 < p ≤ 2, where P has the opposite of it."""
    joint = by_sides(P)[3]
    steep = any(a.kind == "base" and 1 < e <= 2 for m in joint.terms for a, e in m)
    return -joint if steep else ZERO


def _negative_part(prover: Prover, P: Polynomial) -> Polynomial:
    from .groups import groups

    psi = ZERO
    for group in groups(prover, P):
        if group.joint != ONE and group.constant is not None and prover.constant_sign(group.constant) == -1:
            psi = psi - prover.forms.multiply(group.constant, group.joint)
    return psi


def _with_rest(
    prover: Prover, P: Polynomial, psi: Polynomial, made: Polynomial, rule: str, reason: str
) -> Certificate | None:
    """The kernel made of ψ, if ψ is conditionally negative definite, and what is left of P."""
    proof = prover.conditionally_negative(psi)
    if proof is None:
        return None
    certificate = prover.certificate(rule, made, reason, (proof,))
    rest = P - made
    if not rest:
        return certificate
    other = prover.kernel(rest)
    return None if other is None else prover.sum(P, [certificate, other])
