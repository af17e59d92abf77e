"""Claims on trials: quick tests, worked refutations, the search for a witness, three routes to a proof."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import cloud, column, inner, lowest, no_negative
from kernelcourse.court import court, gram_matrix
from kernelcourse.features import polynomial_features
from kernelcourse.kernels import Gaussian, Laplace, Linear, Polynomial
from kernelcourse.kernels.pretenders import PRETENDERS
from kernelcourse.validity import negative_direction

_WITH_ZERO = np.vstack([np.zeros((1, 2)), cloud(11, 7, 2)])
_VALID = [k(_WITH_ZERO) for k in (Linear(), Polynomial(2), Gaussian(0.7), Laplace(1.0))]
_CAUGHT = ("squared sum", "tanh", "sine times cosine", "minimum", "minus distance", "shifted square")


def _quick(xx: float, xz: float, zx: float, zz: float) -> bool:
    return abs(xz - zx) < 1e-9 and min(xx, zz) >= 0 and xz**2 <= xx * zz + 1e-9


def _separates_pairs(passes: Any) -> bool:
    """every pair under four kernels passes; six pretenders are caught; the indicator slips through"""
    pairs = list(product(range(8), repeat=2))
    kernels = all(passes(K[i, i], K[i, j], K[j, i], K[j, j]) for K in _VALID for i, j in pairs)
    caught = True
    for name in _CAUGHT:
        points = PRETENDERS[name].witness.points
        K = PRETENDERS[name](points if len(points) > 1 else np.concatenate([points, points]))
        caught = caught and not passes(K[0, 0], K[0, 1], K[1, 0], K[1, 1])
    box = PRETENDERS["indicator"](column(0, 1, 2))
    slips = all(passes(box[i, i], box[i, j], box[j, i], box[j, j]) for i in range(3) for j in range(3))
    return kernels and caught and slips and lowest(box) < 0


def _knows_zero_diagonals(allowed: Any) -> bool:
    """k(x, z), k(z, z) ↦ whether k(x, x) = 0 allows them: no eigenvalue of 121 integer matrices 2 × 2 is negative"""
    return all(
        bool(allowed(xz, zz)) == no_negative([[0, xz], [xz, zz]])
        for xz, zz in product(range(-5, 6), repeat=2)
    )


def _at_zero_and_one(k: Any) -> bool:
    """at 0 and 1: k(0, 0) = 0, determinant −1, trace 4, and the weights (3, −1) give −2, in integers"""
    K = np.array([[k(x, z) for z in (0, 1)] for x in (0, 1)])
    determinant = K[0, 0] * K[1, 1] - K[0, 1] * K[1, 0]
    a = np.array([3, -1])
    alone = k(1, 1) >= 0  # one point alone does not refute it
    return bool(K[0, 0] == 0 and determinant == -1 and np.trace(K) == 4 and a @ K @ a == -2 and alone)


def _fails_twice(k: Any) -> bool:
    """k(0, π/2) = 0 and k(π/2, 0) = 1; k(x, z) + k(z, x) has the eigenvalues −1 and 1 there"""
    x = np.array([0, np.pi / 2])
    K = k(x[:, None], x[None])
    values = np.linalg.eigvalsh(K + K.T)
    return bool(abs(K[0, 1]) < 1e-12 and abs(K[1, 0] - 1) < 1e-12 and same(values, [-1, 1]))


def _search(K: Any) -> Any:
    return "pair" if not np.allclose(K, K.T) else negative_direction(K)


def _without_margin(K: Any) -> Any:
    values, vectors = np.linalg.eigh(K)
    return "pair" if not np.allclose(K, K.T) else vectors[:, 0] if values[0] < 0 else None


_INDEFINITE = (
    np.array([[0.0, 1.0], [1.0, 4.0]]),
    np.diag([-1.0, -1.0, 2.0]),
    PRETENDERS["indicator"](column(0, 1, 2)),
    np.exp(-(datasets.cities()[1] ** 2) / (2 * 3000**2)),
)
_SOUND = [inner(cloud(seed, 30, 2)) for seed in range(12)] + [Gaussian(10.0)(np.linspace(0, 1, 20)[:, None])]


def _finds_witnesses(search: Any) -> bool:
    """weights with aᵀKa < 0 for four indefinite matrices, the pair for a skewed one, nothing for 13 kernels"""
    for K in _INDEFINITE:
        a = search(K)
        if a is None or isinstance(a, str) or not a @ K @ a < 0:
            return False
    skewed = search(np.array([[1.0, 1.0], [-1.0, 1.0]]))
    return isinstance(skewed, str) and all(search(K) is None for K in _SOUND)


def _goes_three_ways(formula: str) -> bool:
    """six features reproduce it, no Gram matrix of ours has a negative eigenvalue, and the court proves it"""
    points = cloud(12, 10, 2)
    K = gram_matrix(formula, points, dim=2)
    by_features = same(inner(polynomial_features(points, 2)), K)
    return by_features and no_negative(K) and court(formula, dim=2).proved


def _moment(X: Any, a: Any) -> Any:
    return np.einsum("i,ij,ik->jk", a, X, X)


def _squares(X: Any, a: Any, middle: float = 2.0) -> float:
    return float(a.sum() ** 2 + middle * ((a @ X) ** 2).sum() + (_moment(X, a) ** 2).sum())


_INTEGER_TRIALS = [
    (datasets.toy_b(), np.array(a, float)) for a in ((1, -2, 0, 3, 1, -1), (2, 1, -1, 0, 0, 5))
]

CLAIMS = (
    Claim(
        name="mercer.quick_tests",
        label="prop-mercer-quick",
        says="k(x, z) = k(z, x), k(x, x) ≥ 0, k(x, z)² ≤ k(x, x)k(z, z): necessary, and not sufficient",
        check=_separates_pairs,
        right=_quick,
        hypotheses=("k is a kernel",),
        twins={
            "for every function": Twin(lambda xx, xz, zx, zz: True, drops="k is a kernel"),
            "k(x, z) ≤ k(x, x)": lambda xx, xz, zx, zz: abs(xz - zx) < 1e-9 and xz <= xx + 1e-9,
            "symmetry forgotten": lambda xx, xz, zx, zz: min(xx, zz) >= 0 and xz * zx <= xx * zz + 1e-9,
            "only the diagonal": lambda xx, xz, zx, zz: min(xx, zz) >= 0,
            "k(x, x) > 0": lambda xx, xz, zx, zz: _quick(xx, xz, zx, zz) and min(xx, zz) > 0,
        },
    ),
    Claim(
        name="mercer.zero_diagonal",
        label="prop-mercer-quick",
        says="if k(x, x) = 0, then k(x, z) = 0 for every z",
        check=_knows_zero_diagonals,
        right=lambda xz, zz: xz == 0 and zz >= 0,
        twins={
            "k(x, z) ≤ k(z, z)": lambda xz, zz: abs(xz) <= zz,
            "k(z, z) = 0 as well": lambda xz, zz: xz == 0 and zz == 0,
            "only k(z, z) ≥ 0": lambda xz, zz: zz >= 0,
        },
    ),
    Claim(
        name="mercer.squared_sum",
        label="ex-mercer-squared-sum",
        says="‖x + z‖² is not a kernel: at 0 and 1 its Gram matrix [[0, 1], [1, 4]] has determinant −1",
        check=_at_zero_and_one,
        right=lambda x, z: (x + z) ** 2,
        twins={
            "the difference": lambda x, z: (x - z) ** 2,
            "the cross term once": lambda x, z: x * x + x * z + z * z,
            "the product": lambda x, z: 4 * x * z,
        },
    ),
    Claim(
        name="mercer.sine",
        label="ex-mercer-sine",
        says="sin x cos z is not symmetric, and made symmetric it has the eigenvalue −1 at 0, π/2",
        check=_fails_twice,
        right=lambda x, z: np.sin(x) * np.cos(z),
        twins={
            "sin x sin z": lambda x, z: np.sin(x) * np.sin(z),
            "cos(x − z)": lambda x, z: np.cos(x - z),
            "cos x sin z": lambda x, z: np.cos(x) * np.sin(z),
        },
    ),
    Claim(
        name="mercer.search",
        label="alg-mercer-witness",
        says="the eigenvector of a clearly negative eigenvalue refutes; rounding errors do not",
        check=_finds_witnesses,
        right=_search,
        twins={
            "no margin for rounding": _without_margin,
            "the largest eigenvalue's vector": lambda K: (
                "pair" if not np.allclose(K, K.T) else np.linalg.eigh(K)[1][:, -1]
            ),
            "symmetry is not looked at": lambda K: negative_direction((K + K.T) / 2),
            "the diagonal only": lambda K: (
                "pair" if not np.allclose(K, K.T) else np.eye(len(K))[0] if np.diag(K).min() < 0 else None
            ),
        },
    ),
    Claim(
        name="mercer.three_routes",
        label="ex-mercer-three-routes",
        says="(1 + x·z)² on R² by six features, by sums of squares, and by building blocks",
        check=_goes_three_ways,
        right="(1 + x @ z)**2",
        twins={
            "(1 − x·z)²": "(1 - x @ z)**2",
            "without the constant": "(x @ z)**2",
            "the middle term once": "1 + x @ z + (x @ z)**2",
        },
    ),
    Claim(
        name="mercer.three_squares",
        label="eq-mercer-three-squares",
        says="aᵀKa = (Σ aᵢ)² + 2‖Σ aᵢxᵢ‖² + ‖Σ aᵢxᵢxᵢᵀ‖² for (1 + x·z)²",
        check=agrees_with(
            lambda X, a: a @ (1 + X @ X.T) ** 2 @ a,
            _INTEGER_TRIALS,
            0.0,
            how="aᵀKa at integer points, exactly",
        ),
        right=_squares,
        twins={
            "the 2 is missing": lambda X, a: _squares(X, a, 1.0),
            "the first square is missing": lambda X, a: _squares(X, a) - a.sum() ** 2,
            "(Σ aᵢxᵢ)(Σ aᵢxᵢ)ᵀ in the last": lambda X, a: (
                a.sum() ** 2 + 2 * ((a @ X) ** 2).sum() + ((a @ X) ** 2).sum() ** 2
            ),
        },
    ),
)
