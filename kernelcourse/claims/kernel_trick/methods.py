"""Claims on the recipe, and on the kernels that may be plugged in."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial, sqrt
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.features import gaussian_features, polynomial_features
from kernelcourse.kernels import Claimed, Gaussian, Linear, Polynomial, Precomputed, Spectrum
from kernelcourse.learn.logistic import newton_steps
from kernelcourse.learn.neighbours import nearest_centroid
from kernelcourse.learn.ridge import primal_ridge, ridge
from kernelcourse.points import Array

Predict = Callable[[Array, Array, Array], Array]
SQUARE = Polynomial(2, 1.0)


def sees_only_inner_products(predict: Predict) -> bool:
    """turning all points, old and new, which keeps every inner product, changes no prediction"""
    rng = np.random.default_rng(0)
    X, Z = rng.standard_normal((8, 3)), rng.standard_normal((5, 3))
    y = X @ [3.0, -2.0, 1.0] + 0.1 * rng.standard_normal(8)
    turn, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    return same(predict(X @ turn, y, Z @ turn), predict(X, y, Z), 1e-7)


def soft_threshold(X: Array, y: Array, Z: Array) -> Array:
    """Squared errors with an ℓ₁ penalty, by 500 proximal steps: sees the coordinates, not only inner products."""
    w, step = np.zeros(X.shape[1]), 1 / np.linalg.norm(X, 2) ** 2
    for _ in range(500):
        w = w - step * X.T @ (X @ w - y)
        w = np.sign(w) * np.maximum(np.abs(w) - step, 0)
    return Z @ w


def by_precomputed(X: Array, y: Array, Z: Array) -> Array:
    everything = np.vstack([X, Z])
    table = Precomputed(everything @ everything.T)
    return ridge(table, range(len(X)), y, 1.0)(range(len(X), len(everything)))


def needs_iteration(steps: int) -> bool:
    """so many Newton steps for logistic regression on the toy points bring the gradient below 10⁻⁶, not one fewer"""
    X, y = datasets.toy_a()
    lengths = [state.gradient for state in newton_steps(Linear(), X, np.sign(y - 2.5), 1.0)]
    return lengths[steps] < 1e-6 <= lengths[steps - 1]


def solves_xor(k: Any) -> bool:
    """ridge with λ = 1 gives 8/9 of every label, and f(x) = 8/9 x₁x₂ at new points"""
    X, y = datasets.xor()
    f, Z = ridge(k, X, y, 1.0), np.random.default_rng(1).standard_normal((10, 2))
    return same(f(X), 8 / 9 * y) and same(f(Z), 8 / 9 * Z[:, 0] * Z[:, 1])


def is_distance_to_centroid(formula: Callable[[float, Array, Array], float]) -> bool:
    """equals ‖φ(x) − μ‖² with the six features written out, for ten points; nearest_centroid agrees"""
    P = np.random.default_rng(2).standard_normal((8, 2))
    F, Q = polynomial_features(P, 2), np.random.default_rng(3).standard_normal((10, 2))
    known = all(
        same(
            formula(float(SQUARE(q[None])[0, 0]), SQUARE(q[None], P)[0], SQUARE(P)),
            ((polynomial_features(q[None], 2)[0] - F.mean(axis=0)) ** 2).sum(),
        )
        for q in Q
    )
    R, ring = datasets.rings(40)
    explicit = nearest_centroid(Linear(), polynomial_features(R, 2), ring)(polynomial_features(Q, 2))
    rule = nearest_centroid(SQUARE, R, ring)
    return known and np.array_equal(rule(Q), explicit) and bool((rule(R) == ring).all())


def sums_to_the_gaussian(feature: Callable[[int, float], float]) -> bool:
    """Σ φⱼ(x)φⱼ(z) over 40 terms is exp(−(x − z)²/2) for 16 pairs between −1.5 and 2"""
    numbers = (-1.5, -0.3, 0.8, 2.0)
    return all(
        same(sum(feature(m, x) * feature(m, z) for m in range(40)), np.exp(-((x - z) ** 2) / 2))
        for x in numbers
        for z in numbers
    )


def features_suffice(terms: int) -> bool:
    """ridge on so many features of the Gaussian agrees with kernel ridge at 33 points to 10⁻⁹ (9 points, λ = 0.1)"""
    t, new = np.linspace(-2, 2, 9)[:, None], np.linspace(-2, 2, 33)[:, None]
    y = np.sin(2 * t[:, 0])
    by_hand = gaussian_features(new, 1.0, terms - 1) @ primal_ridge(
        gaussian_features(t, 1.0, terms - 1), y, 0.1
    )
    return same(by_hand, ridge(Gaussian(1.0), t, y, 0.1)(new))


def pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)]


def fits_like_the_spectrum(function: Callable[[str, str], float]) -> bool:
    """ridge with the reader's function has the weights and predictions of the spectrum kernel and of its table"""
    words = list(datasets.words())
    y = np.array([1.0 if word.endswith("ana") else -1.0 for word in words])
    own, ready = ridge(Claimed(function), words, y, 1.0), ridge(Spectrum(2), words, y, 1.0)
    table = ridge(Precomputed(Spectrum(2)(words)), range(len(words)), y, 1.0)
    new = ["savanna", "guitar", "havana"]
    return (
        same(own.weights, ready.weights) and same(table.weights, ready.weights) and same(own(new), ready(new))
    )


def behaves_like_a_kernel(k: Callable[[float, float], float]) -> bool:
    """at seven points from 0 to 3: squared distances are not negative, and K + λI has no eigenvalue below λ"""
    x = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
    K = np.array([[k(a, b) for b in x] for a in x])
    squares = np.diag(K)[:, None] + np.diag(K) - 2 * K
    return bool(squares.min() >= -1e-12 and np.linalg.eigvalsh(K + 0.2 * np.eye(7))[0] >= 0.2 - 1e-12)


def tells_new_points_apart(distance: Callable[[float, float, float], float]) -> bool:
    """k(x, x), k(x, x₁), k(x₁, x₁) ↦ squared distance: with x·z, 0 and 25 from (1, 0) to (1, 0) and to (1, 5)"""
    seen, new = np.array([1.0, 0.0]), np.array([[1.0, 0.0], [1.0, 5.0]])
    found = [distance(float(x @ x), float(x @ seen), float(seen @ seen)) for x in new]
    return same(found, [0.0, 25.0])


def _decay(m: int, x: float) -> float:
    return float(x**m / sqrt(factorial(m)) * np.exp(-x * x / 2))


CLAIMS = (
    Claim(
        name="kernel_trick.only_inner_products",
        label="alg-trick-recipe",
        says="a kernelised learner touches its points through inner products only, or through a finished K",
        check=sees_only_inner_products,
        right=by_precomputed,
        twins={
            "with an ℓ₁ penalty": soft_threshold,
            "from the first coordinate": lambda X, y, Z: Z[:, 0] * (X[:, 0] @ y),
        },
    ),
    Claim(
        name="kernel_trick.iterates",
        label="alg-trick-recipe",
        says="without a quadratic loss there is no closed form: logistic regression takes several Newton steps",
        check=needs_iteration,
        right=3,
        twins={"one step, a closed form": 1, "two steps": 2},
    ),
    Claim(
        name="kernel_trick.xor",
        label="ex-trick-xor",
        says="with (x·z + 1)² ridge solves XOR, f = 8/9 x₁x₂; with the linear kernel f = 0",
        check=solves_xor,
        right=SQUARE,
        twins={
            "the linear kernel": Linear(),
            "the linear kernel with a constant": Linear() + 1,
            "degree three": Polynomial(3, 1.0),
        },
    ),
    Claim(
        name="kernel_trick.centroid",
        label="eq-trick-centroid",
        says="‖φ(x) − μ‖² = k(x, x) − 2/n Σ k(x, xᵢ) + 1/n² Σ k(xᵢ, xⱼ)",
        check=is_distance_to_centroid,
        right=lambda own, row, K: own - 2 * row.mean() + K.mean(),
        twins={
            "the 2 is missing": lambda own, row, K: own - row.mean() + K.mean(),
            "the last term is missing": lambda own, row, K: own - 2 * row.mean(),
            "1/n instead of 1/n²": lambda own, row, K: own - 2 * row.mean() + K.sum() / len(K),
        },
    ),
    Claim(
        name="kernel_trick.gaussian_features",
        label="eq-trick-gaussian",
        says="exp(−(x − z)²/2) = Σ φⱼ(x)φⱼ(z) with φⱼ(x) = xʲ/√j! e^{−x²/2}",
        check=sums_to_the_gaussian,
        right=_decay,
        twins={
            "j! for √j!": lambda m, x: _decay(m, x) / sqrt(factorial(m)),
            "no decay": lambda m, x: _decay(m, x) * float(np.exp(x * x / 2)),
            "e^{−x²}": lambda m, x: _decay(m, x) * float(np.exp(-x * x / 2)),
        },
    ),
    Claim(
        name="kernel_trick.existence",
        label="prop-trick-gaussian",
        says="the kernel does what its features do in the limit: thirty terms agree to nine digits",
        check=features_suffice,
        right=30,
        hypotheses=(),
        twins={"four terms": 4, "nine terms": 9},
    ),
    Claim(
        name="kernel_trick.own_kernel",
        label="prop-trick-plug",
        says="a formula, a function of one's own and a table that agree give the same fit",
        check=fits_like_the_spectrum,
        right=lambda v, w: float(sum(pairs(v).count(c) * pairs(w).count(c) for c in set(pairs(v)))),
        hypotheses=("the three agree at the points concerned",),
        twins={
            "each pair counted once": Twin(
                lambda v, w: float(len(set(pairs(v)) & set(pairs(w)))),
                drops="the three agree at the points concerned",
            ),
            "letters for pairs": lambda v, w: float(sum(v.count(c) * w.count(c) for c in set(v))),
        },
    ),
    Claim(
        name="kernel_trick.needs_its_own_value",
        label="prop-trick-plug",
        says="k(x, x) counts too: from (1, 0), the points (1, 0) and (1, 5) have one k(x₁, x) and two distances",
        check=tells_new_points_apart,
        right=lambda own, cross, seen: own - 2 * cross + seen,
        hypotheses=("k(x, x) is used",),
        twins={
            "from k(x₁, x) alone": Twin(
                lambda own, cross, seen: 2 * seen - 2 * cross, drops="k(x, x) is used"
            ),
            "the cross term once": lambda own, cross, seen: own - cross + seen,
        },
    ),
    Claim(
        name="kernel_trick.needs_a_kernel",
        label="prop-trick-plug",
        says="with a function that is not a kernel, squared distances turn negative and ridge systems singular",
        check=behaves_like_a_kernel,
        right=lambda x, z: x * z,
        hypotheses=("k is a kernel",),
        twins={
            "−xz": Twin(lambda x, z: -x * z, drops="k is a kernel"),
            "(x + z)²": Twin(lambda x, z: (x + z) ** 2, drops="k is a kernel"),
            "1[|x − z| ≤ 1]": Twin(lambda x, z: float(abs(x - z) <= 1), drops="k is a kernel"),
            "exp(−|x − z|³)": Twin(lambda x, z: float(np.exp(-(abs(x - z) ** 3))), drops="k is a kernel"),
        },
    ),
)
