"""Public checks of the sheet mercer, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def truth(got):
    """The student's True or False, and nothing else."""
    plain = np.asarray(got)
    holds(plain.shape == () and plain.dtype.kind == "b", "the answer should be True or False")
    return bool(plain)


def variant(rng):
    """Eight points of the plane, and nine places on a circular road of 12 kilometres."""
    across = (np.arange(8) + rng.uniform(0.05, 0.95, 8)) * 3 / 8 - 1.5  # one point in each of eight strips: all differ
    points = np.round(np.column_stack([across, rng.uniform(-1.5, 1.5, 8)]), 2)
    places = np.round(np.sort((np.arange(9) + rng.uniform(-0.3, 0.3, 9)) * 12 / 9 % 12), 2)
    return points, places


@examines("q1", "with k = x·z the form is the squared length of Σ aᵢxᵢ (corners of the unit square, a = 1, 2, −1, 3)")
def form_is_a_length(ask):
    a = np.array([1.0, 2.0, -1.0, 3.0])
    total = a @ SQUARE
    value = number(ask("form_value(lambda x, z: x @ z, X, a)", X=SQUARE, a=a), "the form")
    close(value, total @ total, "the form is not the squared length of Σ aᵢxᵢ")


@examines("q1", "doubling the weights makes the form four times as large (k = (x·z + 1)², a = 1, −1, 2, 1)")
def form_is_quadratic(ask):
    a = np.array([1.0, -1.0, 2.0, 1.0])
    once, double = (
        number(ask("form_value(lambda x, z: (x @ z + 1) ** 2, X, a)", X=SQUARE, a=weights)) for weights in (a, 2 * a)
    )
    close(double, 4 * once, "the form of 2a is not 4 times the form of a")


@examines("q1", "[[2, 1], [1, 2]] passes; [[1, 2], [2, 1]] does not, though all its entries are positive")
def two_by_two(ask):
    holds(truth(ask.passes_psd_test(np.array([[2.0, 1.0], [1.0, 2.0]]), 1e-10)), "[[2, 1], [1, 2]] does not pass")
    holds(not truth(ask.passes_psd_test(np.array([[1.0, 2.0], [2.0, 1.0]]), 1e-10)), "[[1, 2], [2, 1]] passes")


@examines("q1", "[[1, 1], [−1, 1]] does not pass: its form is ‖a‖² and never negative, but it is not symmetric")
def asks_for_symmetry(ask):
    holds(not truth(ask.passes_psd_test(np.array([[1.0, 1.0], [-1.0, 1.0]]), 1e-10)), "[[1, 1], [−1, 1]] passes")


@examines("q1", "tol counts: [[1, 2], [2, 1]] passes with tol = 0.6, for its eigenvalue −1 is above −0.6·2")
def counts_tolerance(ask):
    holds(truth(ask.passes_psd_test(np.array([[1.0, 2.0], [2.0, 1.0]]), 0.6)), "tol = 0.6: [[1, 2], [2, 1]] does not pass")


@examines("q1", "rounding does not refute: XXᵀ of the four corners has eigenvalues 0 and passes, also times 10⁶")
def forgives_rounding(ask):
    for scale in (1.0, 1e6):
        K = scale * SQUARE @ SQUARE.T
        holds(truth(ask.passes_psd_test(K, 1e-10)), "XXᵀ does not pass, though it is a Gram matrix")


@examines("q2", "from the origin every partial sum is g(z) (z = (1, 0), (1, 1); N = 0, 1, 4)")
def from_the_origin(ask):
    for N in (0, 1, 4):
        got = array(ask.gaussian_partial(SQUARE[:1], SQUARE[[1, 3]], N), (1, 2), "the partial sum")
        few = "one power too few"
        holds(got != 0, f"k(0, z) is 0 for N = {N} (looks like: {few})", few)
        close(np.log(np.maximum(got, 1e-300)), [[-0.5, -1.0]], f"k(0, z) is not g(z), N = {N}")


@examines("q2", "one more term adds g(x) (x·z)^N / N! g(z): for x·z = 2, the steps to N = 1 and N = 2 are equal")
def equal_steps(ask):
    x, z = np.array([[1.0, 1.0]]), np.array([[1.0, 1.0]])
    sums = [array(ask.gaussian_partial(x, z, N), (1, 1), "the partial sum") for N in (0, 1, 2)]
    turns = {"one power too few": 2 * sums[1], "j! left out": 2 * (sums[1] - sums[0])}
    says = "x = z = (1, 1): the terms for j = 1 and j = 2 are not equal"
    close(sums[2] - sums[1], sums[1] - sums[0], says, turns=turns)
    close(sums[1], 3 * sums[0], "x = z = (1, 1): the sum up to N = 1 is not 3 times the first term")


@examines("q2", "with twenty powers a point is as similar to itself as can be: 1 on the diagonal")
def converges(ask):
    got = array(ask.gaussian_partial(SQUARE, SQUARE, 20), (4, 4), "the partial sum")
    close(np.diag(got), np.ones(4), "N = 20: the diagonal is not 1")


@examines("q3", "the diagonal is 1 and the matrix stays symmetric (K of the points (3, 4), (0, 2), (1, 1))")
def ones_on_the_diagonal(ask):
    X = np.array([[3.0, 4.0], [0.0, 2.0], [1.0, 1.0]])
    C = array(ask.unit_diagonal(X @ X.T), (3, 3), "the answer")
    close(np.diag(C), np.ones(3), "the diagonal is not 1", turns={"the root left out": [1 / 25, 1 / 4, 1 / 2]})
    close(C, C.T, "the answer is not symmetric: rows and columns must be divided alike")


@examines("q3", "lengths of points do not matter: (3, 4), (0, 2) and (6, 8), (0, 7) have the same cosines")
def forgets_lengths(ask):
    X, Z = np.array([[3.0, 4.0], [0.0, 2.0]]), np.array([[6.0, 8.0], [0.0, 7.0]])
    first = array(ask.unit_diagonal(X @ X.T), (2, 2), "the answer")
    close(ask.unit_diagonal(Z @ Z.T), first, "longer points in the same directions have other cosines")


@examines("q3", "[[4, 1], [1, 9]] gets the diagonal 1, and the matrix of the caller stays as it was")
def gram_unchanged(ask):
    K = np.array([[4.0, 1.0], [1.0, 9.0]])
    close(np.diag(array(untouched(ask, "unit_diagonal(K)", K=K), (2, 2))), np.ones(2), "the diagonal is not 1")


@examines("q6", "terms_needed is a whole number and largest_cosine a cosine")
def possible_values(ask):
    terms = number(ask("terms_needed"), "terms_needed")
    holds(terms == round(terms) and 0 <= terms < 60, "terms_needed is not a whole number between 0 and 60")
    cosine = number(ask("largest_cosine"), "largest_cosine")
    holds(0 <= cosine < 1, "largest_cosine is not between 0 and 1: is the diagonal left out?")


@examines("q6", "road_lowest is an eigenvalue that nine numbers between 0 and 1 can have")
def possible_eigenvalue(ask):
    lowest = number(ask("road_lowest"), "road_lowest")
    holds(-9 <= lowest <= 1, "road_lowest is not between −9 and 1; the mean of the eigenvalues is 1")
