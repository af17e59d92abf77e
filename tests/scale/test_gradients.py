"""Conjugate gradients: the exact answer, in few steps with Nyström's help."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse import Gaussian, nystroem, ridge
from kernelcourse.kernels import Difference
from kernelcourse.scale import landmark_ridge_steps, ridge_steps

RNG = np.random.default_rng(6)
X = RNG.normal(size=(400, 3))
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=400)
K = Gaussian(1.5)


def test_the_end_is_ridge_and_the_helper_saves_steps():
    alone = list(ridge_steps(K, X, Y, 0.01))
    helped = list(ridge_steps(K, X, Y, 0.01, nystroem(K, X, 120, RNG)))
    exact = ridge(K, X, Y, 0.01)
    for states in (alone, helped):
        np.testing.assert_allclose(states[-1].f(X), exact(X), atol=1e-8)
        assert states[0].step == 0 and states[0].residual == 1
    assert len(helped) < len(alone) / 4


def test_the_error_in_the_energy_norm_never_grows():
    exact = ridge(K, X, Y, 0.1).weights
    A = K(X) + 0.1 * np.eye(len(X))
    errors = [(s.weights - exact) @ A @ (s.weights - exact) for s in ridge_steps(K, X, Y, 0.1)]
    assert (np.diff(errors) <= 1e-12).all()


def test_landmark_ridge_without_its_normal_matrix():
    k = nystroem(K, X, 60, RNG)
    *_, last = landmark_ridge_steps(k, X, Y, 0.1, budget=60 * 8 * 50)
    np.testing.assert_allclose(last.f(X), ridge(k, X, Y, 0.1)(X), atol=1e-8)


def test_blocks_of_the_gram_matrix_stay_within_the_budget(monkeypatch):
    sizes = []
    gram = Gaussian.gram
    monkeypatch.setattr(
        Gaussian, "gram", lambda self, A, B: sizes.append(8 * len(A) * len(B)) or gram(self, A, B)
    )
    list(ridge_steps(K, X, Y, 0.1, budget=100_000))
    assert max(sizes) <= 100_000


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: list(ridge_steps(K, X, Y, 1e-6, steps=3)), "after 3 steps"),
        (lambda: list(ridge_steps(K, X, np.column_stack([Y, Y]), 0.1)), "one output"),
        (lambda: list(ridge_steps(K, X, Y, 0.0)), "lam = 0"),
        (lambda: list(ridge_steps(K, X, Y, 0.1, budget=1000)), "less than one row"),
        (lambda: list(ridge_steps(K, X, Y, 0.1, tolerance=-1)), "tolerance"),
        (lambda: list(ridge_steps(Difference(K, 3 * K), X, Y, 0.1)), "not a kernel"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()


def test_outputs_that_are_zero_need_no_step():
    (only,) = ridge_steps(K, X, np.zeros(400), 0.1)
    assert not only.f(X).any()
