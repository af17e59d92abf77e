"""The figures on Mercer validity show the package's numbers."""

import numpy as np

from kernelcourse import Gaussian, Minimum, Polynomial, gaussian_features
from kernelcourse.figures import mercer


def test_bumps_are_drawn_with_their_verdicts():
    t = np.linspace(-1, 1, 5)
    picture = mercer.bumps(t, {"a": t**2, "b": np.abs(t)}, {"a": "refuted", "b": "proved"})
    assert [axes.lines[0].get_ydata().tolist() for axes in picture.figure.axes] == [
        (t**2).tolist(),
        np.abs(t).tolist(),
    ]
    assert [axes.texts[0].get_text() for axes in picture.figure.axes] == ["REFUTED", "PROVED"]


def test_a_spectrum_that_dips_is_marked_and_one_that_does_not_is_not():
    omega = np.linspace(0, 2, 9)
    picture = mercer.spectra(omega, {"dips": np.cos(2 * omega), "stays": np.exp(-omega)})
    assert picture.readouts["stays"] == "never below 0"
    assert picture.readouts["dips"].startswith("−")


def test_the_quadratic_form_marks_the_witness_with_its_value():
    K = np.array([[0.0, 1.0], [1.0, 4.0]])
    picture = mercer.quadratic_forms({"form": K}, {"form": [3.0, -1.0]})
    (axes,) = picture.figure.axes
    assert "aᵀKa = −2" in [text.get_text() for text in axes.texts]
    assert any(np.array_equal(drawn.get_offsets(), [[3.0, -1.0]]) for drawn in axes.collections)


def test_the_third_heat_map_is_the_entrywise_product():
    X = np.arange(4.0)[:, None]
    first, second = Gaussian(1.0)(X), Polynomial(2)(X)
    picture = mercer.entrywise(first, second, ["one", "two", "both"])
    assert np.array_equal(picture.figure.axes[2].images[0].get_array(), first * second)


def test_the_shared_area_is_the_minimum():
    assert mercer.overlap(3.0, 2.0).readouts == {"shared area": "2"}


def test_partial_sums_and_ranks_are_drawn_as_given():
    x, z = np.linspace(-1, 2, 7)[:, None], np.array([[1.0]])
    sums = {N: (gaussian_features(x, 1.0, N) @ gaussian_features(z, 1.0, N).T)[:, 0] for N in (0, 3)}
    truth = Gaussian(1.0)(x, z)[:, 0]
    lines = mercer.partial_sums(x[:, 0], sums, truth, 1.0).figure.axes[0].lines
    assert all(np.array_equal(drawn.get_ydata(), y) for drawn, y in zip(lines, [truth, *sums.values()]))
    drawn = mercer.ranks([2, 4], {"Gaussian": [2, 4], "linear": [1, 1]}).figure.axes[0].lines
    assert [list(curve.get_ydata()) for curve in drawn] == [[2, 4], [1, 1]]


def test_eigenfunctions_compare_the_spectrum_with_the_formula():
    t = ((np.arange(100) + 0.5) / 100)[:, None]
    values, vectors = np.linalg.eigh(Minimum()(t))
    j = np.arange(1, 4)
    known = 4 / ((2 * j - 1) ** 2 * np.pi**2)
    right = mercer.eigenfunctions(t[:, 0], vectors[:, -3:], values[::-1][:3] / 100, known)
    wrong = mercer.eigenfunctions(t[:, 0], vectors[:, -3:], values[::-1][:3] / 100, 2 * known)
    assert right.readouts["off the formula"] == "by less than 1 in 1000"
    assert wrong.readouts["off the formula"] == "by 50 %"
