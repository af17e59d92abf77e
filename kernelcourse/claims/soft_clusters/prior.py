"""The claim that EM climbs with a prior on the covariances too, and cannot climb for ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import logsumexp

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.datasets import blobs
from kernelcourse.points import Array

Rule = Callable[[Array, float, float, float], Array]


@dataclass(frozen=True)
class Prior:
    """scatter, n_c, ν, v ↦ the covariance of an M-step, and ν."""

    covariance: Rule
    nu: float = 0.5


def posterior_covariance(scatter: Array, weight: float, nu: float, v: float) -> Array:
    return (scatter + nu * v * np.eye(len(scatter))) / (weight + nu)


def _floored(scatter: Array, weight: float, nu: float, v: float) -> Array:
    """The maximum of the likelihood, its eigenvalues lifted to v/20 afterwards."""
    values, vectors = np.linalg.eigh(scatter / weight)
    return np.asarray(vectors * np.maximum(values, v / 20) @ vectors.T)


def _climb(X: Array, labels: Any, prior: Prior, steps: int = 60) -> list[float]:
    """What EM should raise, before every step."""
    v, R, reached = float(X.var(axis=0).mean()), np.eye(3)[labels], []
    for _ in range(steps):
        logs, charge = [], 0.0
        for r in R.T + 1e-300:
            apart = X - r @ X / r.sum()
            C = prior.covariance((r[:, None] * apart).T @ apart, float(r.sum()), prior.nu, v)
            inverse, logdet = np.linalg.inv(C), float(np.linalg.slogdet(C)[1])
            squares = np.einsum("ij,jk,ik->i", apart, inverse, apart)
            logs.append(
                np.log(r.sum() / len(X)) - X.shape[1] / 2 * np.log(2 * np.pi) - (logdet + squares) / 2
            )
            charge += prior.nu / 2 * (logdet + v * float(np.trace(inverse)))
        columns = np.column_stack(logs)
        total = logsumexp(columns, axis=1)
        reached.append(float(total.sum()) - charge)
        R = np.exp(columns - total[:, None])
    return reached


def climbs_and_is_bounded(prior: Prior) -> bool:
    """sixty steps on thirty points from ten starts, each with a cluster of one point: never falling, never above 0"""
    X, _ = blobs(10, [[0, 0], [3, 1], [0, 4]], np.random.default_rng(2), 0.6)
    for seed in range(10):
        labels = np.random.default_rng(seed).integers(0, 2, len(X))
        labels[seed] = 2  # a cluster of one point: nothing but the prior keeps it from collapsing
        reached = np.array(_climb(X, labels, prior))
        if not np.isfinite(reached).all() or (np.diff(reached) < -1e-8).any() or reached.max() > 0:
            return False
    return True


PRIOR = (
    Claim(
        name="soft_clusters.prior",
        label=("prop-soft-prior", "eq-soft-prior"),
        says="with C = (scatter + νvI)/(n_c + ν) likelihood plus log prior never falls, and is bounded",
        check=climbs_and_is_bounded,
        right=Prior(posterior_covariance),
        hypotheses=("ν > 0", "the M-step maximises likelihood times prior"),
        twins={
            "a floor under the eigenvalues": Twin(
                Prior(_floored), drops="the M-step maximises likelihood times prior"
            ),
            "νv added to the maximum of the likelihood": Prior(
                lambda scatter, weight, nu, v: scatter / weight + nu * v * np.eye(len(scatter))
            ),
            "the prior's own points are not counted": Prior(
                lambda scatter, weight, nu, v: (scatter + nu * v * np.eye(len(scatter))) / weight
            ),
            "no prior": Twin(Prior(posterior_covariance, nu=0.0), drops="ν > 0"),
        },
    ),
)
