"""Canonical correlation in H: scikit-learn's and the explicit one with x·z, and 1 for everything without a penalty."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import linalg
from sklearn.cross_decomposition import CCA

from kernelcourse.datasets import two_views
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed
from kernelcourse.learn import kernel_cca, kernel_pca
from kernelcourse.rkhs import norm


def views(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(50, 3))
    return X, np.column_stack([X[:, 0] + 0.5 * rng.normal(size=50), X[:, 1] ** 2, rng.normal(size=50)])


def canonical(phi, psi, lam):
    """Singular values of (S_x + λI)^(−½) S_xy (S_y + λI)^(−½), the features written out."""
    phi, psi = phi - phi.mean(axis=0), psi - psi.mean(axis=0)
    roots = [linalg.fractional_matrix_power(F.T @ F + lam * np.eye(F.shape[1]), -0.5) for F in (phi, psi)]
    return linalg.svdvals(roots[0] @ phi.T @ psi @ roots[1])


def test_linear_kernels_and_a_vanishing_penalty_are_scikit_learns():
    X, Y = views()
    found = kernel_cca(Linear(), X, Linear(), Y, 1e-9, 2)
    f, g = found.scores(X, Y)
    theirs = CCA(2, scale=False, tol=1e-12, max_iter=100_000).fit(X, Y).transform(X, Y)
    for ours, peer in zip((f, g), theirs, strict=True):
        for j in range(2):
            assert abs(np.corrcoef(ours[:, j], peer[:, j])[0, 1]) == pytest.approx(1, abs=1e-6)
    assert_allclose([np.corrcoef(f[:, j], g[:, j])[0, 1] for j in range(2)], found.correlations, atol=1e-8)


@pytest.mark.parametrize("lam", [0.01, 1.0, 50.0])
def test_the_correlations_are_those_of_the_features(lam):
    X, Y = views(1)
    found = kernel_cca(Polynomial(2, 1.0), X, Linear(), Y, lam, 3)
    assert_allclose(found.correlations, canonical(polynomial_features(X, degree=2), Y, lam)[:3], atol=1e-8)


def test_both_conditions_hold_and_the_agreement_is_rho():
    X, Y = two_views(40, np.random.default_rng(0))
    lam = 0.3
    found = kernel_cca(Gaussian(1.0), X, Gaussian(0.5), Y, lam, 4)
    f, g = found.scores(X, Y)
    for values, functions in ((f, found.left), (g, found.right)):
        assert_allclose(values.sum(axis=0), 0, atol=1e-9)
        sizes = np.square(values).sum(axis=0) + lam * norm(functions) ** 2
        assert_allclose(sizes, 1, atol=1e-8)
    assert_allclose(f.T @ g, np.diag(found.correlations), atol=1e-8)
    assert (np.diff(found.correlations) <= 0).all() and found.correlations[0] < 1


def test_without_a_penalty_unrelated_things_agree_and_with_one_they_do_not():
    X, Y = two_views(40, np.random.default_rng(1), common=False)
    k = Gaussian(0.3)
    assert (kernel_cca(k, X, k, Y, 1e-11, 39).correlations > 0.99).all()
    assert kernel_cca(k, X, k, Y, 1.0, 1).correlations[0] < 0.75


def test_one_description_twice_is_kernel_pca():
    X, _ = two_views(40, np.random.default_rng(2))
    k, lam = Gaussian(1.0), 0.5
    found, parts = kernel_cca(k, X, k, X, lam, 3), kernel_pca(k, X, 3)
    assert_allclose(found.correlations, parts.variances * 40 / (parts.variances * 40 + lam), atol=1e-9)
    f, g = found.scores(X, X)
    assert_allclose(f, g, atol=1e-7)


def test_exchanging_the_sides_exchanges_the_functions_and_tables_will_do():
    X, Y = views(3)
    k, other = Gaussian(1.5), Polynomial(2, 1.0)
    one, two = kernel_cca(k, X, other, Y, 0.5, 2), kernel_cca(other, Y, k, X, 0.5, 2)
    assert_allclose(one.correlations, two.correlations)
    assert_allclose(np.abs(one.scores(X, Y)[0]), np.abs(two.scores(Y, X)[1]), atol=1e-8)
    table = kernel_cca(Precomputed(k(X)), range(50), Precomputed(other(Y)), range(50), 0.5, 2)
    assert_allclose(np.abs(table.scores(range(50), range(50))[1]), np.abs(one.scores(X, Y)[1]), atol=1e-7)


def test_what_cannot_be_answered_is_refused():
    X, Y = views(4)
    with pytest.raises(ValueError, match="50 points and Y 49"):
        kernel_cca(Linear(), X, Linear(), Y[:49], 1.0, 1)
    with pytest.raises(ValueError, match=r"3 direction\(s\) only"):
        kernel_cca(Linear(), X, Gaussian(), Y, 1.0, 4)
    with pytest.raises(ValueError, match="lam"):
        kernel_cca(Linear(), X, Linear(), Y, 0.0, 1)
