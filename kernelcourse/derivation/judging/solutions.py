"""The solutions of an equation at one instance: an affine space exactly, or the roots of a polynomial."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.elimination import solutions as eliminate
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.floats import Floats
from kernelcourse.language.rational import rational
from kernelcourse.language.tree import Binary, Node, Number

from ..instances.instance import Instance
from ..instances.moves import kinks
from ..instances.places import around
from ..reading.symbols import Setting, plain
from .polynomials import Polynomial, interpolated, value

TOLERANCE = 1e-7
FAR = 1e12  # where floats still know the ones


@dataclass(frozen=True)
class Equation:
    """left = right in the unknown letters."""

    left: Node
    right: Node
    setting: Setting
    unknown: tuple[str, ...]

    @property
    def residual(self) -> Node:
        if self.right == Number(0):
            return plain(self.left)
        return plain(Binary("-", self.left, self.right))


def split(flat: Any, at: Instance, unknown: tuple[str, ...]) -> dict[str, Any]:
    """The entries of one long vector, given back to the unknown letters."""
    values, place = {}, 0
    for name in unknown:
        shape = np.shape(at.values[name])
        count = int(np.prod(shape)) if shape else 1
        part = flat[place : place + count]
        values[name] = part.reshape(shape) if shape else part[0]
        place += count
    return values


def residual_at(equation: Equation, at: Instance, flat: Any, exact: bool) -> Any:
    """left − right, as one long vector, with the unknown set to `flat`."""
    arithmetic = Exact() if exact else Floats()
    source = at.exact if exact else at.values
    assert source is not None
    if exact and any(
        np.iscomplexobj(source[name]) for name in equation.setting.depends(equation.residual) & source.keys()
    ):
        raise Unsupported("fractions are real: Re z would be z")
    values = {**source, **split(flat, at, equation.unknown)}
    value = Evaluator(values, equation.setting.define, arithmetic)(equation.residual)
    return np.ravel(np.asarray(value, dtype=object if exact else None))


@dataclass(frozen=True)
class Affine:
    """{particular + basis @ c}; particular is None for the empty set."""

    particular: Any
    basis: Any
    exact: bool

    @property
    def empty(self) -> bool:
        return self.particular is None

    @property
    def only_zero(self) -> bool:
        """Nothing solves a homogeneous equation but 0."""
        if self.particular is None or self.basis.shape[1]:
            return False
        return not np.any(self.particular) if self.exact else bool(np.max(np.abs(self.particular)) < 1e-9)


def affine_solutions(equation: Equation, at: Instance, exact: bool) -> Affine | None:
    """The solution set if the equation is affine in the unknown, else None; Undefined if it has no value."""
    size = sum(int(np.size(at.values[name])) for name in equation.unknown)
    zero = Exact().call_zeros(size) if exact else np.zeros(size)
    units = Exact().call_I(size) if exact else np.eye(size)
    base = residual_at(equation, at, zero, exact)
    if not exact and not np.all(np.isfinite(base)):
        raise TooMuch("the numbers become too large to compute with")
    columns = np.stack([residual_at(equation, at, unit, exact) - base for unit in units], axis=1)
    if not exact and not np.all(np.isfinite(columns)):
        raise TooMuch("the numbers become too large to compute with")
    source = at.exact if exact else at.values
    assert source is not None
    old = np.concatenate([np.ravel(np.asarray(source[name])) for name in equation.unknown])
    apart = sum((Fraction(11 + place, 3) * unit for place, unit in enumerate(units)), zero)
    apart = apart if exact else apart.astype(float)
    far: list[Any] = [np.asarray(zero, dtype=object) + value for value in beyond(equation, at)]
    far = far if exact else [point.astype(float) for point in far if abs(point[0]) < FAR]
    for probe in (old, 3 * old + units[0], 5 * old + apart, -7 * old - apart, *far):
        expected, actual = columns @ probe + base, residual_at(equation, at, probe, exact)
        if exact and np.any(expected != actual):
            return None
        if not exact and np.max(np.abs(expected - actual)) > TOLERANCE * max(
            1.0, float(np.max(np.abs(expected - base)))
        ):
            return None
    if exact:
        return Affine(*eliminate(columns, -base), True)
    return _float_solutions(columns, -base)


def _float_solutions(matrix: Any, right: Any) -> Affine:
    left, values, rows = np.linalg.svd(matrix)
    scale = max(float(values[0]) if len(values) else 0.0, 1e-300)
    if np.any((values > 1e-10 * scale) & (values < 1e-6 * scale)):
        raise TooMuch("a matrix is too nearly singular for floats to count its solutions")
    rank = int(np.sum(values > 1e-8 * scale))
    particular = rows[:rank].conj().T @ ((left[:, :rank].conj().T @ right) / values[:rank])
    miss = float(np.max(np.abs(matrix @ particular - right), initial=0.0))
    solvable = miss <= TOLERANCE * max(1.0, float(np.max(np.abs(right), initial=0.0)))
    return Affine(particular if solvable else None, rows[rank:].conj().T, False)


def solves(
    equation: Equation, at: Instance, flat: Any, exact: bool, tolerance: float = TOLERANCE, unit: float = 1e-3
) -> bool:
    """Does this value of the unknown solve the equation at this instance? Among floats, to parts of a unit."""
    try:
        residual = residual_at(equation, at, flat, exact)
    except (Undefined, TooMuch):
        return False
    if exact:
        return not np.any(residual != 0)
    floats = Floats()
    values = {**at.values, **split(np.asarray(flat), at, equation.unknown)}
    evaluator = Evaluator(values, equation.setting.define, floats)
    evaluator(equation.residual)
    scale = max(unit, min(floats.peak, 1e12))
    return bool(
        np.max(np.abs(residual), initial=0.0) <= tolerance * scale * max(1.0, 1e-8 * floats.condition)
    )


def beyond(equation: Equation, at: Instance) -> list[Fraction]:
    """Where sign(t − 10⁸), seen from near 0 a constant, changes: numbers on both sides of each such place."""
    name = equation.unknown[0]
    if (
        len(equation.unknown) != 1
        or np.ndim(at.values[name])
        or not any(True for _ in kinks(equation.residual))
    ):
        return []
    found = around((equation.residual,), equation.setting, at, (name,))
    return [Fraction(one.exact[name]) for one in found if one.exact is not None]


@dataclass
class Inclusion:
    """Is every solution of one a solution of the other? counter = (instance, unknown) where not."""

    counter: tuple[Instance, Any] | None = None
    tested: int = 0  # instances where the smaller set was not empty
    trivial: int = 0  # instances where it was {0} although the larger set was not

    def note(self, at: Instance, escaped: Any | None, nonempty: bool) -> None:
        self.tested += nonempty
        if escaped is not None and (self.counter is None or size_of(at) < size_of(self.counter[0])):
            self.counter = (at, escaped)


def size_of(at: Instance) -> tuple[bool, int]:
    return at.exact is None, sum(at.sizes.values())


def polynomial(equation: Equation, at: Instance) -> Polynomial | None:
    """left − right as a polynomial in the one unknown number, or None if it is none (or has no exact value)."""
    if at.exact is None or not is_real_number(equation, at):
        return None

    def residual(point: Fraction) -> Fraction:
        found = residual_at(equation, at, np.array([point], dtype=object), True)
        if len(found) != 1:
            raise Unsupported("several equations")
        return rational(found[0])

    try:
        found = interpolated(residual)
        same = found is not None and all(
            residual(point) == value(found, point) for point in beyond(equation, at)
        )
        return found if same else None
    except (NotRational, Unsupported, TooMuch, Undefined, TypeError, ValueError, AttributeError):
        return None


def is_real_number(equation: Equation, at: Instance) -> bool:
    """Is one real number looked for?"""
    values = [at.values[name] for name in equation.unknown]
    return len(values) == 1 and not np.ndim(values[0]) and not np.iscomplexobj(values[0])
