"""(a² − 2) x = 0 is solved by every x where a is √2, which no fraction is: coefficients are followed to their zeros.

There the equations are taken apart among 150 digits: what is left of a coefficient at its zero is no coefficient.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from kernelcourse.language.elimination import solutions
from kernelcourse.language.errors import NO_VALUE, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Binary, Name, Node, Number, substitute, walk

from ..instances.instance import Instance
from ..instances.quantities import Quantity, decimals
from ..instances.samples import Samples
from ..proving.derivative import Derivative
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .solutions import Equation
from .sweeps import zeros

_DIGITS = 200
_NOTHING, _SOMETHING = Decimal(10) ** -140, Decimal(10) ** -30
_COEFFICIENTS, _ZEROS = 6, 3
_LARGEST = 4  # unknown numbers


def beyond_a_zero(
    previous: Equation, this: Equation, samples: Samples
) -> Iterator[tuple[Instance, Any, bool]]:
    """Where a coefficient is zero, what solves the previous equation only (True), or this one only (False)."""
    at, setting = next(iter(samples.standard), None), this.setting
    if at is None or at.exact is None or setting.where:
        return
    if sum(int(np.size(at.values[name])) for name in this.unknown) > _LARGEST:
        return
    if not all(_free(setting.given.get(name)) for name in this.unknown):
        return
    for there in islice(_places(previous, this, at), _ZEROS * _COEFFICIENTS):
        spaces = [_space(equation, there) for equation in (previous, this)]
        for ahead in (True, False):
            one, other = spaces if ahead else spaces[::-1]
            point = None if one is None or other is None else _alone(one, other)
            if point is not None:
                yield there, point, ahead


def _free(range_: Range | None) -> bool:
    return range_ is not None and range_.whole_space and not range_.is_complex


def _places(previous: Equation, this: Equation, at: Instance) -> Iterator[Instance]:
    setting, unknown = this.setting, {*this.unknown}
    for node in islice(dict.fromkeys(_coefficients(previous, this)), _COEFFICIENTS):
        letters = setting.depends(node) & setting.given.keys() - set(at.sizes)
        for name in sorted(letters - unknown):
            for curve in (node, *_slope(node, name, setting)):  # 1 + cos a is zero where its slope is
                yield from islice(zeros(curve, setting, at, name), _ZEROS)


def _slope(node: Node, name: str, setting: Setting) -> Iterator[Node]:
    with suppress(Unsupported):
        found = Derivative(name, Number(1), setting).of(plain(node))
        if found is not None:
            yield found


def _coefficients(previous: Equation, this: Equation) -> Iterator[Node]:
    """What stands before a single unknown number, and every sum in which no unknown occurs."""
    setting, unknown = this.setting, {*this.unknown}
    for residual in (previous.residual, this.residual):
        if len(unknown) == 1 and not setting.shapes[this.unknown[0]]:
            at_one, at_zero = (substitute(residual, {this.unknown[0]: Number(place)}) for place in (1, 0))
            yield Binary("-", at_one, at_zero)
        for part in walk(residual):
            free = not isinstance(part, (Name, Number)) and not setting.depends(part) & unknown
            if free and not setting.shape(part):
                yield part


Space = tuple[Any, Any, Any, Any]  # the columns, the constant part, one solution (or None), the directions


def _space(equation: Equation, at: Instance) -> Space | None:
    """The solutions of an affine equation, what is zero but for rounding being zero; None where that is not clear."""
    shapes = [np.shape(at.values[name]) for name in equation.unknown]
    count = sum(int(np.prod(shape)) for shape in shapes)
    quantity = Quantity(equation.residual, equation.setting)

    def residual(flat: Any) -> Any:
        there, place = at, 0
        for name, shape in zip(equation.unknown, shapes, strict=True):
            size = int(np.prod(shape))
            part = flat[place : place + size]
            there = there.with_value(name, part.reshape(shape) if shape else part[0])
            place += size
        return np.ravel(np.asarray(decimals(quantity.exactly(there)), dtype=object))

    units = [np.array([Fraction(int(row == place)) for row in range(count)], dtype=object)
             for place in range(count)]  # fmt: skip
    try:
        with precision(_DIGITS):
            base = residual(np.array([Fraction(0)] * count, dtype=object))
            columns = np.stack([residual(unit) - base for unit in units], axis=1)
            probe = np.array([Fraction(7 + 4 * place, 3) for place in range(count)], dtype=object)
            far = np.array([decimals(entry) for entry in probe], dtype=object)
            if any(abs(miss) > _NOTHING for miss in residual(probe) - (columns @ far + base)):
                return None  # not affine
    except (*NO_VALUE, TypeError, ValueError, AttributeError, ArithmeticError):
        return None
    entries = [abs(one) for one in (*columns.flat, *base)]
    if any(_NOTHING < one < _SOMETHING or one > 1 / _SOMETHING for one in entries):
        return None
    columns, base = (_cleaned(one) for one in (columns, base))
    apart = all(np.count_nonzero(columns, axis=axis).max(initial=0) <= 1 for axis in (0, 1))
    if not (apart or quantity.rational):
        return None  # among decimals elimination does not see ranks
    return (columns, base, *solutions(columns, -base))


def _cleaned(values: Any) -> Any:
    found = [Fraction(0) if abs(one) <= _NOTHING else Fraction(one) for one in np.ravel(values)]
    return np.array(found, dtype=object).reshape(np.shape(values))


def _alone(one: Space, other: Space) -> Any | None:
    """A point of the one space that does not lie in the other."""
    _, _, particular, basis = one
    columns, base, *_ = other
    if particular is None:
        return None
    points = [particular, *(particular + move for move in basis.T)]
    misses = ([abs(entry) for entry in columns @ point + base] for point in points)
    return next((point for point, miss in zip(points, misses, strict=True) if max(miss) > _SOMETHING), None)
