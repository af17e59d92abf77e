"""Hidden checks of the sheet gaussian_process: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, number


def covariance(rng, n):
    F = rng.normal(size=(n, n))
    return F @ F.T + 0.5 * np.eye(n)


@examines("q1", "mean and covariance as the instructor's, some places seen in any order")
def same_rest(ask, solution, rng):
    A, m = covariance(rng, 7), rng.normal(size=7)
    seen = sorted((int(place) for place in rng.permutation(7)[:3]), reverse=True)
    values = np.sort(rng.normal(size=3))  # in another order than the places
    mean, cover = ask.given_part(m, A, seen, values)
    right, spread = solution.given_part(m, A, seen, values)
    rest = [i for i in range(7) if i not in seen]
    drawn = A[np.ix_(rest, seen)] @ np.linalg.solve(A[np.ix_(seen, seen)], m[seen])
    turns = {
        "the mean of what was seen is not subtracted": right + drawn,
        "the mean of the rest is left out": right - m[rest],
    }
    close(array(mean, (4,), "the mean"), right, "the mean differs on random data", turns=turns)
    close(array(cover, (4, 4), "the covariance"), spread, "the covariance differs on random data")


@examines("q1", "all at once, or one after the other: the same", rests_on=same_rest)
def in_two_steps(ask, rng):
    A, m, values = covariance(rng, 5), rng.normal(size=5), rng.normal(size=2)
    mean, cover = ask.given_part(m, A, [0], values[:1])
    step, _ = ask.given_part(array(mean, (4,)), array(cover, (4, 4)), [0], values[1:])
    whole, _ = ask.given_part(m, A, [1, 0], values[::-1])
    close(
        array(step, (3,)),
        array(whole, (3,)),
        "two entries one after the other give another mean than both at once",
    )
    inverse = np.linalg.inv(A)[2:, 2:]
    want = m[2:] - np.linalg.solve(inverse, np.linalg.inv(A)[2:, :2] @ (values - m[:2]))
    close(array(whole, (3,)), want, "the mean differs on random data")


@examines("q1", "entries of very different size", rests_on=same_rest)
def uneven_entries(ask, solution, rng):
    size = 10 ** rng.permutation(np.linspace(-4, 2, 6))
    A, m, seen, values = (
        covariance(rng, 6) * np.outer(size, size),
        rng.normal(size=6) * size,
        [4, 1],
        rng.normal(size=2),
    )
    values, rest = values * size[seen], [0, 2, 3, 5]
    mean, cover = ask.given_part(m, A, seen, values)
    right, spread = solution.given_part(m, A, seen, values)
    unit, units = size[rest], np.outer(size[rest], size[rest])
    close(
        array(mean, (4,), "the mean") / unit, right / unit, "the mean differs for entries of different size"
    )
    close(
        array(cover, (4, 4), "the covariance") / units,
        spread / units,
        "the covariance differs for such entries",
    )


def extreme(rng):
    """A very small variance of the noise and a very large one."""
    return 10 ** rng.uniform(-6, -5), 10 ** rng.uniform(4, 5)


@examines("q2", "as the instructor's, with more new points than readings")
def same_bars(ask, solution, rng):
    G = covariance(rng, 9)
    K, Kz, kzz = G[:4, :4], G[4:, :4], np.diag(G)[4:]
    y, s = rng.normal(size=4), rng.uniform(0.1, 1)
    mean, variance = ask.fit_and_bars(K, y, s, Kz, kzz)
    right, bars = solution.fit_and_bars(K, y, s, Kz, kzz)
    close(array(mean, (5,), "the mean"), right, "the mean differs on random data")
    turns = {
        "standard deviations": np.sqrt(bars),
        "the noise of a new reading is added": bars + s,
        "the noise is left out": kzz - np.sum(Kz * np.linalg.solve(K, Kz.T).T, axis=1),
        "the noise is squared": solution.fit_and_bars(K, y, s**2, Kz, kzz)[1],
    }
    close(array(variance, (5,), "the variance"), bars, "the variance differs on random data", turns=turns)


@examines("q2", "the noise may be very small and very large", rests_on=same_bars)
def any_noise(ask, solution, rng):
    G, y = covariance(rng, 8), rng.normal(size=4)
    K, Kz, kzz = G[:4, :4], G[4:, :4], np.diag(G)[4:]
    for s in extreme(rng):
        mean, variance = ask.fit_and_bars(K, y, s, Kz, kzz)
        right, bars = solution.fit_and_bars(K, y, s, Kz, kzz)
        size = np.abs(right).max()
        close(
            array(mean, (4,), "the mean") / size, right / size, "the mean differs for such a noise", atol=1e-7
        )
        close(array(variance, (4,), "the variance"), bars, "the variance differs for such a noise", atol=1e-6)


@examines("q2", "a singular K is no obstacle, one new point", rests_on=same_bars)
def singular_bars(ask, solution, rng):
    F = rng.normal(size=(6, 2))
    K, Kz, kzz, y = F[:5] @ F[:5].T, F[5:] @ F[:5].T, (F[5:] ** 2).sum(axis=1), rng.normal(size=5)
    mean, variance = ask.fit_and_bars(K, y, 0.3, Kz, kzz)
    right, bars = solution.fit_and_bars(K, y, 0.3, Kz, kzz)
    close(array(mean, (1,), "the mean"), right, "the mean differs for a singular K")
    close(array(variance, (1,), "the variance"), bars, "the variance differs for a singular K")


@examines("q3", "the logarithm of the instructor on random data")
def same_evidence(ask, solution, rng):
    K, y, s = covariance(rng, 6), rng.normal(size=6), rng.uniform(0.1, 2)
    want = solution.log_evidence(K, y, s)
    half = np.linalg.slogdet(K + s * np.eye(6))[1] / 2
    turns = {
        "the constant is left out": want + 3 * np.log(2 * np.pi),
        "log det without its half": want - half,
        "the sign of log det": want + 2 * half,
        "the noise is squared": solution.log_evidence(K, y, s**2),
    }
    close(number(ask.log_evidence(K, y, s)), want, "the evidence differs on random data", turns=turns)


@examines("q3", "the noise may be very small and very large", rests_on=same_evidence)
def evidence_of_any_noise(ask, solution, rng):
    K, y = covariance(rng, 5), rng.normal(size=5)
    for s in extreme(rng):
        close(number(ask.log_evidence(K, y, s)), solution.log_evidence(K, y, s), "differs for such a noise")


@examines("q3", "four hundred readings, whose determinant is no float", rests_on=same_evidence)
def many_readings(ask, solution, rng):
    X = rng.uniform(-1, 1, (400, 1))
    K, y = np.exp(-((X - X.T) ** 2)), rng.normal(size=400)
    close(number(ask.log_evidence(K, y, 0.01)), solution.log_evidence(K, y, 0.01), "differs for 400 readings")


def believed(solution, data):
    x, y, place = data
    K, Kz = solution.bell(x, x), solution.bell(np.array([[place]]), x)
    noises = [0.001, 0.01, 0.03, 0.1, 0.3, 1.0]
    s = noises[int(np.argmax([solution.log_evidence(K, y, one) for one in noises]))]
    mean, variance = solution.fit_and_bars(K, y, s, Kz, np.ones(1))
    return s, mean[0], variance[0]


@examines("q6", "believed_noise is right for this student's readings")
def right_noise(ask, solution, data):
    close(
        number(ask("believed_noise")),
        believed(solution, data)[0],
        "believed_noise is not right for your readings",
    )
    beside(lambda: right_mean(ask, solution, data), lambda: right_bar(ask, solution, data))


@examines("q6", "believed_mean is right for this student's readings")
def right_mean(ask, solution, data):
    close(
        number(ask("believed_mean")),
        believed(solution, data)[1],
        "believed_mean is not right for your place",
        rtol=1e-5,
    )


@examines("q6", "believed_bar is right for this student's readings")
def right_bar(ask, solution, data):
    s, _, variance = believed(solution, data)
    turns = {"the variance": variance, "the bar of a new reading": np.sqrt(variance + s)}
    close(
        number(ask("believed_bar")),
        np.sqrt(variance),
        "believed_bar is not right for your place",
        turns=turns,
        rtol=1e-5,
    )
