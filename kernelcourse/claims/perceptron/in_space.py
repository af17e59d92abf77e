"""The mistake bounds in H: with any kernel, the largest k(x, x) for R², and the margin of a function of norm one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.perceptron.checks import XOR, XOR_SIGNS
from kernelcourse.kernels import Gaussian, Kernel, Polynomial
from kernelcourse.learn import kernel_perceptron
from kernelcourse.points import Array

UNIT = "f has norm one"
KERNELS = (Gaussian(0.5), Gaussian(2.0), Polynomial(3), 4 * Gaussian(1.0))


def _radius(k: Kernel, P: Array) -> float:
    return float(np.sqrt(k.diagonal(P).max()))


@dataclass(frozen=True, eq=False)
class InSpace:
    """How long the points are, the factor by which f is stretched before its margin is taken, and the bound."""

    radius: Callable[[Kernel, Array], float] = _radius
    stretched: float = 1.0
    bound: Callable[[float, float, float], float] = lambda R, D, gamma: ((R + D) / gamma) ** 2


def _problems() -> Iterator[tuple[Kernel, Array, Array]]:
    """XOR, and eight points of the plane with labels by chance: each labelling is separable for these kernels."""
    yield Polynomial(2), XOR, XOR_SIGNS
    for seed in range(10):
        rng = np.random.default_rng(seed)
        P, t = rng.standard_normal((8, 2)), rng.choice([-1.0, 1.0], 8)
        yield from ((k, P, t) for k in KERNELS)


def _bounds_all_and_first(case: InSpace) -> bool:
    """no run on XOR or on 40 random labellings makes more mistakes than D = 0 allows, nor its first pass with any γ"""
    for k, P, t in _problems():
        K = k(P)
        weights = np.linalg.lstsq(K, t, rcond=None)[0]  # f(xᵢ) = yᵢ
        weights = weights * case.stretched / np.sqrt(weights @ K @ weights)
        values, R = t * (K @ weights), case.radius(k, P)
        *_, end = kernel_perceptron(k, P, t, passes=300)
        if end.updates > case.bound(R, 0.0, float(values.min())) + 1e-9:
            return False
        *_, first = kernel_perceptron(k, P, t, passes=1)
        for gamma in (values.min(), 2 * values.min(), 5 * values.min()):
            D = float(np.linalg.norm(np.maximum(0, gamma - values)))
            if first.updates > case.bound(R, D, float(gamma)) + 1e-9:
                return False
    return True


IN_SPACE = (
    Claim(
        name="perceptron.in_space",
        label=("thm-novikoff", "thm-perc-no-margin"),
        says="in ℋ at most (R/γ)² mistakes in all, ((R + D)/γ)² in a first pass; R² = max k(xᵢ, xᵢ), γ of a unit f",
        check=_bounds_all_and_first,
        right=InSpace(),
        hypotheses=(UNIT,),
        twins={
            "R the length of the longest input": InSpace(lambda k, P: float(np.linalg.norm(P, axis=1).max())),
            "R² the smallest k(x, x)": InSpace(lambda k, P: float(np.sqrt(k.diagonal(P).min()))),
            "not squared": InSpace(bound=lambda R, D, gamma: (R + D) / gamma),
            "f three times as long": Twin(InSpace(stretched=3.0), drops=UNIT),
        },
    ),
)
