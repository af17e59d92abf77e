"""Solutions of an equation that no elimination gives: where it crosses or touches zero, and what Newton reaches."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Binary

from ..instances.instance import MODERATE, Instance, moderate
from ..instances.newton import newton
from ..instances.quantities import Quantity, decimals
from .quadrics import on_quadric
from .solutions import FAR, Equation, beyond, is_real_number, residual_at, solves
from .sweeps import Sweep, swept

_CROSSINGS = 12  # on one grid


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
    """Solutions on a quadric, or that Newton reaches from random starts, near and far; not all of them."""
    quadric = on_quadric(equation, at)
    if quadric is not None:
        return quadric
    found: list[Any] = []
    real_number = is_real_number(equation, at)
    if real_number:
        far = [np.array([float(one)]) for one in beyond(equation, at) if abs(one) < FAR]
        found += [flat for flat in [*crossings(equation, at), *far] if solves(equation, at, flat, False)]
    else:
        nothing = np.zeros(sum(int(np.size(at.values[name])) for name in equation.unknown))
        found += [nothing] if solves(equation, at, nothing, False, 0.0) else []
        real = not any(np.iscomplexobj(at.values[name]) for name in equation.unknown)
        found += along_lines(equation, at, rng) if real else []
    for attempt in range(0 if len(found) > count else 3 * count):
        values = dict(at.values)
        for name in equation.unknown:
            scale = (2.0, 0.3, 20.0, 300.0)[attempt % 4]
            values[name] = _start(values[name], rng) * scale
        solved = newton(
            values, equation.setting.define, [equation.residual], list(equation.unknown), patience=6
        )
        if solved is not None:
            found.append(np.concatenate([np.ravel(solved[name]) for name in equation.unknown]))
        if len(found) >= count + 4:
            break
    if real_number:
        return [flat for flat in found if is_zero(equation, at, float(np.real(flat[0])))]
    return found


def _start(value: Any, rng: np.random.Generator) -> Any:
    """A random value of the same kind."""
    drawn = rng.normal(size=np.shape(value))
    drawn = drawn + 1j * rng.normal(size=np.shape(value)) if np.iscomplexobj(value) else drawn
    return drawn if np.ndim(value) else drawn.item() if isinstance(drawn, np.ndarray) else drawn
