"""The support vector machine: the plane in H with the widest margin, paying C for every unit of violation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import gram_operator
from kernelcourse.learn.gram import take
from kernelcourse.learn.perceptron import as_signs
from kernelcourse.learn.smo import Climb, Pair
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
    steps: int = 0  # pairs that were moved

    @property
    def support(self) -> Any:
        """The numbers of the points with αᵢ > 0, on which alone the answer depends."""
        return np.flatnonzero(self.alpha > 0)

    def __call__(self, Z: Any) -> Array:
        return self.expansion(Z) + self.offset


@dataclass(frozen=True, eq=False)
class SmoState:
    """Where SMO stands: a machine that is allowed, and how far from the best it can be."""

    machine: SupportVectorMachine
    pair: Pair | None  # the move that led here; None at the start

    @property
    def gap(self) -> float:
        """primal − dual: neither is farther than this from the common optimum, and ‖f − f*‖² ≤ gap."""
        return self.machine.primal - self.machine.dual


def svm(
    k: Kernel, X: Any, y: ArrayLike, C: float, tolerance: float = 1e-9, steps: int = 1_000_000
) -> SupportVectorMachine:
    """max Σ αᵢ − ½ αᵀQα  over  0 ≤ αᵢ ≤ C, yᵀα = 0: two weights at a time, those that gain most.

    The optimum is reached when no allowed pair has slopes that differ by more than ``tolerance``.
    """
    points, climb = _start(k, X, y, C)
    moved = climb.rise(as_positive(tolerance, "tolerance"), as_count(steps, "steps"))
    return _machine(k, points, climb, moved)


def smo(
    k: Kernel, X: Any, y: ArrayLike, C: float, tolerance: float = 1e-9, steps: int = 1_000_000
) -> Iterator[SmoState]:
    """A state at α = 0 and after every move of two weights, each with its duality gap."""
    tolerance, steps = as_positive(tolerance, "tolerance"), as_count(steps, "steps")
    points, climb = _start(k, X, y, C)
    return _states(k, points, climb, tolerance, steps)


def _states(k: Kernel, points: Any, climb: Climb, tolerance: float, steps: int) -> Iterator[SmoState]:
    yield SmoState(_machine(k, points, climb, 0), None)
    for moved, pair in enumerate(climb.moves(tolerance, steps), start=1):
        yield SmoState(_machine(k, points, climb, moved), pair)


def svm_path(
    k: Kernel, X: Any, y: ArrayLike, Cs: Sequence[float], tolerance: float = 1e-9, steps: int = 1_000_000
) -> tuple[SupportVectorMachine, ...]:
    """The machines for growing C, each started from the one before, whose weights are still allowed."""
    prices = [as_positive(C, "Cs") for C in Cs]
    if not prices or any(after <= before for before, after in pairwise(prices)):
        raise ValueError(f"Cs = {list(Cs)} must be growing numbers: 0.1, 1, 10.")
    tolerance, steps = as_positive(tolerance, "tolerance"), as_count(steps, "steps")
    points, climb = _start(k, X, y, prices[0])
    path = []
    for C in prices:
        climb = Climb(climb.K, climb.signs, C, climb.alpha)
        moved = climb.rise(tolerance, steps)
        path.append(_machine(k, points, climb, moved))
    return tuple(path)


@dataclass(frozen=True, eq=False)
class OneAgainstOne:
    """z ↦ the class that wins most of its duels; of several the one whose duels are won by more, then the first."""

    classes: Any  # (q,), sorted
    duels: tuple[tuple[int, int, SupportVectorMachine], ...]  # (c, d, machine): positive for class c

    def votes(self, Z: Any) -> Array:
        """How many duels each class wins at each point: (m, q)."""
        return self._counted(Z)[0]

    def __call__(self, Z: Any) -> Any:
        won, by = self._counted(Z)
        # by/(1 + |by|)/3 stays below a third: it decides between equal votes and never against more of them
        return self.classes[np.argmax(won + by / (1 + np.abs(by)) / 3, axis=1)]

    def _counted(self, Z: Any) -> tuple[Array, Array]:
        values = [machine(Z) for _, _, machine in self.duels]
        won, by = np.zeros((2, len(values[0]), len(self.classes)))
        for (c, d, _), value in zip(self.duels, values, strict=True):
            won[:, c] += value > 0
            won[:, d] += value <= 0
            by[:, c] += value
            by[:, d] -= value
        return won, by


def one_against_one(k: Kernel, X: Any, y: ArrayLike, C: float, tolerance: float = 1e-9) -> OneAgainstOne:
    """A machine for each pair of classes, trained on the points of these two alone; every machine has one vote."""
    points = k.read(X, "X")
    labels = np.asarray(y)
    if labels.shape != (len(points),):
        raise ValueError(
            f"y has shape {labels.shape} for {len(points)} points: give one label for each point."
        )
    classes = np.unique(labels)
    if len(classes) < 2:
        raise ValueError("y holds one label only: give points of at least two classes.")
    duels = []
    for c, d in combinations(range(len(classes)), 2):
        here = np.flatnonzero((labels == classes[c]) | (labels == classes[d]))
        signs = np.where(labels[here] == classes[c], 1.0, -1.0)
        duels.append((c, d, svm(k, take(points, here), signs, C, tolerance)))
    return OneAgainstOne(classes, tuple(duels))


def _start(k: Kernel, X: Any, y: ArrayLike, C: float) -> tuple[Any, Climb]:
    C = as_positive(C, "C")
    points, K = gram_operator(k, X)
    signs = as_signs(y, len(K))
    if abs(signs.sum()) == len(signs):
        raise ValueError("y holds one label only: a plane between two classes needs both +1 and −1.")
    return points, Climb(K, signs, C)


def _machine(k: Kernel, points: Any, climb: Climb, moved: int) -> SupportVectorMachine:
    beta = climb.beta.copy()
    return SupportVectorMachine(
        KernelExpansion(k, points, beta), climb.offset, climb.signs * beta, climb.dual, climb.primal, moved
    )
