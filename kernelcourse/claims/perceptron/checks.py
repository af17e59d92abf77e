"""The checks of the chapter on the perceptron, and the formulas they are put to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.distances import euclidean
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial
from kernelcourse.learn import (
    classical_mds,
    kernel_lloyd,
    kernel_pca,
    kernel_perceptron,
    knn_classify,
    lloyd,
    nearest,
    online_perceptron,
    pca,
    perceptron,
    primal_ridge,
    ridge,
)
from kernelcourse.points import Array
from kernelcourse.rkhs import feature_distances

TOY = np.array([[2.0, 1], [1, 2], [-1, -2], [-2, -1]])
SIGNS = np.array([1.0, 1, -1, -1])
XOR, XOR_SIGNS = datasets.xor()


def clouds(gap: float, seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    P = rng.uniform(-1, 1, (60, 4))
    t = np.where(P[:, 0] > 0, 1.0, -1.0)
    P[:, 0] += t * gap
    return P, t


def refuses_zero(solves: Callable[[Array, Array], bool]) -> bool:
    """accepts the separating w = (1, 1) for four folded points, and neither w = 0 nor w = (1, −1)"""
    folded = TOY * SIGNS[:, None]
    return [solves(folded, np.array(w)) for w in ([1.0, 1], [0.0, 0], [1.0, -1])] == [True, False, False]


def measures_mistakes(loss: Callable[[Array, Array], float]) -> bool:
    """never negative for 200 random w, 0 without mistakes, and 7 for w = (3, 4) and the one point (−1, −1)"""
    rng = np.random.default_rng(0)
    P, t = clouds(0.3)
    folded = P * t[:, None]
    return (
        all(loss(folded, w) >= 0 for w in rng.standard_normal((200, 4)))
        and loss(folded, np.eye(4)[0]) == 0
        and loss(np.array([[-1.0, -1]]), np.array([3.0, 4])) == 7
    )


def is_distance(formula: Callable[[Array, Array], float]) -> bool:
    """1.4 for w = (3, 4), x = (−1, −1), and the length of x − its nearest point of the plane for 20 pairs"""
    rng = np.random.default_rng(1)
    pairs = rng.standard_normal((20, 2, 3))
    known = same(formula(np.array([3.0, 4]), np.array([-1.0, -1])), 1.4)
    return known and all(same(formula(w, x), np.linalg.norm((w @ x) / (w @ w) * w)) for w, x in pairs)


def is_gradient(formula: Callable[[Array, Array], Array]) -> bool:
    """agrees with central differences of J at ten random w away from the kinks"""
    rng = np.random.default_rng(2)
    P, t = clouds(0.3)
    folded = P * t[:, None]

    def loss(w: Array) -> float:
        values = folded @ w
        return float(-values[values <= 0].sum())

    for w in rng.standard_normal((10, 4)):
        step = 1e-6
        numeric = np.array([(loss(w + step * e) - loss(w - step * e)) / (2 * step) for e in np.eye(4)])
        if not np.allclose(formula(folded, w), numeric, atol=1e-4):
            return False
    return True


def separates(run: Callable[[Array, Array], Array]) -> bool:
    """its w separates 60 points with a gap and three points with a bias, and equals the package's"""
    for P, t in (clouds(0.3), (np.array([[1.0, 2, 1], [-1, 0, 1], [0, -2, 1]]), np.array([1.0, -1, -1]))):
        w = run(P, t)
        if not ((t * (P @ w) > 0).all() and same(w, perceptron(P, t).function)):
            return False
    return True


def online(
    P: Array, t: Array, strict: bool = False, sign: int = 1, rate: float = 1.0, start: Any = 0.0
) -> Array:
    w = np.zeros(P.shape[1]) + start
    for _ in range(200):
        for x, s in zip(P, t, strict=True):
            product = s * (w @ x)
            if product < 0 or (product == 0 and not strict):
                w = w + rate * sign * s * x
    return w


def batch_reaches(run: Callable[[Array, Array], Any]) -> bool:
    """on the four-point toy w goes from 0 to (6, 6); on 12 clouds each step adds the mistaken points, and only those"""
    toy = run(TOY, SIGNS)
    longest = 0
    for seed in range(12):
        P, t = clouds(0.05, seed)
        folded, steps = P * t[:, None], run(P, t)
        added = [same(b - a, folded[folded @ a <= 0].sum(axis=0)) for a, b in pairwise(steps)]
        if not (all(added) and (folded @ steps[-1] > 0).all()):
            return False
        longest = max(longest, len(steps))
    # the first step adds every point: only a later one tells mistakes from the rest
    return len(toy) == 2 and same(toy[-1], np.array([6.0, 6.0])) and longest > 2


def batch_run(P: Array, t: Array, chosen: Callable[[Array, Any], Array]) -> list[Array]:
    """The weights after every batch step that adds the rows chosen(yᵢxᵢ, which are mistaken), at most 500 times."""
    folded = P * t[:, None]
    steps = [np.zeros(P.shape[1])]
    for _ in range(500):
        wrong = folded @ steps[-1] <= 0
        if not wrong.any():
            break
        steps.append(steps[-1] + chosen(folded, wrong).sum(axis=0))
    return steps


def rate_is_idle(weights: Callable[[Array, Array, float], Array]) -> bool:
    """X, y, η ↦ final weights, for η = 0.1, 1, 7: the same counts, and η times the weights of η = 1"""
    P, t = clouds(0.2)
    base = perceptron(P, t)
    return all(
        same(weights(P, t, eta), perceptron(P, t, rate=eta).function)
        and np.array_equal(perceptron(P, t, rate=eta).counts, base.counts)
        for eta in (0.1, 1.0, 7.0)
    )


def counts_give_weights(formula: Callable[[Array, Array, Any], Any]) -> bool:
    """X, y, α ↦ w, exactly, at every update of a run on integer points"""
    rng = np.random.default_rng(3)
    P = rng.integers(-4, 5, (60, 3)).astype(float)
    t = np.where(P @ np.array([1.0, -2, 1]) + 0.5 > 0, 1.0, -1.0)
    return all(
        np.array_equal(formula(P, t, state.counts), state.function)
        for state in online_perceptron(P, t, passes=20)
    )


def solves_xor(run: Callable[[Kernel, Array, Array], Any]) -> bool:
    """counts (1, 1, 1, 1), 4 updates and 8x₁x₂ on XOR with (x·z + 1)²; with x·z it is the primal perceptron"""
    counts, f = run(Polynomial(2), XOR, XOR_SIGNS)
    z = np.random.default_rng(4).standard_normal((6, 2))
    P, t = clouds(0.2)
    linear, _ = run(Linear(), P, t)
    return bool(
        np.array_equal(counts, [1, 1, 1, 1])
        and same(f(z), 8 * z[:, 0] * z[:, 1])
        and np.array_equal(linear, perceptron(P, t).counts)
    )


def kernel_run(k: Kernel, P: Array, t: Array, labels: bool = True, strict: bool = False) -> tuple[Array, Any]:
    K, alpha = k(P), np.zeros(len(P))
    for _ in range(100):
        for i in range(len(P)):
            value = t[i] * (K[i] @ (alpha * (t if labels else 1)))
            if value < 0 or (value == 0 and not strict):
                alpha[i] += 1
    return alpha, lambda Z: k(Z, P) @ (alpha * (t if labels else 1))


def keeps_labels(matrix: Callable[[Kernel, Array, Array], Array]) -> bool:
    """changes with the labels for an even kernel and for the Gaussian; for x·z it is the folded Gram matrix"""
    line, flipped = np.array([[-2.0], [-1], [1], [2]]), np.array([1.0, -1, 1, -1])
    sides = np.array([1.0, 1, -1, -1])
    return (
        not np.array_equal(matrix(Polynomial(2, 0), line, sides), matrix(Polynomial(2, 0), line, flipped))
        and np.linalg.matrix_rank(matrix(Gaussian(1.0), line, sides)) == 4
        and same(matrix(Linear(), line, sides), Linear()(line * sides[:, None]))
    )


@dataclass(frozen=True)
class Run:
    """R, γ ↦ the bound; the data it is tried on; and how the perceptron is run: from w = start·e₁, up to a value."""

    bound: Callable[[float, float], float]
    data: tuple[tuple[Array, Array], ...] = tuple(
        clouds(gap, s) for s in range(20) for gap in (0.5, 0.1, 0.02)
    )
    start: float = 0.0
    threshold: float = 0.0


def bounds_mistakes(run: Run) -> bool:
    """R, γ ↦ a number that no run on 60 clouds exceeds; 4.5 for R = 3, γ = √2, and 18 for twice that R"""
    for P, t in run.data:
        R, gamma = np.linalg.norm(P, axis=1).max(), (t * P[:, 0]).min()
        if _updates(P, t, run) > run.bound(R, gamma) + 1e-9:
            return False
    return same(run.bound(3.0, np.sqrt(2)), 4.5) and same(run.bound(6.0, np.sqrt(2)), 18.0)


def _updates(P: Array, t: Array, run: Run) -> int:
    """Updates until a pass makes none, at most 20,000."""
    folded, made = P * t[:, None], 0
    w = run.start * np.eye(P.shape[1])[0]
    while made < 20_000:
        before = made
        for x in folded:
            if w @ x <= run.threshold:
                w, made = w + x, made + 1
        if made == before:
            break
    return made


def never_stops(k: Kernel) -> bool:
    """makes four mistakes in each of 1000 passes over XOR, and is back at f = 0 after the first"""
    *_, state = kernel_perceptron(k, XOR, XOR_SIGNS, passes=1000)
    *_, once = kernel_perceptron(k, XOR, XOR_SIGNS, passes=1)
    back = not np.abs(once.function(XOR)).any()
    return state.updates == 4000 and not state.separated and back


def same_neighbours(order: Callable[[Kernel, Array, Array], Array]) -> bool:
    """explicit features for (x·z + 1)²; Euclid's order for x·z, 3x·z + 1 and the Gaussian, not for (x·z)²"""
    rng = np.random.default_rng(5)
    P, Q = rng.standard_normal((50, 2)), rng.standard_normal((8, 2))
    features = euclidean(polynomial_features(Q, degree=2), polynomial_features(P, degree=2))
    pair, q = np.array([[1.5, 0.0], [-1.1, 0.0]]), np.array([[1.0, 0.0]])
    return bool(
        np.array_equal(order(Polynomial(2), P, Q)[:, 0], features.argmin(axis=1))
        and all(
            np.array_equal(order(k, P, Q)[:, 0], euclidean(Q, P).argmin(axis=1))
            for k in (Linear(), 3 * Linear() + 1, Gaussian(1.0))
        )
        and order(Polynomial(2, 0), pair, q)[0, 0] == 1
    )


def by_package(k: Kernel, P: Array, Q: Array) -> Any:
    return nearest(k, P, Q, 1).indices


@dataclass(frozen=True, eq=False)
class Forms:
    """A kernel for the dual forms; how start and order differ between the two forms; where scores are compared."""

    kernel: Kernel
    start: int = 0
    order: int = 0
    scores_on: Any = None


def is_classical(forms: Forms) -> bool:
    """ridge, PCA, scaling, k-means, perceptron and neighbours with this kernel equal their primal forms"""
    rng, k = np.random.default_rng(6), forms.kernel
    P, y = rng.standard_normal((30, 4)), rng.standard_normal(30)
    t = np.where(P @ np.array([1.0, -1, 0.5, 0]) > 0, 1.0, -1.0)
    start = rng.integers(0, 3, 30)
    *_, plain = lloyd(P, start, 3)
    *_, lifted = kernel_lloyd(k, P, np.roll(start, forms.start), 3)
    *_, counted = kernel_perceptron(k, np.roll(P, forms.order, axis=0), np.roll(t, forms.order))
    if forms.scores_on is not None:
        Q = forms.scores_on
        turned = pca(Q, 2).scores(Q) @ np.array([[0.8, -0.6], [0.6, 0.8]])  # as good a choice of eigenvectors
        return same(np.abs(turned), np.abs(kernel_pca(k, Q, 2).scores(Q)))
    scores = np.abs(pca(P, 2).scores(P))
    return bool(
        np.allclose(P @ primal_ridge(P, y, 0.3), ridge(k, P, y, 0.3)(P))
        and np.allclose(scores, np.abs(kernel_pca(k, P, 2).scores(P)))
        and np.allclose(scores, np.abs(classical_mds(feature_distances(k, P), 2).points))
        and np.array_equal(plain.labels, lifted.labels)
        and np.array_equal(perceptron(P, t).counts, np.roll(counted.counts, -forms.order))
        and np.array_equal(knn_classify(euclidean, P, t, 3)(P), knn_classify(k, P, t, 3)(P))
    )
