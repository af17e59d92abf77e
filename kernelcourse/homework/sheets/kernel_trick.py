"""Public checks of the sheet kernel_trick, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched

PAIR = np.array([[1.0, 2.0], [3.0, -1.0]])


def feature_rows(got, n):
    """The student's features as an (n, q) array with any number q of columns."""
    holds(np.ndim(got) == 2, "the features are not a matrix with one row for each point")
    return array(got, (n, np.shape(got)[1]), "the features")


def variant(rng):
    """Twelve readings in the plane and a new place; three points of a space of six dimensions and weights there."""
    points = np.round(rng.uniform(-2, 2, (12, 2)), 2)
    bend = rng.normal(size=3)
    readings = bend[0] * points[:, 0] + bend[1] * points[:, 0] * points[:, 1] + bend[2] * points[:, 1] ** 2
    readings = np.round(readings + rng.normal(0, 0.3, 12), 2)
    place = np.round(rng.uniform(0.5, 1.5, 2), 2)
    return points, readings, place, np.round(rng.normal(size=(3, 6)), 2), np.round(rng.normal(size=6), 2)


@examines("q1", "one variable: 1, x, …, x^p are p + 1 monomials (p = 0, 3, 7)")
def one_variable(ask):
    for p in (0, 3, 7):
        turns = {"monomials of degree exactly p": 1.0}
        close(number(ask.count_features(1, p)), p + 1, f"d = 1, p = {p}: the number is not p + 1", turns=turns)


@examines("q1", "degree at most 1: the constant and d variables (d = 2, 5)")
def degree_one(ask):
    for d in (2, 5):
        turns = {"monomials of degree exactly p": float(d), "each power up to p, whatever their sum": 2.0**d}
        close(number(ask.count_features(d, 1)), d + 1, f"d = {d}, p = 1: the number is not d + 1", turns=turns)


@examines("q1", "a monomial in 3 variables has no x₃, or is x₃ times one of a lower degree (p = 4)")
def with_or_without(ask):
    parts = number(ask.count_features(2, 4)) + number(ask.count_features(3, 3))
    close(number(ask.count_features(3, 4)), parts, "count(3, 4) is not count(2, 4) + count(3, 3)")


@examines("q2", "the length: φ(x)·φ(x) = (1 + x·x)² for x = (1, 2) and (3, −1)")
def right_length(ask):
    F = feature_rows(ask.quadratic_features(PAIR), 2)
    turns = {
        "√2 left out": [27.0, 102.0],
        "√2 left out of the mixed terms": [32.0, 112.0],
        "√2 left out of the linear terms": [31.0, 111.0],
        "(x·z)², without the constant and the linear terms": [25.0, 100.0],
    }
    close((F**2).sum(axis=1), [36.0, 121.0], "φ(x)·φ(x) is not (1 + x·x)²", turns=turns)


@examines("q2", "the angle: φ(x)·φ(z) = (1 + x·z)² for x = (1, 2) and z = (3, −1), each in a call of its own")
def right_angle(ask):
    F = feature_rows(ask.quadratic_features(PAIR[:1]), 1)
    G = feature_rows(ask.quadratic_features(PAIR[1:]), 1)
    holds(F.shape == G.shape, "the number of columns differs from call to call")
    close(F @ G.T, [[4.0]], "φ(x)·φ(z) is not (1 + x·z)²")


@examines("q3", "one point: X = [[2, 0]] sees the first coordinate of w = (3, 4) and nothing else; both arrays stay as they were")
def one_point_sees(ask):
    X, w = np.array([[2.0, 0.0]]), np.array([3.0, 4.0])
    turns = {"the part that no point sees": [0.0, 4.0]}
    part = untouched(ask, "seen_part(X, w)", X=X, w=w)
    close(part, [3.0, 0.0], "X = [[2, 0]]: the seen part is not (3, 0)", turns=turns)


@examines("q3", "Xw is the same for w and its seen part, and the parts are orthogonal (2 points, 3 dimensions)")
def splits(ask):
    X, w = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), np.array([1.0, 2.0, 6.0])
    part = array(ask.seen_part(X, w), (3,), "the seen part")
    close(X @ part, X @ w, "X times the seen part is not Xw", atol=1e-5)
    close(part @ (w - part), 0.0, "the seen part is not orthogonal to the rest", atol=1e-5)


@examines("q3", "a point that occurs twice changes nothing")
def twice(ask):
    X, w = np.array([[1.0, 2.0, 2.0]]), np.array([3.0, 0.0, 3.0])
    once = array(ask.seen_part(X, w), (3,), "the seen part")
    close(ask.seen_part(np.vstack([X, X]), w), once, "the point (1, 2, 2), taken twice, gives another part")


@examines("q6", "the three answers are numbers of a possible size")
def possible_predictions(ask, data):
    largest = np.max(np.abs(data[1]))
    for name in ("kernel_prediction", "monomial_prediction"):
        holds(abs(number(ask(name), name)) <= 5 * largest, f"{name} is far outside the range of your readings")
    holds(0 <= number(ask("seen_share"), "seen_share") <= 1, "seen_share is not between 0 and 1")


@examines("q6", "the two predictions differ: √2 in a feature changes what the penalty charges for it")
def scale_matters(ask):
    difference = number(ask("kernel_prediction")) - number(ask("monomial_prediction"))
    holds(abs(difference) > 1e-9, "kernel_prediction and monomial_prediction are the same number")
