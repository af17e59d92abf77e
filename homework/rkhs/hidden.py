"""Hidden checks of the sheet rkhs: the student's functions against the instructor's, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.checks import examines
from kernelcourse.homework.expect import array, close, holds, number

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


@examines("q1", "⟨f, k(·, z)⟩ is f(z)")
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


@examines("q1", "weights in the null space of K: the length is 0, never NaN")
def null_weights(ask, rng):
    X = rng.normal(size=(12, 2))
    null = np.linalg.svd(X.T)[2][2:]  # weights with Σ αᵢxᵢ = 0
    many = rng.normal(size=(40, 10)) @ null
    got = ask(f"[expansion_norm({LINEAR}, X, alpha) for alpha in many]", X=X, many=many)
    close(got, np.zeros(40), "a function that is zero has another length than 0", atol=1e-5)


def length_turns(alpha, y, square):
    return {"the length, not its square": np.sqrt(square), "αᵀα": alpha @ alpha, "yᵀy": y @ y}


@examines("q2", "a random K of full rank: Kα = y and ‖f‖² is the instructor's")
def full_rank_curve(ask, solution, rng):
    X, y = rng.normal(size=(6, 8)), rng.normal(size=6)
    K = X @ X.T
    want, square = solution.shortest_through(K, y)
    holds(ask("shortest_through(K, y) is not None", K=K, y=y), "K is invertible, but no function was found")
    alpha, got = ask.shortest_through(K, y)
    close(array(alpha, (6,), "α"), want, "α differs for a random invertible K")
    close(number(got), square, "‖f‖² differs for a random invertible K", turns=length_turns(want, y, square))


@examines(
    "q2", "a random singular K with y in its range: the values and the squared length of the shortest w"
)
def singular_curve(ask, rng):
    X, w = rng.normal(size=(7, 3)), rng.normal(size=3)
    K, y = X @ X.T, X @ w
    holds(
        ask("shortest_through(K, y) is not None", K=K, y=y), "a function passes through y, but none was found"
    )
    alpha, got = ask.shortest_through(K, y)
    close(K @ array(alpha, (7,), "α"), y, "Kα is not y for a random singular K", rtol=1e-5, atol=1e-6)
    close(number(got), w @ w, "‖f‖² is not the squared length of w", rtol=1e-5)


@examines("q2", "a random singular K with y outside its range: None, for large values and for small ones")
def no_curve(ask, rng):
    X, y = rng.normal(size=(6, 2)), rng.normal(size=6)
    for scale in (1.0, 1e-7):
        none = ask("shortest_through(K, y) is None", K=X @ X.T, y=scale * y)
        holds(none, "no function passes through y, but an answer was given")


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


@examines("q3", "frequencies with k̂ = 0 that f does not use cost nothing")
def free_frequencies(ask, solution, rng):
    f_hat, k_hat = coefficients(rng, 5), rng.uniform(0.1, 2, 11)
    unused = rng.permutation(11)[:4]
    f_hat[unused] = k_hat[unused] = 0
    want = solution.fourier_squared_norm(f_hat, k_hat)
    close(number(ask.fourier_squared_norm(f_hat, k_hat)), want, "differs where f̂ = 0 and k̂ = 0")


@examines("q3", "one frequency with k̂ = 0 that f does use, however little: infinity")
def one_forbidden(ask, rng):
    f_hat, k_hat = coefficients(rng, 3), rng.uniform(0.1, 2, 7)
    spoiled = rng.integers(7)
    k_hat[spoiled] = 0
    for amount in (1.0, 1e-9j):
        f_hat[spoiled] = amount
        outside = ask("fourier_squared_norm(f, k) == float('inf')", f=f_hat, k=k_hat)
        holds(outside, "f uses a frequency with k̂ = 0, but its norm is finite")


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
