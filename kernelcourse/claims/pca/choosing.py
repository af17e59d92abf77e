"""Claims on how many components to keep when noise is to be removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.pca.data import CLOUD, covariance, leading
from kernelcourse.points import Array

NOISE = 0.7 * np.array(list(product((-1.0, 1.0), repeat=3)))  # eight vectors: mean 0, covariance 0.49 I
MEAN = CLOUD.mean(axis=0)


@dataclass(frozen=True, eq=False)
class Cleaning:
    """λ₁ ≥ … ≥ λ_d, q, τ² ↦ the expected squared error; the noise, perhaps depending on the point; the plane."""

    error: Callable[[Array, int, float], float]
    noise: Callable[[Array], Array] = lambda x: NOISE
    origin: Array = field(default_factory=lambda: MEAN)


def _expected_error(cleaning: Cleaning) -> bool:
    """the mean over seven points and eight equally likely noises, exactly, for q = 0 … 3; also if they depend on x"""
    values, V = leading(covariance(CLOUD), 3)
    for q in range(4):
        W = V[:, :q]
        squares = []
        for x in CLOUD:
            for e in np.sign(x[0]) * cleaning.noise(x):  # the noise may depend on the point
                projected = cleaning.origin + (x + e - cleaning.origin) @ W @ W.T
                squares.append(float(((projected - x) ** 2).sum()))
        if not same(cleaning.error(values, q, 0.49), np.mean(squares)):
            return False
    return True


def _right(values: Array, q: int, noise: float) -> float:
    return float(values[q:].sum() + q * noise)


def _is_best_count(count: Callable[[Array, float], int]) -> bool:
    """the least number with the smallest expected error, for three spectra and five sizes of noise, ties among them"""
    spectra = [
        np.array([8.0, 4.0, 1.0, 0.25]),
        np.array([1.0, 0.875, 0.75, 0.75]),
        leading(covariance(CLOUD), 3)[0],
    ]
    for values in spectra:
        for noise in (0.05, 0.5, 0.75, 1.0, 10.0):
            errors = [_right(values, q, noise) for q in range(len(values) + 1)]
            if count(values, noise) != int(np.argmin(errors)):
                return False
    return True


CLAIMS = (
    Claim(
        name="pca.pays",
        label=("prop-pca-pays", "eq-pca-pays"),
        says="projecting noisy points on q components leaves λ_{q+1} + … + λ_d + qτ² on average",
        check=_expected_error,
        right=Cleaning(_right),
        hypotheses=(
            "the noise has mean zero",
            "the noise has the covariance τ²I",
            "the plane goes through the mean",
        ),
        twins={
            "all of the noise stays": Cleaning(lambda values, q, noise: float(values[q:].sum() + 3 * noise)),
            "none of the noise stays": Cleaning(lambda values, q, noise: float(values[q:].sum())),
            "the kept variances": Cleaning(lambda values, q, noise: float(values[:q].sum() + q * noise)),
            "noise that is never negative": Twin(
                Cleaning(_right, lambda x: np.abs(NOISE)), drops="the noise has mean zero"
            ),
            "noise in one direction only": Twin(
                Cleaning(_right, lambda x: NOISE * [3**0.5, 0, 0]), drops="the noise has the covariance τ²I"
            ),
            "a plane through the origin": Twin(
                Cleaning(_right, origin=np.zeros(3)), drops="the plane goes through the mean"
            ),
        },
    ),
    Claim(
        name="pca.how_many",
        label="prop-pca-pays",
        says="the best number of components is the number of variances above τ²; those equal to it gain nothing",
        check=_is_best_count,
        right=lambda values, noise: int((values > noise).sum()),
        hypotheses=(),
        twins={
            "all of them": lambda values, noise: len(values),
            "those equal to τ² too": lambda values, noise: int((values >= noise).sum()),
            "as many as explain 90 per cent": lambda values, noise: int(
                np.searchsorted(np.cumsum(values) / values.sum(), 0.9) + 1
            ),
            "those above τ instead of τ²": lambda values, noise: int((values > noise**0.5).sum()),
        },
    ),
)
