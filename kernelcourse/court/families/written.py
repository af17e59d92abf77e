"""A form in the parameters and constants alone, written as a formula again; and conditions as one would write them."""

from __future__ import annotations

from fractions import Fraction

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary

from ..exactly.forms import Atom, Form, Product, constant
from .steps import ONE, ZERO, Condition


def written(P: Form) -> Node:
    """Σ c·Π atomᵉ as a tree."""
    rising, falling = _halves(P)
    if not rising.terms:
        return ZERO if not falling.terms else Unary("-", _sum(falling))
    total = _sum(rising)
    for part in _terms(falling):
        total = Binary("-", total, part)
    return total


def at_least_zero(P: Form) -> Condition:
    """P ≥ 0: a parameter alone stands on the left, otherwise what is added against what is taken away."""
    moving = Form({m: c for m, c in P.terms.items() if _has_parameter(m)})
    if len(moving.terms) == 1:
        ((m, c),) = moving.terms.items()
        own = tuple(f for f in m if is_parameter(f[0]))
        others = {a: -e for a, e in m if not is_parameter(a)}
        rest = P - moving
        if not others or not rest.terms:
            end = written(rest.scaled(-1 / c))
            name = written(Form({own: Fraction(1)}))
            return Condition(name, ">=", end) if c > 0 else Condition(end, ">=", name)
    rising, falling = _halves(P)
    return Condition(written(rising), ">=", written(falling))


def is_parameter(a: Atom) -> bool:
    return a.kind.startswith("parameter ")


def _has_parameter(m: Product) -> bool:
    return any(is_parameter(a) for a, _ in m)


def _halves(P: Form) -> tuple[Form, Form]:
    """(what has positive coefficients, minus the rest)."""
    rising = Form({m: c for m, c in P.terms.items() if c > 0})
    return rising, rising - P


def _sum(P: Form) -> Node:
    first, *others = _terms(P) or [ZERO]
    for part in others:
        first = Binary("+", first, part)
    return first


def _terms(P: Form) -> list[Node]:
    ordered = sorted(P.terms.items(), key=lambda term: (not term[0], [a.key for a, _ in term[0]]))
    return [_term(m, c) for m, c in ordered]


def _term(m: Product, c: Fraction) -> Node:
    above = [_power(a, e) for a, e in m if e > 0]
    below = [_power(a, -e) for a, e in m if e < 0]
    if c.numerator != 1 or not above:
        above.insert(0, Number(c.numerator))
    if c.denominator != 1:
        below.insert(0, Number(c.denominator))
    made = _times(above)
    return Binary("/", made, _times(below)) if below else made


def _times(parts: list[Node]) -> Node:
    made = parts[0]
    for part in parts[1:]:
        made = Binary("*", made, part)
    return made


def _power(a: Atom, e: Fraction) -> Node:
    base = _atom(a)
    if e == 1:
        return base
    if e == Fraction(1, 2):
        return Call("sqrt", (base,))
    return Binary("**", base, Number(int(e) if e.denominator == 1 else e))


def _atom(a: Atom) -> Node:
    inner = ONE if a.inner is None else written(a.inner)
    if is_parameter(a):
        return Name(a.kind.removeprefix("parameter "))
    if a.kind.startswith("prime"):
        return Number(int(a.kind[5:]))
    if a.kind == "pi":
        return Name("pi")
    if a.kind == "base":
        return inner
    if a.kind in ("exp", "log") and a.inner is not None:
        return Call(a.kind, (inner,))
    raise ValueError(f"{a.kind} cannot be written as a constant")


def is_constant(P: Form) -> bool:
    """Whether it can be written by numbers, parameters, roots, exponentials and logarithms."""
    try:
        written(P if P.terms else constant(0))
    except ValueError:
        return False
    return True
