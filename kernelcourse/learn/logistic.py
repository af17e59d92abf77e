"""Logistic regression in H: log-odds f, with no closed form, by Newton's method."""

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
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class NewtonState:
    """Where Newton's method stands: the weights α, the value of the objective and the length of its gradient."""

    weights: Array  # (n,)
    objective: float
    gradient: float  # ‖λα − (yᵢ σ(−yᵢf(xᵢ)))‖, zero at the minimum


def kernel_logistic(k: Kernel, X: Any, y: ArrayLike, lam: float, steps: int = 100) -> KernelExpansion:
    """The f in H minimising  Σ log(1 + exp(−yᵢ f(xᵢ))) + λ/2 ‖f‖²;  P(y = 1 | x) = 1/(1 + exp(−f(x))).

    At the minimum αᵢ = yᵢ σ(−yᵢ f(xᵢ))/λ: every point has a weight, the surprising ones the largest.
    """
    points = k.read(X, "X")
    *_, last = newton_steps(k, points, y, lam, steps)
    if last.gradient > 1e-6 * len(last.weights):
        raise ValueError(
            f"no minimum found in {steps} steps: the gradient is {last.gradient:.2g}. Allow more steps."
        )
    return KernelExpansion(k, points, last.weights)


def newton_steps(k: Kernel, X: Any, y: ArrayLike, lam: float, steps: int = 100) -> Iterator[NewtonState]:
    """A state at α = 0 and after every Newton step, halved while it would not lower the objective."""
    lam = as_positive(lam, "lam")
    as_count(steps, "steps")
    _, K = gram_operator(k, X)
    return _newton(K, as_signs(y, len(K)), lam, steps)


def _newton(K: Any, y: Array, lam: float, steps: int) -> Iterator[NewtonState]:
    alpha = np.zeros(len(K))
    state = _state(K, y, lam, alpha)
    yield state
    for _ in range(steps):
        f = K @ alpha
        p = expit(-y * f)  # how surprising each label is
        root = np.sqrt(p * (1 - p))
        # Newton: (λI + WK)α₊ = Wf + yp with W = diag(p(1 − p)); symmetric with S = √W: λI + SKS
        goal = root**2 * f + y * p
        weighted = K.scaled(root) if isinstance(K, FactoredGram) else root[:, None] * K * root
        inner = solve_operator(weighted, lam, root * (K @ goal))
        towards = (goal - root * inner) / lam - alpha
        for halvings in range(40):
            trial = _state(K, y, lam, alpha + towards / 2**halvings)
            if _better(trial, state):
                break
        else:
            return  # rounding alone is left
        alpha, state = trial.weights, trial
        yield state
        if state.gradient <= 1e-14 * len(K):
            return


def _better(trial: NewtonState, state: NewtonState) -> bool:
    """A lower objective, or the same to rounding (K may be singular: other weights, the same f) and less gradient."""
    same = trial.objective <= state.objective * (1 + 1e-14)
    return trial.objective < state.objective or (same and trial.gradient < state.gradient)


def _state(K: Any, y: Array, lam: float, alpha: Array) -> NewtonState:
    f = K @ alpha
    objective = float(np.logaddexp(0, -y * f).sum() + lam / 2 * alpha @ f)
    return NewtonState(alpha, objective, float(np.linalg.norm(lam * alpha - y * expit(-y * f))))
