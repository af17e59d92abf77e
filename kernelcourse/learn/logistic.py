"""Kernel logistic regression: a smooth loss with no closed form, minimised by Newton's method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import FactoredGram, gram_operator, solve_operator
from kernelcourse.learn.perceptron import as_signs
from kernelcourse.learn.ridge import WithOffset
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class NewtonState:
    """Where Newton's method stands: the weights α, the offset b, the objective and the length of its gradient."""

    weights: Array  # (n,)
    objective: float
    gradient: float  # ‖2λα − (yᵢ σ(−yᵢ(f(xᵢ) + b)))‖, and with an offset 1ᵀα: zero at the minimum
    offset: float = 0.0


def kernel_logistic(k: Kernel, X: Any, y: ArrayLike, lam: float, steps: int = 100) -> KernelExpansion:
    """The f in H minimising  Σ log(1 + exp(−yᵢ f(xᵢ))) + λ‖f‖²;  P(y = 1 | x) = 1/(1 + exp(−f(x))).

    At the minimum αᵢ = yᵢ σ(−yᵢ f(xᵢ))/2λ: every point has a weight, the surprising ones the largest.
    """
    points = k.read(X, "X")
    return KernelExpansion(k, points, _minimum(newton_steps(k, points, y, lam, steps), steps).weights)


def kernel_logistic_with_offset(k: Kernel, X: Any, y: ArrayLike, lam: float, steps: int = 100) -> WithOffset:
    """The f in H and the number b minimising  Σ log(1 + exp(−yᵢ(f(xᵢ) + b))) + λ‖f‖²: b is free of charge.

    At the minimum also 1ᵀα = 0: the surprises of the two classes balance. Both classes must occur.
    """
    points = k.read(X, "X")
    last = _minimum(newton_steps(k, points, y, lam, steps, with_offset=True), steps)
    return WithOffset(KernelExpansion(k, points, last.weights), last.offset)


def _minimum(states: Iterator[NewtonState], steps: int) -> NewtonState:
    *_, last = states
    if last.gradient > 1e-6 * len(last.weights):
        raise ValueError(
            f"no minimum found in {steps} steps: the gradient is {last.gradient:.2g}. Allow more steps."
        )
    return last


def newton_steps(
    k: Kernel, X: Any, y: ArrayLike, lam: float, steps: int = 100, with_offset: bool = False
) -> Iterator[NewtonState]:
    """A state at f = 0 and after every Newton step, halved while it would not lower the objective."""
    lam = as_positive(lam, "lam")
    as_count(steps, "steps")
    _, K = gram_operator(k, X)
    signs = as_signs(y, len(K))
    if with_offset and abs(signs.sum()) == len(signs):
        raise ValueError(
            "y holds one label only: the offset would grow for ever. Give points of both classes."
        )
    return _newton(K, signs, lam, steps, with_offset)


def _newton(K: Any, y: Array, lam: float, steps: int, with_offset: bool) -> Iterator[NewtonState]:
    state = _state(K, y, lam, np.zeros(len(K)), 0.0, with_offset)
    yield state
    for _ in range(steps):
        weights, offset = _towards(K, y, lam, state, with_offset)
        for halvings in range(40):
            part = 0.5**halvings
            trial = _state(
                K,
                y,
                lam,
                state.weights + part * (weights - state.weights),
                state.offset + part * (offset - state.offset),
                with_offset,
            )
            if _better(trial, state):
                break
        else:
            return  # rounding alone is left
        state = trial
        yield state
        if state.gradient <= 1e-14 * len(K):
            return


def _towards(K: Any, y: Array, lam: float, state: NewtonState, with_offset: bool) -> tuple[Array, float]:
    """Where a full Newton step leads: ridge with a free offset on the targets t, point i weighted by Wᵢ = pᵢ(1 − pᵢ).

    α = Su with S = √W and (SKS + 2λI)u = S(t − b1), where St = S(f + b1) + y√(p/(1 − p)); b from 1ᵀα = 0.
    """
    f = K @ state.weights + state.offset
    p = expit(-y * f)  # how surprising each label is
    S = np.sqrt(p * (1 - p))
    targets = S * f + y * np.exp(np.minimum(-y * f / 2, 300))
    columns = np.column_stack([targets, S]) if with_offset else targets[:, None]
    weighted = K.scaled(S) if isinstance(K, FactoredGram) else S[:, None] * K * S
    solved = solve_operator(weighted, 2 * lam, columns)
    if not with_offset:
        return S * solved[:, 0], 0.0
    offset = float(S @ solved[:, 0] / (S @ solved[:, 1]))
    return S * (solved[:, 0] - offset * solved[:, 1]), offset


def _better(trial: NewtonState, state: NewtonState) -> bool:
    """A lower objective, or the same to rounding (K may be singular: other weights, the same f) and less gradient."""
    same = trial.objective <= state.objective * (1 + 1e-14)
    return trial.objective < state.objective or (same and trial.gradient < state.gradient)


def _state(K: Any, y: Array, lam: float, alpha: Array, offset: float, with_offset: bool) -> NewtonState:
    f = K @ alpha
    surprise = y * expit(-y * (f + offset))
    objective = float(np.logaddexp(0, -y * (f + offset)).sum() + lam * alpha @ f)
    gradient = np.linalg.norm(2 * lam * alpha - surprise)
    if with_offset:
        gradient = np.hypot(gradient, surprise.sum())
    return NewtonState(alpha, objective, float(gradient), offset)
