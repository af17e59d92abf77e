"""Claims on the space of the Laplace kernel: its norm charges for height and for slope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.kernels import Laplace
from kernelcourse.points import Array

_CENTRES, _WEIGHTS = np.array([-0.7, 0.0, 0.4, 1.1]), np.array([1.0, -2.0, 0.5, 1.5])
_STEP = 1e-3


@dataclass(frozen=True, eq=False)
class _Price:
    """What a unit of f² and a unit of f′² cost for a rate γ, and the stretch of the line that is charged."""

    height: Callable[[float], float] = lambda gamma: gamma / 2
    slope: Callable[[float], float] = lambda gamma: 1 / (2 * gamma)
    ends: float = 40.0

    def total(self, f: Array, slope: Array, gamma: float) -> float:
        return float(_STEP * np.sum(self.height(gamma) * f**2 + self.slope(gamma) * slope**2))


def _is_the_norm(price: _Price) -> bool:
    """αᵀKα for four bumps with γ = ½, 1, 2, against the integral of f² and f′² by middle points of steps of 0.001"""
    t = np.arange(-price.ends, price.ends, _STEP) + _STEP / 2
    away = t[:, None] - _CENTRES
    for gamma in (0.5, 1.0, 2.0):
        bumps = np.exp(-gamma * np.abs(away))
        f, slope = bumps @ _WEIGHTS, (-gamma * np.sign(away) * bumps) @ _WEIGHTS
        squared = _WEIGHTS @ Laplace(gamma)(_CENTRES[:, None]) @ _WEIGHTS
        if not same(price.total(f, slope, gamma), squared, 1e-4):
            return False
    return True


CLAIMS = (
    Claim(
        name="rkhs.laplace",
        label=("prop-rkhs-laplace", "eq-rkhs-laplace"),
        says="in the space of exp(−γ|x − z|) on the line, ‖f‖² = ½ ∫ (γf² + f′²/γ)",
        check=_is_the_norm,
        right=_Price(),
        clauses=("a unit of f² costs γ/2", "a unit of f′² costs 1/2γ"),
        hypotheses=("γ > 0", "the functions live on the whole line"),
        undropped={"γ > 0": "for γ = 0 the kernel is constant, and so is every function: ∫f² is infinite"},
        twins={
            "on [−2, 2] only": Twin(_Price(ends=2.0), drops="the functions live on the whole line"),
            "slopes alone, as for the minimum": Twin(
                _Price(height=lambda gamma: 0.0), breaks="a unit of f² costs γ/2"
            ),
            "the ½ forgotten": _Price(height=lambda gamma: gamma, slope=lambda gamma: 1 / gamma),
            "γ on the slope": Twin(_Price(slope=lambda gamma: gamma / 2), breaks="a unit of f′² costs 1/2γ"),
        },
    ),
)
