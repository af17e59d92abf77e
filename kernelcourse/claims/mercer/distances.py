"""Claims on conditionally negative definite functions, Schoenberg's theorem, and safe distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import cloud, gaps, inner, no_negative
from kernelcourse.distances import edit_distances, geodesic, hamming

_CORNERS = np.vstack([np.eye(3), -np.eye(3)])
_ANGLES = np.arccos(np.clip(_CORNERS @ _CORNERS.T, -1, 1))
_CYCLE = geodesic(datasets.graphs()["C4"])
_POINTS = cloud(60, 7, 3)
_SKEW = np.array([[0.0, 1.0], [3.0, 0.0]])
_BINARY = hamming([f"{code:04b}" for code in range(16)])

# ψ at finitely many points ↦ whether it is conditionally negative definite.
_CASES: tuple[tuple[Any, bool], ...] = (
    (gaps(_POINTS), True),
    (np.sqrt(gaps(_POINTS)), True),
    (-inner(_POINTS), True),
    (np.ones((4, 4)), True),
    (gaps(_POINTS) + 1.0, True),
    (_ANGLES, True),
    (_BINARY, True),
    (_ANGLES**2, False),
    (100 * _ANGLES**2, False),  # exp(−γψ) is a kernel for γ = .01 and for γ = 1
    (_CYCLE**2, False),
    (_BINARY**2, False),
    (inner(_POINTS), False),
    (np.outer([1.0, 2, 3], [1.0, 2, 3]), False),  # one positive eigenvalue, and not conditionally negative
)
_WIDTHS = np.geomspace(1e-3, 20, 25)


def conditionally_negative(Psi: Any, symmetry: bool = True) -> bool:
    """No eigenvalue of JΨJ is positive: the weights that add up to zero see no positive sum."""
    if symmetry and not np.allclose(Psi, Psi.T):
        return False
    J = np.eye(len(Psi)) - 1 / len(Psi)
    return bool(np.linalg.eigvalsh(-J @ (Psi + Psi.T) @ J / 2)[0] > -1e-9)


def _sorts(decide: Any) -> bool:
    """right on thirteen matrices of ψ, constants, distances and their squares among them, and on a skewed one"""
    return all(bool(decide(Psi)) == known for Psi, known in (*_CASES, (_SKEW, False)))


def kernel_from(Psi: Any, base: int = 0, factor: float = 0.5, corner: bool = True) -> Any:
    """½(ψ(x, x₀) + ψ(z, x₀) − ψ(x, z) − ψ(x₀, x₀))."""
    column = Psi[:, base]
    return factor * (column[:, None] + column - Psi - corner * Psi[base, base])


def _makes_kernels(make: Any) -> bool:
    """a kernel exactly for the conditionally negative definite ones of thirteen ψ, from two base points"""
    return all(no_negative(make(Psi, base)) == known for Psi, known in _CASES for base in (0, 2))


def _returns_distances(trial: tuple[Any, tuple[Any, ...]]) -> bool:
    """features of k from its eigenvectors, negative eigenvalues set to 0: their squared distances are ψ(x, z)"""
    make, examples = trial
    return all(same(gaps(_features(make(Psi, 0))), Psi, 1e-7) for Psi in examples)


_ZERO_DIAGONAL = (gaps(_POINTS), _ANGLES, _BINARY)


def _decides_exponentials(decide: Any) -> bool:
    """says yes exactly if exp(−γψ) has no negative eigenvalue for 25 values of γ from 0.001 to 20, on thirteen ψ"""
    return all(
        bool(decide(Psi)) == all(no_negative(np.exp(-g * (Psi - Psi.min()))) for g in _WIDTHS)
        for Psi, _ in _CASES
    )


_STAR = np.array([[0.0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])  # a centre and three leaves
_METRICS: tuple[Any, ...] = (
    _STAR,
    np.sqrt(gaps(_POINTS)),
    _ANGLES,
    _CYCLE,
    np.sqrt(_BINARY),
    _BINARY,
    edit_distances(["ab", "abc", "b", "bca", "ca", ""]),
)


def _features(K: Any) -> Any:
    """Rows with the inner products K, negative eigenvalues set to zero."""
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0))


def _between_features(D: Any) -> bool:
    """The distances of the features of ½(ρ²(x, x₀) + ρ²(z, x₀) − ρ²(x, z)) are ρ."""
    return same(gaps(_features(kernel_from(D**2))), D**2, 1e-7)


def _decides_distances(candidate: tuple[Any, tuple[Any, ...]]) -> bool:
    """says yes exactly if exp(−ρ²/2σ²) has no negative eigenvalue for 25 widths, on seven distances"""
    decide, metrics = candidate
    return all(bool(decide(D)) == all(no_negative(np.exp(-g * D**2)) for g in _WIDTHS) for D in metrics)


CLAIMS = (
    Claim(
        name="mercer.conditionally_negative",
        label="def-mercer-cnd",
        says="ψ is conditionally negative definite if it is symmetric and Σ aᵢaⱼψ(xᵢ, xⱼ) ≤ 0 whenever Σ aᵢ = 0",
        check=_sorts,
        right=conditionally_negative,
        twins={
            "for all weights": lambda Psi: no_negative(-Psi),
            "symmetry is not asked for": lambda Psi: conditionally_negative(Psi, symmetry=False),
            "conditionally positive": lambda Psi: conditionally_negative(-Psi),
            "one positive eigenvalue at most": lambda Psi: (
                np.allclose(Psi, Psi.T) and np.sum(np.linalg.eigvalsh(Psi) > 1e-9) <= 1
            ),
        },
    ),
    Claim(
        name="mercer.distance_to_kernel",
        label=("lem-mercer-cnd", "eq-mercer-cnd"),
        says="ψ is conditionally negative definite ⇔ ½(ψ(x, x₀) + ψ(z, x₀) − ψ(x, z) − ψ(x₀, x₀)) is a kernel",
        check=_makes_kernels,
        right=kernel_from,
        hypotheses=("ψ is symmetric",),
        undropped={"ψ is symmetric": "a ψ that is not symmetric is excluded by both definitions at once"},
        twins={
            "the base point's own value left out": lambda Psi, base: kernel_from(Psi, base, corner=False),
            "the sign": lambda Psi, base: -kernel_from(Psi, base),
            "one base term only": lambda Psi, base: Psi[:, base][:, None] - Psi,
        },
    ),
    Claim(
        name="mercer.kernel_to_distance",
        label="lem-mercer-cnd",
        says="if it is one and ψ(x, x) = 0, then ψ(x, z) = ‖φ(x) − φ(z)‖² with the features of that kernel",
        check=_returns_distances,
        right=(kernel_from, _ZERO_DIAGONAL),
        hypotheses=("ψ(x, x) = 0", "ψ is conditionally negative definite"),
        twins={
            "squared angles": Twin(
                (kernel_from, (_ANGLES**2,)), drops="ψ is conditionally negative definite"
            ),
            "½ is missing": (lambda Psi, base: kernel_from(Psi, base, factor=1.0), _ZERO_DIAGONAL),
            "ψ + 1, with ones on the diagonal": Twin(
                (kernel_from, tuple(Psi + 1.0 for Psi in _ZERO_DIAGONAL)), drops="ψ(x, x) = 0"
            ),
        },
    ),
    Claim(
        name="mercer.schoenberg",
        label="thm-mercer-schoenberg",
        says="exp(−γψ) is a kernel for every γ > 0 exactly when ψ is conditionally negative definite",
        check=_decides_exponentials,
        right=conditionally_negative,
        hypotheses=("ψ is symmetric", "for every γ > 0"),
        undropped={"ψ is symmetric": "exp(−γψ) is then not symmetric and no kernel by definition"},
        twins={
            "for one γ": Twin(lambda Psi: no_negative(np.exp(-2.0 * Psi)), drops="for every γ > 0"),
            "for γ = 0.01 and γ = 1": Twin(
                lambda Psi: all(no_negative(np.exp(-g * (Psi - Psi.min()))) for g in (0.01, 1.0)),
                drops="for every γ > 0",
            ),
            "−ψ is positive semidefinite": lambda Psi: no_negative(-Psi),
            "ψ is never negative": lambda Psi: bool(Psi.min() >= 0),
        },
    ),
    Claim(
        name="mercer.safe_distances",
        label="cor-mercer-safe-distances",
        says="exp(−ρ²/2σ²) is a kernel for all σ exactly when ρ is a distance between features",
        check=_decides_distances,
        right=(_between_features, _METRICS),
        hypotheses=("for all σ > 0", "ρ is a distance"),
        twins={
            "every distance": (lambda D: True, _METRICS),
            "the squares have one positive eigenvalue, as those of a star": (
                lambda D: bool(np.sum(np.linalg.eigvalsh(D**2) > 1e-9) <= 1),
                _METRICS,
            ),
            "ρ instead of ρ² conditionally negative definite": (conditionally_negative, _METRICS),
            "for one narrow σ": Twin(
                (lambda D: no_negative(np.exp(-5.0 * D**2)), _METRICS), drops="for all σ > 0"
            ),
            "ρ² + 1, not zero for a point with itself": Twin(
                (_between_features, (np.sqrt(gaps(_POINTS) + 1),)), drops="ρ is a distance"
            ),
        },
    ),
)
