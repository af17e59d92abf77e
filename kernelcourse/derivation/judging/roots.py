"""Two polynomial equations in one unknown number: do all real roots of the one solve the other?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kernelcourse.language.errors import TooMuch

from ..instances.instance import Instance
from .escapes import in_range
from .polynomials import Polynomial, escaping, real_roots, value
from .solutions import Equation, Inclusion, polynomial


def compare_roots(
    previous: Equation, this: Equation, at: Instance, forward: Inclusion, backward: Inclusion
) -> bool:
    """Notes both inclusions; False where an equation is no polynomial in one unknown.

    Where there are other letters, an equation without a root says nothing: at other values it may have one.
    """
    always = this.setting.depends(previous.residual, this.residual) <= {*this.unknown}
    first, second = polynomial(previous, at), polynomial(this, at)
    if first is None or second is None:
        return False
    for one, other, inclusion in ((first, second, forward), (second, first, backward)):
        tried = escaping(one, other) if one else [Fraction(7), _own(this, at)] if other else []
        points = [np.array([root], dtype=object) for root in tried if one or value(other, root)]
        found = next((point for point in points if in_range(this, at, point)), None)
        inclusion.note(at, found, found is not None or always or _has_root(one, this, at))
    return True


def _has_root(polynomial: Polynomial, this: Equation, at: Instance) -> bool:
    """Within the unknown's range; as far as roots can be told apart."""
    try:
        roots = real_roots(polynomial) if polynomial else [_own(this, at)]
    except TooMuch:
        return True
    return any(in_range(this, at, np.array([root], dtype=object)) for root in roots)


def _own(this: Equation, at: Instance) -> Fraction:
    assert at.exact is not None
    return Fraction(at.exact[this.unknown[0]])
