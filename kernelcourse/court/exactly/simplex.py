"""Σ xᵢ = 1 on histograms, and [xᵢ = zᵢ] on {0,1}^d: forms without the last coordinates, or without indicators."""

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


def on_bits(algebra: Algebra, P: Form) -> Form:
    """P with xᵢzᵢ + (1 − xᵢ)(1 − zᵢ) for [xᵢ = zᵢ]."""
    for i in range(algebra.dim):
        delta, x, z = Atom(f"delta{i}"), letter(f"x{i}"), letter(f"z{i}")
        rest = Form({m: c for m, c in P.terms.items() if delta not in dict(m)})
        inside = Form(
            {tuple(f for f in m if f[0] != delta): c for m, c in P.terms.items() if delta in dict(m)}
        )
        if inside.terms:
            P = rest + algebra.times(inside, constant(1) - x - z + algebra.times(x, z).scaled(2))
    return P
