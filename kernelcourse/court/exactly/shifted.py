"""A form in x − z alone has the values of the same form at z = 0: 1 + (x − z)⁴, multiplied out, is at least 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .forms import Form, constant, letter

if TYPE_CHECKING:
    from .algebra import Algebra

MOST_TERMS = 60


def at_difference(algebra: Algebra, P: Form) -> Form | None:
    """P with 0 for z, if P is the same for x + s and z + s: x then stands for x − z, any number at all."""
    if len(P.terms) > MOST_TERMS or algebra.domain in ("string", "sphere"):
        return None
    zero, places = constant(0), range(algebra.dim)
    Q = _with(algebra, P, {f"z{i}": zero for i in places})
    if Q is None or Q.key == P.key:
        return None
    back = _with(algebra, Q, {f"x{i}": letter(f"x{i}") - letter(f"z{i}") for i in places})
    return Q if back is not None and back.key == P.key else None


def _with(algebra: Algebra, P: Form, values: dict[str, Form]) -> Form | None:
    """P with forms for letters; None if there are functions in it other than powers."""
    total = constant(0)
    for m, c in P.terms.items():
        part = constant(c)
        for a, e in m:
            if a.kind == "base" and a.inner is not None:
                inner = _with(algebra, a.inner, values)
            elif a.kind[0] in "xz" and a.kind[1:].isdigit():
                inner = values.get(a.kind, letter(a.kind))
            elif a.kind == "pi":
                inner = letter("pi")
            else:
                return None
            if inner is None or (not inner.terms and e < 0):
                return None
            part = algebra.times(part, algebra.power(inner, e))
        total = total + part
    return total
