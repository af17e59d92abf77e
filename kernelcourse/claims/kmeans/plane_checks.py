"""The checks of the cost, its two half-steps and Lloyd's algorithm, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.kmeans.checks import (
    FIVE,
    FIVE_LABELS,
    SIX,
    exact,
    exact_means,
    labellings,
    one_hot,
    squared,
)
from kernelcourse.kernels import Linear
from kernelcourse.learn.kmeans import kmeans
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.points import Array, squared_distances

Cost = Callable[[Any, Any, Any], Any]
LINEAR = Linear()
START = np.array([0, 1, 0, 1, 0, 1])


def costs_23_sixths(cost: Cost) -> bool:
    """23/6 for five whole points with their means as centres, exactly; 17 with labels that are not the nearest"""
    X = exact(FIVE)
    far = cost(X, np.array([1, 0, 0, 0, 1]), exact([(0, 0), (2, 2)])) == 17
    return far and cost(X, FIVE_LABELS, exact_means(X, FIVE_LABELS)) == Fraction(23, 6)


def by_label(X: Any, labels: Any, mu: Any) -> Any:
    return squared(X - mu[labels])


def with_one_hot(X: Any, labels: Any, mu: Any) -> Any:
    S = one_hot(labels, len(mu)).astype(int)
    return sum(int(S[i, c]) * squared(X[i] - mu[c]) for i in range(len(X)) for c in range(len(mu)))


def is_the_mean_loss(loss: Callable[[float, int, int], float]) -> bool:
    """the mean of ‖x − its centre‖², measured, for the sunset's colours and six points (4/9)"""
    sunset = datasets.sunset().reshape(-1, 3)
    for X, q in ((sunset, 4), (sunset, 8), (SIX, 2)):
        found = kmeans(X, q, np.random.default_rng(0), restarts=1)
        measured = np.mean(((X - found.compress(X)) ** 2).sum(axis=1))
        if not same(loss(found.spread, len(X), q), measured):
            return False
    return same(loss(8 / 3, 6, 2), 4 / 9)


def counts(count: Callable[[int, int], int]) -> bool:
    """the number of ways found by listing them, for up to seven points and all q"""
    return all(
        count(n, q) == len({groups(labels) for labels in labellings(n, q)})
        for n in range(2, 8)
        for q in range(1, n + 1)
    )


def groups(labels: Array) -> frozenset:
    return frozenset(frozenset(np.flatnonzero(labels == c)) for c in set(labels))


def stirling(n: int, q: int) -> int:
    return sum((-1) ** c * comb(q, c) * (q - c) ** n for c in range(q + 1)) // factorial(q)


def cheapest_labels(assign: Callable[[Array, Array], Array]) -> bool:
    """no labels cost less: all 3⁶ are tried, for six points and three centres, in 20 random cases"""
    rng = np.random.default_rng(0)
    for _ in range(20):
        X, mu = rng.standard_normal((6, 2)), 1 + rng.standard_normal((3, 2))
        least = min(squared(X - mu[list(labels)]) for labels in product(range(3), repeat=6))
        if not same(squared(X - mu[assign(X, mu)]), least):
            return False
    return True


def nearest(X: Array, mu: Array) -> Array:
    return squared_distances(X, mu).argmin(axis=1)


def is_the_best_centre(centre: Callable[[Array], Array]) -> bool:
    """its gradient is zero, and a thousand other places cost more"""
    rng = np.random.default_rng(0)
    members = FIVE[FIVE_LABELS == 0]
    mu = centre(FIVE)
    others = mu + rng.standard_normal((1000, 2)) * 10.0 ** rng.uniform(-3, 0, (1000, 1))
    gradient = 2 * (mu - members).sum(axis=0)
    return same(gradient, 0 * mu) and all(
        squared(members - other) > squared(members - mu) for other in others
    )


def splits_the_cost(excess: Callable[[int, Any], Any]) -> bool:
    """Σ‖xᵢ − μ‖² − Σ‖xᵢ − mean‖² for whole points and 25 whole μ, in exact fractions"""
    members = exact(SIX[:3])
    mean = members.sum(axis=0) / Fraction(3)
    for place in product(range(-2, 3), repeat=2):
        mu = exact([place])[0]
        if squared(members - mu) - squared(members - mean) != excess(3, mu - mean):
            return False
    return True


def runs_as_printed(run: Callable[[Array, Array], list[float]]) -> bool:
    """on six points from labels 010101 the costs are 69.3333, 36, 2.6667, 2.6667"""
    return same(run(SIX, START), [208 / 3, 36, 8 / 3, 8 / 3], 1e-9)


def mean_costs(X: Array, labels: Array, size: Callable[[int], int] = lambda n: n) -> list[float]:
    """The costs after each half-step of a plain Lloyd's algorithm, whose means are sums over size(n_c)."""
    costs: list[float] = []
    for _ in range(20):
        mu = np.array([X[labels == c].sum(axis=0) / size(int((labels == c).sum())) for c in (0, 1)])
        costs.append(squared(X - mu[labels]))
        after = nearest(X, mu)
        costs.append(squared(X - mu[after]))
        if np.array_equal(after, labels):
            return costs
        labels = after
    return costs


def is_settled(state: Any) -> bool:
    """on six points every point has its nearest centre, and every centre is the mean of its points"""
    labels, mu = state
    means = [SIX[labels == c].mean(axis=0) for c in (0, 1)]
    return same(mu, means) and np.array_equal(nearest(SIX, mu), labels)


def tells_the_nearer(rule: Callable[[Array, Array, Array], Any]) -> bool:
    """agrees with the two distances for 200 random points and pairs of centres"""
    rng = np.random.default_rng(0)
    triples = 1 + rng.standard_normal((200, 3, 2))
    return all(bool(rule(x, b, c)) == bool(squared(x - c) < squared(x - b)) for x, b, c in triples)


def can_be_improved_nearby(case: tuple[Sequence[float], Sequence[int]]) -> bool:
    """Lloyd does not move these labels, and yet centres within a hundredth of theirs cost less"""
    X, labels = np.array(case[0], float)[:, None], np.array(case[1])
    settled = end(X, labels, 2)
    steps = [np.array([[a], [b]]) for a, b in product((-0.01, 0, 0.01), repeat=2)]
    nearby = min(squared_distances(X, settled.centers + step).min(axis=1).sum() for step in steps)
    return np.array_equal(settled.labels, labels) and bool(nearby < settled.spread - 1e-9)


def end(X: Array, start: Any, q: int | None = None) -> Any:
    *_, state = lloyd(X, start, q)
    return state
