"""Splits cover every point once, and cross-validation is what the loop by hand gives."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.datasets import toy_a
from kernelcourse.kernels import Claimed, Gaussian, Linear, Precomputed
from kernelcourse.learn import (
    cross_validate,
    folds,
    holdout,
    knn_classify,
    leave_one_out,
    misclassified,
    ridge,
    ridge_path,
    ridge_with_offset,
    sign_error,
    squared_error,
)


@pytest.mark.parametrize("n, count", [(10, 2), (10, 3), (7, 7)])
def test_folds_predict_every_point_once(n, count):
    splits = folds(n, count, np.random.default_rng(0))
    assert_array_equal(np.sort(np.concatenate([test for _, test in splits])), np.arange(n))
    for train, test in splits:
        assert_array_equal(np.sort(np.concatenate([train, test])), np.arange(n))
    sizes = [len(test) for _, test in splits]
    assert max(sizes) - min(sizes) <= 1


def test_holdout():
    train, test = holdout(10, 0.3, np.random.default_rng(0))
    assert len(test) == 3 and not set(train) & set(test) and len(train) == 7
    assert len(holdout(3, 0.01, np.random.default_rng(0))[1]) == 1
    assert len(holdout(3, 0.99, np.random.default_rng(0))[0]) == 1


def test_leave_one_out_is_the_path_formula():
    X, y = toy_a()
    losses = cross_validate(partial(ridge, Gaussian(1), lam=0.5), X, y, leave_one_out(5))
    assert_allclose(losses.mean(), ridge_path(Gaussian(1), X, y, [0.5]).loo_error[0], rtol=1e-10)


def test_any_learner_any_points():
    X, y = toy_a()
    K = Gaussian(1)(X)
    given = cross_validate(partial(ridge, Precomputed(K), lam=0.5), range(5), y, leave_one_out(5))
    assert_allclose(
        given, cross_validate(partial(ridge, Gaussian(1), lam=0.5), X, y, leave_one_out(5)), rtol=1e-9
    )
    words = ["aa", "ab", "bb", "ba"]
    k = Claimed(lambda x, z: float(x.count("a") * z.count("a") + 1))
    assert cross_validate(
        partial(ridge_with_offset, k, lam=1), words, [2, 1, 0, 1], leave_one_out(4)
    ).shape == (4,)
    labels = np.array([0, 0, 0, 1, 1])
    wrong = cross_validate(
        partial(knn_classify, Linear(), n_neighbours=1), X, labels, leave_one_out(5), misclassified
    )
    assert set(wrong) <= {0.0, 1.0}


def test_losses():
    assert_allclose(squared_error([1, 2], [1, 4]), 2)
    assert misclassified(["a", "b"], ["a", "c"]) == 0.5
    assert sign_error([0.5, -0.5, 0.0], [1, 1, 1]) == pytest.approx(2 / 3)


def test_bad_arguments():
    rng, (X, y) = np.random.default_rng(0), toy_a()
    learner = partial(ridge, Linear(), lam=1)
    for fraction in (0, 1, -1, np.nan):
        with pytest.raises(ValueError, match="fraction"):
            holdout(5, fraction, rng)
    for call in (lambda: holdout(1, 0.5, rng), lambda: folds(1, 2, rng), lambda: leave_one_out(1)):
        with pytest.raises(ValueError, match="n = 1"):
            call()
    for count in (1, 6):
        with pytest.raises(ValueError, match="n_folds"):
            folds(5, count, rng)
    with pytest.raises(ValueError, match="y has 3"):
        cross_validate(learner, X, y[:3], leave_one_out(5))
    with pytest.raises(ValueError, match="overlap"):
        cross_validate(learner, X, y, [(np.array([0, 1]), np.array([1]))])
    with pytest.raises(ValueError, match="splits is empty"):
        cross_validate(learner, X, y, [])
