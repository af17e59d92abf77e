"""The perceptron for many classes: two classes give the perceptron, a margin bounds the mistakes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kernelcourse.datasets import blobs
from kernelcourse.kernels import Gaussian, Linear
from kernelcourse.learn import kernel_perceptron, multiclass_perceptron


def clouds(seed=0, n=20):
    X, labels = blobs(n, [[0, 0], [5, 0], [2, 4]], np.random.default_rng(seed), 0.5)
    order = np.random.default_rng(seed).permutation(len(X))
    return X[order], labels[order]


def test_two_classes_are_the_perceptron():
    """f₁ = −f₂, and f₁ makes the perceptron's mistakes: f₁ − f₂ ≤ 0 exactly where f₁ ≤ 0."""
    rng = np.random.default_rng(1)
    X = rng.standard_normal((40, 3))
    y = np.where(X @ [1, -2, 1] > 0.1, 1, -1)
    many = multiclass_perceptron(Linear() + 1, X, y)
    *_, two = kernel_perceptron(Linear() + 1, X, y)
    assert many.updates == two.updates and many.separated == two.separated
    assert_allclose(many.functions.weights[:, 1], two.function.weights)
    assert_allclose(many.functions.weights[:, 0], -two.function.weights)


def test_separates_and_names_the_classes():
    X, labels = clouds()
    names = np.array(["sky", "sea", "sun"])[labels]
    machine = multiclass_perceptron(Linear() + 1, X, names)
    assert machine.separated and machine.outcome.startswith("separated after")
    assert_array_equal(machine(X), names)
    assert_allclose(machine.functions.weights.sum(axis=1), 0)


def test_says_when_it_has_not_finished():
    X = np.array([[0.0], [1.0], [2.0]])
    machine = multiclass_perceptron(Linear(), X, [0, 1, 0], passes=5)
    assert not machine.separated and "not separated" in machine.outcome and machine.passes == 5


def test_bad_arguments():
    X, labels = clouds(n=2)
    with pytest.raises(ValueError, match="one label only"):
        multiclass_perceptron(Gaussian(1), X, np.zeros(6))
    with pytest.raises(ValueError, match="one label for each"):
        multiclass_perceptron(Gaussian(1), X, labels[:3])
    with pytest.raises(ValueError, match="passes"):
        multiclass_perceptron(Gaussian(1), X, labels, passes=0)
