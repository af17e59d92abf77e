"""ψ(x, o) + ψ(z, o) − ψ(x, z) − ψ(o, o) is a kernel for ψ conditionally negative definite: give o the weight −Σ aᵢ.

With ψ = |x − z| and o = 0 on numbers ≥ 0 this is 2·min(x, z); with |x − z|^p it is fractional Brownian motion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Polynomial
from ..substitution import at_origin

if TYPE_CHECKING:
    from ..prover import Prover


def pinned(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = [ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0)] + another kernel, with −ψ the negative joint terms of P."""
    from .groups import groups

    psi = ZERO
    for group in groups(prover, P):
        if group.joint != ONE and group.constant is not None and prover.constant_sign(group.constant) == -1:
            psi = psi - prover.forms.multiply(group.constant, group.joint)
    if not psi or not psi.sides or prover.domain.name in ("sphere", "histogram", "nonzero"):
        return None
    values = [at_origin(prover.forms, psi, *places) for places in (("x", "0"), ("0", "z"), ("0", "0"))]
    if any(value is None for value in values):
        return None
    first, second, origin = (value or ZERO for value in values)
    made = first + second - psi - origin
    proof = prover.conditionally_negative(psi)
    if proof is None:
        return None
    reason = "ψ(x, 0) + ψ(z, 0) − ψ(x, z) − ψ(0, 0): the origin gets the weight −Σ aᵢ"
    certificate = prover.certificate("pinned", made, reason, (proof,))
    rest = P - made
    if not rest:
        return certificate
    other = prover.kernel(rest)
    if other is None:
        return None
    return prover.sum(P, [certificate, other])
