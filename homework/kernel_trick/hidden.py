"""Hidden checks of the sheet kernel_trick: the student's functions against the instructor's, on secret inputs."""

from math import comb

import numpy as np

from kernelcourse.homework.checks import examines
from kernelcourse.homework.expect import array, close, holds, number


def feature_rows(got, n):
    holds(np.ndim(got) == 2, "the features are not a matrix with one row for each point")
    return array(got, (n, np.shape(got)[1]), "the features")


@examines("q1", "agrees with the instructor's for random d and p")
def random_counts(ask, solution, rng):
    for d, p in zip(rng.integers(3, 8, 3).tolist(), rng.integers(2, 7, 3).tolist(), strict=True):
        turns = {
            "monomials of degree exactly p": comb(d + p - 1, p),
            "degree p in each variable": (p + 1) ** d,
            "the constant is missing": comb(d + p, p) - 1,
            "d to the power p": d**p,
        }
        want = solution.count_features(d, p)
        close(number(ask.count_features(d, p)), want, "differs for a random d and p", turns=turns)


@examines("q1", "is exact for hundreds of variables")
def large_counts(ask, solution, rng):
    d, p = int(rng.integers(300, 900)), int(rng.integers(4, 6))
    exact = number(ask.count_features(d, p)) == solution.count_features(d, p)
    holds(exact, "is not exact for a large d")


@examines("q2", "the Gram matrix of random points is (1 + x·z)², in three or more dimensions")
def quadratic_gram(ask, rng):
    X = rng.normal(size=(5, int(rng.integers(3, 6))))
    F, G = feature_rows(ask.quadratic_features(X), 5), X @ X.T
    scale = {"monomials without √2": monomial_gram(X), "the constant is missing": (1 + G) ** 2 - 1}
    scale |= {"the linear terms are missing": 1 + G**2, "the homogeneous kernel": G**2}
    scale |= {"mixed terms are missing": 1 + 2 * G + (X**2) @ (X**2).T}
    close(F @ F.T, (1 + G) ** 2, "the Gram matrix of random points is not (1 + x·z)²", turns=scale)


def monomial_gram(X):
    squares = (X**2) @ (X**2).T
    return 1 + X @ X.T + squares + ((X @ X.T) ** 2 - squares) / 2


@examines("q2", "inner products between points of two calls, in one dimension and in four")
def between_calls(ask, rng):
    for d in (1, 4):
        X, Z = rng.normal(size=(4, d)), rng.normal(size=(3, d))
        F, G = feature_rows(ask.quadratic_features(X), 4), feature_rows(ask.quadratic_features(Z), 3)
        holds(F.shape[1] == G.shape[1], "the number of columns differs from call to call")
        close(F @ G.T, (1 + X @ Z.T) ** 2, f"φ(x)·φ(z) is not (1 + x·z)² between two calls, d = {d}")


@examines("q3", "agrees with the instructor's for fewer points than dimensions")
def few_points(ask, solution, rng):
    X, w = rng.normal(size=(3, 6)), rng.normal(size=6)
    want = solution.seen_part(X, w)
    turns = {"the unseen part": w - want, "XᵀXw, without an inverse": X.T @ X @ w, "w itself": w}
    close(ask.seen_part(X, w), want, "differs on random points", turns=turns)


@examines("q3", "agrees with the instructor's where the Gram matrix is singular")
def repeated_points(ask, solution, rng):
    X, w = rng.normal(size=(3, 5)), rng.normal(size=5)
    X = np.vstack([X, np.zeros(5), X[1]])
    close(
        ask.seen_part(X, w),
        solution.seen_part(X, w),
        "differs where a point is zero and another occurs twice",
    )


@examines(
    "q3", "agrees with the instructor's for more points than dimensions, and changes no array of the caller"
)
def many_points(ask, solution, rng):
    X, w = rng.normal(size=(6, 2)) @ rng.normal(size=(2, 4)), rng.normal(size=4)
    part, w_after, X_after = ask("(seen_part(X, w), w, X)", X=X, w=w)
    close(part, solution.seen_part(X, w), "differs for six points in a plane of four-dimensional space")
    close(w_after, w, "w has changed after the call: work on a copy")
    close(X_after, X, "X has changed after the call: work on a copy")


@examines("q6", "kernel_prediction is right for this student's data")
def right_kernel_prediction(ask, data):
    X, y, z, _, _ = data
    K, column = (1 + X @ X.T) ** 2, (1 + X @ z) ** 2
    turns = {
        "λ counted twice": column @ np.linalg.solve(K + np.eye(12), y),
        "λ left out": column @ (np.linalg.pinv(K) @ y),
        "the linear kernel": X @ z @ np.linalg.solve(X @ X.T + 0.5 * np.eye(12), y),
    }
    want = column @ np.linalg.solve(K + 0.5 * np.eye(12), y)
    close(number(ask("kernel_prediction")), want, "not right for your data", turns=turns)


@examines("q6", "monomial_prediction is right for this student's data")
def right_monomial_prediction(ask, data):
    X, y, z, _, _ = data
    want = (1 + X @ z + monomial_cross(X, z)) @ np.linalg.solve(monomial_gram(X) + 0.5 * np.eye(12), y)
    close(number(ask("monomial_prediction")), want, "not right for your data")


def monomial_cross(X, z):
    squares = (X**2) @ (z**2)
    return squares + ((X @ z) ** 2 - squares) / 2


@examines("q6", "seen_share is right for this student's data")
def right_share(ask, solution, data):
    X, w = data[3:]
    part = solution.seen_part(X, w)
    want = (part @ part) / (w @ w)
    turns = {"the unseen share": 1 - want, "lengths instead of their squares": np.sqrt(want)}
    close(number(ask("seen_share")), want, "not right for your data", turns=turns)
