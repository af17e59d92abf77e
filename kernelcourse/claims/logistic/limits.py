"""Claims on what happens as the penalty vanishes: the norm grows for ever, and the direction is the widest street."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.logistic.data import groups
from kernelcourse.kernels import Linear
from kernelcourse.learn import kernel_logistic, kernel_logistic_with_offset, svm
from kernelcourse.points import Array
from kernelcourse.rkhs import norm


@dataclass(frozen=True)
class Vanishing:
    """What the norm does as λ falls to 0 (+1 grows for ever, 0 stays), and on which data."""

    norms: int = 1
    gap: float = 1.5


def _is_limit(case: Vanishing) -> bool:
    """λ = 10⁻², 10⁻⁴, 10⁻⁶, linear: the loss falls towards 0, and each norm exceeds the last by 1.5; three problems"""
    for seed in range(3):
        P, t = groups(seed, case.gap)
        fits = [kernel_logistic(Linear(), P, t, lam) for lam in (1e-2, 1e-4, 1e-6)]
        lengths = np.array([float(norm(f)) for f in fits])
        if ((np.diff(lengths) > 1.5) * 1 != case.norms).any():
            return False
        if np.logaddexp(0, -t * fits[-1](P)).sum() > 1e-2:
            return False
    return True


def _lopsided() -> tuple[Array, Array]:
    """Forty points side by side on one kerb, a single one on the other."""
    kerb = np.column_stack([np.linspace(-1, 1, 40), np.ones(40)])
    return np.vstack([kerb, [[0.0, -1.0]]]), np.repeat([1.0, -1.0], [40, 1])


@dataclass(frozen=True)
class Shortfall:
    """n, ‖f‖ ↦ by how much the margin may fall short of the widest; and the data it is tried on."""

    of: Callable[[int, float], float] = lambda n, length: float(np.log(2 * n) / length)
    gap: float = 1.5


def _is_the_street(shortfall: Shortfall) -> bool:
    """λ from 10⁻² to 10⁻⁸, linear with an offset, four problems: no mistake, margin between γ − shortfall and γ"""
    problems = [groups(seed, shortfall.gap) for seed in range(3)]
    for P, t in [*problems, _lopsided()]:
        widest = 1 / float(norm(svm(Linear(), P, t, C=1e4, tolerance=1e-9).expansion))
        for lam in (1e-2, 1e-4, 1e-6, 1e-8):
            f = kernel_logistic_with_offset(Linear(), P, t, lam)
            length = float(norm(f.expansion))
            margin = float((t * f(P)).min()) / length
            if margin <= 0 or not widest - shortfall.of(len(t), length) <= margin <= widest + 1e-6:
                return False
    return True


LIMITS = (
    Claim(
        name="logistic.separable",
        label="prop-log-separable",
        says="on separable data the loss falls to 0 and the norm grows for ever as λ → 0",
        check=_is_limit,
        right=Vanishing(),
        hypotheses=("some g in ℋ separates the points",),
        twins={
            "the norm stays": Vanishing(norms=0),
            "groups that overlap": Twin(Vanishing(gap=0.1), drops="some g in ℋ separates the points"),
        },
    ),
    Claim(
        name="logistic.street",
        label=("prop-log-street", "eq-log-street"),
        says="on separable data the margin of f/‖f‖ is at least the widest one minus log(2n)/‖f‖",
        check=_is_the_street,
        right=Shortfall(),
        hypotheses=("some f in ℋ and b separate the classes", "f + b makes no mistake"),
        undropped={
            "f + b makes no mistake": "with a mistake the margin is negative, and nothing is said about it"
        },
        twins={
            "the widest margin is reached": Shortfall(lambda n, length: 1e-6),
            "points are not counted: log 2/‖f‖": Shortfall(lambda n, length: float(np.log(2) / length)),
            "log(2n)/‖f‖³": Shortfall(lambda n, length: float(np.log(2 * n) / length**3)),
            "groups that overlap": Twin(Shortfall(gap=0.1), drops="some f in ℋ and b separate the classes"),
        },
    ),
)
