"""The figures of the chapter on principal components show the package's numbers."""

from __future__ import annotations

import numpy as np

from kernelcourse import Gaussian, datasets, kernel_pca, pca
from kernelcourse.figures import number
from kernelcourse.figures import pca as figures

RINGS, RING = datasets.rings()
FOUND = kernel_pca(Gaussian(1.0), RINGS, 3)


def offsets(axes, place=0):
    return np.asarray(axes.collections[place].get_offsets())


def test_unrolled_rings_are_drawn_at_their_scores_with_the_gap_between_them():
    scores = FOUND.scores(RINGS)
    picture = figures.unrolled(RINGS, RING, scores)
    left, right = picture.figure.axes
    assert np.allclose(offsets(left), RINGS[RING == 0])
    assert np.allclose(offsets(right, 1), scores[RING == 1, :2])
    assert picture.readouts["gap between the rings in score 1"] == number(2 * np.abs(scores[0, 0]))
    mixed = figures.unrolled(RINGS, RING, scores[:, [1, 0]])
    assert "does not separate" in mixed.alt


def test_the_wave_has_the_eigenvalues_at_its_top_and_bottom():
    X = datasets.toy_b()
    both, degrees = pca(X, 2), np.arange(0, 181)
    W = np.column_stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    variances = np.var(X @ W.T, axis=0)
    picture = figures.variance_by_angle(X, both.directions, degrees, variances)
    wave = picture.figure.axes[1].get_lines()[0].get_ydata()
    assert np.isclose(wave.max(), both.variances[0])
    assert np.isclose(wave.min(), both.variances[1])
    assert picture.readouts["largest"] == f"{number(31 / 9, 4)} at 45°"


def test_two_origins_draws_both_directions():
    far = np.array([10.0, 10.0]) + np.outer(np.arange(-2, 3), [1, -1])
    raw, centred = np.array([1, 1]) / np.sqrt(2), np.array([1, -1]) / np.sqrt(2)
    picture = figures.two_origins(far, raw, centred)
    drawn = [np.diff(line.get_xydata(), axis=0)[0] for line in picture.figure.axes[0].get_lines()]
    assert all(np.isclose(abs(d @ w), np.linalg.norm(d)) for d, w in zip(drawn, (raw, centred), strict=True))
    assert picture.readouts["cosine between the two"] == "0"


def test_matrices_landscapes_and_widths_hold_what_was_given():
    K = Gaussian(1.0)(RINGS)
    J = np.eye(80) - 1 / 80
    picture = figures.gram_matrices(K, J @ K @ J)
    assert np.allclose(picture.figure.axes[1].images[0].get_array(), J @ K @ J)
    assert picture.readouts["largest row sum of JKJ"] == "0"
    assert figures.gram_matrices(K, K).readouts["largest row sum of JKJ"] != "0"
    axis = np.linspace(-5, 5, 9)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    values = FOUND.scores(grid).T.reshape(3, 9, 9)
    drawn = figures.landscapes(RINGS, RING, axis, values, FOUND.variances)
    assert drawn.readouts["variances"] == ", ".join(f"{v:.3f}" for v in FOUND.variances)
    bars = figures.widths({1.0: FOUND.explained}).figure.axes[0].patches
    assert np.allclose([bar.get_height() for bar in bars], 100 * FOUND.explained)


def test_digits_stand_in_their_rows_and_errors_on_their_curves():
    images, _ = datasets.digits(1, np.random.default_rng(0), kinds=(1, 7))
    picture = figures.digit_rows({"one": images, "two": 1 - images}, 12, {"two": 0.25})
    sheet = np.asarray(picture.figure.axes[0].images[0].get_array())
    assert np.allclose(sheet[:12, 13:25], images[1].reshape(12, 12))
    assert np.allclose(sheet[13:25, :12], 1 - images[0].reshape(12, 12))
    assert picture.readouts == {"two": "0.25"}
    curve = figures.denoising((1, 2, 4), {"PCA": [3.0, 1.0, 2.0]})
    assert np.allclose(curve.figure.axes[0].get_lines()[0].get_ydata(), [3, 1, 2])
    assert curve.readouts["PCA"] == "1 with 2"
