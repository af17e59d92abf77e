"""Σ xᵢ = 1 on histograms: forms without the last coordinates of x and z."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .forms import Atom, Form, constant, letter

if TYPE_CHECKING:
    from .algebra import Algebra


def on_simplex(algebra: Algebra, P: Form) -> Form:
    """P with 1 − x₀ − x₁ for x₂."""
    for side in "xz":
        last, other = Atom(f"{side}{algebra.dim - 1}"), constant(1)
        for i in range(algebra.dim - 1):
            other = other - letter(f"{side}{i}")
        total = constant(0)
        for m, c in P.terms.items():
            e = dict(m).get(last, Fraction(0))
            if e > 0 and e.denominator == 1:
                rest = Form({tuple(f for f in m if f[0] != last): c})
                total = total + algebra.times(rest, algebra.power(other, e))
            else:
                total = total + Form({m: c})
        P = total
    return P
