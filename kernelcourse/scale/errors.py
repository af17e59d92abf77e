"""How far an approximate kernel is from the one it stands for: exactly where that can be had, else with what odds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.featured import Featured
from kernelcourse.points import as_count
from kernelcourse.scale.fourier_features import RandomFourier
from kernelcourse.scale.landmark_kernel import Nystroem


@dataclass(frozen=True)
class TraceError:
    """‖K − K̃‖₂ ≤ tr(K − K̃), an equality for the nuclear norm: K − K̃ is PSD, no eigenvalue exceeds their sum."""

    trace: float  # Σ k(x, x) − k̃(x, x) over the points given
    largest: float  # max k(x, x) − k̃(x, x), which bounds every |k(x, z) − k̃(x, z)|
    share: float  # trace / Σ k(x, x)
    points: int

    def __str__(self) -> str:
        return (
            f"on {self.points} points ‖K − K̃‖ ≤ {self.trace:.3g} ({100 * self.share:.2g} % of the trace), "
            f"and no entry is off by more than {self.largest:.3g}"
        )


@dataclass(frozen=True)
class Bound:
    """With probability ≥ 1 − delta over the draw, |k(x, z) − k̃(x, z)| ≤ epsilon for all pairs of n points at once."""

    epsilon: float
    delta: float
    points: int

    def __str__(self) -> str:
        odds = f"{100 * (1 - self.delta):g} %"
        return f"with probability {odds}, no entry of K̃ on {self.points} points is off by more than {self.epsilon:.3g}"


def trace_error(k: Nystroem, X: Any) -> TraceError:
    """tr(K − K̃) on X, exactly, block by block."""
    points = k.read(X, "X")
    whole, worst, total = 0.0, 0.0, 0.0
    for start in range(0, len(points), 4096):
        block = points[start : start + 4096]
        exact = k.kernel.self_similarity(block)
        left = np.maximum(exact - k.self_similarity(block), 0)
        whole, total, worst = (
            whole + float(left.sum()),
            total + float(exact.sum()),
            max(worst, float(left.max())),
        )
    return TraceError(whole, worst, whole / total if total else 0.0, len(points))


def largest_gap(k: RandomFourier, n: int, delta: float = 0.05) -> Bound:
    """P(some |k − k̃| ≥ ε) ≤ n(n − 1) exp(−Dε²/2) by Hoeffding, for D independent cosines and n(n − 1)/2 pairs.

    Orthogonal frequencies come in independent blocks, and Hoeffding counts the blocks: a weaker statement, though they
    vary less. The value is what the theorem gives, even where it exceeds 2, the largest gap there can be.
    """
    n = as_count(n, "n", least=2)
    if not 0 < delta < 1:
        raise ValueError(f"delta = {delta:g} must lie between 0 and 1: the probability that the bound fails.")
    epsilon = math.sqrt(2 * math.log(n * (n - 1) / delta) / k.independent)
    return Bound(epsilon, delta, n)


def error_of(k: Featured, X: Any, delta: float = 0.05) -> TraceError | Bound:
    """The statement that this approximation allows on the points X."""
    if isinstance(k, Nystroem):
        return trace_error(k, X)
    if isinstance(k, RandomFourier):
        return largest_gap(k, len(k.read(X, "X")), delta)
    raise ValueError(f"k = {k} is no approximation of another kernel: give a RandomFourier or a Nystroem.")
