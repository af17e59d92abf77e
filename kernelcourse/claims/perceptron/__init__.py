"""Claims of the chapter on the perceptron."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim
from kernelcourse.claims.perceptron import checks as c
from kernelcourse.distances import euclidean
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import batch_perceptron, kernel_perceptron, nearest, perceptron


def _kernel_perceptron(k, P, t):
    *_, state = kernel_perceptron(k, P, t)
    return state.counts, state.function


def _batch(P, t, w):
    states = batch_perceptron(P, t)
    next(states)
    return next(states).function


_P, _T = c.clouds(0.2)

CLAIMS = (
    Claim(
        name="perceptron.problem",
        label="eq-perc-problem",
        says="find w with yᵢ xᵢ·w > 0 for all i, strictly",
        check=c.refuses_zero,
        right=lambda folded, w: bool((folded @ w > 0).all()),
        twins={
            "≥ 0, which w = 0 solves": lambda folded, w: bool((folded @ w >= 0).all()),
            "right on average": lambda folded, w: bool((folded @ w).mean() >= 0),
        },
    ),
    Claim(
        name="perceptron.loss",
        label="eq-perc-loss",
        says="J(w) = Σ −yᵢxᵢ·w over the mistakes is never negative, and 0 without mistakes",
        check=c.measures_mistakes,
        right=lambda folded, w: float(-np.minimum(folded @ w, 0).sum()),
        twins={
            "summed over all points": lambda folded, w: float(-(folded @ w).sum()),
            "the sign is flipped": lambda folded, w: float(np.minimum(folded @ w, 0).sum()),
            "distances instead of products": lambda folded, w: float(
                -np.minimum(folded @ w, 0).sum() / np.linalg.norm(w)
            ),
        },
    ),
    Claim(
        name="perceptron.distance",
        label="prop-perc-distance",
        says="x is |w·x|/‖w‖ away from the plane w·z = 0",
        check=c.is_distance,
        right=lambda w, x: float(abs(w @ x) / np.linalg.norm(w)),
        twins={
            "the product itself": lambda w, x: float(abs(w @ x)),
            "divided by ‖w‖²": lambda w, x: float(abs(w @ x) / (w @ w)),
        },
    ),
    Claim(
        name="perceptron.gradient",
        label="eq-perc-gradient",
        says="∇J(w) = −Σ yᵢxᵢ over the mistaken points",
        check=c.is_gradient,
        right=lambda folded, w: -folded[folded @ w <= 0].sum(axis=0),
        twins={
            "the sign is flipped": lambda folded, w: folded[folded @ w <= 0].sum(axis=0),
            "all points": lambda folded, w: -folded.sum(axis=0),
            "the points that are right": lambda folded, w: -folded[folded @ w > 0].sum(axis=0),
        },
    ),
    Claim(
        name="perceptron.online",
        label="alg-perceptron",
        says="adding yᵢxᵢ at every mistake (≤ 0) separates separable points",
        check=c.separates,
        right=c.online,
        twins={
            "only strict mistakes (< 0) from w = 0": lambda P, t: c.online(P, t, strict=True),
            "subtracting": lambda P, t: c.online(P, t, sign=-1),
        },
    ),
    Claim(
        name="perceptron.batch",
        label="alg-perc-batch",
        says="a batch step adds all mistaken points: from (0, 0) to (6, 6) on the toy, no mistakes left",
        check=c.batch_reaches,
        right=_batch,
        twins={
            "labels are left out": lambda P, t, w: w + P.sum(axis=0),
            "the mean of the mistakes": lambda P, t, w: w + (P * t[:, None]).mean(axis=0),
        },
    ),
    Claim(
        name="perceptron.rate",
        label="prop-perc-rate",
        says="from w = 0 the rate changes no mistake; the weights are η times those of rate 1",
        check=c.rate_is_idle,
        right=lambda eta: eta * perceptron(_P, _T).function,
        twins={
            "the weights do not change": lambda eta: perceptron(_P, _T).function,
            "η² times": lambda eta: eta**2 * perceptron(_P, _T).function,
        },
    ),
    Claim(
        name="perceptron.counts",
        label="eq-perc-counts",
        says="w = Xᵀ(α∘y), αᵢ the number of updates at point i, in integers",
        check=c.counts_give_weights,
        right=lambda X, y, alpha: X.T @ (alpha * y),
        twins={
            "labels are left out": lambda X, y, alpha: X.T @ alpha,
            "every point once": lambda X, y, alpha: X.T @ ((alpha > 0) * y),
        },
    ),
    Claim(
        name="perceptron.kernel",
        label="alg-kernel-perceptron",
        says="the kernel perceptron with (x·z + 1)² solves XOR in 4 updates: f = 8x₁x₂",
        check=c.solves_xor,
        right=_kernel_perceptron,
        twins={
            "labels are left out of f": lambda k, P, t: c.kernel_run(k, P, t, labels=False),
            "only strict mistakes": lambda k, P, t: c.kernel_run(k, P, t, strict=True),
        },
    ),
    Claim(
        name="perceptron.folding",
        label="prop-perc-folding",
        says="labels stay outside the kernel: yᵢyⱼk(xᵢ, xⱼ), not k(yᵢxᵢ, yⱼxⱼ)",
        check=c.keeps_labels,
        right=lambda k, P, t: np.outer(t, t) * k(P),
        twins={
            "labels inside the kernel": lambda k, P, t: k(P * t[:, None]),
            "no labels": lambda k, P, t: k(P),
        },
    ),
    Claim(
        name="perceptron.novikoff",
        label="thm-novikoff",
        says="at most (R/γ)² mistakes; 4.5 for XOR with the quadratic kernel, which makes 4",
        check=c.bounds_mistakes,
        right=lambda R, gamma: (R / gamma) ** 2,
        twins={
            "R/γ, not squared": lambda R, gamma: R / gamma,
            "R²/γ": lambda R, gamma: R**2 / gamma,
            "1/γ²": lambda R, gamma: 1 / gamma**2,
        },
    ),
    Claim(
        name="perceptron.xor",
        label="ex-perc-xor",
        says="on XOR the linear perceptron makes 4000 mistakes in 1000 passes",
        check=c.never_stops,
        right=Linear(),
        twins={
            "the quadratic kernel never stops either": Polynomial(2),
            "nor does the Gaussian": Gaussian(1.0),
        },
    ),
    Claim(
        name="perceptron.neighbours",
        label="prop-kernel-neighbours",
        says="neighbours in H are those of the features; Euclidean for the Gaussian, others for (x·z)²",
        check=c.same_neighbours,
        right=c.by_package,
        twins={
            "Euclidean neighbours for every kernel": lambda k, P, Q: nearest(euclidean, P, Q, 1).indices,
            "the largest k(x, z)": lambda k, P, Q: np.argsort(-k(Q, P), axis=1)[:, :1],
        },
    ),
    Claim(
        name="perceptron.linear_is_classical",
        label="thm-linear-is-classical",
        says="with k(x, z) = x·z all six methods are their classical selves",
        check=c.is_classical,
        right=Linear(),
        twins={"x·z + 1": Linear() + 1, "a wide Gaussian": Gaussian(50.0), "2 x·z": 2 * Linear()},
    ),
)
