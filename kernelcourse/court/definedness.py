"""Before anything is called proved, every division, root and logarithm in the formula must be shown to be defined.

A quotient that is 0/0 at some points only on their own account (cosine similarity at 0) is proved "where defined".
"""

from __future__ import annotations

from fractions import Fraction

from .algebras import Condition, Reading
from .factoring import product_of_sides
from .identities import NotReal
from .normal_form import ONE, Polynomial, TooLarge
from .prover import Prover
from .substitution import at_origin, swapped

WHERE_DEFINED = "where defined: points at which the quotient is 0/0 are left out"


def defined(prover: Prover, reading: Reading) -> str | None:
    """ "" if every condition holds on the whole domain, WHERE_DEFINED if only 0/0 is left, None if it is not known."""
    answer = ""
    for condition in reading.conditions:
        if _holds(prover, condition):
            continue
        if condition.needs == "nonzero" and condition.numerator is not None and _removable(prover, condition):
            answer = WHERE_DEFINED
            continue
        return None
    return answer


def _holds(prover: Prover, condition: Condition) -> bool:
    q = condition.form
    try:
        if condition.needs == "nonzero":
            return prover.positive(q) or prover.positive(-q)
        if condition.needs == "positive":
            return prover.positive(q)
        if condition.needs == "nonnegative":
            return prover.nonnegative(q)
        return prover.nonnegative(ONE - q) and prover.nonnegative(ONE + q)
    except (TooLarge, NotReal):
        return False


def _removable(prover: Prover, condition: Condition) -> bool:
    """Whether the numerator vanishes wherever the denominator does, and that only on the points' own account."""
    q, numerator = condition.form, condition.numerator
    assert numerator is not None
    factors = _side_factors(prover, q)
    places = {"x": ("0", "z"), "z": ("x", "0")}
    if factors is None:  # q ≥ (q(x, x) + q(z, z))/2: zero only when both points are the origin
        value = at_origin(prover.forms, numerator, "0", "0")
        if value is None or value or not prover.signs.definite(prover.diagonal(q)):
            return False
        prover.punctured = prover.conditionally_negative(q) is not None
        return prover.punctured
    if all(prover.signs.definite(factor) or _zero_only_at_origin(prover, factor) for factor in factors):
        values = [at_origin(prover.forms, numerator, *places[side]) for f in factors for side in f.sides]
        if all(value is not None and not value for value in values):
            prover.punctured = True
            return True
    try:
        ratio = prover.forms.multiply(
            prover.diagonal(numerator), prover.forms.power(prover.diagonal(q), Fraction(-1))
        )
        finite = all(e > 0 or prover.signs.atom(a).low > 0 for m in ratio.terms for a, e in m)
        return finite and is_square_of_sides(prover, q) and prover.kernel(numerator) is not None
    except (TooLarge, NotReal):
        return False


def _side_factors(prover: Prover, q: Polynomial) -> list[Polynomial] | None:
    """The factors of q in x alone and in z alone, if it is a product of such."""
    if q.single is not None:
        _, left, right, joint = prover.forms.separate(q.single[0])
        return [f for f in (left, right) if f.sides] if joint == ONE else None
    if len(q.sides) == 1:
        return [q]
    sides = product_of_sides(q)
    return [f for f in sides if f.sides] if sides is not None else None


def _zero_only_at_origin(prover: Prover, f: Polynomial) -> bool:
    return f.single is not None and all(prover.signs.nonzero_off_origin(a) for a, _ in f.single[0])


def is_square_of_sides(prover: Prover, q: Polynomial) -> bool:
    """Whether q = h(x)·h(z)."""
    if q.single is not None and q.single[1] > 0:
        constant, left, right, joint = prover.forms.separate(q.single[0])
        return joint == ONE and swapped(prover.forms, left) == right and prover.constant_sign(constant) == 1
    sides = product_of_sides(q)
    if sides is None:
        return False
    g, h = swapped(prover.forms, sides[0]), sides[1]
    ratio = h.leading()[1] / g.leading()[1]
    return ratio > 0 and g.scaled(ratio) == h
