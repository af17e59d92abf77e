"""Histograms: Σ xᵢ = Σ zᵢ = 1, so that 2 − Σ max(xᵢ, zᵢ) is Σ min(xᵢ, zᵢ)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Atom, Polynomial, from_atom, number
from ..algebra.substitution import without_last

if TYPE_CHECKING:
    from ..prover import Prover


def simplex(prover: Prover, P: Polynomial) -> Certificate | None:
    """P without its last coordinate, or with c written as c·(Σ xᵢ + Σ zᵢ)/2."""
    if prover.domain.name != "histogram":
        return None
    plain = without_last(prover.forms, prover.domain.dim, P)
    total = ZERO
    for i in range(prover.domain.dim):
        total = total + from_atom(Atom("x", index=i)) + from_atom(Atom("z", index=i))
    spread = plain - number(plain.number) + total.scaled(plain.number / 2)
    for Q in (plain, spread):
        proof = prover.kernel(Q) if Q != P else None
        if proof is not None:
            made = prover.certificate("sum", P, "Σ xᵢ = Σ zᵢ = 1", (proof,), weights=(prover.tree(ONE),))
            if prover.stands(made):
                return made
    return None
