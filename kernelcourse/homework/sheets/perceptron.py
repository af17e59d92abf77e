"""Public checks of the sheet perceptron, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, infinite, number

POINTS = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, -2.0], [-2.0, -1.0]])
SIGNS = np.array([1.0, 1.0, -1.0, -1.0])
CROSS = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])  # XOR: the first two against the others


def variant(rng):
    """Points of two rings around the origin, mixed, with their labels."""
    radius = np.repeat([1.0, 2.5], 12) + rng.uniform(-0.3, 0.3, 24)
    angle = rng.uniform(0, 2 * np.pi, 24)
    order = rng.permutation(24)
    points = np.round(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), 2)
    return points[order], np.repeat([1.0, -1.0], 12)[order]


@examines("q1", "one point is a mistake at w = 0, and none afterwards")
def one_mistake(ask):
    w, counts = ask.train_perceptron(np.array([[1.0]]), np.array([1.0]), 5)
    close(array(w, (1,), "w"), [1.0], "X = [[1]], y = [1]: w is not 1; is w·x = 0 a mistake?")
    close(array(counts, (1,), "the counts"), [1.0], "X = [[1]], y = [1]: the point should be mistaken once")


@examines("q1", "of two equal points only the first is a mistake: w moves at once")
def at_once(ask):
    _, counts = ask.train_perceptron(np.ones((2, 1)), np.ones(2), 5)
    says, slip = "X = [[1], [1]], y = [1, 1]: the second point should not be mistaken", "w moved after the pass"
    close(array(counts, (2,), "the counts"), [1.0, 0.0], says, turns={slip: [1.0, 1.0]})


@examines("q1", "four separable points end on their right side, and w = Σ αᵢyᵢxᵢ")
def ends_well(ask):
    w, counts = ask.train_perceptron(POINTS, SIGNS, 50)
    w, counts = array(w, (2,), "w"), array(counts, (4,), "the counts")
    holds(SIGNS * (POINTS @ w) > 0, "a point is still on the wrong side after 50 passes")
    close(POINTS.T @ (counts * SIGNS), w, "w is not the sum of αᵢyᵢxᵢ")


@examines("q2", "points that do not see each other (K = I) are mistaken once each")
def strangers_once(ask):
    counts = array(ask.train_counts(np.eye(3), np.array([1.0, -1.0, 1.0]), 10), (3,), "the counts")
    close(counts, np.ones(3), "K = I: each point should be mistaken exactly once")


@examines("q2", "XOR with (x·z + 1)²: the counts separate the four points")
def solves_cross(ask):
    K = (CROSS @ CROSS.T + 1) ** 2
    counts = array(ask.train_counts(K, SIGNS, 20), (4,), "the counts")
    holds(SIGNS * (K @ (counts * SIGNS)) > 0, "a point of XOR is on the wrong side with the quadratic kernel")


@examines("q3", "the bound does not change when u is made longer (four points, u = (1, 1) and (10, 10))")
def length_is_idle(ask):
    short = number(ask.mistake_bound(POINTS, SIGNS, np.array([1.0, 1.0])), "the bound")
    long = number(ask.mistake_bound(POINTS, SIGNS, np.array([10.0, 10.0])), "the bound")
    close(long, short, "a longer u gives another bound: divide by its length")


@examines("q3", "four points at right angles may all be mistaken once: with X = I and u = (1, 1, 1, 1) the bound is 4")
def right_angles(ask):
    bound = number(ask.mistake_bound(np.eye(4), np.ones(4), np.ones(4)), "the bound")
    close(np.sqrt(bound), 2.0, "X = I, u = (1, 1, 1, 1): the bound is not 4", turns={"the square left out": np.sqrt(2)})


@examines("q3", "a u that does not separate has no bound")
def no_margin(ask):
    holds(infinite(ask.mistake_bound(POINTS, SIGNS, np.array([1.0, -1.0]))),
          "u = (1, −1) does not separate the four points, but the bound is finite")


@examines("q5", "the answers are numbers of a possible kind")
def possible_rings(ask):
    for name in ("ring_updates", "line_updates"):
        value = number(ask(name), name)
        holds(value == round(value) and value > 0, f"{name} is not a whole number above 0")
    holds(abs(number(ask("ring_answer"), "ring_answer")) == 1, "ring_answer is neither 1 nor −1")
