"""Hidden checks of the sheet rkhs: the student's functions against the instructor's, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, infinite, number

# Without np: the expressions run on the student's side, whose numpy may have another name.
GAUSSIAN = "lambda A, B: 2.718281828459045 ** (-((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2) / 2)"
LINEAR = "lambda A, B: A @ B.T"


def gaussian(A, B):
    return np.exp(-((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2) / 2)


@examines("q1", "⟨f, g⟩ of random Gaussian expansions with different points, more of one than of the other")
def same_inner(ask, solution, rng):
    X, alpha, Z, beta = (
        rng.normal(size=(5, 2)),
        rng.normal(size=5),
        rng.normal(size=(3, 2)),
        rng.normal(size=3),
    )
    want = solution.expansion_inner(gaussian, X, alpha, Z, beta)
    turns = {"only pairs with the same index": np.sum(alpha[:3] * beta * np.diag(gaussian(X[:3], Z)))}
    turns["the weights are left out"] = gaussian(X, Z).sum()
    turns["one factor too many: the mean"] = want / 15
    got = ask(f"expansion_inner({GAUSSIAN}, X, alpha, Z, beta)", X=X, alpha=alpha, Z=Z, beta=beta)
    close(number(got), want, "⟨f, g⟩ differs for random expansions", turns=turns)


@examines("q1", "⟨f, k(·, z)⟩ is f(z)", rests_on=same_inner)
def reproduces(ask, rng):
    X, alpha, z = rng.normal(size=(6, 3)), rng.normal(size=6), rng.normal(size=(1, 3))
    got = ask(f"expansion_inner({GAUSSIAN}, X, alpha, Z, beta)", X=X, alpha=alpha, Z=z, beta=np.ones(1))
    close(number(got), (gaussian(z, X) @ alpha)[0], "the inner product with k(·, z) is not the value at z")


@examines("q1", "‖f‖ of a random Gaussian expansion")
def same_norm(ask, solution, rng):
    X, alpha = rng.normal(size=(7, 2)), rng.normal(size=7)
    want = solution.expansion_norm(gaussian, X, alpha)
    turns = {"the square": want**2, "the length of the weights": np.linalg.norm(alpha)}
    turns["the length of the values"] = np.linalg.norm(gaussian(X, X) @ alpha)
    got = ask(f"expansion_norm({GAUSSIAN}, X, alpha)", X=X, alpha=alpha)
    close(number(got), want, "‖f‖ differs for a random expansion", turns=turns)


@examines(
    "q1", "weights in the null space of K: the length is 0, never NaN, and only for these", rests_on=same_norm
)
def null_weights(ask, rng):
    X = rng.normal(size=(12, 2))
    other = rng.normal(size=12)
    length = np.linalg.norm(X.T @ other)
    got = ask(f"expansion_norm({LINEAR}, X, alpha)", X=X, alpha=other)
    close(number(got), length, "a function that is not zero has another length")
    null = np.linalg.svd(X.T)[2][2:]  # weights with Σ αᵢxᵢ = 0
    many = rng.normal(size=(40, 10)) @ null
    got = ask(f"[expansion_norm({LINEAR}, X, alpha) for alpha in many]", X=X, many=many)
    close(got, np.zeros(40), "a function that is zero has another length than 0", atol=1e-5)


def found(answer, says):
    """The pair that was found, if one was."""
    holds(answer is not None, says)
    holds(
        isinstance(answer, (list, tuple)) and len(answer) == 2, "the answer should be a pair: α and a number"
    )
    return answer


def length_turns(alpha, y, square):
    return {"the length, not its square": np.sqrt(square), "αᵀα": alpha @ alpha, "yᵀy": y @ y}


@examines("q2", "a random K of full rank: Kα = y and ‖f‖² is the instructor's")
def full_rank_curve(ask, solution, rng):
    X, y = rng.normal(size=(6, 8)), rng.normal(size=6)
    K = X @ X.T
    want, square = solution.shortest_through(K, y)
    alpha, got = found(ask.shortest_through(K, y), "K is invertible, but no function was found")
    close(array(alpha, (6,), "α"), want, "α differs for a random invertible K")
    close(number(got), square, "‖f‖² differs for a random invertible K", turns=length_turns(want, y, square))


@examines(
    "q2",
    "a random singular K with y in its range: the values and the squared length of the shortest w",
    rests_on=full_rank_curve,
)
def singular_curve(ask, rng):
    X, w = rng.normal(size=(7, 3)), rng.normal(size=3)
    K, y = X @ X.T, X @ w
    alpha, got = found(ask.shortest_through(K, y), "a function passes through y, but none was found")
    close(K @ array(alpha, (7,), "α"), y, "Kα is not y for a random singular K", rtol=1e-5, atol=1e-6)
    close(number(got), w @ w, "‖f‖² is not the squared length of w", rtol=1e-5)


@examines(
    "q2",
    "points that occur twice or are zero, where elimination meets a pivot 0: found, or None",
    rests_on=full_rank_curve,
)
def exactly_singular(ask, rng):
    X = rng.integers(-4, 5, (4, 4)).astype(float) + 9 * np.eye(4)
    X, w = np.vstack([X, X[1], np.zeros(4)]), rng.normal(size=4)
    K, y = X @ X.T, X @ w
    alpha, got = found(ask.shortest_through(K, y), "a function passes through y, but none was found")
    close(K @ array(alpha, (6,), "α"), y, "Kα is not y where points occur twice", rtol=1e-5, atol=1e-6)
    close(number(got), w @ w, "‖f‖² is not the squared length of w", rtol=1e-5)
    y[4] += 1.0
    holds(ask.shortest_through(K, y) is None, "two values at one point, but an answer was given")


@examines(
    "q2", "a miss of less than 10⁻⁶ of the largest value is none, a larger one is", rests_on=full_rank_curve
)
def nearly_met(ask, rng):
    turn = np.linalg.qr(rng.normal(size=(5, 5)))[0]
    K, inside = turn[:, :4] @ np.diag(rng.uniform(1, 2, 4)) @ turn[:, :4].T, turn[:, :4] @ rng.normal(size=4)
    for scale in (1.0, 1e4):
        miss = scale * np.abs(inside).max() * turn[:, 4] / np.abs(turn[:, 4]).max()
        alpha, _ = found(
            ask.shortest_through(K, scale * inside + 1e-7 * miss), "a miss of 10⁻⁷ counts as one"
        )
        close(K @ array(alpha, (5,), "α") / scale, inside, "Kα is not y", rtol=1e-5, atol=1e-6)
        holds(ask.shortest_through(K, scale * inside + 1e-5 * miss) is None, "a miss of 10⁻⁵ is overlooked")


@examines(
    "q2",
    "a random singular K with y outside its range: None, for large values and for small ones, and only there",
    rests_on=full_rank_curve,
)
def no_curve(ask, rng):
    X, y = rng.normal(size=(6, 2)), rng.normal(size=6)
    K, inside = X @ X.T, X @ rng.normal(size=2)
    for scale in (1.0, 1e-7):
        holds(
            ask.shortest_through(K, scale * y) is None,
            "no function passes through y, but an answer was given",
        )
        alpha, _ = found(
            ask.shortest_through(K, scale * inside), "a function passes through y, but none was found"
        )
        close(K @ array(alpha, (6,), "α") / scale, inside, "Kα is not y", rtol=1e-5, atol=1e-6)


def coefficients(rng, order):
    return rng.normal(size=2 * order + 1) + 1j * rng.normal(size=2 * order + 1)


@examines("q3", "random complex coefficients, all prices finite and not symmetric")
def same_price(ask, solution, rng):
    f_hat, k_hat = coefficients(rng, 4), rng.uniform(0.1, 2, 9)
    want = solution.fourier_squared_norm(f_hat, k_hat)
    turns = {
        "the root": np.sqrt(want),
        "multiplied instead of divided": np.sum(np.abs(f_hat) ** 2 * k_hat),
        "divided by k̂² instead of k̂": np.sum(np.abs(f_hat / k_hat) ** 2),
        "the length in L²": np.sum(np.abs(f_hat) ** 2),
        "|f̂| not squared": np.sum(np.abs(f_hat) / k_hat),
        "one half of the frequencies only": np.sum(np.abs(f_hat[4:]) ** 2 / k_hat[4:]),
    }
    close(
        number(ask.fourier_squared_norm(f_hat, k_hat)), want, "differs for random coefficients", turns=turns
    )


@examines(
    "q3", "a very small k̂ is not 0: its frequency is dear, and f is still in the space", rests_on=same_price
)
def dear_frequencies(ask, solution, rng):
    f_hat, k_hat = coefficients(rng, 3), rng.uniform(0.1, 2, 7)
    k_hat[rng.permutation(7)[:2]] = 1e-13, 1e-11
    want = solution.fourier_squared_norm(f_hat, k_hat)
    close(number(ask.fourier_squared_norm(f_hat, k_hat)), want, "differs where k̂ is very small")


@examines("q3", "frequencies with k̂ = 0 that f does not use cost nothing", rests_on=same_price)
def free_frequencies(ask, solution, rng):
    f_hat, k_hat = coefficients(rng, 5), rng.uniform(0.1, 2, 11)
    unused = rng.permutation(11)[:4]
    f_hat[unused] = k_hat[unused] = 0
    want = solution.fourier_squared_norm(f_hat, k_hat)
    close(number(ask.fourier_squared_norm(f_hat, k_hat)), want, "differs where f̂ = 0 and k̂ = 0")


@examines(
    "q3",
    "one frequency with k̂ = 0 that f does use, however little: infinity; one that it does not use: none",
    rests_on=same_price,
)
def one_forbidden(ask, solution, rng):
    f_hat, k_hat = coefficients(rng, 3), rng.uniform(0.1, 2, 7)
    spoiled = rng.integers(7)
    k_hat[spoiled] = 0
    for amount in (1.0, 1e-9j):
        f_hat[spoiled] = amount
        outside = infinite(ask.fourier_squared_norm(f_hat, k_hat))
        holds(outside, "f uses a frequency with k̂ = 0, but its norm is finite")
    f_hat[spoiled] = 0
    want = solution.fourier_squared_norm(f_hat, k_hat)
    close(number(ask.fourier_squared_norm(f_hat, k_hat)), want, "f does not use the frequency with k̂ = 0")


def curve(solution, data):
    readings, heights, place = data
    alpha, square = solution.shortest_through(gaussian(readings, readings), heights)
    row = gaussian(np.array([[place]]), readings)[0]
    return readings, square, row @ alpha, row


@examines("q5", "through_square is right for this student's readings")
def right_square(ask, solution, data):
    _, square, _, _ = curve(solution, data)
    turns = {"the length, not its square": np.sqrt(square), "yᵀy": data[1] @ data[1]}
    close(number(ask("through_square")), square, "not right for your readings", turns=turns, rtol=1e-5)


@examines("q5", "through_value is right for this student's readings")
def right_value(ask, solution, data):
    _, _, value, row = curve(solution, data)
    turns = {"y instead of α": row @ data[1]}
    close(number(ask("through_value")), value, "not right for your readings", turns=turns, rtol=1e-5)


@examines("q5", "through_bound is right for this student's readings")
def right_bound(ask, solution, data):
    _, square, _, _ = curve(solution, data)
    turns = {"the square of the length": square}
    close(
        number(ask("through_bound")), np.sqrt(square), "not right for your readings", turns=turns, rtol=1e-5
    )


@examines("q5", "detour_cost is right for this student's readings")
def right_detour(ask, solution, data):
    readings, square, _, row = curve(solution, data)
    want = 1 / (1 - row @ np.linalg.solve(gaussian(readings, readings), row))
    turns = {
        "the squared length itself, not its growth": want + square,
        "the growth of the length": np.sqrt(want + square) - np.sqrt(square),
        "the root of the growth": np.sqrt(want),
    }
    close(number(ask("detour_cost")), want, "not right for your readings", turns=turns, rtol=1e-5)
