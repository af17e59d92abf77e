"""Histograms: Σ xᵢ = Σ zᵢ = 1, so that 2 − Σ max(xᵢ, zᵢ) is Σ min(xᵢ, zᵢ)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Atom, Polynomial, from_atom, monomial, number

if TYPE_CHECKING:
    from ..prover import Prover


def simplex(prover: Prover, P: Polynomial) -> Certificate | None:
    """P without its last coordinate, or with c written as c·(Σ xᵢ + Σ zᵢ)/2."""
    if prover.domain.name != "histogram":
        return None
    plain = _without_last(prover, P)
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


def _without_last(prover: Prover, P: Polynomial) -> Polynomial:
    result = ZERO
    for m, c in P.terms.items():
        factors, product = dict(m), number(c)
        for side in "xz":
            e = factors.pop(Atom(side, index=prover.domain.dim - 1), Fraction(0))
            if e < 0 or e.denominator != 1:
                return P
            others = ONE
            for i in range(prover.domain.dim - 1):
                others = others - from_atom(Atom(side, index=i))
            product = prover.forms.multiply(product, prover.forms.power(others, e))
        result = result + prover.forms.multiply(product, Polynomial({monomial(factors): Fraction(1)}))
    return result
