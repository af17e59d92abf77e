"""q = h(x)·h(z) − K with h(x) = q(x, 0): then q·h(x)⁻¹·h(z)⁻¹ = 1 − K(x, z)/(h(x)·h(z)), and 1/q is a series in K."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from .algebra.identities import NotReal
from .algebra.normal_form import ONE, Polynomial
from .algebra.substitution import at_origin, swapped

if TYPE_CHECKING:
    from .prover import Prover


def by_origin(prover: Prover, q: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """(h, q/(h(x)·h(z))) for q(0, 0) = 1 and h(x) = q(x, 0), if that says anything new."""
    forms = prover.forms
    try:
        if at_origin(forms, q, "0", "0") != ONE:
            return None
        h = at_origin(forms, q, "x", "0")
        if h is None or len(h.terms) < 2 or h.sides != {"x"}:
            return None
        other = swapped(forms, h)
        K = forms.multiply(h, other) - q
        below = forms.multiply(forms.power(h, Fraction(-1)), forms.power(other, Fraction(-1)))
    except NotReal:
        return None
    return (h, ONE - forms.multiply(K, below)) if K else None


def sign_by_weight(prover: Prover, P: Polynomial, strict: bool, depth: int) -> Certificate | None:
    """P = h(x)·h(z)·(1 − K/(h(x)·h(z))), and every factor has its sign."""
    found = by_origin(prover, P) if depth == 0 and len(P.sides) == 2 else None
    if found is None:
        return None
    parts = [found[0], swapped(prover.forms, found[0]), found[1]]
    proofs = [prover.signs.proof(part, strict, depth + 1) for part in parts]
    shown = [proof for proof in proofs if proof is not None]
    if len(shown) < len(proofs):
        return None
    return prover.signs.product(P, strict, "h(x)·h(z)·(1 − K/(h(x)·h(z))) with h(x) = q(x, 0)", *shown)
