"""Formulas that are products over coordinates: each factor alone is a smaller question.

Σ fᵢ(x₀, z₀)·gᵢ(x₁, z₁) is a product if its table of terms has rank one. A difference of two products is a sum of
products of differences: AB − CD = (A − C)·B + C·(B − D).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Atom, Monomial, Polynomial, from_term

if TYPE_CHECKING:
    from ..prover import Prover

Split = dict[Polynomial, dict[Polynomial, Fraction]]  # part in coordinate i → the others → coefficient


def by_coordinates(prover: Prover, P: Polynomial) -> Certificate | None:
    """A product of a kernel in one coordinate and a kernel in the others."""
    if prover.domain.dim < 2 or not 1 < len(P.terms) <= 40 or prover.domain.name == "string":
        return None
    for i in range(min(prover.domain.dim, 4)):
        split = _split(prover, P, i)
        if split is None:
            continue
        factors = _rank_one(split)
        if factors is not None and all(part.sides for part in factors):
            proofs = [prover.kernel(part) for part in factors]
            if proofs[0] is not None and proofs[1] is not None:
                reason = "a product of kernels, each in coordinates of its own"
                made = prover.certificate("product", P, reason, (proofs[0], proofs[1]))
                return made if prover.stands(made) else None
        if factors is None and _two_products(split):
            found = _telescope(prover, P, split)
            if found is not None:
                return found
    return None


def _two_products(split: Split) -> bool:
    """AB − CD with four factors that have points in them; a sum over coordinates is no such difference."""
    return (
        len(split) == 2
        and ONE not in split
        and not any(ONE in row for row in split.values())
        and any(c < 0 for row in split.values() for c in row.values())
    )


def _telescope(prover: Prover, P: Polynomial, split: Split) -> Certificate | None:
    """AB − CD with A, C in one coordinate: (A − sC)·B + sC·(B − D/s)."""
    (A, left), (C, right) = split.items()
    B, D = ZERO, ZERO
    for part, c in left.items():
        B = B + part.scaled(c)
    for part, c in right.items():
        D = D + part.scaled(c)
    if prover.kernel(A) is None or prover.kernel(C) is None:
        return None
    forms, reason = prover.forms, "a product of kernels, each in coordinates of its own"
    for high, low, over, under in ((A, C, B, -D), (C, A, D, -B)):
        for share in (ONE, *_share(prover, high, low)):
            part, less = high - forms.multiply(low, share), over - forms.divide(under, share)
            proofs = [prover.kernel(Q) for Q in (part, over, low, less)]
            if None in proofs:
                continue
            first, second, third, fourth = (proof for proof in proofs if proof is not None)
            weighted = forms.multiply(low, share)
            third = prover.multiple(weighted, share, third)
            return prover.sum(
                P,
                [
                    prover.certificate("product", forms.multiply(part, over), reason, (first, second)),
                    prover.certificate("product", forms.multiply(weighted, less), reason, (third, fourth)),
                ],
            )
    return None


def _share(prover: Prover, high: Polynomial, low: Polynomial) -> list[Polynomial]:
    """√(b/a) for exp(−au²) and exp(−bu²): so much of the second may be taken from the first."""
    rates = []
    for bell in (high, low):
        m = bell.single[0] if bell.single else ()
        u = m[0][0].argument if len(m) == 1 and m[0][0].kind == "exp" else None
        squares = [] if u is None else [c for n, c in u.terms.items() if len(n) == 1 and n[0][1] == 2]
        rates += [squares[0]] if squares and squares[0] < 0 else []
    if len(rates) < 2 or rates[0] >= rates[1]:
        return []
    return [prover.forms.power(ONE.scaled(rates[1] / rates[0]), Fraction(1, 2))]


def _rank_one(split: Split) -> tuple[Polynomial, Polynomial] | None:
    """(f, g) with P = f·g."""
    rows = list(split.items())
    first = rows[0][1]
    top = next(iter(first))
    f, g = ZERO, ZERO
    for other, c in first.items():
        g = g + other.scaled(c)
    for part, row in rows:
        ratio = row.get(top, Fraction(0)) / first[top]
        if set(row) != set(first) or any(row[key] != ratio * c for key, c in first.items()):
            return None
        f = f + part.scaled(ratio)
    return f, g


def _split(prover: Prover, P: Polynomial, i: int) -> Split | None:
    """The terms of P by their part in coordinate i; None if an atom mixes it with others, or if it is not in P."""
    table: Split = {}
    for m, c in P.terms.items():
        inside, outside = ONE, ONE
        for a, e in m:
            pieces = _pieces(prover, a, e, i)
            if pieces is None:
                return None
            inside, outside = (
                prover.forms.multiply(inside, pieces[0]),
                prover.forms.multiply(outside, pieces[1]),
            )
        row = table.setdefault(inside, {})
        row[outside] = row.get(outside, Fraction(0)) + c
    mixed = len(table) > 1 or next(iter(table)) != ONE
    return table if mixed and any(other != ONE for row in table.values() for other in row) else None


def _pieces(prover: Prover, a: Atom, e: Fraction, i: int) -> tuple[Polynomial, Polynomial] | None:
    """(the part in coordinate i, the rest) of atomᵉ; exponentials are split."""
    whole = from_term(((a, e),), Fraction(1))
    places = _places(a)
    if places is None:
        return None
    if places <= {i}:
        return (whole, ONE) if places else (ONE, whole)
    if i not in places:
        return ONE, whole
    if a.kind != "exp" or a.argument is None:
        return None
    parts = [ZERO, ZERO]
    for m, c in a.argument.terms.items():
        inner = _of_monomial(m)
        if inner is None or (i in inner and inner != {i}):
            return None
        parts[i not in inner] = parts[i not in inner] + from_term(m, c * e)
    return prover.forms.exp(parts[0]), prover.forms.exp(parts[1])


def _places(a: Atom) -> set[int] | None:
    """The coordinates in an atom; None if all of them are."""
    if a.kind in ("xx", "xz", "zz", "hamming") or (a.kind == "delta" and a.index < 0):
        return None
    if a.argument is None:
        return {a.index} if a.kind in ("x", "z", "delta") else set()
    found: set[int] = set()
    for m in a.argument.terms:
        inner = _of_monomial(m)
        if inner is None:
            return None
        found |= inner
    return found


def _of_monomial(m: Monomial) -> set[int] | None:
    parts = [_places(a) for a, _ in m]
    return None if None in parts else {i for part in parts if part is not None for i in part}
