"""What an explorer draws is what the package computes: artists' data compared over the whole grid of controls."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse import explore
from kernelcourse.datasets import cities
from kernelcourse.distances import euclidean, mahalanobis, minkowski
from kernelcourse.features import polynomial_features as explicit_features
from kernelcourse.figures import number
from kernelcourse.rkhs import KernelExpansion, feature_squares, inner
from kernelcourse.scene import NAMES
from tests.explore import test_part_three
from tests.explore.drawn import cloud, curve, heights, module, settings

pytestmark = pytest.mark.slow


def test_every_explorer_is_compared() -> None:
    """Here or in test_part_three.py; those whose points can be moved are compared in tests/scene."""
    drawn = {name for name, make in explore.EXPLORERS.items() if make().exhibit is None}
    assert {f"test_{name}" for name in drawn} <= set(globals()) | set(vars(test_part_three))
    assert len(drawn) == len(explore.EXPLORERS) - len(NAMES)


def test_gaussian_width() -> None:
    for values, picture in settings("gaussian_width"):
        X = module("gaussian_width").points(values["where"])
        K = np.exp(-((X - X.T) ** 2) / (2 * values["sigma"] ** 2))  # the formula itself
        assert_allclose(picture.figure.axes[0].images[0].get_array(), K, atol=1e-12)
        spectrum = np.sort(np.linalg.eigvalsh(K))[::-1]
        assert_allclose(heights(picture, 1), np.maximum(spectrum, 0), atol=1e-10)
        assert picture.readouts["largest eigenvalue"] == number(spectrum[0])


def test_gaussian_width_goes_from_identity_to_all_ones() -> None:
    explorer = explore.gaussian_width()
    narrow, wide = (
        explorer.frame(sigma=sigma).figure.axes[0].images[0].get_array() for sigma in (0.02, 50.0)
    )
    assert_allclose(narrow, np.eye(24), atol=1e-12)
    assert_allclose(wide, np.ones((24, 24)), atol=0.01)


def test_closure() -> None:
    parts = module("closure")
    for values, picture in settings("closure"):
        K1, K2 = (parts.PARTS[values[side]](parts.POINTS) for side in ("first", "second"))
        by_hand = {
            "k₁ + k₂": K1 + K2,
            "k₁ · k₂": K1 * K2,
            "exp(k₁) · k₂": np.exp(K1) * K2,
            "k₁² + 2 k₂": K1**2 + 2 * K2,
            "k₁ − k₂": K1 - K2,
            "k₁ − ½ k₂": K1 - K2 / 2,
        }[values["rule"]]
        assert_allclose(picture.figure.axes[0].images[0].get_array(), by_hand, rtol=1e-9, atol=1e-12)
        smallest = np.linalg.eigvalsh(by_hand)[0]
        if picture.readouts["verdict"] == "PROVED":
            assert smallest > -1e-9 * np.abs(by_hand).max() and "proof" in picture.readouts
        if smallest < -1e-6 * np.abs(by_hand).max():
            assert picture.readouts["verdict"] == "REFUTED"
        if picture.readouts["verdict"] == "REFUTED":
            _, verdict = parts.built(**values)
            gram = parts.RULES[values["rule"]](parts.PARTS[values["first"]], parts.PARTS[values["second"]])
            a = np.asarray(verdict.witness.weights)
            assert a @ gram(np.asarray(verdict.witness.points, float).reshape(-1, 1)) @ a < 0


def test_reproducing() -> None:
    parts = module("reproducing")
    for values, picture in settings("reproducing"):
        k = parts.KERNELS[values["kernel"]]
        at = np.array([[values["x"]]])
        f_there = float(k(at, parts.CENTERS)[0] @ parts.WEIGHTS)
        assert_allclose(curve(picture, 0, 0)[:, 1], k(parts.GRID, parts.CENTERS) @ parts.WEIGHTS, atol=1e-12)
        assert_allclose(curve(picture, 0, 1)[:, 1], k(parts.GRID, at)[:, 0], atol=1e-12)
        assert picture.readouts["⟨f, k(·, x)⟩"] == picture.readouts["f(x)"] == number(f_there)
        assert abs(f_there) <= float(picture.figure.axes[0].get_ylim()[1]) + 10


def test_unit_balls() -> None:
    for values, picture in settings("unit_balls"):
        ball, ellipse = curve(picture, 0, 1), curve(picture, 1, 1)
        assert_allclose(minkowski(np.zeros((1, 2)), ball, p=values["p"]), 1, rtol=1e-12)
        rho = values["correlation"]
        spread = np.array([[1, rho], [rho, 1]])
        assert_allclose(np.einsum("ij,ij->i", ellipse @ np.linalg.inv(spread), ellipse), 1, rtol=1e-9)
        far = mahalanobis(np.zeros((1, 2)), [[1.0, -1.0]], covariance=spread)[0, 0]
        assert picture.readouts["distance 0 to (1, −1), Mahalanobis"] == number(far)


def test_city_map() -> None:
    _, D = cities()
    pairs = np.triu_indices(10, 1)
    for _, picture in settings("city_map"):
        shown = cloud(picture, 0, 1)
        error = np.sqrt(np.mean((euclidean(shown)[pairs] - D[pairs]) ** 2))
        assert picture.readouts["distance error (rms miles)"] == number(error)
        off = np.sqrt(np.mean(np.sum((shown - module("city_map").ATLAS) ** 2, axis=1)))
        assert picture.readouts["off the atlas (rms miles)"] == number(off)


@pytest.mark.parametrize(
    ("formula", "miles"), [("D", "316"), ("D⁽²⁾", "286"), ("−½JDJ", "147"), ("−½JD⁽²⁾J", "5.43")]
)
def test_city_map_errors_are_those_of_the_book(formula: str, miles: str) -> None:
    picture = explore.city_map().frame(formula=formula)
    assert picture.readouts["distance error (rms miles)"] == miles


def test_neighbours() -> None:
    parts = module("neighbours")
    X, y = parts.data()
    for values, picture in settings("neighbours"):
        measure = parts.MEASURES[values["measure"]]
        query = np.array([parts.QUERIES[values["where"]]])
        apart = (
            np.sqrt(feature_squares(measure, X, query)[:, 0])
            if hasattr(measure, "gram")
            else measure(X, query)[:, 0]
        )
        nearest = np.argsort(apart, kind="stable")[: values["count"]]
        ends = np.array([segment.get_xydata()[1] for segment in picture.figure.axes[0].lines])
        assert_allclose(
            np.sort(apart[nearest]), np.sort([_distance(apart, X, end) for end in ends]), atol=1e-9
        )
        for_a = int((y[nearest] == 1).sum())
        assert picture.readouts["neighbours of class A"] == f"{for_a} of {values['count']}"
        assert picture.readouts["vote"][0] == ("A" if for_a > values["count"] / 2 else "B")


def test_the_same_moon_has_the_same_colour_on_every_page() -> None:
    """The upper one is class B, squares."""
    for name, arguments in (("neighbours", ()), ("svm", ("moons",)), ("logistic", ())):
        X, y = module(name).data(*arguments)
        assert X[y == 1, 1].mean() < X[y == -1, 1].mean(), name


def _distance(apart: np.ndarray, X: np.ndarray, end: np.ndarray) -> float:
    return float(apart[np.argmin(np.sum((X - end) ** 2, axis=1))])


def _powers(p: int, made: tuple[int, ...] = (1,)) -> list[int]:
    """How many products lead to the power p, for every chain that multiplies its last member by one before it."""
    if made[-1] == p:
        return [len(made) - 1]
    return [n for other in made if made[-1] + other <= p for n in _powers(p, (*made, made[-1] + other))]


def test_polynomial_features() -> None:
    parts = module("polynomial_features")
    for values, picture in settings("polynomial_features"):
        d, p = values["d"], values["p"]
        count = math.comb(d + p, d)
        assert_allclose(cloud(picture, 0, 0), [[p, count]])
        assert int(picture.readouts["features C(d + p, d)"].replace(",", "")) == count
        assert int(picture.readouts["multiplications by the kernel"]) == d + min(_powers(p))
        assert picture.readouts["(x·z + 1)ᵖ"] == number(1.5**p, 6)
        if count <= parts.FEW:
            assert explicit_features(parts.pair(d)[0], p).shape == (1, count)
            assert picture.readouts["φ(x)·φ(z), written out"] == number(1.5**p, 6)


def test_lifted_rings() -> None:
    parts = module("lifted_rings")
    for values, picture in settings("lifted_rings"):
        X, y = parts.data(values["spread"])
        lifted = parts.LIFTS[values["lift"]][1](X)
        if lifted.shape[1] == 2:
            shown = np.vstack([cloud(picture, 1, group) for group in (0, 1)])
            assert_allclose(np.sort(shown, axis=0), np.sort(lifted, axis=0), atol=1e-12)
        gap = np.linalg.norm(X[y < 0], axis=1).min() - np.linalg.norm(X[y > 0], axis=1).max()
        separated = picture.readouts["separated"] == "yes"
        if "as they are" in values["lift"]:
            assert not separated
        if gap < 0 and "squares" in values["lift"] and separated:
            w = parts.separation(lifted, y).function
            side = (lifted - lifted.mean(axis=0)) @ w[:2] + w[2]
            assert (y * side > 0).all()
        if gap > 0.5 and "as they are" not in values["lift"]:
            assert separated, values


def test_fourier_space() -> None:
    parts = module("fourier_space")
    for values, picture in settings("fourier_space"):
        order = values["order"]
        places = 2 * np.pi * np.arange(2 * order + 1) / (2 * order + 1)
        f = parts.partial_sum(values["name"], order)
        assert_allclose(f(places), parts.FUNCTIONS[values["name"]](places), atol=1e-9)
        assert_allclose(curve(picture, 0, 1)[:, 1], f(parts.GRID).real, atol=1e-12)
        weights = parts.SPACES[values["spectrum"]].weights(order)
        size = np.sqrt(np.sum(np.abs(f.coefficients) ** 2 / weights))
        assert picture.readouts["‖f‖ in ℋ"] == number(size)
        assert picture.readouts["f(1)"] == picture.readouts["⟨f, k(·, 1)⟩"]
        assert picture.readouts["largest |f(x)| at ‖f‖ = 1"] == number(np.sqrt(weights.sum()))


def test_inner_products_of_features_are_kernel_values() -> None:
    """The reproducing explorer's f, tested once against the package's own inner product."""
    parts = module("reproducing")
    k = parts.KERNELS["Gaussian, σ = 0.8"]
    f = KernelExpansion(k, parts.CENTERS, parts.WEIGHTS)
    assert_allclose(inner(f, f), parts.WEIGHTS @ k(parts.CENTERS) @ parts.WEIGHTS)
