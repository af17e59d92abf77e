"""The support vector machine: strong duality, its optimality conditions, XOR by hand, and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import SVC

from kernelcourse.datasets import blobs, xor
from kernelcourse.kernels import Gaussian, Linear, Polynomial, Precomputed, Spectrum
from kernelcourse.learn import margin, one_against_one, smo, svm, svm_path
from kernelcourse.learn.smo import PERIOD, Climb


def test_xor_by_hand():
    X, y = xor()
    machine = svm(Polynomial(2, 1), X, y, C=10)
    assert_allclose(machine.alpha, 1 / 8, rtol=1e-9)
    assert_allclose([machine.dual, machine.primal], 0.25, rtol=1e-9)
    Z = np.random.default_rng(0).normal(size=(20, 2))
    assert_allclose(machine(Z), Z[:, 0] * Z[:, 1], atol=1e-9)  # f(x) = x₁x₂
    assert_allclose(machine([[0.5, 0.3]]), 0.15, atol=1e-9)
    assert_allclose(margin(machine.expansion, X, y), np.sqrt(2), rtol=1e-9)
    assert_allclose(machine.support, np.arange(4))


@pytest.mark.parametrize(
    "kernel, parameters",
    [
        (Linear(), {"kernel": "linear"}),
        (Gaussian(1), {"kernel": "rbf", "gamma": 0.5}),
        (Polynomial(2, 1), {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}),
    ],
)
@pytest.mark.parametrize("C", [0.1, 1.0, 20.0])
def test_agrees_with_scikit_learn(kernel, parameters, C):
    rng = np.random.default_rng(1)
    X, Z = rng.normal(size=(60, 2)), rng.normal(size=(30, 2))
    y = np.where(X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=60) > 0, 1, -1)
    peer = SVC(C=C, tol=1e-10, **parameters).fit(X, y)
    machine = svm(kernel, X, y, C)
    assert_allclose(machine(Z), peer.decision_function(Z), atol=1e-5)
    assert_allclose(machine.alpha.sum(), np.abs(peer.dual_coef_).sum(), rtol=1e-5)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_optimality_conditions(C):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(40, 2))
    y = np.where(X.sum(axis=1) + 0.5 * rng.normal(size=40) > 0, 1, -1)
    machine = svm(Gaussian(1), X, y, C)
    assert abs(machine.alpha @ y) < 1e-10 * C * 40
    assert machine.alpha.min() >= 0 and machine.alpha.max() <= C
    assert_allclose(machine.primal, machine.dual, rtol=1e-6)  # no duality gap
    margins = y * machine(X)
    assert (margins[machine.alpha == 0] >= 1 - 1e-6).all()
    assert (margins[machine.alpha == C] <= 1 + 1e-6).all()
    free = (machine.alpha > 0) & (machine.alpha < C)
    assert_allclose(margins[free], 1, atol=1e-6)


def test_only_support_vectors_matter():
    rng = np.random.default_rng(3)
    X = np.vstack([rng.normal(size=(20, 2)) + 3, rng.normal(size=(20, 2)) - 3])
    y = np.repeat([1, -1], 20)
    machine = svm(Linear(), X, y, 10.0)
    kept = machine.support
    assert len(kept) < 20
    again = svm(Linear(), X[kept], y[kept], 10.0)
    assert_allclose(again(X), machine(X), atol=1e-6)


def test_precomputed():
    X, y = xor()
    assert_allclose(svm(Precomputed(Polynomial(2, 1)(X)), range(4), y, 10).alpha, 1 / 8, rtol=1e-9)


def test_same_point_with_both_labels():
    machine = svm(Gaussian(1), [[0.0], [0.0]], [1, -1], 2.0)
    assert_allclose(machine.alpha, 2)
    assert_allclose(machine.primal, machine.dual)


def test_bad_arguments():
    X, y = xor()
    for C in (0, -1, np.inf, None):
        with pytest.raises(ValueError, match="C"):
            svm(Linear(), X, y, C)
    with pytest.raises(ValueError, match="one label only"):
        svm(Linear(), X, [1, 1, 1, 1], 1)
    with pytest.raises(ValueError, match="y must hold"):
        svm(Linear(), X, [0, 1, 0, 1], 1)
    with pytest.raises(ValueError, match="not reached in 1 steps"):
        svm(Polynomial(2, 1), X, y, 1, steps=1)
    with pytest.raises(ValueError, match="tolerance"):
        svm(Linear(), X, y, 1, tolerance=0)


def test_coincident_points_at_the_origin_overflow_nothing():
    machine = svm(Linear(), np.zeros((4, 2)), [1, 1, -1, -1], C=1.0)  # a warning would be an error
    assert np.isfinite(machine.alpha).all() and machine.dual == pytest.approx(4.0)
    mixed = svm(Linear(), [[0.0, 0], [0, 0], [1, 1]], [1, -1, 1], C=1.0)
    assert mixed.primal == pytest.approx(mixed.dual, abs=1e-6)


@pytest.mark.parametrize("scale", [1e-160, 1e-100])
def test_tiny_points_overflow_nothing(scale):
    X, _ = xor()
    machine = svm(Linear(), scale * X[[0, 1, 1, 2]], [1, -1, 1, -1], C=1e-3)
    assert np.isfinite(machine.alpha).all() and machine.alpha.max() <= 1e-3


def overlapping(n=40, seed=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.where(X.sum(axis=1) + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)


def test_smo_climbs_and_its_gap_bounds_what_is_left():
    X, y = overlapping()
    states = list(smo(Gaussian(1), X, y, 5.0, tolerance=1e-8))
    duals = np.array([state.machine.dual for state in states])
    best = svm(Gaussian(1), X, y, 5.0, tolerance=1e-11)
    assert states[0].pair is None and duals[0] == 0
    assert (np.diff(duals) > -1e-9).all()
    assert_allclose(np.diff(duals), [state.pair.gain for state in states[1:]], atol=1e-8)
    assert all(best.dual - state.machine.dual <= state.gap + 1e-9 for state in states)
    assert states[-1].gap < 1e-5 and states[-1].machine.steps == len(states) - 1
    assert_allclose(states[-1].machine.alpha, svm(Gaussian(1), X, y, 5.0, tolerance=1e-8).alpha)


def test_a_path_holds_the_machines_that_training_from_scratch_gives():
    X, y = overlapping()
    for C, machine in zip((0.1, 1.0, 10.0), svm_path(Gaussian(1), X, y, (0.1, 1.0, 10.0)), strict=True):
        assert_allclose(machine(X), svm(Gaussian(1), X, y, C)(X), atol=1e-6)
    for prices in ([], [1.0, 1.0], [2.0, 1.0], [0.0, 1.0]):
        with pytest.raises(ValueError, match="Cs"):
            svm_path(Gaussian(1), X, y, prices)


def test_one_against_one_is_scikit_learns_where_no_vote_is_tied():
    middles = 2 * np.column_stack([np.cos(np.arange(4)), np.sin(np.arange(4))])
    X, labels = blobs(15, middles, np.random.default_rng(0), 0.6)
    Z = np.random.default_rng(1).uniform(-3, 3, (200, 2))
    vote = one_against_one(Gaussian(1), X, labels, 2.0)
    ballots = np.sort(vote.votes(Z), axis=1)
    clear = ballots[:, -1] > ballots[:, -2]
    peer = SVC(C=2.0, gamma=0.5, tol=1e-9).fit(X, labels)
    assert clear.sum() > 150
    assert_array_equal(vote(Z)[clear], peer.predict(Z)[clear])
    assert_array_equal(one_against_one(Gaussian(1), X, labels.astype(str), 2.0)(Z), vote(Z).astype(str))
    assert_array_equal(vote.votes(Z).sum(axis=1), 6)


def test_one_against_one_takes_words_and_refuses_one_class():
    words, labels = ["abab", "baba", "cdcd", "dcdc", "efef", "fefe"], [0, 0, 1, 1, 2, 2]
    vote = one_against_one(Spectrum(q=2), words, labels, 10.0)
    assert_array_equal(vote(words), labels)
    with pytest.raises(ValueError, match="one label only"):
        one_against_one(Linear(), [[1.0], [2.0]], [1, 1], 1.0)
    with pytest.raises(ValueError, match="y has shape"):
        one_against_one(Linear(), [[1.0], [2.0]], [1, 2, 3], 1.0)


@pytest.mark.parametrize(("C", "sigma"), [(1.0, 0.5), (10.0, 0.5), (1000.0, 1.0)])
def test_resting_weights_change_nothing(C, sigma):
    """svm lets weights at their bounds rest; smo asks all of them at every move. Both end at the same top."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((260, 2))
    y = np.where(X[:, 0] * X[:, 1] + 0.4 * rng.standard_normal(260) > 0, 1.0, -1.0)
    fast = svm(Gaussian(sigma), X, y, C, tolerance=1e-9)
    climb = Climb(Gaussian(sigma)(X), y, C)
    for _ in climb.moves(1e-9, 1_000_000):
        pass
    assert fast.steps > PERIOD
    assert_allclose(fast.dual, climb.dual, rtol=1e-10)
    assert_allclose(fast.primal, climb.primal, rtol=1e-7)
    assert_allclose(fast.expansion(X), climb.values, atol=1e-6 * max(1.0, C))
    assert ((fast.alpha >= 0) & (fast.alpha <= C)).all() and abs(y @ fast.alpha) < 1e-9 * C * len(y)


def test_too_few_steps_are_said_also_where_weights_rest():
    rng = np.random.default_rng(8)
    X, y = rng.standard_normal((400, 2)), np.where(rng.random(400) > 0.5, 1.0, -1.0)
    for steps in (1, PERIOD, PERIOD + 7):
        with pytest.raises(ValueError, match=f"in {steps} steps"):
            svm(Gaussian(0.5), X, y, 10.0, steps=steps)
