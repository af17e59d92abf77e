"""Checks of the page on the widest street."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.svm.data import (
    best_margin,
    best_weights,
    groups,
    largest,
    least_soft_value,
    overlapping,
    soft_value,
)
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import smo, svm
from kernelcourse.points import Array

Plane = tuple[Array, float]


def plane(P: Array, t: Array, C: float = 1e5) -> Plane:
    """w and b of the linear machine."""
    machine = svm(Linear(), P, t, C)
    return (machine.alpha * t) @ P, machine.offset


def measures_distance(margin: Callable[[Array, float, Array, Array], float]) -> bool:
    """w, b, X, y ↦ the distance of the nearest point, found by walking to its foot on the plane; negative if wrong"""
    rng = np.random.default_rng(0)
    for _ in range(20):
        P, t = groups(int(rng.integers(100)))
        w, b = 3 * rng.standard_normal(2), float(rng.standard_normal())
        feet = P - np.outer((P @ w + b) / (w @ w), w)
        signed = np.linalg.norm(P - feet, axis=1) * np.sign(t * (P @ w + b))
        if not same(margin(w, b, P, t), signed.min()):
            return False
    return True


@dataclass(frozen=True)
class Street:
    """A rule that finds a plane, and the data it is tried on."""

    plane: Callable[[Array, Array], Plane]
    data: tuple[tuple[Array, Array], ...] = tuple(groups(seed) for seed in range(8))


def is_widest(street: Street) -> bool:
    """on eight pairs of groups its margin is 1/‖w‖ and that of the best of 20,000 directions"""
    for P, t in street.data:
        w, b = street.plane(P, t)
        margin = (t * (P @ w + b)).min() / np.linalg.norm(w)
        best = best_margin(P, t)
        if abs(margin - best) > 1e-3 * abs(best) or abs(margin * np.linalg.norm(w) - 1) > 1e-6:
            return False
    return True


def is_lower_bound(lagrangian: Callable[..., float]) -> bool:
    """never above ½‖w‖² where all conditions hold, equal to it where prices of slack conditions are 0"""
    rng = np.random.default_rng(1)
    for seed in range(10):
        P, t = groups(seed)
        w, b = plane(P, t)
        tight = t * (P @ w + b) < 1 + 1e-7
        longer, prices = 1.5 * w, rng.uniform(0, 2, len(t))
        if lagrangian(longer, 1.5 * b, prices, P, t) > longer @ longer / 2 - 1e-9:
            return False
        if not np.isclose(lagrangian(w, b, prices * tight, P, t), w @ w / 2, atol=1e-6):
            return False
    return True


@dataclass(frozen=True)
class Dual:
    """α, Q ↦ an objective; whether yᵀα = 0 is asked for; and how a Gram matrix is made from points."""

    objective: Callable[[Array, Array], float]
    balanced: bool = True
    gram: Callable[[Array], Array] = Gaussian(1.0)


def has_the_primal_value(dual: Dual) -> bool:
    """its maximum is the minimum of the primal, both by quadratic programming, for six problems and three prices"""
    for seed in range(2):
        P, t = overlapping(seed, 5)
        K = dual.gram(P)
        for C in (0.1, 1.0, 5.0):
            top = largest(lambda a: dual.objective(a, np.outer(t, t) * K), t, C, dual.balanced)  # noqa: B023
            if abs(top - least_soft_value(K, t, C)) > 1e-4 * max(top, 1):
                return False
    return True


@dataclass(frozen=True)
class Unique:
    """α, y, K ↦ what is the same for all optimal α; the factor by which one of them is spoiled."""

    of: Callable[[Array, Array, Array], Array]
    shrunk: float = 1.0


def is_the_same_for_all_optima(unique: Unique) -> bool:
    """every point twice; the dual climbed from two starts, one without the second copies; four problems"""
    for seed in range(2):
        P, t = overlapping(seed, 4)
        K, t = np.tile(Gaussian(1.0)(P), (2, 2)), np.tile(t, 2)
        for C in (0.5, 2.0):

            def dual(alpha: Array, K: Array = K, t: Array = t) -> float:
                return float(alpha.sum() - (alpha * t) @ K @ (alpha * t) / 2)

            starts = np.full(len(t), C / 2), np.repeat([C / 2, 0.0], len(t) // 2)
            ends = [best_weights(dual, t, C, True, start) for start in starts]
            first, second = unique.of(ends[0], t, K), unique.of(unique.shrunk * ends[1], t, K)
            if abs(dual(ends[0]) - dual(ends[1])) > 1e-6 or np.abs(first - second).max() > 1e-3:
                return False
    return True


@dataclass(frozen=True)
class Kinds:
    """αᵢ, C ↦ the least and the largest mᵢ that the theorem allows; the moves after which SMO is stopped, if any."""

    allowed: Callable[[float, float], tuple[float, float]]
    stopped: int = 0


def three_kinds(alpha: float, C: float) -> tuple[float, float]:
    if alpha == 0:
        return 1.0, np.inf
    return (-np.inf, 1.0) if alpha == C else (1.0, 1.0)


def trained(seed: int, C: float, stopped: int = 0) -> tuple[Any, Array, Array]:
    """A machine on overlapping groups, at the optimum or after a few moves, and its data."""
    P, t = overlapping(seed, 12)
    if not stopped:
        return svm(Gaussian(1.0), P, t, C), P, t
    states = smo(Gaussian(1.0), P, t, C)
    return next(state for move, state in enumerate(states) if move == stopped).machine, P, t


def _at_the_kerb() -> list[tuple[float, float, float]]:
    """α, C, m of four points, three of them side by side on one kerb, for C = ½ (α = C) and C = 1."""
    P, t = np.array([[0.0, 1], [-1, 1], [1, 1], [0, -1]]), np.array([1.0, 1, 1, -1])
    return [
        (float(a), C, float(m))
        for C in (0.5, 1.0)
        for machine in (svm(Linear(), P, t, C),)
        for a, m in zip(machine.alpha, t * machine(P), strict=True)
    ]


def kinds_hold(kinds: Kinds) -> bool:
    """24 points of 18 machines, and points on the kerb with α = 0 and α = C; all kinds occur, no bound is idle"""
    for alpha, C, m in _at_the_kerb():
        low, high = kinds.allowed(alpha, C)
        if not low - 1e-6 <= m <= high + 1e-6:
            return False
    seen, reached = set(), set()
    for seed in range(6):
        for C in (0.2, 1.0, 8.0):
            machine, P, t = trained(seed, C, kinds.stopped)
            for alpha, m in zip(machine.alpha, t * machine(P), strict=True):
                low, high = kinds.allowed(float(alpha), C)
                if not low - 1e-6 <= m <= high + 1e-6:
                    return False
                kind = 0 if alpha == 0 else 2 if alpha == C else 1
                seen.add(kind)
                reached |= {(kind, m > 1.01), (kind, m < 0.99)}
    return seen == {0, 1, 2} and {(0, True), (2, True)} <= reached


def is_offset(formula: Callable[[Array, Array, Array, Array], Array]) -> bool:
    """y, f(x), α, C ↦ values of b that all agree, and with which the primal is the dual"""
    for seed in range(6):
        machine, P, t = trained(seed, 1.0)
        if not ((machine.alpha > 0) & (machine.alpha < 1.0)).any():
            continue  # nobody on the kerb: b is not determined
        values = np.atleast_1d(formula(t, machine.expansion(P), machine.alpha, np.array(1.0)))
        if len(values) == 0 or np.ptp(values) > 1e-6:
            return False
        value = soft_value(Gaussian(1.0)(P), t, 1.0, machine.alpha * t, float(values[0]))
        if not np.isclose(value, machine.dual, rtol=1e-6):
            return False
    return True


def solves_xor(machine: Any) -> bool:
    """α = 1/8 each, dual and primal 1/4, f(x) = x₁x₂ at 50 points, b = 0"""
    Z = np.random.default_rng(3).normal(size=(50, 2))
    return bool(
        np.allclose(machine.alpha, 1 / 8)
        and np.allclose([machine.dual, machine.primal], 0.25)
        and np.allclose(machine.expansion(Z), Z[:, 0] * Z[:, 1], atol=1e-8)
        and abs(machine.offset) < 1e-8
    )


def xor_machine(k: Any = Polynomial(2), C: float = 10.0) -> Any:  # noqa: B008
    return svm(k, *datasets.xor(), C)


def is_same_problem(price: Callable[[float], float]) -> bool:
    """λ ↦ C with ½‖f‖² + C·loss = (loss + λ‖f‖²)/2λ for random f and b, λ = 0.01, 0.3, 4"""
    rng = np.random.default_rng(4)
    P, t = overlapping(0)
    K = Gaussian(1.0)(P)
    for lam in (0.01, 0.3, 4.0):
        c, b = rng.standard_normal(len(t)), float(rng.standard_normal())
        ours = np.maximum(0, 1 - t * (K @ c + b)).sum() + lam * c @ K @ c
        if not same(soft_value(K, t, price(lam), c, b), ours / (2 * lam)):
            return False
    return True


@dataclass(frozen=True)
class Pruning:
    """α, C ↦ which points may go, and a bound on the leave-one-out errors; moves after which SMO is stopped."""

    spare: Callable[[Array, float], Any]
    bound: Callable[[Array, float], int]
    stopped: int = 0


def changes_nothing(pruning: Pruning) -> bool:
    """trained again without them, f is the same at all points; no more left-out errors than the bound, six machines"""
    for seed in range(2):
        for C in (0.2, 2.0, 1e4):
            machine, P, t = trained(seed, C, pruning.stopped)
            kept = ~pruning.spare(machine.alpha, C)
            if abs(t[kept].sum()) == kept.sum():
                return False
            again = svm(Gaussian(1.0), P[kept], t[kept], C)
            if not np.allclose(again.expansion(P), machine.expansion(P), atol=1e-5):
                return False
            if _left_out_errors(P, t, C) > pruning.bound(machine.alpha, C):
                return False
    return True


def _left_out_errors(P: Array, t: Array, C: float) -> int:
    def wrong(i: int) -> bool:
        kept = np.arange(len(t)) != i
        return bool(t[i] * svm(Gaussian(1.0), P[kept], t[kept], C, tolerance=1e-6)(P[[i]])[0] <= 0)

    return sum(wrong(i) for i in range(len(t)))


@dataclass(frozen=True)
class Share:
    """α, C ↦ ν; moves after which SMO is stopped."""

    nu: Callable[[Array, float], float]
    stopped: int = 0


def lies_between(share: Share) -> bool:
    """share of points with m < 1  ≤  ν  ≤  share of points with α > 0, for 18 machines"""
    for seed in range(6):
        for C in (0.2, 1.0, 8.0):
            machine, P, t = trained(seed, C, share.stopped)
            nu = share.nu(machine.alpha, C)
            inside, support = (t * machine(P) < 1 - 1e-6).mean(), (machine.alpha > 0).mean()
            if not inside - 1e-9 <= nu <= support + 1e-9:
                return False
    return True
