"""A sign that the second instance sees for itself: a form in x − z alone has the bounds of one in x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from .normal_form import Polynomial

if TYPE_CHECKING:
    from .signs import Signs


def seen_by_second_instance(signs: Signs, P: Polynomial, strict: bool) -> Certificate | None:
    """A step without premises that the verifier accepts, or None."""
    made = signs.made("bounds", P, strict, "term by term, in x − z")
    return made if len(P.sides) == 2 and signs.prover.stands(made) else None
