"""Claims on the kernel of a space: complex scalars, one kernel only, two fields, and convergence at every point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.points import Array

_U = (np.arange(200) + 0.5) / 200  # middle points of [0, 1]


def _basis(x: Any) -> Array:
    """Three complex functions, none orthogonal to another."""
    x = np.asarray(x, dtype=float)
    return np.stack([1 + 0j * x, np.exp(3j * x), x + 1j * x**2])


_G = _basis(_U) @ _basis(_U).conj().T / len(_U)  # ⟨eᵢ, eⱼ⟩ = ∫ eᵢ conj(eⱼ)


def _reproduces(kernel: Callable[[Array, Array, Array], complex]) -> bool:
    """e(x), e(z), G ↦ k(x, z): ∫ f(t) k(t, z)* dt = f(z) for ten random complex f, and k(x, z) = k(z, x)*"""
    rng = np.random.default_rng(0)
    for z in (0.1, 0.6, 1.0):
        bump = np.array([kernel(_basis(t), _basis(z), _G) for t in _U])
        for c in rng.standard_normal((10, 3)) + 1j * rng.standard_normal((10, 3)):
            if not same(np.mean((c @ _basis(_U)) * bump.conj()), c @ _basis(z), 1e-6):
                return False
        if not same(kernel(_basis(0.3), _basis(z), _G), np.conj(kernel(_basis(z), _basis(0.3), _G)), 1e-6):
            return False
    return True


def _leaves_one_kernel(functions: Sequence[Sequence[float]]) -> bool:
    """the equations ⟨f, k(·, z)⟩ = f(z) for these f have one solution in the space, at three z"""
    C = np.array(functions, complex)
    for z in (0.1, 0.6, 1.0):
        found = np.linalg.lstsq(C @ _G, C @ _basis(z), rcond=None)[0].conj()
        others = len(_G) - np.linalg.matrix_rank(C @ _G)
        if others or not same(found, np.linalg.solve(_G, _basis(z)).conj(), 1e-6):
            return False
    return True


def _counts_dimensions(dimension: Callable[[str], int]) -> bool:
    """over the reals, the span of the functions cos(· − x) at nine points, with real and with complex weights"""
    x = np.arange(9.0)
    K = np.cos(np.subtract.outer(x, x)).astype(complex)
    spans = {"real": K, "complex": np.hstack([K, 1j * K])}
    return all(
        dimension(scalars) == np.linalg.matrix_rank(np.vstack([K.real, K.imag]))
        for scalars, K in spans.items()
    )


_STEP = 0.002
_T = np.arange(-70, 70, _STEP) + _STEP / 2
_SHAPES: tuple[Callable[[float], tuple[Array, Array]], ...] = (  # n ↦ fₙ and its slope
    lambda n: (np.exp(-n * np.abs(_T)), -n * np.sign(_T) * np.exp(-n * np.abs(_T))),
    lambda n: (np.maximum(0, 1 - np.abs(_T) / n), np.where(np.abs(_T) < n, -np.sign(_T) / n, 0.0)),
    lambda n: (np.exp(-np.abs(_T)) / n, -np.sign(_T) * np.exp(-np.abs(_T)) / n),
)


def _controls_values(norm: Callable[[Array, Array], float]) -> bool:
    """of spikes, tents and shrinking bumps, n = 4 and 64: if ‖fₙ‖ falls to a half, so does fₙ(0), and one does"""
    fell = 0
    for shape in _SHAPES:
        early, late = shape(4.0), shape(64.0)
        if norm(*late) < norm(*early) / 2:
            fell += 1
            if late[0].max() > early[0].max() / 2:
                return False
    return fell > 0


def _length(height: float, slope: float) -> Callable[[Array, Array], float]:
    return lambda f, f_: float(np.sqrt(_STEP * np.sum(height * f**2 + slope * f_**2)))


CLAIMS = (
    Claim(
        name="rkhs.complex_kernel",
        label=("eq-rkhs-finite-kernel", "thm-rkhs-riesz"),
        says="with complex scalars the kernel of a finite basis is e(x)ᵀ(G⁻¹e(z))*, where * takes the conjugate",
        check=_reproduces,
        right=lambda ex, ez, G: complex(ex @ np.linalg.solve(G, ez).conj()),
        twins={
            "no conjugate": lambda ex, ez, G: complex(ex @ np.linalg.solve(G, ez)),
            "only e(z) is conjugated": lambda ex, ez, G: complex(ex @ np.linalg.solve(G, ez.conj())),
            "e(x) is conjugated instead": lambda ex, ez, G: complex(ex.conj() @ np.linalg.solve(G, ez)),
        },
    ),
    Claim(
        name="rkhs.one_kernel",
        label="thm-rkhs-riesz",
        says="a space has one reproducing kernel: ⟨f, k(·, x)⟩ = f(x) for all f leaves no choice",
        check=_leaves_one_kernel,
        right=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        hypotheses=("it reproduces every f of the space",),
        twins={
            "two of three basis functions": Twin(
                ((1, 0, 0), (0, 1, 0)), drops="it reproduces every f of the space"
            ),
            "the constants only": Twin(((1, 0, 0),), drops="it reproduces every f of the space"),
        },
    ),
    Claim(
        name="rkhs.two_fields",
        label="thm-moore-aronszajn",
        says="a real kernel has a real and a complex space: of dimension 2 and 4 over the reals for cos(x − z)",
        check=_counts_dimensions,
        right=lambda scalars: {"real": 2, "complex": 4}[scalars],
        hypotheses=("the scalars are fixed",),
        twins={
            "one space, whatever the scalars": Twin(lambda scalars: 2, drops="the scalars are fixed"),
            "one dimension for cos, one for i cos": lambda scalars: {"real": 1, "complex": 2}[scalars],
        },
    ),
    Claim(
        name="rkhs.convergence",
        label="prop-rkhs-bound",
        says="if ‖fₙ − f‖ → 0, then fₙ(x) → f(x) at every point; only the zero function has length 0",
        check=_controls_values,
        right=_length(0.5, 0.5),
        hypotheses=("the norm is that of the kernel's own space",),
        twins={
            "the norm of L²": Twin(_length(1.0, 0.0), drops="the norm is that of the kernel's own space"),
            "slopes alone, constants for nothing": Twin(
                _length(0.0, 1.0), drops="the norm is that of the kernel's own space"
            ),
            "every length infinite": lambda f, f_: float("inf"),
        },
    ),
)
