"""On the sphere: polynomials in x·z, expanded in Gegenbauer's polynomials (Schoenberg 1942)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import Atom, Polynomial

if TYPE_CHECKING:
    from ..prover import Prover


def gegenbauer(prover: Prover, P: Polynomial) -> Certificate | None:
    """Σ aₙ Cₙ(x·z) with aₙ ≥ 0."""
    d = prover.domain.dim
    t = Atom("xz")
    if prover.domain.name != "sphere" or d < 2:
        return None
    powers: dict[int, Fraction] = {}
    for m, c in P.terms.items():
        if len(m) > 1 or any(a != t or e.denominator != 1 or not 0 < e <= 20 for a, e in m):
            return None
        powers[int(m[0][1]) if m else 0] = c
    if not powers:
        return None
    top = max(powers)
    basis = [[Fraction(1)], [Fraction(0), Fraction(1)]]
    for n in range(1, top):
        step = [Fraction(0), *(c * (2 * n + d - 2) for c in basis[n])]
        for k, c in enumerate(basis[n - 1]):
            step[k] -= n * c
        basis.append([c / (n + d - 2) for c in step])
    left = [powers.get(k, Fraction(0)) for k in range(top + 1)]
    coefficients = [Fraction(0)] * (top + 1)
    for n in range(top, -1, -1):
        coefficients[n] = left[n] / basis[n][n]
        for k, c in enumerate(basis[n]):
            left[k] -= coefficients[n] * c
    if min(coefficients) < 0:
        return None
    shown = ", ".join(map(str, coefficients))
    reason = f"Gegenbauer's polynomials of x·z with the coefficients {shown} ≥ 0"
    return prover.certificate("sphere", P, reason, coefficients=tuple(coefficients))
