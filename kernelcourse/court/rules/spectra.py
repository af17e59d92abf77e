"""Fourier transforms in closed form, up to a positive factor, as polynomials in s = |ω|².

In R^d the transform of exp(−a r) is a (a² + s)^(−(d+1)/2), that of exp(−a r²) is a^(−d/2) exp(−s/4a), and a factor r
(or r²) is −∂/∂a of it.
"""

from __future__ import annotations

from fractions import Fraction

from ..factoring import exact_root
from ..sturm import Coefficients, nonnegative_on


def exponential_spectrum(terms: list[tuple[Fraction, int, Fraction]], d: int) -> bool:
    """Whether Σ c rⁿ exp(−a r) has a transform ≥ 0; terms are (c, n, a)."""
    rates = sorted({a for _, _, a in terms})
    if len(rates) > 1 and d % 2 == 0:
        return False  # square roots of different a² + s: no polynomial
    if len(rates) > 4 or any(n > 8 for _, n, _ in terms):
        return False
    parts = [_exponential_numerator([(c, n) for c, n, b in terms if b == a], a, d) for a in rates]
    total: Coefficients = []
    for i, (numerator, _) in enumerate(parts):
        product = numerator
        for j, (_, extra) in enumerate(parts):
            if j != i:
                product = _multiply(product, _power([rates[j] ** 2, Fraction(1)], (d + 1) // 2 + extra))
        total = _add(total, product)
    return nonnegative_on(total, Fraction(0), None)


def _exponential_numerator(
    terms: list[tuple[Fraction, int]], a: Fraction, d: int
) -> tuple[Coefficients, int]:
    """(N, j): Σ c (−∂ₐ)ⁿ [a (a² + s)^(−m)] = N(s) (a² + s)^(−m−j), with m = (d + 1)/2."""
    m = Fraction(d + 1, 2)
    most = max(n for _, n in terms)
    total: Coefficients = []
    for c, n in terms:
        parts = {(1, 0): Fraction(1)}  # a^i (a² + s)^(−m−j) → coefficient
        for _ in range(n):
            following: dict[tuple[int, int], Fraction] = {}
            for (i, j), value in parts.items():
                if i:
                    following[i - 1, j] = following.get((i - 1, j), Fraction(0)) - i * value
                following[i + 1, j + 1] = following.get((i + 1, j + 1), Fraction(0)) + 2 * (m + j) * value
            parts = following
        for (i, j), value in parts.items():
            piece = _power([a * a, Fraction(1)], most - j)
            total = _add(total, [c * value * a**i * coefficient for coefficient in piece])
    return total, most


def gaussian_spectrum(terms: list[tuple[Fraction, int, Fraction]], d: int) -> bool:
    """Whether Σ c r²ⁿ exp(−a r²), with one a, has a transform ≥ 0; terms are (c, n, a)."""
    rates = {a for _, _, a in terms}
    if len(rates) != 1 or any(n > 12 for _, n, _ in terms):
        return False
    (a,) = rates
    total: Coefficients = []
    for c, n, _ in terms:
        parts = {(Fraction(d, 2), 0): Fraction(1)}  # a^(−p) s^k exp(−s/4a) → coefficient
        for _ in range(n):
            following: dict[tuple[Fraction, int], Fraction] = {}
            for (p, k), value in parts.items():
                following[p + 1, k] = following.get((p + 1, k), Fraction(0)) + p * value
                following[p + 2, k + 1] = following.get((p + 2, k + 1), Fraction(0)) - value / 4
            parts = following
        for (p, k), value in parts.items():
            # a^(−d/2) is common to all terms and positive; what remains is a whole power of a
            total = _add(total, [Fraction(0)] * k + [c * value * a ** int(Fraction(d, 2) - p)])
    return nonnegative_on(total, Fraction(0), None)


def gaussian_mixture(terms: list[tuple[Fraction, Fraction]], d: int) -> bool:
    """Whether Σ c exp(−a r²) has a transform Σ c a^(−d/2) exp(−s/4a) ≥ 0: partial sums, the widest in s first."""
    total, slack = Fraction(0), Fraction(0)
    unit = terms[0][1]  # heights relative to the first term's: square roots often cancel
    for c, a in sorted(terms, key=lambda term: -term[1]):  # exp(−s/4a) falls more slowly for larger a
        height = exact_root(a / unit, Fraction(-d, 2))
        if height is None:
            height = Fraction(float(a / unit) ** (-d / 2))
            slack += abs(c * height) * Fraction(1, 10**12)
        total += c * height
        if total < slack:  # each sum must be ≥ 0 for certain; then Abel's summation gives the whole
            return False
    return True


def _add(p: Coefficients, q: Coefficients) -> Coefficients:
    size = max(len(p), len(q))
    return [
        (p[i] if i < len(p) else Fraction(0)) + (q[i] if i < len(q) else Fraction(0)) for i in range(size)
    ]


def _multiply(p: Coefficients, q: Coefficients) -> Coefficients:
    result = [Fraction(0)] * (len(p) + len(q) - 1) if p and q else []
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return result


def _power(p: Coefficients, n: int) -> Coefficients:
    result: Coefficients = [Fraction(1)]
    for _ in range(n):
        result = _multiply(result, p)
    return result
