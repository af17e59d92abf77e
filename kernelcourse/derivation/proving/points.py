"""A random point of a prime field for the letters of a setting: dense among their values, side conditions met.

Symmetric, PSD and PD matrices are generic symmetric ones (PSD matrices are Zariski dense among them); orthogonal ones
are Cayley transforms times a reflection; unit vectors v/‖v‖; positive numbers are squares; a complex letter z and its
conjugate are independent. A side condition is met by solving it for a letter in which it is linear.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.modular import Modular, Unlucky
from kernelcourse.language.tower import Field
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, free_names

from ..ranges.range import InPieces, NoPoint
from ..ranges.vectors import Vector
from ..reading.symbols import Setting, plain
from .patterns import Pattern


@dataclass(frozen=True)
class Plan:
    """How the side conditions are met: which letters have norm 1, which are solved for, which are centred first."""

    unit: frozenset[str] = frozenset()
    solve: tuple[tuple[Node, str], ...] = ()
    centred: bool = False


def plans(setting: Setting) -> Iterator[Plan]:
    """Every way to meet the side conditions: each condition solved for each of its letters in turn."""
    unit: set[str] = set()
    rest: list[Node] = []
    for sign, left, right in setting.where:
        if sign != "==":
            continue
        name = unit_letter(left, right)
        if name is not None:
            unit.add(name)
        else:
            rest.append(plain(Binary("-", left, right)))
    options = [
        [name for name in setting.given if name in setting.depends(node) and name not in unit
         and setting.given[name].dense]
        for node in rest
    ]  # fmt: skip
    for centred in (False, True):
        for letters in product(*options):
            if len(set(letters)) == len(letters):
                yield Plan(frozenset(unit), tuple(zip(rest, letters, strict=True)), centred)
        if not setting.where:
            return


def unit_letter(left: Node, right: Node) -> str | None:
    """v @ v == 1, ‖v‖² == 1 or ‖v‖ == 1."""
    if right != Number(1):
        return None
    match left:
        case Binary(op="@", left=Name() as one, right=Name() as other) if one == other:
            return one.id
        case Binary(op="**", left=Call(function="norm", arguments=(Name() as one,)), right=Number(value=2)):
            return one.id
        case Call(function="norm", arguments=(Name() as one,)):
            return one.id
    return None


def draw_point(
    setting: Setting,
    sizes: Mapping[str, int],
    whole: Mapping[str, int],
    plan: Plan,
    field: Modular,
    pattern: Pattern | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The letters in this field, and their conjugates; those of the pattern have its values."""
    chosen = pattern or {}
    held = setting.depends(*(side for _, *both in setting.where for side in both))  # the others stay free
    values: dict[str, Any] = {name: Fraction(size) for name, size in sizes.items()}
    mirrored = dict(values)
    for name, range_ in setting.given.items():
        if name in sizes:
            continue
        if name in whole:
            values[name] = mirrored[name] = Fraction(whole[name])
            continue
        if isinstance(range_, InPieces) and name in chosen:
            values[name] = range_.in_piece(sizes, chosen[name], field)
        else:
            values[name] = range_.in_field(sizes, field)
        if plan.centred and name in held and isinstance(range_, Vector):
            values[name] = (values[name] - field.call_mean(values[name])) % field.modulus
        if name in plan.unit:
            values[name] = values[name] * field.invert(field.call_norm(values[name])) % field.modulus
        mirrored[name] = range_.in_field(sizes, field) if range_.is_complex else values[name]
    values["pi"] = mirrored["pi"] = field.random()
    for node, name in plan.solve:
        values[name] = mirrored[name] = _solved(setting, values, node, name, field)
    for node, _ in plan.solve:  # one condition may have undone another
        if np.any(Field(values, setting.define, field, None)(node)):
            raise NoPoint
    return values, mirrored


def _solved(setting: Setting, values: Mapping[str, Any], node: Node, name: str, field: Modular) -> Any:
    """A random solution of the condition, which must be affine in this letter."""
    old = values[name]
    shape, symmetric = np.shape(old), setting.given[name].symmetric
    places = [place for place in np.ndindex(shape) if not symmetric or place[0] <= place[1]]

    def residual(flat: list[int]) -> Any:
        if not shape:
            value: Any = flat[0]
        else:
            value = np.zeros(shape, dtype=object)
            for place, entry in zip(places, flat, strict=True):
                value[place] = entry
                if symmetric:
                    value[place[::-1]] = entry
        found = Field({**values, name: value}, setting.define, field, None)(node)
        return np.ravel(np.asarray(field.residue(found), dtype=object))

    count = len(places)
    base = residual([0] * count)
    columns = [
        (residual([int(one == place) for one in range(count)]) - base) % field.modulus
        for place in range(count)
    ]
    matrix = np.stack(columns, axis=1)
    start = [old[place] for place in places] if shape else [old]
    if np.any((residual(start) - base - matrix @ np.array(start, dtype=object)) % field.modulus):
        raise NoPoint  # not affine
    flat = _some_solution(matrix, -base % field.modulus, np.array(start, dtype=object), field)
    if not shape:
        return int(flat[0])
    value = np.zeros(shape, dtype=object)
    for place, entry in zip(places, flat, strict=True):
        value[place] = entry
        if symmetric:
            value[place[::-1]] = entry
    return value


def _some_solution(matrix: Any, right: Any, free: Any, field: Modular) -> Any:
    """Gauss–Jordan on A u = b, the free unknowns taken from `free`."""
    rows = np.hstack([matrix, right[:, None]]) % field.modulus
    pivots: list[int] = []
    for column in range(matrix.shape[1]):
        top = len(pivots)
        found = next((row for row in range(top, len(rows)) if rows[row, column] % field.prime), None)
        if found is None:
            continue
        rows[[top, found]] = rows[[found, top]]
        rows[top] = rows[top] * pow(int(rows[top, column]), -1, field.modulus) % field.modulus
        factors = rows[:, column].copy()
        factors[top] = 0
        rows = (rows - np.multiply.outer(factors, rows[top])) % field.modulus
        pivots.append(column)
    if np.any(rows[len(pivots) :, -1]):
        raise NoPoint
    flat = free.copy()
    others = [column for column in range(matrix.shape[1]) if column not in pivots]
    for row, pivot in enumerate(pivots):
        known = int(rows[row, others] @ free[others]) if others else 0
        flat[pivot] = (rows[row, -1] - known) % field.modulus
    return flat


__all__ = [
    "NoPoint",
    "Plan",
    "TooMuch",
    "Undefined",
    "Unlucky",
    "Unsupported",
    "draw_point",
    "free_names",
    "plans",
]
