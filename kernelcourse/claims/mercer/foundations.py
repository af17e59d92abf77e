"""Claims on what a kernel is: features, positive semidefinite functions, and that the two are one."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import agrees_with, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import PLANES, cloud, column, gaps, inner, lowest, valid_at
from kernelcourse.features import gram_features, polynomial_features
from kernelcourse.kernels import Gaussian, Linear, Minimum, Polynomial

_INTEGERS = datasets.toy_b()


def _reproduces_square(phi: Any) -> bool:
    """φ(x)·φ(z) = (x·z)² for all pairs of six integer points, exactly"""
    return all(phi(x) @ phi(z) == (x @ z) ** 2 for x in _INTEGERS for z in _INTEGERS)


_GRAMS = (
    (Linear()(datasets.toy_a()[0]), "semidefinite"),
    (Gaussian(1.0)(column(0, 1, 3)), "strict"),
    (Gaussian(1.0)(column(0, 0, 1)), "semidefinite"),
    (np.zeros((3, 3)), "semidefinite"),
    (np.array([[0.0, 1.0], [1.0, 4.0]]), "neither"),
    (np.array([[1.0, 1.0], [-1.0, 1.0]]), "neither"),
    (np.array([[1.0, 2.0], [2.0, 1.0]]), "neither"),
    (-np.eye(2), "neither"),
)


def _classify(K: Any, symmetry: bool = True, floor: float = 1e-9, below: str = "semidefinite") -> str:
    if symmetry and not np.allclose(K, K.T):
        return "neither"
    low = lowest((K + K.T) / 2)
    return "strict" if low > floor else below if low > -floor else "neither"


def _sorts_gram_matrices(classify: Any) -> bool:
    """tells strict, semidefinite and neither apart on eight matrices, one of them not symmetric"""
    return all(classify(K) == expected for K, expected in _GRAMS)


def _double_sum(K: Any, a: Any) -> float:
    """the double sum over all pairs"""
    return float(sum(a[i] * a[j] * K[i, j] for i in range(len(a)) for j in range(len(a))))


_FORMS = [(inner(_INTEGERS) + 1.0, np.array(a, float)) for a in ((1, -2, 0, 3, 1, -1), (2, 1, -1, 0, 0, 5))]
_SMALL = [
    np.array([[a, d, e], [d, b, f], [e, f, c]], float) for a, b, c, d, e, f in product((-1, 0, 1), repeat=6)
]


_SKEW = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0]])


def _no_negative_form(K: Any) -> bool:
    """aᵀKa ≥ 0 for all a: it sees the symmetric part only."""
    return lowest((K + K.T) / 2) >= -1e-9


def _minors(K: Any, leading: bool = False) -> bool:
    """No principal minor is negative (integers: the determinant is rounded to one)."""
    chosen = [tuple(range(m)) for m in (1, 2, 3)] if leading else []
    chosen = chosen or [s for m in (1, 2, 3) for s in combinations(range(3), m)]
    return all(round(float(np.linalg.det(K[np.ix_(s, s)]))) >= 0 for s in chosen)


def _decides_small_matrices(candidate: tuple[Any, Any]) -> bool:
    """yes exactly where K is symmetric and no principal minor is negative: all 729 such K, 3 × 3, of −1, 0, 1"""
    decide, matrices = candidate
    return all(bool(decide(K)) == (np.array_equal(K, K.T) and _minors(K)) for K in matrices)


def _features(X: Any) -> Any:
    return polynomial_features(X, 2)


_TRIALS = [(cloud(seed, 6, 2), np.random.default_rng(seed + 50).standard_normal(6)) for seed in range(5)]


_SEMIDEFINITE = (
    Gaussian(1.0)(cloud(7, 6, 2)),
    Minimum()(column(1, 2, 3)),
    Linear()(datasets.toy_a()[0]),
)
_INDEFINITE = (np.array([[0.0, 1.0], [1.0, 4.0]]),)
_SKEWED = (np.array([[1.0, 1.0], [-1.0, 1.0]]),)


def _makes_features(candidate: tuple[Any, Any]) -> bool:
    """the rows' inner products give back the matrices: Gaussian, minimum and a Gram matrix of rank 2"""
    factor, grams = candidate
    return all(same(factor(K) @ factor(K).T, K, 1e-10) for K in grams)


def _spectral(K: Any, power: float) -> Any:
    values, vectors = np.linalg.eigh(K)
    return vectors * np.maximum(values, 0) ** power


def _squared_sum(X: Any, Z: Any) -> Any:
    return (X + Z.T) ** 2


def _skew(X: Any, Z: Any) -> Any:
    return np.exp(X - 0.5 * Z.T)


def _is_inner_product(candidate: tuple[Any, Any]) -> bool:
    """⟨k(·,x), k(·,z)⟩ = k(x, z) = ⟨k(·,z), k(·,x)⟩; a function in two forms gives one value; ⟨f, f⟩ ≥ 0, 0 for 0"""
    inner_of, k = candidate
    X, Z = cloud(8, 4, 1), cloud(9, 3, 1)
    one = np.ones(1)
    canonical = all(
        same(inner_of(k, one, x[None], one, z[None]), k(x[None], z[None])[0, 0])
        and same(inner_of(k, one, x[None], one, z[None]), inner_of(k, one, z[None], one, x[None]))
        for x in X
        for z in Z
    )
    line = Linear()  # k(·, 1) + k(·, 2) and k(·, 3) are the same function
    g = (np.array([2.0, -1.0]), column(4, 7))
    twice = same(inner_of(line, np.ones(2), column(1, 2), *g), inner_of(line, np.ones(1), column(3), *g))
    worst = np.linalg.eigh(k(X, X) + k(X, X).T)[1].T  # where a sum is most likely to be negative
    squares = all(inner_of(k, a, X, a, X) >= -1e-9 for a in (*cloud(10, 20, 4), *worst))
    a = cloud(11, 1, 4)[0]
    zero = (np.array([1.0, 1.0, -1.0]), column(1, 2, 3))  # the zero function of the line
    reproduces = same(inner_of(k, a, X, one, Z[:1]), a @ k(X, Z[:1])[:, 0])
    return canonical and twice and squares and reproduces and same(inner_of(line, *zero, *zero), 0.0)


def _form_is_squared_length_but_skewed(K: Any) -> bool:
    """aᵀKa = ‖a‖² for all integer weights up to 5, and K is not symmetric"""
    form = all(a @ K @ a == a @ a for a in map(np.array, product(range(-5, 6), repeat=2)))
    return form and not np.array_equal(K, K.T)


CLAIMS = (
    Claim(
        name="mercer.kernel_definition",
        label="def-mercer-kernel",
        says="k is a kernel if k(x, z) = ⟨φ(x), φ(z)⟩: (x·z)² with the features x₁², x₁x₂, x₂x₁, x₂²",
        check=_reproduces_square,
        right=lambda x: np.outer(x, x).ravel(),
        twins={
            "the mixed product only once": lambda x: np.array([x[0] ** 2, x[0] * x[1], x[1] ** 2]),
            "no mixed product": lambda x: x**2,
            "factor 2 instead of √2": lambda x: np.array([x[0] ** 2, 2 * x[0] * x[1], x[1] ** 2]),
        },
    ),
    Claim(
        name="mercer.semidefinite",
        label="def-mercer-psd",
        says="positive semidefinite allows aᵀKa = 0 for a ≠ 0, strictly positive definite does not; K = Kᵀ",
        check=_sorts_gram_matrices,
        right=_classify,
        twins={
            "symmetry is not asked for": lambda K: _classify(K, symmetry=False),
            "the determinant is not negative": lambda K: _classify(K * (np.linalg.det(K) < -1e-9)),
            "only strict ones count": lambda K: _classify(K, below="neither"),
            "a zero eigenvalue counts as strict": lambda K: _classify(K, below="strict"),
        },
    ),
    Claim(
        name="mercer.quadratic_form",
        label="eq-mercer-psd",
        says="Σᵢⱼ aᵢaⱼ k(xᵢ, xⱼ) = aᵀKa",
        check=agrees_with(_double_sum, _FORMS, tolerance=0.0),
        right=lambda K, a: a @ K @ a,
        twins={
            "each pair only once": lambda K, a: a @ np.tril(K) @ a,
            "the diagonal is left out": lambda K, a: a @ (K - np.diag(np.diag(K))) @ a,
            "weighted on one side": lambda K, a: float((K @ a).sum()),
        },
    ),
    Claim(
        name="mercer.three_faces",
        label="lem-mercer-matrix",
        says="for symmetric K: aᵀKa ≥ 0 for all a ⇔ no eigenvalue is negative ⇔ K = FFᵀ",
        check=_decides_small_matrices,
        right=(_no_negative_form, _SMALL),
        hypotheses=("K is symmetric",),
        twins={
            "aᵀKa ≥ 0 for matrices with a skew part": Twin(
                (_no_negative_form, [K + _SKEW for K in _SMALL]), drops="K is symmetric"
            ),
            "the determinant is not negative": (lambda K: round(float(np.linalg.det(K))) >= 0, _SMALL),
            "leading minors only": (lambda K: _minors(K, leading=True), _SMALL),
            "the diagonal is not negative": (lambda K: np.diag(K).min() >= 0, _SMALL),
            "no entry is negative": (lambda K: K.min() >= 0, _SMALL),
        },
    ),
    Claim(
        name="mercer.kernels_are_psd",
        label="thm-mercer-kernels-psd",
        says="inner products of features have symmetric Gram matrices without negative eigenvalues",
        check=valid_at(PLANES),
        right=lambda X: inner(_features(X)),
        hypotheses=("k is an inner product of features",),
        twins={
            "distances of features instead": lambda X: gaps(_features(X)),
            "minus the distances": Twin(
                lambda X: -gaps(_features(X)), drops="k is an inner product of features"
            ),
            "an inner product minus a constant": Twin(
                lambda X: inner(_features(X)) - 2, drops="k is an inner product of features"
            ),
        },
    ),
    Claim(
        name="mercer.square_identity",
        label="eq-mercer-square",
        says="Σ aᵢaⱼ k(xᵢ, xⱼ) = ‖Σ aᵢφ(xᵢ)‖²",
        check=agrees_with(
            lambda X, a: a @ Polynomial(2)(X) @ a,
            _TRIALS,
            how="aᵀKa for the quadratic kernel at random points",
        ),
        right=lambda X, a: np.linalg.norm(a @ _features(X)) ** 2,
        twins={
            "the square is missing": lambda X, a: np.linalg.norm(a @ _features(X)),
            "only equal pairs": lambda X, a: (a**2) @ (_features(X) ** 2).sum(1),
            "the weights are missing": lambda X, a: np.linalg.norm(_features(X).sum(0)) ** 2,
        },
    ),
    Claim(
        name="mercer.finite_features",
        label="prop-mercer-finite",
        says="K = VΛVᵀ without negative eigenvalues: the rows of VΛ^½ have the inner products K",
        check=_makes_features,
        right=(gram_features, _SEMIDEFINITE),
        hypotheses=("no eigenvalue is negative", "K is symmetric"),
        twins={
            "V without the eigenvalues": (lambda K: _spectral(K, 0.0), _SEMIDEFINITE),
            "Λ instead of its root": (lambda K: _spectral(K, 1.0), _SEMIDEFINITE),
            "negative eigenvalues set to zero": Twin(
                (lambda K: _spectral(K, 0.5), _INDEFINITE), drops="no eigenvalue is negative"
            ),
            "a matrix that is not symmetric": Twin(
                (lambda K: _spectral(K, 0.5), _SKEWED), drops="K is symmetric"
            ),
        },
    ),
    Claim(
        name="mercer.converse",
        label="thm-mercer-converse",
        says="⟨Σ αᵢk(·, xᵢ), Σ βⱼk(·, zⱼ)⟩ = Σ αᵢβⱼk(xᵢ, zⱼ) is an inner product, and φ(x) = k(·, x)",
        check=_is_inner_product,
        right=(lambda k, a, X, b, Z: a @ k(X, Z) @ b, Polynomial(2)),
        hypotheses=("k is positive semidefinite", "k is symmetric"),
        twins={
            "the kernel left out": (lambda k, a, X, b, Z: a.sum() * b.sum(), Polynomial(2)),
            "the kernel squared": (lambda k, a, X, b, Z: a @ k(X, Z) ** 2 @ b, Polynomial(2)),
            "absolute weights": (lambda k, a, X, b, Z: np.abs(a) @ k(X, Z) @ b, Polynomial(2)),
            "(x + z)²": Twin(
                (lambda k, a, X, b, Z: a @ k(X, Z) @ b, _squared_sum), drops="k is positive semidefinite"
            ),
            "exp(x − z/2)": Twin((lambda k, a, X, b, Z: a @ k(X, Z) @ b, _skew), drops="k is symmetric"),
        },
    ),
    Claim(
        name="mercer.symmetry",
        label="ex-mercer-rotation",
        says="K = [[1, 1], [−1, 1]] has aᵀKa = ‖a‖² ≥ 0 and is not a Gram matrix: it is not symmetric",
        check=_form_is_squared_length_but_skewed,
        right=np.array([[1, 1], [-1, 1]]),
        twins={
            "symmetric": np.array([[1, 1], [1, 1]]),
            "the identity": np.eye(2, dtype=int),
            "skew without the diagonal": np.array([[0, 1], [-1, 0]]),
        },
    ),
)
