"""Public checks of the sheet gaussian_process, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number

TRIO = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]])


def variant(rng):
    """Twenty readings of a smooth curve with some noise, and a place where nobody has measured."""
    x = np.sort(np.round(rng.uniform(-3, 3, 20), 2))
    y = np.sin(rng.uniform(0.8, 1.6) * x) + rng.uniform(-1, 1) * x / 3 + rng.normal(0, rng.choice([0.1, 0.3]), 20)
    return x[:, None], np.round(y, 3), float(np.round(rng.uniform(-3.5, 3.5), 2))


@examines("q1", "two independent entries (A = I): seeing one says nothing about the other")
def independent(ask):
    mean, cover = ask.given_part(np.array([3.0, 5.0]), np.eye(2), [0], np.array([7.0]))
    close(array(mean, (1,), "the mean"), [5.0], "m = (3, 5), A = I, entry 0 seen: the mean of the other should stay")
    close(array(cover, (1, 1), "the covariance"), [[1.0]], "A = I: the variance of the other should stay")


@examines("q1", "an entry that is exactly its mean moves no other mean, but it narrows them (a chain of three)")
def as_expected(ask):
    m = np.array([1.0, -2.0, 4.0])
    mean, cover = ask.given_part(m, TRIO, [1], np.array([-2.0]))
    close(array(mean, (2,), "the mean"), [1.0, 4.0], "the middle entry is its mean, so nothing should move: did you subtract m?")
    cover = array(cover, (2, 2), "the covariance")
    close(cover, cover.T, "the covariance is not symmetric")
    holds(np.diag(cover) < 2, "A has 2 on its diagonal; what has been seen should make the variances smaller")


@examines("q2", "one reading y = 4 with k = 1 and s = 3, asked at its own place: a quarter of the way, ¾ of the variance left")
def one_reading(ask):
    one = np.ones((1, 1))
    mean, variance = ask.fit_and_bars(one, np.array([4.0]), 3.0, one, np.ones(1))
    turns = {"s squared": [0.4]}
    close(array(mean, (1,), "the mean"), [1.0], "K = [[1]], y = [4], s = 3: the mean should be a quarter of y", turns=turns)
    turns = {"the standard deviation": [4 * 0.75**0.5], "the variance of another reading": [15.0], "s squared": [3.6]}
    variance = array(variance, (1,), "the variance")
    close(4 * variance, [3.0], "K = [[1]], s = 3: ¾ of the variance should be left", turns=turns)


@examines("q2", "far from all readings (Kz = 0) the fit is 0 and the variance is what it was")
def far_away(ask):
    mean, variance = ask.fit_and_bars(TRIO, np.array([1.0, 2.0, 3.0]), 0.5, np.zeros((2, 3)), np.array([2.0, 7.0]))
    close(array(mean, (2,), "the mean"), np.zeros(2), "Kz = 0: the mean should be 0")
    close(array(variance, (2,), "the variance"), [2.0, 7.0], "Kz = 0: the variance should be kzz")


@examines("q2", "other heights y do not change the variance")
def blind_for_heights(ask):
    Kz, kzz = TRIO[:1] / 2, np.array([2.0])
    _, one = ask.fit_and_bars(TRIO, np.zeros(3), 0.5, Kz, kzz)
    _, other = ask.fit_and_bars(TRIO, np.array([9.0, -9.0, 9.0]), 0.5, Kz, kzz)
    close(array(one, (1,), "the variance"), array(other, (1,), "the variance"), "the variance depends on y")


@examines("q3", "readings that do not see each other: the logarithms of the single densities add up")
def adds_up(ask):
    one = [number(ask.log_evidence(np.eye(1), np.array([v]), 1.0), "the evidence") for v in (1.0, -2.0)]
    both = number(ask.log_evidence(np.eye(2), np.array([1.0, -2.0]), 1.0), "the evidence")
    close(both, sum(one), "K = I, s = 1, y = (1, −2): the evidence of both is not the sum of the two")


@examines("q3", "y = 0: doubling K and s takes log(2)/2 away for each reading")
def scales(ask):
    small = number(ask.log_evidence(TRIO, np.zeros(3), 0.5), "the evidence")
    large = number(ask.log_evidence(2 * TRIO, np.zeros(3), 1.0), "the evidence")
    turns = {"½ before the logarithm of the determinant left out": 3.0, "a logarithm that is not natural": 1.5 / np.log(10)}
    says = "y = 0, three readings: twice the covariance should cost 3 log(2)/2"
    close((small - large) / np.log(2), 1.5, says, turns=turns)


@examines("q3", "the density of one reading of variance 1 is 1/√2π at 0 (K = [[½]], s = ½, y = [0])")
def all_constants(ask):
    value = number(ask.log_evidence(np.full((1, 1), 0.5), np.zeros(1), 0.5), "the evidence")
    says = "K = [[½]], s = ½, y = [0]: the density is not 1/√2π; are all constants there?"
    close(np.exp(value), 1 / np.sqrt(2 * np.pi), says, turns={"log 2π left out": 1.0})


@examines("q6", "the answers are numbers of a possible kind")
def possible_beliefs(ask):
    value = number(ask("believed_noise"), "believed_noise")
    holds(value in (0.001, 0.01, 0.03, 0.1, 0.3, 1.0), "believed_noise is not in the list noises")
    holds(0 < number(ask("believed_bar"), "believed_bar") <= 1, "believed_bar is not between 0 and 1 = √k(z, z)")
    number(ask("believed_mean"), "believed_mean")
