"""Fourier transforms in R^d up to a factor > 0, as polynomials in s = |ω|² whose coefficients are constant forms.

exp(−a r) → a (a² + s)^(−(d+1)/2) and exp(−a r²) → a^(−d/2) exp(−s/4a); a factor r (or r²) is −∂/∂a of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from kernelcourse.language.effort import spend

from .algebra import Algebra
from .forms import Form, constant

LONG_FRACTION = 60  # microseconds for a term of a series
Polynomial = list[Form]
Term = tuple[Form, int, Form]  # (c, n, a)
Wave = tuple[Form, ...]  # (p, q, a, b)


def exponential_transform(A: Algebra, terms: list[Term], d: int) -> Polynomial | None:
    """Σ c rⁿ exp(−a r): the numerator over the product of all (a² + s)^…."""
    rates = {a.key: a for _, _, a in terms}
    if len(rates) > 1 and d % 2 == 0:
        return None  # square roots of different a² + s
    m = Fraction(d + 1, 2)
    parts = [_numerator(A, [(c, n) for c, n, b in terms if b.key == a.key], a, m) for a in rates.values()]
    total: Polynomial = []
    for i, (numerator, _) in enumerate(parts):
        made = numerator
        for j, (a, (_, extra)) in enumerate(zip(rates.values(), parts)):
            for _ in range(int(m) + extra if j != i else 0):
                made = _times(A, made, [A.times(a, a), constant(1)])
        total = _plus(total, made)
    return total


def _numerator(A: Algebra, terms: list[tuple[Form, int]], a: Form, m: Fraction) -> tuple[Polynomial, int]:
    """Σ c (−∂ₐ)ⁿ [a (a² + s)^(−m)] = N(s) (a² + s)^(−m−j): N and j."""
    most = max(n for _, n in terms)
    total: Polynomial = []
    for c, n in terms:
        parts = {(1, 0): Fraction(1)}  # a^i (a² + s)^(−m−j) → coefficient
        for _ in range(n):
            following: dict[tuple[int, int], Fraction] = {}
            for (i, j), value in parts.items():
                following[i - 1, j] = following.get((i - 1, j), Fraction(0)) - i * value
                following[i + 1, j + 1] = following.get((i + 1, j + 1), Fraction(0)) + 2 * (m + j) * value
            parts = {place: value for place, value in following.items() if value}
        for (i, j), value in parts.items():
            piece: Polynomial = [A.times(c, A.power(a, Fraction(i))).scaled(value)]
            for _ in range(most - j):
                piece = _times(A, piece, [A.times(a, a), constant(1)])
            total = _plus(total, piece)
    return total, most


def gaussian_transform(A: Algebra, terms: list[Term], d: int) -> Polynomial | None:
    """Σ c r²ⁿ exp(−a r²) with one a: a polynomial times a^(−d/2) exp(−s/4a)."""
    if len({a.key for _, _, a in terms}) != 1:
        return None
    total: Polynomial = []
    for c, n, a in terms:
        parts = {(0, 0): Fraction(1)}  # a^(−d/2−p) s^k exp(−s/4a) → coefficient
        for _ in range(n):
            following: dict[tuple[int, int], Fraction] = {}
            for (p, k), value in parts.items():
                following[p + 1, k] = following.get((p + 1, k), Fraction(0)) + (Fraction(d, 2) + p) * value
                following[p + 2, k + 1] = following.get((p + 2, k + 1), Fraction(0)) - value / 4
            parts = following
        for (p, k), value in parts.items():
            height = A.times(c, A.power(a, Fraction(-p))).scaled(value)
            total = _plus(total, [constant(0)] * k + [height])
    return total


def gaussian_heights(A: Algebra, terms: list[Term], d: int) -> list[Form]:
    """c a^(−d/2), the widest transform first: if every partial sum is ≥ 0, so is Σ c a^(−d/2) exp(−s/4a) (Abel)."""
    sums, total = [], constant(0)
    for c, _, a in terms:
        total = total + A.times(c, A.power(a, Fraction(-d, 2)))
        sums.append(total)
    return sums


def cauchy_heights(A: Algebra, terms: list[tuple[Form, Form]], p: Fraction, d: int) -> list[Form]:
    """c a^(−ν) for ν = p − d/2 > 0, else c: the weights in Σ c (a + r²)^(−p) of yᵛK_ν(y), y = √(a s), which falls.

    The transform is that sum up to a power of s; as s → 0 the quotients of any two of these functions tend to 1.
    """
    power = min(Fraction(d, 2) - p, Fraction(0))
    return [A.times(c, A.power(a, power)) for c, a in terms]


def cauchy_exponentials(
    A: Algebra, terms: list[tuple[Form, Form]], p: Fraction, d: int
) -> list[tuple[Form, Form]]:
    """(h, b) of Σ h exp(−b|ω|), the transform if p − d/2 is ±1/2; [] if it is not."""
    heights = cauchy_heights(A, terms, p, d)
    known = abs(2 * p - d) == 1
    return [(h, A.power(a, Fraction(1, 2))) for h, (_, a) in zip(heights, terms)] if known else []


def damped_transform(A: Algebra, terms: Sequence[Wave], in_units: bool = False) -> Polynomial:
    """Σ exp(−ar)(p cos br + q sin br) on the line: the numerator of Σ (pa(A + s) + qb(A − s))/((A + s)² − 4b²s).

    Here A = a² + b², and the denominators are > 0; in units: one term alone as a polynomial in s/A, over A.
    """
    total: Polynomial = []
    for i, (p, q, a, b) in enumerate(terms):
        along, across = A.times(p, a), A.times(q, b)
        size = constant(1) if in_units and len(terms) == 1 else A.times(a, a) + A.times(b, b)
        made = [A.times(along + across, size), along - across]
        for j, (_, _, c, e) in enumerate(terms):
            squares = A.times(c, c), A.times(e, e)
            whole = squares[0] + squares[1]
            below = [A.times(whole, whole), (squares[0] - squares[1]).scaled(2), constant(1)]
            made = _times(A, made, below) if j != i else made
        total = _plus(total, made)
    return total


def turns_little(wave: Wave, d: int) -> bool:
    """p exp(−ar) cos br with p ≥ 0 and d·arg(a + ib) ≤ π/2: the powers of a + ib stay in a quarter of the plane."""
    p, q, a, b = (Fraction(c.number) for c in wave)  # type: ignore[arg-type]
    powers = accumulate([(a, b)] * d, lambda u, w: (u[0] * a - u[1] * b, u[0] * b + u[1] * a))
    return p >= 0 and q == 0 and b >= 0 and all(real >= 0 for real, _ in powers)


def supported_transform(k: Fraction, shape: Sequence[Fraction], d: int, s: Fraction) -> Fraction:
    """A number above the transform of (1 − r)₊^k Σ cₙrⁿ at |ω|² = s, over ∫ (1 − r)^k r^(d−1) dr.

    Σₘ (−s/4)ᵐ/(m! (d/2)ₘ) Σₙ cₙ B(d + n + 2m, k + 1)/B(d, k + 1): each B is rational, and the tail is a geometric one.
    """
    most = 40 + 2 * int(s**0.5) if s < 10**4 else 0
    spend(LONG_FRACTION * most)
    moments = [Fraction(1)]  # B(d + j, k + 1)/B(d, k + 1)
    for j in range(2 * most + len(shape)):
        moments.append(moments[-1] * (d + j) / (d + j + k + 1))
    total, weight = Fraction(0), Fraction(1)
    for m in range(most):
        total += weight * sum((c * moments[2 * m + n] for n, c in enumerate(shape)), Fraction(0))
        weight *= -s / (4 * (m + 1) * (Fraction(d, 2) + m))
    if s > 2 * most * most:  # from here on every term is at most half as large as the one before
        return Fraction(1)
    return total + 2 * abs(weight) * sum((abs(c) for c in shape), Fraction(0))


def _plus(p: Polynomial, q: Polynomial) -> Polynomial:
    size = max(len(p), len(q))
    p, q = ([*r, *[constant(0)] * (size - len(r))] for r in (p, q))
    return [a + b for a, b in zip(p, q)]


def _times(A: Algebra, p: Polynomial, q: Polynomial) -> Polynomial:
    result = [constant(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] = result[i + j] + A.times(a, b)
    return result
