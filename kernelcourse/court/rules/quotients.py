"""Over one denominator: 1/(1 − k)² − 1/(1 − k) = k·(1 − k)⁻², a product of kernels."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.identities import NotReal
from ..algebra.normal_form import ZERO, Atom, Polynomial, TooLarge, from_atom, from_term

if TYPE_CHECKING:
    from ..prover import Prover


def over_one_denominator(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = N·q^(−n) with kernels N and q^(−n), where q stands below in several powers or beside other terms."""
    below = {
        a: min(dict(m).get(a, 0) for m in P.terms)
        for m in P.terms
        for a, e in m
        if a.kind == "base" and e < 0 and len(a.sides) == 2
    }
    for a, least in sorted(below.items(), key=lambda found: found[0].key):
        try:
            above = _above(prover, P, a, Fraction(least))
        except (TooLarge, NotReal):
            continue
        if above is None or len(P.terms) == 1:
            continue
        under = prover.kernel(from_atom(a, least))
        proof = None if under is None else prover.kernel(above)
        if under is not None and proof is not None:
            reason = f"over one denominator: {prover.show(above)}, a kernel, times another"
            made = prover.certificate("product", P, reason, (proof, under))
            if prover.stands(made):
                return made
    return None


def _above(prover: Prover, P: Polynomial, a: Atom, least: Fraction) -> Polynomial | None:
    """P·a^(−least), multiplied out; None if a power of a is no whole number."""
    total = ZERO
    for m, c in P.terms.items():
        n = dict(m).get(a, Fraction(0)) - least
        if n.denominator != 1 or a.argument is None:
            return None
        rest = from_term(tuple(f for f in m if f[0] != a), c)
        total = total + prover.forms.multiply(rest, prover.forms.power(a.argument, n))
    return total
