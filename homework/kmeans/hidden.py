"""Hidden checks of the sheet kmeans: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.checks import examines
from kernelcourse.homework.expect import array, close, number


@examines("q1", "agrees with the instructor's on random points")
def random_assignment(ask, solution, rng):
    X, centers = rng.normal(size=(40, 3)), rng.normal(size=(5, 3))
    labels = array(ask.nearest_centers(X, centers), (40,), "the labels")
    close(labels, solution.nearest_centers(X, centers), "labels differ on random points")


@examines("q1", "agrees with the instructor's where centres coincide and distances tie")
def ties(ask, solution, rng):
    X = rng.integers(-2, 3, (30, 1)).astype(float)
    centers = np.array([[1.0], [-1.0], [1.0], [0.0]])
    labels = array(ask.nearest_centers(X, centers), (30,), "the labels")
    close(labels, solution.nearest_centers(X, centers), "labels differ where distances tie")


@examines("q2", "agrees with the instructor's on random points")
def random_means(ask, solution, rng):
    X, labels = rng.normal(size=(25, 3)), np.arange(25) % 4
    want = solution.cluster_means(X, labels, 4)
    turns = {
        "divided by n (E057)": np.array([X[labels == j].sum(axis=0) / 25 for j in range(4)]),
        "the median": np.array([np.median(X[labels == j], axis=0) for j in range(4)]),
    }
    close(ask.cluster_means(X, labels, 4), want, "means differ on random points", turns=turns)


@examines("q2", "an empty cluster is re-seeded at the point farthest from the mean")
def reseeded(ask, solution, rng):
    X, labels = rng.normal(size=(12, 2)), np.where(np.arange(12) % 2, 0, 3)
    want = solution.cluster_means(X, labels, 4)
    close(ask.cluster_means(X, labels, 4), want, "empty clusters are re-seeded otherwise")


@examines("q3", "agrees with explicit features, K = XXᵀ")
def linear_distances(ask, rng):
    X, labels = rng.normal(size=(14, 3)), np.arange(14) % 3
    centers = np.array([X[labels == j].mean(axis=0) for j in range(3)])
    want = ((X[:, None] - centers) ** 2).sum(axis=2)
    own = (X**2).sum(axis=1)
    turns = {"Kᵢᵢ left out": want - own[:, None], "1/n_C instead of 1/n_C²": want + (centers**2).sum(axis=1)}
    close(
        ask.feature_means_distances(X @ X.T, labels, 3), want, "differs with the linear kernel", turns=turns
    )


@examines("q3", "agrees with the instructor's with a Gaussian kernel and clusters of different sizes")
def gaussian_distances(ask, solution, rng):
    X = rng.normal(size=(13, 2))
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 2)
    labels = np.array([0] * 8 + [1] * 4 + [2])
    want = solution.feature_means_distances(K, labels, 3)
    close(ask.feature_means_distances(K, labels, 3), want, "differs with a Gaussian kernel")


def run(solution, data):
    points, labels = data
    while True:
        new = solution.nearest_centers(points, solution.cluster_means(points, labels, 3))
        if np.array_equal(new, labels):
            return labels
        labels = new


def spread(solution, points, labels):
    return ((points - solution.cluster_means(points, labels, 3)[labels]) ** 2).sum()


@examines("q5", "final_spread is right for this student's points")
def right_end(ask, solution, data):
    want = spread(solution, data[0], run(solution, data))
    close(
        number(ask("final_spread")),
        want,
        "final_spread is not right for your points",
        turns={"the mean": want / 30},
    )


@examines("q5", "first_spread is right for this student's points")
def right_start(ask, solution, data):
    close(number(ask("first_spread")), spread(solution, *data), "first_spread is not right for your points")


@examines("q5", "largest_cluster is right for this student's points")
def right_size(ask, solution, data):
    close(
        number(ask("largest_cluster")), np.bincount(run(solution, data)).max(), "largest_cluster is not right"
    )
