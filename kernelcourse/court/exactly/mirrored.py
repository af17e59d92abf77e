"""exp(ic|q|) + exp(−ic|q|) = exp(icq) + exp(−icq): sin²|u| is sin² u, though sin|u| is not sin u."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .forms import HALF, ONE, Atom, Form, Product, constant, is_complex, product, sides

if TYPE_CHECKING:
    from .algebra import Algebra


def without_bars(algebra: Algebra, P: Form) -> Form:
    """The same with the |q| of such pairs written as q."""
    left, total = dict(P.terms), constant(0)
    for m, c in P.terms.items():
        turn = _turn(algebra, m) if m in left else None
        if turn is None:
            continue
        a, T = turn
        inner, rest = a.inner or constant(0), {b: e for b, e in m if b != a}
        other = product({**rest, Atom("exp", inner - T.scaled(Fraction(2))): Fraction(1)})
        if other == m or left.get(other) != c:
            continue
        del left[m], left[other]
        bare = even(algebra, T)
        for way in (1, -1):
            wave = algebra.exp(inner - T + bare.scaled(Fraction(way)))
            total = total + algebra.times(Form({product(rest): c}), wave)
    return total + Form(left)


def _turn(algebra: Algebra, m: Product) -> tuple[Atom, Form] | None:
    """(the exponential, the one term ic|q| of its exponent)."""
    for a, e in m:
        if a.kind != "exp" or e != 1 or a.inner is None or not is_complex(a):
            continue
        for n, b in a.inner.terms.items():
            bars = [f for f in n if f[1] == HALF and f[0].key in algebra.rooted]
            if len(bars) == 1 and any(f[0].kind == "i" for f in n):
                return a, Form({n: b})
    return None


def even(algebra: Algebra, P: Form) -> Form:
    """cq for P = c|q|: an even function does not see the difference."""
    m, c = next(iter(P.terms.items())) if len(P.terms) == 1 else ((), ONE)
    known = [f for f in m if f[1] == HALF and f[0].key in algebra.rooted]
    rest = tuple(f for f in m if f not in known)
    if len(known) != 1 or sides(rest):
        return P
    return algebra.times(Form({rest: c}), algebra.rooted[known[0][0].key])
