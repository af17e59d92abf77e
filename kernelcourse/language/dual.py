"""A value and its derivatives in p directions at once: the product and the quotient rule, shape by shape.

The derivative of an array of shape s has shape (p, *s).
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Dual:
    """value + Σ ε_i slope[i]."""

    __array_ufunc__ = None  # numpy arrays leave the operators to us

    def __init__(self, value: Any, slope: Any):
        self.value, self.slope = value, slope

    @property
    def shape(self) -> tuple[int, ...]:
        return np.shape(self.value)

    @property
    def T(self) -> Dual:
        return Dual(
            np.transpose(self.value),
            np.swapaxes(self.slope, -1, -2) if np.ndim(self.value) == 2 else self.slope,
        )

    def __getitem__(self, places: Any) -> Dual:
        return Dual(self.value[places], self.slope[(slice(None), *places)])

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope)

    def __add__(self, other: Any) -> Dual:
        value, slope = parts(other)
        total = self.value + value
        rank = _rank(total)
        mine = wide(self.slope, rank)
        return Dual(total, _fill(mine if slope is None else mine + wide(slope, rank), total))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Dual:
        return self + (-other)

    def __rsub__(self, other: Any) -> Dual:
        return -self + other

    def __mul__(self, other: Any) -> Dual:
        value, slope = parts(other)
        total = self.value * value
        rank = _rank(total)
        change = wide(self.slope, rank) * value
        if slope is not None:
            change = change + wide(slope, rank) * self.value
        return Dual(total, change)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        value, slope = parts(other)
        total = self.value / value
        rank = _rank(total)
        change = wide(self.slope, rank) / value
        if slope is not None:
            change = change - wide(slope, rank) * (total / value)
        return Dual(total, change)

    def __rtruediv__(self, other: Any) -> Dual:
        return Dual(other, np.zeros((len(self.slope), *np.shape(other)))) / self

    def __matmul__(self, other: Any) -> Dual:
        value, slope = parts(other)
        change = _times(self.slope, value, np.ndim(self.value))
        if slope is not None:
            change = change + _times_left(self.value, slope, np.ndim(value))
        return Dual(self.value @ value, change)

    def __rmatmul__(self, other: Any) -> Dual:
        return Dual(other @ self.value, _times_left(other, self.slope, np.ndim(self.value)))


def parts(value: Any) -> tuple[Any, Any]:
    """(value, slope), slope None for a constant."""
    return (value.value, value.slope) if isinstance(value, Dual) else (value, None)


def wide(slope: Any, rank: int) -> Any:
    """A slope of a scalar, made ready to broadcast against a vector or matrix."""
    missing = rank + 1 - slope.ndim
    return slope.reshape(slope.shape + (1,) * missing) if missing > 0 else slope


def _fill(slope: Any, value: Any) -> Any:
    wanted = (len(slope), *value.shape) if isinstance(value, np.ndarray) else (len(slope),)
    return slope if slope.shape == wanted else np.broadcast_to(slope, wanted)


def _rank(value: Any) -> int:
    """np.ndim would make an array of a number."""
    return value.ndim if isinstance(value, np.ndarray) else 0


def _times(slope: Any, right: Any, left_rank: int) -> Any:
    """dA @ B with the directions in front."""
    if left_rank == 1:  # slope (p, m)
        return slope @ right
    return slope @ right if np.ndim(right) == 2 else np.einsum("pij,j->pi", slope, right)


def _times_left(left: Any, slope: Any, right_rank: int) -> Any:
    """A @ dB with the directions in front."""
    if right_rank == 1:  # slope (p, m)
        return slope @ (left if np.ndim(left) == 1 else np.transpose(left))
    return np.einsum("i,pij->pj", left, slope) if np.ndim(left) == 1 else np.matmul(left, slope)


def variable(value: Any) -> Dual:
    """The letter with respect to which we differentiate: one direction for each of its entries."""
    value = np.asarray(value, dtype=complex if np.iscomplexobj(value) else float)
    return Dual(value if value.ndim else value[()], np.eye(value.size).reshape(value.size, *value.shape))
