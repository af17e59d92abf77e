"""(1 − r)₊, however it is spelled: min(1, r) = 1 − (1 − r)₊, and q₊³ = q₊·q²."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .forms import Atom, Form, constant, sides

if TYPE_CHECKING:
    from .algebra import Algebra

ONE, MOST = Fraction(1), 12


def positive_part(algebra: Algebra, q: Form) -> Form:
    """q₊; for r − c with c > 0 and r ≥ 0 it is r − c + (c − r)₊, and (πc − r)₊ = π(c − r/π)₊."""
    fixed = [m for m in q.terms if not sides(m)]
    if len(fixed) == 1 and fixed[0] and all(a.kind.startswith(("pi", "prime")) for a, _ in fixed[0]):
        unit = Form({fixed[0]: ONE})
        return algebra.times(unit, positive_part(algebra, algebra.times(q, algebra.power(unit, -ONE))))
    lead = abs(q.leading()[1])
    hat = Form({((Atom("pos", q.scaled(1 / lead)), ONE),): lead})
    c = q.terms.get((), Fraction(0))
    if c >= 0 or not algebra.plainly_nonnegative(q - constant(c)):
        return hat
    return q + positive_part(algebra, q.scaled(-1))


def in_single_hats(algebra: Algebra, P: Form) -> Form:
    """The same with every q₊ⁿ, n = 2, 3, …, written as q₊·qⁿ⁻¹."""
    total = constant(0)
    for m, c in P.terms.items():
        high = [(a, e) for a, e in m if a.kind == "pos" and 1 < e <= MOST and e.denominator == 1]
        made = Form({tuple((a, ONE) if (a, e) in high else (a, e) for a, e in m): c})
        for a, e in high:
            made = algebra.times(made, algebra.power(a.inner or constant(0), e - 1))
        total = total + made
    return total
