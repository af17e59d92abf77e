"""The solutions of an equation in an unknown, at one instance: an affine space exactly, or points found by Newton."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.language.elimination import solutions as eliminate
from kernelcourse.language.evaluate import Evaluator, TooMuch, Undefined
from kernelcourse.language.exact import Exact, NotRational, Unsupported
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node, Number

from .conditions import newton
from .instances import Instance
from .symbols import Setting, plain

TOLERANCE = 1e-7


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
    columns = np.stack([residual_at(equation, at, unit, exact) - base for unit in units], axis=1)
    source = at.exact if exact else at.values
    assert source is not None
    old = np.concatenate([np.ravel(np.asarray(source[name])) for name in equation.unknown])
    for probe in (old, 3 * old + units[0]):
        expected, actual = columns @ probe + base, residual_at(equation, at, probe, exact)
        if exact and np.any(expected != actual):
            return None
        if not exact and np.max(np.abs(expected - actual)) > TOLERANCE * max(
            1.0, float(np.max(np.abs(expected)))
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


def solves(equation: Equation, at: Instance, flat: Any, exact: bool) -> bool:
    """Does this value of the unknown solve the equation at this instance?"""
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
    scale = max(1e-3, min(floats.peak, 1e12))
    return bool(
        np.max(np.abs(residual), initial=0.0) <= TOLERANCE * scale * max(1.0, 1e-8 * floats.condition)
    )


def sampled_solutions(equation: Equation, at: Instance, count: int, rng: np.random.Generator) -> list[Any]:
    """Solutions that Newton reaches from random starts; not all of them."""
    found: list[Any] = []
    for _ in range(3 * count):
        values = dict(at.values)
        for name in equation.unknown:
            shape = np.shape(values[name])
            values[name] = rng.normal(size=shape) * 2 if shape else float(rng.normal() * 2)
        solved = newton(
            values, equation.setting.define, [equation.residual], list(equation.unknown), patience=6
        )
        if solved is not None:
            found.append(np.concatenate([np.ravel(solved[name]) for name in equation.unknown]))
        if len(found) == count:
            break
    return found


__all__ = ["Affine", "Equation", "NotRational", "TooMuch", "Undefined", "Unsupported", "affine_solutions",
           "sampled_solutions", "solves", "split"]  # fmt: skip
