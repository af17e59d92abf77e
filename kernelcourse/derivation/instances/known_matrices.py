"""Matrices that solve a quadratic equation, exactly: projections, reflections, orthonormal columns, N² = 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.elimination import inverse, pseudo_inverse
from kernelcourse.language.exact import Exact
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose

from ..ranges.matrices import Matrix, Symmetric
from ..ranges.range import Range
from ..reading.symbols import Setting
from .instance import Instance

_FLOPS = 100  # products of a decomposition, in a unit of work


def with_known_matrices(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """The instance with a matrix put right for each residual, or None where one is of another form."""
    current: Instance | None = start
    for residual in residuals:
        current = current and _with_matrix(setting, current, residual)
    return current


def _with_matrix(setting: Setting, start: Instance, residual: Node) -> Instance | None:
    known = _known(residual)
    if known is None or start.exact is None:
        return None
    name, solve = known
    range_ = setting.given.get(name)
    if range_ is None or not (range_.dense and isinstance(range_, (Matrix, Symmetric))):
        return None
    value = solve(start.exact[name], range_)
    return None if value is None else start.with_value(name, value)


def orthonormal_in_floats(residual: Node, values: Mapping[str, Any]) -> dict[str, Any]:
    """For a large instance: the letter of XᵀX = I with orthonormal columns that span the same; {} if it is none."""
    known = _known(residual)
    if known is None or known[1] not in (_orthonormal, _orthonormal_rows):
        return {}
    name, value = known[0], values[known[0]]
    across = value if known[1] is _orthonormal else value.T
    if across.shape[1] > across.shape[0]:
        return {}
    spend(across.size * across.shape[1] / _FLOPS)
    columns = np.linalg.qr(across)[0]
    return {name: columns if known[1] is _orthonormal else columns.T}


def _known(residual: Node) -> tuple[str, Callable[[Any, Range], Any | None]] | None:
    """The letter and what makes a solution of a random value of it."""
    match residual:
        case Binary(op="-", left=Binary(op="@", left=Name() as one, right=Name() as other), right=right) if (
            one == other
        ):
            if right == one:
                return one.id, _projection
            if isinstance(right, Call) and right.function in ("I", "eye"):
                return one.id, _reflection
            return (one.id, _square_zero) if _is_zero(right) else None
        case Binary(op="@", left=Name() as one, right=Name() as other) if one == other:
            return one.id, _square_zero
        case Binary(op="-", left=Binary(op="@", left=Transpose(operand=Name() as one), right=Name() as other),
                    right=Call(function="I" | "eye")) if one == other:  # fmt: skip
            return one.id, _orthonormal
        case Binary(op="-", left=Binary(op="@", left=Name() as one, right=Transpose(operand=Name() as other)),
                    right=Call(function="I" | "eye")) if one == other:  # fmt: skip
            return one.id, _orthonormal_rows
    return None


def _is_zero(node: Node) -> bool:
    return node == Number(0) or (isinstance(node, Call) and node.function == "zeros")


def _projection(drawn: Any, range_: Range) -> Any:
    """P² = P: A (BᵀA)⁻¹Bᵀ for random A, B of any rank but 0; B = A if P is symmetric."""
    columns = drawn[:, : 1 + int(abs(drawn[0, 0])) % len(drawn)]
    if isinstance(range_, Symmetric):
        return columns @ pseudo_inverse(columns)
    other = columns + np.roll(columns, 1, axis=0) * 2
    middle = inverse(other.T @ columns)
    return columns @ (pseudo_inverse(columns) if middle is None else middle @ other.T)


def _reflection(drawn: Any, range_: Range) -> Any:
    """A² = I: A = I − 2P."""
    return Exact().call_I(len(drawn)) - 2 * _projection(drawn, range_)


def _square_zero(drawn: Any, range_: Range) -> Any | None:
    """N² = 0: N = b cᵀ, b the first column and c the first row, made orthogonal to b; 0 if there is one row only."""
    if isinstance(range_, Symmetric):
        return None
    column, row = drawn[:, 0], drawn[0]
    length = column @ column
    return np.outer(column, row * length - column * (column @ row))


def _orthonormal(drawn: Any, range_: Range) -> Any | None:
    """XᵀX = I: columns of (I − S)(I + S)⁻¹, S skew, the first one reflected or not; None if there are too many."""
    rows, columns = drawn.shape
    if columns > rows or isinstance(range_, Symmetric):
        return None
    unit, square = Exact().call_I(rows), Exact().call_zeros(rows, rows)
    square[:, :columns] = drawn
    skew = square - square.T
    turn = (unit - skew) @ inverse(unit + skew)
    turn[:, 0] = turn[:, 0] * (1 if drawn[0, 0] > 0 else -1)
    return turn[:, :columns]


def _orthonormal_rows(drawn: Any, range_: Range) -> Any | None:
    found = _orthonormal(drawn.T, range_)
    return None if found is None else found.T
