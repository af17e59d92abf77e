"""The solutions of an equation in an unknown, at one instance: an affine space exactly, or points found by Newton."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.elimination import solutions as eliminate
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node, Number

from ..instances.instance import MODERATE, Instance, moderate
from ..instances.moves import kinks
from ..instances.newton import newton
from ..instances.places import around
from ..instances.quantities import Quantity, decimals
from ..reading.symbols import Setting, plain
from .polynomials import Polynomial, interpolated, value
from .sweeps import Sweep, swept

TOLERANCE = 1e-7
_FAR = 1e12  # where floats still know the ones
_CROSSINGS = 12  # on one grid


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
    far = far if exact else [point.astype(float) for point in far if abs(point[0]) < _FAR]
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
    except Undefined:
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
    if at.exact is None or len(equation.unknown) != 1 or np.ndim(at.values[equation.unknown[0]]):
        return None

    def residual(point: Fraction) -> Fraction:
        found = residual_at(equation, at, np.array([point], dtype=object), True)
        if len(found) != 1:
            raise Unsupported("several equations")
        return Fraction(found[0])

    try:
        found = interpolated(residual)
        same = found is not None and all(
            residual(point) == value(found, point) for point in beyond(equation, at)
        )
        return found if same else None
    except (NotRational, Unsupported, TooMuch, Undefined, TypeError, ValueError, AttributeError):
        return None


def crossings(equation: Equation, at: Instance) -> list[Any]:
    """Zeros of one equation in one unknown number: sign changes on wide grids, and where it touches zero."""

    def residual(point: float) -> float:
        try:
            found = np.real(residual_at(equation, at, np.array([point]), False))
            return float(found[0]) if len(found) == 1 else math.nan
        except (Undefined, TooMuch):
            return math.nan

    name, node = equation.unknown[0], equation.residual
    sweeps = list(swept(node, equation.setting, at, name))
    found = [0.0]
    if sweeps:
        for one in swept(Binary("*", node, node), equation.setting, at, name):
            found += one.valleys()
    else:
        grid = np.concatenate([-np.geomspace(3e4, 1e-3, 70), [0.0], np.geomspace(1e-3, 3e4, 70)]) * 1.0371
        sweeps = [Sweep(grid, np.array([residual(point) for point in grid]), np.vectorize(residual), 3)]
    for one in sweeps:
        found += [one.root(*pair) for pair in one.changes()[:_CROSSINGS]]
    return [np.array([point]) for point in sorted(found, key=abs)]


def is_zero(equation: Equation, at: Instance, point: float) -> bool:
    """Also among 60 digits: e⁻⁷⁰⁰ is no zero, and tanh(30) is not tanh(40)."""
    quantity, name = Quantity(equation.residual, equation.setting), equation.unknown[0]
    here, step = Fraction(point), Fraction(max(1.0, abs(point))) / 10**7
    places = [at.with_value(name, here + side * step) for side in (-1, 0, 1)]
    try:
        with precision():
            below, found, above = (decimals(quantity.exactly(one)) for one in places)
    except (Unsupported, Undefined, TooMuch, TypeError, ValueError, ArithmeticError):
        try:
            below, found, above = (quantity.measure(one).value for one in places)
        except (Undefined, TooMuch):
            return False
    if found == 0 and abs(point) <= MODERATE:
        return moderate(at)  # perhaps one of many: max(x, 0) = 0
    return bool(below * above < 0 or 100 * abs(found) < min(abs(below), abs(above)))


def along_lines(equation: Equation, at: Instance, rng: np.random.Generator) -> list[Any]:
    """Zeros of one equation in several unknown numbers, where random lines cross it."""
    size = sum(int(np.size(at.values[name])) for name in equation.unknown)
    found: list[Any] = []
    grid = np.linspace(-3.1, 2.9, 13)
    for _ in range(6):
        start, along = rng.normal(size=size), rng.normal(size=size)

        def residual(part: float, start: Any = start, along: Any = along) -> float:
            value = np.real(residual_at(equation, at, start + part * along, False))
            if len(value) != 1:
                raise TooMuch("several equations")
            return float(value[0])

        try:
            values = [residual(float(part)) for part in grid]
            for low, high, below, above in zip(grid, grid[1:], values, values[1:], strict=False):
                if below * above >= 0:
                    continue
                for _ in range(60):
                    middle = (low + high) / 2
                    low, high = (middle, high) if residual(middle) * below > 0 else (low, middle)
                found.append(start + (low + high) / 2 * along)
        except (Undefined, TooMuch):
            return found
    return found


def sampled_solutions(equation: Equation, at: Instance, count: int, rng: np.random.Generator) -> list[Any]:
    """Solutions that Newton reaches from random starts, near and far; not all of them."""
    found: list[Any] = []
    if len(equation.unknown) == 1 and not np.ndim(at.values[equation.unknown[0]]):
        far = [np.array([float(one)]) for one in beyond(equation, at) if abs(one) < _FAR]
        found += [flat for flat in [*crossings(equation, at), *far] if solves(equation, at, flat, False)]
    else:
        found += along_lines(equation, at, rng)
    for attempt in range(0 if len(found) > count else 3 * count):
        values = dict(at.values)
        for name in equation.unknown:
            shape = np.shape(values[name])
            scale = (2.0, 0.3, 20.0, 300.0)[attempt % 4]
            values[name] = rng.normal(size=shape) * scale if shape else float(rng.normal() * scale)
        solved = newton(
            values, equation.setting.define, [equation.residual], list(equation.unknown), patience=6
        )
        if solved is not None:
            found.append(np.concatenate([np.ravel(solved[name]) for name in equation.unknown]))
        if len(found) >= count + 4:
            break
    if len(equation.unknown) == 1 and not np.ndim(at.values[equation.unknown[0]]):
        return [flat for flat in found if is_zero(equation, at, float(np.real(flat[0])))]
    return found
