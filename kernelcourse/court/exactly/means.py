"""Means over the sphere in R^d of functions of t = x·z: exp(bt), (1 − bt)^e and (1 − bt²)^e, the elementary ones."""

from __future__ import annotations

from fractions import Fraction

from .algebra import Algebra
from .forms import HALF, ONE, Atom, Form, constant, letter
from .signs import bounds

LINE, SQUARE = ((Atom("t0"), ONE),), ((Atom("t0"), Fraction(2)),)


def mean_of_function(a: Atom, e: Fraction, d: int) -> Form | None:
    """The mean of aᵉ, or None."""
    A, inner = Algebra("real", 1), a.inner or constant(0)
    if a.kind == "exp" and e == 1 and d == 3:
        b = _factor(inner, LINE)
        return None if b is None else _over(A, A.function("sinh", b), b)
    if a.kind != "base" or inner.terms.get(()) != 1:
        return None
    rest = constant(1) - inner
    b = _factor(rest, LINE)
    if b is not None:
        return _of_line(A, b, e, d) if _inside(A, A.times(b, b), e) else None
    b = _factor(rest, SQUARE)
    return _of_square(A, b, e, d) if b is not None and _inside(A, b, e) else None


def _of_line(A: Algebra, b: Form, e: Fraction, d: int) -> Form | None:
    """(1 − bt)^e: on the circle for e = −1, −2; in R³ by an integral; in R⁴ for e = −1."""
    room = constant(1) - A.times(b, b)
    if d == 2 and e in (-1, -2):
        return A.power(room, e + HALF)
    if d == 3:
        ends = [constant(1) + b, constant(1) - b]
        parts = [A.log(end) if e == -1 else A.power(end, e + 1).scaled(1 / (e + 1)) for end in ends]
        return _over(A, (parts[0] - parts[1]).scaled(HALF), b)
    if d == 4 and e == -1:
        return _over(A, (constant(1) - A.power(room, HALF)).scaled(2), A.times(b, b))
    return None


def _of_square(A: Algebra, b: Form, e: Fraction, d: int) -> Form | None:
    """(1 − bt²)^e: on the circle for e = −1; √(1 − t²) on the circle and in R³."""
    if d == 2 and e == -1:
        return A.power(constant(1) - b, -HALF)
    if b.number == 1 and e == HALF and d in (2, 3):
        return A.power(letter("pi"), -ONE).scaled(2) if d == 2 else letter("pi").scaled(Fraction(1, 4))
    return None


def _inside(A: Algebra, b: Form, e: Fraction) -> bool:
    """1 − b > 0, or ≥ 0 for e ≥ 0."""
    return bounds(A, constant(1) - b).positive(e < 0)


def _over(A: Algebra, P: Form, Q: Form) -> Form:
    return A.times(P, A.power(Q, -ONE))


def _factor(P: Form, wanted: tuple[tuple[Atom, Fraction], ...]) -> Form | None:
    """b of b·t or b·t², a constant that is not 0."""
    found: dict[tuple[tuple[Atom, Fraction], ...], Fraction] = {}
    for m, c in P.terms.items():
        if not set(wanted) <= set(m):
            return None
        found[tuple(f for f in m if f not in wanted)] = c
    constants = all(a.inner is None or "t0" not in a.key for m in found for a, _ in m)
    return (
        Form(found) if found and constants and not any(a.kind == "t0" for m in found for a, _ in m) else None
    )
