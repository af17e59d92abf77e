"""Claims on bounded evaluation, and on what the norm measures: Mercer's form, and slopes for the minimum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.fourier import FourierSpace
from kernelcourse.points import Array

_U = (np.arange(4000) + 0.5) / 4000  # middle points of [0, 1]
_BASES: tuple[Callable[[float], Array], ...] = (
    lambda x: np.array([1.0, x]),
    lambda x: np.array([1.0, x, x * x]),
    lambda x: np.array([np.exp(x), np.cos(3 * x), x]),
)


def _gram(basis: Callable[[float], Array]) -> Array:
    """∫ eᵢeⱼ on [0, 1], by middle points."""
    E = np.array([basis(u) for u in _U[::20]])
    return np.asarray(E.T @ E / len(E))


_SPACES = [(basis, _gram(basis)) for basis in _BASES]


def _reproduces(kernel: Callable[[Array, Array, Array], float]) -> bool:
    """e(x), e(z), G ↦ k(x, z): ⟨f, k(·, z)⟩ = f(z) for random f of three spaces, and k is symmetric"""
    rng = np.random.default_rng(0)
    for basis, G in _SPACES:
        unit = np.eye(len(G))
        for z in (0.1, 0.6, 1.0):
            coefficients = np.array([kernel(unit[i], basis(z), G) for i in range(len(G))])
            c = rng.standard_normal(len(G))
            if not same(c @ G @ coefficients, c @ basis(z), 1e-6):
                return False
            if not same(kernel(basis(0.3), basis(z), G), kernel(basis(z), basis(0.3), G), 1e-6):
                return False
    return True


def _bounds_sharply(constant: Callable[[Array, Array], float]) -> bool:
    """e(x), G ↦ the largest |f(x)| at ‖f‖ = 1: none of 5000 random f passes it, and k(·, x), scaled, reaches it"""
    rng = np.random.default_rng(1)
    for basis, G in _SPACES[:2]:
        L = np.linalg.cholesky(G)
        c = np.linalg.solve(L.T, rng.standard_normal((len(G), 5000)))
        c /= np.sqrt(np.einsum("ij,ik,kj->j", c, G, c))
        for x in (0.0, 0.5, 0.9):
            best = np.linalg.solve(G, basis(x))
            best /= np.sqrt(best @ G @ best)
            bound = constant(basis(x), G)
            if np.abs(basis(x) @ c).max() > bound + 1e-9 or not same(basis(x) @ best, bound):
                return False
    return True


def _stays_bounded(k_hat: Callable[[Any], Any]) -> bool:
    """the norm of evaluation on frequencies up to 10, 100, 1000, 10 000 grows by less than a millionth at the end"""
    norms = [FourierSpace(k_hat).evaluation_norm(order) for order in (10, 100, 1000, 10_000)]
    return bool(norms[-1] - norms[-2] < 1e-6)


@dataclass(frozen=True)
class Expansion:
    """A candidate for Mercer's form: ⟨f, g⟩, the eigenfunctions at x, the eigenvalues, and the coefficients of f."""

    product: Callable[[Array, Array, Array], float]
    functions: Callable[[float], Array]
    values: Array
    f: Array


_J = np.arange(1, 400)
_WAVES = (_J - 0.5) * np.pi
_LAMBDA: Array = 1 / _WAVES**2
_F = np.sqrt(2) * (-1.0) ** (_J + 1) / _WAVES**2  # f(x) = x


def _sines(x: float) -> Array:
    return np.asarray(np.sqrt(2) * np.sin(_WAVES * x), dtype=float)


def _divided(f: Array, g: Array, values: Array) -> float:
    kept = values > 0
    return float(np.sum(f[kept] * g[kept] / values[kept]))


def _is_mercer_norm(candidate: Expansion) -> bool:
    """⟨f, k(·, x)⟩ = f(x) = x at three points with k = min, to 10⁻³; and ‖f‖² = ∫ f′² = 1"""
    for x in (0.2, 0.5, 0.9):
        probe = np.asarray(candidate.values * candidate.functions(x), dtype=float)
        if not same(candidate.product(candidate.f, probe, candidate.values), x, 1e-3):
            return False
        if not same(candidate.f @ candidate.functions(x), x, 1e-3):
            return False
    return same(candidate.product(candidate.f, candidate.f, candidate.values), 1.0, 1e-3)


_FREE = _LAMBDA * (_J > 1)  # the first eigenvalue is zero: k does not know e₁


def _is_the_circle_case(formula: Callable[[Array, Array], float]) -> bool:
    """f̂, k̂ ↦ Σ fⱼ²/λⱼ, with λⱼ and eⱼ from the Poisson kernel's Gram matrix at 64 points of the circle divided by 64"""
    rng, l, x = np.random.default_rng(2), np.arange(-4, 5), 2 * np.pi * np.arange(64) / 64
    half = rng.standard_normal(4) + 1j * rng.standard_normal(4)
    f_hat = np.concatenate([half[::-1].conj(), [0.7], half])
    f = (np.exp(1j * np.outer(x, l)) @ f_hat).real
    t = np.subtract.outer(x, x)
    values, vectors = np.linalg.eigh((1 - 0.25) / (1 - np.cos(t) + 0.25) / 64)  # ρ = ½
    f_j, large = vectors.T @ f / 8, values > 0.01
    return same(float(np.sum(f_j[large] ** 2 / values[large])), formula(f_hat, 0.5 ** np.abs(l)), 1e-9)


Product = Callable[[Array, Array], float]
_PINNED: tuple[Any, ...] = (lambda x: x, lambda x: np.sin(3 * x), lambda x: np.minimum(x, 0.4))


def _slopes(f: Any, cells: int) -> Array:
    """The mean slope of f on each of so many equal pieces of [0, 1]."""
    return np.asarray(np.diff(f(np.linspace(0, 1, cells + 1))) * cells)


def _reproduces_in_the_string(candidate: tuple[Product, tuple[Any, ...]]) -> bool:
    """f′, g′ ↦ ⟨f, g⟩ on 4000 pieces: ⟨f, min(·, x)⟩ = f(x) at four x, and ⟨f, f⟩ as on 40 pieces, for every f"""
    product, functions = candidate
    for f in functions:
        coarse, fine = _slopes(f, 40), _slopes(f, 4000)
        if not same(product(coarse, coarse), product(fine, fine), 1e-2):
            return False
        for x in (0.2, 0.4, 0.7, 1.0):
            bump = _slopes(lambda t, x=x: np.minimum(t, x), 4000)
            if not same(product(fine, bump), float(f(np.array(x)))):
                return False
    return True


CLAIMS = (
    Claim(
        name="rkhs.bounded_evaluation",
        label=("def-rkhs", "thm-rkhs-riesz"),
        says="the largest |f(x)| at ‖f‖ = 1 is √k(x, x)",
        check=_bounds_sharply,
        right=lambda e, G: float(np.sqrt(e @ np.linalg.solve(G, e))),
        hypotheses=("evaluation is bounded", "the space is complete"),
        undropped={"the space is complete": "no computation with finitely many numbers sees a missing limit"},
        twins={
            "k(x, x) without the root": lambda e, G: float(e @ np.linalg.solve(G, e)),
            "the basis taken as orthonormal": lambda e, G: float(np.linalg.norm(e)),
        },
    ),
    Claim(
        name="rkhs.unbounded_evaluation",
        label=("thm-rkhs-riesz", "def-rkhs"),
        says="evaluation has a finite norm in the Fourier space of a summable k̂",
        check=_stays_bounded,
        right=lambda l: 0.5 ** np.abs(l).astype(float),
        hypotheses=("evaluation is bounded",),
        twins={
            "L² itself": Twin(lambda l: np.ones(len(l)), drops="evaluation is bounded"),
            "k̂ = 1/(|l| + 1)": Twin(lambda l: 1 / (np.abs(l) + 1.0), drops="evaluation is bounded"),
        },
    ),
    Claim(
        name="rkhs.finite_kernel",
        label=("eq-rkhs-finite-kernel", "thm-rkhs-riesz"),
        says="with a basis and G = (⟨eᵢ, eⱼ⟩) the kernel is e(x)ᵀG⁻¹e(z)",
        check=_reproduces,
        right=lambda ex, ez, G: float(ex @ np.linalg.solve(G, ez)),
        twins={
            "G instead of its inverse": lambda ex, ez, G: float(ex @ G @ ez),
            "the basis taken as orthonormal": lambda ex, ez, G: float(ex @ ez),
            "the diagonal of G only": lambda ex, ez, G: float(ex @ (ez / np.diag(G))),
        },
    ),
    Claim(
        name="rkhs.mercer_norm",
        label=("thm-rkhs-mercer-norm", "eq-rkhs-mercer-norm"),
        says="⟨f, g⟩ = Σ fⱼgⱼ/λⱼ with Mercer's eigenfunctions",
        check=_is_mercer_norm,
        right=Expansion(_divided, _sines, _LAMBDA, _F),
        hypotheses=("λⱼ > 0 where fⱼ ≠ 0", "the eⱼ are orthonormal"),
        twins={
            "not divided": Expansion(lambda f, g, v: float(f @ g), _sines, _LAMBDA, _F),
            "divided by the root": Expansion(
                lambda f, g, v: float(f @ (g / np.sqrt(v))), _sines, _LAMBDA, _F
            ),
            "a component that k does not have": Twin(
                Expansion(_divided, _sines, _FREE, _F), drops="λⱼ > 0 where fⱼ ≠ 0"
            ),
            "√2 forgotten": Twin(
                Expansion(_divided, lambda x: _sines(x) / np.sqrt(2), _LAMBDA, _F),
                drops="the eⱼ are orthonormal",
            ),
        },
    ),
    Claim(
        name="rkhs.circle",
        label="thm-rkhs-mercer-norm",
        says="on the circle Mercer's λⱼ are the k̂ₗ, in pairs, and Σ fⱼ²/λⱼ = Σ |f̂ₗ|²/k̂ₗ",
        check=_is_the_circle_case,
        right=lambda f_hat, k_hat: float(np.sum(np.abs(f_hat) ** 2 / k_hat)),
        hypotheses=(),
        twins={
            "each pair of frequencies once": lambda f_hat, k_hat: float(
                np.sum(np.abs(f_hat[4:]) ** 2 / k_hat[4:])
            ),
            "the pair shares its price": lambda f_hat, k_hat: float(np.sum(np.abs(f_hat) ** 2 / (2 * k_hat))),
            "not divided": lambda f_hat, k_hat: float(np.sum(np.abs(f_hat) ** 2)),
        },
    ),
    Claim(
        name="rkhs.string",
        label=("prop-rkhs-minimum", "eq-rkhs-minimum"),
        says="in the space of min(x, z) on [0, 1], ⟨f, g⟩ = ∫ f′g′",
        check=_reproduces_in_the_string,
        right=(lambda f, g: float(np.mean(f * g)), _PINNED),
        hypotheses=("f(0) = 0", "∫ f′² is finite"),
        twins={
            "a factor ½": (lambda f, g: float(np.mean(f * g)) / 2, _PINNED),
            "absolute slopes": (lambda f, g: float(np.mean(np.abs(f * g))), _PINNED),
            "√x, too steep at 0": Twin(
                (lambda f, g: float(np.mean(f * g)), (np.sqrt,)), drops="∫ f′² is finite"
            ),
            "a curve that starts at 1": Twin(
                (lambda f, g: float(np.mean(f * g)), (np.cos,)), drops="f(0) = 0"
            ),
        },
    ),
)
