"""A normal form back as a tree of the language: proofs state formulas that a student can type."""

from __future__ import annotations

from fractions import Fraction

from kernelcourse.language.kernel_formulas import shortened
from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Unary, show

from ..domains import Domain
from .normal_form import Atom, Monomial, Polynomial


def text(P: Polynomial, domain: Domain) -> str:
    """P as text in the language, shortened in the middle if it is very long."""
    return shortened(show(tree(P, domain)))


def tree(P: Polynomial, domain: Domain) -> Node:
    """P as a tree: positive terms first, then the subtracted ones."""
    if not P:
        return Number(0)
    ordered = sorted(
        P.terms.items(), key=lambda term: (term[1] < 0, len(term[0]), [a.key for a, _ in term[0]])
    )
    result: Node | None = None
    for m, c in ordered:
        if result is None:
            result = _term(m, c, domain)
        elif c < 0:
            result = Binary("-", result, _term(m, -c, domain))
        else:
            result = Binary("+", result, _term(m, c, domain))
    assert result is not None
    return result


def _number(c: Fraction) -> Node:
    if c.denominator == 1:
        return Number(int(c)) if c >= 0 else Unary("-", Number(int(-c)))
    made = Binary("/", Number(abs(c.numerator)), Number(c.denominator))
    return made if c > 0 else Unary("-", made)


def _term(m: Monomial, c: Fraction, domain: Domain) -> Node:
    above = [_power(a, e, domain) for a, e in m if e > 0]
    below = [_power(a, -e, domain) for a, e in m if e < 0]
    size = abs(c)
    if size.numerator != 1 or not above:
        above.insert(0, Number(size.numerator))
    if size.denominator != 1:
        below.insert(0, Number(size.denominator))
    result = above[0]
    for factor in above[1:]:
        result = Binary("*", result, factor)
    for factor in below:
        result = Binary("/", result, factor)
    return Unary("-", result) if c < 0 else result


def _power(a: Atom, e: Fraction, domain: Domain) -> Node:
    if a.kind in ("xx", "zz") and (2 * e).denominator == 1 and e != 1:
        length = Call("norm", (Name(a.kind[0]),))
        return length if e == Fraction(1, 2) else Binary("**", length, _number(2 * e))
    if a.kind == "base" and a.argument is not None and a.argument.key in _DISTANCES:
        length = Call("norm", (Binary(_DISTANCES[a.argument.key], Name("x"), Name("z")),))
        return length if e == Fraction(1, 2) else Binary("**", length, _number(2 * e))
    if e == Fraction(1, 2):
        return Call("sqrt", (_atom(a, domain),))
    return _atom(a, domain) if e == 1 else Binary("**", _atom(a, domain), _number(e))


def _squared(sign: int) -> Polynomial:
    """‖x + sign·z‖²."""
    parts = (("xx", 1), ("xz", 2 * sign), ("zz", 1))
    return Polynomial({((Atom(kind), Fraction(1)),): Fraction(c) for kind, c in parts})


_DISTANCES = {_squared(-1).key: "-", _squared(1).key: "+"}


def _atom(a: Atom, domain: Domain) -> Node:
    if a.kind in ("x", "z"):
        return Name(a.kind) if domain.dim == 1 else Index(Name(a.kind), (Number(a.index),))
    if a.kind in ("xx", "xz", "zz"):
        return Binary("@", Name(a.kind[0]), Name(a.kind[1]))
    if a.kind == "pi":
        return Name("pi")
    if a.kind in ("length_x", "length_z"):
        return Call("len", (Name(a.kind[-1]),))
    if a.argument is None:
        if a.kind == "delta" and domain.dim > 1 and a.index >= 0:
            places = tuple(Index(Name(letter), (Number(a.index),)) for letter in "xz")
            return Call("delta", places)
        return Call(a.kind, (Name("x"), Name("z")))
    inside = tree(a.argument, domain)
    if a.kind == "base":
        return inside
    if a.kind == "pos":
        return Call("max", (Number(0), inside))
    return Call(a.kind, (inside,))
