"""Hidden checks of the sheet kmeans: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, number


@examines("q1", "agrees with the instructor's on random points")
def random_assignment(ask, solution, rng):
    X, centers = rng.normal(size=(40, 3)), rng.normal(size=(5, 3))
    labels = array(ask.nearest_centers(X, centers), (40,), "the labels")
    close(labels, solution.nearest_centers(X, centers), "labels differ on random points")


@examines(
    "q1", "agrees with the instructor's where centres coincide and distances tie", rests_on=random_assignment
)
def ties(ask, solution, rng):
    grid = np.array([(a, b) for a in range(-2, 3) for b in range(-2, 3)], dtype=float)
    X = grid[rng.permutation(25)]  # (0, 0) is nearest to (±2, ±2), but along the streets to (±3, 0)
    centers = rng.choice([-1.0, 1.0], 2) * np.array([[2, 2], [-2, -2], [2, 2], [3, 0]])
    labels = array(ask.nearest_centers(X, centers), (25,), "the labels")
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


@examines("q2", "an empty cluster is re-seeded at the point farthest from the mean", rests_on=random_means)
def reseeded(ask, solution, rng):
    X, labels = rng.normal(size=(12, 2)), np.where(np.arange(12) % 2, 0, 3)
    want = solution.cluster_means(X, labels, 4)
    close(ask.cluster_means(X, labels, 4), want, "empty clusters are re-seeded otherwise")


@examines(
    "q2",
    "farthest is meant from the mean of all points, not from the origin, and along a straight line",
    rests_on=random_means,
)
def farthest_from_the_mean(ask, solution, rng):
    for middle, far in (
        ((20.0, 0.0), [(-6.0, 0.0), (4.0, 4.0)]),
        ((-20.0, -20.0), [(4.6, 4.6), (-6.0, 0.0)]),
    ):
        around = np.vstack([far, rng.normal(0, 0.1, (10, 2))]) + middle
        X, labels = around[rng.permutation(12)], np.arange(12) % 2 * 2
        want = solution.cluster_means(X, labels, 3)
        close(ask.cluster_means(X, labels, 3), want, "an empty cluster takes another point")


@examines(
    "q2",
    "of points that are equally far from the mean, an empty cluster takes the first",
    rests_on=random_means,
)
def first_of_the_far(ask, solution, rng):
    for count in (2, 3):
        half = rng.integers(1, 9, (4, 2)).astype(float)
        half[int(rng.integers(4))] = (30.0, 40.0)  # the farthest, and its mirror image as far: the mean is 0
        X = np.vstack([half, -half])[rng.permutation(8)]
        labels = np.arange(8) % 2 * (count - 1)
        close(
            ask.cluster_means(X, labels, count + 1),
            solution.cluster_means(X, labels, count + 1),
            "ties differ",
        )


@examines("q3", "agrees with explicit features, K = XXᵀ")
def linear_distances(ask, rng):
    X, labels = rng.normal(size=(14, 3)), np.arange(14) % 3
    centers = np.array([X[labels == j].mean(axis=0) for j in range(3)])
    want = ((X[:, None] - centers) ** 2).sum(axis=2)
    own = (X**2).sum(axis=1)
    turns = {"Kᵢᵢ left out": want - own[:, None]}
    turns["1/n_C instead of 1/n_C²"] = want + (np.bincount(labels) - 1) * (centers**2).sum(axis=1)
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
    beside(lambda: right_end(ask, solution, data), lambda: right_start(ask, solution, data))
