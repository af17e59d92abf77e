"""What judge says is true: a proved kernel never has a witness, and every witness recomputes.

Thousands of random expressions are built from kernels, pretenders and the algebra, differences and negative
coefficients included, and judged. ``-s`` shows how many were proved, refuted and left open.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kernelcourse.kernels import (
    Bilinear,
    Centered,
    Claimed,
    Constant,
    Cosine,
    CosineSimilarity,
    ExponentiatedHamming,
    FourierSeries,
    Gaussian,
    Kernel,
    Laplace,
    Linear,
    MahalanobisGaussian,
    Matern,
    Minimum,
    Periodic,
    Poisson,
    Polynomial,
    RationalQuadratic,
    Spectrum,
    exp,
    polynomial,
)
from kernelcourse.kernels.pretenders import PRETENDERS
from kernelcourse.validity import Status, judge
from kernelcourse.witnesses import find_witness

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

EXPRESSIONS = 2400
ALPHABET = [f"{a}{b}{c}" for a in "ab" for b in "ab" for c in "ab"]
OF_VECTORS = [
    name for name, p in PRETENDERS.items() if isinstance(p.points, np.ndarray) and "degree" not in name
]


def product(x: Any, z: Any) -> float:
    return float(np.dot(x, z))


def leaf(domain: str, rng: np.random.Generator) -> Kernel:
    """A kernel of the domain, or sometimes something that only looks like one."""
    size = float(np.round(rng.uniform(0.2, 3), 2))
    if domain == "words":
        candidates: list[Any] = [Spectrum(1), Spectrum(2), ExponentiatedHamming(size), Constant(size)]
        return candidates[rng.integers(len(candidates))]
    matrix = rng.integers(-2, 3, (2, 2)).astype(float)
    candidates = [
        Linear(),
        Constant(size),
        Polynomial(int(rng.integers(1, 4)), c=size),
        Gaussian(size),
        Laplace(size),
        RationalQuadratic(size, 1.5),
        Matern([0.5, 1.5, 2.5][rng.integers(3)], size),
        Periodic(size, size),
        Claimed(product, because="an inner product"),
        Claimed(product),
        PRETENDERS[OF_VECTORS[rng.integers(len(OF_VECTORS))]],
    ]
    if domain == "plane":
        candidates += [
            Bilinear(matrix @ matrix.T),
            Bilinear(matrix),
            MahalanobisGaussian([size, 1]),
            CosineSimilarity(),
        ]
    else:
        candidates += [Cosine(size), Minimum(), Poisson(0.5), FourierSeries([1, rng.uniform(-0.5, 1), 0.3])]
    return candidates[rng.integers(len(candidates))]


def expression(domain: str, depth: int, rng: np.random.Generator) -> Kernel:
    """A random kernel expression of the given depth."""
    if depth == 0 or rng.random() < 0.15:
        return leaf(domain, rng)
    k = expression(domain, depth - 1, rng)
    c = float(np.round(rng.uniform(0.1, 2), 1))
    match rng.integers(11):
        case 0 | 1:
            return k + expression(domain, depth - 1, rng)
        case 2 | 3:
            return k * expression(domain, depth - 1, rng)
        case 4:
            return k - c * expression(domain, depth - 1, rng)
        case 5:
            return (c if rng.random() < 0.8 else -c) * k
        case 6:
            return k ** int(rng.integers(0, 4))
        case 7:
            return exp(0.1 * k)
        case 8:
            return polynomial(k, [c, 1.0, 0.5 if rng.random() < 0.7 else -0.5])
        case 9:
            return Centered(k, some_points(domain, rng)[:4])
    return k.of(lambda X: X) if domain == "words" else k.weighted(lambda X: 1 + np.asarray(X)[:, 0] ** 2)


def some_points(domain: str, rng: np.random.Generator) -> Any:
    if domain == "words":
        return [ALPHABET[i] for i in rng.permutation(8)]
    scale = rng.choice([0.3, 1.0, 3.0])
    points = scale * rng.standard_normal((14, 2 if domain == "plane" else 1))
    return np.abs(points) if domain == "line" else points


@pytest.mark.parametrize("domain", ["plane", "line", "words"])
def test_proofs_and_witnesses_never_contradict_each_other(domain):
    rng = np.random.default_rng([7, len(domain)])
    counts: Counter[Status] = Counter()
    for _ in range(EXPRESSIONS // 3):
        k = expression(domain, int(rng.integers(1, 5)), rng)
        X = some_points(domain, rng)
        try:
            verdict = judge(k, X)
        except ValueError as error:  # exp or a power overflowed: said in words, never NaN
            assert "too large for a float" in str(error), (k, error)
            counts[Status.OPEN] += 1
            continue
        counts[verdict.status] += 1
        if verdict.proved:
            for _ in range(3):
                try:
                    found = find_witness(k, some_points(domain, rng))
                except ValueError as error:
                    assert "too large for a float" in str(error), (k, error)
                    continue
                assert found is None, f"{k} is proved and refuted {found}\n{verdict}"
        elif verdict.refuted:
            again = verdict.witness.recompute(k)
            assert again == pytest.approx(verdict.witness.value, rel=1e-6), k
            assert verdict.witness.pair or again < 0, k
    print(f"\n{domain}: " + ", ".join(f"{counts[status]} {status.value}" for status in Status))
    assert counts.total() == EXPRESSIONS // 3
    assert min(counts.values()) > 0 and len(counts) == 3  # the sample meets all three verdicts


def test_cancellation_does_not_refute():
    """Two ways to write one kernel differ by rounding, and rounding is no witness."""
    X = 10 * np.random.default_rng(0).standard_normal((20, 3))
    pairs = [
        ((Linear() + 1) ** 3, Polynomial(3)),
        (Linear() * Linear() * Linear() + 3 * Linear() * Linear() + 3 * Linear() + 1, Polynomial(3)),
        (polynomial(Linear(), [1, 4, 6, 4, 1]), Polynomial(4)),
        (Gaussian(2.0), exp(0.25 * Linear()).weighted(lambda X: np.exp(-(X**2).sum(axis=1) / 8))),
        (Linear() * Linear(), Polynomial(2, c=0)),
        (1e6 * Gaussian(0.5), 1e6 * MahalanobisGaussian([0.25, 0.25, 0.25])),
        (CosineSimilarity(), Linear().normalised()),
    ]
    for left, right in pairs:
        assert judge(left - right, X).open
        assert judge(right - left, X).open
