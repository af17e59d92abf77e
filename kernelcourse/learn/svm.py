"""The support vector machine: the plane in H with the widest margin, paying C for every unit of violation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import gram_operator
from kernelcourse.learn.perceptron import as_signs
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class SupportVectorMachine:
    """z ↦ f(z) + b, f = Σ αᵢ yᵢ k(·, xᵢ): positive on one side, negative on the other."""

    expansion: KernelExpansion
    offset: float  # b
    alpha: Array  # 0 ≤ αᵢ ≤ C: (n,)
    dual: float  # Σ αᵢ − ½ αᵀQα, Q = (yᵢ yⱼ k(xᵢ, xⱼ))
    primal: float  # ½‖f‖² + C Σ max(0, 1 − yᵢ(f(xᵢ) + b)), at least the dual, and equal at the optimum

    @property
    def support(self) -> Any:
        """The numbers of the points with αᵢ > 0, on which alone the answer depends."""
        return np.flatnonzero(self.alpha > 0)

    def __call__(self, Z: Any) -> Array:
        return self.expansion(Z) + self.offset


def svm(
    k: Kernel, X: Any, y: ArrayLike, C: float, tolerance: float = 1e-9, steps: int = 1_000_000
) -> SupportVectorMachine:
    """max Σ αᵢ − ½ αᵀQα  over  0 ≤ αᵢ ≤ C, yᵀα = 0: two weights at a time, those that gain most.

    Moving αᵢ by yᵢδ and αⱼ by −yⱼδ keeps yᵀα = 0, and the best δ has a formula. The optimum is reached when no
    allowed pair has slopes that differ by more than ``tolerance``.
    """
    C, tolerance = as_positive(C, "C"), as_positive(tolerance, "tolerance")
    as_count(steps, "steps")
    points, K = gram_operator(k, X)
    signs = as_signs(y, len(K))
    if abs(signs.sum()) == len(signs):
        raise ValueError("y holds one label only: a plane between two classes needs both +1 and −1.")
    diagonal = K.diagonal().copy()
    # Two coincident points have curvature 0, and a step divides by it.
    least = 1e-12 * (float(diagonal.max()) or 1.0)
    alpha, slopes = np.zeros(len(K)), signs.copy()  # slopes: yᵢ(1 − (Qα)ᵢ), what a move along yᵢ gains
    for _ in range(steps):
        up = np.where(signs > 0, alpha < C, alpha > 0)  # αᵢ may move along +yᵢ
        down = np.where(signs > 0, alpha > 0, alpha < C)
        i = int(np.argmax(np.where(up, slopes, -np.inf)))
        gaps = np.where(down, slopes[i] - slopes, -np.inf)
        if gaps.max() <= tolerance:
            return _machine(k, points, signs, alpha, slopes, C)
        row = K[i]
        curvature = np.maximum(diagonal[i] + diagonal - 2 * row, least)
        j = int(np.argmax(np.where(gaps > 0, gaps**2 / curvature, -np.inf)))
        room_i = C - alpha[i] if signs[i] > 0 else alpha[i]
        room_j = alpha[j] if signs[j] > 0 else C - alpha[j]
        step = min(gaps[j] / curvature[j], room_i, room_j)
        alpha[i] = np.clip(alpha[i] + signs[i] * step, 0, C)
        alpha[j] = np.clip(alpha[j] - signs[j] * step, 0, C)
        slopes -= step * (row - K[j])
    raise ValueError(
        f"the optimum was not reached in {steps} steps: allow more, use a smaller C, or scale the points."
    )


def _machine(
    k: Kernel, points: Any, signs: Array, alpha: Array, slopes: Array, C: float
) -> SupportVectorMachine:
    free = (alpha > 0) & (alpha < C)
    up, down = np.where(signs > 0, alpha < C, alpha > 0), np.where(signs > 0, alpha > 0, alpha < C)
    # yᵢ(f(xᵢ) + b) = 1 for free αᵢ, so b = yᵢ − f(xᵢ), the slope; without a free one, between the bounds
    middle = (slopes[up].max(initial=-np.inf) + slopes[down].min(initial=np.inf)) / 2
    offset = float(slopes[free].mean() if free.any() else middle)
    values = signs - slopes  # f(xᵢ)
    square = float((alpha * signs) @ values)  # ‖f‖² = αᵀQα
    violations = np.maximum(0, 1 - signs * (values + offset)).sum()
    expansion = KernelExpansion(k, points, alpha * signs)
    return SupportVectorMachine(
        expansion, offset, alpha, float(alpha.sum() - square / 2), float(square / 2 + C * violations)
    )
