"""Hidden checks of the sheet kernel_trick: the student's functions against the instructor's, on secret inputs."""

from math import comb

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched


def feature_rows(got, n):
    holds(np.ndim(got) == 2, "the features are not a matrix with one row for each point")
    return array(got, (n, np.shape(got)[1]), "the features")


@examines("q1", "agrees with the instructor's for random d and p")
def random_counts(ask, solution, rng):
    drawn = zip(rng.integers(3, 8, 3).tolist(), rng.integers(2, 7, 3).tolist(), strict=True)
    for d, p in (*drawn, (int(rng.integers(2, 9)), 0), (1, int(rng.integers(8, 12)))):
        turns = {
            "monomials of degree exactly p": comb(d + p - 1, p),
            "degree p in each variable": (p + 1) ** d,
            "the constant is missing": comb(d + p, p) - 1,
            "d to the power p": d**p,
        }
        want = solution.count_features(d, p)
        close(number(ask.count_features(d, p)), want, "differs for a random d and p", turns=turns)


@examines("q1", "is exact for hundreds of variables", rests_on=random_counts)
def large_counts(ask, solution, rng):
    d, p = int(rng.integers(300, 480)), 7  # below 2⁵³, and far beyond the digits that a logarithm keeps
    exact = number(ask.count_features(d, p)) == solution.count_features(d, p)
    holds(exact, "is not exact for a large d")


@examines(
    "q1", "is exact beyond the integers that a float or a machine word can hold", rests_on=random_counts
)
def huge_counts(ask, solution, rng):
    d, p = (int(one) for one in rng.integers(35, 60, 2))  # about 10²⁵
    got = ask.count_features(d, p)
    plain = got.item() if np.ndim(got) == 0 and hasattr(got, "item") else got  # Python compares exactly
    exact = isinstance(plain, (int, float)) and plain == solution.count_features(d, p)
    holds(exact, "is not exact for a d and a p of about fifty")


@examines(
    "q2",
    "the Gram matrix of random points is (1 + x·z)², in three or more dimensions, whoever stands beside them",
)
def quadratic_gram(ask, rng, afresh):
    X, order = rng.normal(size=(5, int(rng.integers(3, 6)))), rng.permutation(5)
    F, G = feature_rows(ask.quadratic_features(X), 5), X @ X.T
    scale = {"monomials without √2": monomial_gram(X), "the constant is missing": (1 + G) ** 2 - 1}
    scale |= {"the linear terms are missing": 1 + G**2, "the homogeneous kernel": G**2}
    scale |= {"mixed terms are missing": 1 + 2 * G + (X**2) @ (X**2).T}
    close(F @ F.T, (1 + G) ** 2, "the Gram matrix of random points is not (1 + x·z)²", turns=scale, atol=1e-5)
    afresh()  # the same points again, by themselves and in another order: any root of G would do for one call alone
    alone = np.vstack([feature_rows(ask.quadratic_features(X[i : i + 1]), 1) for i in order])
    among = feature_rows(ask.quadratic_features(X[order]), 5)
    for other in (alone, among):
        holds(other.shape == F.shape, "the number of columns differs from call to call")
        close(F @ other.T, (1 + G[:, order]) ** 2, "a row depends on the other points of its call", atol=1e-5)


def monomial_gram(X):
    squares = (X**2) @ (X**2).T
    return 1 + X @ X.T + squares + ((X @ X.T) ** 2 - squares) / 2


@examines(
    "q2", "inner products between points of two calls, in one dimension and in four", rests_on=quadratic_gram
)
def between_calls(ask, rng, afresh):
    points = {d: (rng.normal(size=(4, d)), rng.normal(size=(3, d))) for d in (1, 4)}
    first = {d: feature_rows(ask.quadratic_features(X), 4) for d, (X, _) in points.items()}
    afresh()  # a row depends on its own point: nothing that an earlier call has left behind may be needed
    for d, (X, Z) in points.items():
        F, G = first[d], feature_rows(ask.quadratic_features(Z), 3)
        holds(F.shape[1] == G.shape[1], "the number of columns differs from call to call")
        close(
            F @ G.T, (1 + X @ Z.T) ** 2, f"φ(x)·φ(z) is not (1 + x·z)² between two calls, d = {d}", atol=1e-5
        )


SHORT = 0.02  # points so short that a little on the diagonal of their Gram matrix shows


@examines("q3", "agrees with the instructor's for fewer points than dimensions")
def few_points(ask, solution, rng):
    X, w = SHORT * rng.normal(size=(3, 6)), rng.normal(size=6)
    want = solution.seen_part(X, w)
    turns = {"the unseen part": w - want, "XᵀXw, without an inverse": X.T @ X @ w, "w itself": w}
    close(ask.seen_part(X, w), want, "differs on random points", turns=turns)


@examines("q3", "agrees with the instructor's where the Gram matrix is singular", rests_on=few_points)
def repeated_points(ask, solution, rng):
    X, w = SHORT * rng.normal(size=(3, 5)), rng.normal(size=5)
    X = np.vstack([X, np.zeros(5), X[1]])
    close(
        ask.seen_part(X, w),
        solution.seen_part(X, w),
        "differs where a point is zero and another occurs twice",
    )


@examines("q3", "agrees with the instructor's for more points than dimensions", rests_on=few_points)
def many_points(ask, solution, rng):
    X, w = SHORT * rng.normal(size=(6, 2)) @ rng.normal(size=(2, 4)), rng.normal(size=4)
    part = ask.seen_part(X, w)
    close(part, solution.seen_part(X, w), "differs for six points in a plane of four-dimensional space")


@examines(
    "q3", "agrees with the instructor's where some points are much shorter than others", rests_on=few_points
)
def short_points(ask, solution, rng):
    X, w = rng.normal(size=(3, 6)) * np.array([[1.0], [0.2], [0.02]]), rng.normal(size=6)
    close(ask.seen_part(X, w), solution.seen_part(X, w), "differs where a point is very short")


@examines("q3", "the caller's arrays stay as they were", rests_on=few_points)
def keeps_arrays(ask, solution, rng):
    X, w = SHORT * rng.normal(size=(5, 2)) @ rng.normal(size=(2, 4)), rng.normal(size=4)
    close(untouched(ask, "seen_part(X, w)", X=X, w=w), solution.seen_part(X, w), "differs on random points")


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
