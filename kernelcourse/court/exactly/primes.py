"""Roots of numbers: √8 is 2^(3/2), with the prime 2 as a letter, so that √8 = 2√2."""

from __future__ import annotations

from fractions import Fraction

from kernelcourse.language.effort import spend

from .forms import Atom

LARGEST_PRIME = 5000
DIVISION = 0.06  # microseconds
PRIMES = [p for p in range(2, LARGEST_PRIME) if all(p % q for q in range(2, int(p**0.5) + 1))]


def prime_powers(c: Fraction, r: Fraction) -> dict[Atom, Fraction]:
    """c^r for c > 0 as powers of the primes of c."""
    factors: dict[Atom, Fraction] = {}
    for value, sign in ((c.numerator, 1), (c.denominator, -1)):
        for tried, p in enumerate(PRIMES):
            if p * p > value or tried == len(PRIMES) - 1:
                spend(DIVISION * tried)
            if p * p > value:
                break
            while value % p == 0:
                value //= p
                factors[Atom(f"prime{p}")] = factors.get(Atom(f"prime{p}"), Fraction(0)) + sign * r
        if value > 1:
            factors[Atom(f"prime{value}")] = factors.get(Atom(f"prime{value}"), Fraction(0)) + sign * r
    return factors
