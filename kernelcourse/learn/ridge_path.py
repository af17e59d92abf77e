"""Ridge for many λ from one eigendecomposition K = V diag(s) Vᵀ, with exact leave-one-out errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.learn.factored import FactoredGram, gram_operator
from kernelcourse.learn.solving import DIGITS, EPS
from kernelcourse.points import Array, as_outputs, as_positive
from kernelcourse.rkhs import KernelExpansion


@dataclass(frozen=True, eq=False)
class RidgePath:
    """What ridge gives at each of L values of λ; rows are the λ, in the order in which they were given."""

    kernel: Kernel
    points: Any
    outputs: Array  # y: (n,) or (n, q)
    eigenvalues: Array  # s, of K, ascending: (n,)
    lams: Array  # (L,)
    weights: Array  # (L, n) or (L, n, q)
    loo_residuals: Array  # yᵢ − f₋ᵢ(xᵢ), f₋ᵢ fitted without point i: (L, n) or (L, n, q)
    loo_error: Array  # their mean square: (L,)
    gcv: Array  # n‖y − Hy‖² / (n − tr H)²: (L,)
    degrees_of_freedom: Array  # tr H = Σ s/(s + λ): (L,)
    condition_number: Array  # of K + λI: (L,)

    @property
    def best(self) -> int:
        """The number of the λ with the smallest leave-one-out error."""
        return int(np.argmin(self.loo_error))

    def expansion(self, i: int) -> KernelExpansion:
        """ridge(k, X, y, lams[i]), or ValueError where λ is so small that rounding decides f."""
        known_to = EPS * self.eigenvalues[-1] * np.abs(self.weights[i]).max(axis=0)
        if (known_to > DIGITS * np.abs(self.outputs).max(axis=0)).any():
            raise ValueError(
                f"lams[{i}] = {self.lams[i]:g} is lost in rounding next to the Gram matrix: take a larger one."
            )
        return KernelExpansion(self.kernel, self.points, self.weights[i])

    def __len__(self) -> int:
        return len(self.lams)


def ridge_path(k: Kernel, X: Any, y: ArrayLike, lams: ArrayLike) -> RidgePath:
    """α(λ) = V diag(1/(s + λ)) Vᵀy for every λ, and what leaving out each point would do to it.

    With G = (K + λI)⁻¹ and H = K(K + λI)⁻¹ = I − λG, the residual is y − Hy = λα and 1 − Hᵢᵢ = λGᵢᵢ, so the
    leave-one-out residual rᵢ/(1 − Hᵢᵢ) is αᵢ/Gᵢᵢ: no difference of nearly equal numbers for any λ.
    """
    lambdas = np.array([as_positive(lam, f"lams[{i}]") for i, lam in enumerate(np.ravel(np.asarray(lams)))])
    if not lambdas.size:
        raise ValueError("lams is empty: give at least one value of λ.")
    points, K = gram_operator(k, X)
    outputs = as_outputs(y, len(K))
    n = len(K)
    s, V = _spectrum(K)  # (r,), (n, r): all n eigenpairs, or those that r features can have
    s = _refuse_negative(s, lambdas.min())
    zeros = n - len(s)  # eigenvalues that are 0, whose eigenvectors nobody computed

    shrunk = 1 / (s + lambdas[:, None])  # (L, r)
    rotated = (V.T @ outputs).reshape(len(s), -1)  # (r, q)
    flat = (shrunk[:, :, None] * rotated).transpose(1, 0, 2).reshape(len(s), -1)  # (r, L·q)
    weights = (V @ flat).reshape(n, len(lambdas), -1).transpose(1, 0, 2)  # (L, n, q)
    beyond = (outputs.reshape(n, -1) - V @ rotated) / lambdas[:, None, None] if zeros else 0.0  # (I − VVᵀ)y/λ
    weights = weights + beyond
    squares = np.square(V.T, out=V.T)
    inverse_diagonal = shrunk @ squares  # Gᵢᵢ = Σⱼ Vᵢⱼ²/(sⱼ + λ): (L, n)
    if zeros:
        inverse_diagonal += np.maximum(1 - squares.sum(axis=0), 0) / lambdas[:, None]
        s = np.concatenate([np.zeros(zeros), s])
        shrunk = 1 / (s + lambdas[:, None])
    loo = weights / inverse_diagonal[:, :, None]
    # n‖λα‖² / (λ tr G)²: both sides divided by λ²
    gcv = n * np.square(weights / shrunk.sum(axis=1)[:, None, None]).sum(axis=1).mean(axis=1)
    shape = (len(lambdas), *outputs.shape)
    return RidgePath(
        kernel=k,
        points=points,
        outputs=outputs,
        eigenvalues=s,
        lams=lambdas,
        weights=weights.reshape(shape),
        loo_residuals=loo.reshape(shape),
        loo_error=np.square(loo).mean(axis=(1, 2)),
        gcv=gcv,
        degrees_of_freedom=(s * shrunk).sum(axis=1),
        condition_number=(s[-1] + lambdas) / (s[0] + lambdas),
    )


def _spectrum(K: Any) -> tuple[Array, Array]:
    """Eigenvalues of K, ascending, and orthonormal eigenvectors; of ΦΦᵀ those of the left singular vectors of Φ."""
    if isinstance(K, FactoredGram):
        U, roots, _ = linalg.svd(K.left, full_matrices=False, check_finite=False)
        return roots[::-1] ** 2, np.ascontiguousarray(U[:, ::-1])
    driver = "evd" if len(K) > 1 else "ev"  # SciPy 1.11 reserves too little room for evd of one number
    s, V = linalg.eigh(K.T, driver=driver, overwrite_a=True, check_finite=False)
    return s, V


def _refuse_negative(s: Array, smallest_lam: float) -> Array:
    rounding = 4 * len(s) * EPS * max(abs(s[0]), abs(s[-1]))
    if s[0] + smallest_lam <= 0 and s[0] < -rounding:
        raise ValueError(
            f"K has the eigenvalue {s[0]:.3g}, so K + λI is not positive definite at λ = {smallest_lam:g} "
            "and k is not a kernel: judge(k, X) finds the points and weights that show it."
        )
    if smallest_lam < 4 * EPS * s[-1] and s[0] < rounding:
        raise ValueError(
            f"lams: {smallest_lam:g} is lost in rounding next to the largest eigenvalue {s[-1]:.3g} of K: "
            f"use values of at least {rounding:.1g}, or scale the points down."
        )
    # Smaller ones are noise, as those of a low-rank K are.
    unknown = max(4.0, np.sqrt(len(s))) * EPS * s[-1]
    return np.where(s > unknown, s, 0) if s[0] >= -rounding else s
