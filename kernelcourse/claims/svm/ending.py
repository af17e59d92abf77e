"""The claim that sequential minimal optimisation ends, and what its tolerance is worth when it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.svm.data import groups, overlapping
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.points import Array

MOST = 5000  # moves


@dataclass(frozen=True)
class Ending:
    """n, C, tolerance ↦ a bound on the gap at the end; the tolerance, and the share of the best step that is taken."""

    bound: Callable[[int, float, float], float]
    tolerance: float = 1e-3
    stretched: float = 1.0


def _moved(K: Array, t: Array, C: float, ending: Ending) -> tuple[Array, float] | None:
    """β and the largest slope with room at the end of the algorithm; None if it has not ended after MOST moves."""
    low, high = np.minimum(0, C * t), np.maximum(0, C * t)
    beta, s = np.zeros(len(t)), t.astype(float).copy()
    for _ in range(MOST):
        i = int(np.argmax(np.where(beta < high, s, -np.inf)))
        gaps = np.where(beta > low, s[i] - s, 0)
        if gaps.max() <= ending.tolerance:
            return beta, float(s[i])
        kappa = np.maximum(K[i, i] + np.diag(K) - 2 * K[i], 1e-12)
        j = int(np.argmax(np.where(gaps > 0, gaps**2 / kappa, 0)))
        step = min(ending.stretched * gaps[j] / kappa[j], high[i] - beta[i], beta[j] - low[j])
        beta[i] += step
        beta[j] -= step
        s = t - K @ beta
    return None


def _stops_at_once(ending: Ending) -> bool:
    """With tolerance 2 nothing moves: f = 0, b = 1, and every point of the second class pays 2C."""
    C, t = 5.0, groups(0)[1]
    return 2 * C * float((t < 0).sum()) <= ending.bound(len(t), C, 2.0) + 1e-9


def ends_with_a_small_gap(ending: Ending) -> bool:
    """at most 5000 moves, then a gap within the bound and above a thousandth of it; twelve problems, half of them with
    every point twice and one label of each pair changed; and a run that stops at once"""
    closest = 0.0
    if not _stops_at_once(ending):
        return False
    for seed in range(2):
        for P, t in (groups(seed), overlapping(seed)):
            twice, both = np.vstack([P, P]), np.concatenate([t, np.where(np.arange(len(t)) % 3, t, -t)])
            for points, labels, k in ((P, t, Gaussian(1.0)), (twice, both, Gaussian(1.0)), (P, t, Linear())):
                K, C = k(points), 2.0
                end = _moved(K, labels, C, ending)
                if end is None:
                    return False
                beta, b = end
                f = K @ beta
                gap = beta @ f + C * np.maximum(0, 1 - labels * (f + b)).sum() - labels @ beta
                allowed = ending.bound(len(labels), C, ending.tolerance)
                if gap > allowed + 1e-9:
                    return False
                closest = max(closest, float(gap) / max(allowed, 1e-12))
    return closest > 1e-3


ENDING = (
    Claim(
        name="svm.ends",
        label=("prop-smo-ends", "eq-smo-ends"),
        says="with a positive tolerance SMO ends, and then primal − dual ≤ n·C·tolerance",
        check=ends_with_a_small_gap,
        right=Ending(lambda n, C, tolerance: n * C * tolerance),
        clauses=("it ends", "the gap is at most n·C·tolerance"),
        hypotheses=("the tolerance is positive", "K is positive semidefinite", "both labels occur"),
        undropped={
            "K is positive semidefinite": "without it there is no space, no machine and no gap to speak of",
            "both labels occur": "with one label alone no weight may move, and no slope gives b",
        },
        twins={
            "n times the tolerance": Twin(
                Ending(lambda n, C, tolerance: n * tolerance), breaks="the gap is at most n·C·tolerance"
            ),
            "the gap is at most the tolerance": Twin(
                Ending(lambda n, C, tolerance: tolerance), breaks="the gap is at most n·C·tolerance"
            ),
            "steps twice as long as the best": Twin(
                Ending(lambda n, C, tolerance: n * C * tolerance, stretched=2.0), breaks="it ends"
            ),
            "tolerance 0": Twin(
                Ending(lambda n, C, tolerance: 1e-9, tolerance=0.0), drops="the tolerance is positive"
            ),
        },
    ),
)
