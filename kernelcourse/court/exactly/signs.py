"""Bounds of a form on the domain: how the verifier tells a sign."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd, inf, lcm

from .algebra import Algebra
from .clock import check
from .enclosures import EVERYTHING, PI, Range, exponential, logarithm, point
from .forms import ONE, Atom, Form, Product, constant, in_every_term, is_complex, letter
from .forms import product as ordered
from .shifted import at_difference
from .simplex import on_simplex

UNIT = Range(Fraction(-1), Fraction(1))
LETTERS = {"ball": Range(Fraction(-1), Fraction(1), True, True), "sphere": UNIT}
LETTERS |= dict.fromkeys(("interval", "binary", "histogram"), Range(Fraction(0), Fraction(1)))
HIGHEST: dict[str, Fraction | float] = {
    "tanh": Fraction(1),
    "sign": Fraction(1),
    "arcsin": Fraction(8, 5),
    "arctan": Fraction(8, 5),
    "arctanh": inf,
}
LETTERS["positive"] = Range(Fraction(0), inf, False, True)


def bounds(algebra: Algebra, P: Form) -> Range:
    """An interval that holds every value of P on the domain."""
    if P.key not in algebra.reach:
        check()
        algebra.reach[P.key] = _search(algebra, P)
    return algebra.reach[P.key]


def limit(algebra: Algebra, P: Form, strict: bool) -> None:
    """c·a + b ≥ 0 (> 0) for a parameter a and numbers b, c: a lies on one side of −b/c."""
    m, c = P.leading() if P.terms else ((), ONE)
    if {()} | {m} | set(P.terms) != {(), m} or len(m) != 1 or m[0][1] != 1:
        return
    name = m[0][0].kind
    end, key = -P.terms.get((), Fraction(0)) / c, letter(name).key
    old = algebra.reach.get(key, EVERYTHING)
    if c > 0 and (end > old.low or (end == old.low and strict)):
        algebra.reach[key] = Range(end, old.high, strict, old.high_open)
    if c < 0 and (end < old.high or (end == old.high and strict)):
        algebra.reach[key] = Range(old.low, end, old.low_open, strict)


def essential(algebra: Algebra, P: Form) -> Form:
    """P up to factors > 0: numbers, and parameters that are in every term."""
    if not P.terms:
        return P
    return in_every_term(P, lambda a: a.kind[:9] == "parameter" and atom_bounds(algebra, a).positive())[
        1
    ].unit


def _search(algebra: Algebra, P: Form) -> Range:
    shorter = on_simplex(algebra, P) if algebra.domain == "histogram" else P
    if shorter.key != P.key:
        first, second = bounds(algebra, shorter), _bounds(algebra, P)
        return first if first.low > second.low else second
    moved = at_difference(algebra, P)
    if moved is not None:
        first, second = bounds(Algebra("real", algebra.dim), moved), _bounds(algebra, P)
        return first if first.low > second.low else second
    folded = _without_sizes(algebra, P)
    if folded is not None:
        lower, plain = bounds(algebra, folded), _bounds(algebra, P)
        if lower.low > plain.low or (lower.low == plain.low and lower.low_open):
            return Range(lower.low, plain.high, lower.low_open, plain.high_open)
        return plain
    return _bounds(algebra, P)


def _without_sizes(algebra: Algebra, P: Form) -> Form | None:
    """A form below P without one |q| in it: c|q| ≥ ±cq for c > 0, and −|Σqᵢ| ≥ −Σ|qᵢ|; an arc is at most π/2."""
    for m, c in P.terms.items():
        if len(m) == 1 and m[0][0].kind in ("arcsin", "arctan") and m[0][1] == 1 and not is_complex(m[0][0]):
            return P - Form({m: c}) - letter("pi").scaled(abs(c) / 2)
        q = algebra.rooted.get(m[0][0].key) if len(m) == 1 and m[0][1] == Fraction(1, 2) else None
        if q is None:
            continue
        rest = Form({n: b for n, b in P.terms.items() if n != m})
        if c > 0:
            both = [rest + q.scaled(c), rest - q.scaled(c)]
            return min(both, key=lambda form: len(form.terms))
        if all(algebra.plainly_nonnegative(Form({n: abs(b)})) for n, b in q.terms.items()):
            return rest + Form({n: c * abs(b) for n, b in q.terms.items()})
    return None


def _length(algebra: Algebra) -> Range:
    """Of ‖x‖² on the ball, without 0, or for x ≥ 0 with Σ xᵢ = 1."""
    if algebra.domain == "nonzero":
        return Range(Fraction(0), inf, True, True)
    least = Fraction(1, algebra.dim) if algebra.domain == "histogram" else Fraction(0)
    return Range(least, Fraction(1), False, algebra.domain == "ball")


def _in_lengths(algebra: Algebra, P: Form) -> Form | None:
    """P with the letters xx and zz for ‖x‖² and ‖z‖², if it is a polynomial in these."""
    made: dict[Product, Fraction] = {}
    for m, c in P.terms.items():
        if any(a.kind[0] not in "xz" or e < 0 or e % 2 for a, e in m):
            return None
        if all(a.kind in ("x0", "z0") for a, _ in m):
            made[tuple((Atom(a.kind[0] * 2), e / 2) for a, e in m)] = c
    total = constant(0)
    for m, c in made.items():
        part = constant(c)
        for a, e in m:
            squares = [Form({((Atom(f"{a.kind[0]}{i}"), Fraction(2)),): ONE}) for i in range(algebra.dim)]
            part = algebra.times(part, algebra.power(sum(squares, constant(0)), e))
        total = total + part
    return Form(made) if total.key == P.key else None


def _bounds(algebra: Algebra, P: Form) -> Range:
    total = point(0)
    if algebra.domain in ("ball", "nonzero", "histogram") and algebra.dim > 1:
        P = _in_lengths(algebra, P) or P
    apart = {tuple(f for f in m if f[0].kind[0] not in "xz") for m in P.terms}
    for side, rest in product("xz" if algebra.domain in ("ball", "nonzero", "histogram") else "", apart):
        squares = [ordered({**dict(rest), Atom(f"{side}{i}"): Fraction(2)}) for i in range(algebra.dim)]
        shared = {P.terms.get(m) for m in squares}
        if len(shared) == 1 and None not in shared:  # c·‖x‖² with ‖x‖ < 1, or ≤ 1
            factor = point(shared.pop() or Fraction(0)) * _length(algebra)
            for a, e in rest:
                factor = factor * atom_bounds(algebra, a).power(e)
            total = total + factor
            P = Form({m: c for m, c in P.terms.items() if m not in squares})
    if algebra.domain in ("ball", "sphere") and algebra.dim > 1:  # c·(x·z), by Cauchy and Schwarz
        pairs = [ordered({Atom(f"{side}{i}"): ONE for side in "xz"}) for i in range(algebra.dim)]
        shared = {P.terms.get(m) for m in pairs}
        if len(shared) == 1 and None not in shared:
            total = total + point(shared.pop() or Fraction(0)) * LETTERS[algebra.domain]
            P = Form({m: c for m, c in P.terms.items() if m not in pairs})
    for m, c in P.terms.items():
        term, wave = point(c), False
        for a, e in m:
            wave = wave or a.kind == "i" or (a.kind == "exp" and is_complex(a))
            term = term * atom_bounds(algebra, a).power(e)
        total = total + (term.size() * UNIT if wave else term)
    return total


def never_zero(algebra: Algebra, P: Form) -> bool:
    """P > 0, −P > 0, P² > 0; or whole numbers, and the common factor of the others does not divide the constant."""
    if any(bounds(algebra, Q).positive() for Q in (P, P.scaled(-1), algebra.times(P, P))):
        return True
    letters = all(a.kind[0] in "xz" and e > 0 and e.denominator == 1 for m in P.terms for a, e in m)
    if algebra.domain != "integer" or not letters:
        return False
    whole = P.scaled(lcm(*(c.denominator for c in P.terms.values())))
    shared = gcd(*(int(c) for m, c in whole.terms.items() if m))
    return shared > 0 and int(whole.terms.get((), Fraction(0))) % shared != 0


def parts_of(need: str, P: Form) -> list[tuple[str, Form]]:
    """What is enough for a need: −1 ≤ P ≤ 1 by 1 ± P ≥ 0; c·Π qᵉ > 0 by every q > 0."""
    if need == "within":
        return [("nonnegative", constant(1) + Q) for Q in (P, P.scaled(-1))]
    m, c = next(iter(P.terms.items())) if len(P.terms) == 1 else ((), Fraction(0))
    if need == "nonzero" or c <= 0 or any(a.kind != "base" or a.inner is None for a, _ in m):
        return []
    return [
        ("positive" if need == "positive" or e < 0 else need, a.inner) for a, e in m if a.inner is not None
    ]


def _imaginary(m: Product) -> bool:
    """i times something real; in i·exp(ix), a part of sin x, the factor is not."""
    return any(a.kind == "i" for a, _ in m) and not any(is_complex(a) for a, _ in m)


def atom_bounds(algebra: Algebra, a: Atom) -> Range:
    inner = bounds(algebra, a.inner) if a.inner is not None else EVERYTHING
    if a.kind == "base" and a.key in algebra.rooted and not inner.positive():  # (q²)^…: better by q
        return bounds(algebra, algebra.rooted[a.key]).size().power(Fraction(2))
    if a.kind.startswith("prime"):
        return point(int(a.kind[5:]))
    if a.kind.startswith("parameter"):
        return algebra.reach.get(letter(a.kind).key, EVERYTHING)
    if a.kind == "raised":
        return Range(Fraction(0), inf)
    if a.kind in ("xx", "zz"):
        return _length(algebra)
    if a.kind[0] in "xz":
        return LETTERS.get(algebra.domain, EVERYTHING)
    if a.kind == "exp" and a.inner is not None:  # |exp(p + iq)| = exp(p)
        return exponential(
            bounds(algebra, Form({m: c for m, c in a.inner.terms.items() if not _imaginary(m)}))
        )
    if a.kind.startswith(("len", "hamming", "edit")):
        return Range(Fraction(0), inf)
    if a.kind == "pos":
        return Range(max(inner.low, Fraction(0)), max(inner.high, Fraction(0)))
    if a.kind.startswith("delta"):
        return Range(Fraction(0), Fraction(1))
    if a.kind in HIGHEST:  # odd functions that rise
        top = HIGHEST[a.kind]
        low, high = Fraction(0) if inner.low >= 0 else -top, Fraction(0) if inner.high <= 0 else top
        never = a.kind == "tanh"  # its ends ±1 are no values
        return Range(low, high, never and low != 0, never and high != 0)
    if a.kind == "log":
        return logarithm(inner)
    return {"pi": PI, "i": point(1), "base": inner, "sinc": UNIT}.get(a.kind, EVERYTHING)
