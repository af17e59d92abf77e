"""Claims on how the machine is found: moves of two weights, the gap, the path along C, and votes of many machines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.svm.data import groups, overlapping
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import one_against_one, svm, svm_path
from kernelcourse.points import Array
from kernelcourse.rkhs import norm

K_OF = Gaussian(1.0)


def _is_the_dual(W: Callable[[Array, Array, Array], float]) -> bool:
    """β, K, y ↦ Σα − ½αᵀQα with β = y∘α, at 20 random α"""
    rng = np.random.default_rng(0)
    for _ in range(20):
        P, t = overlapping(int(rng.integers(50)))
        K, alpha = K_OF(P), rng.uniform(0, 1, len(t))
        if not same(W(t * alpha, K, t), alpha.sum() - alpha @ (np.outer(t, t) * K) @ alpha / 2):
            return False
    return True


def _is_the_top(step: Callable[[Array, Array, Array, int, int], tuple[float, float]]) -> bool:
    """K, y, β, i, j ↦ (δ, gain): no step between −9 and 9 gains more, and that one gains as much as it says"""
    rng = np.random.default_rng(1)
    for _ in range(20):
        P, t = overlapping(int(rng.integers(50)))
        K, beta = K_OF(P), rng.standard_normal(len(t))
        i, j = rng.choice(len(t), 2, replace=False)
        u = np.eye(len(t))[i] - np.eye(len(t))[j]

        def W(delta: float, u: Array = u, K: Array = K, beta: Array = beta, t: Array = t) -> float:
            moved = beta + delta * u
            return float(t @ moved - moved @ K @ moved / 2)

        delta, gain = step(K, t, beta, int(i), int(j))
        if not np.isclose(W(delta) - W(0.0), gain) or max(map(W, np.linspace(-9, 9, 181))) > W(delta) + 1e-9:
            return False
    return True


def _step(K, t, beta, i, j, scale=1.0, *, curvature=None, slopes=None):
    s = t - K @ beta if slopes is None else slopes(K, t, beta)
    kappa = K[i, i] + K[j, j] - 2 * K[i, j] if curvature is None else curvature(K, i, j)
    return scale * (s[i] - s[j]) / kappa, (s[i] - s[j]) ** 2 / (2 * kappa)


def _machine(
    K: Array, t: Array, C: float, clipped: bool = True, balanced: bool = True, room: bool = True
) -> Array:
    """The algorithm as the page states it, or without one of its cares; at most 4000 moves."""
    low, high = np.minimum(0, C * t), np.maximum(0, C * t)
    beta, s = np.zeros(len(t)), t.astype(float).copy()
    for _ in range(4000):
        i = int(np.argmax(np.where(beta < high, s, -np.inf) if room else s))
        gaps = np.where(beta > low, s[i] - s, 0) if room else s[i] - s
        if gaps.max() <= 1e-9:
            break
        kappa = np.maximum(K[i, i] + np.diag(K) - 2 * K[i], 1e-12)
        j = int(np.argmax(np.where(gaps > 0, gaps**2 / kappa, 0)))
        step = gaps[j] / kappa[j]
        if clipped:
            step = min(step, high[i] - beta[i], beta[j] - low[j])
        beta[i] += step
        if balanced:
            beta[j] -= step
        s = t - K @ beta
    return t * beta


def _reaches_the_top(algorithm: Callable[[Array, Array, float], Array]) -> bool:
    """K, y, C ↦ an allowed α whose dual value is the primal value of its function, for twelve problems"""
    for seed in range(4):
        for C in (0.2, 1.0, 8.0):
            P, t = overlapping(seed)
            K = K_OF(P)
            alpha = algorithm(K, t, C)
            if alpha.min() < -1e-9 or alpha.max() > C + 1e-9 or abs(alpha @ t) > 1e-8:
                return False
            f = K @ (alpha * t)
            offsets = t - f  # the best b makes some point stand on the kerb
            primal = min(np.maximum(0, 1 - t * (f + b)).sum() for b in offsets) * C + alpha @ (t * f) / 2
            if primal - (alpha.sum() - alpha @ (t * f) / 2) > 1e-5:
                return False
    return True


@dataclass(frozen=True)
class Price:
    """Whether norms grow, whether violations fall, and from which price on nothing changes; on data of two kinds."""

    norms: int = 1
    violations: int = -1
    constant_from: Callable[[Array], float] = lambda alpha: float(alpha.max())
    separable: Callable[[int], tuple[Array, Array]] = groups


def _is_the_path(price: Price) -> bool:
    """five prices on three overlapping problems; separable: f stays from the largest price on, and not before"""
    for seed in range(3):
        P, t = overlapping(seed)
        path = svm_path(K_OF, P, t, (0.1, 0.5, 2.0, 8.0, 30.0))
        norms = [float(norm(machine.expansion)) for machine in path]
        losses = [float(np.maximum(0, 1 - t * machine(P)).sum()) for machine in path]
        if any(price.norms * (b - a) < -1e-6 for a, b in pairwise(norms)):
            return False
        if any(price.violations * (b - a) < -1e-6 for a, b in pairwise(losses)):
            return False
        P, t = price.separable(seed)
        hard = svm(Linear(), P, t, 300.0)
        first = price.constant_from(hard.alpha)
        below, at, above = (svm(Linear(), P, t, factor * first) for factor in (0.8, 1.0001, 20.0))
        if not (np.allclose(at(P), hard(P), atol=1e-4) and np.allclose(above(P), hard(P), atol=1e-4)):
            return False
        if np.allclose(below(P), hard(P), atol=1e-4):
            return False
    return True


def _wins(vote: Callable[[Array, Any, Array], Any]) -> bool:
    """those of ten machines of our own, at 441 places where five groups meet, and no mistake on the points; 3 draws"""
    turn = 2 * np.pi * np.arange(5) / 5
    middles = 2 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    place = np.linspace(-1, 1, 21)
    Z = np.stack(np.meshgrid(place, place), axis=-1).reshape(-1, 2)  # in the middle votes tie
    for seed in range(4, 7):
        P, labels = datasets.blobs(12, middles, np.random.default_rng(seed), 0.4)
        if (
            not np.array_equal(vote(P, labels, Z), _duels(P, labels, Z))
            or (vote(P, labels, P) != labels).any()
        ):
            return False
    return True


def _duels(P, labels, Z):
    """Most votes of ten machines, then the largest sum of their values."""
    votes, sums = np.zeros((2, len(Z), 5))
    for c in range(5):
        for d in range(c + 1, 5):
            here = (labels == c) | (labels == d)
            value = svm(Linear(), P[here], np.where(labels[here] == c, 1.0, -1.0), 10.0, tolerance=1e-7)(Z)
            for winner, sign in ((c, 1), (d, -1)):
                votes[:, winner] += sign * value > 0
                sums[:, winner] += sign * value
    return np.lexsort((sums, votes), axis=1)[:, -1]


def _against_the_rest(P, labels, Z):
    machines = [svm(Linear(), P, np.where(labels == c, 1.0, -1.0), 10.0, tolerance=1e-4) for c in range(5)]
    return np.argmax([machine(Z) for machine in machines], axis=0)


def _package(P, labels, Z):
    return one_against_one(Linear(), P, labels, 10.0, tolerance=1e-7)(Z)


def _first_of_ties(P, labels, Z):
    return np.argmax(one_against_one(Linear(), P, labels, 10.0, tolerance=1e-7).votes(Z), axis=1)


CLIMBING = (
    Claim(
        name="svm.beta",
        label="eq-svm-beta",
        says="with β = y∘α the dual is yᵀβ − ½βᵀKβ",
        check=_is_the_dual,
        right=lambda beta, K, t: float(t @ beta - beta @ K @ beta / 2),
        twins={
            "Σβ instead of yᵀβ": lambda beta, K, t: float(beta.sum() - beta @ K @ beta / 2),
            "labels again in the matrix": lambda beta, K, t: float(
                t @ beta - beta @ (np.outer(t, t) * K) @ beta / 2
            ),
        },
    ),
    Claim(
        name="svm.step",
        label="eq-smo-step",
        says="the best move of a pair is δ = (sᵢ − sⱼ)/κ, κ = kᵢᵢ + kⱼⱼ − 2kᵢⱼ, and gains (sᵢ − sⱼ)²/2κ",
        check=_is_the_top,
        right=_step,
        twins={
            "half the step": lambda K, t, beta, i, j: _step(K, t, beta, i, j, scale=0.5),
            "κ = kᵢᵢ + kⱼⱼ": lambda K, t, beta, i, j: _step(
                K, t, beta, i, j, curvature=lambda K, i, j: K[i, i] + K[j, j]
            ),
            "κ = kᵢᵢ + kⱼⱼ − kᵢⱼ": lambda K, t, beta, i, j: _step(
                K, t, beta, i, j, curvature=lambda K, i, j: K[i, i] + K[j, j] - K[i, j]
            ),
            "slopes y + Kβ": lambda K, t, beta, i, j: _step(
                K, t, beta, i, j, slopes=lambda K, t, beta: t + K @ beta
            ),
        },
    ),
    Claim(
        name="svm.smo",
        label="alg-smo",
        says="moves of two weights, cut off at the box, reach the top: no gap is left",
        check=_reaches_the_top,
        right=_machine,
        twins={
            "not cut off at the box": lambda K, t, C: _machine(K, t, C, clipped=False),
            "only one weight of the pair moves": lambda K, t, C: _machine(K, t, C, balanced=False),
            "weights without room are chosen too": lambda K, t, C: _machine(K, t, C, room=False),
        },
    ),
    Claim(
        name="svm.path",
        label=("prop-svm-path", "eq-svm-path"),
        says="as C grows ‖f‖ grows and the violations fall; separable classes: constant from the largest αᵢ on",
        check=_is_the_path,
        right=Price(),
        clauses=("norms grow", "violations fall", "constant from some price on"),
        hypotheses=("separable, for the last part",),
        twins={
            "a higher price makes the street wider": Twin(Price(norms=-1), breaks="norms grow"),
            "violations grow": Twin(Price(violations=1), breaks="violations fall"),
            "constant from the smallest positive weight on": Twin(
                Price(constant_from=lambda alpha: float(alpha[alpha > 0].min() / 2)),
                breaks="constant from some price on",
            ),
            "classes that overlap": Twin(
                Price(constant_from=lambda alpha: 5.0, separable=overlapping),
                drops="separable, for the last part",
            ),
        },
    ),
    Claim(
        name="svm.duels",
        label="alg-one-against-one",
        says="a machine for each pair of classes, one vote each, sums of values break ties",
        check=_wins,
        right=_package,
        twins={
            "one against the rest": _against_the_rest,
            "the first class of a tie": _first_of_ties,
        },
    ),
)
