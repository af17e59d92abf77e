"""log of a form: of products, powers and quotients whose parts are > 0, and otherwise a letter of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .forms import ONE, Atom, Form, constant
from .primes import prime_powers

if TYPE_CHECKING:
    from .algebra import Algebra


def log(algebra: Algebra, P: Form) -> Form:
    """log P for P > 0: log 12 = 2·log 2 + log 3, log(c·aᵉ·exp(q)) = log c + e·log a + q, log(cq) = log c + log q."""
    if P.number is not None and P.number > 0:
        primes = prime_powers(P.number, ONE).items()
        return Form({((Atom("log", constant(int(a.kind[5:]))), ONE),): e for a, e in primes})
    if len(P.terms) == 1:
        ((m, c),) = P.terms.items()
        simple = c == 1 and len(m) == 1 and m[0][1] == 1 and m[0][0].kind != "exp"
        alone = len(m) == 1 and m[0][0].kind == "base" and m[0][1] % 2 == 1  # q^odd > 0 says q > 0
        if c > 0 and m and not simple and (alone or all(algebra.atom_nonnegative(a, e) for a, e in m)):
            total = log(algebra, constant(c))
            for a, e in m:
                inner = a.inner if a.kind == "base" and a.inner is not None else Form({((a, ONE),): ONE})
                part = a.inner if a.kind == "exp" and a.inner is not None else log(algebra, inner)
                total = total + part.scaled(e)
            return total
    c = ONE if len(P.terms) <= 1 else abs(P.terms.get(()) or P.leading()[1])
    made = Form({((Atom("log", P.scaled(1 / c)), ONE),): ONE})
    return made if c == 1 else made + log(algebra, constant(c))


def raised_at_zero(algebra: Algebra, P: Form, r: Form) -> Form:
    """P^r for P ≥ 0 and r ≥ 0, 0 where P is 0: (ab)^r = a^r·b^r for factors that are ≥ 0."""
    if len(P.terms) == 1:
        ((m, c),) = P.terms.items()
        if c > 0 and len(m) > 1 and all(e > 0 and algebra.atom_nonnegative(a, e) for a, e in m):
            made = algebra.raised(constant(c), r)
            for factor in m:
                made = algebra.times(made, algebra.raised(Form({(factor,): ONE}), r, at_zero=True))
            return made
    return Form({((Atom("raised", algebra.times(r, log(algebra, P))), ONE),): ONE})


def log_of_quotient(algebra: Algebra, P: Form, needs: list[tuple[str, Form]]) -> Form:
    """log P; of a sum over common denominators, p/q, it is log p − log q where both are > 0, which is noted."""
    below: dict[Atom, Fraction] = {}
    for m in P.terms if len(P.terms) > 1 else ():
        for a, e in m:
            if a.kind == "base" and a.inner is not None and e < 0 and e.denominator == 1:
                below[a] = max(below.get(a, Fraction(0)), -e)
    if len(below) != 1:
        needs.append(("positive", P))
        return algebra.log(P)
    ((a, e),) = below.items()
    under = a.inner or constant(1)
    above = algebra.times(P, Form({((a, e),): ONE}))
    needs += [("positive", above), ("positive", under)]
    return algebra.log(above) - algebra.log(under).scaled(e)
