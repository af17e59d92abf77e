"""Claims about k-means in the plane: the cost, its two half-steps, and Lloyd's algorithm."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import numpy as np

from kernelcourse.claims.check import equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kmeans.checks import (
    CORNERS,
    SIX,
    cost,
    labellings,
    squared,
)
from kernelcourse.claims.kmeans.plane_checks import (
    START,
    by_label,
    can_be_improved_nearby,
    cheapest_labels,
    costs_23_sixths,
    counts,
    end,
    is_settled,
    is_the_best_centre,
    is_the_mean_loss,
    mean_costs,
    nearest,
    runs_as_printed,
    splits_the_cost,
    stirling,
    tells_the_nearer,
    with_one_hot,
)
from kernelcourse.learn.lloyd import lloyd
from kernelcourse.points import squared_distances

_SETTLED = end(SIX, START, 2)
_FLAT = [[5.0, 0], [5, 1]]

PLANE = (
    Claim(
        name="kmeans.cost",
        label=("def-kmeans-cost", "eq-kmeans-cost"),
        says="J = Σᵢ ‖xᵢ − μ_{sᵢ}‖², the sum over all clusters: 23/6 for five points",
        check=costs_23_sixths,
        right=by_label,
        twins={
            "one cluster only": lambda X, s, mu: squared(X[s == 0] - mu[0]),
            "distances are not squared": lambda X, s, mu: sum(float(squared(x)) ** 0.5 for x in X - mu[s]),
            "every point to every centre": lambda X, s, mu: sum(squared(X - m) for m in mu),
            "every point to the nearest centre, whatever its label": lambda X, s, mu: sum(
                min(squared(x - m) for m in mu) for x in X
            ),
        },
    ),
    Claim(
        name="kmeans.one_hot",
        label=("ex-kmeans-five", "eq-kmeans-onehot"),
        says="Σᵢ Σ_c Sᵢ_c ‖xᵢ − μ_c‖² with one-hot rows is the sum over labels, 3.8333 for five points",
        check=costs_23_sixths,
        right=with_one_hot,
        twins={
            "the roles of 0 and 1 exchanged": lambda X, s, mu: with_one_hot(X, 1 - s, mu),
            "a mean over points": lambda X, s, mu: with_one_hot(X, s, mu) / 5,
            "the first cluster only": lambda X, s, mu: Fraction(4, 3),
        },
    ),
    Claim(
        name="kmeans.compression",
        label="eq-kmeans-loss",
        says="points replaced by centres lose J/n on average: 4/9 for six points",
        check=is_the_mean_loss,
        right=lambda J, n, q: J / n,
        twins={
            "J itself": lambda J, n, q: J,
            "per cluster": lambda J, n, q: J / q,
            "the root": lambda J, n, q: np.sqrt(J / n),
            "as if to estimate a variance": lambda J, n, q: J / (n - q),
        },
    ),
    Claim(
        name="kmeans.number_of_partitions",
        label="eq-kmeans-stirling",
        says="n points fall into q groups in 1/q! Σ (−1)ᶜ (q choose c)(q − c)ⁿ ways",
        check=counts,
        right=stirling,
        twins={
            "empty groups allowed": lambda n, q: q**n // factorial(q),
            "names of groups matter": lambda n, q: stirling(n, q) * factorial(q),
            "all labels": lambda n, q: q**n,
        },
    ),
    Claim(
        name="kmeans.assign",
        label=("prop-kmeans-assign", "eq-kmeans-assign"),
        says="with centres fixed, sᵢ = argmin_c ‖xᵢ − μ_c‖² is best, and it minimises over labels",
        check=cheapest_labels,
        right=nearest,
        hypotheses=(),
        twins={
            "the farthest centre": lambda X, mu: squared_distances(X, mu).argmax(axis=1),
            "the largest inner product": lambda X, mu: (X @ mu.T).argmax(axis=1),
            "the cross term once": lambda X, mu: ((mu**2).sum(axis=1) - X @ mu.T).argmin(axis=1),
        },
    ),
    Claim(
        name="kmeans.update",
        label=("prop-kmeans-update", "eq-kmeans-mean"),
        says="with labels fixed, the mean of the cluster's n_c points is the best centre",
        check=is_the_best_centre,
        right=lambda X: X[:3].sum(axis=0) / 3,
        hypotheses=("the cluster is not empty",),
        undropped={
            "the cluster is not empty": "the mean of no points is 0/0; kmeans.stops tries emptied clusters"
        },
        twins={
            "divided by the number of all points": lambda X: X[:3].sum(axis=0) / 5,
            "the mean of all points": lambda X: X.mean(axis=0),
            "the median": lambda X: np.median(X[:3], axis=0),
        },
    ),
    Claim(
        name="kmeans.excess",
        label="eq-kmeans-huygens",
        says="a centre off the mean costs n_c times its squared distance from the mean",
        check=splits_the_cost,
        right=lambda size, apart: size * squared(apart),
        twins={
            "once instead of n_c times": lambda size, apart: squared(apart),
            "twice": lambda size, apart: 2 * size * squared(apart),
        },
    ),
    Claim(
        name="kmeans.lloyd",
        label=("alg-lloyd", "ex-kmeans-six"),
        says="Lloyd's algorithm on six points: 69.33, 36, 2.67, and then no label changes",
        check=runs_as_printed,
        right=lambda X, start: [state.spread for state in lloyd(X, start, 2)],
        twins={
            "sums divided by all points": lambda X, s: mean_costs(X, s, lambda n: 6),
            "one round only": lambda X, s: mean_costs(X, s)[:2],
            "stops before the update": lambda X, s: mean_costs(X, s)[:2] * 2,
        },
    ),
    Claim(
        name="kmeans.cells",
        label=("prop-kmeans-cells", "eq-kmeans-cells"),
        says="when Lloyd has stopped, no point has a nearer centre than its own",
        check=is_settled,
        right=(_SETTLED.labels, _SETTLED.centers),
        hypotheses=("the algorithm has stopped",),
        twins={
            "after the first round": Twin(
                (_SETTLED.labels, next(iter(lloyd(SIX, START, 2))).centers), drops="the algorithm has stopped"
            ),
            "one point in the other cluster": (np.array([0, 0, 1, 1, 1, 1]), _SETTLED.centers),
        },
    ),
    Claim(
        name="kmeans.rectangle",
        label="ex-kmeans-rectangle",
        says="on four corners Lloyd stops at cost 100 from one start, where 1 is possible",
        check=equals((100.0, 1.0)),
        right=(end(CORNERS, np.array(_FLAT)).spread, min(cost(CORNERS, s) for s in labellings(4, 2))),
        twins={
            "every start finds the best": (end(CORNERS, np.array([0, 0, 1, 1]), 2).spread, 1.0),
            "the stuck clusters are the best": (100.0, cost(CORNERS, np.array([0, 1, 0, 1]))),
        },
    ),
    Claim(
        name="kmeans.half_space",
        label="prop-kmeans-cells",
        says="μ_c is nearer than μ_b exactly where 2⟨x, μ_b − μ_c⟩ < ‖μ_b‖² − ‖μ_c‖²",
        check=tells_the_nearer,
        right=lambda x, b, c: 2 * x @ (b - c) < b @ b - c @ c,
        hypotheses=("μ_b ≠ μ_c",),
        undropped={"μ_b ≠ μ_c": "equal centres have no hyperplane between them, and neither is nearer"},
        twins={
            "the 2 is dropped": lambda x, b, c: x @ (b - c) < b @ b - c @ c,
            "the larger inner product": lambda x, b, c: x @ c > x @ b,
            "the other side": lambda x, b, c: 2 * x @ (b - c) > b @ b - c @ c,
        },
    ),
    Claim(
        name="kmeans.fixed_point",
        label="prop-kmeans-cells",
        says="with a tie, a fixed point need not be a local minimum: centres 1, 3 of 0, 2, 3 can be improved nearby",
        check=can_be_improved_nearby,
        right=((0, 2, 3), (0, 0, 1)),
        twins={
            "the same without a tie": ((0, 1.9, 3), (0, 0, 1)),
            "the best clustering": ((0, 2, 3), (0, 1, 1)),
            "not a fixed point": ((0, 2.5, 3), (0, 0, 1)),
        },
    ),
)
