"""The lines of the derivations behind the learners, with the numbers the course prints for its toy data."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import sqrtm

from kernelcourse.datasets import cities, rings, sunset, toy_a, toy_b
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import classical_mds, kernel_lloyd, kernel_pca, kmeans, lloyd, primal_ridge, ridge
from kernelcourse.points import squared_distances
from kernelcourse.rkhs import KernelExpansion, inner, norm

X, y = toy_a()
K = X @ X.T
RNG = np.random.default_rng(0)


def loss(w, lam):
    return np.square(X @ w - y).sum() + lam * w @ w


def test_the_part_of_w_outside_the_span_only_costs():
    """w = Xᵀα + w₀ with Xw₀ = 0: the cross term vanishes and the objective grows by λ‖w₀‖²."""
    A, b = RNG.normal(size=(3, 5)), RNG.normal(size=3)
    alpha, free = RNG.normal(size=3), RNG.normal(size=5)
    w0 = free - np.linalg.pinv(A) @ (A @ free)
    assert np.abs(A @ w0).max() < 1e-14 < np.abs(w0).max()

    def J(w):
        return np.square(A @ w - b).sum() + 0.7 * w @ w

    assert_allclose(J(A.T @ alpha + w0), J(A.T @ alpha) + 0.7 * w0 @ w0, rtol=1e-12)


def test_dual_gradient_vanishes_even_for_singular_K():
    alpha = ridge(Linear(), X, y, 1.0).weights
    assert np.linalg.matrix_rank(K) == 2
    assert np.abs(2 * K @ (K @ alpha - y) + 2 * K @ alpha).max() < 1e-12
    for _ in range(5):
        a, h = RNG.normal(size=5), 1e-6
        numeric = [(dual(a + h * e) - dual(a - h * e)) / (2 * h) for e in np.eye(5)]
        assert_allclose(numeric, 2 * (-K @ y + (K @ K + K) @ a), rtol=1e-5, atol=1e-5)


def dual(a, lam=1.0):
    return y @ y - 2 * a @ K @ y + a @ K @ K @ a + lam * a @ K @ a


def test_dual_objective_at_one_point():
    a = np.array([0.1, -0.2, 0.3, 0.4, -0.5])
    assert_allclose(dual(a, 2.0), 49.57, rtol=1e-12)  # twice the half-loss with λ = 1
    assert_allclose(np.square(y - K @ a).sum() + 2 * (X.T @ a) @ (X.T @ a), 49.57, rtol=1e-12)


def test_completing_the_square():
    w, lam = np.array([0.3, -0.7]), 0.5
    A = X.T @ X + lam * np.eye(2)
    root = np.real(sqrtm(A))
    inverse_root = np.linalg.inv(root)
    left = np.square(root @ w - inverse_root @ X.T @ y).sum() + y @ y - y @ X @ np.linalg.inv(A) @ X.T @ y
    assert_allclose([loss(w, lam), left], 74.8, rtol=1e-10)
    assert_allclose(y @ y - 2 * y @ X @ w + w @ A @ w, 74.8, rtol=1e-12)


def test_ridge_is_the_most_probable_w_under_a_normal_prior():
    """−log posterior = ‖y − Xw‖²/2σ² + ‖w‖²/2τ² + …: its minimum is ridge with λ = σ²/τ²."""
    noise, prior = 0.6, 1.7
    w = primal_ridge(X, y, noise**2 / prior**2)
    gradient = X.T @ (X @ w - y) / noise**2 + w / prior**2
    assert np.abs(gradient).max() < 1e-12


@pytest.mark.parametrize("shape", [(3, 5), (5, 2)])
def test_svd_and_woodbury_lines(shape):
    """With the points as columns, Φ (D × N): w = Φ(ΦᵀΦ + λI)⁻¹y, and the layouts are transposes of each other."""
    n, d = shape
    A, b, lam = RNG.normal(size=(n, d)), RNG.normal(size=n), 0.3
    Phi = A.T
    w = primal_ridge(A, b, lam)
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    assert_allclose(Phi @ np.linalg.solve(Phi.T @ Phi + lam * np.eye(n), b), w, atol=1e-12)
    assert_allclose(U @ np.diag(s / (s**2 + lam)) @ Vt @ b, w, atol=1e-12)
    inverse = np.linalg.inv(lam * np.eye(d) + Phi @ Phi.T)
    woodbury = np.eye(d) / lam - Phi @ np.linalg.inv(Phi.T @ Phi / lam + np.eye(n)) @ Phi.T / lam**2
    assert_allclose(woodbury, inverse, atol=1e-12)
    assert_allclose(inverse @ Phi @ b, w, atol=1e-12)


def test_dual_solution_solves_the_primal_system():
    alpha = ridge(Linear(), X, y, 1.0).weights
    assert alpha.shape == (5,) and K.shape == (5, 5)
    assert_allclose((X.T @ X + np.eye(2)) @ (X.T @ alpha), X.T @ y, atol=1e-12)
    assert (np.linalg.eigvalsh(X.T @ X + np.eye(2)) >= 1).all()  # J is convex, strictly


def test_a_model_of_H_is_recovered():
    rng = np.random.default_rng(5)
    truth = KernelExpansion(Gaussian(1), rng.normal(size=(4, 1)), rng.normal(size=4))
    Z = rng.uniform(-2, 2, size=(400, 1))
    f = ridge(Gaussian(1), Z, truth(Z) + 0.05 * rng.normal(size=400), 0.05)
    assert norm(f - truth) < 0.2 * norm(truth)


def test_every_principal_direction_is_stationary_and_the_first_is_the_largest():
    points, k = toy_b(), Gaussian(2)
    found = kernel_pca(k, points, 3)
    centred = found.directions.kernel
    for c in range(3):
        f = found.directions[c]
        image = KernelExpansion(centred, points, f(points) / 6)  # Cf = 1/n Σ ⟨f, φ̃(xᵢ)⟩ φ̃(xᵢ)
        assert norm(image - found.variances[c] * f) < 1e-9
        assert_allclose(inner(f, image), found.variances[c], rtol=1e-9)


def test_a_part_orthogonal_to_the_features_is_never_seen():
    points, k = toy_b(), Gaussian(2)
    far = KernelExpansion(k, np.array([[9.0, -3]]), [1.0])
    solve = np.linalg.solve(k(points), far(points))
    orthogonal = far - KernelExpansion(k, points, solve)
    assert np.abs(orthogonal(points)).max() < 1e-12 and norm(orthogonal) > 0.5


def test_eigenvectors_of_the_null_space_solve_the_long_equation_only():
    """K̃K̃α = nλK̃α also holds for α + any null vector of K̃; K̃α = nλα then does not."""
    centred = kernel_pca(Linear(), toy_b(), 2)
    Kc = centred.directions.kernel(toy_b())
    alpha, nlam = centred.directions.weights[:, 0], 6 * centred.variances[0]
    assert np.abs(Kc @ alpha - nlam * alpha).max() < 1e-11
    other = alpha + 1.0  # K̃1 = 0
    assert np.abs(Kc @ Kc @ other - nlam * Kc @ other).max() < 1e-9
    assert np.abs(Kc @ other - nlam * other).max() > 1


def test_rings_through_squares():
    points, _ = rings()
    variances = kernel_pca(Linear() ** 2, points, 3).variances
    assert_allclose(variances * 80, [2570, 2570, 2250], rtol=1e-9)
    with pytest.raises(ValueError, match="3 direction"):
        kernel_pca(Linear() ** 2, points, 4)


def test_moving_a_centroid_off_the_mean_costs_its_square():
    members = X[:3]
    mu, off = members.mean(axis=0), np.array([0.3, -0.4])
    cost = np.square(members - mu).sum()
    assert_allclose(np.square(members - (mu + off)).sum(), cost + 3 * off @ off, rtol=1e-13)
    assert_allclose(cost, 1.3333, atol=5e-5)
    wrong = members.sum(axis=0) / 5  # divided by n instead of n_c
    assert_allclose(np.square(members - wrong).sum(), 1.76, rtol=1e-12)


def test_solving_with_K_gives_unit_vectors_only_if_it_can():
    assert_allclose(np.linalg.solve(Gaussian(1)(X), Gaussian(1)(X)[:, 0]), np.eye(5)[0], atol=1e-12)
    shadow = np.linalg.pinv(K) @ K[:, 0]
    assert_allclose(shadow, [0.2121, -0.0909, 0.1212, 0.3333, -0.1818], atol=5e-5)
    assert_allclose(X.T @ shadow, X[0], atol=1e-12)


def test_kernel_at_the_mean_is_not_the_mean_feature():
    """The centroid lives in H: ‖φ̄‖² = 0.6847, not k(μ, μ) = 1; the cost is 1.8640, not 3.0394."""
    k, labels = Gaussian(1), np.array([0, 0, 0, 1, 1])
    first = next(kernel_lloyd(k, X, labels, 2))
    mean = KernelExpansion(k, X, first.weights[:, 0])
    assert_allclose(norm(mean) ** 2, 0.6847, atol=5e-5)
    assert_allclose(mean(X[:1]), 0.6581, atol=5e-5)
    centers = next(lloyd(X, labels, 2)).centers
    assert_allclose(k(X[:1], centers[:1])[0, 0], 0.7575, atol=5e-5)
    pretended = sum(1 - 2 * k(X[i : i + 1], centers[c : c + 1])[0, 0] + 1 for i, c in enumerate(labels))
    assert_allclose([first.spread, pretended], [1.8640, 3.0394], atol=5e-5)


def test_assignment_is_the_best_one_hot_row():
    state = next(lloyd(X, [0, 0, 0, 1, 1], 2))
    squares = squared_distances(X, state.centers)
    for i in range(5):
        by_hand = min((np.eye(2)[c] @ squares[i], c) for c in range(2))[1]
        assert by_hand == np.argmin(squares[i])


def test_a_picture_in_few_colours():
    picture = sunset()
    pixels = picture.reshape(-1, 3)
    losses = []
    for q in (2, 4, 8):
        palette = kmeans(pixels, q, np.random.default_rng(0), restarts=3)
        losses.append(np.square(palette.compress(pixels) - pixels).sum(axis=1).mean())
        assert_allclose(losses[-1], palette.spread / len(pixels), rtol=1e-9)
        assert len(np.unique(palette.compress(pixels), axis=0)) == q
    assert losses[0] > losses[1] > losses[2]


def test_ways_not_to_make_a_map():
    """Reading D as inner products, or forgetting to square, costs a hundred miles and more."""
    _, D = cities()
    pairs = np.triu_indices(10, 1)

    def rms(points):
        fitted = np.sqrt(squared_distances(points))[pairs]
        scale = fitted @ D[pairs] / (fitted @ fitted)  # the best rescaling
        return np.sqrt(np.mean((scale * fitted - D[pairs]) ** 2))

    U, s, _ = np.linalg.svd(D)
    U2 = np.linalg.svd(D**2)
    J = np.eye(10) - 0.1
    values, vectors = np.linalg.eigh(-J @ D @ J / 2)
    assert_allclose(rms(U[:, :2]), 329.9, atol=0.1)
    assert_allclose(rms(U[:, :2] * np.sqrt(s[:2])), 316.2, atol=0.1)
    assert_allclose(rms(U2[0][:, :2] * np.sqrt(U2[1][:2])), 285.6, atol=0.1)
    assert_allclose(rms(vectors[:, -2:] * np.sqrt(values[-2:])), 146.8, atol=0.1)
    assert rms(classical_mds(D, 2).points) < 5
