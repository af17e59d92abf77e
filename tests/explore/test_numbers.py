"""What an explorer draws is what the package computes: artists' data compared over the whole grid of controls."""

import math
import re
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
from kernelcourse.learn import kernel_pca as principal_components
from kernelcourse.learn import ridge as fit_ridge
from kernelcourse.rkhs import KernelExpansion, feature_squares, inner, norm

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
    elsewhere = {
        "test_word_kernels",
        "test_graph_kernels",
        "test_wide_network",
        "test_soft_clusters",
    }  # test_part_three.py
    assert {f"test_{name}" for name in explore.EXPLORERS} <= set(globals()) | elsewhere


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


def test_ridge() -> None:
    parts = module("ridge")
    for values, picture in settings("ridge"):
        X, y, kept = parts.data(values["outlier"])
        assert kept.all()
        k = parts.KERNELS[values["kernel"]](values["sigma"])
        f = fit_ridge(k, X, y, values["lam"])
        rounding = 1e-14 * np.linalg.cond(k(X) + values["lam"] * np.eye(len(X)))
        assert_allclose(curve(picture, 0, 1)[:, 1], f(parts.GRID), rtol=1e-6 + rounding, atol=1e-6 + rounding)
        assert picture.readouts["‖f‖"] == number(float(norm(f)))
        position = parts.LAMS.index(values["lam"])
        if values["sigma"] == 1.0:  # leave-one-out the long way, for a quarter of the grid
            left_out = [
                y[i] - fit_ridge(k, np.delete(X, i, 0), np.delete(y, i), values["lam"])(X[i : i + 1])[0]
                for i in range(len(X))
            ]
            assert_allclose(
                curve(picture, 1, 0)[position, 1], np.sqrt(np.mean(np.square(left_out))), rtol=1e-4
            )


def ridge_readouts(X: np.ndarray, y: np.ndarray, lam: float) -> dict[str, str]:
    """What the explorer should say at σ = 1, from the learner itself."""
    f = fit_ridge(module("ridge").KERNELS["Gaussian"](1.0), X, y, lam)
    return {"‖f‖": number(float(norm(f))), "training error": number(np.sqrt(np.mean((f(X) - y) ** 2)))}


def test_ridge_live_points_can_be_moved_and_left_out() -> None:
    live, (X, y, _) = explore.ridge().live(), module("ridge").data(False)

    def shown() -> dict[str, str]:
        cells = re.findall(r">([^<]*)</th><td>([^<]*)</td>", live.readouts.value)
        return {name: value for name, value in cells if name in ("‖f‖", "training error")}

    assert live.x.disabled and live.out.disabled and shown() == ridge_readouts(X, y, 0.1)
    live.point.value = 5
    assert (live.x.value, live.y.value) == pytest.approx((X[4, 0], y[4])) and not live.x.disabled
    assert shown() == ridge_readouts(X, y, 0.1)  # choosing a point moves nothing
    live.y.value = 2.5
    live.x.value = -1.0
    X, y = X.copy(), y.copy()
    X[4, 0], y[4] = -1.0, 2.5
    assert shown() == ridge_readouts(X, y, 0.1) and live.message.value == ""
    live.out.value = True
    assert "19 noisy points" in live.stage.value
    assert shown() == ridge_readouts(np.delete(X, 4, 0), np.delete(y, 4), 0.1)
    live.point.value = 7
    assert not live.out.value
    live.inputs["lam"].value = 1.0
    assert shown() == ridge_readouts(np.delete(X, 4, 0), np.delete(y, 4), 1.0)
    live.point.value = 5
    assert live.out.value and (live.x.value, live.y.value) == (-1.0, 2.5)
    live.back.click()
    X, y, _ = module("ridge").data(False)
    assert not live.out.value and live.y.value == pytest.approx(y[4]) and shown() == ridge_readouts(X, y, 1.0)


def test_ridge_live_follows_the_switch_and_refuses_to_leave_out_nearly_all() -> None:
    live = explore.ridge().live()
    outlier = module("ridge").OUTLIER
    live.point.value = outlier + 1
    before = live.y.value
    live.inputs["outlier"].value = True
    assert live.y.value == pytest.approx(before + 2.5)
    live.dropped = set(range(1, 18))
    live.point.value = 18
    live.out.value = True
    assert "keep at least 3 of the 20 points" in live.message.value
    live.out.value = False
    assert live.message.value == ""


def test_ridge_marks_the_chosen_point_and_knows_its_points() -> None:
    picture = explore.ridge().frame(chosen=3, dropped=(4,))
    X, y, _ = module("ridge").data(False)
    rings = [c.get_offsets() for c in picture.figure.axes[0].collections]
    assert any(len(ring) == 1 and np.allclose(ring[0], (X[2, 0], y[2])) for ring in rings)
    assert any(
        len(ring) == 1 and np.allclose(ring[0], (X[3, 0], y[3])) for ring in rings
    )  # shown, though left out
    with pytest.raises(ValueError, match="numbered 1 to 20"):
        explore.ridge().frame(dropped=(21,))


def test_kernel_pca() -> None:
    parts = module("kernel_pca")
    X, labels = parts.data()
    for values, picture in settings("kernel_pca"):
        k = parts.KERNELS[values["kernel"]](values["sigma"])
        shown = np.vstack([cloud(picture, 1, ring) for ring in (0, 1)])
        if values["centred"]:
            expected = principal_components(k, X, 3).scores(X)[:, :2]
        else:
            scores, _, share = parts.solution(values["kernel"], values["sigma"], False)
            K = k(X)
            eigenvalues = np.linalg.eigvalsh(K)[::-1]
            assert_allclose(np.sum(scores**2, axis=0), eigenvalues[:3], rtol=1e-8)
            assert_allclose(share, eigenvalues[:3] / np.trace(K), rtol=1e-8)
            expected = scores[:, :2]
        assert_allclose(shown, np.vstack([expected[labels == 0], expected[labels == 1]]), atol=1e-9)


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


def test_kmeans() -> None:
    parts = module("kmeans")
    for values, picture in settings("kmeans"):
        run = parts.states(values["setting"], values["start"], values["clusters"])
        step = min(values["step"], len(run) - 1)
        spreads = curve(picture, 1, 0)[:, 1]
        assert_allclose(spreads, [state.spread for state in run[: step + 1]])
        assert (np.diff(spreads) <= 1e-9 * spreads[0]).all(), "the spread never rises"
        X, state = parts.data(values["setting"]), run[step]
        if values["setting"] == "kernel":
            K = Gaussian(0.9)(X)
            within = sum(_spread_in_h(K, state.labels == c) for c in range(values["clusters"]))
            if state.half_step == "update":
                assert_allclose(state.spread, within, rtol=1e-9)
        else:
            own = state.centers[state.labels]
            assert_allclose(spreads[-1], np.sum((X - own) ** 2), rtol=1e-9)


def _spread_in_h(K: np.ndarray, chosen: np.ndarray) -> float:
    """Σ k(x, x) − Σ k(x, x′)/n over one cluster."""
    block = K[np.ix_(chosen, chosen)]
    return float(np.trace(block) - block.sum() / chosen.sum()) if chosen.any() else 0.0


def test_perceptron() -> None:
    parts = module("perceptron")
    for values, picture in settings("perceptron"):
        X, y = parts.data(values["name"])
        run = parts.states(values["name"], values["kernel"])
        state = run[min(values["step"], parts.ends(values["name"], values["kernel"]))]
        assert_allclose(heights(picture, 1), state.counts)
        f = KernelExpansion(parts.KERNELS[values["kernel"]], X, state.counts * y)
        assert picture.readouts["points wrong"] == str(int((y * f(X) <= 0).sum()))
        assert picture.readouts["updates so far"] == str(int(state.counts.sum()))
        if values["kernel"] == "x·z + 1":
            w, b = X.T @ (state.counts * y), float(state.counts @ y)
            assert_allclose(X @ w + b, f(X), atol=1e-12)
            said = f"w = ({number(w[0])}, {number(w[1])}), b = {number(b)}"
        else:
            said = f"‖f‖ = {number(float(norm(f)))}, written by α only"
        assert picture.readouts["weights"] == said
        if run[-1].separated:
            f = run[-1].function
            radius, margin = f.kernel.diagonal(X).max(), (y * f(X)).min() / norm(f)
            assert run[-1].updates <= radius / margin**2
            assert picture.readouts["Novikoff's bound (R/γ)²"] == number(radius / margin**2)


def test_perceptron_xor_is_separated_by_the_quadratic_kernel_and_never_by_the_linear_one() -> None:
    outcomes = {
        kernel: module("perceptron").states("xor", kernel)[-1].separated
        for kernel in module("perceptron").KERNELS
    }
    assert outcomes == {"x·z + 1": False, "(x·z + 1)²": True, "Gaussian, σ = 1": True}


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
