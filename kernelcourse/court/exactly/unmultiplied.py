"""Products with too many terms to be multiplied out: each is one letter, known by its factors in any order."""

from __future__ import annotations

from math import comb, prod

from .forms import ONE, Atom, Form, constant

MOST_TERMS = 1500  # of a product over coordinates
MOST_TERMS_OF_POWER = 20_000


def is_long(entries: list[Form]) -> bool:
    return prod(len(entry.terms) for entry in entries) > MOST_TERMS


def is_long_power(P: Form, n: int) -> bool:
    return 1 < n < MOST_TERMS and comb(len(P.terms) + n - 1, n) > MOST_TERMS_OF_POWER


def unmultiplied(entries: list[Form]) -> Form:
    """The product as a letter: equal letters are equal products, and nothing else is known of it."""
    factors = sum((Form({((Atom("entry", entry), ONE),): ONE}) for entry in entries), constant(0))
    return Form({((Atom("prod", factors), ONE),): ONE})
