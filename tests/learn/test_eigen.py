"""Leading eigenpairs: those of LAPACK to rounding, also when eigenvalues repeat or the matrix has low rank."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import linalg

from kernelcourse.learn import eigen
from kernelcourse.learn.eigen import leading_eigenpairs, with_fixed_signs


def symmetric(values, seed=0):
    rng = np.random.default_rng(seed)
    Q = linalg.qr(rng.normal(size=(len(values), len(values))))[0]
    return (Q * values) @ Q.T


SPECTRA = {
    "decaying": lambda n: 0.9 ** np.arange(n),
    "slow": lambda n: 1 / (1 + np.arange(n)),
    "repeated": lambda n: np.concatenate([np.full(30, 5.0), np.linspace(0, 4, n - 30)]),
    "low rank": lambda n: np.concatenate([[3.0, 2.0, 1.0], np.zeros(n - 3)]),
    "negative": lambda n: np.concatenate([[-100.0, 3.0, 2.0], np.linspace(-1, 1, n - 3)]),
    "flat": lambda n: np.ones(n),
    "zero": lambda n: np.zeros(n),
    "huge": lambda n: 1e200 * 0.8 ** np.arange(n),
}


@pytest.mark.parametrize("name", SPECTRA)
@pytest.mark.parametrize("n, q", [(7, 3), (600, 6)])
def test_largest_pairs(name, n, q):
    values = SPECTRA[name](max(n, 40))[:n] if n < 40 else SPECTRA[name](n)
    K = symmetric(values)
    K = (K + K.T) / 2
    size = np.abs(values).max() or 1.0
    found, vectors = leading_eigenpairs(K.copy(), q)
    assert_allclose(found / size, np.sort(values)[::-1][:q] / size, atol=1e-12)
    assert_allclose(vectors.T @ vectors, np.eye(q), atol=1e-12)
    assert np.abs((K / size) @ vectors - vectors * (found / size)).max() < 1e-11


def test_an_overlooked_direction_is_noticed():
    """The Cholesky proof fails when a larger eigenvector was left out, and passes when none was."""
    K = symmetric(np.arange(1.0, 601))
    values, vectors = linalg.eigh(K)
    assert eigen._complete(K, values[::-1][:4], vectors[:, ::-1][:, :4])
    missing = [-1, -2, -4, -5]
    assert not eigen._complete(K, values[missing], vectors[:, missing])


def test_dense_solver_takes_over(monkeypatch):
    K = symmetric(1 / (1 + np.arange(600.0)))
    expected = leading_eigenpairs(K.copy(), 5)
    monkeypatch.setattr(eigen, "_lanczos", lambda K, q: None)
    for left, right in zip(leading_eigenpairs(K.copy(), 5), expected):
        assert_allclose(left, right, atol=1e-10)


def test_signs_are_fixed_by_the_first_largest_entry():
    V = np.array([[0.6, -0.8], [-0.8, -0.6]])
    assert_allclose(with_fixed_signs(V), [[-0.6, 0.8], [0.8, 0.6]])
    assert_allclose(with_fixed_signs(-V), with_fixed_signs(V))
    tied = np.array([[-1.0], [1.0 + 1e-12]])
    assert with_fixed_signs(tied)[0, 0] == 1
