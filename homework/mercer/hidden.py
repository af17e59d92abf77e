"""Hidden checks of the sheet mercer: the student's functions against the instructor's, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, holds, number, untouched


def truth(got):
    plain = np.asarray(got)
    holds(plain.shape == () and plain.dtype.kind == "b", "the answer should be True or False")
    return bool(plain)


def symmetric(values, rng):
    """A random symmetric matrix with these eigenvalues."""
    turn = np.linalg.qr(rng.normal(size=(len(values), len(values))))[0]
    K = turn @ np.diag(values) @ turn.T
    return (K + K.T) / 2


@examines("q1", "form_value agrees with the instructor's for a polynomial kernel")
def polynomial_form(ask, solution, rng):
    X, a = rng.normal(size=(6, 3)), rng.normal(size=6)
    want = solution.form_value(lambda x, z: (1 + x @ z) ** 3, X, a)
    K = (1 + X @ X.T) ** 3
    turns = {
        "only i = j": a**2 @ np.diag(K),
        "weights not multiplied": K.sum(),
        "only i < j": a @ np.triu(K, 1) @ a,
    }
    close(
        number(ask("form_value(lambda x, z: (1 + x @ z) ** 3, X, a)", X=X, a=a)), want, "differs", turns=turns
    )


@examines("q1", "form_value may be negative, for a function that is no kernel", rests_on=polynomial_form)
def negative_form(ask, solution, rng):
    X, a = rng.normal(size=(5, 2)), rng.uniform(0.5, 1.5, 5)
    want = solution.form_value(lambda x, z: -((x - z) @ (x - z)), X, a)
    got = number(ask("form_value(lambda x, z: -((x - z) @ (x - z)), X, a)", X=X, a=a))
    close(got, want, "differs for −‖x − z‖²")


@examines("q1", "Gram matrices pass, and matrices with negative eigenvalues do not, at every scale", weight=2)
def signs_of_eigenvalues(ask, rng):
    for scale in (1e-6, 1.0, 1e6):
        X = rng.normal(size=(7, 2))
        holds(truth(ask.passes_psd_test(scale * X @ X.T, 1e-10)), "a Gram matrix of rank 2 does not pass")
        for lowest in ([-0.05, 0.5], [-0.05, -0.2]):  # two negative ones have a positive determinant
            K = scale * symmetric([*lowest, 1.0, 2.0, 3.0], rng)
            holds(not truth(ask.passes_psd_test(K, 1e-10)), "a matrix with a negative eigenvalue passes")


@examines(
    "q1", "the tolerance is used, and counts in units of the largest entry", rests_on=signs_of_eigenvalues
)
def relative_tolerance(ask, rng):
    for scale in (1e-9, 1.0, 1e5):
        K = scale * symmetric([-1e-6, 1.0, 2.0, 3.0], rng)
        holds(truth(ask.passes_psd_test(K, 1e-4)), "an eigenvalue of −10⁻⁶ is refused with tol = 10⁻⁴")
        holds(not truth(ask.passes_psd_test(K, 1e-8)), "an eigenvalue of −10⁻⁶ is accepted with tol = 10⁻⁸")
        holds(not truth(ask.passes_psd_test(K, 0.0)), "an eigenvalue of −10⁻⁶ is accepted with tol = 0")
        coarse = scale * np.diag([-0.3, 1.0, 0.5])
        holds(truth(ask.passes_psd_test(coarse, 0.4)), "an eigenvalue of −0.3 s is refused with tol = 0.4")
    above = np.triu(rng.uniform(-1, 1, (4, 4)), 1)
    holds(truth(ask.passes_psd_test(above + above.T + 9 * np.eye(4), 0.0)), "tol = 0 refuses a Gram matrix")


@examines("q1", "asymmetry is refused, rounding in the entries is not", rests_on=signs_of_eigenvalues)
def symmetry(ask, rng):
    K = symmetric([1.0, 2.0, 3.0, 4.0], rng)
    twist = np.triu(np.ones((4, 4)), 1) - np.tril(np.ones((4, 4)), -1)
    holds(not truth(ask.passes_psd_test(K + 0.1 * twist, 1e-8)), "a matrix that is not symmetric passes")
    holds(
        truth(ask.passes_psd_test(K + 1e-13 * twist, 1e-8)), "a matrix symmetric up to rounding does not pass"
    )


@examines("q2", "agrees with the instructor's for a few powers")
def few_powers(ask, solution, rng):
    X, Z, N = rng.normal(size=(4, 3)), rng.normal(size=(6, 3)), int(rng.integers(3, 6))
    close(ask.gaussian_partial(X, Z, 0), solution.gaussian_partial(X, Z, 0), "differs for N = 0")
    want = solution.gaussian_partial(X, Z, N)
    T, left, right = X @ Z.T, np.exp(-(X**2).sum(axis=1) / 2)[:, None], np.exp(-(Z**2).sum(axis=1) / 2)
    turns = {
        "one power short": solution.gaussian_partial(X, Z, N - 1),
        "no factorials": left * sum(T**j for j in range(N + 1)) * right,
        "without g": want / left / right,
        "g on one side only": want / right,
        "g of ‖x‖ instead of its square": want / left / right * np.exp(-np.sqrt((X**2).sum(axis=1)) / 2)[:, None]
        * np.exp(-np.sqrt((Z**2).sum(axis=1)) / 2),
    }  # fmt: skip
    close(ask.gaussian_partial(X, Z, N), want, "differs on random points", turns=turns)


@examines(
    "q2",
    "no power gives g(x) g(z), and twenty give the Gaussian, for points of the cube",
    rests_on=few_powers,
)
def nearly_gaussian(ask, rng):
    X, Z = rng.uniform(-1, 1, (5, 3)), rng.uniform(-1, 1, (4, 3))
    want = np.exp(-((X[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2) / 2)
    g, h = (np.exp(-(A**2).sum(axis=1) / 2) for A in (X, Z))
    close(ask.gaussian_partial(X, Z, 0), np.outer(g, h), "N = 0 is not g(x) g(z)")
    close(ask.gaussian_partial(X, Z, 20), want, "N = 20 is not the Gaussian", atol=1e-7)


@examines("q2", "dozens of powers, for points so long that all of them count", rests_on=few_powers)
def many_powers(ask, solution, rng):
    long = rng.normal(size=(5, 3))
    X, N = (
        long / np.linalg.norm(long, axis=1)[:, None] * rng.uniform(4.9, 5.3, (5, 1)),
        int(rng.integers(32, 38)),
    )
    close(ask.gaussian_partial(X, X, N), solution.gaussian_partial(X, X, N), "differs for dozens of powers")


@examines("q3", "agrees with the instructor's, also where entries are negative")
def random_cosines(ask, solution, rng):
    X = rng.normal(size=(6, 3)) * rng.uniform(0.5, 4, (6, 1))
    X[1] = rng.normal(size=3) / 9 - X[0]  # nearly opposite: a negative entry, whatever the others are
    K = X @ X.T
    want, diagonal = solution.unit_diagonal(K), np.diag(K)
    turns = {
        "divided without the root": K / np.outer(diagonal, diagonal),
        "rows only": K / diagonal[:, None],
        "columns only": K / diagonal,
        "divided by the largest": K / diagonal.max(),
    }
    close(ask.unit_diagonal(K), want, "differs on a random Gram matrix", turns=turns)


@examines("q3", "the caller's matrix stays as it was", rests_on=random_cosines)
def keeps_matrix(ask, solution, rng):
    X = rng.normal(size=(5, 3))
    got = untouched(ask, "unit_diagonal(K)", K=X @ X.T)
    close(got, solution.unit_diagonal(X @ X.T), "differs on a random Gram matrix")


@examines("q3", "a kernel of x and z times any g(x) g(z) is normalised to the same", rests_on=random_cosines)
def forgets_weights(ask, rng):
    X, g = rng.normal(size=(5, 2)), rng.uniform(0.2, 5, 5)
    gaussian = np.exp(-((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2) / 2)
    got = array(ask.unit_diagonal(gaussian * np.outer(g, g)), (5, 5), "the answer")
    close(got, gaussian, "g(x) k(x, z) g(z) with the Gaussian k is not normalised to k")


@examines("q6", "terms_needed is right for this student's points")
def right_terms(ask, solution, data):
    X, _ = data
    gaussian = np.exp(-((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2) / 2)
    errors = [np.abs(solution.gaussian_partial(X, X, N) - gaussian).max() for N in range(60)]
    want = int(np.argmax(np.array(errors) <= 1e-3))
    turns = {"one too many": want + 1, "one too few": want - 1}
    close(number(ask("terms_needed")), want, "not right for your points", turns=turns)
    beside(lambda: right_cosine(ask, solution, data), lambda: right_lowest(ask, data))


@examines("q6", "largest_cosine is right for this student's points")
def right_cosine(ask, solution, data):
    X, _ = data
    off = ~np.eye(8, dtype=bool)
    cosines = solution.unit_diagonal((1 + X @ X.T) ** 2)
    turns = {"of 1 + x·z, not squared": solution.unit_diagonal(1 + X @ X.T)[off].max(), "the diagonal": 1.0}
    turns["not normalised"] = ((1 + X @ X.T) ** 2)[off].max()
    close(number(ask("largest_cosine")), cosines[off].max(), "not right for your points", turns=turns)


@examines("q6", "road_lowest is right for this student's places")
def right_lowest(ask, data):
    straight = np.abs(data[1][:, None] - data[1])
    way = np.minimum(straight, 12 - straight)

    def lowest(t, sigma):
        return np.linalg.eigvalsh(np.exp(-(t**2) / (2 * sigma**2)))[0]

    turns = {
        "the way that does not wrap round": lowest(straight, 4),
        "σ² without its 2": lowest(way, np.sqrt(8)),
    }
    close(number(ask("road_lowest")), lowest(way, 4), "not right for your places", turns=turns)
