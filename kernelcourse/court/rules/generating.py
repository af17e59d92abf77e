"""(1 − 2c x·z + c²‖x‖²‖z‖²)^(−p), which generates Gegenbauer's polynomials; exp(−a|u|) − c on an interval."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, Atom, Polynomial, by_sides, from_atom, number
from ..algebra.substitution import swapped
from .groups import groups

if TYPE_CHECKING:
    from ..prover import Prover

T = Atom("xz")


def legendre(prover: Prover, P: Polynomial) -> Certificate | None:
    """In the ball, and with ‖x‖ = 1 on the sphere; what is left must be a kernel too."""
    if prover.domain.name not in ("ball", "sphere") or P.single is None or len(P.single[0]) != 1:
        return None
    (a, e), weight = P.single[0][0], P.single[1]
    q = a.argument
    if a.kind != "base" or q is None or e >= 0 or weight <= 0:
        return None
    t, one = ((T, Fraction(1)),), q.terms.get((), Fraction(0))
    c = _rate(-q.terms.get(t, Fraction(0)) / one) if one > 0 and prover.domain.name == "sphere" else None
    if prover.domain.name == "ball":
        c = -q.terms.get(t, Fraction(0)) / 2
        one = Fraction(1)
    if c is None or not 0 < c <= 1:
        return None
    unit = one / (1 + c * c) if prover.domain.name == "sphere" else one
    made = prover.forms.power(q.scaled(1 / unit), e)
    reason = f"Σ rⁿCₙ(t) with r = {c}·‖x‖‖z‖: Gegenbauer's polynomials of the angle, each a kernel here"
    step = prover.certificate("Legendre", made, reason, c=c, p=-e)
    factor = prover.forms.power(number(unit), e).scaled(weight)
    return prover.multiple(P, factor, step) if prover.stands(step) else None


def _rate(b: Fraction) -> Fraction | None:
    """c < 1 with 2c/(1 + c²) = b."""
    if not 0 < b < 1:
        return None
    square = 1 - b * b
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return (1 - root) / b if root * root == square else None


def above_constant(prover: Prover, P: Polynomial) -> Certificate | None:
    """w·(exp(−a|xᵢ − zᵢ|) − c) on [0, 1]: the constant has a norm there."""
    if prover.domain.name != "interval":
        return None
    constants = by_sides(P)[0]
    if not constants or prover.constant_sign(constants) != -1:
        return None
    found = groups(prover, P - constants)
    if len(found) != 1 or found[0].constant is None or prover.constant_sign(found[0].constant) != 1:
        return None
    weight, joint = found[0].constant, found[0].joint
    m = joint.single[0] if joint.single else ()
    u = m[0][0].argument if len(m) == 1 and m[0][0].kind == "exp" and m[0][1] == 1 else None
    for i in range(prover.domain.dim):
        x = from_atom(Atom("x", index=i))
        size = prover.forms.abs(x - swapped(prover.forms, x))
        a = None if u is None else -prover.forms.divide(u, size)
        if a is None or a.sides:
            continue
        c = prover.forms.divide(-constants, weight)
        reason = "on an interval of length L the constant 1 has the squared norm 1 + aL/2: 2/(2 + aL) may be taken away"
        a_, c_ = prover.tree(a), prover.tree(c)
        step = prover.certificate("interval", joint - c, reason, a=a_, c=c_, maps=(prover.tree(x),))
        if prover.stands(step):
            return prover.multiple(P, weight, step) if weight != ONE else step
    return None
