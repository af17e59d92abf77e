"""Taking a polynomial apart: P = g(x)·h(z), P = s², and roots of fractions, all exactly or not at all."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from .normal_form import ZERO, Atom, Monomial, Polynomial, from_term, graded, monomial, sides_of


def exact_root(c: Fraction, r: Fraction) -> Fraction | None:
    """c^r if that is rational (and defined)."""
    if r.denominator == 1:
        return c ** int(r) if c or r > 0 else None
    if c == 1:
        return c
    if c < 0 or r.denominator > 64:
        return None
    if c == 0:
        return Fraction(0) if r > 0 else None
    top, bottom = (_whole_root(part, r.denominator) for part in (c.numerator, c.denominator))
    return None if top is None or bottom is None else Fraction(top, bottom) ** r.numerator


def _whole_root(n: int, k: int) -> int | None:
    if k == 2:
        root = isqrt(n)
    else:
        root = round(n ** (1.0 / k)) if n < 10**15 else 0
    return root if root**k == n else None


def negative_definitely(P: Polynomial) -> bool:
    """Whether the leading coefficient is negative: of P and −P exactly one has this property."""
    return P.leading()[1] < 0


def split_monomial(m: Monomial) -> tuple[Monomial, Monomial, Monomial]:
    """(the factors in x alone and constants, those in z alone, those in both)."""
    left: dict[Atom, Fraction] = {}
    right: dict[Atom, Fraction] = {}
    joint: dict[Atom, Fraction] = {}
    for a, e in m:
        sides = a.sides
        (joint if len(sides) == 2 else right if sides == {"z"} else left)[a] = e
    return monomial(left), monomial(right), monomial(joint)


def product_of_sides(P: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """(g, h) with P = g(x)·h(z), if there are such: the table of coefficients has rank one."""
    if len(P.sides) < 2 or any(len(a.sides) == 2 for m in P.terms for a, _ in m):
        return None
    rows: dict[Monomial, dict[Monomial, Fraction]] = {}
    for m, c in P.terms.items():
        left, right, _ = split_monomial(m)
        rows.setdefault(left, {})[right] = c
    first = next(iter(rows.values()))
    pivot = next(iter(first))
    left_side: dict[Monomial, Fraction] = {}
    for left, row in rows.items():
        if set(row) != set(first):
            return None
        ratio = row[pivot] / first[pivot]
        if any(row[right] != ratio * first[right] for right in first):
            return None
        left_side[left] = ratio
    g, h = Polynomial(left_side), Polynomial(first)
    if min(g.terms.values()) < 0 and max(g.terms.values()) < 0:
        g, h = -g, -h
    return g, h


def divide_monomials(m: Monomial, n: Monomial) -> Monomial | None:
    """m/n if all its exponents stay ≥ 0."""
    factors = dict(m)
    for a, e in n:
        factors[a] = factors.get(a, Fraction(0)) - e
        if factors[a] < 0:
            return None
    return monomial(factors)


def square_root(
    P: Polynomial, multiply: Callable[[Polynomial, Polynomial], Polynomial], most: int = 8
) -> Polynomial | None:
    """s with s² = P, found term by term from the leading one; None if there is none with few terms."""
    if len(P.terms) > most * (most + 1) // 2 or any(
        e.denominator != 1 or e < 0 for m in P.terms for _, e in m
    ):
        return None
    order = sorted({a for m in P.terms for a, _ in m}, key=lambda a: a.key)

    def leading(Q: Polynomial) -> tuple[Monomial, Fraction]:
        return max(Q.terms.items(), key=lambda term: graded(term[0], order))

    m, c = leading(P)
    root_of_c = exact_root(c, Fraction(1, 2)) if c > 0 else None
    if root_of_c is None or any(e % 2 for _, e in m):
        return None
    head = tuple((a, e / 2) for a, e in m)
    root = from_term(head, root_of_c)
    for _ in range(most):
        rest = P - multiply(root, root)
        if not rest:
            return root
        n, b = leading(rest)
        quotient = divide_monomials(n, head)
        if quotient is None or len(sides_of(quotient)) > 2:
            return None
        root = root + from_term(quotient, b / (2 * root_of_c))
    return None


def reduce_by(P: Polynomial, q: Polynomial, limit: int = 60) -> tuple[Polynomial, Polynomial]:
    """(a, b) with P = a·q + b, dividing by the leading term of q as often as it goes."""
    order = sorted({a for Q in (P, q) for m in Q.terms for a, _ in m}, key=lambda a: a.key)
    head, c = max(q.terms.items(), key=lambda term: graded(term[0], order))
    quotient, remainder, rest = ZERO, ZERO, P
    for _ in range(limit):
        if not rest:
            return quotient, remainder
        m, b = max(rest.terms.items(), key=lambda term: graded(term[0], order))
        factor = divide_monomials(m, head)
        if factor is None:
            remainder = remainder + from_term(m, b)
            rest = rest - from_term(m, b)
            continue
        quotient = quotient + from_term(factor, b / c)
        shifted = {}
        for n, coefficient in q.terms.items():
            factors = dict(n)
            for a, e in factor:
                factors[a] = factors.get(a, Fraction(0)) + e
            shifted[monomial(factors)] = coefficient * b / c
        rest = rest - Polynomial(shifted)
    return ZERO, P


def denominator(P: Polynomial) -> tuple[Atom, Fraction] | None:
    """(a, e) if P is a sum over one common denominator aᵉ."""
    below: dict[Atom, Fraction] = {}
    for m in P.terms if len(P.terms) > 1 else ():
        for a, e in m:
            if a.kind == "base" and e < 0 and e.denominator == 1:
                below[a] = max(below.get(a, Fraction(0)), -e)
    return next(iter(below.items())) if len(below) == 1 else None
