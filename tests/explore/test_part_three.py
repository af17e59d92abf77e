"""What the explorers of Part III draw is what its kernels and learners give."""

import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse import explore
from kernelcourse.datasets import graphs, words
from kernelcourse.explore.graph_kernels import LAMBDAS
from kernelcourse.explore.soft_clusters import data, states
from kernelcourse.explore.wide_network import AT, GRID, Y, circle
from kernelcourse.figures import number
from kernelcourse.kernels import Gaussian, NeuralTangent, RandomWalk, Spectrum, Subsequences, WeisfeilerLehman
from kernelcourse.learn import mmd_squared
from kernelcourse.rkhs import KernelExpansion, norm
from tests.explore.drawn import cloud, curve, heights, module, settings


def cosines(K: np.ndarray) -> np.ndarray:
    lengths = np.sqrt(np.diagonal(K))
    return K / np.multiply.outer(lengths, lengths)


@pytest.mark.slow
def test_word_kernels() -> None:
    explorer = explore.word_kernels()
    for values, k in (
        ({"kind": "spectrum", "q": 3}, Spectrum(3)),
        ({"kind": "gappy", "q": 2, "decay": 0.8}, Subsequences(2, 0.8)),
    ):
        picture = explorer.frame(**values)
        assert_allclose(picture.figure.axes[0].images[0].get_array(), cosines(k(words())), atol=1e-12)
        tall = [bar.get_height() for bar in picture.figure.axes[1].patches]
        assert_allclose(sum(tall), 12)


@pytest.mark.slow
def test_graph_kernels() -> None:
    explorer, matrices = explore.graph_kernels(), list(graphs().values())
    for level, lam in enumerate(LAMBDAS):
        for kind, k in (("walks", RandomWalk(lam)), ("colours", WeisfeilerLehman(level))):
            picture = explorer.frame(kind=kind, level=level)
            assert_allclose(picture.figure.axes[0].images[0].get_array(), cosines(k(matrices)), atol=1e-12)


@pytest.mark.slow
def test_wide_network() -> None:
    explorer, X = explore.wide_network(), circle(AT)
    K, last = NeuralTangent(1)(X), 300
    picture = explorer.frame(width=1000, step=last)
    network, kernel = (np.asarray(line.get_ydata()) for line in picture.figure.axes[0].lines[:2])
    missing = np.linalg.matrix_power(np.eye(7) - 0.2 * K, last) @ Y
    assert_allclose(kernel, NeuralTangent(1)(circle(GRID), X) @ np.linalg.solve(K, Y - missing), atol=1e-9)
    assert np.abs(network - kernel).max() < 0.1
    for width in (10, 100):
        assert_allclose(explorer.frame(width=width, step=0).figure.axes[0].lines[0].get_ydata(), 0, atol=1e-9)


@pytest.mark.slow
def test_soft_clusters() -> None:
    explorer = explore.soft_clusters()
    for setting in ("blobs", "kernel"):
        (X, coordinates), run = data(setting), states(setting)
        picture = explorer.frame(setting=setting, step=len(run) - 1)
        drawn = np.asarray(picture.figure.axes[1].lines[0].get_ydata())
        assert_allclose(drawn, [state.log_posterior for state in run])
        assert (np.diff(drawn) >= -1e-9 * np.abs(drawn[1:])).all()
        undecided = (run[-1].responsibilities(coordinates).max(axis=1) < 0.9).sum()
        assert picture.readouts["undecided points"] == str(undecided) and len(X) == 60


@pytest.mark.slow
def test_two_samples() -> None:
    parts = sys.modules["kernelcourse.explore.two_samples"]
    explorer = explore.two_samples()
    for law, sigma in (("none", 0.3), ("scale", 1.0), ("shape", 5.0)):
        (X, Y), found = parts.data(law, 30), parts.distances(law, sigma, 30)
        picture = explorer.frame(law=law, sigma=sigma, size=30)
        assert_allclose(found[0], mmd_squared(Gaussian(sigma), X, Y))
        drawn = np.asarray(picture.figure.axes[0].lines[0].get_ydata())
        k, Z = Gaussian(sigma), parts.GRID[:, None]
        assert_allclose(drawn, k(Z, X).mean(axis=1) - k(Z, Y).mean(axis=1), atol=1e-12)
        larger = sum(value >= found[0] for value in found[1:])
        assert picture.readouts["p-value"] == number((1 + larger) / 200, 3)


@pytest.mark.slow
def test_approximation() -> None:
    where = module("approximation")
    X, y = where.data()
    for values, picture in settings("approximation"):
        few = where.approximate(**values)
        K = few(X)
        grid = curve(picture, 0, 1)[:, :1]
        weights = np.linalg.solve(K + 0.1 * np.eye(len(K)), y)  # the dual, from the matrix of all pairs
        assert_allclose(curve(picture, 0, 1)[:, 1], few(grid, X) @ weights, atol=1e-6)
        exact = np.exp(-((X - X.T) ** 2) / (2 * values["sigma"] ** 2))
        assert picture.readouts["largest error of an entry of K"] == number(np.abs(exact - K).max())


@pytest.mark.slow
def test_cost_of_scale() -> None:
    for values, picture in settings("cost_of_scale"):
        seconds = values["n"] * (1.6e-5 * values["m"] / 1000 + 3.2e-5 * (values["m"] / 1000) ** 2)
        assert picture.readouts["core-hours"] == f"{seconds / 3600:.3g}"
        assert picture.readouts["hours"] == f"{seconds / 3600 / values['cores']:.3g}"
        assert picture.readouts["price"] == f"{seconds / 3600 * values['price']:.2f}"


@pytest.mark.slow
def test_svm() -> None:
    parts = module("svm")
    for values, picture in settings("svm"):
        X, y = parts.data(values["name"])
        machine = parts.machine(**values)
        assert_allclose(heights(picture, 1), machine.alpha / values["C"])
        assert_allclose(machine.primal, machine.dual, rtol=1e-4)  # no gap: these are the right weights
        assert picture.readouts["support vectors"] == f"{np.count_nonzero(machine.alpha)} of {len(X)}"
        assert picture.readouts["wrong among these points"] == str(int((y * machine(X) <= 0).sum()))
        f = KernelExpansion(Gaussian(values["sigma"]), X, machine.alpha * y)
        assert picture.readouts["half the street's width 1/‖f‖"] == number(1 / float(norm(f)))


@pytest.mark.slow
def test_gaussian_process() -> None:
    parts = module("gaussian_process")
    X, y = parts.data()
    for values, picture in settings("gaussian_process"):
        n, k = values["count"], Gaussian(values["width"])
        Z = parts.GRID[:, None]
        inverse = np.linalg.inv(k(X[:n]) + values["noise"] * np.eye(n)) if n else np.zeros((0, 0))
        across = k(Z, X[:n]) if n else np.zeros((len(Z), 0))
        spread = np.sqrt(np.maximum(1 - np.einsum("ij,jk,ik->i", across, inverse, across), 0))
        assert_allclose(curve(picture, 0, 0)[:, 1], across @ inverse @ y[:n], atol=1e-5)
        assert_allclose(curve(picture, 1, 0)[:, 1], spread, atol=1e-3)
        assert picture.readouts["largest"] == number(float(curve(picture, 1, 0)[:, 1].max()), 2)
        assert len(picture.figure.axes[0].lines) == 1 + parts.DRAWN


@pytest.mark.slow
def test_logistic() -> None:
    parts = module("logistic")
    X, y = parts.data()
    for values, picture in settings("logistic"):
        f = parts.fit(**values)
        surprises = 1 / (1 + np.exp(y * f(X)))
        assert_allclose(heights(picture, 1), surprises, atol=1e-9)
        assert_allclose(f.expansion.weights, y * surprises / (2 * values["lam"]), atol=1e-6 / values["lam"])
        assert picture.readouts["mean surprise"] == number(float(surprises.mean()), 3)


@pytest.mark.slow
def test_density() -> None:
    parts = module("density")
    X = parts.data()
    for values, picture in settings("density"):
        h, window = values["width"], parts.WINDOWS[values["window"]]
        by_hand = sum(window((parts.GRID - x) / h) for x in X) / (len(X) * h)
        assert_allclose(curve(picture, 0, 1)[:, 1], by_hand, atol=1e-12)
        wide = np.linspace(-15, 15, 6001)
        assert_allclose(parts.estimate(values["window"], h, wide).sum() * (wide[1] - wide[0]), 1, atol=5e-3)
        assert_allclose(window(wide) @ wide**2 * (wide[1] - wide[0]), 1, atol=5e-3)  # standard deviation 1


@pytest.mark.slow
def test_canonical() -> None:
    parts = module("canonical")
    for values, picture in settings("canonical"):
        found = parts.fit(**values)
        for panel, new in enumerate((False, True)):
            f, g = (scores[:, 0] for scores in found.scores(*parts.data(values["name"], new)))
            assert_allclose(cloud(picture, panel, 0), np.column_stack([f, g]))
        told = picture.readouts["correlation of new pairs"]
        assert told == number(float(np.corrcoef(f, g)[0, 1]), 3)


def test_small_shares_of_a_price_are_seen() -> None:
    frame = explore.svm().frame(name=next(iter(explore.svm().controls[0].values)), C=1000.0, sigma=0.2)
    shares = frame.figure.axes[1]
    tallest = max(bar.get_height() for bar in shares.patches)
    assert shares.get_ylim()[1] < 2 * tallest
