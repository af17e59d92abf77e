"""Claims on building kernels from kernels: sums, multiples, products, pull-backs, weights, differences."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import (
    LINES,
    PLANES,
    cloud,
    column,
    inner,
    lowest,
    minus,
    no_negative,
    valid_at,
)
from kernelcourse.court import court
from kernelcourse.kernels import Gaussian, Polynomial

_HALF_ONE_TWO = inner(column(0.5, 1, 2))


def _both(X: Any) -> tuple[Any, Any]:
    return Gaussian(1.0)(X), Polynomial(2)(X)


def _one(t: Fraction) -> list[Fraction]:
    return [Fraction(1), t]


def _two(t: Fraction) -> list[Fraction]:
    return [t * t, 2 * t, Fraction(3)]


def _dot(u: Any, v: Any) -> Any:
    if len(u) != len(v):
        raise ValueError(f"u has {len(u)} entries and v {len(v)}: they should have as many")
    return sum(a * b for a, b in zip(u, v, strict=True))


_X, _Z = Fraction(3, 2), Fraction(-2, 5)
_SUM = _dot(_one(_X), _one(_Z)) + _dot(_two(_X), _two(_Z))
_PRODUCT = _dot(_one(_X), _one(_Z)) * _dot(_two(_X), _two(_Z))


def _features_of_sum(combine: Any) -> bool:
    """φ(x)·φ(z) is k₁ + k₂ at 3/2 and −2/5, in fractions"""
    return bool(_dot(combine(_one(_X), _two(_X)), combine(_one(_Z), _two(_Z))) == _SUM)


def _features_of_product(combine: Any) -> bool:
    """ψ(x)·ψ(z) is k₁k₂ = 348/125 at 3/2 and −2/5, in fractions"""
    value = _dot(combine(_one(_X), _two(_X)), combine(_one(_Z), _two(_Z)))
    return bool(value == _PRODUCT == Fraction(348, 125))


def _trace_chain(trace: Any) -> bool:
    """tr(AᵀB) is (u·v)(s·t) for integer vectors of lengths 3 and 3, 2 and 3, exactly"""
    rng = np.random.default_rng(0)
    for length in (3, 3, 3, 2, 2, 2):
        (u, v), (s, t) = rng.integers(-5, 6, (2, length)), rng.integers(-5, 6, (2, 3))
        if trace(u, v, s, t) != (u @ v) * (s @ t):
            return False
    return True


def _multiples(allowed: Any) -> bool:
    """yes exactly for those c from −1 to 2 that leave no negative eigenvalue at ½, 1, 2: of xz, and of zero"""
    return all(
        bool(allowed(c, K)) == no_negative(c * K)
        for c in (-1, -0.5, -1e-3, 0, 1e-3, 0.5, 2)
        for K in (_HALF_ONE_TWO, 0 * _HALF_ONE_TWO)
    )


def _psd_of_pairs(combine: Any) -> bool:
    """of nine pairs of positive semidefinite matrices, Gaussian, quadratic and a wave among them, it makes such ones"""
    pairs = [_both(X) for X in PLANES]
    pairs += [(np.ones((16, 16)), np.cos(minus(column(*np.arange(16) * np.pi / 8))))]
    pairs += [(inner(cloud(s, 5, 2)), inner(cloud(s + 30, 5, 3))) for s in range(4)]
    return all(no_negative(combine(first, second)) for first, second in pairs)


def _pulled_back(gram: Any) -> bool:
    """with k = min on numbers ≥ 0 and u(x) = x², and with u(x) = |sin 3x|, it is valid on the whole line"""
    maps = (np.square, lambda x: np.abs(np.sin(3 * x)))
    return all(valid_at(LINES)(partial(gram, u=u)) for u in maps)


def _weights(combine: Any) -> bool:
    """with a g that changes sign, Gaussian Gram matrices stay symmetric without negative eigenvalues"""
    return all(no_negative(combine(Gaussian(1.0)(X), 1 - 2 * X[:, 0])) for X in PLANES)


def _cosine(normalise: Any) -> bool:
    """exp(x·z) becomes the Gaussian with σ = 1, at four sets of points"""
    return all(same(normalise(np.exp(inner(X))), Gaussian(1.0)(X)) for X in PLANES)


def _scaled(K: Any, power: float) -> Any:
    return K / np.outer(np.diag(K), np.diag(K)) ** power


def _differences(combine: Any) -> bool:
    """Gaussian and x·z at ½, 1, 2 give the smallest eigenvalue −3.60, and (1 + xz)² with xz gives a kernel"""
    low = lowest(combine(Gaussian(1.0)(column(0.5, 1, 2)), _HALF_ONE_TWO))
    other = all(no_negative(combine(Polynomial(2)(X), inner(X))) for X in LINES)
    return abs(low + 3.60) < 0.005 and other and court("(1 + x*z)**2 - x*z").proved


CLAIMS = (
    Claim(
        name="mercer.sum",
        label="prop-mercer-sum",
        says="a sum of kernels is a kernel",
        check=_psd_of_pairs,
        right=lambda K1, K2: K1 + K2,
        hypotheses=("both are kernels",),
        twins={
            "the difference": Twin(lambda K1, K2: K1 - K2, drops="both are kernels"),
            "the larger of the two": np.maximum,
            "absolute values": lambda K1, K2: np.abs(K1) + np.abs(K2),
        },
    ),
    Claim(
        name="mercer.sum_features",
        label="eq-mercer-sum",
        says="the features of k₁ + k₂ are those of k₁ and of k₂ side by side",
        check=_features_of_sum,
        right=lambda f, g: [*f, *g],
        twins={
            "added place by place": lambda f, g: [a + b for a, b in zip([*f, Fraction(0)], g, strict=True)],
            "all products": lambda f, g: [a * b for a in f for b in g],
            "the first list only": lambda f, g: f,
        },
    ),
    Claim(
        name="mercer.multiple",
        label="prop-mercer-multiple",
        says="c·k is a kernel for every c ≥ 0, zero included, and for no c < 0 unless k is zero everywhere",
        check=_multiples,
        right=lambda c, K: c >= 0 or not K.any(),
        hypotheses=("c ≥ 0", "k is not zero everywhere, for c < 0"),
        twins={
            "c > 0": lambda c, K: c > 0 or not K.any(),
            "every c": Twin(lambda c, K: True, drops="c ≥ 0"),
            "c ≥ −0.01": Twin(lambda c, K: c >= -0.01 or not K.any(), drops="c ≥ 0"),
            "no c < 0, the zero function included": Twin(
                lambda c, K: c >= 0, drops="k is not zero everywhere, for c < 0"
            ),
            "c ≥ 1": lambda c, K: c >= 1 or not K.any(),
        },
    ),
    Claim(
        name="mercer.product",
        label="thm-mercer-product",
        says="a product of kernels is a kernel: K₁ ∘ K₂ is positive semidefinite",
        check=_psd_of_pairs,
        right=lambda K1, K2: K1 * K2,
        hypotheses=("both are kernels",),
        twins={
            "the second shifted below zero": Twin(
                lambda K1, K2: K1 * (K2 - K2.max()), drops="both are kernels"
            ),
            "the matrix product": lambda K1, K2: K1 @ K2,
            "the quotient": lambda K1, K2: K1 / (K2 + 1e-3),
            "the larger entry": np.maximum,
            "absolute values": lambda K1, K2: np.abs(K1 * K2),
        },
    ),
    Claim(
        name="mercer.product_features",
        label="eq-mercer-product",
        says="the features of k₁k₂ are vec(φ₁(x)φ₂(x)ᵀ): one factor from each",
        check=_features_of_product,
        right=lambda f, g: [a * b for a in f for b in g],
        twins={
            "φ₁ with φ₁": lambda f, g: [a * b for a in f for b in f],
            "φ₂ with φ₂": lambda f, g: [a * b for a in g for b in g],
            "side by side": lambda f, g: [*f, *g],
            "place by place": lambda f, g: [a * b for a, b in zip(f, g, strict=False)],
        },
    ),
    Claim(
        name="mercer.product_trace",
        label="eq-mercer-product",
        says="(u·v)(s·t) = tr(AᵀB) = vec(A)·vec(B) with A = usᵀ and B = vtᵀ",
        check=_trace_chain,
        right=lambda u, v, s, t: np.trace(np.outer(u, s).T @ np.outer(v, t)),
        twins={
            "A = uuᵀ and B = ttᵀ": lambda u, v, s, t: np.trace(np.outer(u, u).T @ np.outer(t, t)),
            "tr A · tr B": lambda u, v, s, t: np.trace(np.outer(u, s)) * np.trace(np.outer(v, t)),
            "the transpose forgotten": lambda u, v, s, t: np.trace(np.outer(u, s) @ np.outer(v, t)),
            "sum of the two": lambda u, v, s, t: u @ v + s @ t,
        },
    ),
    Claim(
        name="mercer.weighting",
        label="prop-mercer-weight",
        says="g(x) k(x, z) g(z) is a kernel for every real function g",
        check=_weights,
        right=lambda K, g: g[:, None] * K * g,
        hypotheses=("the same g on both sides",),
        twins={
            "g on one side": Twin(lambda K, g: g[:, None] * K, drops="the same g on both sides"),
            "g(x) + g(z) as the factor": lambda K, g: (g[:, None] + g) * K,
            "g added on both sides": lambda K, g: g[:, None] + K + g,
        },
    ),
    Claim(
        name="mercer.pull_back",
        label="prop-mercer-weight",
        says="k(u(x), u(z)) is a kernel for every map u",
        check=_pulled_back,
        right=lambda X, u: np.minimum(u(X), u(X).T),
        hypotheses=("u maps into the set on which k is a kernel",),
        twins={
            "u on one side": lambda X, u: np.minimum(u(X), X.T),
            "u outside: u(k(x, z))": lambda X, u: u(np.minimum(X, X.T)),
            "without u": Twin(
                lambda X, u: np.minimum(X, X.T), drops="u maps into the set on which k is a kernel"
            ),
        },
    ),
    Claim(
        name="mercer.normalised",
        label="eq-mercer-normalised",
        says="k(x, z)/√(k(x, x)k(z, z)) turns exp(x·z) into the Gaussian",
        check=_cosine,
        right=lambda K: _scaled(K, 0.5),
        hypotheses=("k(x, x) > 0",),
        undropped={"k(x, x) > 0": "where k(x, x) = 0 the formula divides by zero"},
        twins={
            "the root is missing": lambda K: _scaled(K, 1.0),
            "divided by k(x, x) only": lambda K: K / np.diag(K)[:, None],
            "divided by the largest entry": lambda K: K / K.max(),
        },
    ),
    Claim(
        name="mercer.difference",
        label="ex-mercer-difference",
        says="a difference of kernels may fail (−3.60 for Gaussian − linear) or not ((1 + xz)² − xz)",
        check=_differences,
        right=lambda K1, K2: K1 - K2,
        twins={
            "the sum": lambda K1, K2: K1 + K2,
            "the other way round": lambda K1, K2: K2 - K1,
            "half of the second": lambda K1, K2: K1 - K2 / 2,
        },
    ),
)
