"""A point that Newton found may refute ⇔ only if it solves the one equation among 60 digits and not the other.

Near a double zero, as of vᵀKv, floats find points that are off by the root of their precision. Such a point is no
witness: it must be far from solving the other equation to count.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.tree import Binary, Number

from .comparison import compare
from .instances import Instance, moderate
from .newton import jacobian_at
from .polynomials import real_roots, value
from .quantities import Quantity
from .solutions import Equation, polynomial, solves, split

_STEPS = 8
_SOLVED = Decimal(10) ** -40
_MISSED = Decimal(10) ** -25
_FAR = 1e-3


def escapes(equation: Equation, other: Equation, at: Instance, flat: Any, near: float) -> bool:
    """Is this solution of the one, found in floats, certainly none of the other? e⁻¹⁰⁰⁰⁰ is 0 only for floats."""
    rational = Quantity(equation.residual, equation.setting).rational
    if solves(other, at, flat, False, near) or not (rational or moderate(at)):
        return False
    found = _among_digits(equation, other, at, flat)
    return found if found is not None else not solves(other, at, flat, False, _FAR, 1.0)


def root_escape(equation: Equation, other: Equation, at: Instance) -> Any | None:
    """A root of a polynomial equation that is a fraction is put into the other equation, exactly."""
    found = polynomial(equation, at)
    quantity = Quantity(other.residual, other.setting)
    nothing = replace(quantity, node=Binary("*", Number(0), other.residual))
    for root in real_roots(found) if found and quantity.has_value(at) else ():
        point = at.with_value(equation.unknown[0], root)
        if value(found or (), root) == 0 and not (
            quantity.has_value(point) and _equal(quantity, nothing, point)
        ):
            return np.array([root], dtype=object)
    return None


def _equal(left: Quantity, right: Quantity, at: Instance) -> bool:
    return compare(left, right, at).outcome != "different"


def _among_digits(equation: Equation, other: Equation, at: Instance, flat: Any) -> bool | None:
    """The point is made better by Newton steps among 60 digits; None if that does not lead to a zero."""
    if at.exact is None or np.iscomplexobj(flat):
        return None
    values = {**at.values, **split(np.asarray(flat), at, equation.unknown)}
    try:
        jacobian, _ = jacobian_at(values, equation.setting.define, [equation.residual], [*equation.unknown])
        with precision():
            point = np.array([Decimal(float(entry)) for entry in flat], dtype=object)
            for _ in range(_STEPS):
                miss = _residual(equation, at, point)
                size = max(map(abs, miss), default=Decimal(0))
                if size <= _SOLVED:
                    return bool(max(map(abs, _residual(other, at, point)), default=Decimal(0)) > _MISSED)
                step = np.linalg.lstsq(jacobian, np.array([float(-one / size) for one in miss]), rcond=1e-10)[
                    0
                ]
                point = point + np.array([Decimal(float(one)) * size for one in step], dtype=object)
    except (
        NotRational,
        Unsupported,
        Undefined,
        TooMuch,
        ArithmeticError,
        TypeError,
        ValueError,
        AttributeError,
    ):
        return None
    return None


def _residual(equation: Equation, at: Instance, point: Any) -> list[Any]:
    """left − right among decimals, with the unknown at the point."""
    assert at.exact is not None
    arithmetic = Exact(decimals=True)
    used = equation.setting.depends(equation.residual) - {*equation.unknown}
    values = {name: arithmetic.lift(value) for name, value in at.exact.items() if name in used}
    values |= {name: value for name, value in at.exact.items() if name in equation.setting.sizes}
    values |= split(point, at, equation.unknown)
    return list(
        np.ravel(np.asarray(Evaluator(values, equation.setting.define, arithmetic)(equation.residual)))
    )
