"""{0,1}^d has finitely many points: one Gram matrix, all 2^d of them, decides."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.validity import Certificate

from ..algebras import gram
from ..normal_form import Polynomial

if TYPE_CHECKING:
    from ..prover import Prover

LARGEST = 5


def whole_domain(prover: Prover, P: Polynomial) -> Certificate | None:
    """The Gram matrix of every point of {0,1}^d; the second instance factorises it."""
    d = prover.domain.dim
    if prover.domain.name != "binary" or d > LARGEST:
        return None
    points = np.array(list(product((0.0, 1.0), repeat=d)))
    K = gram(prover.tree(P), prover.domain, points)
    if not np.isfinite(K).all() or np.abs(K - K.T).max() > 1e-9 * np.abs(K).max():
        return None
    if np.linalg.eigvalsh(K)[0] < -1e-9 * np.abs(K).max():
        return None
    return prover.certificate("all points", P, f"the Gram matrix of all {2**d} points is PSD (LDLᵀ)")
