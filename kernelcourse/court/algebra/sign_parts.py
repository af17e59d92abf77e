"""What signs are read off: two letters of a term, the values of a function, exp(q) + exp(−q) ≥ 2."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from kernelcourse.language.functions import Function

from ..exactly.enclosures import Range
from .identities import Forms
from .normal_form import Atom, Monomial, Polynomial, from_atom, number


def two_letters(m: Monomial, unit: Fraction) -> tuple[Polynomial, Polynomial] | None:
    """m = p·q for two letters p, q (or 1); with unit ½ for two of their roots."""
    letters: list[Polynomial] = []
    for a, e in m:
        if not unit or (e / unit).denominator != 1 or e < 0 or a.kind not in ("x", "z"):
            return None
        letters += [from_atom(a, unit)] * int(e / unit)
    if len(letters) > 2:
        return None
    while len(letters) < 2:
        letters.append(number(1))
    return letters[0], letters[1]


def values(function: Function, inside: Range) -> Range:
    """Between the least and the greatest value; one that rises and is odd has the sign of its argument."""
    low, high = (end if end in (inf, -inf) else Fraction(end) for end in (function.low, function.high))
    if function.rises and function.parity < 0:
        low, high = Fraction(0) if inside.low >= 0 else low, Fraction(0) if inside.high <= 0 else high
    is_open = [end in (inf, -inf) or bool(end and not function.attained) for end in (low, high)]  # tanh t < 1
    return Range(low, high, *is_open)


def waves_as_squares(forms: Forms, P: Polynomial) -> list[tuple[Polynomial, Polynomial]] | None:
    """P = Σ b·(exp(q/2) − exp(−q/2))² + c·1² as (b, s), with numbers b > 0 and c."""
    left, squares = P, []
    for m, b in P.terms.items():
        q = m[0][0].argument if len(m) == 1 and m[0][0].kind == "exp" and m[0][1] == 1 else None
        if q is None or m not in left.terms:
            continue
        other = forms.exp(-q)
        if other.single is None or left.terms.get(other.single[0]) != b or b <= 0:
            return None
        root = forms.exp(q.scaled(Fraction(1, 2))) - forms.exp(q.scaled(Fraction(-1, 2)))
        squares.append((number(b), root))
        left = left - forms.multiply(root, root).scaled(b)
    return [*squares, (left, number(1))] if squares and left.is_number and left.number >= 0 else None


def lagrange_squares(forms: Forms, P: Polynomial, d: int) -> list[tuple[Polynomial, Polynomial]] | None:
    """P = c·(1 − b x·z)² + c·b² Σ (xᵢzⱼ − xⱼzᵢ)², for ‖x‖²‖z‖² = (x·z)² + Σ (xᵢzⱼ − xⱼzᵢ)²."""
    c, t = P.number, from_atom(Atom("xz"))
    b = -P.terms.get(next(iter(t.terms)), Fraction(0)) / (2 * c) if c > 0 else Fraction(0)
    lengths = forms.multiply(from_atom(Atom("xx")), from_atom(Atom("zz")))
    whole = number(c) - t.scaled(2 * b * c) + lengths.scaled(b * b * c)
    if not b or d > 4 or whole != P:
        return None
    x, z = ([from_atom(Atom(side, index=i)) for i in range(d)] for side in "xz")
    turned = [forms.multiply(x[i], z[j]) - forms.multiply(x[j], z[i]) for j in range(d) for i in range(j)]
    return [(number(c), number(1) - t.scaled(b)), *((number(c * b * b), s) for s in turned)]


def in_lengths(P: Polynomial, d: int) -> Polynomial:
    """P with ‖x‖² for the sum of all xᵢ², where it stands by itself."""
    for side in "xz":
        squares = [((Atom(side, index=i), Fraction(2)),) for i in range(d)]
        shared = {P.terms.get(m) for m in squares}
        c = shared.pop() if len(shared) == 1 else None
        if c is not None:
            P = Polynomial({m: b for m, b in P.terms.items() if m not in squares})
            P = P + from_atom(Atom(side + side)).scaled(c)
    return P
