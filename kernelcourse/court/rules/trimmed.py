"""A power series minus (part of) its constant: exp(k) − 1 = k + k²/2! + … has no negative coefficient either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Polynomial, number
from .groups import groups

if TYPE_CHECKING:
    from ..prover import Prover


def trimmed(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = Σ a·(f(k) − 1) + (Σ a − c) + another kernel, for f one of exp, cosh, (1 − t)^(−r), with c ≤ Σ a."""
    constant, rest = ZERO, ZERO
    series: list[tuple[Polynomial, Polynomial, Polynomial]] = []  # (a, f(k), k)
    for group in groups(prover, P):
        inner = _inside(prover, group.joint)
        if group.joint == ONE and group.constant is not None:
            constant = constant + group.constant
        elif inner is not None and group.constant is not None and prover.constant_sign(group.constant) == 1:
            series.append((group.constant, group.joint, inner))
            constant = constant + group.constant
            rest = rest + prover.forms.multiply(group.constant, group.joint)
    if not series or prover.constant_sign(constant) not in (0, 1):
        return None
    weights = ZERO
    for a, _, _ in series:
        weights = weights + a
    others = P - rest - (constant - weights)
    premises = [proof for proof in (prover.kernel(k) for _, _, k in series) if proof is not None]
    if len(premises) < len(series):
        return None
    if others:
        proof = prover.kernel(others)
        if proof is None:
            return None
        premises.append(proof)
    reason = "a power series whose constant term stays ≥ 0 after the subtraction: no negative coefficient"
    return Certificate("power series", prover.show(P), reason, tuple(premises))


def _inside(prover: Prover, joint: Polynomial) -> Polynomial | None:
    """k if the joint factor is f(k) with f(0) = 1 and no negative coefficient."""
    if joint.single is None or joint.single[1] != 1 or len(joint.single[0]) != 1:
        return None
    a, e = joint.single[0][0]
    if a.argument is None:
        return None
    if a.kind in ("exp", "cosh") and e == 1:
        return a.argument
    if a.kind == "base" and e < 0 and a.argument.number == 1:
        inside = number(1) - a.argument
        return inside if prover.surely_positive(number(1) - prover.diagonal(inside)) else None
    return None
