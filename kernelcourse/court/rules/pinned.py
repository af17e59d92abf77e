"""Kernels made of a ψ that is conditionally negative definite, by points with weights that add up to 0.

ψ(x, o) + ψ(z, o) − ψ(x, z) − ψ(o, o): give o the weight −Σ aᵢ. With ψ = |x − z| and o = 0 on numbers ≥ 0 this is
2·min(x, z); with |x − z|^p it is fractional Brownian motion. And ψ(x, −z) − ψ(x, z) for ψ(−x, −z) = ψ(x, z): give each
−xᵢ the weight −aᵢ. With ψ = ‖x − z‖ this is ‖x + z‖ − ‖x − z‖.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Polynomial
from ..substitution import at_origin

if TYPE_CHECKING:
    from ..prover import Prover

WITH_OPPOSITES = ("real", "ball", "sphere", "nonzero", "integer")


def pinned(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = [ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0)] + another kernel, with −ψ the negative joint terms of P."""
    psi = _negative_part(prover, P)
    if not psi or not psi.sides or prover.domain.name in ("sphere", "histogram", "nonzero"):
        return None
    values = [at_origin(prover.forms, psi, *places) for places in (("x", "0"), ("0", "z"), ("0", "0"))]
    if any(value is None for value in values):
        return None
    first, second, origin = (value or ZERO for value in values)
    reason = "ψ(x, 0) + ψ(z, 0) − ψ(x, z) − ψ(0, 0): the origin gets the weight −Σ aᵢ"
    return _with_rest(prover, P, psi, first + second - psi - origin, "pinned", reason)


def reflected(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = ½ [ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z)] + another kernel, with −ψ the negative joint terms of P."""
    psi = _negative_part(prover, P)
    if not psi or not psi.sides or prover.domain.name not in WITH_OPPOSITES:
        return None
    values = [at_origin(prover.forms, psi, *places) for places in (("x", "-z"), ("-x", "z"), ("-x", "-z"))]
    if any(value is None for value in values):
        return None
    first, second, both = (value or ZERO for value in values)
    made = (first + second - psi - both).scaled(Fraction(1, 2))
    reason = "ψ(x, −z) − ψ(x, z): each point −xᵢ gets the weight −aᵢ"
    return _with_rest(prover, P, psi, made, "reflected", reason) if made else None


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
