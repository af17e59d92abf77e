"""Hidden checks of the sheet ridge: the student's functions against the instructor's, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import beside, close, number, untouched

# Without np: the expression runs on the student's side, whose numpy may have another name.
GAUSSIAN = "lambda A, B: 2.718281828459045 ** (-((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2) / 2)"


def gaussian(A, B):
    return np.exp(-((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2) / 2)


@examines("q1", "agrees with the instructor's weights on a random Gram matrix of full rank")
def full_rank(ask, solution, rng):
    X, y, lam = rng.normal(size=(6, 9)), rng.normal(size=6), rng.uniform(0.1, 2)
    K = X @ X.T
    turns = {
        "λ counted twice": np.linalg.solve(K + 2 * lam * np.eye(6), y),
        "λ times n": np.linalg.solve(K + 6 * lam * np.eye(6), y),
        "λ left out": np.linalg.solve(K, y),
        "λ added to every entry": np.linalg.solve(K + lam, y),
    }
    want = solution.dual_weights(K, y, lam)
    close(ask.dual_weights(K, y, lam), want, "differs on a random K of full rank", turns=turns)


@examines("q1", "agrees with the instructor's weights on a singular Gram matrix", rests_on=full_rank)
def singular(ask, solution, rng):
    X, y, lam = rng.normal(size=(9, 6)), rng.normal(size=9), rng.uniform(0.01, 0.1)
    K = X @ X.T  # of rank 6: with two or three eigenvalues a few steps of any iteration would do
    close(ask.dual_weights(K, y, lam), solution.dual_weights(K, y, lam), "differs on a random singular K")


def extreme(rng):
    """A very small λ and a very large one."""
    return 10 ** rng.uniform(-6, -5), 10 ** rng.uniform(4, 5)


def in_a_row(rng, n=7):
    """Points of a line, none of them close to another: their Gaussian Gram matrix is far from singular."""
    return 1.5 * np.arange(n)[:, None] + rng.uniform(-0.2, 0.2, (n, 1))


@examines("q1", "λ may be very small, on a singular Gram matrix too, and very large", rests_on=full_rank)
def any_lambda(ask, solution, rng):
    X, y = rng.normal(size=(9, 2)), rng.normal(size=9)
    row = in_a_row(rng, 9)
    for K in (X @ X.T, gaussian(row, row)):
        for lam in extreme(rng):
            want = solution.dual_weights(K, y, lam)
            close(
                ask.dual_weights(K, y, lam),
                want,
                "differs for a very small or a very large λ",
                atol=1e-7 * np.abs(want).max(),
            )


@examines("q1", "the caller's arrays stay as they were", rests_on=full_rank)
def keeps_arrays(ask, solution, rng):
    X, y, lam = rng.normal(size=(9, 8)), rng.normal(size=9), rng.uniform(0.1, 1)
    got = untouched(ask, "dual_weights(K, y, lam)", K=X @ X.T, y=y, lam=lam)
    close(got, solution.dual_weights(X @ X.T, y, lam), "differs on a random K")


@examines("q2", "agrees with the instructor's predictions, Gaussian kernel, more new points than data")
def gaussian_predictions(ask, solution, rng):
    X, y, Z = rng.normal(size=(5, 3)), rng.normal(size=5), rng.normal(size=(8, 3))
    lam = rng.uniform(0.05, 0.5)
    want = solution.ridge_predict(gaussian, X, y, lam, Z)
    turns = {"λ left out": gaussian(Z, X) @ np.linalg.solve(gaussian(X, X), y)}
    got = ask(f"ridge_predict({GAUSSIAN}, X, y, lam, Z)", X=X, y=y, lam=lam, Z=Z)
    close(got, want, "differs on random data with the Gaussian kernel", turns=turns)


@examines(
    "q2",
    "agrees with the instructor's predictions, polynomial kernel, one new point",
    rests_on=gaussian_predictions,
)
def polynomial_predictions(ask, solution, rng):
    X, y, Z = rng.normal(size=(6, 2)), rng.normal(size=6), rng.normal(size=(1, 2))
    lam = rng.uniform(0.5, 2)
    want = solution.ridge_predict(lambda A, B: (A @ B.T + 1) ** 2, X, y, lam, Z)
    got = ask("ridge_predict(lambda A, B: (A @ B.T + 1) ** 2, X, y, lam, Z)", X=X, y=y, lam=lam, Z=Z)
    close(got, want, "differs on random data with the polynomial kernel")


@examines("q2", "λ may be very small and very large", rests_on=gaussian_predictions)
def any_lambda_in_predictions(ask, solution, rng):
    X, y, Z = in_a_row(rng), rng.normal(size=7), rng.uniform(-1, 10, (4, 1))
    for lam in extreme(rng):
        want = solution.ridge_predict(gaussian, X, y, lam, Z)
        got = ask(f"ridge_predict({GAUSSIAN}, X, y, lam, Z)", X=X, y=y, lam=lam, Z=Z)
        close(got, want, "differs for a very small or a very large λ", atol=1e-7 * np.abs(want).max())


@examines("q3", "equals n separate fits, each without one point")
def brute_force(ask, rng):
    X, y, lam = rng.normal(size=(7, 2)), rng.normal(size=7), rng.uniform(0.1, 1)
    K = gaussian(X, X)
    want = []
    for left_out in range(7):
        rest = np.delete(np.arange(7), left_out)
        alpha = np.linalg.solve(K[np.ix_(rest, rest)] + lam * np.eye(6), y[rest])
        want.append(y[left_out] - K[left_out, rest] @ alpha)
    H = np.linalg.solve(K + lam * np.eye(7), K)
    r = y - H @ y
    turns = {
        "ordinary residuals": r,
        "multiplied instead of divided": r * (1 - np.diag(H)),
        "divided by Hᵢᵢ": r / np.diag(H),
        "the sign of the residual": -np.array(want),
        "squared errors": np.array(want) ** 2,
    }
    close(ask.leave_one_out(K, y, lam), want, "differs from n separate fits on random data", turns=turns)


@examines("q3", "agrees with the instructor's on a singular Gram matrix", rests_on=brute_force)
def singular_left_out(ask, solution, rng):
    X, y, lam = rng.normal(size=(6, 2)), rng.normal(size=6), rng.uniform(0.1, 1)
    K = X @ X.T
    close(ask.leave_one_out(K, y, lam), solution.leave_one_out(K, y, lam), "differs on a random singular K")


@examines("q3", "λ may be very small and very large", rests_on=brute_force)
def any_lambda_left_out(ask, solution, rng):
    X, y = in_a_row(rng), rng.normal(size=7)
    K = gaussian(X, X)
    for lam in extreme(rng):
        close(ask.leave_one_out(K, y, lam), solution.leave_one_out(K, y, lam), "differs for such a λ")


def kernel_of_q6(A, B):
    return np.exp(-((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2) / (2 * 0.8**2))


def left_out_errors(solution, data):
    x, y, _ = data
    lambdas = np.array([0.001, 0.01, 0.1, 1.0, 10.0, 100.0])
    errors = [np.mean(solution.leave_one_out(kernel_of_q6(x, x), y, lam) ** 2) for lam in lambdas]
    return lambdas, np.array(errors)


@examines("q6", "best_lambda is right for this student's data")
def right_lambda(ask, solution, data):
    lambdas, errors = left_out_errors(solution, data)
    close(number(ask("best_lambda")), lambdas[np.argmin(errors)], "best_lambda is not the best for your data")
    beside(lambda: right_error(ask, solution, data), lambda: right_prediction(ask, solution, data))


@examines("q6", "best_error is right for this student's data")
def right_error(ask, solution, data):
    _, errors = left_out_errors(solution, data)
    turns = {"root mean square": np.sqrt(errors.min()), "sum instead of mean": errors.min() * len(data[1])}
    close(number(ask("best_error")), errors.min(), "best_error is not right for your data", turns=turns)


@examines("q6", "prediction is right for this student's data")
def right_prediction(ask, solution, data):
    x, y, place = data
    lambdas, errors = left_out_errors(solution, data)
    best = lambdas[np.argmin(errors)]
    want = solution.ridge_predict(kernel_of_q6, x, y, best, np.array([[place]]))[0]
    close(number(ask("prediction")), want, "prediction is not right for your data", rtol=1e-5)
