"""Claims on maps: which tables have one, how far it is determined, and in which sense it is the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mds.checks import AROUND, CITY, double, rotation, triangles, turn
from kernelcourse.points import Array, squared_distances

SIX = datasets.toy_b() - datasets.toy_b().mean(axis=0)


def _table(X: Any) -> Array:
    return np.sqrt(squared_distances(np.asarray(X, dtype=float)))


# A Gram matrix with an empty diagonal.


@dataclass(frozen=True, eq=False)
class Weights:
    """K ↦ weights a with aᵀKa < 0; and what stands on the diagonals on which they are tried."""

    find: Callable[[Array], Array]
    diagonal: float = 0.0


def _is_witness(weights: Weights) -> bool:
    """aᵀKa < 0 for 60 symmetric matrices with zero diagonal, 2 × 2 to 7 × 7, some with a single entry, any sign"""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        n = 2 + seed % 6
        K = np.triu(rng.integers(-3, 4, (n, n)), 1).astype(float)
        if seed % 3 == 0:
            K *= 0
            K[0, n - 1] = rng.choice([-2.0, 2.0])
        K = K + K.T
        if not K.any():
            continue
        K += weights.diagonal * np.eye(n)
        a = weights.find(K)
        if not a @ K @ a < 0:
            return False
    return True


def _two_points(K: Array) -> Array:
    i, j = np.unravel_index(np.abs(np.triu(K, 1)).argmax(), K.shape)
    a = np.zeros(len(K))
    a[i], a[j] = 1, -np.sign(K[i, j])
    return a


# A rigid motion.


@dataclass(frozen=True, eq=False)
class Motion:
    """X, Z ↦ R, t with Z = XR + t; and the pairs of maps it is tried on."""

    find: Callable[[Array, Array], tuple[Array, Array]]
    stretch: float = 1.0


def _pairs(stretch: float) -> list[tuple[Array, Array]]:
    """Maps and their moved copies: turned, mirrored, on a line, in one dimension, a single point, in space."""
    line = np.outer([0.0, 1, 3, 4], [2.0, 1.0])
    space = np.random.default_rng(0).standard_normal((7, 3))
    Q = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    pairs = [
        (SIX, SIX @ turn(0.7) + [300, -80]),
        (SIX, SIX * [1, -1] @ turn(2.0) + 5),
        (line, line @ turn(1.1) * [1, -1]),
        (SIX[:, :1], 3 - SIX[:, :1]),
        (SIX[:1], SIX[:1] + 4),
        (space, space @ Q - 1),
    ]
    return [(X, stretch * Z) for X, Z in pairs]


def _finds_the_motion(motion: Motion) -> bool:
    """Z = XR + t with an orthogonal R, for six pairs of maps with equal distances"""
    for X, Z in _pairs(motion.stretch):
        R, t = motion.find(X, Z)
        if not (same(R.T @ R, np.eye(X.shape[1]), 1e-8) and same(X @ R + t, Z, 1e-7)):
            return False
    return True


def _procrustes(X: Array, Z: Array) -> tuple[Array, Array]:
    R = rotation(X - X.mean(axis=0), Z - Z.mean(axis=0))
    return R, Z.mean(axis=0) - X.mean(axis=0) @ R


def _least_squares(X: Array, Y: Array) -> Array:
    return np.asarray(np.linalg.lstsq(X, Y, rcond=None)[0])


def _rotation_only(X: Array, Y: Array) -> Array:
    P, _, Qt = np.linalg.svd(X.T @ Y)
    P[:, -1] *= np.sign(np.linalg.det(P @ Qt))
    return np.asarray(P @ Qt)


def _is_nearest(candidate: Callable[[Array, Array], Array]) -> bool:
    """orthogonal, and none of 1440 rotations and reflections carries six points nearer to three disturbed copies"""
    angles = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    every = [turn(angle) * sign for angle in angles for sign in (np.array([1, 1]), np.array([1, -1]))]
    for seed, mirror in ((0, 1), (1, -1), (2, 1)):
        noise = np.random.default_rng(seed).standard_normal(SIX.shape)
        Y = SIX @ turn(0.9) * [1, mirror] + 0.8 * (noise - noise.mean(axis=0))
        R = candidate(SIX, Y)
        reached = np.linalg.norm(SIX @ R - Y)
        if not same(R.T @ R, np.eye(2)) or min(np.linalg.norm(SIX @ Q - Y) for Q in every) < reached - 1e-9:
            return False
    return True


# Which tables are distances of points.


@dataclass(frozen=True, eq=False)
class Test:
    """A table ↦ the least p for which points of Rᵖ have these distances, None if there is none."""

    dimension: Callable[[Array], int | None]
    tables: tuple[tuple[Array, int | None], ...] = (
        (_table(SIX), 2),
        (np.sqrt(2) * (1 - np.eye(5)), 4),
        (_table([[0.0], [3], [4], [9]]), 1),
        (_table(np.random.default_rng(3).standard_normal((6, 3))), 3),
        (np.zeros((1, 1)), 0),
        (np.zeros((4, 4)), 0),
        (AROUND, None),
        (CITY, None),
    )


def _tells_the_dimension(test: Test) -> bool:
    """2 for six points of the plane, 4 for a simplex, 1 for a line, 3, 0 for one point; None for two metrics"""
    return all(test.dimension(D) == p for D, p in test.tables)


def _rank(D: Array) -> int | None:
    values = np.linalg.eigvalsh(double(D))
    size = max(abs(values).max(), 1e-300)
    return None if values[0] < -1e-9 * size else int((values > 1e-9 * size).sum())


ODD = np.array([[1.0, 2.0], [2.0, 1.0]])  # every point at distance 1 from itself
BELOW = np.array([[0.0, -1.0], [-1.0, 0.0]])  # its squares are those of two points at distance 1
UPHILL = np.array([[0.0, 1.0], [2.0, 0.0]])  # there and back are not equally far


# The entries of B are inner products of centred points, if the space is real.


def _is_the_gram_matrix(points: Array) -> bool:
    """−½JD⁽²⁾J is the table of ⟨xᵢ − x̄, xⱼ − x̄⟩, the second factor conjugated, for these points"""
    away = points - points.mean(axis=0)
    squares = (np.abs(points[:, None] - points[None, :]) ** 2).sum(axis=2)
    return same(double(np.sqrt(squares)), away @ away.conj().T, 1e-8)


MAPS = (
    Claim(
        name="mds.real_space",
        label="thm-double-centring",
        says="the entries of −½JD⁽²⁾J are ⟨xᵢ − x̄, xⱼ − x̄⟩, in a real space",
        check=_is_the_gram_matrix,
        right=np.random.default_rng(4).standard_normal((6, 9)),
        hypotheses=("the inner products are real",),
        twins={
            "three complex numbers: only the real parts": Twin(
                np.array([[1.0 + 0j], [1j], [0j]]), drops="the inner products are real"
            )
        },
    ),
    Claim(
        name="mds.zero_diagonal",
        label="prop-mds-zero-diagonal",
        says="a matrix with zero diagonal and an entry Kᵢⱼ ≠ 0 is no Gram matrix: eᵢ − sign(Kᵢⱼ)eⱼ is a witness",
        check=_is_witness,
        right=Weights(_two_points),
        hypotheses=("the diagonal is zero",),
        twins={
            "the sign of the entry is ignored": Weights(
                lambda K: np.abs(_two_points(K)) * [1, *[-1] * (len(K) - 1)]
            ),
            "all weights one": Weights(lambda K: np.ones(len(K))),
            "two equal weights": Weights(lambda K: np.abs(_two_points(K))),
            "nines on the diagonal": Twin(Weights(_two_points, diagonal=9.0), drops="the diagonal is zero"),
        },
    ),
    Claim(
        name="mds.rigid_motion",
        label="prop-mds-rigid",
        says="maps with equal distances differ by a shift and an orthogonal matrix, perhaps a reflection",
        check=_finds_the_motion,
        right=Motion(_procrustes),
        hypotheses=("the distances are equal",),
        twins={
            "rotations only": Motion(
                lambda X, Z: (
                    _rotation_only(X - X.mean(0), Z - Z.mean(0)),
                    Z.mean(0) - X.mean(0) @ _rotation_only(X - X.mean(0), Z - Z.mean(0)),
                )
            ),
            "any matrix, by least squares": Motion(
                lambda X, Z: (
                    _least_squares(X - X.mean(0), Z - Z.mean(0)),
                    Z.mean(0) - X.mean(0) @ _least_squares(X - X.mean(0), Z - Z.mean(0)),
                )
            ),
            "no shift": Motion(lambda X, Z: (rotation(X, Z), 0 * Z[0])),
            "distances one per cent longer": Twin(
                Motion(_procrustes, stretch=1.01), drops="the distances are equal"
            ),
        },
    ),
    Claim(
        name="mds.procrustes",
        label="eq-mds-procrustes",
        says="with XᵀY = PΣQᵀ, R = PQᵀ is the orthogonal matrix that carries X nearest to Y",
        check=_is_nearest,
        right=rotation,
        twins={
            "QPᵀ instead of PQᵀ": lambda X, Y: rotation(X, Y).T,
            "XᵀY itself, not made orthogonal": lambda X, Y: X.T @ Y,
            "unconstrained least squares": _least_squares,
            "rotations only, no reflection": _rotation_only,
        },
    ),
    Claim(
        name="mds.euclidean",
        label="thm-mds-euclidean",
        says="a table comes from points exactly when −½JD⁽²⁾J has no negative eigenvalue; the least p is its rank",
        check=_tells_the_dimension,
        right=Test(_rank),
        clauses=("points exist exactly when no eigenvalue is negative", "the least p is the rank of B"),
        hypotheses=("the diagonal is zero", "no entry is negative", "the table is symmetric"),
        twins={
            "a distance of −1": Twin(Test(_rank, ((BELOW, None),)), drops="no entry is negative"),
            "there 1, back 2": Twin(Test(_rank, ((UPHILL, None),)), drops="the table is symmetric"),
            "the triangle inequality is enough": Twin(
                Test(lambda D: _rank(D) if _rank(D) is not None else (2 if triangles(D) else None)),
                breaks="points exist exactly when no eigenvalue is negative",
            ),
            "always n − 1 dimensions": Twin(
                Test(lambda D: None if _rank(D) is None else len(D) - 1),
                breaks="the least p is the rank of B",
            ),
            "the rank of D": Twin(
                Test(lambda D: None if _rank(D) is None else int(np.linalg.matrix_rank(D))),
                breaks="the least p is the rank of B",
            ),
            "every point at distance 1 from itself": Twin(
                Test(_rank, ((ODD, None),)), drops="the diagonal is zero"
            ),
        },
    ),
)
