"""The perceptron for many classes: one function for each class, and the largest of them answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.gram import gram_matrix
from kernelcourse.points import as_count
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class MulticlassPerceptron:
    """z ↦ the class c with the largest f_c(z), the first of several."""

    classes: Any  # (q,), sorted
    functions: KernelExpansion  # f₁, …, f_q: weights (n, q), each row summing to 0
    updates: int  # mistakes made so far
    passes: int  # passes over the points, the last of them without a mistake if they are separated
    separated: bool  # whether the last pass made no mistake

    def __call__(self, Z: Any) -> Any:
        return self.classes[np.argmax(self.functions(Z), axis=1)]

    @property
    def outcome(self) -> str:
        """What can be said: separated, or not so far."""
        how = "separated" if self.separated else "not separated"
        return f"{how} after {self.updates} updates in {self.passes} passes"


def multiclass_perceptron(k: Kernel, X: Any, y: ArrayLike, passes: int = 100) -> MulticlassPerceptron:
    """f_y ← f_y + k(·, xᵢ) and f_c ← f_c − k(·, xᵢ) whenever f_y(xᵢ) ≤ f_c(xᵢ), c the largest rival of y.

    With a margin γ at most 2(R/γ)² updates are made; two classes give the perceptron with f = f₁ − f₂.
    """
    points, K = gram_matrix(k, X)
    labels = np.asarray(y)
    if labels.shape != (len(K),):
        raise ValueError(f"y has shape {labels.shape} for {len(K)} points: give one label for each point.")
    classes, numbers = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError("y holds one label only: give points of at least two classes.")
    as_count(passes, "passes")
    weights = np.zeros((len(K), len(classes)))
    values = np.zeros((len(K), len(classes)))  # f_c at all points
    updates = finished = 0
    for _ in range(passes):
        finished += 1
        before = updates
        for i, own in enumerate(numbers):
            rivals = np.where(np.arange(len(classes)) == own, -np.inf, values[i])
            rival = int(np.argmax(rivals))
            if values[i, own] <= values[i, rival]:
                for c, step in ((own, 1.0), (rival, -1.0)):
                    weights[i, c] += step
                    values[:, c] += step * K[i]
                updates += 1
        if updates == before:
            break
    return MulticlassPerceptron(
        classes, KernelExpansion(k, points, weights), updates, finished, updates == before
    )
