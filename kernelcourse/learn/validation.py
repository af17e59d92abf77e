"""How well a learner predicts points it has not seen: splits, losses and cross-validation as plain functions.

A learner is a function (X, y) → predictor, as partial(ridge, k, lam=0.1); a predictor a function Z → outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.learn.gram import take
from kernelcourse.learn.seeding import Labels
from kernelcourse.points import Array, as_count, as_number

Split = tuple[Labels, Labels]  # numbers of the points to learn from, and of those to predict
Learner = Callable[[Any, Any], Callable[[Any], Any]]


def holdout(n: int, fraction: float, rng: np.random.Generator) -> Split:
    """One split: a random ``fraction`` of n points is set aside to predict, at least one, never all."""
    as_count(n, "n", least=2)
    if not 0 < as_number(fraction, "fraction") < 1:
        raise ValueError(f"fraction = {fraction:g} must lie between 0 and 1.")
    order = rng.permutation(n)
    held = min(max(round(fraction * n), 1), n - 1)
    return np.sort(order[held:]), np.sort(order[:held])


def folds(n: int, n_folds: int, rng: np.random.Generator) -> list[Split]:
    """n_folds splits: every point is predicted exactly once, and the sizes differ by at most one."""
    as_count(n, "n", least=2)
    as_count(n_folds, "n_folds", least=2, most=n)
    order = rng.permutation(n)
    return [_without(n, np.sort(order[i::n_folds])) for i in range(n_folds)]


def leave_one_out(n: int) -> list[Split]:
    """n splits, each predicting one point from all others."""
    as_count(n, "n", least=2)
    return [_without(n, np.array([i])) for i in range(n)]


def squared_error(predicted: ArrayLike, y: ArrayLike) -> float:
    """1/n Σ (f(xᵢ) − yᵢ)²."""
    return float(np.mean(np.square(np.asarray(predicted, dtype=float) - np.asarray(y, dtype=float))))


def misclassified(predicted: ArrayLike, y: ArrayLike) -> float:
    """The fraction of labels that are wrong."""
    return float(np.mean(np.asarray(predicted) != np.asarray(y)))


def sign_error(predicted: ArrayLike, y: ArrayLike) -> float:
    """The fraction of points on the wrong side: yᵢ f(xᵢ) ≤ 0."""
    return float(np.mean(np.asarray(predicted) * np.asarray(y) <= 0))


def cross_validate(
    learner: Learner,
    X: Any,
    y: ArrayLike,
    splits: Iterable[Split],
    loss: Callable[[Any, Any], float] = squared_error,
) -> Array:
    """loss(learner(X, y without the fold)(fold), y of the fold) for every split."""
    outputs = np.asarray(y)
    if len(outputs) != len(X):
        raise ValueError(f"y has {len(outputs)} entries for {len(X)} points: give one for each point.")
    losses = []
    for train, test in splits:
        if len(np.intersect1d(train, test)):
            raise ValueError("a split predicts a point it has learned from: train and test must not overlap.")
        predictor = learner(take(X, train), outputs[train])
        losses.append(loss(predictor(take(X, test)), outputs[test]))
    if not losses:
        raise ValueError("splits is empty: give at least one split.")
    return np.array(losses)


def _without(n: int, test: Labels) -> Split:
    return np.setdiff1d(np.arange(n), test), test
