"""The claim that Fisher's discriminant of c classes comes from a c × c eigenproblem."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import linalg

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.datasets import rings
from kernelcourse.features import polynomial_features
from kernelcourse.points import Array

Weights = Callable[[Array, Array, float], Array]  # K, the classes as columns of zeros and ones, λ ↦ α, (n, q)


def by_classes(
    K: Array, S: Array, lam: float, sized: bool = True, centred: bool = True, kept: int = 1
) -> Array:
    """A·u for the eigenvectors u of DᵀKA with (WK + λI)A = D: all but the last, or with one of these cares left out."""
    n, sizes = len(K), S.sum(axis=0)
    D = S / sizes - (1 / n if centred else 0.0)
    if sized:
        D = D * np.sqrt(sizes)
    W = np.eye(n) - (S / sizes) @ S.T
    A = np.linalg.solve(W @ K + lam * np.eye(n), D)
    between = D.T @ K @ A
    return np.asarray(A @ np.linalg.eigh((between + between.T) / 2)[1][:, ::-1][:, : len(sizes) - kept])


def are_discriminants(weights: Weights) -> bool:
    """two directions have the largest ratios of S_B to S_W + λI, the third ratio is 0: classes of 5, 7, 9 points"""
    X, ring = rings(9, radii=(1.0, 2.0, 3.5), spread=0.3, rng=np.random.default_rng(6))
    chosen = np.flatnonzero(np.arange(27) % 9 < np.array([5, 7, 9])[ring])
    phi, S = polynomial_features(X[chosen] + [0.5, 0.2], degree=2), np.eye(3)[ring[chosen]]
    means = S.T @ phi / S.sum(axis=0)[:, None]
    inside, apart = phi - S @ means, S @ (means - phi.mean(axis=0))
    spread, between = inside.T @ inside + 0.3 * np.eye(6), apart.T @ apart
    told = linalg.eigh(between, spread, eigvals_only=True)[::-1]
    directions = phi.T @ weights(phi @ phi.T, S, 0.3)
    ratios = [w @ between @ w / (w @ spread @ w) for w in directions.T]
    return len(ratios) == 2 and same(np.array(ratios), told[:2], 1e-8) and bool(abs(told[2]) < 1e-9)


MANY_CLASSES = Claim(
    name="kernelising.fisher_many",
    label="thm-fisher-dual",
    says="for c classes (WK + λI)A = D and the c × c matrix DᵀKA give the c − 1 directions with the largest ratios",
    check=are_discriminants,
    right=by_classes,
    hypotheses=("column c of D is √n_c times a difference of means",),
    twins={
        "classes without their sizes": Twin(
            lambda K, S, lam: by_classes(K, S, lam, sized=False),
            drops="column c of D is √n_c times a difference of means",
        ),
        "means, and no differences": lambda K, S, lam: by_classes(K, S, lam, centred=False),
        "c directions": lambda K, S, lam: by_classes(K, S, lam, kept=0),
    },
)
