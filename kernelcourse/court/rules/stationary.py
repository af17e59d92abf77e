"""Bochner: f(x − z) is a kernel if f is the Fourier transform of something that is never negative.

For Σ c rⁿ exp(−a r) and Σ c r²ⁿ exp(−a r²), with r the distance of all coordinates or of one, the transform is a
polynomial in s = |ω|² times something positive. Compactly supported functions come from the verifier's table, each with
the dimensions in which it is a kernel. What is found here counts only if the second instance accepts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from kernelcourse.validity import Certificate

from ..algebra.identities import NotReal
from ..algebra.normal_form import ONE, ZERO, Atom, Monomial, Polynomial, from_atom, number
from ..algebra.substitution import Substitution
from .hyperbolic import as_difference, hyperbolic
from .transforms_in_words import in_rho, transform

if TYPE_CHECKING:
    from ..prover import Prover


@dataclass(frozen=True)
class Term:
    """c · rⁿ · exp(−a r − b r²) · (1 − (t r)^p)₊^k, with constants c, a, b, t."""

    c: Polynomial
    n: Fraction
    a: Polynomial
    b: Polynomial
    k: Fraction = Fraction(0)
    t: Polynomial = ZERO
    p: Fraction = Fraction(1)


def bochner(prover: Prover, P: Polynomial) -> Certificate | None:
    """A proof by the Fourier transform, if P is a function of one distance of a known kind."""
    if prover.domain.name == "string":
        return None
    special, found = _of_one_atom(prover, P), radial_terms(prover, P)
    if special is not None or found is None:
        return special
    place, terms = found
    if len(terms) == 2 and not any(term.a or term.b or term.k for term in terms):
        return _triangles(prover, P, place, terms)
    if any(term.k for term in terms):
        return _compact(prover, P, place, terms)
    for data in exponential_data(prover, place, terms):
        made = prover.certificate("Bochner", P, "", **data)
        if prover.stands(made):
            dimension = f"in dimension {_dimension(prover, place)}"
            return replace(made, reason=f"its Fourier transform {dimension} is {transform(prover, made)}")
    return None


def exponential_data(prover: Prover, place: int | None, terms: list[Term]) -> Iterator[dict[str, Any]]:
    """What says Σ c rⁿ exp(−ar), or Σ c r²ⁿ exp(−ar²), in the ways that fit."""
    for kind in ("exponential", "gaussian", "heights"):
        exponential = kind == "exponential"
        fits = all(
            (term.b if exponential else term.a) == ZERO
            and prover.constant_sign(term.a if exponential else term.b) == 1
            and term.n.denominator == 1
            and term.n >= 0
            and (exponential or term.n % 2 == 0)
            and not term.k
            for term in terms
        )
        if not fits or len(terms) > 12 or any(term.n > 12 for term in terms):
            continue
        rows = [
            (term.c, int(term.n) if exponential else int(term.n) // 2, term.a if exponential else term.b)
            for term in terms
        ]
        rows.sort(key=lambda row: -prover.signs.bounds(row[2]).low)
        data = tuple((prover.tree(c), n, prover.tree(a)) for c, n, a in rows)
        yield {"kind": kind, "terms": data, **_metric(prover, place, ONE)}


def _dimension(prover: Prover, place: int | None) -> int:
    return prover.domain.dim if place is None else 1


def _metric(prover: Prover, place: int | None, t: Polynomial) -> dict[str, Any]:
    """ρ = t·r: the distance in all coordinates (place None), or in one."""
    if place is None:
        return {"scale": prover.tree(prover.forms.multiply(t, t))}
    return {"maps": (prover.tree(prover.forms.multiply(t, from_atom(Atom("x", index=place)))),)}


def _compact(prover: Prover, P: Polynomial, place: int | None, terms: list[Term]) -> Certificate | None:
    """(1 − ρ)₊^k · (c₀ + c₁ρ + …)."""
    found = compact_data(prover, place, terms)
    if found is None:
        return None
    first, data = found
    k, p = data["k"], data.get("p", Fraction(1))
    known = "Pólya: it falls and is convex" if p < 1 else "Askey's and Wendland's functions"
    reason = (
        f"(1 − ρ{'' if p == 1 else f'^{{{p}}}'})₊{'' if k == 1 else f'^{{{k}}}'}{in_rho(data['coefficients'])}: "
        f"{known}, in dimension {_dimension(prover, place)}"
    )
    proof = prover.certificate("compact", prover.forms.divide(P, first), reason, **data)
    return prover.multiple(P, first, proof) if prover.stands(proof) else None


def compact_data(
    prover: Prover, place: int | None, terms: list[Term]
) -> tuple[Polynomial, dict[str, Any]] | None:
    """(c, what says the rest) of c·(1 − ρ^p)₊^k·(1 + c₁ρ + …) with c > 0."""
    if len({(term.t.key, term.p) for term in terms}) != 1:
        return None
    k, t, p = min(term.k for term in terms), terms[0].t, terms[0].p
    heights: dict[int, Polynomial] = {}
    for term in terms:
        n, more = term.n, term.k - k  # (1 − ρ)₊^(k + more) = (1 − ρ)₊^k·(1 − ρ)^more
        whole = n.denominator == more.denominator == 1 and 0 <= n <= 8 and more <= 8
        if not term.k or term.a or term.b or not whole or (more and p != 1):
            return None
        height, at = prover.forms.multiply(term.c, prover.forms.power(t, -n)), int(n)
        for j in range(int(more) + 1):
            heights[at + j] = heights.get(at + j, ZERO) + height.scaled(
                Fraction((-1) ** j * comb(int(more), j))
            )
    first = heights.get(0, ZERO)
    if prover.constant_sign(first) != 1:
        return None
    table = [prover.forms.divide(heights.get(n, ZERO), first) for n in range(max(heights) + 1)]
    if not all(entry.is_number for entry in table):
        return None
    coefficients = tuple(entry.number for entry in table)
    data = {"k": k, "coefficients": coefficients, **({} if p == 1 else {"p": p})}
    return first, {**data, **_metric(prover, place, t)}


def _triangles(prover: Prover, P: Polynomial, place: int | None, terms: list[Term]) -> Certificate | None:
    """c − a r on a bounded domain: a wave of triangles, of which only one is seen."""
    heights = {term.n: term.c for term in terms}
    height, slope = heights.get(Fraction(0)), heights.get(Fraction(1))
    if height is None or slope is None or place is None:
        return None
    if prover.constant_sign(height) != 1 or prover.constant_sign(slope) != -1:
        return None
    t = prover.forms.divide(-slope, height)
    reason = "1 − ρ for ρ ≤ 2: a wave of triangles, whose Fourier coefficients are ≥ 0"
    made = prover.certificate(
        "compact",
        prover.forms.divide(P, height),
        reason,
        k=Fraction(0),
        coefficients=(Fraction(1), Fraction(-1)),
        **_metric(prover, place, t),
    )
    return prover.multiple(P, height, made) if prover.stands(made) else None


def _of_one_atom(prover: Prover, P: Polynomial) -> Certificate | None:
    """sinc(ρ) and (cosh(u) + c)^(−p)."""
    if P.single is None or len(P.single[0]) != 1:
        return None
    (a, e), c = P.single[0][0], P.single[1]
    if c < 0 and a.kind == "base" and e < 0 and e % 2 == 1 and a.argument is not None:
        unit = P.scaled(-1 / c)  # −q^(−p) is (−q)^(−p)
        proof = hyperbolic(prover, unit, -a.argument, -e)
        return None if proof is None else prover.multiple(P, number(-c), proof)
    if a.argument is None or c != 1:
        return None
    if a.kind == "sinc" and e == 1:
        reason = "the Fourier transform of the uniform measure on an interval or a sphere"
        for metric in metrics_of(prover, a.argument):
            proof = prover.certificate("wave", P, reason, **metric)
            if prover.stands(proof):
                return proof
    if a.kind == "base" and e < 0 and len(a.argument.terms) in (2, 3):
        return hyperbolic(prover, P, a.argument, -e)
    return None


def metrics_of(prover: Prover, q: Polynomial) -> list[dict[str, Any]]:
    """How q may be a distance: |g(x) − g(z)|, or c‖x − z‖."""
    found: list[dict[str, Any]] = []
    difference = as_difference(prover, q)
    if difference is not None:
        found.append({"maps": (prover.tree(difference),)})
    square = prover.forms.multiply(q, q) if q.single is not None else ZERO  # a sum is no multiple of a root
    m = ((Atom("xx"), Fraction(1)),)
    if m in square.terms:
        found.append({"scale": prover.tree(number(square.terms[m]))})
    return found


def radial_terms(prover: Prover, P: Polynomial) -> tuple[int | None, list[Term]] | None:
    """(coordinate or None for all, terms in r) if P is a function of that one distance."""
    try:
        profile = Substitution(prover.forms, "x", "0")(P)
        back = Substitution(prover.forms, "x-z", "0")(profile)
    except (ValueError, NotReal):
        return None
    if prover.without_improper_fractions(back) != P:
        return None
    letters = {(a.kind, a.index) for a in profile.atoms() if a.kind in ("x", "z", "xx", "xz", "zz")}
    if len(letters) != 1:  # one coordinate, or all of them together: never a mixture
        return None
    ((kind, index),) = letters
    if kind not in ("x", "xx"):
        return None
    terms = [_term(prover, m, c) for m, c in profile.terms.items()]
    if any(term is None for term in terms):
        return None
    return (None if kind == "xx" else index), [term for term in terms if term is not None]


def _term(prover: Prover, m: Monomial, c: Fraction) -> Term | None:
    constant, n, a, b, k, t, p = number(c), Fraction(0), ZERO, ZERO, Fraction(0), ZERO, Fraction(1)
    for atom, e in m:
        power = _radius_power(atom, e)
        if not atom.sides:
            constant = prover.forms.multiply(constant, from_atom(atom, e))
        elif power is not None:
            n += power
        elif atom.kind == "exp" and e == 1 and atom.argument is not None:
            found = _exponent(prover, atom.argument)
            if found is None:
                return None
            a, b = -found.get(Fraction(1), ZERO), -found.get(Fraction(2), ZERO)
            constant = prover.forms.multiply(constant, prover.forms.exp(found.get(Fraction(0), ZERO)))
            if set(found) - {Fraction(0), Fraction(1), Fraction(2)}:
                return None
        elif atom.kind == "pos" and e > 0 and atom.argument is not None and not k:
            hat = _exponent(prover, atom.argument)
            if hat is None or len(hat) != 2 or Fraction(0) not in hat or not 0 < max(hat) <= 1:
                return None
            p = max(hat)
            height, slope = hat[Fraction(0)], -hat[p]
            if prover.constant_sign(height) != 1 or prover.constant_sign(slope) != 1:
                return None
            k, t = e, prover.forms.power(prover.forms.divide(slope, height), 1 / p)
            constant = prover.forms.multiply(constant, prover.forms.power(height, e))
        else:
            return None
    return Term(constant, n, a, b, k, t, p)


def _radius_power(atom: Atom, e: Fraction) -> Fraction | None:
    """The power of r that atomᵉ is, at z = 0."""
    if atom.kind == "xx":
        return 2 * e
    if atom.kind == "x" and e % 2 == 0:
        return e
    inner = atom.argument.single if atom.kind == "abs" and atom.argument is not None else None
    if inner is not None and inner[1] == 1 and len(inner[0]) == 1 and inner[0][0][0].kind == "x":
        return e if inner[0][0][1] == 1 else None
    return None


def _exponent(prover: Prover, q: Polynomial) -> dict[Fraction, Polynomial] | None:
    """{n: c} if q = Σ c rⁿ with constants c."""
    found: dict[Fraction, Polynomial] = {}
    for m, c in q.terms.items():
        n, constant = Fraction(0), number(c)
        for atom, e in m:
            power = _radius_power(atom, e)
            if not atom.sides:
                constant = prover.forms.multiply(constant, from_atom(atom, e))
            elif power is not None:
                n += power
            else:
                return None
        found[n] = found.get(n, ZERO) + constant
    return found
