"""The course's data: the fixtures' known numbers, and random sets that depend on their rng alone."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse import datasets
from kernelcourse.datasets import cities, digits, rings, sunset


def rng(seed=0):
    return np.random.default_rng(seed)


def test_toy_a_gives_the_ridge_weights_of_the_book():
    X, y = datasets.toy_a()
    np.testing.assert_allclose(np.linalg.solve(X.T @ X + np.eye(2), X.T @ y), np.array([58, 84]) / 47)


def test_toy_b_and_toy_c():
    assert datasets.toy_b().shape == (6, 2)
    halves = np.split(datasets.toy_c(), 2)
    assert sum(((half - half.mean(axis=0)) ** 2).sum() for half in halves) == pytest.approx(8 / 3)


def test_no_line_separates_xor_but_the_product_of_coordinates_does():
    X, y = datasets.xor()
    assert np.array_equal(X[:, 0] * X[:, 1], y)
    assert np.allclose(X.T @ y, 0) and y.sum() == 0


def test_rings_have_their_radii():
    X, labels = rings(40, (1, 4))
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), np.where(labels == 0, 1, 4))
    centred = np.stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]], axis=1)
    centred -= centred.mean(axis=0)
    np.testing.assert_allclose(np.linalg.eigvalsh(centred.T @ centred), [2250, 2570, 2570])
    scattered, _ = rings(40, (1, 4), spread=0.1, rng=rng())
    assert 0 < np.abs(np.linalg.norm(scattered, axis=1) - np.where(labels == 0, 1, 4)).max() < 0.5


def test_the_city_table():
    names, D = cities()
    assert len(names) == 10 and np.array_equal(D, D.T) and not np.diagonal(D).any()
    assert D[np.tril_indices(10)].sum() == 63769
    assert D[names.index("Seattle"), names.index("New York")] == 2406
    assert ((D[:, :, None] + D[None]).min(axis=1) >= D).all()


@pytest.mark.parametrize(("miles", "largest"), [(2406, 9580699.3), (2408, 9582144.3)])
def test_the_disputed_entry_hardly_moves_the_map(miles, largest):
    _, D = cities(miles)
    J = np.eye(10) - 0.1
    assert np.linalg.eigvalsh(-0.5 * J @ D**2 @ J)[-1] == pytest.approx(largest, abs=0.1)


RANDOM = {
    "moons": lambda r: datasets.moons(20, r),
    "blobs": lambda r: datasets.blobs(20, [[0, 0], [9, 9], [0, 9]], r),
    "noisy_sine": lambda r: datasets.noisy_sine(20, r),
    "patients": lambda r: datasets.patients(20, r),
    "digits": lambda r: digits(2, r),
    "rings": lambda r: rings(20, spread=0.2, rng=r),
}


@pytest.mark.parametrize("name", RANDOM)
def test_random_sets_are_decided_by_their_rng(name):
    X, y = RANDOM[name](rng(3))
    again, labels = RANDOM[name](rng(3))
    other, _ = RANDOM[name](rng(4))
    assert np.array_equal(X, again) and np.array_equal(y, labels) and not np.array_equal(X, other)
    assert len(X) == len(y) and X.ndim == 2 and np.isfinite(X).all()


def test_moons_lie_on_their_half_circles():
    X, labels = datasets.moons(30, rng(), spread=0)
    np.testing.assert_allclose(np.linalg.norm(X[labels == 0], axis=1), 1)
    np.testing.assert_allclose(np.linalg.norm(X[labels == 1] - [1, 0.5], axis=1), 1)


def test_blobs_are_around_their_centers():
    X, labels = datasets.blobs(500, [[0, 0], [9, 9]], rng(), spread=0.5)
    np.testing.assert_allclose([X[labels == c].mean(axis=0) for c in (0, 1)], [[0, 0], [9, 9]], atol=0.1)
    assert X[labels == 0].std() == pytest.approx(0.5, abs=0.05)


def test_the_sine_is_a_sine():
    X, y = datasets.noisy_sine(50, rng(), spread=0)
    assert (np.diff(X[:, 0]) >= 0).all() and np.abs(X).max() <= np.pi
    np.testing.assert_allclose(y, np.sin(X[:, 0]))


def test_patients_are_plausible_and_their_score_follows_their_features():
    X, y = datasets.patients(400, rng())
    assert X.shape[1] == len(datasets.PATIENT_FEATURES)
    assert (X.min(axis=0) >= [20, 60, 30, 0]).all() and (X.max(axis=0) <= [90, 220, 120, 15]).all()
    Z = np.column_stack([(X - X.mean(axis=0)) / X.std(axis=0), np.ones(400)])
    residual = y - Z @ np.linalg.lstsq(Z, y, rcond=None)[0]
    assert residual.std() < 0.25 < y.std()


def test_digits_look_like_their_kind():
    X, labels = digits(12, rng())
    assert X.shape == (120, 144) and X.min() >= 0 and X.max() <= 1
    means = np.stack([X[labels == kind][:6].mean(axis=0) for kind in range(10)])
    tested = np.concatenate([X[labels == kind][6:] for kind in range(10)])
    nearest = ((tested[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == np.repeat(np.arange(10), 6)).mean() > 0.85
    assert set(digits(1, rng(), kinds=(3, 8))[1]) == {3, 8}


def test_the_picture_has_more_colours_than_it_needs():
    picture = sunset()
    assert picture.shape == (24, 32, 3) and picture.min() >= 0 and picture.max() <= 1
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 40
    assert sunset(10, 12).shape == (10, 12, 3)


def test_words_and_graphs():
    assert len(set(datasets.words())) == 12
    sizes = {name: (len(A), A.sum() / 2) for name, A in datasets.graphs().items()}
    assert sizes == {"K3": (3, 3), "P3": (3, 2), "P4": (4, 3), "C4": (4, 4), "S4": (4, 3), "K4": (4, 6)}
    assert all(np.array_equal(A, A.T) and not np.diagonal(A).any() for A in datasets.graphs().values())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rings(0), "n = 0"),
        (lambda: rings(radii=()), "radii is empty"),
        (lambda: rings(radii=(1, -1)), "radii = -1"),
        (lambda: rings(spread=0.1), "rng must be a numpy Generator"),
        (lambda: cities(-1), "new_york_to_seattle = -1"),
        (lambda: datasets.moons(5, rng(), spread=-1), "spread = -1"),
        (lambda: datasets.moons(5, 0), "rng must be a numpy Generator"),
        (lambda: datasets.blobs(5, [1, 2], rng()), "centers is 1-D"),
        (lambda: datasets.noisy_sine(2.5, rng()), "n must be a whole number"),
        (lambda: datasets.patients(0, rng()), "n = 0"),
        (lambda: digits(1, rng(), side=2), "side = 2"),
        (lambda: digits(1, rng(), kinds=()), "kinds is empty"),
        (lambda: digits(1, rng(), kinds=(10,)), "kinds = 10"),
        (lambda: sunset(2), "height = 2"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_two_views_share_an_angle_or_do_not():
    X, Y = datasets.two_views(400, rng(3))
    angles = np.arctan2(X[:, 1], X[:, 0])
    assert np.corrcoef(angles, Y[:, 0])[0, 1] > 0.95
    X, Y = datasets.two_views(400, rng(3), common=False)
    assert abs(np.corrcoef(np.arctan2(X[:, 1], X[:, 0]), Y[:, 0])[0, 1]) < 0.15
