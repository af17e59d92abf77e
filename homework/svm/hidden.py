"""Hidden checks of the sheet svm: against the instructor's functions, on inputs from a secret seed."""

from itertools import product

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, holds, number, untouched


def problem(rng, n=12):
    """A Gram matrix, labels of both kinds, a price, and weights after some moves of the instructor's."""
    X = rng.normal(size=(n, 3))
    y = np.where(rng.permutation(n) < n // 2, 1.0, -1.0)
    return X @ X.T + np.eye(n), y, rng.uniform(0.1, 2.0)


def somewhere(solution, rng, K, y, C, moves=30):
    alpha = np.zeros(len(y))
    for _ in range(moves):
        i, j = rng.choice(len(y), 2, replace=False)
        alpha = solution.move_pair(alpha, K, y, C, int(i), int(j))
    return alpha


def before_a_move(solution, rng, y, wall):
    """Three points, and weights inside the box: a move of the first two, in one of the ways, ends at a wall or not."""
    while True:
        F, alpha = rng.normal(size=(3, 2)), rng.uniform(0.2, 0.8, 3)
        K = F @ F.T + 0.1 * np.eye(3)
        moved = [solution.move_pair(alpha, K, y, 1.0, i, j)[:2] for i, j in ((0, 1), (1, 0))]
        if (np.min(np.abs([moved, np.subtract(1, moved)])) < 1e-12) == wall:
            return K, alpha


@examines("q1", "sixty moves in a row, each as the instructor's")
def same_moves(ask, solution, rng):
    """From zero again until the first and the second of the two have been the one that stops, as either may be."""
    stopped = set()
    while len(stopped) < 2:
        K, y, C = problem(rng)
        alpha = np.zeros(12)
        for _ in range(60):
            i, j = (int(place) for place in rng.choice(12, 2, replace=False))
            new = array(ask.move_pair(alpha, K, y, C, i, j), (12,), "the weights")
            want = solution.move_pair(alpha, K, y, C, i, j)
            holds(abs(new @ y) < 1e-5, "the balance is lost in a move on random data", "the balance is lost")
            close(new, want, "a move on random data differs")
            at_wall = [min(want[place], C - want[place]) < 1e-12 for place in (i, j)]
            if not np.array_equal(want, alpha) and at_wall[0] != at_wall[1]:
                stopped.add(at_wall[0])
            alpha = want


@examines("q1", "stops at the wall that comes first, or before it, for all four pairs of labels")
def all_walls(ask, solution, rng):
    for first, second, wall in product((1.0, -1.0), (1.0, -1.0), (True, False)):
        C, y = 1.0, np.array([first, second, 1.0])
        K, alpha = before_a_move(solution, rng, y, wall)
        for i, j in ((0, 1), (1, 0)):
            got = array(ask.move_pair(alpha, K, y, C, i, j), (3,), "the weights")
            holds((got >= -1e-6) & (got <= C + 1e-6), "a weight has left the box on random data")
            close(got, solution.move_pair(alpha, K, y, C, i, j), "a move to the wall differs")


@examines(
    "q1",
    "the caller's arrays stay as they were, in moves that are made and in moves that are not",
    rests_on=same_moves,
)
def keeps_arrays(ask, solution, rng):
    for second in (1.0, -1.0):
        C, y = 1.0, np.array([1.0, second, -1.0])
        K, alpha = before_a_move(solution, rng, y, wall=False)  # of two opposite moves one is made
        for i, j in ((0, 1), (1, 0)):
            given = {"alpha": alpha, "K": K, "y": y, "C": C, "i": i, "j": j}
            want = solution.move_pair(alpha, K, y, C, i, j)
            close(untouched(ask, "move_pair(alpha, K, y, C, i, j)", **given), want, "a move differs")


@examines("q2", "the bias of the instructor on weights from random moves")
def same_offset(ask, solution, rng):
    K, y, C = problem(rng)
    y[:9] = 1.0
    alpha = somewhere(solution, rng, K, y, C)
    alpha[:4] = (C / 2, C / 3, C, 0.0)  # some on the kerb, some at each wall
    f = K @ (alpha * y)
    want = solution.street_offset(alpha, K, y, C)
    turns = {
        "the walls were asked too": np.mean((y - f)[alpha > 0]),
        "all points were asked": np.mean(y - f),
        "the other sign": -want,
        "the labels are lost": np.mean((y - K @ alpha)[(alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))]),
    }
    close(number(ask.street_offset(alpha, K, y, C), "b"), want, "b differs on random data", turns=turns)


@examines(
    "q2", "weights within 1e-8 C of a wall are at the wall, those farther away are not", rests_on=same_offset
)
def near_the_walls(ask, solution, rng):
    K, y, C = problem(rng)
    y[4:10] = 1.0  # on the kerb there are more of one kind: their labels do not cancel
    for box in (C / 100, 100 * C):  # a tolerance that is a fixed number is wrong in one of them
        alpha = box * rng.uniform(0.2, 0.8, 12)
        alpha[:6] = box * np.array([1e-10, 5e-9, 1 - 1e-10, 1 - 5e-9, 1e-7, 1 - 1e-7])
        want = solution.street_offset(alpha, K, y, box)
        found = number(ask.street_offset(alpha, K, y, box), "b")
        close(found, want, "b differs where weights are next to the walls")


@examines("q2", "every point on the kerb is asked, not only the first", rests_on=same_offset)
def mean_of_all(ask, solution, rng):
    K, y = np.diag(rng.uniform(1, 3, 5)), np.array([1.0, -1.0, 1.0, 1.0, -1.0])
    alpha = np.append(rng.uniform(0.2, 0.8, 4), 0.0)
    want = solution.street_offset(alpha, K, y, 1.0)
    close(number(ask.street_offset(alpha, K, y, 1.0), "b"), want, "b is not the mean over the kerb")


def biases(rng):
    """One of either sign: between −1 and 1 the losses of both kinds balance."""
    return rng.uniform(1.5, 3), -rng.uniform(1.5, 3)


@examines("q3", "the gap of the instructor on weights from random moves")
def same_gap(ask, solution, rng):
    K, y, C = problem(rng)
    alpha, b = somewhere(solution, rng, K, y, C), biases(rng)[int(rng.integers(2))]
    want = solution.primal_minus_dual(alpha, b, K, y, C)
    beta = alpha * y
    turns = {
        "½‖f‖² counted once": want - beta @ K @ beta / 2,
        "b left out": solution.primal_minus_dual(alpha, 0.0, K, y, C),
        "C left out": solution.primal_minus_dual(alpha, b, K, y, 1.0),
    }
    close(
        number(ask.primal_minus_dual(alpha, b, K, y, C)), want, "the gap differs on random data", turns=turns
    )


@examines("q3", "with a bias of either sign, and a price that is small or large", rests_on=same_gap)
def gap_with_bias(ask, solution, rng):
    K, y, C = problem(rng)
    prices = (1e-3 * C, C, 1e4 * C)
    alpha = somewhere(solution, rng, K, y, prices[0])  # weights for all of these prices
    for b in biases(rng):
        for price in prices:
            want = solution.primal_minus_dual(alpha, b, K, y, price)
            close(number(ask.primal_minus_dual(alpha, b, K, y, price)), want, "the gap differs at some price")


def machine(solution, data):
    points, signs, place = data
    K = solution.bell(points, points)
    alpha = solution.trained(K, signs, 1.0)
    return alpha, solution.street_offset(alpha, K, signs, 1.0), place


@examines("q6", "street_bias is right for this student's points")
def right_bias(ask, solution, data):
    _, b, _ = machine(solution, data)
    close(number(ask("street_bias")), b, "street_bias is not right for your points", rtol=1e-4, atol=1e-6)


@examines("q6", "street_walled is right for this student's points")
def right_walled(ask, solution, data):
    alpha, _, _ = machine(solution, data)
    turns = {
        "all support vectors": (alpha > 1e-6).sum(),
        "only the kerb": ((alpha > 1e-6) & (alpha < 1 - 1e-6)).sum(),
    }
    want = (alpha > 1 - 1e-6).sum()
    close(number(ask("street_walled")), want, "street_walled is not right for your points", turns=turns)
    beside(lambda: right_bias(ask, solution, data), lambda: right_street(ask, solution, data))


@examines("q6", "street_value is right for this student's points")
def right_street(ask, solution, data):
    alpha, b, place = machine(solution, data)
    f = (solution.bell(place[None, :], data[0]) @ (alpha * data[1]))[0]
    turns = {"b left out": f, "the label instead of the value": np.sign(f + b)}
    close(
        number(ask("street_value")),
        f + b,
        "street_value is not right for your place",
        turns=turns,
        rtol=1e-4,
        atol=1e-6,
    )
