"""Public checks of the sheet svm, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched

PAIR = np.array([[2.0, 0.0], [-1.0, 0.0]])  # one point of each kind: the street is as wide as their distance
PAIR_SIGNS = np.array([1.0, -1.0])
FOUR = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 0.0], [0.0, -2.0]])
FOUR_SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


def variant(rng):
    """Two clouds that overlap a little, their labels, and a place to be judged."""
    signs = np.repeat([1.0, -1.0], 12)
    order = rng.permutation(24)
    points = np.round(rng.normal(0, 0.9, (24, 2)) + 1.1 * signs[:, None], 2)
    return points[order], signs[order], np.round(rng.uniform(-1.5, 1.5, 2), 2)


@examines("q1", "two points of different kinds, from zero: both weights become 2/κ, the balance holds, and the caller's arrays stay as they were")
def first_move(ask):
    K = PAIR @ PAIR.T
    moved = untouched(ask, "move_pair(alpha, K, y, 10.0, 0, 1)", alpha=np.zeros(2), K=K, y=PAIR_SIGNS)
    new = array(moved, (2,), "the weights")
    holds(np.isclose(new @ PAIR_SIGNS, 0, atol=1e-6), "Σ αᵢyᵢ is not 0 after the move: the other β has to shrink by as much")
    close(new * 9, [2.0, 2.0], "points (2, 0) and (−1, 0), C = 10: κα is not 2 = s₀ − s₁ at α = 0; look at κ and at s")


@examines("q1", "the same with C = 0.1: the wall stops both")
def meets_the_wall(ask):
    new = array(ask.move_pair(np.zeros(2), PAIR @ PAIR.T, PAIR_SIGNS, 0.1, 0, 1), (2,), "the weights")
    holds((new >= 0) & (new <= 0.1 + 1e-7), "a weight has left the box 0 ≤ α ≤ C")
    close(new, [0.1, 0.1], "C = 0.1: the move should end at the wall")


@examines("q1", "the nearer of two walls stops both: α = (0.05, 0.02, 0.07), C = 0.1, y = (1, 1, −1), points 0, ⅕ and −5 of a line")
def nearer_wall(ask):
    x, y = np.array([[0.0], [0.2], [-5.0]]), np.array([1.0, 1.0, -1.0])
    moved = ask.move_pair(np.array([0.05, 0.02, 0.07]), x @ x.T, y, 0.1, 0, 1)
    new = array(moved, (3,), "the weights")
    slip = "each weight clipped by itself"
    holds(not np.allclose(new, [0.1, 0.0, 0.07]), f"Σ αᵢyᵢ is not 0 after the move (looks like: {slip})", slip)
    close(new, [0.07, 0.0, 0.07], "α₁ is at its wall after 0.02, so α₀ grows by 0.02")


@examines("q1", "a move in the wrong direction is not made")
def stays(ask):
    alpha = np.array([0.05, 0.05])
    same = untouched(ask, "move_pair(alpha, K, y, 1.0, 1, 0)", alpha=alpha, K=PAIR @ PAIR.T, y=PAIR_SIGNS)
    close(same, alpha, "s₁ < s₀, so β₁ up and β₀ down gains nothing; but the weights have changed")


@examines("q2", "the points 2 and −1 on a line: the middle of the street is ½, so f(½) + b = 0")
def middle(ask):
    b = number(ask.street_offset(np.full(2, 2 / 9), PAIR @ PAIR.T, PAIR_SIGNS, 10.0), "b")
    close(b + 1 / 3, 0.0, "points (2, 0) and (−1, 0), α = (2/9, 2/9): f + b is not 0 in the middle, where f = 1/3")


@examines("q2", "a weight at the wall C or at 0 is not asked")
def walls_are_silent(ask):
    K = np.diag([1.0, 2.0, 4.0, 1.0])
    b = number(ask.street_offset(np.array([0.5, 0.5, 1.0, 0.0]), K, np.array([1.0, -1.0, 1.0, -1.0]), 1.0), "b")
    close(4 * b, 1.0, "K = diag(1, 2, 4, 1), α = (½, ½, 1, 0), C = 1: only the first two points are on the kerb")


@examines("q3", "at α = 0, b = 0 every point pays C, and nothing else is there")
def nothing_yet(ask):
    gap = number(ask.primal_minus_dual(np.zeros(4), 0.0, FOUR @ FOUR.T, FOUR_SIGNS, 3.0), "the gap")
    close(gap / 12, 1.0, "four points, C = 3, α = 0: the gap is not 4 C")


@examines("q3", "at the best α of the two points 2 and −1 the gap is 0")
def closed_gap(ask):
    turns = {"½ left out": 4 / 9, "b left out": 10 / 3}
    gap = number(ask.primal_minus_dual(np.full(2, 2 / 9), -1 / 3, PAIR @ PAIR.T, PAIR_SIGNS, 10.0), "the gap")
    close(gap, 0.0, "points (2, 0) and (−1, 0), α = (2/9, 2/9), b = −1/3, C = 10: the gap is not 0", turns=turns, atol=1e-9)


@examines("q6", "the answers are numbers of a possible kind")
def possible_streets(ask):
    walled = number(ask("street_walled"), "street_walled")
    holds(walled == round(walled) and 0 <= walled <= 24, "street_walled is not a number of points")
    holds(abs(number(ask("street_bias"), "street_bias")) <= 25, "street_bias is too large: |f| is at most 24 here")
    holds(abs(number(ask("street_value"), "street_value")) <= 50, "street_value is too large: |f| is at most 24 here")
