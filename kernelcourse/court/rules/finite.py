"""{0,1}^d has finitely many points: one Gram matrix, all 2^d of them, decides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.validity import Certificate

from ..algebras import gram
from ..normal_form import ONE, ZERO, Atom, Polynomial, from_atom

if TYPE_CHECKING:
    from ..prover import Prover

LARGEST = 5
FARTHEST = 8


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


def whole_numbers(prover: Prover, P: Polynomial) -> Certificate | None:
    """φ(x − z) on Z, 0 from some difference on."""
    if prover.domain.name != "integer" or prover.domain.dim != 1:
        return None
    row = gram(prover.tree(P), prover.domain, np.zeros((1, 1)), np.arange(50.0)[:, None])[0]
    if not np.isfinite(row).all() or not row.any() or row[FARTHEST + 1 :].any():
        return None
    most = max(1, int(np.flatnonzero(row)[-1]))
    reason = f"it is 0 from the difference {most + 1} on, and Σ φ(n) cos nω ≥ 0 (Sturm, in cos ω)"
    made = prover.certificate("whole numbers", P, reason, N=most)
    return made if prover.stands(made) else None


def bits(prover: Prover, P: Polynomial) -> Certificate | None:
    """[xᵢ = zᵢ] is xᵢzᵢ + (1 − xᵢ)(1 − zᵢ) there."""
    places = {a.index for m in P.terms for a, _ in m if a.kind == "delta"}
    if prover.domain.name != "binary" or not places or any(len(m) > 2 for m in P.terms):
        return None
    made = ZERO
    for m, c in P.terms.items():
        factors = [_plain(prover, a) if a.kind == "delta" else from_atom(a, e) for a, e in m]
        made = made + prover.forms.product(*factors).scaled(c)
    proof = prover.kernel(made)
    if proof is None:
        return None
    reason = "[xᵢ = zᵢ] = xᵢzᵢ + (1 − xᵢ)(1 − zᵢ) for 0 and 1"
    return prover.certificate("sum", P, reason, (proof,), weights=(prover.tree(ONE),))


def _plain(prover: Prover, a: Atom) -> Polynomial:
    x, z = (from_atom(Atom(side, index=a.index)) for side in "xz")
    return ONE - x - z + prover.forms.multiply(x, z).scaled(Fraction(2))
