"""Roots of numbers: √8 is 2^(3/2), with the prime 2 as a letter, so that √8 = 2√2."""

from __future__ import annotations

from fractions import Fraction

from .forms import Atom


def prime_powers(c: Fraction, r: Fraction) -> dict[Atom, Fraction]:
    """c^r for c > 0 as powers of the primes of c."""
    factors: dict[Atom, Fraction] = {}
    for value, sign in ((c.numerator, 1), (c.denominator, -1)):
        p = 2
        while value > 1 and p * p <= value and p < 5000:
            while value % p == 0:
                value //= p
                factors[Atom(f"prime{p}")] = factors.get(Atom(f"prime{p}"), Fraction(0)) + sign * r
            p += 1
        if value > 1:
            factors[Atom(f"prime{value}")] = factors.get(Atom(f"prime{value}"), Fraction(0)) + sign * r
    return factors
