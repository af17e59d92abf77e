"""Claims on how many mistakes are made: in batches, without a margin, with many classes; and when it never ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog

from kernelcourse import datasets
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.perceptron.checks import XOR, XOR_SIGNS, clouds
from kernelcourse.kernels import Linear
from kernelcourse.learn import batch_perceptron, multiclass_perceptron, online_perceptron, perceptron
from kernelcourse.points import Array

Bound = Callable[..., float]


@dataclass(frozen=True)
class Trial:
    """A bound, what it is tried on, how often the points are seen, and where on the first axis the weights start."""

    bound: Bound
    data: tuple[tuple[Array, Array], ...] = tuple(
        clouds(gap, seed) for gap in (0.3, 0.02) for seed in range(8)
    )
    passes: int = 1
    start: float = 0.0


SEPARABLE = Trial(lambda n, R, gamma: n * (R / gamma) ** 2)
# Two groups of equal points, nearly opposite: the margin is small, and each batch step goes too far.
CLOSE = (np.array([[1.0, 0.0], [1.0, 0.0], [-0.9, 0.03], [-0.9, 0.03], [-0.9, 0.03]]), np.ones(5))
EQUAL = (np.array([[3.0, 4.0]] * 5), np.ones(5))  # five mistakes at once, R = γ: the bound is reached


def _batch_mistakes(P: Array, t: Array, start: float) -> int:
    if start == 0.0:
        *_, end = batch_perceptron(P, t, passes=20_000)
        return end.updates if end.separated else 10**9
    w, folded, made = start * np.eye(P.shape[1])[0], t[:, None] * P, 0
    while (wrong := folded @ w <= 0).any() and made < 10**6:
        w, made = w + folded[wrong].sum(axis=0), made + int(wrong.sum())
    return made


def _largest_margin(P: Array, t: Array) -> float:
    """Of 720 planes through the origin (d = 2), or of the first axis."""
    if P.shape[1] != 2:
        return float((t * P[:, 0]).min())
    turn = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    return float(((t[:, None] * P) @ np.stack([np.cos(turn), np.sin(turn)])).min(axis=0).max())


def _batch_stops(trial: Trial) -> bool:
    """no batch run makes more mistakes: 16 clouds, two nearly opposite groups, and five equal points, which reach it"""
    for P, t in (*trial.data, CLOSE, EQUAL):
        R = np.linalg.norm(P, axis=1).max()
        gamma = R if P is EQUAL[0] else _largest_margin(P, t)
        if _batch_mistakes(P, t, trial.start) > trial.bound(len(P), R, gamma) + 1e-9:
            return False
    return True


def _no_plane(P: Array, t: Array) -> bool:
    """Whether linear programming finds no w with yᵢ w·xᵢ ≥ 1."""
    d = P.shape[1]
    found = linprog(np.zeros(d), A_ub=-t[:, None] * P, b_ub=-np.ones(len(P)), bounds=[(None, None)] * d)
    return bool(found.status == 2)


def _comes_back(P: Array, t: Array, passes: int = 60) -> bool:
    """Whether the weights after some update are weights that were there before."""
    seen = [tuple(state.function) for state in online_perceptron(P, t, passes) if state.point is not None]
    start = [tuple(np.zeros(P.shape[1]))]
    return len(set(start + seen)) < len(start + seen)


def _same_number(P: Array, t: Array) -> bool:
    """Whether two passes make the same number of mistakes, at least one."""
    per_pass = np.bincount([s.passes for s in online_perceptron(P, t, 4) if s.point is not None], minlength=4)
    return bool((np.diff(per_pass) == 0).any() and per_pass[:4].all())


def _proves_no_plane(sign: Callable[[Array, Array], bool]) -> bool:
    """for 60 sets of whole-number points: where the sign is seen, linear programming finds no plane; seen on XOR"""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        P = rng.integers(-3, 4, (7, 2)).astype(float)
        P = np.column_stack([P, np.ones(7)])
        t = np.where(P @ [1.0, -1, 0.5] + (seed % 2) * rng.normal(0, 2, 7) > 0, 1.0, -1.0)
        if sign(P, t) and not _no_plane(P, t):
            return False
    return sign(XOR, XOR_SIGNS)


def _bounds_first_pass(trial: Trial) -> bool:
    """R, D, γ ↦ a number that no run exceeds, for 60 sets, most with wrong labels, 21 planes, three γ; and at least 1
    for a single point of length R, which is always a mistake, u towards it and γ = 2R"""
    if trial.bound(3.0, 3.0, 6.0) < 1 - 1e-9:
        return False
    for seed in range(60):
        P, t = clouds(0.4, seed)
        rng = np.random.default_rng(seed)
        t = np.where(rng.random(len(t)) < (seed % 3) * 0.1, -t, t)  # every third set is separable: D = 0
        made = perceptron(P, t, passes=trial.passes).updates
        planes = [np.eye(4)[0], *(u / np.linalg.norm(u) for u in rng.standard_normal((20, 4)))]
        R = np.linalg.norm(P, axis=1).max()
        for u in planes:
            for gamma in (0.1, 0.4, 1.5):
                D = np.linalg.norm(np.maximum(0, gamma - t * (P @ u)))
                if made > trial.bound(R, D, gamma) + 1e-9:
                    return False
    return True


def _many_clouds(seed: int) -> tuple[Array, Any, Array, float]:
    """Points of three classes, and the margin of g_c(x) = ⟨c, x⟩/norm for their middles c on a circle."""
    turn = 2 * np.pi * np.arange(3) / 3
    middles = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    X, labels = datasets.blobs(15, 3 * middles, np.random.default_rng(seed), 0.6)
    order = np.random.default_rng(seed).permutation(len(X))
    X, labels = X[order], labels[order]
    G = middles / np.sqrt((middles**2).sum())
    values = X @ G.T
    own = values[np.arange(len(X)), labels]
    values[np.arange(len(X)), labels] = -np.inf
    return X, labels, G, float((own - values.max(axis=1)).min())


@dataclass(frozen=True)
class Rule:
    """W, x, own class ↦ what an update adds to W (q, d); the bound on its mistakes; the length of g; a start."""

    step: Callable[[Array, Array, int], Array]
    bound: Callable[[float, float], float] = lambda R, gamma: 2 * (R / gamma) ** 2
    length: float = 1.0
    start: float = 0.0


def _unit(c: int, q: int = 3) -> Array:
    return np.eye(q)[c][:, None]


def _rival(W: Array, x: Array, own: int) -> int:
    values = W @ x
    values[own] = -np.inf
    return int(values.argmax())


def _own_and_rival(W: Array, x: Array, own: int) -> Array:
    return np.asarray((_unit(own) - _unit(_rival(W, x, own))) * x)


def _bounds_many_classes(rule: Rule) -> bool:
    """20 sets of three classes: each update gains ≥ γ along the margin and ≤ 2R² of length; as many as allowed"""
    for seed in range(20):
        X, labels, G, gamma = _many_clouds(seed)
        G, gamma = rule.length * G, rule.length * gamma
        R, W, made = float(np.linalg.norm(X, axis=1).max()), -rule.start * G, 0
        if any((rule.step(W, x, own) * G).sum() < gamma - 1e-9 for x, own in zip(X, labels, strict=True)):
            return False
        for _ in range(200):
            before = made
            for x, own in zip(X, labels, strict=True):
                if (W @ x)[own] <= np.delete(W @ x, own).max():
                    after = W + rule.step(W, x, own)
                    if (after**2).sum() - (W**2).sum() > 2 * R**2 + 1e-9:
                        return False
                    W, made = after, made + 1
            if made == before:
                break
        if made > rule.bound(R, gamma):
            return False
        if not rule.start and made != multiclass_perceptron(Linear(), X, labels, 200).updates:
            return False
    return abs(rule.bound(3.0, 1.0) - 18) < 1e-9


BOUNDS = (
    Claim(
        name="perceptron.batch_stops",
        label="thm-perc-batch",
        says="the batch perceptron makes at most n(R/γ)² mistakes in all its steps, so it stops",
        check=_batch_stops,
        right=SEPARABLE,
        hypotheses=("some plane separates with a margin", "started at zero"),
        twins={
            "started far on the wrong side": Twin(
                Trial(SEPARABLE.bound, start=-1e5), drops="started at zero"
            ),
            "√n (R/γ)²": Trial(lambda n, R, gamma: float(n**0.5 * (R / gamma) ** 2)),
            "(R/γ)², as online": Trial(lambda n, R, gamma: (R / gamma) ** 2),
            "R/γ, not squared": Trial(lambda n, R, gamma: R / gamma),
            "XOR, where no plane separates": Twin(
                Trial(lambda n, R, gamma: n * (R / max(gamma, 1e-2)) ** 2, ((XOR, XOR_SIGNS),)),
                drops="some plane separates with a margin",
            ),
        },
    ),
    Claim(
        name="perceptron.comes_back",
        label="prop-perc-recurs",
        says="weights that come back after an update prove that no plane separates",
        check=_proves_no_plane,
        right=_comes_back,
        hypotheses=("the weights themselves come back", "at least one update in between"),
        twins={
            "two passes with equally many mistakes": Twin(
                _same_number, drops="the weights themselves come back"
            ),
            "not finished after three passes": Twin(
                lambda P, t: not perceptron(P, t, passes=3).separated,
                drops="the weights themselves come back",
            ),
            "the same weights at the next point": Twin(
                lambda P, t: perceptron(P, t, passes=1).updates < len(P) or _comes_back(P, t),
                drops="at least one update in between",
            ),
            "never seen": lambda P, t: False,
        },
    ),
    Claim(
        name="perceptron.no_margin",
        label=("thm-perc-no-margin", "eq-perc-no-margin"),
        says="the first pass makes at most ((R + D)/γ)² mistakes, D² = Σ max(0, γ − yᵢu·xᵢ)², for any u and γ",
        check=_bounds_first_pass,
        right=Trial(lambda R, D, gamma: ((R + D) / gamma) ** 2),
        hypotheses=("one pass", "u has length one"),
        twins={
            "D forgotten: Novikoff without a margin": Trial(lambda R, D, gamma: (R / gamma) ** 2),
            "(R² + D²)/γ²": Trial(lambda R, D, gamma: (R**2 + D**2) / gamma**2),
            "D alone": Trial(lambda R, D, gamma: (D / gamma) ** 2),
            "not squared": Trial(lambda R, D, gamma: (R + D) / gamma),
            "a hundred passes": Twin(
                Trial(lambda R, D, gamma: ((R + D) / gamma) ** 2, passes=100), drops="one pass"
            ),
            "u of length three, as if γ were three times as large": Twin(
                Trial(lambda R, D, gamma: ((R + D) / (3 * gamma)) ** 2), drops="u has length one"
            ),
        },
    ),
    Claim(
        name="perceptron.multiclass",
        label=("thm-perc-multiclass", "eq-perc-multiclass"),
        says="adding a point to its own function and taking it from the largest rival makes at most 2(R/γ)² mistakes",
        check=_bounds_many_classes,
        right=Rule(_own_and_rival),
        hypotheses=(
            "the rival is lowered as the own function is raised",
            "a margin γ > 0 between all classes",
            "the g together have norm one",
            "started at zero",
        ),
        undropped={
            "a margin γ > 0 between all classes": "without a margin the bound has no value, there is nothing to compare"
        },
        twins={
            "g ten times as long": Twin(
                Rule(_own_and_rival, length=10.0), drops="the g together have norm one"
            ),
            "started far on the wrong side": Twin(
                Rule(_own_and_rival, start=1000.0), drops="started at zero"
            ),
            "(R/γ)², as for two classes": Rule(_own_and_rival, lambda R, gamma: (R / gamma) ** 2),
            "2R/γ": Rule(_own_and_rival, lambda R, gamma: 2 * R / gamma),
            "only the own function is raised": Twin(
                Rule(lambda W, x, own: np.asarray(_unit(own) * x)),
                drops="the rival is lowered as the own function is raised",
            ),
            "all rivals are lowered, the own one raised once": Rule(
                lambda W, x, own: np.asarray((2 * _unit(own) - np.ones((3, 1))) * x)
            ),
        },
    ),
)
