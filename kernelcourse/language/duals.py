"""Exact derivatives by forward mode. Every rule below is a line of calculus:
d(AB) = dA B + A dB,  d(A⁻¹) = −A⁻¹ dA A⁻¹,  d‖x‖ = x·dx / ‖x‖,  d det A = det A tr(A⁻¹ dA).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .dual import Dual, parts, wide
from .effort import Price
from .errors import Undefined
from .floats import Floats, anywhere, is_complex
from .functions import FUNCTIONS


class Duals(Floats):
    """Floats with derivatives."""

    price = Price(32, 0.05)
    at_once = 0

    def note(self, value: Any) -> None:
        super().note(parts(value)[0])

    def binary(self, op: str, left: Any, right: Any) -> Any:
        if op == "@":
            self.note(np.abs(parts(left)[0]) @ np.abs(parts(right)[0]))
            return left @ right
        return super().binary(op, left, right)

    def divide(self, left: Any, right: Any) -> Any:
        if anywhere(parts(right)[0] == 0):
            raise Undefined("it divides by zero")
        return left / right

    def power(self, base: Any, exponent: Any) -> Any:
        if isinstance(exponent, Dual):
            return self.function("exp", [exponent * self.function("log", [base])])
        if not isinstance(base, Dual):
            return super().power(base, exponent)
        value = super().power(base.value, exponent)
        if exponent == 0:
            return Dual(value, base.slope * 0)
        return Dual(value, base.slope * (exponent * super().power(base.value, exponent - 1)))

    def function(self, name: str, arguments: list[Any]) -> Any:
        flat = (
            [part for row in arguments for part in row]
            if name == "block" and isinstance(arguments[0], list)
            else arguments
        )
        if not any(isinstance(argument, Dual) for argument in flat):
            return super().function(name, arguments)
        slope = FUNCTIONS[name].slope
        if slope is not None:
            inside = arguments[0]
            value = super().function(name, [inside.value])
            if name == "sign" and anywhere(value == 0):
                raise Undefined("a jump has no gradient")
            if name == "abs" and is_complex(inside.value):
                return self.dual_modulus(inside, value)
            with np.errstate(divide="ignore", invalid="ignore"):
                steep = slope(inside.value, np.float64(value) if isinstance(value, float) else value)
            if np.all(np.isfinite(value)) and not np.all(np.isfinite(steep)):
                raise Undefined("it has no gradient there")  # √a at 0
            return Dual(value, inside.slope * steep)
        rule = getattr(self, f"dual_{name}", None)
        if rule is None:
            raise Undefined(f"no derivative of {name} is known here")
        return rule(*arguments)

    def dual_modulus(self, inside: Any, value: Any) -> Any:
        """d|z| = Re(z̄ dz) / |z|."""
        if anywhere(value == 0):
            raise Undefined("a modulus has no gradient at 0")
        return Dual(value, np.real(np.conj(inside.value) * inside.slope) / value)

    def dual_inv(self, matrix: Any) -> Any:
        inverse = self.checked(matrix.value)
        return Dual(inverse, -(inverse @ matrix.slope @ inverse))

    def dual_solve(self, matrix: Any, right: Any) -> Any:
        inverse = self.dual_inv(matrix) if isinstance(matrix, Dual) else self.checked(matrix)
        return inverse @ right

    def dual_norm(self, value: Any, order: Any = 2.0) -> Any:
        size = self.call_norm(value.value, order)
        if order == 1:
            gradient = np.sign(value.value)
        elif 1 < order < np.inf and size > 0:
            gradient = np.sign(value.value) * (np.abs(value.value) / size) ** (order - 1)
        else:
            raise Undefined("a norm has no gradient at 0")
        axes = tuple(range(1, np.ndim(value.slope)))
        return Dual(size, np.sum(np.real(np.conj(gradient) * value.slope), axis=axes))

    def dual_conj(self, value: Any) -> Any:
        return Dual(np.conj(value.value), np.conj(value.slope))

    def dual_real(self, value: Any) -> Any:
        return Dual(np.real(value.value), np.real(value.slope))

    def dual_imag(self, value: Any) -> Any:
        return Dual(np.imag(value.value), np.imag(value.slope))

    def dual_trace(self, matrix: Any) -> Any:
        return Dual(np.trace(matrix.value), np.trace(matrix.slope, axis1=1, axis2=2))

    def dual_det(self, matrix: Any) -> Any:
        value = np.linalg.det(matrix.value)
        return Dual(value, value * np.trace(self.checked(matrix.value) @ matrix.slope, axis1=1, axis2=2))

    def dual_diag(self, value: Any) -> Any:
        return Dual(np.diag(value.value), np.stack([np.diag(slope) for slope in value.slope]))

    def dual_sum(self, value: Any, axis: Any = None) -> Any:
        axes = tuple(range(1, np.ndim(value.slope))) if axis is None else int(axis) + 1
        return Dual(
            np.sum(value.value, axis=None if axis is None else int(axis)), np.sum(value.slope, axis=axes)
        )

    def dual_mean(self, value: Any, axis: Any = None) -> Any:
        count = np.size(value.value) if axis is None else value.shape[int(axis)]
        return self.dual_sum(value, axis) / float(count)

    def dual_center(self, value: Any) -> Any:
        return Dual(
            self.call_center(value.value), np.stack([self.call_center(slope) for slope in value.slope])
        )

    def dual_vec(self, value: Any) -> Any:
        return Dual(self.call_vec(value.value), np.stack([self.call_vec(slope) for slope in value.slope]))

    def dual_dot(self, left: Any, right: Any) -> Any:
        product = left * right
        return self.dual_sum(product) if np.ndim(product.value) else product

    def dual_outer(self, left: Any, right: Any) -> Any:
        (a, da), (b, db) = parts(left), parts(right)
        self.room(a, b)
        slope = 0 if da is None else da[:, :, None] * b[None, None, :]
        return Dual(np.multiply.outer(a, b), slope + (0 if db is None else a[None, :, None] * db[:, None, :]))

    def dual_kron(self, left: Any, right: Any) -> Any:
        (a, da), (b, db) = parts(left), parts(right)
        self.room(a, b)
        count = len(da) if da is not None else len(db)
        pieces = [
            (0 if da is None else np.kron(da[i], b)) + (0 if db is None else np.kron(a, db[i]))
            for i in range(count)
        ]
        return Dual(np.kron(a, b), np.stack(pieces))

    def dual_max(self, *values: Any) -> Any:
        if len(values) == 1:
            best = np.unravel_index(np.argmax(values[0].value), values[0].shape)
            return values[0][tuple(best)]
        total = values[0]
        for value in values[1:]:
            total = _choose(total, value)
        return total

    def dual_min(self, *values: Any) -> Any:
        return -self.dual_max(*(-value for value in values))

    def dual_vector(self, *entries: Any) -> Any:
        count = next(len(entry.slope) for entry in entries if isinstance(entry, Dual))
        values = np.array([parts(entry)[0] for entry in entries])
        slopes = [
            entry.slope if isinstance(entry, Dual) else np.zeros((count, *np.shape(entry)))
            for entry in entries
        ]
        return Dual(values, np.stack(slopes, axis=1))

    def dual_block(self, *pieces: Any) -> Any:
        if isinstance(pieces[0], list):
            raise Undefined("no derivative of block is known for matrices")
        count = next(len(piece.slope) for piece in pieces if isinstance(piece, Dual))
        values = [np.atleast_1d(parts(piece)[0]) for piece in pieces]
        slopes = [
            np.reshape(piece.slope, (count, -1)) if isinstance(piece, Dual) else np.zeros((count, len(value)))
            for piece, value in zip(pieces, values, strict=True)
        ]
        return Dual(np.concatenate(values), np.concatenate(slopes, axis=1))


def _choose(left: Any, right: Any) -> Any:
    """max(left, right) entry by entry."""
    (a, da), (b, db) = parts(left), parts(right)
    count = len(da) if da is not None else len(db)
    value = np.maximum(a, b)
    rank = np.ndim(value)
    shape = (count, *np.shape(value))
    mine = np.zeros(shape) if da is None else np.broadcast_to(wide(da, rank), shape)
    other = np.zeros(shape) if db is None else np.broadcast_to(wide(db, rank), shape)
    return Dual(value, np.where(np.greater_equal(a, b), mine, other))
