"""Gauss–Newton: the nearest common zero of some expressions in some of their letters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from kernelcourse.language.dual import Dual, parts, variable
from kernelcourse.language.duals import Duals
from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.tree import Node

_FLOPS = 100  # products of a least-squares step, in a unit of work
_DUST = 1e-14  # of the largest entry
_SECONDS = 0.1  # of computing


def newton(
    values: dict[str, Any],
    define: Mapping[str, Node],
    residuals: list[Node],
    names: list[str],
    steps: int = 30,
    patience: int = 30,
) -> dict[str, Any] | None:
    """The nearest common zero of the residuals that Gauss–Newton with minimum-norm steps finds, or None.

    It gives up when the residual has not been halved for `patience` steps: near a zero, even a double one, it is
    halved at every step, and where there is no zero it wanders without end.
    """
    names = [name for name in names if name in values]
    if not names:
        return None
    best, waited, limit = np.inf, 0, Limit(_SECONDS)
    for _ in range(steps):
        try:
            jacobian, flat = jacobian_at(values, define, residuals, names)
        except (Undefined, TooMuch):
            return None
        if not (np.isfinite(flat).all() and np.isfinite(jacobian).all()):
            return None
        miss = float(np.abs(flat).max(initial=0.0))
        best, waited = (miss, 0) if miss <= best / 2 else (best, waited + 1)
        if waited > patience or limit.over():
            return None
        size = max(1.0, max((float(np.max(np.abs(values[name]))) for name in names), default=1.0))
        spend(jacobian.size * min(jacobian.shape) / _FLOPS)
        step = _least_squares(jacobian, -flat)
        if miss <= 1e-13 * size**2 and np.abs(step).max(initial=0.0) < 1e-10 * size:
            return {**values, **{name: _without_dust(values[name]) for name in names}}
        length = math.hypot(*np.abs(step))
        if not math.isfinite(length):
            return None
        step = step * min(1.0, 2 * size / length) if length else step
        values = _moved(values, names, step)
    return None


def _without_dust(value: Any) -> Any:
    """Entries that are nothing beside the others are 0: a trace would not see that −Aᵀ = A."""
    if not np.ndim(value):
        return value
    sizes = np.abs(value)
    return np.where(sizes > _DUST * sizes.max(initial=0.0), value, 0 * value)


def _least_squares(jacobian: Any, right: Any) -> Any:
    """The shortest step that comes nearest; of one number the quotient."""
    if jacobian.size == 1:
        slope = float(jacobian[0, 0])
        return np.array([float(right[0]) / slope if slope else 0.0])
    return np.linalg.lstsq(jacobian, right, rcond=1e-10)[0]


def _moved(values: dict[str, Any], names: list[str], step: Any) -> dict[str, Any]:
    """The letters after one step; of a complex one the real parts come first, then the imaginary ones."""
    place, moved = 0, dict(values)
    for name in names:
        value = values[name]
        change, place = step[place : place + np.size(value)], place + np.size(value)
        if np.iscomplexobj(value):
            change, place = change + 1j * step[place : place + np.size(value)], place + np.size(value)
        moved[name] = value + (change.reshape(np.shape(value)) if np.ndim(value) else change.item())
    return moved


def _all_directions(values: Mapping[str, Any], names: list[str]) -> Iterator[tuple[str, Dual]]:
    """Each letter as it moves along each of its entries; a complex one also along i times each."""
    for name in names:
        found = variable(values[name])
        yield name, found
        if np.iscomplexobj(values[name]):
            yield name, Dual(found.value, 1j * found.slope)


def jacobian_at(
    values: dict[str, Any], define: Mapping[str, Node], residuals: list[Node], names: list[str]
) -> tuple[Any, Any]:
    blocks = []
    flat = np.zeros(0)
    for name, along in _all_directions(values, names):
        evaluator = Evaluator({**values, name: along}, define, Duals())
        rows, plain_values = [], []
        for residual in residuals:
            value, slope = parts(evaluator(residual))
            count = np.size(values[name])
            plain_values.append(np.ravel(value))
            rows.append(
                np.zeros((np.size(value), count)) if slope is None else np.reshape(slope, (count, -1)).T
            )
        blocks.append(np.concatenate(rows))
        flat = np.concatenate(plain_values)
    if np.iscomplexobj(flat):
        flat = np.concatenate([flat.real, flat.imag])
        blocks = [np.concatenate([block.real, block.imag]) for block in blocks]
    return np.concatenate(blocks, axis=1), flat
