"""Ridge by conjugate gradients: nothing is factored, K is only multiplied with vectors, block by block.

Without help the number of steps grows with the condition number of K + λI. Nyström's kernel helps: K̃ + λI is cheap to
invert and nearly K + λI, and in the space it straightens the steps are few (the idea of FALKON, Rudi et al. 2017).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import Array, as_count, as_outputs, as_positive
from kernelcourse.rkhs import FeatureExpansion, KernelExpansion
from kernelcourse.scale.blocks import BUDGET, pieces
from kernelcourse.scale.landmark_kernel import Nystroem

Product = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class GradientState:
    """Where conjugate gradients stand after a step."""

    step: int
    weights: Array  # the unknowns of the system so far
    residual: float  # ‖b − Ax‖ / ‖b‖, as the recursion has it
    function: Callable[[], Any]  # the function these weights are

    @property
    def f(self) -> Any:
        """The ridge function so far."""
        return self.function()


def ridge_steps(
    k: Kernel,
    X: Any,
    y: ArrayLike,
    lam: float,
    helper: Nystroem | None = None,
    tolerance: float = 1e-10,
    steps: int = 1000,
    budget: int = BUDGET,
    product: Product | None = None,
) -> Iterator[GradientState]:
    """(K + λI)α = y for k itself, helped by (K̃ + λI)⁻¹ = (I − Φ(ΦᵀΦ + λI)⁻¹Φᵀ)/λ with Φ the helper's features.

    Memory: one block of K within the budget, and Φ (n, m). ``product`` may compute v ↦ Kv elsewhere.
    """
    lam = as_positive(lam, "lam")
    points = k.read(X, "X")
    outputs = as_outputs(y, len(points))
    if outputs.ndim != 1:
        raise ValueError("y must hold one output for each point, (n,): solve several one by one.")
    times = gram_product(k, points, budget) if product is None else product
    precondition = _identity if helper is None else shifted_inverse(helper.features(helper.read(points)), lam)

    def state(step: int, alpha: Array, residual: float) -> GradientState:
        return GradientState(step, alpha, residual, lambda: KernelExpansion(k, points, alpha))

    solution = conjugate_gradients(lambda v: times(v) + lam * v, outputs, precondition, tolerance, steps)
    return (state(*found) for found in solution)


def landmark_ridge_steps(
    k: Nystroem,
    X: Any,
    y: ArrayLike,
    lam: float,
    tolerance: float = 1e-10,
    steps: int = 200,
    budget: int = BUDGET,
) -> Iterator[GradientState]:
    """(ΦᵀΦ + λI)w = Φᵀy for Nyström's features without ΦᵀΦ: a step costs nm, not nm², and Φ is made anew in blocks.

    The helper is ΦᵀΦ guessed from the landmarks alone, (n/m)Φ_ZᵀΦ_Z + λI, as FALKON does.
    """
    lam = as_positive(lam, "lam")
    points = k.read(X, "X")
    outputs = as_outputs(y, len(points))
    if outputs.ndim != 1:
        raise ValueError("y must hold one output for each point, (n,): solve several one by one.")
    n, m = len(points), k.size
    at_landmarks = k.features(k.read(k.landmarks))
    guess = at_landmarks.T @ at_landmarks * (n / m)
    guess.flat[:: m + 1] += lam
    factor = linalg.cho_factor(guess, lower=True)

    def through(v: Array | None) -> Array:
        """ΦᵀΦv, or Φᵀy without v."""
        total = np.zeros(m)
        for some in pieces(n, m, budget):
            phi = k.features(points[some])
            total += phi.T @ (outputs[some] if v is None else phi @ v)
        return total

    def state(step: int, w: Array, residual: float) -> GradientState:
        return GradientState(step, w, residual, lambda: FeatureExpansion(k, w))

    solution = conjugate_gradients(
        lambda v: through(v) + lam * v, through(None), lambda v: linalg.cho_solve(factor, v), tolerance, steps
    )
    return (state(*found) for found in solution)


def conjugate_gradients(
    product: Product, b: Array, precondition: Product, tolerance: float, steps: int
) -> Iterator[tuple[int, Array, float]]:
    """(step, x, ‖b − Ax‖/‖b‖) from x = 0 till the last is at most ``tolerance``; ValueError if it never is."""
    as_positive(tolerance, "tolerance")
    as_count(steps, "steps")
    x, r = np.zeros_like(b), b.copy()
    size = float(np.linalg.norm(b))
    yield 0, x.copy(), 1.0 if size else 0.0
    if not size:
        return
    z = precondition(r)
    p, rz = z.copy(), float(r @ z)
    for step in range(1, steps + 1):
        Ap = product(p)
        curvature = float(p @ Ap)
        if not curvature > 0:
            raise ValueError(
                f"pᵀ(K + λI)p = {curvature:.3g} is not positive: k is not a kernel, or lam is lost in rounding."
            )
        x = x + rz / curvature * p
        r -= rz / curvature * Ap
        residual = float(np.linalg.norm(r)) / size
        yield step, x.copy(), residual
        if residual <= tolerance:
            return
        z = precondition(r)
        rz, before = float(r @ z), rz
        p = z + rz / before * p
    raise ValueError(
        f"the residual is {residual:.2g} after {steps} steps: allow more, a larger tolerance, or more landmarks."
    )


def gram_product(k: Kernel, X: Any, budget: int = BUDGET) -> Product:
    """v ↦ Kv with no more than ``budget`` bytes of K at a time."""

    def product(v: Array) -> Array:
        out = np.empty_like(v)
        for some in pieces(len(X), len(X), budget):
            out[some] = k.gram(X[some], X) @ v
        return out

    return product


def shifted_inverse(phi: Array, lam: float) -> Product:
    """v ↦ (ΦΦᵀ + λI)⁻¹v = (v − Φ(ΦᵀΦ + λI)⁻¹Φᵀv)/λ, by Woodbury."""
    inner = phi.T @ phi
    inner.flat[:: len(inner) + 1] += lam
    factor = linalg.cho_factor(inner, lower=True, overwrite_a=True)
    return lambda v: (v - phi @ linalg.cho_solve(factor, phi.T @ v)) / lam


def _identity(v: Array) -> Array:
    return v.copy()
