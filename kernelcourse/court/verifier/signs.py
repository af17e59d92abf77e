"""Checks of signs: P > 0 or P ≥ 0 on the whole domain."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Name
from kernelcourse.language.tree import free_names, substitute

from ..exactly.forms import Form, constant
from ..sturm import nonnegative_on
from .checking import Check, positive_diagonal, product

if TYPE_CHECKING:
    from kernelcourse.validity import Certificate as Step

    from . import Verifier


def _sign_by_bounds(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.bounds(v.form(s.formula)).positive(s.claims == "positive")


def _sign_by_squares(v: Verifier, s: Step, K: list[Form]) -> bool:
    """P = Σ c·s² with c ≥ 0; > 0 if one s is 1 and its c > 0."""
    total, strict = constant(0), False
    for c, f in s.data["squares"]:
        if not v.constant_sign(c, 0):
            return False
        strict = strict or (v.form(f).number == 1 and v.constant_sign(c, 1))
        total = total + v.algebra.times(v.form(c), v.algebra.times(v.form(f), v.form(f)))
    return (strict or s.claims == "nonnegative") and v.same(v.form(s.formula), total)


def _sign_by_diagonal(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), K[0]) and positive_diagonal(v, s, s.claims == "positive")


def _sign_by_kernel(v: Verifier, s: Step, K: list[Form]) -> bool:
    """c ± K ≥ c − |K(x, z)|, and |K(x, z)| ≤ max of K(x, x)."""
    c = s.data["c"]
    rest = v.form(s.formula) - v.form(c)
    if not (v.same(rest, K[0]) or v.same(rest, K[0].scaled(-1))) or free_names(c) & {"x", "z"}:
        return False
    diagonal = substitute(s.premises[0].formula, {"z": Name("x")})
    return v.has_sign(Binary("-", c, diagonal), s.premises[1:], s.claims == "positive")


def _sign_by_roots(v: Verifier, s: Step, K: list[Form]) -> bool:
    """A polynomial in one letter: Sturm's theorem."""
    found = v.one_letter(v.form(s.formula))
    if found is None:
        return False
    coefficients, reach = found
    low, high = (None if isinstance(end, float) else end for end in (reach.low, reach.high))
    return nonnegative_on(coefficients, low, high, s.claims == "positive")


def _sign_of_cosine(v: Verifier, s: Step, K: list[Form]) -> bool:
    """cos t > 0 for |t| ≤ 3/2 < π/2."""
    q = v.form(s.data["q"])
    return v.bounds(q).size().high <= Fraction(3, 2) and v.same(
        v.form(s.formula), v.algebra.function("cos", q)
    )


SIGN: dict[str, Check] = {
    "cosine": _sign_of_cosine,
    "bounds": _sign_by_bounds, "squares": _sign_by_squares, "product": product,
    "diagonal": _sign_by_diagonal, "kernel bound": _sign_by_kernel, "roots": _sign_by_roots,
}  # fmt: skip
