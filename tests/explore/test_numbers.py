"""What an explorer draws is what the package computes: artists' data compared over the whole grid of controls."""

import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse import explore
from kernelcourse.datasets import cities
from kernelcourse.distances import euclidean, mahalanobis, minkowski
from kernelcourse.features import polynomial_features as explicit_features
from kernelcourse.figures import Picture, number
from kernelcourse.kernels import Gaussian
from kernelcourse.rkhs import KernelExpansion, feature_squares, inner, norm
from kernelcourse.scene import NAMES

pytestmark = pytest.mark.slow


def module(name: str) -> Any:
    """The module of an explorer; `explore.ridge` itself is the function of that name."""
    return sys.modules[f"kernelcourse.explore.{name}"]


def settings(name: str) -> Iterator[tuple[dict[str, Any], Picture]]:
    """Every setting and its picture, drawn without a warning; each has readouts, all of them defined."""
    explorer = explore.EXPLORERS[name]()
    for _, values in explorer.settings():
        picture = explorer.frame(**values)  # a warning is an error: see pyproject.toml
        assert picture.readouts and all(picture.readouts.values())
        assert "nan" not in str(picture) and "$" not in str(picture)
        yield values, picture
    assert "NaN" not in picture.drawing()


def test_every_explorer_is_compared_below() -> None:
    """Those whose points can be moved are compared in tests/scene, those of structured objects beside this file."""
    elsewhere = {
        "test_word_kernels",
        "test_graph_kernels",
        "test_wide_network",
        "test_soft_clusters",
        "test_two_samples",
    }  # test_part_three.py
    drawn = {name for name, make in explore.EXPLORERS.items() if make().exhibit is None}
    assert {f"test_{name}" for name in drawn} <= set(globals()) | elsewhere
    assert len(drawn) == len(explore.EXPLORERS) - len(NAMES)


def curve(picture: Picture, panel: int, number_: int) -> np.ndarray:
    return np.asarray(picture.figure.axes[panel].lines[number_].get_xydata())


def heights(picture: Picture, panel: int) -> np.ndarray:
    return np.array([bar.get_height() for bar in picture.figure.axes[panel].patches])


def cloud(picture: Picture, panel: int, number_: int) -> np.ndarray:
    scatters = [
        c
        for c in picture.figure.axes[panel].collections
        if hasattr(c, "get_offsets") and c.get_offsets().size
    ]
    return np.asarray(scatters[number_].get_offsets())


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
    ("formula", "miles"), [("D", "316"), ("D²", "286"), ("−½JDJ", "147"), ("−½JD²J", "5.43")]
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


def _distance(apart: np.ndarray, X: np.ndarray, end: np.ndarray) -> float:
    return float(apart[np.argmin(np.sum((X - end) ** 2, axis=1))])


def test_polynomial_features() -> None:
    parts = module("polynomial_features")
    for values, picture in settings("polynomial_features"):
        d, p = values["d"], values["p"]
        count = math.comb(d + p, d)
        assert_allclose(cloud(picture, 0, 0), [[p, count]])
        assert int(picture.readouts["features C(d + p, d)"].replace(" ", "")) == count
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
        assert picture.readouts["‖f‖ in H"] == number(size)
        assert picture.readouts["f(1)"] == picture.readouts["⟨f, k(·, 1)⟩"]
        assert picture.readouts["largest |f(x)| at ‖f‖ = 1"] == number(np.sqrt(weights.sum()))


def test_inner_products_of_features_are_kernel_values() -> None:
    """The reproducing explorer's f, tested once against the package's own inner product."""
    parts = module("reproducing")
    k = parts.KERNELS["Gaussian, σ = 0.8"]
    f = KernelExpansion(k, parts.CENTERS, parts.WEIGHTS)
    assert_allclose(inner(f, f), parts.WEIGHTS @ k(parts.CENTERS) @ parts.WEIGHTS)


def test_approximation() -> None:
    where = module("approximation")
    X, y = where.data()
    for values, picture in settings("approximation"):
        few = where.approximate(**values)
        K = few(X)
        grid = curve(picture, 0, 1)[:, :1]
        weights = np.linalg.solve(K + 0.1 * np.eye(len(K)), y)  # the dual, from the matrix of all pairs
        assert_allclose(curve(picture, 0, 1)[:, 1], few(grid, X) @ weights, atol=1e-6)
        exact = np.exp(-((X - X.T) ** 2) / (2 * values["sigma"] ** 2))
        assert picture.readouts["largest error of an entry of K"] == number(np.abs(exact - K).max())


def test_cost_of_scale() -> None:
    for values, picture in settings("cost_of_scale"):
        seconds = values["n"] * (1.6e-5 * values["m"] / 1000 + 3.2e-5 * (values["m"] / 1000) ** 2)
        assert picture.readouts["core-hours"] == f"{seconds / 3600:.3g}"
        assert picture.readouts["hours"] == f"{seconds / 3600 / values['cores']:.3g}"
        assert picture.readouts["price"] == f"{seconds / 3600 * values['price']:.2f}"


def test_svm() -> None:
    parts = module("svm")
    for values, picture in settings("svm"):
        X, y = parts.data(values["name"])
        machine = parts.machine(**values)
        assert_allclose(heights(picture, 1), machine.alpha / values["C"])
        assert_allclose(machine.primal, machine.dual, rtol=1e-4)  # no gap: these are the right weights
        assert picture.readouts["support vectors"] == f"{np.count_nonzero(machine.alpha)} of {len(X)}"
        assert picture.readouts["wrong among these points"] == str(int((y * machine(X) <= 0).sum()))
        f = KernelExpansion(Gaussian(values["sigma"]), X, machine.alpha * y)
        assert picture.readouts["half the street's width 1/‖f‖"] == number(1 / float(norm(f)))


def test_gaussian_process() -> None:
    parts = module("gaussian_process")
    X, y = parts.data()
    for values, picture in settings("gaussian_process"):
        n, k = values["count"], Gaussian(values["width"])
        Z = parts.GRID[:, None]
        inverse = np.linalg.inv(k(X[:n]) + values["noise"] * np.eye(n)) if n else np.zeros((0, 0))
        across = k(Z, X[:n]) if n else np.zeros((len(Z), 0))
        spread = np.sqrt(np.maximum(1 - np.einsum("ij,jk,ik->i", across, inverse, across), 0))
        assert_allclose(curve(picture, 0, 0)[:, 1], across @ inverse @ y[:n], atol=1e-5)
        assert_allclose(curve(picture, 1, 0)[:, 1], spread, atol=1e-3)
        assert picture.readouts["largest"] == number(float(curve(picture, 1, 0)[:, 1].max()), 2)
        assert len(picture.figure.axes[0].lines) == 1 + parts.DRAWN


def test_logistic() -> None:
    parts = module("logistic")
    X, y = parts.data()
    for values, picture in settings("logistic"):
        f = parts.fit(**values)
        surprises = 1 / (1 + np.exp(y * f(X)))
        assert_allclose(heights(picture, 1), surprises, atol=1e-9)
        assert_allclose(f.expansion.weights, y * surprises / (2 * values["lam"]), atol=1e-6 / values["lam"])
        assert picture.readouts["mean surprise"] == number(float(surprises.mean()), 3)


def test_density() -> None:
    parts = module("density")
    X = parts.data()
    for values, picture in settings("density"):
        h, window = values["width"], parts.WINDOWS[values["window"]]
        by_hand = sum(window((parts.GRID - x) / h) for x in X) / (len(X) * h)
        assert_allclose(curve(picture, 0, 1)[:, 1], by_hand, atol=1e-12)
        wide = np.linspace(-15, 15, 6001)
        assert_allclose(parts.estimate(values["window"], h, wide).sum() * (wide[1] - wide[0]), 1, atol=5e-3)
        assert_allclose(window(wide) @ wide**2 * (wide[1] - wide[0]), 1, atol=5e-3)  # standard deviation 1


def test_canonical() -> None:
    parts = module("canonical")
    for values, picture in settings("canonical"):
        found = parts.fit(**values)
        for panel, new in enumerate((False, True)):
            f, g = (scores[:, 0] for scores in found.scores(*parts.data(values["name"], new)))
            assert_allclose(cloud(picture, panel, 0), np.column_stack([f, g]))
        told = picture.readouts["correlation of new pairs"]
        assert told == number(float(np.corrcoef(f, g)[0, 1]), 3)
