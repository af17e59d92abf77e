"""log(ψ + c) − log ψ, a mixture of 1/(ψ + t), for ψ conditionally negative definite and > 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import Polynomial, number
from .groups import Group, groups

if TYPE_CHECKING:
    from ..prover import Prover


def log_mixture(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = λ·(log(ψ + c) − log ψ) + another kernel."""
    found = [(group, q) for group in groups(prover, P) if (q := _inside(group)) is not None]
    for above, upper in found:
        for below, psi in found:
            made = _pair(prover, P, above, upper, below, psi)
            if made is not None:
                return made
    return None


def _inside(group: Group) -> Polynomial | None:
    """q if the group is c·log(q) with a number c."""
    m = group.joint.single[0] if group.joint.single else ()
    if len(m) != 1 or m[0][0].kind != "log" or m[0][1] != 1 or group.constant is None:
        return None
    return m[0][0].argument if group.constant.is_number else None


def _pair(
    prover: Prover, P: Polynomial, above: Group, upper: Polynomial, below: Group, psi: Polynomial
) -> Certificate | None:
    assert above.constant is not None and below.constant is not None
    weight = min(above.constant.number, -below.constant.number)
    head = psi.leading()[0]
    if weight <= 0 or not upper.terms.get(head):
        return None
    ratio = psi.terms[head] / upper.terms[head]
    c = upper.scaled(ratio) - psi
    if ratio <= 0 or not c.is_number or c.number <= 0:
        return None
    room = prover.signs.proof(prover.diagonal(psi), strict=True)
    proof = None if room is None else prover.conditionally_negative(psi)
    if room is None or proof is None:
        return None
    made = prover.forms.log(psi + c) - prover.forms.log(psi)
    reason = f"log(ψ + c) − log ψ = ∫ dt/(ψ + t) over 0 ≤ t ≤ c = {c.number}: a mixture of kernels, as ψ > 0"
    inner = prover.certificate("log mixture", made, reason, (proof, room), c=prover.tree(c))
    rest = P - made.scaled(weight)
    other = prover.kernel(rest) if rest else None
    if rest and other is None:
        return None
    part = prover.multiple(made.scaled(weight), number(weight), inner)
    return prover.sum(P, [part] if other is None else [part, other])
