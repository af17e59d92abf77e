"""Letters whose product is zero: KL = 0 for semidefinite K and L, xᵀy = 0 for x, y ≥ 0, Kv = 0.

Each is kept to a part of the space of its own: to some of the coordinates, mirrored in one direction where no letter
has to keep the signs of its entries. So there are projections with the product 0, and not only the zero matrix.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.exact import Exact
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose

from ..proving.sign import Sign
from ..ranges.matrices import Matrix, SemiDefinite, Symmetric
from ..ranges.range import Range
from ..ranges.vectors import NonnegativeVector, Unit, Vector
from ..reading.symbols import Setting
from .instance import Instance

_KINDS = (Matrix, Symmetric, Vector, NonnegativeVector, Unit)
_MIRRORED = 6  # rows, at most: longer fractions are slow
_TURN = 5  # one instance in so many is not mirrored: its numbers are easy to read


@dataclass(frozen=True)
class _Side:
    """The rows of a letter, or its columns; of a symmetric one they are the same."""

    letter: str
    columns: bool = False


@dataclass(frozen=True)
class _Product:
    """Two sides that must not meet; `plain` where the coordinates themselves must not."""

    sides: tuple[_Side, _Side]
    plain: bool


def parted(setting: Setting, start: Instance, residuals: list[Node]) -> tuple[Instance, list[Node]] | None:
    """The instance with such products zero, and what is left to be met; None where no residual is one."""
    if start.exact is None:
        return None
    products = {node: found for node in residuals if (found := _product(node, setting)) is not None}
    parts = _parts(list(products.values()))
    if not products or parts is None:
        return None
    units = {parts[side][0] for side in parts if isinstance(setting.given[side.letter], Unit)}
    basis = _Basis(start, any(one.plain for one in products.values()), sorted(units))
    at = start
    for name in sorted({side.letter for side in parts}):
        value = start.exact[name]
        rows, columns = (parts.get(_side(name, columns, setting)) for columns in (False, True))
        if rows is not None:
            unit = isinstance(setting.given[name], Unit)
            value = basis.direction(value, rows) if unit else basis.kept(value, rows)
        if columns is not None and value.ndim > 1:
            value = basis.kept(value.T, columns).T
        at = at.with_value(name, value)
    return at, [node for node in residuals if node not in products]


def bound_to_it(setting: Setting, residuals: list[Node]) -> bool:
    """Is there a product of which neither factor can be solved for?"""
    found = (one for node in residuals if (one := _product(node, setting)) is not None)
    return any(not any(setting.given[side.letter].whole_space for side in one.sides) for one in found)


class _Basis:
    """Coordinates that are dealt out to the parts, mirrored or not; these parts `first`."""

    def __init__(self, at: Instance, plain: bool, first: list[int]):
        assert at.exact is not None
        self.plain, self.first = plain, first
        drawn = [int(4 * abs(one)) % 997 for value in at.exact.values() for one in np.ravel(value)[:3]]
        self.seed = [13, *drawn]

    def kept(self, value: Any, part: tuple[int, int]) -> Any:
        """The rows of a matrix, or the entries of a vector, that are in this part; the others are 0."""
        mask, across = self.dealt(len(value), *part)
        return _mirrored((mask * value.T).T, across)

    def direction(self, value: Any, part: tuple[int, int]) -> Any:
        """A vector of length 1 in this part; as it was where there is none."""
        mask, across = self.dealt(len(value), *part)
        places = np.flatnonzero(mask)
        return _mirrored(Exact().call_I(len(value))[places[0]], across) if len(places) else value

    def dealt(self, size: int, place: int, parts: int) -> tuple[Any, Any]:
        """1 where a coordinate is in this part, and the direction in which all are mirrored, if they are."""
        rng = np.random.default_rng([*self.seed, size])
        order = [*self.first, *(one for one in rng.permutation(parts) if one not in self.first)]
        dealt = rng.permutation(np.concatenate([order, rng.integers(parts, size=size)])[:size])
        mirrored = rng.integers(_TURN) and size <= _MIRRORED and not self.plain
        mask = np.array([Fraction(int(one == place)) for one in dealt], dtype=object)
        return mask, Exact().lift(rng.integers(1, 4, size=size)) if mirrored else None


def _mirrored(value: Any, across: Any | None) -> Any:
    if across is None:
        return value
    return value - np.multiply.outer(across, across @ value) * Fraction(2, across @ across)


def _parts(products: list[_Product]) -> dict[_Side, tuple[int, int]] | None:
    """A part for each side, and the number of parts; None where a side would have to keep away from itself."""
    parts: dict[_Side, int] = {}
    for product in products:
        first, second = product.sides
        if first == second:
            return None
        for side in product.sides:
            if side not in parts:
                near = {one for other in products if side in other.sides for one in other.sides}
                taken = {parts[one] for one in near if one in parts}
                parts[side] = next(place for place in range(len(products) + 2) if place not in taken)
    count = 1 + max(parts.values(), default=0)
    return {side: (place, count) for side, place in parts.items()}


def _product(residual: Node, setting: Setting) -> _Product | None:
    """Of which two sides this says that they do not meet."""
    match residual:
        case Binary(op="-", left=inside, right=right) if _is_zero(right):
            return _product(inside, setting)
        case Binary(op="-", left=left, right=inside) if _is_zero(left):
            return _product(inside, setting)
        case Binary(op="@", left=Binary(op="@", left=one, right=middle), right=other) if (
            one == other and _are(SemiDefinite, setting, middle)
        ):
            return _of(middle, one, setting)
        case Binary(op="@", left=one, right=other) if setting.shape(residual):
            return _of(one, other, setting)
        case Call(function="trace", arguments=(Binary(op="@", left=one, right=other),)) if _are(
            SemiDefinite, setting, one, other
        ):
            return _of(one, other, setting)
        case (
            Binary(op="@", left=one, right=other)
            | Call(function="dot", arguments=(one, other))
            | Call(function="sum", arguments=(Binary(op="*", left=one, right=other),))
        ) if _are(NonnegativeVector, setting, one, other):
            return _of(one, other, setting)
        case Binary(op="*", left=one, right=other) if len(setting.shape(residual)) == 1:
            found = _of(one, other, setting)
            return found and replace(found, plain=True)
    return None


def _of(left: Node, right: Node, setting: Setting) -> _Product | None:
    first, second = _factor(left, True, setting), _factor(right, False, setting)
    if first is None or second is None:
        return None
    signed = any(_are(NonnegativeVector, setting, Name(side.letter)) for side in (first, second))
    return _Product((first, second), signed)


def _factor(node: Node, columns: bool, setting: Setting) -> _Side | None:
    match node:
        case Transpose(operand=inside):
            return _factor(inside, not columns, setting)
        case Name(id=name) if isinstance(setting.given.get(name), _KINDS):
            range_ = setting.given[name]
            fixed = Sign.POSITIVE in (range_.form, range_.sign)
            return None if fixed else _side(name, columns, setting)
    return None


def _side(name: str, columns: bool, setting: Setting) -> _Side:
    return _Side(name, columns and type(setting.given[name]) is Matrix)


def _are(kind: type[Range], setting: Setting, *nodes: Node) -> bool:
    """Are these letters of this kind?"""
    return all(isinstance(node, Name) and isinstance(setting.given.get(node.id), kind) for node in nodes)


def _is_zero(node: Node) -> bool:
    return node == Number(0) or (isinstance(node, Call) and node.function == "zeros")
