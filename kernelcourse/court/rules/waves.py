"""Damped waves on the line: Σ exp(−a|u|)·(p cos bu + q sin b|u|), by the Fourier transform."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.validity import Certificate

from ..algebra.identities import NotReal
from ..algebra.normal_form import ONE, Atom, Monomial, Polynomial
from ..algebra.substitution import Substitution
from .stationary import _metric

if TYPE_CHECKING:
    from ..prover import Prover

MOST_TERMS = 4
Wave = tuple[Fraction, Fraction]  # (a, b)


def damped_waves(prover: Prover, P: Polynomial) -> Certificate | None:
    """A function of one coordinate of x − z, with rational p, q, a > 0 and b."""
    data = None if prover.domain.name == "string" else wave_data(prover, P)
    if data is None:
        return None
    reason = "its Fourier transform, a quotient of polynomials in ω², is never negative"
    if "scale" in data and prover.domain.dim > 1:
        reason = (
            f"exp(−aρ)·cos(bρ) in dimension {prover.domain.dim}, where a + ib turns by a right angle at most"
        )
    made = prover.certificate("damped", P, reason, **data)
    return made if prover.stands(made) else None


def wave_data(prover: Prover, P: Polynomial) -> dict[str, Any] | None:
    """What says Σ exp(−aρ)·(p cos bρ + q sin bρ)."""
    try:
        profile = Substitution(prover.forms, "x", "0")(P)
        back = Substitution(prover.forms, "x-z", "0")(profile)
    except (ValueError, NotReal):
        return None
    letters = {a for m in profile.terms for a in _letters(m)}
    if back != P or len(letters) != 1:
        return None
    heights: dict[Wave, list[Fraction]] = {}
    for m, c in profile.terms.items():
        found = _wave(m)
        if found is None:
            return None
        wave, kind = found
        heights.setdefault(wave, [Fraction(0), Fraction(0)])[kind] += c
    if not 0 < len(heights) <= MOST_TERMS or all(b == 0 for _, b in heights):
        return None
    letter = letters.pop()
    terms = tuple((p, q, a, b) for (a, b), (p, q) in heights.items())
    return {"terms": terms, **_metric(prover, None if letter.kind == "xx" else letter.index, ONE)}


def _letters(m: Monomial) -> set[Atom]:
    found: set[Atom] = set()
    for a, _ in m:
        inner = set() if a.argument is None else {b for n in a.argument.terms for b in _letters(n)}
        found |= {a} if a.kind in ("x", "xx") else inner
    return found


def _wave(m: Monomial) -> tuple[Wave, int] | None:
    """((a, b), 0 for cos and 1 for sin) of exp(−a|x|)·cos(bx) or exp(−a|x|)·sin(b|x|)."""
    a, b, kind = Fraction(0), Fraction(0), 0
    for atom, e in m:
        rate = None if atom.argument is None else _multiple(atom.argument)
        if rate is None or e != 1:
            return None
        size, c = rate
        if atom.kind == "exp" and size and c < 0:
            a = -c
        elif atom.kind == "cos" and not b:
            b = abs(c)
        elif atom.kind == "sin" and size and not b and c > 0:
            b, kind = c, 1
        else:
            return None
    return ((a, b), kind) if a > 0 else None


def _multiple(q: Polynomial) -> tuple[bool, Fraction] | None:
    """(whether it is |x|, c) for c·|x| or c·x."""
    if q.single is None or len(q.single[0]) != 1:
        return None
    (atom, e), c = q.single[0][0], q.single[1]
    if atom.kind == "xx" and e == Fraction(1, 2):
        return True, c
    if e != 1:
        return None
    if atom.kind == "abs" and atom.argument is not None and atom.argument.single is not None:
        inner = _multiple(atom.argument)
        return None if inner is None else (True, c * abs(inner[1]))
    return (False, c) if atom.kind == "x" else None
