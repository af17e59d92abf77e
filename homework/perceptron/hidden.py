"""Hidden checks of the sheet perceptron: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, holds, infinite, number


def separable(rng, n=30, d=4):
    X = rng.normal(size=(n, d))
    u = rng.normal(size=d)
    return X, np.where(X @ u > 0, 1.0, -1.0), u


def mistaken_often(solution, rng):
    """Separable data on which some point is mistaken three times at least."""
    while True:
        X, y, _ = separable(rng)
        if solution.train_perceptron(X, y, 500)[1].max() >= 3:
            return X, y


@examines(
    "q1", "the same weights and counts as the instructor's on separable data, points mistaken again and again"
)
def same_run(ask, solution, rng):
    X, y = mistaken_often(solution, rng)
    w, counts = ask.train_perceptron(X, y, 500)
    right, times = solution.train_perceptron(X, y, 500)
    close(array(counts, (30,), "the counts"), times, "the counts differ on random separable data")
    close(array(w, (4,), "w"), right, "w differs on random separable data")


@examines("q1", "zero is a mistake, also later than at the start", rests_on=same_run)
def zero_is_a_mistake(ask, solution, rng):
    X, y = rng.integers(-2, 3, (12, 2)).astype(float), np.where(rng.permutation(12) < 6, 1.0, -1.0)
    X[:3], y[:3] = [[2.0, 0.0], [0.0, 1.0], [0.0, -2.0]], 1.0  # the second is at right angles to the first
    w, counts = ask.train_perceptron(X, y, 4)
    right, times = solution.train_perceptron(X, y, 4)
    close(array(counts, (12,), "the counts"), times, "the counts differ on a grid")
    close(array(w, (2,), "w"), right, "w differs on a grid")


@examines("q1", "stops after the given passes on data that no plane separates", rests_on=same_run)
def stops(ask, solution, rng):
    X, y = rng.normal(size=(20, 2)), np.where(rng.uniform(size=20) > 0.5, 1.0, -1.0)
    _, counts = ask.train_perceptron(X, y, 3)
    close(
        array(counts, (20,), "the counts"),
        solution.train_perceptron(X, y, 3)[1],
        "the counts differ after 3 passes",
    )


def crossed(rng):
    """Points of a grid that no plane separates: one of them has both labels. All sums are exact."""
    X, y = rng.integers(-4, 5, (12, 3)).astype(float), np.where(rng.uniform(size=12) > 0.5, 1.0, -1.0)
    X[:2], y[:2] = [[2.0, 3.0, 1.0], [2.0, 3.0, 1.0]], [1.0, -1.0]
    return X, y


@examines(
    "q1",
    "makes all the passes that are given, a few or hundreds, on data that no plane separates",
    rests_on=same_run,
)
def all_passes(ask, solution, rng):
    X, y = crossed(rng)
    for passes in (1, 2, int(rng.integers(600, 700))):
        w, counts = ask.train_perceptron(X, y, passes)
        right, times = solution.train_perceptron(X, y, passes)
        close(array(counts, (12,), "the counts"), times, "the counts differ after so many passes")
        close(array(w, (3,), "w"), right, "w differs after so many passes")


@examines("q2", "the same counts as the instructor's with a polynomial kernel")
def same_counts(ask, solution, rng):
    while True:
        X, y, _ = separable(rng, 25, 2)
        K = (X @ X.T + 1) ** 2
        want = solution.train_counts(K, y, 300)
        if want.max() > 1:  # one pass is not enough
            break
    close(ask.train_counts(K, y, 300), want, "the counts differ with a polynomial kernel")


@examines(
    "q2",
    "makes all the passes that are given, a few or hundreds, where the counts never come to rest",
    rests_on=same_counts,
)
def all_passes_of_counts(ask, solution, rng):
    X, y = crossed(rng)
    for passes in (1, 2, int(rng.integers(600, 700))):
        want = solution.train_counts(X @ X.T, y, passes)
        close(ask.train_counts(X @ X.T, y, passes), want, "the counts differ after so many passes")


@examines("q2", "with K = XXᵀ the counts are those of the machine with weights", rests_on=same_counts)
def linear_counts(ask, solution, rng):
    X, y = mistaken_often(solution, rng)
    want = solution.train_perceptron(X, y, 300)[1]
    close(ask.train_counts(X @ X.T, y, 300), want, "the counts differ from the machine with weights")


@examines("q3", "the bound of the instructor on random data")
def same_bound(ask, solution, rng):
    X, y, u = separable(rng)
    want = solution.mistake_bound(X, y, u)
    margin = (y * (X @ u)).min()
    R = np.linalg.norm(X, axis=1).max()
    turns = {
        "not squared": np.sqrt(want),
        "u not made unit": (R / margin) ** 2,
        "R not squared": R / (margin / np.linalg.norm(u)) ** 2,
        "mean length instead of the largest": want * (np.linalg.norm(X, axis=1).mean() / R) ** 2,
    }
    close(number(ask.mistake_bound(X, y, u)), want, "the bound differs on random data", turns=turns)


@examines("q3", "infinity when one label is on the wrong side of u, and only then", rests_on=same_bound)
def bound_uses_labels(ask, solution, rng):
    X, y, u = separable(rng, 12, 3)
    close(
        number(ask.mistake_bound(X, y, u)), solution.mistake_bound(X, y, u), "a u that separates has a bound"
    )
    y[int(rng.integers(12))] *= -1
    holds(infinite(ask.mistake_bound(X, y, u)), "a u that does not separate has a finite bound")
    X, y = np.array([[2.0, 1.0], [1.0, -1.0], [-1.0, -3.0]]), np.array([1.0, 1.0, -1.0])
    holds(infinite(ask.mistake_bound(X, y, np.ones(2))), "a u with a point on its plane has a finite bound")


def rings(solution, data):
    points, signs = data
    return solution.train_counts((points @ points.T + 1) ** 2, signs, 1000)


def counts_rings(ask, solution, data):
    """The student's own function makes as many mistakes: who wrote it has not guessed."""
    points, signs = data
    counts = array(ask.train_counts((points @ points.T + 1) ** 2, signs, 1000), signs.shape)
    close(counts, rings(solution, data), "train_counts makes other mistakes on your rings")


@examines("q5", "ring_updates is right for this student's rings")
def right_rings(ask, solution, data):
    close(
        number(ask("ring_updates")), rings(solution, data).sum(), "ring_updates is not right for your rings"
    )
    beside(lambda: right_line(ask, solution, data), lambda: counts_rings(ask, solution, data))


@examines("q5", "line_updates is right for this student's rings")
def right_line(ask, solution, data):
    points, signs = data
    want = solution.train_counts(points @ points.T, signs, 20).sum()
    close(number(ask("line_updates")), want, "line_updates is not right for your rings")


@examines("q5", "ring_answer is right for this student's rings")
def right_answer(ask, solution, data):
    points, signs = data
    want = np.sign((points @ np.array([0.2, -0.1]) + 1) ** 2 @ (rings(solution, data) * signs))
    close(number(ask("ring_answer")), want, "ring_answer is not right for your rings")
    beside(lambda: right_rings(ask, solution, data), lambda: right_line(ask, solution, data))
