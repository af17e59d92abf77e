"""Claims of the page on kernelising."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.check import equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kernelising import checks as c
from kernelcourse.claims.kernelising.classes import MANY_CLASSES
from kernelcourse.datasets import toy_b, xor
from kernelcourse.distances import whiten
from kernelcourse.kernels import Gaussian, Linear, MahalanobisGaussian, Polynomial
from kernelcourse.learn import kernel_fisher, ridge, ridge_with_offset
from kernelcourse.points import Array
from kernelcourse.rkhs import norm

SIGMA = np.array([[2.0, 1.0], [1.0, 2.0]])


def xor_numbers(lam: float = 1.0) -> Array:
    """α₁, f(x₁), ρ and ‖f‖² of Fisher's discriminant on XOR with (x·z + 1)²."""
    X, y = xor()
    found = kernel_fisher(Polynomial(2, 1.0), X, y, lam)
    f = found.directions[0]
    return np.abs([f.weights[0], f(X)[0], found.ratios[0], norm(f) ** 2])


def metric_numbers(points: Array, covariance: Array) -> Array:
    """The least eigenvalue of exp(−½ Mahalanobis²), and how far it is from the Gaussian of whitened points."""
    K = MahalanobisGaussian(covariance)(points)
    return np.array([np.linalg.eigvalsh(K)[0], np.abs(K - Gaussian(1.0)(whiten(points, SIGMA))).max()])


CLAIMS = (
    Claim(
        name="kernelising.turn",
        label="thm-art-turn",
        says="two sets of points have the same inner products exactly when a turn carries one to the other",
        check=c.same_inner_products,
        right=c.Turning(),
        clauses=("a turn keeps inner products", "equal inner products are a turn apart"),
        hypotheses=("Q is orthogonal", "both sets lie in the same space"),
        twins={
            "stretched": Twin(
                c.Turning(lambda d, rng: np.diag(1.0 + np.arange(d))), breaks="a turn keeps inner products"
            ),
            "any invertible matrix": Twin(
                c.Turning(lambda d, rng: rng.standard_normal((d, d))), drops="Q is orthogonal"
            ),
            "Q by least squares": Twin(
                c.Turning(found=lambda X, Z: np.linalg.pinv(X) @ Z),
                breaks="equal inner products are a turn apart",
            ),
            "rotations only": Twin(
                c.Turning(found=c.nearest_rotation), breaks="equal inner products are a turn apart"
            ),
            "a fourth coordinate": Twin(
                c.Turning(padded=1, found=lambda X, Z: np.linalg.pinv(X) @ Z),
                drops="both sets lie in the same space",
            ),
        },
    ),
    Claim(
        name="kernelising.which",
        label="ex-art-which",
        says="ridge, Fisher, class means and components do not notice a turn; streets, scales and medians do",
        check=c.unmoved_by_turns,
        right=(c.by_ridge, c.by_fisher, c.by_means, c.by_components),
        twins={
            "neighbours by streets": (c.by_blocks,),
            "columns divided by their spread": (c.by_standardised,),
            "medians": (c.by_medians,),
        },
    ),
    Claim(
        name="kernelising.ratio",
        label="eq-fisher-ratio",
        says="(S_W + λI)⁻¹(μ₊ − μ₋) has the largest ratio of distance between the means to spread inside the classes",
        check=c.has_the_largest_ratio,
        right=lambda spread, between, phi: np.linalg.solve(spread, between),
        twins={
            "the difference of the means": lambda spread, between, phi: between,
            "another λ": lambda spread, between, phi: np.linalg.solve(spread + 0.03 * np.eye(6), between),
            "the first principal component": lambda spread, between, phi: np.linalg.eigh(np.cov(phi.T))[1][
                :, -1
            ],
        },
    ),
    Claim(
        name="kernelising.fisher",
        label=("thm-fisher-dual", "eq-fisher-dual"),
        says="(WK + λI)α = δ gives Fisher's direction (S_W + λI)⁻¹(μ₊ − μ₋) as Σ αᵢφ(xᵢ), if the means differ",
        check=c.is_fishers,
        right=c.FisherWeights(lambda K, W, d, lam: np.linalg.solve(W @ K + lam * np.eye(len(K)), d)),
        hypotheses=("λ > 0", "the spread is measured inside the classes", "the class means differ"),
        twins={
            "the factors exchanged": c.FisherWeights(
                lambda K, W, d, lam: np.linalg.solve(K @ W + lam * np.eye(len(K)), d)
            ),
            "λ on the weights": c.FisherWeights(
                lambda K, W, d, lam: np.linalg.solve(K @ W @ K + lam * np.eye(len(K)), K @ d)
            ),
            "K for WK": Twin(
                c.FisherWeights(lambda K, W, d, lam: np.linalg.solve(K + lam * np.eye(len(K)), d)),
                drops="the spread is measured inside the classes",
            ),
            "λ = 0": Twin(
                c.FisherWeights(lambda K, W, d, lam: np.linalg.pinv(W @ K) @ d, lam=0.0), drops="λ > 0"
            ),
            "two classes with the same points": Twin(
                c.FisherWeights(
                    lambda K, W, d, lam: np.linalg.solve(W @ K + lam * np.eye(len(K)), d), coincide=True
                ),
                drops="the class means differ",
            ),
        },
    ),
    MANY_CLASSES,
    Claim(
        name="kernelising.fisher_is_ridge",
        label="prop-fisher-ridge",
        says="ridge on the labels of two classes, offset free, is a positive multiple of Fisher's f with the same λ",
        check=c.points_the_same_way,
        right=c.RidgeFit(lambda k, X, y, lam: ridge_with_offset(k, X, y, lam)(X)),
        hypotheses=("two classes", "the offset is free", "the same λ", "λ > 0", "the class means differ"),
        undropped={
            "λ > 0": "without λ the spread inside the classes may have no inverse, and f no formula",
            "the class means differ": "where they coincide both functions are zero, and a factor says nothing",
        },
        twins={
            "three classes, numbered": Twin(
                c.RidgeFit(lambda k, X, y, lam: ridge_with_offset(k, X, y, lam)(X), three=True),
                drops="two classes",
            ),
            "no offset": Twin(
                c.RidgeFit(lambda k, X, y, lam: ridge(k, X, y, lam)(X)), drops="the offset is free"
            ),
            "half of λ": Twin(
                c.RidgeFit(lambda k, X, y, lam: ridge_with_offset(k, X, y, lam)(X), factor=0.5),
                drops="the same λ",
            ),
            "a negative multiple": c.RidgeFit(lambda k, X, y, lam: -ridge_with_offset(k, X, y, lam)(X)),
        },
    ),
    Claim(
        name="kernelising.xor",
        label="ex-fisher-xor",
        says="XOR with (x·z + 1)² and λ = 1: α = y/4√2, f = √2 x₁x₂, ρ = 8, ‖f‖ = 1",
        check=equals(np.array([1 / 32**0.5, 2**0.5, 8, 1]), 1e-12),
        right=xor_numbers(),
        twins={"λ = 2": xor_numbers(2.0), "α = y/4": np.array([0.25, 2, 8, 1])},
    ),
    Claim(
        name="kernelising.agreement",
        label="eq-cca-problem",
        says="kernel_cca meets Σ f² + λ‖f‖² = Σ g² + λ‖g‖² = 1 and reaches the largest Σ f(xᵢ)g(yᵢ)",
        check=c.agrees_most,
        right=c.best_pair,
        twins={
            "not scaled": lambda K, L, lam: tuple(2 * part for part in c.best_pair(K, L, lam)),
            "another λ": lambda K, L, lam: c.best_pair(K, L, 2 * lam),
            "g without its pairs": lambda K, L, lam: (
                c.best_pair(K, L, lam)[0],
                np.roll(c.best_pair(K, L, lam)[1], 1),
            ),
        },
    ),
    Claim(
        name="kernelising.cca",
        label=("thm-cca-dual", "eq-cca-dual"),
        says="ρ² are the eigenvalues of K̃(K̃ + λI)⁻¹L̃(L̃ + λI)⁻¹, the product of two smoothers",
        check=c.are_canonical,
        right=c.Correlations(c.smoothers),
        hypotheses=("features are centred", "row i of both belongs to one thing", "λ > 0", "K̃ ≠ 0 ≠ L̃"),
        undropped={"K̃ ≠ 0 ≠ L̃": "with K̃ = 0 no f meets its condition, and nothing is maximised"},
        twins={
            "ρ for ρ²": c.Correlations(lambda K, L, lam: c.smoothers(K, L, lam) ** 2),
            "one of them is not smoothed": c.Correlations(
                lambda K, L, lam: c.roots(c.smoother(c.centred(K), lam) @ c.centred(L))
            ),
            "not centred": Twin(
                c.Correlations(lambda K, L, lam: c.roots(c.smoother(K, lam) @ c.smoother(L, lam))),
                drops="features are centred",
            ),
            "the pairs are torn apart": Twin(
                c.Correlations(c.smoothers, shuffled=True), drops="row i of both belongs to one thing"
            ),
            "λ = 10⁻⁹ in both": Twin(
                c.Correlations(lambda K, L, lam: c.smoothers(K, L, 1e-9)), drops="λ > 0"
            ),
        },
    ),
    Claim(
        name="kernelising.perfect",
        label="thm-cca-one",
        says="without λ, if both centred Gram matrices have rank n − 1, all n − 1 canonical correlations are 1",
        check=c.all_are_one,
        right=c.Pairs(),
        hypotheses=("no penalty", "K̃ has rank n − 1", "L̃ has rank n − 1"),
        twins={
            "λ = 1": Twin(c.Pairs(lam=1.0), drops="no penalty"),
            "the linear kernel": Twin(c.Pairs(k=Linear()), drops="K̃ has rank n − 1"),
            "two of the y coincide": Twin(c.Pairs(repeated=True), drops="L̃ has rank n − 1"),
        },
    ),
    Claim(
        name="kernelising.weighted",
        label="eq-art-weighted",
        says="ridge in which point i counts cᵢ times: (K + λC⁻¹)α = y",
        check=c.minimises_the_weighted_sum,
        right=lambda K, y, w, lam: np.linalg.solve(K + lam * np.diag(1 / w), y),
        twins={
            "C for its inverse": lambda K, y, w, lam: np.linalg.solve(K + lam * np.diag(w), y),
            "C on the left only": lambda K, y, w, lam: np.linalg.solve(
                w[:, None] * K + lam * np.eye(len(K)), y
            ),
            "all count alike": lambda K, y, w, lam: np.linalg.solve(K + lam * np.eye(len(K)), y),
        },
    ),
    Claim(
        name="kernelising.metric",
        label="ex-art-metric",
        says="exp(−½ Mahalanobis²) is the Gaussian of whitened points; least eigenvalue 0.0660 on six points",
        check=equals(np.array([0.0660, 0.0]), 5e-5),
        right=metric_numbers(toy_b(), SIGMA),
        twins={
            "Euclidean": metric_numbers(toy_b(), np.eye(2)),
            "the inverse of Σ": metric_numbers(toy_b(), np.linalg.inv(SIGMA)),
        },
    ),
)
