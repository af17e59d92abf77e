"""Hidden checks of the sheet pca: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import beside, close, number, untouched, up_to_sign


def gram(rng, n=9, d=3):
    X = rng.normal(size=(n, d)) + rng.normal(size=d)
    return X, (X @ X.T + 1) ** 2


@examines("q1", "the Gram matrix of centred random features")
def centred_features(ask, rng):
    F = rng.normal(size=(8, 3)) + 2
    C = F - F.mean(axis=0)
    J = np.eye(8) - 1 / 8
    turns = {"one side only": J @ F @ F.T, "the grand mean forgotten": J @ F @ F.T @ J - (F @ F.T).mean()}
    close(ask.centred_gram(F @ F.T), C @ C.T, "differs from the Gram matrix of centred features", turns=turns)


@examines("q1", "agrees with the instructor's on a random symmetric matrix", rests_on=centred_features)
def any_symmetric(ask, solution, rng):
    A = rng.normal(size=(7, 7))
    close(ask.centred_gram(A + A.T), solution.centred_gram(A + A.T), "differs on a random symmetric matrix")


@examines("q1", "the caller's matrix stays as it was", rests_on=centred_features)
def keeps_matrix(ask, solution, rng):
    _, K = gram(rng, 6)
    close(untouched(ask, "centred_gram(K)", K=K), solution.centred_gram(K), "differs on a random Gram matrix")


@examines("q2", "the scores of ordinary PCA for K = XXᵀ")
def ordinary(ask, rng):
    X = rng.normal(size=(10, 4)) * np.array([4.0, 2.0, 1.0, 0.5]) + 3
    U, s, _ = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    up_to_sign(
        ask.training_scores(X @ X.T, 3), U[:, :3] * s[:3], "differs from ordinary principal components"
    )


@examines("q2", "agrees with the instructor's for a polynomial kernel", rests_on=ordinary)
def polynomial_scores(ask, solution, rng):
    _, K = gram(rng)
    up_to_sign(
        ask.training_scores(K, 4), solution.training_scores(K, 4), "scores differ for a polynomial kernel"
    )


@examines("q3", "agrees with ordinary PCA of new points for K = XXᵀ")
def ordinary_new(ask, rng):
    X, Z = rng.normal(size=(9, 3)) * np.array([3.0, 2.0, 1.0]) + 1, rng.normal(size=(5, 3))
    _, _, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    want = (Z - X.mean(axis=0)) @ Vt[:2].T
    up_to_sign(ask.new_scores(X @ X.T, Z @ X.T, 2), want, "differs from ordinary PCA for new points")


@examines("q3", "agrees with the instructor's for a polynomial kernel, one new point", rests_on=ordinary_new)
def one_new(ask, solution, rng):
    X, K = gram(rng)
    Kz = (rng.normal(size=(1, 3)) @ X.T + 1) ** 2
    up_to_sign(ask.new_scores(K, Kz, 3), solution.new_scores(K, Kz, 3), "differs for one new point")


def eigenvalues(solution, points):
    return np.linalg.eigvalsh(solution.centred_gram((points @ points.T + 1) ** 2))[::-1]


@examines("q6", "first_share is right for this student's curve")
def right_share(ask, solution, data):
    ell = eigenvalues(solution, data)
    raw = np.linalg.eigvalsh((data @ data.T + 1) ** 2)[::-1]
    turns = {"not centred": raw[0] / raw.sum(), "share of the second": ell[1] / ell.sum()}
    close(
        number(ask("first_share")), ell[0] / ell.sum(), "first_share is not right for your curve", turns=turns
    )


@examines("q6", "components_needed is right for this student's curve")
def right_number(ask, solution, data):
    ell = eigenvalues(solution, data)
    want = int(np.argmax(np.cumsum(ell) / ell.sum() >= 0.99)) + 1
    close(number(ask("components_needed")), want, "components_needed is not right for your curve")
    beside(lambda: right_share(ask, solution, data))
