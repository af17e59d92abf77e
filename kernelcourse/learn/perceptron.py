"""The perceptron: whenever a point is on the wrong side, add it to the weights. Online, in batches, in H."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import gram_operator
from kernelcourse.points import Array, as_count, as_outputs, as_points, as_positive
from kernelcourse.rkhs import KernelExpansion, norm


@dataclass(frozen=True, eq=False)
class PerceptronState:
    """Where the perceptron stands: w = η Σ αᵢ yᵢ xᵢ, or that sum of features; αᵢ counts updates."""

    counts: NDArray[np.intp]  # α: (n,)
    function: Any  # w, an array (d,), or f, a KernelExpansion
    updates: int  # Σ αᵢ
    passes: int  # full passes over the points that are finished
    point: int | None  # the point that made the last update (online), if one did
    mistakes: int  # how many points are on the wrong side now

    @property
    def separated(self) -> bool:
        """Whether all points are on their right side, none of them on the plane itself."""
        return self.mistakes == 0

    @property
    def outcome(self) -> str:
        """What can be said: separated, or not so far, which alone does not prove that it is impossible."""
        updates = f"{self.updates} update{'s' * (self.updates != 1)}"
        work = f"{updates} in {self.passes} pass{'es' * (self.passes != 1)}"
        if self.separated:
            return f"separated after {work}"
        return f"not separated after {work}: {self.mistakes} of {len(self.counts)} wrong"


def online_perceptron(
    X: ArrayLike, y: ArrayLike | None = None, passes: int = 100, rate: float = 1.0
) -> Iterator[PerceptronState]:
    """w ← w + η yᵢxᵢ whenever yᵢ w·xᵢ ≤ 0, point after point. A state at the start, each update, the end.

    Without y the rows are taken as folded already, yᵢxᵢ. There is no bias: append a 1 (``with_bias``).
    """
    folded = _fold(X, y)
    w, rate = np.zeros(folded.shape[1]), as_positive(rate, "rate")
    return _one_by_one(
        len(folded),
        as_count(passes, "passes"),
        lambda i: float(folded[i] @ w),
        lambda i: np.add(w, rate * folded[i], out=w),
        lambda counts: (w.copy(), int((folded @ w <= 0).sum())),
    )


def kernel_perceptron(
    k: Kernel, X: Any, y: ArrayLike, passes: int = 100, rate: float = 1.0
) -> Iterator[PerceptronState]:
    """f ← f + η yᵢ k(·, xᵢ) whenever yᵢ f(xᵢ) ≤ 0, so f = η Σ αᵢ yᵢ k(·, xᵢ). For a bias use k + 1."""
    points, K = gram_operator(k, X)
    signs, rate = as_signs(y, len(K)), as_positive(rate, "rate")
    values = np.zeros(len(K))  # f at all points
    return _one_by_one(
        len(K),
        as_count(passes, "passes"),
        lambda i: float(signs[i] * values[i]),
        lambda i: np.add(values, rate * signs[i] * K[i], out=values),
        lambda counts: (KernelExpansion(k, points, rate * counts * signs), int((signs * values <= 0).sum())),
    )


def batch_perceptron(
    X: ArrayLike, y: ArrayLike | None = None, passes: int = 100, rate: float = 1.0
) -> Iterator[PerceptronState]:
    """w ← w + η Σ yᵢxᵢ over all points with yᵢ w·xᵢ ≤ 0 at once. A state at the start and after each pass."""
    folded = _fold(X, y)
    as_count(passes, "passes")
    return _batches(folded, passes, as_positive(rate, "rate"))


def perceptron(
    X: ArrayLike, y: ArrayLike | None = None, passes: int = 100, rate: float = 1.0
) -> PerceptronState:
    """The last state of online_perceptron: .function is w, .separated says whether it separates."""
    *_, last = online_perceptron(X, y, passes, rate)
    return last


def averaged_perceptron(k: Kernel, X: Any, y: ArrayLike, passes: int = 10) -> KernelExpansion:
    """The mean of f over all visits of points, right or wrong: steadier than the last f."""
    points, K = gram_operator(k, X)
    signs, n = as_signs(y, len(K)), len(K)
    as_count(passes, "passes")
    values, total = np.zeros(n), np.zeros(n)
    for visit in range(passes * n):
        i = visit % n
        if signs[i] * values[i] <= 0:
            values += signs[i] * K[i]
            total[i] += (passes * n - visit) * signs[i]  # this update is part of f from here to the end
    return KernelExpansion(k, points, total / (passes * n))


def margin(f: KernelExpansion, X: Any, y: ArrayLike) -> float:
    """min yᵢ f(xᵢ) / ‖f‖: distance in H from the plane f = 0 to the nearest point, < 0 if one is wrong."""
    values = f(X)
    length = norm(f)
    if not length:
        raise ValueError("f = 0 has no plane f = 0, hence no margin.")
    return float((as_signs(y, len(values)) * values).min() / length)


def novikoff_bound(f: KernelExpansion, X: Any, y: ArrayLike) -> float:
    """(R/γ)² ≥ the number of updates, R the largest ‖φ(xᵢ)‖ and γ > 0 the margin of any separating f."""
    gamma = margin(f, X, y)
    if gamma <= 0:
        raise ValueError(
            f"f does not separate the points: its margin is {gamma:.3g}, and the theorem needs one > 0."
        )
    return float(f.kernel.diagonal(X).max() / gamma**2)


def with_bias(X: ArrayLike) -> Array:
    """(x, 1): a feature that is always 1, whose weight is the bias."""
    points = as_points(X)
    return np.column_stack([points, np.ones(len(points))])


def as_signs(y: ArrayLike, n: int) -> Array:
    """y as n labels, each +1 or −1."""
    signs = as_outputs(y, n)
    if signs.ndim != 1 or not (np.abs(signs) == 1).all():
        raise ValueError(
            "y must hold +1 and −1 only, one label per point: with other labels, write np.where(y == a, 1, -1)."
        )
    return signs


def _fold(X: ArrayLike, y: ArrayLike | None) -> Array:
    points = as_points(X)
    return points if y is None else as_signs(y, len(points))[:, None] * points


def _one_by_one(n: int, passes: int, agreement: Any, update: Any, report: Any) -> Iterator[PerceptronState]:
    """Visit the points in order until a full pass of n right answers, or until the passes are used up."""
    counts = np.zeros(n, dtype=np.intp)

    def state(finished: int, point: int | None) -> PerceptronState:
        function, wrong = report(counts)
        return PerceptronState(counts.copy(), function, int(counts.sum()), finished, point, wrong)

    yield state(0, None)
    for finished in range(passes):
        before = counts.sum()
        for i in range(n):
            if agreement(i) <= 0:
                update(i)
                counts[i] += 1
                yield state(finished, i)
        if counts.sum() == before:
            break
    yield state(finished + 1, None)


def _batches(folded: Array, passes: int, rate: float) -> Iterator[PerceptronState]:
    counts, w = np.zeros(len(folded), dtype=np.intp), np.zeros(folded.shape[1])
    for finished in range(passes + 1):
        wrong = folded @ w <= 0
        yield PerceptronState(counts.copy(), w.copy(), int(counts.sum()), finished, None, int(wrong.sum()))
        if not wrong.any():
            return
        counts += wrong
        w += rate * folded[wrong].sum(axis=0)
