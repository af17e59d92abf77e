"""Claims about where k-means starts and how many clusters it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kmeans.checks import SEVEN, cost, labellings
from kernelcourse.kernels import Linear
from kernelcourse.learn.kmeans import elbow, kmeans
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.learn.seeding import choose_plus_plus, plus_plus_probabilities, random_points
from kernelcourse.points import Array

ROW = np.array([0.0, 4, 5, 10, 12])
LINE = np.array([[0.0], [1], [4]])
RUNS = 20
ARM = np.array([[0.0], [0.2], [0.4], [5.0], [5.2], [5.4]])


def _picks_the_gaps(score: Callable[[Array], Array]) -> bool:
    """picks 4 of {0, 1, 4} after 0, the outlier 30 of the seven points, and 5 of {0, 4, 5, 10, 12} after 0, 10"""
    cases = ((LINE[:, 0], [0.0], 4), (SEVEN[:, 0], [0.0], 30), (ROW, [0.0, 10.0], 5))
    return all(
        x[score(np.abs(x[:, None] - np.array(chosen))).argmax()] == next_ for x, chosen, next_ in cases
    )


def _draws_as_told(probabilities: Callable[[Array, Sequence[int]], Array]) -> bool:
    """0, 1/17, 16/17 for {0, 1, 4} after 0; 900/978.1 for the outlier; as often as drawn in 2000 trials, to 4σ"""
    told = probabilities(LINE, [0])
    if not (same(told, np.array([0, 1, 16]) / 17) and same(probabilities(SEVEN, [0])[-1], 900 / 978.1)):
        return False
    rng = np.random.default_rng(0)
    draws = [choose_plus_plus(Linear(), LINE, 2, rng) for _ in range(2000)]
    after_0 = [second for first, second in draws if first == 0]
    error = 4 * np.sqrt(16 / 17 * 1 / 17 / len(after_0))
    return bool(abs(np.mean(np.equal(after_0, 2)) - told[2]) < error)


def _d_squared(X: Array, chosen: Sequence[int], power: float = 2.0, nearest: bool = True) -> Array:
    D = np.abs(X - X[list(chosen)].T)
    D = (D.min(axis=1) if nearest else D.sum(axis=1)) ** power
    return D / D.sum()


@dataclass(frozen=True, eq=False)
class Crowds:
    """So many points at each of three places on a line, and the least cost of two centres for them."""

    places: Array
    counts: Array

    @property
    def least(self) -> float:
        """Two of the three places share a centre, their mean."""
        (a, b, c), (x, y, z) = self.counts, self.places
        return float(
            min(
                a * b / (a + b) * (x - y) ** 2, b * c / (b + c) * (y - z) ** 2, a * c / (a + c) * (x - z) ** 2
            )
        )

    def expected(self, rule: Rule) -> float:
        """The cost of two of these points as centres, drawn by the rule."""
        total = 0.0
        for first, start in enumerate(rule.first(self.counts)):
            squares = (self.places - self.places[first]) ** 2
            for second, chance in enumerate(rule.second(squares, self.counts)):
                pay = self.counts @ np.minimum(squares, (self.places - self.places[second]) ** 2)
                total += start * chance * pay
        return float(total)


def _power(power: float) -> Callable[[Array, Array], Array]:
    """The second place with probability proportional to D to this power, times its points."""

    def second(squares: Array, counts: Array) -> Array:
        weights = counts * squares ** (power / 2)
        return np.asarray(weights / weights.sum())

    return second


def _farthest(squares: Array, counts: Array) -> Array:
    return np.asarray(np.eye(3)[squares.argmax()])


def _anywhere(counts: Array) -> Array:
    return np.asarray(counts / counts.sum())


def _at_the_loner(counts: Array) -> Array:
    return np.asarray((counts == 1) / (counts == 1).sum())


@dataclass(frozen=True)
class Rule:
    """How the first place is drawn, how the second (from D² and counts), and by which factor q centres may miss J*."""

    second: Callable[[Array, Array], Array] = _power(2.0)
    first: Callable[[Array], Array] = _anywhere
    factor: Callable[[int], float] = lambda q: float(8 * (np.log(q) + 2))


CROWDS = (
    Crowds(np.array([0.0, 1, 3]), np.array([1000.0, 1000, 1])),
    Crowds(np.array([0.0, 1, 30]), np.array([80_000.0, 80_000, 1])),  # a rule too fond of far points
    Crowds(np.array([0.0, 1, 1000]), np.array([9000.0, 9000, 1])),  # a rule too fond of crowds
)


def _keeps_the_promise(rule: Rule) -> bool:
    """for three sets of crowds and loners the expected cost of one and of two centres, computed exactly, is allowed"""
    for crowds in CROWDS:
        chances, places, counts = rule.first(crowds.counts), crowds.places, crowds.counts
        mean = counts @ places / counts.sum()
        alone = sum(chance * counts @ (places - at) ** 2 for chance, at in zip(chances, places, strict=True))
        if alone > rule.factor(1) * (counts @ (places - mean) ** 2):
            return False
        if crowds.expected(rule) > rule.factor(2) * crowds.least:
            return False
    return True


def _best_costs(X: Array) -> list[float]:
    """The least cost for q = 1, …, n, over all labels."""
    return [min(cost(X, labels) for labels in labellings(len(X), q)) for q in range(1, len(X) + 1)]


@dataclass(frozen=True)
class Least:
    """X ↦ the least costs for q = 1, …, n; how many different points there are, of six."""

    costs_of: Callable[[Array], list[float]]
    different: int = 6


def _falls_to_zero(least: Least) -> bool:
    """strictly falling with q, zero at q = n, and at q = 1 the spread about the mean, for three point sets"""
    for seed in range(3):
        X = np.resize(np.random.default_rng(seed).standard_normal((least.different, 2)), (6, 2))
        costs = np.array(least.costs_of(X))
        whole = ((X - X.mean(axis=0)) ** 2).sum()
        if (np.diff(costs) >= 0).any() or abs(costs[-1]) > 1e-9 or not same(costs[0], whole):
            return False
    return True


def _is_the_least(best: Callable[[Array, int, np.random.Generator], float]) -> bool:
    """what the best of the same 20 runs costs, made one by one from the same random numbers; nine clouds, 10 times"""
    grid = np.array([[a, b] for a in (0.0, 5, 10) for b in (0.0, 5, 10)])
    for seed in range(10):
        X = np.repeat(grid, 8, axis=0) + 0.7 * np.random.default_rng(seed).standard_normal((72, 2))
        rng, single = np.random.default_rng(100 + seed), []
        for _ in range(RUNS):
            *_, state = lloyd(X, random_points(Linear(), X, 9, rng), 9)
            single.append(state.spread)
        if not same(best(X, 9, np.random.default_rng(100 + seed)), min(single)):
            return False
    return True


def _several(X: Array, q: int, rng: np.random.Generator, runs: int = RUNS) -> float:
    return kmeans(X, q, rng, seeding=random_points, restarts=runs).spread


def _elbow(X: Any, last: int) -> tuple[Any, ...]:
    found = elbow(partial(kmeans, X, rng=np.random.default_rng(0)), range(1, last + 1))
    return (*np.round(found.spreads, 2) + 0.0, found.bend)


STARTS = (
    Claim(
        name="kmeans.restarts",
        label="thm-lloyd-stops",
        says="the best of twenty runs from random points costs what the cheapest of them costs; one run may cost more",
        check=_is_the_least,
        right=_several,
        twins={
            "one run": partial(_several, runs=1),
            "the runs are averaged": lambda X, q, rng: float(
                np.mean([_several(X, q, rng, 1) for _ in range(RUNS)])
            ),
        },
    ),
    Claim(
        name="kmeans.farthest",
        label="eq-kmeans-nearest-chosen",
        says="the farthest-point rule takes the largest distance to the nearest chosen centre, outliers first",
        check=_picks_the_gaps,
        right=lambda D: D.min(axis=1),
        twins={
            "the sum of distances": lambda D: D.sum(axis=1),
            "the farthest chosen centre": lambda D: D.max(axis=1),
            "the nearest point": lambda D: -D.min(axis=1),
        },
    ),
    Claim(
        name="kmeans.plus_plus",
        label="eq-kmeans-plus-plus",
        says="k-means++ draws with P(x) = D(x)²/ΣD²: 0, 1/17, 16/17 of {0, 1, 4}; an outlier with 0.92",
        check=_draws_as_told,
        right=lambda X, chosen: plus_plus_probabilities(Linear(), X, chosen),
        twins={
            "D instead of D²": partial(_d_squared, power=1.0),
            "D⁴": partial(_d_squared, power=4.0),
            "all points alike": lambda X, chosen: np.full(len(X), 1 / len(X)),
        },
    ),
    Claim(
        name="kmeans.promise",
        label=("thm-kmeans-plus-plus", "eq-kmeans-bound"),
        says="the expected cost of k-means++ is at most 8(ln q + 2) times the least",
        check=_keeps_the_promise,
        right=Rule(),
        hypotheses=(
            "all points are equally likely to be the first centre",
            "D is squared",
            "at least q of the points are different",
        ),
        undropped={
            "at least q of the points are different": "with fewer every D is 0 too early, and 0/0 is no chance"
        },
        twins={
            "the farthest point instead": Rule(_farthest),
            "random points instead": Rule(lambda squares, counts: _anywhere(counts)),
            "at most twice the least": Rule(factor=lambda q: 2.0),
            "8 ln q times the least": Rule(factor=lambda q: float(8 * np.log(q))),
            "the loner is the first centre": Twin(
                Rule(first=_at_the_loner), drops="all points are equally likely to be the first centre"
            ),
            "D instead of D²": Twin(Rule(_power(1.0)), drops="D is squared"),
            "D⁴": Twin(Rule(_power(4.0)), drops="D is squared"),
        },
    ),
    Claim(
        name="kmeans.more_clusters",
        label="prop-kmeans-more",
        says="the least cost falls with every added cluster and is 0 at q = n",
        check=_falls_to_zero,
        right=Least(_best_costs),
        hypotheses=("J*_q > 0, for strictly less",),
        twins={
            "the cost per cluster's degree of freedom": Least(
                lambda X: [value / max(len(X) - q, 1) for q, value in enumerate(_best_costs(X))]
            ),
            "one cluster more than said": Least(lambda X: [*_best_costs(X)[1:], 0.0]),
            "the dearest labels": Least(
                lambda X: (
                    [max(cost(X, labels) for labels in labellings(len(X), q)) for q in range(1, len(X))]
                    + [1.0]
                )
            ),
            "three points, each twice": Twin(Least(_best_costs, 3), drops="J*_q > 0, for strictly less"),
        },
    ),
    Claim(
        name="kmeans.elbow",
        label="ex-kmeans-elbow",
        says="least costs 37.66, 0.16, 0.10, 0.04, 0.02, 0 for q = 1 … 6: the elbow is at 2, the minimum at n",
        check=equals((37.66, 0.16, 0.10, 0.04, 0.02, 0.0, 2), 1e-9),
        right=_elbow(ARM, 6),
        twins={
            "the number with the smallest cost": (37.66, 0.16, 0.10, 0.04, 0.02, 0.0, 6),
            "distances to the overall mean": (37.66, 37.66, 37.66, 37.66, 37.66, 37.66, 2),
        },
    ),
)
