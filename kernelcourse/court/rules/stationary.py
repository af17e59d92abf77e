"""Bochner: f(x − z) is a kernel if f is the Fourier transform of something that is never negative.

For Σ c rⁿ exp(−a r) and Σ c r²ⁿ exp(−a r²), with r = ‖x − z‖ in R^d, the transform is a polynomial in s = |ω|² times
something positive, and Sturm's theorem says whether that polynomial stays ≥ 0. Compactly supported functions come from
a short list (Askey, Wendland, the spherical covariance), each with the dimensions in which it is a kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..factoring import exact_root
from ..identities import NotReal
from ..normal_form import Atom, Monomial, Polynomial
from ..substitution import Substitution
from .spectra import exponential_spectrum, gaussian_mixture, gaussian_spectrum

if TYPE_CHECKING:
    from ..prover import Prover

# (1 − r)₊^k · (c₀ + c₁ r + …): k and the c's, and the highest dimension in which it is a kernel.
SUPPORTED: dict[tuple[int, tuple[Fraction, ...]], tuple[str, int]] = {
    (4, (Fraction(1), Fraction(4))): ("Wendland's C² function", 3),
    (3, (Fraction(1), Fraction(3))): ("Wendland's C² function on the line", 1),
    (5, (Fraction(1), Fraction(5))): ("Wendland's C² function", 5),
    (6, (Fraction(1), Fraction(6), Fraction(35, 3))): ("Wendland's C⁴ function", 3),
    (5, (Fraction(1), Fraction(5), Fraction(8))): ("Wendland's C⁴ function on the line", 1),
    (2, (Fraction(1), Fraction(1, 2))): ("the spherical covariance: the overlap of two balls", 3),
}


@dataclass(frozen=True)
class Term:
    """c · rⁿ · exp(−a r − b r²) · (1 − t r)₊^k."""

    c: Fraction
    n: Fraction
    a: Fraction = Fraction(0)
    b: Fraction = Fraction(0)
    k: int = 0
    t: Fraction = Fraction(0)


def bochner(prover: Prover, P: Polynomial) -> Certificate | None:
    """A proof by the Fourier transform, if P is a function of ‖x − z‖ of a known kind."""
    if prover.domain.name == "string":
        return None
    sinc = _sinc(prover, P)
    if sinc is not None:
        return sinc
    terms = radial_terms(prover, P)
    if not terms:
        return None
    d = prover.domain.dim
    shown = prover.show(P)
    if any(term.k for term in terms):
        return _compact(terms, d, shown)
    exponentials = all(term.b == 0 and term.a > 0 and term.n.denominator == 1 for term in terms)
    if exponentials and exponential_spectrum([(term.c, int(term.n), term.a) for term in terms], d):
        return Certificate(
            "Bochner", shown, f"its Fourier transform in dimension {d} is never negative (Sturm)"
        )
    if all(term.a == 0 and term.b > 0 and term.n % 2 == 0 for term in terms):
        if gaussian_spectrum([(term.c, int(term.n) // 2, term.b) for term in terms], d):
            return Certificate(
                "Bochner", shown, f"its Fourier transform in dimension {d} is never negative (Sturm)"
            )
        if all(term.n == 0 for term in terms) and gaussian_mixture([(term.c, term.b) for term in terms], d):
            return Certificate(
                "Bochner",
                shown,
                f"Gaussians in ω in dimension {d}: the wide positive ones outweigh the subtracted ones",
            )
    return None


def _compact(terms: list[Term], d: int, shown: str) -> Certificate | None:
    kinds = {(term.k, term.t) for term in terms}
    if len(kinds) != 1 or any(term.a or term.b or term.n.denominator != 1 for term in terms):
        return None
    ((k, t),) = kinds
    if t <= 0 or k <= 0:
        return None
    by_degree = {int(term.n): term.c / t ** int(term.n) for term in terms}
    first = by_degree.get(0, Fraction(0))
    if first <= 0:
        return None
    table = tuple(by_degree.get(n, Fraction(0)) / first for n in range(max(by_degree) + 1))
    if table == (Fraction(1),):
        if 2 * k < d + 1:
            return None
        return Certificate(
            "Bochner", shown, f"Askey: (1 − r)₊**k is a kernel in dimension {d} as k = {k} ≥ (d + 1)/2"
        )
    known = SUPPORTED.get((k, table))
    if known is None or d > known[1]:
        return None
    return Certificate("Bochner", shown, f"{known[0]}: a kernel up to dimension {known[1]}")


def _sinc(prover: Prover, P: Polynomial) -> Certificate | None:
    """sin(r)/r: the Fourier transform of an interval (d = 1), of a sphere's surface (d = 3)."""
    if P.single is None or P.single[1] != 1 or len(P.single[0]) != 1 or P.single[0][0][1] != 1:
        return None
    a = P.single[0][0][0]
    if a.kind != "sinc" or a.argument is None or prover.domain.dim > 3:
        return None
    square = prover.forms.multiply(a.argument, a.argument)
    if _multiple_of_distance(prover, square) is None:
        return None
    return Certificate(
        "Bochner", prover.show(P), "the Fourier transform of the uniform measure on an interval or sphere"
    )


def _multiple_of_distance(prover: Prover, square: Polynomial) -> Fraction | None:
    """c if square = c‖x − z‖² with c > 0."""
    if prover.domain.dim == 1:
        x, z = (Polynomial({((Atom(letter), Fraction(1)),): Fraction(1)}) for letter in "xz")
        unit = prover.forms.multiply(x - z, x - z)
    else:
        unit = Polynomial(
            {((Atom(kind), Fraction(1)),): Fraction(c) for kind, c in (("xx", 1), ("xz", -2), ("zz", 1))}
        )
    if set(square.terms) != set(unit.terms):
        return None
    m = next(iter(unit.terms))
    c = square.terms[m] / unit.terms[m]
    return c if c > 0 and unit.scaled(c) == square else None


def radial_terms(prover: Prover, P: Polynomial) -> list[Term] | None:
    """P as a sum of terms in r = ‖x − z‖, or None if it is not such a function."""
    try:
        profile = Substitution(prover.forms, "x", "0")(P)
        back = Substitution(prover.forms, "x-z", "0")(profile)
    except (ValueError, NotReal):
        return None
    if prover.without_improper_fractions(back) != P:
        return None
    unit = _irrational_unit(profile)
    terms = [_term(m, c, unit) for m, c in profile.terms.items()]
    return None if any(term is None for term in terms) else [term for term in terms if term is not None]


def _irrational_unit(profile: Polynomial) -> Fraction:
    """m if the exponents hold √m·r, so that √m·r is the natural variable; 1 otherwise."""
    for a in profile.atoms():
        if a.kind == "exp" and a.argument is not None:
            for m in a.argument.terms:
                for b, e in m:
                    if b.kind == "base" and not b.sides and b.argument is not None and e.denominator == 2:
                        return b.argument.number
    return Fraction(1)


def _term(m: Monomial, c: Fraction, unit: Fraction) -> Term | None:
    n, a, b, k, t = (Fraction(0),) * 5
    root = Fraction(0)  # the power of √unit² in the coefficient
    for atom, e in m:
        power = _radius_power(atom, e)
        if power is not None:
            n += power
        elif atom.kind == "exp" and e == 1 and atom.argument is not None:
            found = _exponent(atom.argument, unit)
            if found is None:
                return None
            a, b = found
        elif atom.kind == "pos" and e.denominator == 1 and e > 0 and atom.argument is not None:
            slope = _hat(atom.argument)
            if slope is None or k:
                return None
            k, t = e * slope[0], slope[1]
            c = c * slope[2] ** int(e)
        elif atom.kind == "base" and not atom.sides:
            if atom.argument is None or atom.argument.number != unit:
                return None
            root += e
        else:
            return None
    if unit != 1:  # c·unit^root·rⁿ = c·unit^(root − n/2)·ρⁿ with ρ = √unit·r
        rational = exact_root(unit, root - n / 2)
        if rational is None or k:
            return None
        c = c * rational
    return Term(c, n, a, b, int(k), t)


def _radius_power(atom: Atom, e: Fraction) -> Fraction | None:
    """The power of r that atomᵉ is, at z = 0."""
    if atom.kind == "xx":
        return 2 * e
    if atom.kind == "x" and e % 2 == 0:
        return e
    if atom.kind == "abs" and atom.argument == Polynomial({((Atom("x"), Fraction(1)),): Fraction(1)}):
        return e
    return None


def _exponent(q: Polynomial, unit: Fraction = Fraction(1)) -> tuple[Fraction, Fraction] | None:
    """(a, b) if q = −a ρ − b ρ², for ρ = √unit·r."""
    found = {Fraction(1): Fraction(0), Fraction(2): Fraction(0)}
    for m, c in q.terms.items():
        n, root = Fraction(0), Fraction(0)
        for atom, e in m:
            power = _radius_power(atom, e)
            if power is not None:
                n += power
            elif (
                atom.kind == "base"
                and not atom.sides
                and atom.argument is not None
                and atom.argument.number == unit
            ):
                root += e
            else:
                return None
        rational = exact_root(unit, root - n / 2)
        if n not in found or rational is None:
            return None
        found[n] -= c * rational
    return found[Fraction(1)], found[Fraction(2)]


def _hat(q: Polynomial) -> tuple[int, Fraction, Fraction] | None:
    """(1, t, c) if q = c(1 − t r) with c, t > 0."""
    c = q.number
    rest = q - Polynomial({(): c})
    found = _exponent(rest)
    if c <= 0 or found is None or found[1] or found[0] <= 0:
        return None
    return 1, found[0] / c, c
