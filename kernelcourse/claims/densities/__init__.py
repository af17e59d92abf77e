"""Claims of the chapter on densities and mean embeddings."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, stdtr

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.densities import checks as c
from kernelcourse.claims.densities.widths import WIDTHS
from kernelcourse.learn import left_out_likelihood, mmd_squared, scott, silverman
from kernelcourse.rkhs import KernelExpansion, mean_embedding


def _square(k, X, Y, cross=2.0):
    return float(k(X, X).mean() - cross * k(X, Y).mean() + k(Y, Y).mean())


def _rules(X, silvermans=0.25, power=4):
    n, d = X.shape
    s = X.std(axis=0, ddof=1).mean()
    return s * (n * (d + 2) * silvermans) ** (-1 / (d + power)), s * n ** (-1 / (d + power))


def _kept_in(X, h):
    return float(np.log(c.by_package(X, h, X)).sum())


def _ratio(values):
    return values.mean() / (values.std(ddof=1) / np.sqrt(len(values)))


CLAIMS = (
    Claim(
        name="densities.estimate",
        label="eq-kde",
        says="p̂(z) = 1/nhᵈ Σ w((z − xᵢ)/h); 0, 1, 4 with h = ½ give p̂(½) = 0.3226276",
        check=c.is_estimate,
        right=c.by_package,
        twins={
            "not divided by hᵈ": lambda X, h, Z: c.by_package(X, h, Z) * h ** X.shape[1],
            "divided by h in every dimension": lambda X, h, Z: (
                c.by_package(X, h, Z) * h ** (X.shape[1] - 1) * 2
            ),
            "summed, not averaged": lambda X, h, Z: c.by_package(X, h, Z) * len(X),
        },
    ),
    Claim(
        name="densities.rules",
        label="eq-kde-rules",
        says="Silverman: s(n(d + 2)/4)^(−1/(d + 4));  Scott: s·n^(−1/(d + 4))",
        check=c.are_scipys_rules,
        right=lambda X: (silverman(X), scott(X)),
        twins={
            "the power −1/(d + 2)": lambda X: _rules(X, power=2),
            "without the quarter": lambda X: _rules(X, silvermans=1.0),
            "the other way round": lambda X: _rules(X)[::-1],
        },
    ),
    Claim(
        name="densities.left_out",
        label="eq-kde-loo",
        says="ℓ(h) = Σ log p̂₋ᵢ(xᵢ), each point under the density of the others",
        check=c.leaves_out,
        right=left_out_likelihood,
        twins={
            "the point is kept in": _kept_in,
            "divided by n instead of n − 1": lambda X, h: (
                left_out_likelihood(X, h) + len(X) * np.log((len(X) - 1) / len(X))
            ),
        },
    ),
    *WIDTHS,
    Claim(
        name="densities.embedding",
        label="eq-mean-embedding",
        says="⟨μ, f⟩ is the mean of f",
        check=c.averages,
        right=mean_embedding,
        twins={
            "a sum instead of a mean": lambda k, X: KernelExpansion(k, X, np.ones(len(X))),
            "the feature of the mean": lambda k, X: KernelExpansion(
                k, X.mean(axis=0, keepdims=True), np.ones(1)
            ),
        },
    ),
    Claim(
        name="densities.distance",
        label=("thm-mmd", "eq-mmd", "eq-mmd-sup"),
        says="‖μ_X − μ_Y‖ is the largest difference of means over the unit ball; its square is three means of k",
        check=c.is_largest_difference,
        right=c.Distance(_square),
        hypotheses=("k is a kernel", "E√k(x, x) is finite"),
        undropped={"E√k(x, x) is finite": "a law without it has no embedding, and every sample has it"},
        twins={
            "the cross term once": c.Distance(lambda k, X, Y: _square(k, X, Y, cross=1.0)),
            "no cross term": c.Distance(lambda k, X, Y: _square(k, X, Y, cross=0.0)),
            "only the cross term": c.Distance(lambda k, X, Y: float(2 - 2 * k(X, Y).mean())),
            "the box, which is no kernel": Twin(
                c.Distance(_square, lambda X, Y: (np.abs(X - Y.T) <= 1) * 1.0), drops="k is a kernel"
            ),
        },
    ),
    Claim(
        name="densities.squared_difference",
        label="eq-mmd-kde",
        says="∫(p̂_X − p̂_Y)² = ‖μ_X − μ_Y‖²/(4πh²)^(d/2), with the Gaussian kernel of width √2·h",
        check=c.is_squared_difference,
        right=lambda h: (np.sqrt(2) * h, 1 / np.sqrt(4 * np.pi * h**2)),
        twins={
            "width h": lambda h: (h, 1 / np.sqrt(4 * np.pi * h**2)),
            "the factor of one bell": lambda h: (np.sqrt(2) * h, 1 / np.sqrt(2 * np.pi * h**2)),
            "width 2h": lambda h: (2 * h, 1 / np.sqrt(4 * np.pi * h**2)),
        },
    ),
    Claim(
        name="densities.characteristic",
        label="prop-mmd-characteristic",
        says="the Gaussian tells all laws apart; (xz + 1)² sees mean and variance only",
        check=c.sees,
        right=c.Sight(
            {c.BELL: True, c.QUADRATIC: False, c.QUARTIC: True},
            {c.BELL: True, c.QUADRATIC: True},
            {c.BELL: True, c.QUADRATIC: False, c.QUARTIC: False},
        ),
        hypotheses=("finite variance, for (xz + 1)²",),
        undropped={
            "finite variance, for (xz + 1)²": "without it the polynomial kernel has no mean embedding"
        },
        twins={
            "every kernel tells all laws apart": c.Sight(
                {c.BELL: True, c.QUADRATIC: True, c.QUARTIC: True}, {c.BELL: True, c.QUADRATIC: True}, {}
            ),
            "(xz + 1)⁴ tells all laws apart": c.Sight({c.QUARTIC: True}, {}, {c.QUARTIC: True}),
            "(xz + 1)² sees the mean only": c.Sight(
                {c.BELL: True, c.QUADRATIC: False}, {c.BELL: True, c.QUADRATIC: False}, {}
            ),
            "the Gaussian sees mean and variance only": c.Sight(
                {c.BELL: False, c.QUADRATIC: False}, {c.BELL: True, c.QUADRATIC: True}, {}
            ),
        },
    ),
    Claim(
        name="densities.test",
        label=("prop-mmd-test", "eq-mmd-p"),
        says="p = (1 + shuffles as large)/(1 + B) is at most α in at most a share α of all cases",
        check=c.keeps_its_level,
        right=c.Shuffling(lambda as_large, B: (1 + as_large) / (1 + B)),
        hypotheses=("the points are independent with one law",),
        twins={
            "without the two ones": c.Shuffling(lambda as_large, B: as_large / B),
            "one more below": c.Shuffling(lambda as_large, B: (1 + as_large) / (2 + B)),
            "half of it": c.Shuffling(lambda as_large, B: (1 + as_large) / (1 + B) / 2),
            "two stretches of random walks": Twin(
                c.Shuffling(lambda as_large, B: (1 + as_large) / (1 + B), c.walk),
                drops="the points are independent with one law",
            ),
            "a sample and its mirror image": Twin(
                c.Shuffling(lambda as_large, B: (1 + as_large) / (1 + B), c.mirrored),
                drops="the points are independent with one law",
            ),
        },
    ),
    Claim(
        name="densities.blocks",
        label="alg-mmd-blocks",
        says="the mean of the block statistics is the squared distance of the laws",
        check=c.is_unbiased,
        right=c.blocks_of(2),
        twins={
            "with the pairs of a point and itself": mmd_squared,
            "twice the cross term": lambda k, X, Y: (
                mmd_squared(k, X, Y, unbiased=True) - 2 * float(k(X, Y).mean())
            ),
            "the root instead of the square": lambda k, X, Y: np.sqrt(mmd_squared(k, X, Y)),
            "pairs counted once too often": lambda k, X, Y: mmd_squared(k, X, Y, unbiased=True) * 3 / 4,
        },
    ),
    Claim(
        name="densities.few_blocks",
        label="alg-mmd-blocks",
        says="Student's law for as many values as there are blocks keeps the level, with two blocks too",
        check=c.keeps_the_level_with_few_blocks,
        right=c.BlockTest(lambda v: float(stdtr(len(v) - 1, -_ratio(v)))),
        twins={
            "the normal law": c.BlockTest(lambda v: float(ndtr(-_ratio(v)))),
            "one degree of freedom more": c.BlockTest(lambda v: float(stdtr(len(v), -_ratio(v)))),
        },
    ),
)
