"""What a scene holds is what the learners compute: at every stored setting, and for points of the reader's own."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.kernels import Gaussian
from kernelcourse.learn import kernel_pca as principal_components
from kernelcourse.learn import lloyd, novikoff_bound
from kernelcourse.learn import ridge as fit_ridge
from kernelcourse.rkhs import KernelExpansion, norm
from kernelcourse.scene import NAMES, exhibit, kernel_pca, kmeans, perceptron, ridge
from kernelcourse.scene.marks import Line, Panel, Points, Region, Scene
from kernelcourse.scene.number import number


def settings(name: str) -> Iterator[tuple[dict[str, Any], Scene]]:
    """Every stored setting and its scene; what it says is defined."""
    from kernelcourse.explore.touched import touchable

    explorer = touchable(name)
    for _, values in explorer.settings():
        scene = explorer.scene(**values)
        assert scene.readouts and all(scene.readouts.values()) and "nan" not in str(scene)
        yield values, scene


def lines(panel: Panel, meaning: str) -> list[np.ndarray]:
    found = [mark for mark in panel.marks if isinstance(mark, Line) and mark.meaning == meaning]
    return [np.array(mark.at).reshape(-1, 2) for mark in found]


def test_ridge() -> None:
    for values, scene in settings("ridge"):
        X, y = ridge.data(values["outlier"])
        k = ridge.KERNELS[values["kernel"]](values["sigma"])
        f = fit_ridge(k, X, y, values["lam"])
        rounding = 1e-14 * np.linalg.cond(k(X) + values["lam"] * np.eye(len(X)))
        (fit,) = lines(scene.panels[0], "fit")
        assert_allclose(fit[:, 1], f(ridge.GRID), rtol=1e-6 + rounding, atol=1e-6 + rounding)
        assert scene.readouts["‖f‖"] == number(float(norm(f)))
        if values["sigma"] == 1.0 and values["lam"] == 1.0:  # leave-one-out the long way
            left_out = [
                y[i] - fit_ridge(k, np.delete(X, i, 0), np.delete(y, i), 1.0)(X[i : i + 1])[0]
                for i in range(len(X))
            ]
            (errors,) = lines(scene.panels[1], "a")
            at = ridge.LAMS.index(1.0)
            assert_allclose(10 ** errors[at, 1], np.sqrt(np.mean(np.square(left_out))), rtol=1e-4)


def test_ridge_between_two_stops_with_points_of_the_readers_own() -> None:
    points = [(-1.0, 0.5, "a"), (0.0, 2.0, "a"), (1.5, -1.0, "a"), (2.0, 0.0, "a")]
    scene = ridge.EXHIBIT.scene([2.5, 1.5, 0, 0], points)
    X, y = np.array([[x] for x, _, _ in points]), np.array([y for _, y, _ in points])
    f = fit_ridge(Gaussian(np.sqrt(0.5)), X, y, np.sqrt(0.1))
    assert_allclose(lines(scene.panels[0], "fit")[0][:, 1], f(ridge.GRID), rtol=1e-6)
    assert scene.readouts["training error"] == number(np.sqrt(np.mean((f(X) - y) ** 2)))
    assert scene.hand.points == tuple((x, y) for x, y, _ in points)
    assert scene.alt.startswith("Four noisy points")


def test_perceptron() -> None:
    for values, scene in settings("perceptron"):
        X, y = perceptron.data(values["name"])
        run = perceptron.states(perceptron.start(values["name"]), values["kernel"])
        state = run[values["step"]]
        bars = [m for m in scene.panels[1].marks if isinstance(m, Region)]
        counts = np.zeros(len(X))
        for bar in bars:
            counts[round(bar.at[0] + 0.35) - 1] = bar.at[3]
        assert_allclose(counts, state.counts)
        f = KernelExpansion(perceptron.KERNELS[values["kernel"]], X, state.counts * y)
        assert scene.readouts["points wrong"] == str(int((y * f(X) <= 0).sum()))
        for piece in lines(scene.panels[0], "ink"):
            assert np.abs(f(piece)).max() <= 0.05 * np.abs(f(perceptron.PLANE)).max(), (
                "f = 0 along the boundary"
            )
        if run[-1].separated:
            assert scene.readouts["Novikoff's bound (R/γ)²"] == number(novikoff_bound(run[-1].function, X, y))


def test_perceptron_xor_is_separated_by_the_quadratic_kernel_and_never_by_the_linear_one() -> None:
    held = perceptron.start("xor")
    outcomes = {kernel: perceptron.states(held, kernel)[-1].separated for kernel in perceptron.KERNELS}
    assert outcomes == {"x·z + 1": False, "(x·z + 1)²": True, "Gaussian, σ = 1": True}


def test_perceptron_of_one_class_needs_no_boundary() -> None:
    scene = perceptron.EXHIBIT.scene([0, 0, 0], [(0.0, 1.0, "a"), (1.0, 1.0, "a")])
    assert not lines(scene.panels[0], "ink")


def test_kmeans() -> None:
    for values, scene in settings("kmeans"):
        held = kmeans.begin(values["setting"])
        run = kmeans.states(held, values["setting"], values["start"], values["clusters"])
        state = run[values["step"]]
        (shown,) = lines(scene.panels[1], "a")
        assert_allclose(shown[:, 1], [earlier.spread for earlier in run[: values["step"] + 1]])
        assert (np.diff(shown[:, 1]) <= 1e-9 * shown[0, 1]).all(), "the spread never rises"
        if values["setting"] != "kernel":
            assert_allclose(state.spread, np.sum((held.places - state.centers[state.labels]) ** 2), rtol=1e-9)


def test_kmeans_of_other_points_is_lloyd_of_those() -> None:
    points = [(x, y, "a") for x, y in ((-3, 0), (-2.8, 0.4), (-3.1, -0.2), (3, 0), (3.2, 0.3), (2.9, -0.4))]
    scene = kmeans.EXHIBIT.scene([0, 1, 0, 17], points)
    X = np.array([(x, y) for x, y, _ in points])
    *_, state = lloyd(X, np.array([0, 0, 0, 1, 1, 1]), 2)
    assert scene.readouts["spread"] == number(state.spread) and scene.readouts["finished"] == "yes"
    (centers,) = [mark for mark in scene.panels[0].marks if isinstance(mark, Points)]
    assert_allclose(np.sort(np.array(centers.at).reshape(-1, 2), axis=0), np.sort(state.centers, axis=0))
    assert len(set(scene.hand.groups[:3])) == len(set(scene.hand.groups[3:])) == 1


def test_kernel_pca() -> None:
    X, labels = kernel_pca.data()
    for values, scene in settings("kernel_pca"):
        k = kernel_pca.KERNELS[values["kernel"]](values["sigma"])
        clouds = [mark for mark in scene.panels[1].marks if isinstance(mark, Points)]
        shown = np.vstack([np.array(cloud.at).reshape(-1, 2) for cloud in clouds])
        if values["centred"]:
            scores = principal_components(k, X, 3).scores(X)[:, :2]
        else:
            scores, _, share = kernel_pca.solution(X, values["kernel"], values["sigma"], False)
            eigenvalues = np.linalg.eigvalsh(k(X))[::-1]
            assert_allclose(np.sum(scores**2, axis=0), eigenvalues[:3], rtol=1e-8)
            assert_allclose(share, eigenvalues[:3] / eigenvalues.sum(), rtol=1e-8)
            scores = scores[:, :2]
        assert_allclose(shown, np.vstack([scores[labels == 0], scores[labels == 1]]), atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_bad_points_and_positions_are_refused_in_words(name: str) -> None:
    shown = exhibit(name)
    start = [float(control.start) for control in shown.controls]
    with pytest.raises(ValueError, match=f"there must be {shown.hand.least} to {shown.hand.most}"):
        shown.scene(start, [(0.0, 0.0, "a")])
    with pytest.raises(ValueError, match="finite"):
        shown.scene(start, [(float("nan"), 0.0, "a")] * shown.hand.least)
    with pytest.raises(ValueError, match=f"has {len(start)} controls"):
        shown.scene([*start, 0.0])
    with pytest.raises(ValueError, match="has the positions 0 to"):
        shown.scene([99.0, *start[1:]])


@pytest.mark.parametrize("name", NAMES)
def test_points_that_all_coincide_are_drawn_or_refused_never_undefined(name: str) -> None:
    shown = exhibit(name)
    groups = [meaning for meaning, _ in shown.hand.choices] or ["a"]
    points = [(0.5, 0.5, groups[i % len(groups)]) for i in range(shown.hand.least)]
    try:
        scene = shown.scene([float(control.start) for control in shown.controls], points)
    except ValueError as error:
        assert len(str(error)) > 20
    else:
        assert "nan" not in str(scene).lower() and "undefined" not in str(scene)
