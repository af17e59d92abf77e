"""What two right programs agree on when eigenvalues are repeated: scores up to an orthogonal matrix in each group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.kernels import Polynomial
from kernelcourse.learn.mds import classical_mds
from kernelcourse.learn.pca import kernel_pca, pca
from kernelcourse.points import Array
from kernelcourse.rkhs import feature_distances

SQUARE = Polynomial(degree=2, c=0)
RINGS = datasets.rings()[0]
SPECTRUM = np.array([2570.0, 2570.0, 2250.0])  # n λ of the rings and (x·z)²: the first two are equal


def square_features(X: Array) -> Array:
    """(x₁², √2 x₁x₂, x₂²), whose inner product is (x·z)²."""
    a, b = X.T
    return np.stack([a**2, np.sqrt(2) * a * b, b**2], axis=1)


@dataclass(frozen=True, eq=False)
class Agreement:
    """Whether two tables of scores (n, q) with these eigenvalues count as the same; and how many scores are kept."""

    same: Callable[[Array, Array, Array], bool]
    q: int = 3


def inside_groups(a: Array, b: Array, spectrum: Array) -> bool:
    """Inner products agree within each group of equal eigenvalues: equal up to an orthogonal matrix inside it."""
    groups = {round(float(value), 6): np.isclose(spectrum, value) for value in spectrum}
    return all(same(a[:, g] @ a[:, g].T, b[:, g] @ b[:, g].T, 1e-7) for g in groups.values())


def up_to_sign(a: Array, b: Array, spectrum: Array) -> bool:
    return same(np.abs(a), np.abs(b), 1e-7)


def whole_table(a: Array, b: Array, spectrum: Array) -> bool:
    """Up to any orthogonal matrix, groups or not."""
    return same(a @ a.T, b @ b.T, 1e-7)


def agree(first: Array, second: Array) -> Callable[[Agreement], bool]:
    """A check: accepts both tables turned inside the group, and neither turned across groups nor one stretched."""
    c, s = np.cos(0.5), np.sin(0.5)
    inside = np.array([[c, -s, 0], [s, c, 0], [0, 0, -1.0]])
    across = np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])

    def check(candidate: Agreement) -> bool:
        """the same for both ways of computing and for a turn inside the group, not for a turn across groups"""
        q = candidate.q
        spectrum = SPECTRUM[:q]
        yes = [second, second @ inside]
        no = [second @ across, second * [1, 1.01, 1]]
        return all(candidate.same(first[:, :q], table[:, :q], spectrum) for table in yes) and not any(
            candidate.same(first[:, :q], table[:, :q], spectrum) for table in no
        )

    return check


def scores() -> tuple[Array, Array, Array]:
    """Scores of the rings with (x·z)²: by the kernel, by explicit features, by scaling of kernel distances."""
    explicit = square_features(RINGS)
    return (
        kernel_pca(SQUARE, RINGS, 3).scores(RINGS),
        pca(explicit, 3).scores(explicit),
        classical_mds(feature_distances(SQUARE, RINGS), 3).points,
    )


def every_component(solve: Callable[[Array], tuple[Array, Array]]) -> bool:
    """rings, (x·z)²: with explicit features Σ αᵢφ̃(xᵢ) are orthonormal, Cf = λf, and no component of C is missing"""
    explicit = square_features(RINGS)
    away = explicit - explicit.mean(axis=0)
    C = away.T @ away / len(away)
    variances, weights = solve(away @ away.T)
    f = away.T @ weights
    return (
        same(f.T @ f, np.eye(f.shape[1]), 1e-7)
        and same(C @ f, f * variances, 1e-7)
        and same(np.sort(variances), np.linalg.eigvalsh(C), 1e-7)
    )


def solved(K: Array, least: float = 1e-6, divided: bool = True) -> tuple[Array, Array]:
    """λ and the weights v/√(nλ) for the eigenvalues nλ of the centred K above a least one."""
    values, vectors = np.linalg.eigh(K)
    kept = values > least
    lengths = np.sqrt(np.abs(values[kept])) if divided else np.ones(int(kept.sum()))
    return values[kept] / len(K), vectors[:, kept] / lengths


def each_once(K: Array) -> tuple[Array, Array]:
    variances, weights = solved(K)
    _, first = np.unique(variances.round(6), return_index=True)
    return variances[first], weights[:, first]


_UNIT, _ALL = (
    "f has length one, and orthogonal v give orthogonal f",
    "every component arises, each equally often",
)

HYPOTHESES = ("q does not cut a group of equal eigenvalues",)
TWINS = {
    "up to the sign of each score": Agreement(up_to_sign),
    "up to any orthogonal matrix": Agreement(whole_table),
    "one score of the two": Twin(Agreement(inside_groups, q=1), drops=HYPOTHESES[0]),
}

CLAIMS = (
    Claim(
        name="pca.repeated",
        label="cor-kpca-special",
        says="scores by kernel and by features agree up to an orthogonal matrix in each group of equal variances",
        check=agree(scores()[0], scores()[1]),
        right=Agreement(inside_groups),
        hypotheses=HYPOTHESES,
        twins=TWINS,
    ),
    Claim(
        name="pca.every_component",
        label="thm-kpca",
        says="K̃v = nλv, λ > 0, gives the unit f = Σ αᵢφ̃(xᵢ), α = v/√(nλ), with Cf = λf; every component arises so",
        check=every_component,
        right=solved,
        clauses=(_UNIT, _ALL),
        hypotheses=("λ > 0",),
        twins={
            "eigenvectors for λ = 0 taken too": Twin(lambda K: solved(K, least=-1.0), drops="λ > 0"),
            "unit v for unit f": Twin(lambda K: solved(K, divided=False), breaks=_UNIT),
            "each variance once": Twin(each_once, breaks=_ALL),
        },
    ),
)
