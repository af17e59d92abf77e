"""Claims on what a clustering is, and that Lloyd's algorithm stops: with ties, emptied clusters and many labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.claims.check import equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kmeans.checks import cost, random_case
from kernelcourse.claims.kmeans.plane_checks import end
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.points import Array, squared_distances

TIED = np.array([[-1.0], [1], [-1], [1]])
EMPTIED = np.array([[0.0], [0], [1], [1]])
GREEDY = np.array([[17.0], [19], [26], [6], [18], [5]])  # the farthest point is alone in its cluster
CASES = (
    (TIED, np.array([0, 0, 1, 1]), 2),
    (EMPTIED, np.array([0, 1, 0, 2]), 3),
    (GREEDY, np.array([3, 1, 0, 2, 0, 3]), 4),
    *((*random_case(seed, n=12, q=q), q) for seed in range(40) for q in (2, 4)),
)


def _is_a_clustering(test: Callable[[Any, int], bool]) -> bool:
    """yes to labels that use each of 1 … q, no to unused, foreign or missing ones and to q > n"""
    yes = [([1, 2, 1], 2), ([1], 1), ([3, 1, 2], 3), ([2, 2, 1, 2], 2)]
    no = [([1, 1, 1], 2), ([1, 3], 2), ([0, 1], 2), ([1, 2], 3), ([1, 2, 4], 3), ([1, 3, 3], 3), ([], 1)]
    return all(test(*case) for case in yes) and not any(test(*case) for case in no)


def _never_rises_and_ends(run: Callable[[Array, Array, int], list[Any]]) -> bool:
    """80 random runs with 2 and 4 clusters, ties, an emptied cluster, a farthest point that is alone in its own:
    the cost never rises, no labels return, every label is used, and the last labels are at their nearest centres"""
    for X, start, q in CASES:
        labels = run(X, start, q)
        costs = [cost(X, each) for each in labels]
        if len({tuple(each) for each in labels}) < len(labels) or (np.diff(costs) > 1e-9).any():
            return False
        if any(len(set(each)) < q for each in labels) or not _settled(X, labels[-1], q):
            return False
    return True


def _settled(X: Array, labels: Any, q: int) -> bool:
    mu = np.array([X[labels == c].mean(axis=0) for c in range(q)])
    squares = squared_distances(X, mu)
    return bool((squares[np.arange(len(X)), labels] <= squares.min(axis=1) + 1e-12).all())


def _visited(X: Array, start: Any, q: int) -> list[Any]:
    """The labels of the rounds of the package's Lloyd, each change once."""
    return [state.labels for state in lloyd(X, start, q) if state.half_step == "update"]


def _variant(
    X: Array, labels: Any, q: int, ties: str = "stay", empty: str = "from two or more", rounds: int = 60
) -> list[Any]:
    """Lloyd's algorithm with another rule for ties or for empty clusters; stops when labels no longer change."""
    visited = [labels]
    for _ in range(rounds):
        mu = np.array(
            [X[labels == c].mean(axis=0) if (labels == c).any() else X[0] * np.nan for c in range(q)]
        )
        squares = np.where(np.isnan(mu[:, 0]), np.inf, squared_distances(X, np.nan_to_num(mu)))
        own = squares[np.arange(len(X)), labels]
        others = squares.copy()
        others[np.arange(len(X)), labels] = np.inf
        moves = others.min(axis=1) < own if ties == "stay" else others.min(axis=1) <= own
        after = np.where(moves, others.argmin(axis=1), labels)
        if empty != "stays empty":
            _fill(after, squares, q, empty)
        if np.array_equal(after, labels):
            break
        visited.append(after)
        labels = after
    return visited


def _fill(labels: Any, squares: Array, q: int, rule: str) -> None:
    """An empty cluster takes over the farthest point, from a cluster of two or more or from any."""
    for c in range(q):
        if not (labels == c).any():
            away = squares[np.arange(len(labels)), labels].copy()
            if rule == "from two or more":
                sizes = np.bincount(labels, minlength=q)
                away[sizes[labels] < 2] = -1
            labels[int(away.argmax())] = c


STOPPING = (
    Claim(
        name="kmeans.clustering",
        label="def-kmeans-clustering",
        says="a clustering gives each point one of the labels 1 … q, and every label is used, so q ≤ n",
        check=_is_a_clustering,
        right=lambda labels, q: set(labels) == set(range(1, q + 1)),
        twins={
            "labels may be unused": lambda labels, q: bool(labels) and set(labels) <= set(range(1, q + 1)),
            "q different labels, whatever they are": lambda labels, q: len(set(labels)) == q,
            "the largest label is q": lambda labels, q: (
                bool(labels) and max(labels) == q and min(labels) == 1
            ),
        },
    ),
    Claim(
        name="kmeans.empty_cluster",
        label=("alg-lloyd", "alg-kernel-lloyd"),
        says="an emptied cluster takes over, from a cluster of two or more, the point farthest from its centre",
        check=equals([0, 1, 2, 2]),
        right=end(EMPTIED, np.array([0, 1, 0, 2]), 3).labels,
        twins={"the cluster stays empty": np.array([1, 1, 2, 2])},
    ),
    Claim(
        name="kmeans.stops",
        label="thm-lloyd-stops",
        says="the cost never rises, no labels come twice, no cluster is empty, and Lloyd's algorithm stops",
        check=_never_rises_and_ends,
        right=_visited,
        clauses=("the cost never rises", "no labels come back", "it stops with every cluster used"),
        hypotheses=("tied points stay", "an empty cluster is filled", "from a cluster of two or more"),
        twins={
            "points join the farther centre": Twin(
                lambda X, s, q: [s, *([(s + 1) % q] if len(set((s + 1) % q)) == q else [])],
                breaks="the cost never rises",
            ),
            "every round twice": Twin(
                lambda X, s, q: [each for each in _visited(X, s, q) for _ in (0, 1)],
                breaks="no labels come back",
            ),
            "one round only": Twin(
                lambda X, s, q: _visited(X, s, q)[:1], breaks="it stops with every cluster used"
            ),
            "tied points change sides": Twin(
                lambda X, s, q: _variant(X, s, q, ties="move"), drops="tied points stay"
            ),
            "an empty cluster stays empty": Twin(
                lambda X, s, q: _variant(X, s, q, empty="stays empty"), drops="an empty cluster is filled"
            ),
            "the farthest point of all, even if it is alone": Twin(
                lambda X, s, q: _variant(X, s, q, empty="from any"), drops="from a cluster of two or more"
            ),
        },
    ),
)
