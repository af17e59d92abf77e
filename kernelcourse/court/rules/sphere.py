"""On the sphere: polynomials in x·z, expanded in Gegenbauer's polynomials (Schoenberg 1942)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Name, Unary
from kernelcourse.validity import Certificate

from ..algebra.algebras import normal_form
from ..algebra.normal_form import Atom, Polynomial, from_atom, number, sides_of
from ..exactly.zonal import mean_distance
from ..families.written import written

if TYPE_CHECKING:
    from ..prover import Prover

T = Atom("xz")


def gegenbauer(prover: Prover, P: Polynomial) -> Certificate | None:
    """Σ aₙ Cₙ(x·z) with aₙ ≥ 0; constants that are no fractions join a₀."""
    if prover.domain.name != "sphere" or prover.domain.dim < 2:
        return None
    loose = Polynomial({m: c for m, c in P.terms.items() if m and not sides_of(m)})
    polynomial = P - loose
    coefficients = _coefficients(prover, polynomial)
    if coefficients is None or min(coefficients[1:], default=Fraction(0)) < 0:
        return None
    if not loose:
        return _proof(prover, P, coefficients) if coefficients[0] >= 0 else None
    mean = number(coefficients[0])
    if prover.constant_sign(mean + loose) not in (0, 1):
        return None
    rest = _proof(prover, polynomial - mean, [Fraction(0), *coefficients[1:]])
    constant = prover.certificate("constant", mean + loose, "c = √c·√c with c ≥ 0: one constant feature")
    return prover.sum(P, [rest, constant])


def distance(prover: Prover, P: Polynomial) -> Certificate | None:
    """a·(c − ‖x − z‖) + another kernel, with c the mean distance: ‖x − z‖ = √2·√(1 − x·z)."""
    d = prover.domain.dim
    if prover.domain.name != "sphere" or d < 2:
        return None
    size = prover.forms.power(number(1) - from_atom(T), Fraction(1, 2))
    found = [(m, c) for m, c in P.terms.items() if set(size.terms) == {tuple(f for f in m if sides_of((f,)))}]
    if len(found) != 1 or found[0][1] > 0:
        return None
    ((m, c),) = found
    root = prover.forms.power(number(2), Fraction(1, 2))
    before = Polynomial({tuple(f for f in m if not sides_of((f,))): -c / 2})
    weight = prover.forms.multiply(before, root)
    mean = normal_form(written(mean_distance(d)), prover.domain).form
    part = mean - prover.forms.multiply(size, root)
    rest = P - prover.forms.multiply(weight, part)
    reason = "c − ‖x − z‖ with c the mean distance of two points"
    psi = prover.conditionally_negative(prover.forms.multiply(size, root))
    if psi is None:
        return None
    proof = prover.certificate("mean", part, reason, (psi,), f=Unary("-", Name("r")), c=prover.tree(-mean))
    other = prover.kernel(rest) if rest else None
    if rest and other is None:
        return None
    parts = [prover.multiple(prover.forms.multiply(weight, part), weight, proof)]
    return prover.sum(P, parts if other is None else [*parts, other])


def _proof(prover: Prover, P: Polynomial, coefficients: list[Fraction]) -> Certificate:
    shown = ", ".join(map(str, coefficients))
    reason = f"Gegenbauer's polynomials of x·z with the coefficients {shown} ≥ 0"
    return prover.certificate("sphere", P, reason, coefficients=tuple(coefficients))


def _coefficients(prover: Prover, P: Polynomial) -> list[Fraction] | None:
    """a₀, a₁, … if P is a polynomial in x·z."""
    d = prover.domain.dim
    powers: dict[int, Fraction] = {}
    for m, c in P.terms.items():
        if len(m) > 1 or any(a != T or e.denominator != 1 or not 0 < e <= 20 for a, e in m):
            return None
        powers[int(m[0][1]) if m else 0] = c
    if not powers:
        return None
    top = max(powers)
    basis = [[Fraction(1)], [Fraction(0), Fraction(1)]]
    for n in range(1, top):
        step = [Fraction(0), *(c * (2 * n + d - 2) for c in basis[n])]
        for k, c in enumerate(basis[n - 1]):
            step[k] -= n * c
        basis.append([c / (n + d - 2) for c in step])
    left = [powers.get(k, Fraction(0)) for k in range(top + 1)]
    coefficients = [Fraction(0)] * (top + 1)
    for n in range(top, -1, -1):
        coefficients[n] = left[n] / basis[n][n]
        for k, c in enumerate(basis[n]):
            left[k] -= coefficients[n] * c
    return coefficients
