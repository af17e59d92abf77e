"""Fisher's discriminant in H: class means far apart, as measured by the spread inside the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.eigen import with_fixed_signs
from kernelcourse.learn.factored import FactoredGram, gram_operator, solve_operator
from kernelcourse.learn.neighbours import as_classes
from kernelcourse.learn.solving import EPS
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class FisherDiscriminant:
    """q functions f with ⟨f, (S_W + λI)f⟩ = 1, and ρ = ⟨f, S_B f⟩ of each, largest first."""

    directions: KernelExpansion  # weights (n, q)
    ratios: Array  # ρ: (q,)
    classes: Any  # (c,)
    means: Array  # of the scores in each class: (c, q)

    def scores(self, Z: Any) -> Array:
        """f(z): (m, q)."""
        return self.directions(Z)

    def __call__(self, Z: Any) -> Any:
        """z ↦ the class whose mean score is nearest."""
        scores = self.scores(Z)
        squares = np.square(scores[:, None, :] - self.means).sum(axis=2)
        return self.classes[np.argmin(squares, axis=1)]


def kernel_fisher(
    k: Kernel, X: Any, y: ArrayLike, lam: float, n_components: int | None = None
) -> FisherDiscriminant:
    """The f in H with the largest ⟨f, S_B f⟩ / ⟨f, (S_W + λI)f⟩, then the next, …: one fewer than classes, or q.

    S_W = Σᵢ (φ(xᵢ) − μ_c)(φ(xᵢ) − μ_c)ᵀ, c the class of xᵢ, and S_B = Σ_c n_c (μ_c − φ̄)(μ_c − φ̄)ᵀ. With Φ the features,
    W the projector that takes from each point its class mean, and D the matrix with S_B = ΦᵀDDᵀΦ:
    (S_W + λI)⁻¹ΦᵀD = ΦᵀA with (WK + λI)A = D, hence A = (D − (WKW + λI)⁻¹WKD)/λ, because WD = 0.
    """
    lam = as_positive(lam, "lam")
    points, K = gram_operator(k, X)
    classes, numbers = np.unique(as_classes(y, len(K)), return_inverse=True)
    if len(classes) < 2:
        raise ValueError("y holds one label only: give points of at least two classes.")
    q = as_count(
        len(classes) - 1 if n_components is None else n_components, "n_components", most=len(classes) - 1
    )
    members = (numbers[:, None] == np.arange(len(classes))).astype(float)  # (n, c)
    sizes = members.sum(axis=0)
    D = np.sqrt(sizes) * (members / sizes - 1 / len(K))
    largest = float(np.abs(K.diagonal()).max())
    KD = K @ D
    solved = solve_operator(_within(K, members, sizes), lam, _spread(KD, members, sizes))
    A = (
        D - _spread(solved, members, sizes)
    ) / lam  # W again: rounding outside its range would be divided by λ
    between = KD.T @ A  # Dᵀ K A = Dᵀ Φ (S_W + λI)⁻¹ Φᵀ D: symmetric, (c, c)
    ratios, vectors = linalg.eigh((between + between.T) / 2)
    ratios, vectors = ratios[::-1][:q], with_fixed_signs(vectors[:, ::-1][:, :q])
    # the means are known to rounding, ε max k(x, x), and ρ ≤ n‖μ − φ̄‖²/λ
    found = int((ratios > 4 * len(K) * EPS * largest / lam).sum())
    if found < q:
        raise ValueError(
            f"n_components = {q} is too many: the class means differ in {found} direction(s) only (beyond rounding)."
        )
    weights = A @ vectors / np.sqrt(ratios)
    scores = K @ weights
    return FisherDiscriminant(
        KernelExpansion(k, points, weights), ratios, classes, members.T @ scores / sizes[:, None]
    )


def _spread(V: Array, members: Array, sizes: Array) -> Array:
    """WV: from each row the mean of the rows of its class is taken."""
    return V - members @ (members.T @ V / sizes[:, None])


def _within(K: Any, members: Array, sizes: Array) -> Any:
    """WKW: inner products of the features, each seen from the mean of its class."""
    if isinstance(K, FactoredGram):
        phi = _spread(K.left, members, sizes)
        return FactoredGram(phi, phi)
    rows = _spread(K, members, sizes)
    return np.ascontiguousarray(_spread(rows.T, members, sizes))
