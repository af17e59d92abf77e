"""Every learner takes an approximate kernel, gives what its Gram matrix would give, and never forms that matrix."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse import (
    Gaussian,
    Precomputed,
    averaged_perceptron,
    feature_distances,
    gaussian_process,
    inner,
    kernel_cca,
    kernel_fisher,
    kernel_kmeans,
    kernel_logistic,
    kernel_mixture,
    kernel_pca,
    kernel_perceptron,
    knn_classify,
    knn_regress,
    mean_embedding,
    nearest_centroid,
    norm,
    nystroem,
    random_fourier,
    ridge,
    ridge_path,
    ridge_with_offset,
    svm,
)
from kernelcourse.kernels.featured import Featured
from kernelcourse.rkhs import FeatureExpansion, KernelExpansion

N = 240
RNG = np.random.default_rng(8)
X = RNG.normal(size=(N, 3))
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=N)
TWO = np.column_stack([Y, X[:, 1]])
SIGNS = np.where(Y > 0, 1.0, -1.0)
APPROXIMATE = {
    "fourier": random_fourier(Gaussian(1.5), 3, 60, np.random.default_rng(1)),
    "nystroem": nystroem(Gaussian(1.5), X, 40, np.random.default_rng(1)),
}
ALL = np.arange(N)


def perceptron_values(k, points):
    *_, last = kernel_perceptron(k, points, SIGNS, passes=5)
    return last.function(points)


# What each learner says at the points it learned from: a function of (kernel, points) → numbers.
LEARNERS = {
    "ridge": lambda k, P: ridge(k, P, Y, 0.1)(P),
    "ridge, two outputs": lambda k, P: ridge(k, P, TWO, 0.1)(P),
    "its norm": lambda k, P: norm(ridge(k, P, TWO, 0.1)),
    "ridge with offset": lambda k, P: ridge_with_offset(k, P, TWO + 5, 0.1)(P),
    "its offset": lambda k, P: ridge_with_offset(k, P, Y + 5, 0.1).offset,
    "ridge path": lambda k, P: ridge_path(k, P, TWO, [0.01, 1.0]).expansion(0)(P),
    "leave one out": lambda k, P: ridge_path(k, P, Y, [0.01, 1.0]).loo_residuals,
    "degrees of freedom": lambda k, P: ridge_path(k, P, Y, [0.01, 1.0]).degrees_of_freedom,
    "kernel PCA": lambda k, P: np.abs(kernel_pca(k, P, 3).scores(P)),
    "its shares": lambda k, P: kernel_pca(k, P, 3).explained,
    "its projections": lambda k, P: norm(kernel_pca(k, P, 3).project(P[:5])),
    "k-means in H": lambda k, P: kernel_kmeans(k, P, 3, np.random.default_rng(0), restarts=3).labels,
    "its spread": lambda k, P: kernel_kmeans(k, P, 3, np.random.default_rng(0), restarts=3).spread,
    "perceptron": perceptron_values,
    "averaged perceptron": lambda k, P: averaged_perceptron(k, P, SIGNS, 3)(P),
    "support vectors": lambda k, P: svm(k, P, SIGNS, 1.0).dual,
    "logistic": lambda k, P: kernel_logistic(k, P, SIGNS, 0.5)(P),
    "Gaussian process": lambda k, P: gaussian_process(k, P, Y, 0.1).variance(P),
    "its covariance": lambda k, P: gaussian_process(k, P, Y, 0.1).covariance(P[:6]),
    "its evidence": lambda k, P: gaussian_process(k, P, Y, 0.1).log_evidence,
    "mixture": lambda k, P: np.sort(
        kernel_mixture(k, P, 2, (Y > 0).astype(int), 2).responsibilities(P), axis=1
    ),
    "Fisher": lambda k, P: np.abs(kernel_fisher(k, P, SIGNS, 0.5).scores(P)),
    "its ratios": lambda k, P: kernel_fisher(k, P, np.sign(X[:, 1]) + SIGNS, 0.5).ratios,
    "canonical correlation": lambda k, P: kernel_cca(k, P, k, P, 0.5, 3).correlations,
    "its functions": lambda k, P: np.abs(kernel_cca(k, P, k, P, 0.5, 3).left(P)),
    "vote of neighbours": lambda k, P: knn_classify(k, P, SIGNS, 3)(P),
    "mean of neighbours": lambda k, P: knn_regress(k, P, Y, 3)(P),
    "nearest centroid": lambda k, P: nearest_centroid(k, P, SIGNS)(P),
    "mean embedding": lambda k, P: norm(mean_embedding(k, P)),
    "distances in H": lambda k, P: feature_distances(k, P, P[:7]),
}


@pytest.mark.parametrize("name", APPROXIMATE)
@pytest.mark.parametrize("learner", LEARNERS)
def test_the_answer_is_that_of_the_gram_matrix(learner, name):
    k = APPROXIMATE[name]
    said = LEARNERS[learner](k, X)
    expected = LEARNERS[learner](Precomputed(k(X)), ALL)
    np.testing.assert_allclose(said, expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("learner", LEARNERS)
def test_no_matrix_of_all_pairs_is_formed(learner, monkeypatch):
    def refuse(self, A, B):
        assert min(len(A), len(B)) < N, "an n × n matrix was formed"
        return self.features(A) @ self.features(B).T

    monkeypatch.setattr(Featured, "gram", refuse)
    LEARNERS[learner](APPROXIMATE["fourier"], X)


def test_functions_of_features_are_elements_of_h():
    k = APPROXIMATE["fourier"]
    f, g = ridge(k, X, Y, 0.1), KernelExpansion(k, X[:4], np.ones(4))
    assert isinstance(f, FeatureExpansion)
    np.testing.assert_allclose((2 * f - g)(X), 2 * f(X) - g(X), atol=1e-10)
    np.testing.assert_allclose((g + f)(X), f(X) + g(X), atol=1e-10)
    np.testing.assert_allclose((g - f)(X), g(X) - f(X), atol=1e-10)
    assert inner(f, g) == pytest.approx(f(X[:4]).sum())  # ⟨f, Σ φ(xᵢ)⟩ = Σ f(xᵢ)
    assert inner(f, f) == pytest.approx(norm(f) ** 2)
    both = ridge(k, X, TWO, 0.1)
    np.testing.assert_allclose(both[1](X), both(X)[:, 1])
    assert "2 functions" in repr(both) and "60 features" in repr(f)
    with pytest.raises(IndexError, match="one function"):
        _ = f[0]
    with pytest.raises(ValueError, match="outputs must agree"):
        _ = f + both
    with pytest.raises(ValueError, match="lives in the space"):
        _ = f + ridge(APPROXIMATE["nystroem"], X, Y, 0.1)
    with pytest.raises(ValueError, match="no features written out"):
        _ = KernelExpansion(Gaussian(), X[:2], np.ones(2)).in_features


def test_more_features_than_points_use_the_matrix():
    k = random_fourier(Gaussian(1.5), 3, 600, np.random.default_rng(1))
    assert isinstance(ridge(k, X, Y, 0.1), KernelExpansion)
