"""What the explorers of words, graphs and networks draw is what kernels and learners give."""

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
        heights = [bar.get_height() for bar in picture.figure.axes[1].patches]
        assert_allclose(sum(heights), 12)


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
