"""What the explorers of words and graphs draw is what the kernels give."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse import explore
from kernelcourse.datasets import graphs, words
from kernelcourse.explore.graph_kernels import LAMBDAS
from kernelcourse.kernels import RandomWalk, Spectrum, Subsequences, WeisfeilerLehman


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
