"""Claims of the chapter on the perceptron."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.perceptron import checks as c
from kernelcourse.claims.perceptron.bounds import BOUNDS
from kernelcourse.claims.perceptron.in_space import IN_SPACE
from kernelcourse.distances import euclidean
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import batch_perceptron, kernel_perceptron, nearest, perceptron


def _kernel_perceptron(k, P, t):
    *_, state = kernel_perceptron(k, P, t)
    return state.counts, state.function


def _batch(P, t):
    return [state.function for state in batch_perceptron(P, t)]


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
        hypotheses=("w ≠ 0",),
        undropped={"w ≠ 0": "w = 0 has no plane, and the formula divides by its length"},
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
        says="a batch step adds all mistaken points and no others: from (0, 0) to (6, 6) on the toy",
        check=c.batch_reaches,
        right=_batch,
        twins={
            "labels are left out": lambda P, t: c.batch_run(
                P, t, lambda folded, wrong: folded[wrong] * t[wrong, None]
            ),
            "the mean of the mistakes": lambda P, t: c.batch_run(
                P, t, lambda folded, wrong: folded[wrong] / wrong.sum()
            ),
            "all points are added": lambda P, t: c.batch_run(P, t, lambda folded, wrong: folded),
            "only the first mistake": lambda P, t: c.batch_run(P, t, lambda folded, wrong: folded[wrong][:1]),
        },
    ),
    Claim(
        name="perceptron.rate",
        label="prop-perc-rate",
        says="from w = 0 the rate changes no mistake; the weights are η times those of rate 1",
        check=c.rate_is_idle,
        right=lambda P, t, eta: eta * perceptron(P, t).function,
        hypotheses=("started at w = 0",),
        twins={
            "started at w = (1, 1, 1, 1)": Twin(
                lambda P, t, eta: eta * c.online(P, t, start=np.ones(4)), drops="started at w = 0"
            ),
            "the weights do not change": lambda P, t, eta: perceptron(P, t).function,
            "η² times": lambda P, t, eta: eta**2 * perceptron(P, t).function,
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
        says="labels stay outside the kernel: yᵢyⱼk(xᵢ, xⱼ); folded into an even one, k(yᵢxᵢ, yⱼxⱼ), they are lost",
        check=c.keeps_labels,
        right=lambda k, P, t: np.outer(t, t) * k(P),
        hypotheses=(),
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
        right=c.Run(lambda R, gamma: (R / gamma) ** 2),
        hypotheses=("a margin γ > 0", "started at zero", "only mistakes are added"),
        twins={
            "R/γ, not squared": c.Run(lambda R, gamma: R / gamma),
            "R²/γ": c.Run(lambda R, gamma: R**2 / gamma),
            "1/γ²": c.Run(lambda R, gamma: 1 / gamma**2),
            "XOR, where γ ≤ 0": Twin(
                c.Run(lambda R, gamma: (R / max(gamma, 0.1)) ** 2, data=((c.XOR, c.XOR_SIGNS),)),
                drops="a margin γ > 0",
            ),
            "started far on the wrong side": Twin(
                c.Run(lambda R, gamma: (R / gamma) ** 2, start=-40.0), drops="started at zero"
            ),
            "points are added also when they are right": Twin(
                c.Run(lambda R, gamma: (R / gamma) ** 2, threshold=5.0), drops="only mistakes are added"
            ),
        },
    ),
    Claim(
        name="perceptron.xor",
        label="ex-perc-xor",
        says="on XOR the linear perceptron is back at w = 0 after a pass and makes 4000 mistakes in 1000 passes",
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
        says="neighbours in ℋ are those of the features: Euclidean for x·z and the Gaussian, others for (x·z)²",
        check=c.same_neighbours,
        right=c.by_package,
        clauses=(
            "neighbours in ℋ are those of the features",
            "Euclidean exactly when d_k grows with the distance",
        ),
        hypotheses=("d_k(·, z) is a strictly increasing function of ‖· − z‖",),
        undropped={
            "d_k(·, z) is a strictly increasing function of ‖· − z‖": "it is one side of an equivalence: "
            "the check tries kernels with it and a kernel without it"
        },
        twins={
            "Euclidean neighbours for every kernel": Twin(
                lambda k, P, Q: nearest(euclidean, P, Q, 1).indices,
                breaks="neighbours in ℋ are those of the features",
            ),
            "the largest k(x, z)": Twin(
                lambda k, P, Q: np.argsort(-k(Q, P), axis=1)[:, :1],
                breaks="neighbours in ℋ are those of the features",
            ),
            "others than Euclid's for every kernel but the Gaussian": Twin(
                lambda k, P, Q: (
                    c.by_package(k, P, Q)
                    if isinstance(k, Gaussian | Polynomial)
                    else np.argsort(-k(Q, P))[:, :1]
                ),
                breaks="Euclidean exactly when d_k grows with the distance",
            ),
        },
    ),
    Claim(
        name="perceptron.linear_is_classical",
        label="thm-linear-is-classical",
        says="with k(x, z) = x·z all six methods are their classical selves",
        check=c.is_classical,
        right=c.Forms(Linear()),
        hypotheses=(
            "the same start",
            "the same order",
            "scores up to an orthogonal matrix in a group of equal ones",
        ),
        twins={
            "x·z + 1": c.Forms(Linear() + 1),
            "a wide Gaussian": c.Forms(Gaussian(50.0)),
            "2 x·z": c.Forms(2 * Linear()),
            "other labels to start from": Twin(c.Forms(Linear(), start=1), drops="the same start"),
            "the points in another order": Twin(c.Forms(Linear(), order=1), drops="the same order"),
            "an equilateral triangle, up to signs": Twin(
                c.Forms(Linear(), scores_on=np.array([[1.0, 0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])),
                drops="scores up to an orthogonal matrix in a group of equal ones",
            ),
        },
    ),
    *BOUNDS,
    *IN_SPACE,
)
