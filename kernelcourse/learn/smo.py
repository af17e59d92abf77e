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

PERIOD = 200  # moves between two looks at who may rest
TOO_MANY = "the optimum was not reached in {steps} steps: allow more, use a smaller C, or scale the points."


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
            raise ValueError(TOO_MANY.format(steps=steps))

    def rise(self, tolerance: float, steps: int, given: int = 0) -> int:
        """The same top as by ``moves``, and how many moves it took: weights that no pair would change wait outside.

        After some moves most weights rest at a bound with slopes that want to stay there. The others make a smaller
        problem, with its own part of K. At its top the slopes of the resting ones are renewed, and all are asked again.
        """
        moved = 0
        while True:
            made = self._run(tolerance, min(len(self.beta), PERIOD, steps - moved))
            moved += made
            if self.pair(tolerance) is None:
                return moved
            if moved == steps:  # of the ``given`` ones, if the others were used up before
                raise ValueError(TOO_MANY.format(steps=given or steps))
            awake = self._awake()
            if isinstance(self.K, np.ndarray) and 0 < 2 * len(awake) <= len(self.beta):
                moved += self._part(awake, tolerance, steps - moved, given or steps)

    def _run(self, tolerance: float, count: int) -> int:
        """``pair`` and ``move`` in one loop, at most ``count`` times: the same moves with fewer passes over the arrays.

        up holds the slopes of weights that may grow and −∞ for the others, down those that may shrink and ∞.
        """
        K, beta, low, high, least = self.K, self.beta, self.low, self.high, self.least / 2
        half, gaps, curvature = self.diagonal / 2, self._first, self._second
        up, down = self.slopes + self._growing, self.slopes - self._shrinking
        made = 0
        while made < count:
            i = int(up.argmax())
            row, steepest = K[i], float(up[i])
            np.subtract(steepest, down, out=gaps)
            np.maximum(gaps, 0.0, out=gaps)
            np.subtract(half, row, out=curvature)
            curvature += half[i]
            np.maximum(curvature, least, out=curvature)  # κ/2
            gaps *= gaps
            gaps /= curvature
            j = int(gaps.argmax())
            gap, bend = steepest - float(down[j]), 2 * float(curvature[j])
            if gap <= tolerance and steepest - float(down.min()) <= tolerance:
                break
            room_i, room_j = float(high[i] - beta[i]), float(beta[j] - low[j])
            room = room_i if room_i < room_j else room_j
            step = room if gap >= room * bend else gap / bend
            beta[i] = high[i] if step == room_i else beta[i] + step
            beta[j] = low[j] if step == room_j else beta[j] - step
            if beta[i] > low[i]:  # it may now shrink again
                down[i] = steepest
            if beta[j] < high[j]:
                up[j] = down[j]
            if beta[i] == high[i]:
                up[i] = -np.inf
            if beta[j] == low[j]:
                down[j] = np.inf
            np.subtract(row, K[j], out=gaps)
            gaps *= step
            up -= gaps
            down -= gaps
            made += 1
        self._growing = np.where(beta < high, 0.0, -np.inf)
        self._shrinking = np.where(beta > low, 0.0, -np.inf)
        self.slopes = np.where(np.isfinite(up), up, down)
        return made

    def _awake(self) -> Any:
        """The weights in some pair with sᵢ > sⱼ, i free to grow and j to shrink; and all between their bounds."""
        top, bottom = (self.slopes + self._growing).max(), (self.slopes - self._shrinking).min()
        upward = (self._growing == 0) & (self.slopes >= bottom)
        downward = (self._shrinking == 0) & (self.slopes <= top)
        return np.flatnonzero(upward | downward | ((self._growing == 0) & (self._shrinking == 0)))

    def _part(self, awake: Any, tolerance: float, steps: int, given: int) -> int:
        """Climb with these weights alone, the others at rest; then renew all slopes: s changes by −KΔβ."""
        part = Climb(self.K[np.ix_(awake, awake)], self.signs[awake], self.C, self.alpha[awake])
        part.slopes[:] = self.slopes[awake]  # what the resting weights contribute stays as it is
        moved = part.rise(tolerance, steps, given)
        change = np.zeros(len(self.beta))
        change[awake] = part.beta - self.beta[awake]
        self.slopes -= self.K @ change
        self.slopes[awake] = part.slopes
        self.beta[awake] = part.beta
        self._growing[awake], self._shrinking[awake] = part._growing, part._shrinking
        return moved

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
