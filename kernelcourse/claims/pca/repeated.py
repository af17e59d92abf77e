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
)
