"""The claim that classical scaling is the best approximation of B, and the only one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mds.checks import AROUND, CITY, double, top
from kernelcourse.points import Array


@dataclass(frozen=True, eq=False)
class Approximation:
    """B, p ↦ a PSD matrix of rank ≤ p; whether it is to be the only best one; and where it is tried."""

    nearest: Callable[[Array, int], Array]
    cases: tuple[tuple[Array, int], ...] = (
        (double(CITY) / 1e6, 2),
        (double(CITY) / 1e6, 8),  # negative eigenvalues among the first eight
        (double(AROUND), 4),
        (np.diag([5.0, 3.0, 1.0, -4.0]), 2),
        (-np.eye(3), 2),
    )


def _is_the_best(candidate: Approximation) -> bool:
    """PSD, rank ≤ p, and nearer to B than 400 other PSD matrices of rank ≤ p, near it and far, in five cases"""
    for B, p in candidate.cases:
        M, rng = candidate.nearest(B, p), np.random.default_rng(0)
        values = np.linalg.eigvalsh(M)
        if (values > 1e-9).sum() > p or values[0] < -1e-9:
            return False
        lam, U = top(B, p)
        root, distance = U * np.sqrt(np.maximum(lam, 0)), np.linalg.norm(B - M)
        swapped = top(B, p + 1)[1][:, [*range(p - 1), p]] if p < len(B) else U
        others = [
            root + size * rng.standard_normal(root.shape)
            for size in (1e-3, 0.1, 1.0, 3.0)
            for _ in range(100)
        ]
        others.append(swapped * np.sqrt(np.maximum(np.einsum("ij,ik,kj->j", swapped, B, swapped), 0)))
        for Y in others:
            other = Y @ Y.T
            if np.linalg.norm(B - other) <= distance + 1e-12 and not same(other, M, 1e-6):
                return False
    return True


def _clipped(B: Array, p: int) -> Array:
    values, vectors = top(B, p)
    return np.asarray((vectors * np.maximum(values, 0)) @ vectors.T)


def _not_clipped(B: Array, p: int) -> Array:
    values, vectors = top(B, p)
    return np.asarray((vectors * values) @ vectors.T)


def _largest_in_size(B: Array, p: int) -> Array:
    values, vectors = np.linalg.eigh(B)
    chosen = np.argsort(-np.abs(values))[:p]
    return np.asarray((vectors[:, chosen] * np.abs(values[chosen])) @ vectors[:, chosen].T)


BEST = (
    Claim(
        name="mds.best_approximation",
        label="thm-mds-best",
        says="U_pΛ_pU_pᵀ, negative eigenvalues clipped, is the PSD matrix of rank ≤ p nearest to B, and the only one",
        check=_is_the_best,
        right=Approximation(_clipped),
        hypotheses=("λ_p > λ_{p+1}, or λ_p ≤ 0", "negative eigenvalues are clipped"),
        twins={
            "the smallest eigenvalues are kept": Approximation(lambda B, p: _clipped(-B, p)),
            "the eigenvalues are halved": Approximation(lambda B, p: _clipped(B, p) / 2),
            "the largest in size, signs removed": Approximation(_largest_in_size),
            "everything is kept": Approximation(lambda B, p: B),
            "no clipping": Twin(Approximation(_not_clipped), drops="negative eigenvalues are clipped"),
            "a repeated eigenvalue is cut": Twin(
                Approximation(_clipped, ((np.diag([3.0, 2.0, 2.0, 1.0]), 2),)),
                drops="λ_p > λ_{p+1}, or λ_p ≤ 0",
            ),
        },
    ),
)
