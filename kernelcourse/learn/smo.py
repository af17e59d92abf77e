"""Sequential minimal optimisation: the dual of the support vector machine, climbed two weights at a time.

In β = y∘α the dual is  W(β) = yᵀβ − ½ βᵀKβ  over  1ᵀβ = 0  and bounds for each βᵢ: 0 … C if yᵢ = 1, −C … 0 if yᵢ = −1.
Its slope along βᵢ is sᵢ = yᵢ − (Kβ)ᵢ. A pair may move as βᵢ + δ, βⱼ − δ, which keeps the sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.points import Array


@dataclass(frozen=True)
class Pair:
    """A move of SMO: βᵢ grows by ``step``, βⱼ shrinks by it, and the dual grows by ``gain``."""

    i: int
    j: int
    step: float
    gain: float


class Climb:
    """β, its slopes and its bounds: what SMO changes, step by step."""

    def __init__(self, K: Any, signs: Array, C: float, alpha: Array | None = None) -> None:
        self.K, self.signs, self.C = K, signs, C
        self.low, self.high = np.where(signs > 0, 0.0, -C), np.where(signs > 0, C, 0.0)
        self.beta = np.zeros(len(signs)) if alpha is None else signs * alpha
        self.slopes = signs.copy() if alpha is None else signs - K @ self.beta
        self.diagonal = np.array(K.diagonal(), dtype=float)
        # Two coincident points have curvature 0; the least positive number below is far under any that matters.
        self.least = max(1e-12 * float(self.diagonal.max()), 1e-250)
        # 0 where a weight may still grow (shrink), −∞ where it may not: added, it takes the others out of a maximum
        self._growing = np.where(self.beta < self.high, 0.0, -np.inf)
        self._shrinking = np.where(self.beta > self.low, 0.0, -np.inf)
        self._first, self._second = np.empty(len(signs)), np.empty(len(signs))

    @property
    def alpha(self) -> Array:
        return self.signs * self.beta

    def pair(self, tolerance: float) -> tuple[int, int] | None:
        """The steepest i that may grow, the j that may shrink with the largest (sᵢ − sⱼ)²/2κ; None at the top."""
        scores, gaps = self._first, self._second
        np.add(self.slopes, self._growing, out=scores)
        i = int(scores.argmax())
        np.subtract(self.slopes[i], self.slopes, out=gaps)
        gaps += self._shrinking
        np.maximum(gaps, 0.0, out=gaps)
        if gaps.max() <= tolerance:
            return None
        curvature = scores
        np.multiply(self.K[i], -2.0, out=curvature)
        curvature += self.diagonal
        curvature += self.diagonal[i]
        np.maximum(curvature, self.least, out=curvature)
        gaps *= gaps
        gaps /= curvature
        return i, int(gaps.argmax())

    def move(self, i: int, j: int) -> Pair:
        """δ = (sᵢ − sⱼ)/κ with κ = kᵢᵢ + kⱼⱼ − 2kᵢⱼ, or as far as the bounds allow."""
        row = self.K[i]
        gap = float(self.slopes[i] - self.slopes[j])
        curvature = max(float(self.diagonal[i] + self.diagonal[j] - 2 * row[j]), self.least)
        room_i, room_j = float(self.high[i] - self.beta[i]), float(self.beta[j] - self.low[j])
        room = min(room_i, room_j)
        step = room if gap >= room * curvature else gap / curvature
        # a weight that reaches its bound is set to it, so that rounding leaves none a hair away
        self.beta[i] = self.high[i] if step == room_i else self.beta[i] + step
        self.beta[j] = self.low[j] if step == room_j else self.beta[j] - step
        for n in (i, j):
            self._growing[n] = 0.0 if self.beta[n] < self.high[n] else -np.inf
            self._shrinking[n] = 0.0 if self.beta[n] > self.low[n] else -np.inf
        change = self._first
        np.subtract(row, self.K[j], out=change)
        change *= step
        self.slopes -= change
        return Pair(i, j, step, step * gap - step * step * curvature / 2)

    def moves(self, tolerance: float, steps: int) -> Iterator[Pair]:
        """Move after move, until no allowed pair has slopes that differ by more than ``tolerance``."""
        for _ in range(steps):
            found = self.pair(tolerance)
            if found is None:
                return
            yield self.move(*found)
        if self.pair(tolerance) is not None:
            raise ValueError(
                f"the optimum was not reached in {steps} steps: allow more, use a smaller C, or scale the points."
            )

    @property
    def values(self) -> Array:
        """f(xᵢ) = (Kβ)ᵢ."""
        return self.signs - self.slopes

    @property
    def offset(self) -> float:
        """b: the slope of every free weight, since yᵢ(f(xᵢ) + b) = 1 there; without one, midway between the bounds."""
        free = (self.beta > self.low) & (self.beta < self.high)
        if free.any():
            return float(self.slopes[free].mean())
        top = (self.slopes + self._growing).max()
        bottom = (self.slopes - self._shrinking).min()
        return float((top + bottom) / 2)

    @property
    def square(self) -> float:
        """‖f‖² = βᵀKβ."""
        return float(self.beta @ self.values)

    @property
    def dual(self) -> float:
        """Σ αᵢ − ½‖f‖², which is yᵀβ − ½ βᵀKβ."""
        return float(self.signs @ self.beta) - self.square / 2

    @property
    def primal(self) -> float:
        """½‖f‖² + C Σ max(0, 1 − yᵢ(f(xᵢ) + b))."""
        violations = np.maximum(0, 1 - self.signs * (self.values + self.offset)).sum()
        return self.square / 2 + self.C * float(violations)
