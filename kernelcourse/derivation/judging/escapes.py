"""A point that Newton found may refute ⇔ only if it solves the one equation among 60 digits and not the other.

Near a double zero, as of vᵀKv, floats find points that are off by the root of their precision. Such a point is no
witness: it must be far from solving the other equation to count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Name, Node, Number, substitute
from kernelcourse.language.undo import undone

from ..instances.comparison import compare
from ..instances.instance import MODERATE, Instance, moderate
from ..instances.newton import jacobian_at
from ..instances.places import factors, solved
from ..instances.quantities import Quantity
from ..proving.signs import Sign, Signs
from ..ranges.numbers import HalfLine, Interval
from .bound_solutions import bound_solutions, is_bound
from .polynomials import real_roots, value
from .searched_solutions import sampled_solutions
from .solutions import (
    Affine,
    Equation,
    affine_solutions,
    beyond,
    polynomial,
    residual_at,
    solves,
    split,
)

_STEPS = 8
_SOLVED = Decimal(10) ** -40
_MISSED = Decimal(10) ** -25
_FAR, _LEFT = 1e-3, 1e-6
_NEAR = 1e-4  # a double zero is known to half the digits only
_MARGIN = Fraction(1, 10**7)  # of a number that only floats know: half the digits of a double zero


def escapes(equation: Equation, other: Equation, at: Instance, flat: Any, near: float) -> bool:
    """Is this solution of the one, found in floats, certainly none of the other? e⁻¹⁰⁰⁰⁰ is 0 only for floats."""
    rational = Quantity(equation.residual, equation.setting).rational
    if solves(other, at, flat, False, near) or not (rational or moderate(at)):
        return False
    try:
        if not np.all(np.isfinite(residual_at(other, at, flat, False))):
            return False  # 0 · e^(10⁶)
    except TooMuch:
        return False
    except Undefined:
        pass
    found = _among_digits(equation, other, at, flat)
    if found is None and not rational and max(np.abs(flat), default=0.0) > MODERATE:
        left = residual_at(equation, at, flat, False)
        if np.max(np.abs(left), initial=0.0) > _LEFT:
            return False  # far out e^(−10¹⁸) = 1 is solved, for floats
    return found if found is not None else not solves(other, at, flat, False, _FAR, 1.0)


def escaped_point(equation: Equation, other: Equation, at: Instance, found: list[Any]) -> Any | None:
    """A value of the unknown that solves the one and not the other: of those found, or of those that can be stated."""
    escaped = next((flat for flat in found if escapes(equation, other, at, flat, _NEAR)), None)
    for put in (stated_escape, root_escape, kink_escape) if escaped is None else ():
        point = put(equation, other, at)
        if point is not None and in_range(equation, at, point):
            return point
    return escaped


def in_range(equation: Equation, at: Instance, flat: Any) -> bool:
    """Are these values of the unknown numbers? −2 solves x² = 4, but it is no positive x."""
    for name, one in split(np.asarray(flat), at, equation.unknown).items():
        range_ = equation.setting.given.get(name)
        if range_ is not None and is_bound(range_) and range_.fault(np.asarray(one, dtype=float)):
            return False
        if np.ndim(one) or not isinstance(range_, (HalfLine, Interval)):
            continue
        margin = 0 if isinstance(one, Fraction) else _MARGIN
        ends = range_.ends if isinstance(range_, Interval) else (Fraction(0),)
        found = next((end for end in ends if abs(Fraction(one) - end) <= margin), Fraction(one))
        if not range_.holds(found):  # what floats cannot tell from an end of the range is that end
            return False
    return True


def within(equation: Equation, at: Instance, space: Affine) -> Affine:
    """No solution, where the only one is no value of the unknown."""
    if space.empty or space.basis.shape[1] or in_range(equation, at, space.particular):
        return space
    return replace(space, particular=None)


def root_escape(equation: Equation, other: Equation, at: Instance) -> Any | None:
    """A root of a polynomial equation that is a fraction is put into the other equation, exactly."""
    found = polynomial(equation, at)
    quantity = Quantity(other.residual, other.setting)
    for root in real_roots(found) if found and quantity.has_value(at) else ():
        point = at.with_value(equation.unknown[0], root)
        if value(found or (), root) == 0 and (
            _undefined(quantity, point) or _differs_from_zero(quantity, point)
        ):
            return np.array([root], dtype=object)
    return None


def stated_escape(equation: Equation, other: Equation, at: Instance) -> Any | None:
    """x = E leaves no doubt about x: E is put into the other equation, exactly. E if it does not solve it.

    So it is with (eᵗ − 1)(t − 10⁶) = 0, where a factor says what t may be.
    """
    name = equation.unknown[0]
    for stated in _stated(equation, at):
        there = Quantity(substitute(other.residual, {name: stated}), other.setting)
        try:
            if _differs_from_zero(there, at):
                return np.ravel(Quantity(stated, equation.setting).measure(at).value)
        except (Undefined, TooMuch, ShapeError):
            continue
    return None


def _stated(equation: Equation, at: Instance) -> Iterator[Node]:
    """What the unknown is, according to this equation or to a factor of it that is zero there."""
    name = equation.unknown[0]
    if equation.left == Name(name) and name not in equation.setting.depends(equation.right):
        yield equation.right
        return
    for factor in (
        factors(equation.residual) if len(equation.unknown) == 1 and not np.ndim(at.values[name]) else ()
    ):
        for candidate in undone(factor, name):
            found = solved(candidate, equation.setting, at)
            there = Quantity(substitute(factor, {name: candidate}), equation.setting)
            if (
                found is None
                or not equation.setting.given[name].holds(found)
                or _differs_from_zero(there, at)
            ):
                continue
            if not _undefined(Quantity(equation.residual, equation.setting), at.with_value(name, found)):
                yield candidate


def _differs_from_zero(quantity: Quantity, at: Instance) -> bool:
    nothing = replace(quantity, node=Binary("*", Number(0), quantity.node))
    by_rule = not quantity.shape and Signs(quantity.setting).of(quantity.node) in (
        Sign.NONZERO,
        Sign.POSITIVE,
    )
    return by_rule or compare(quantity, nothing, at).outcome == "different"


def kink_escape(equation: Equation, other: Equation, at: Instance) -> Any | None:
    """Beyond a kink of the other equation, far away or not, fractions solve this one only: sign(t − 10⁸) = −1."""
    own, far = (Quantity(one.residual, one.setting) for one in (equation, other))
    for found in beyond(other, at) if own.piecewise_rational else ():
        point = at.with_value(other.unknown[0], found)
        if own.has_value(point) and not _differs_from_zero(own, point) and _differs_from_zero(far, point):
            return np.array([found], dtype=object)
    return None


def _undefined(quantity: Quantity, at: Instance) -> bool:
    """It has no value there; what is only too large to write down, such as 0 · e^(10⁶), has one."""
    try:
        quantity.exactly(at)
    except Undefined:
        return True
    except (Unsupported, TooMuch):
        pass
    return False


def _among_digits(equation: Equation, other: Equation, at: Instance, flat: Any) -> bool | None:
    """The point is made better by Newton steps among 60 digits; None if that does not lead to a zero.

    False where it comes no nearer: Newton in floats takes 1 for rounding beside 10⁹.
    """
    if at.exact is None or np.iscomplexobj(flat):
        return None
    values = {**at.values, **split(np.asarray(flat), at, equation.unknown)}
    try:
        jacobian, _ = jacobian_at(values, equation.setting.define, [equation.residual], [*equation.unknown])
        with precision():
            point, misses = np.array([Decimal(float(entry)) for entry in flat], dtype=object), []
            for _ in range(_STEPS):
                miss = _residual(equation, at, point)
                size = max(map(abs, miss), default=Decimal(0))
                misses.append(size)
                if size <= _SOLVED:
                    return bool(max(map(abs, _residual(other, at, point)), default=Decimal(0)) > _MISSED)
                step = np.linalg.lstsq(jacobian, np.array([float(-one / size) for one in miss]), rcond=1e-10)[
                    0
                ]
                point = point + np.array([Decimal(float(one)) * size for one in step], dtype=object)
            if misses[-1] > max(misses[0] / 2, Decimal(_FAR)):
                return False
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


def some_solutions(equation: Equation, at: Instance, starts: int, rng: np.random.Generator) -> list[Any]:
    """Some solutions: by elimination if the equation is linear in the unknown, else from many starts."""
    if len(equation.unknown) == 1 and is_bound(equation.setting.given.get(equation.unknown[0])):
        bound = bound_solutions(equation, at, rng)
        return bound or _any_solutions(equation, at, starts, rng)
    return _any_solutions(equation, at, starts, rng)


def _any_solutions(equation: Equation, at: Instance, starts: int, rng: np.random.Generator) -> list[Any]:
    try:
        space = affine_solutions(equation, at, False)
    except (Undefined, TooMuch, TypeError, AttributeError):
        space = None
    if space is None:
        return sampled_solutions(equation, at, starts, rng)
    if space.empty:
        return []
    directions = [space.basis @ rng.normal(size=space.basis.shape[1]) for _ in range(3)]
    points = [space.particular, *(space.particular + move for move in directions if space.basis.shape[1])]
    return [one for one in points if solves(equation, at, one, False)]  # v·v looks affine where u·u is huge
