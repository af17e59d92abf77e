"""Public checks of the sheet ridge, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched

SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
POLYNOMIAL = "lambda A, B: (A @ B.T + 1) ** 2"


def variant(rng):
    """Twenty-four noisy readings of a smooth curve, and the place where it is to be predicted."""
    x = np.sort(rng.uniform(-3, 3, 24))
    slope, height = rng.uniform(0.5, 1.5), rng.uniform(-1, 1)
    y = np.sin(slope * x) + height * np.cos(2 * x) / 2 + rng.normal(0, 0.2, 24)
    return x[:, None], y, np.round(rng.uniform(-2, 2), 2)


@examines("q1", "one point: K = [[1]], y = [3], λ = 2")
def one_point(ask):
    alpha = array(ask.dual_weights(np.array([[1.0]]), np.array([3.0]), 2.0), (1,), "α")
    close(alpha * 3.0, [3.0], "(1 + 2)α is not 3")


@examines("q1", "(K + λI)α = y on the four corners of the unit square, K = XXᵀ, y = (1, 2, 3, 5), λ = 0.5")
def solves_the_system(ask):
    K, y = SQUARE @ SQUARE.T, np.array([1.0, 2.0, 3.0, 5.0])
    alpha = array(ask.dual_weights(K, y, 0.5), (4,), "α")
    turns = {"λ counted twice": np.linalg.solve(K + np.eye(4), y), "λ times n": np.linalg.solve(K + 2 * np.eye(4), y)}
    for name, wrong in turns.items():
        holds(not np.allclose(alpha, wrong), f"(K + λI)α is not y (looks like: {name})", name)
    close(K @ alpha + 0.5 * alpha, y, "(K + λI)α is not y; this K is singular, which is no obstacle when λ > 0")


@examines("q1", "(K + λI)α = y for K = diag(1, 2, 3), y = (1, 1, 1), λ = 1, and the arrays of the caller stay as they were")
def changes_nothing(ask):
    K, y = np.diag([1.0, 2.0, 3.0]), np.ones(3)
    alpha = array(untouched(ask, "dual_weights(K, y, 1.0)", K=K, y=y), (3,), "α")
    turns = {
        "λ counted twice": (K + 2 * np.eye(3)) @ alpha,
        "λ times n": (K + 3 * np.eye(3)) @ alpha,
        "λ added to every entry": (K + 1) @ alpha,
    }
    for name, left in turns.items():
        holds(not np.allclose(left, y), f"(K + λI)α is not y (looks like: {name})", name)
    close(K @ alpha + alpha, y, "(K + λI)α is not y")


@examines("q2", "with k(x, z) = x·z the prediction is x·w for one and the same w: f̂(2x) = 2 f̂(x)")
def linear_is_linear(ask):
    X, y = SQUARE[1:], np.array([1.0, 2.0, 4.0])
    Z = np.array([[1.0, 3.0], [2.0, 6.0]])
    values = array(ask("ridge_predict(lambda A, B: A @ B.T, X, y, 0.5, Z)", X=X, y=y, Z=Z), (2,), "the prediction")
    close(values[1], 2 * values[0], "f̂(2, 6) is not twice f̂(1, 3) with the linear kernel")


@examines("q2", "on the data themselves the residual y − f̂ is λα (k = (1 + x·z)², corners of the unit square, λ = 0.1)")
def residual_is_lambda_alpha(ask):
    y = np.array([1.0, 0.0, 2.0, -1.0])
    fit = array(ask(f"ridge_predict({POLYNOMIAL}, X, y, 0.1, X)", X=SQUARE, y=y), (4,), "the prediction")
    K = (SQUARE @ SQUARE.T + 1) ** 2
    twice = np.allclose(K @ (y - fit) / 0.2, fit)
    holds(not twice, "y − f̂ is 2λα instead of λα (looks like: λ counted twice)", "λ counted twice")
    close(K @ (y - fit) / 0.1, fit, "K(y − f̂)/λ is not f̂, though f̂ = Kα and y − f̂ = λα", atol=1e-3)


@examines("q2", "a prediction does not depend on the other new points (k = (1 + x·z)², three data, three new points)")
def each_point_alone(ask):
    X, y = SQUARE[1:], np.array([1.0, 2.0, 4.0])
    first, other = np.array([[1.0, 3.0], [0.0, 2.0], [2.0, 1.0]]), np.array([[1.0, 3.0], [5.0, 1.0], [-1.0, 2.0]])
    values = [array(ask(f"ridge_predict({POLYNOMIAL}, X, y, 0.5, Z)", X=X, y=y, Z=Z), (3,), "f̂") for Z in (first, other)]
    slip = "k(X, Z) in the place of k(Z, X)"
    says = "f̂(1, 3) changes when the other two new points do"
    holds(np.isclose(values[0][0], values[1][0]), f"{says} (looks like: {slip})", slip)


@examines("q3", "two points that do not see each other (K = I): the other point predicts 0, so the error is yᵢ itself")
def strangers(ask):
    y = np.array([3.0, -2.0])
    turns = {"the residuals of the fit to all": y * 0.7 / 1.7, "predicted less observed": -y, "the errors squared": y**2}
    says = "K = I, y = (3, −2), λ = 0.7: the left-out errors are not y"
    close(ask.leave_one_out(np.eye(2), y, 0.7), y, says, turns=turns)


@examines("q3", "doubling y doubles every left-out error (corners of the unit square, k = 1 + x·z, λ = 0.3)")
def is_linear_in_y(ask):
    K, y = SQUARE @ SQUARE.T + 1, np.array([1.0, 2.0, 0.0, 4.0])
    once = array(ask.leave_one_out(K, y, 0.3), (4,), "the errors")
    close(ask.leave_one_out(K, 2 * y, 0.3), 2 * once, "doubling y does not double the errors")


@examines("q6", "best_lambda is one of the lambdas")
def from_the_list(ask):
    value = number(ask("best_lambda"), "best_lambda")
    holds(value in (0.001, 0.01, 0.1, 1.0, 10.0, 100.0), "best_lambda is not in the list lambdas")


@examines("q6", "best_error and prediction are numbers of a possible size")
def possible_sizes(ask, data):
    _, y, _ = data
    error = number(ask("best_error"), "best_error")
    holds(0 < error <= np.mean(y**2), "best_error is not between 0 and the error of predicting 0 everywhere")
    value = number(ask("prediction"), "prediction")
    holds(abs(value) <= 3 * np.max(np.abs(y)), "prediction is far outside the range of your y")
