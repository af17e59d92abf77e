"""Public checks of the sheet kmeans, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number

SIX = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [5.0, 5.0], [5.0, 6.0], [6.0, 5.0]])


def variant(rng):
    """Thirty points in three loose groups, and labels to start from in which no cluster is empty."""
    middles = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 4.0]]) + rng.normal(0, 0.5, (3, 2))
    points = np.repeat(middles, 10, axis=0) + rng.normal(0, 1.0, (30, 2))
    return np.round(points[rng.permutation(30)], 2), np.arange(30) % 3


@examines("q1", "two groups of three points, centres (0, 0) and (6, 6)")
def two_groups(ask):
    labels = array(ask.nearest_centers(SIX, np.array([[0.0, 0.0], [6.0, 6.0]])), (6,), "the labels")
    turns = {"labels that begin at 1": [1, 1, 1, 2, 2, 2], "the farthest centre": [1, 1, 1, 0, 0, 0]}
    close(labels, [0, 0, 0, 1, 1, 1], "the first three points do not take 0 and the others 1", turns=turns)


@examines("q1", "a point half way between two centres takes the lower label")
def half_way(ask):
    labels = array(ask.nearest_centers(np.array([[1.0]]), np.array([[2.0], [0.0]])), (1,), "the labels")
    close(labels, [0], "the point 1 between the centres 2 and 0 does not take the label 0")


@examines("q2", "the differences of the points of a cluster to its centre add up to 0 (six points)")
def balanced(ask):
    labels = np.array([0, 0, 0, 1, 1, 1])
    centers = array(ask.cluster_means(SIX, labels, 2), (2, 2), "the centres")
    for j in range(2):
        rest = (SIX[labels == j] - centers[j]).sum(axis=0)
        close(rest, np.zeros(2), "the points of a cluster do not balance around its centre", atol=1e-5)


@examines("q2", "an empty cluster takes the point that is farthest from the mean of all")
def empty_one(ask):
    X = SIX + 1.0
    centers = array(ask.cluster_means(X, np.array([0, 0, 0, 2, 2, 2]), 3), (3, 2), "the centres")
    holds((np.abs(X - centers[1]).sum(axis=1) < 1e-9).any(), "cluster 1 is empty, and its centre is no point of the data")
    away = np.linalg.norm(X - X.mean(axis=0), axis=1).max()
    far = np.linalg.norm(centers[1] - X.mean(axis=0)) > away - 1e-9
    holds(far, "cluster 1 is empty, and a point of the data is farther from the mean of all than its centre")


@examines("q3", "a cluster of one point is at distance 0 from it (six points, K = XXᵀ)")
def alone(ask):
    labels = np.array([0, 1, 1, 1, 1, 1])
    squares = array(ask.feature_means_distances(SIX @ SIX.T, labels, 2), (6, 2), "the distances")
    close(squares[0, 0], 0.0, "the first point is alone in its cluster but not at distance 0 from its mean")


@examines("q3", "adding the same number to all entries of K changes no distance")
def shift_is_idle(ask):
    labels, K = np.array([0, 0, 0, 1, 1, 1]), SIX @ SIX.T
    once = array(ask.feature_means_distances(K, labels, 2), (6, 2), "the distances")
    turns = {"1/n_C instead of 1/n_C²": once + 7.0 - 14.0 + 7.0 * 3}
    close(ask.feature_means_distances(K + 7.0, labels, 2), once, "adding 7 to all of K changes the distances", turns=turns)


@examines("q5", "the spread has fallen, and the sizes are possible")
def has_fallen(ask):
    first, last = number(ask("first_spread"), "first_spread"), number(ask("final_spread"), "final_spread")
    holds(0 < last <= first, "final_spread is not between 0 and first_spread")
    size = number(ask("largest_cluster"), "largest_cluster")
    holds(size == round(size) and 10 <= size <= 30, "the largest of three clusters of 30 points has at least 10 of them")
