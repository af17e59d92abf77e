"""{0,1}^d has finitely many points: one Gram matrix, all 2^d of them, decides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.validity import Certificate

from ..algebra.algebras import gram
from ..algebra.normal_form import ONE, ZERO, Atom, Polynomial, from_atom, from_term

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
    """φ(x − z) on Z: 0 from some difference on, a sum of c·nᵏ·qⁿ, or small beyond a few values."""
    if prover.domain.name != "integer" or prover.domain.dim != 1:
        return None
    row = gram(prover.tree(P), prover.domain, np.zeros((1, 1)), np.arange(50.0)[:, None])[0]
    if not np.isfinite(row).all() or not row.any() or abs(row[-1]) > 1e-3 * np.abs(row).max():
        return None
    angles = np.cos(np.outer(np.linspace(0, np.pi, 65), np.arange(50)))
    if (angles @ np.where(np.arange(50) > 0, 2 * row, row)).min() < -1e-3 * np.abs(row).max():
        return None
    rates, rest = geometric_parts(P)
    left = gram(prover.tree(rest), prover.domain, np.zeros((1, 1)), np.arange(50.0)[:, None])[0]
    if left[FARTHEST + 1 :].any() and not rates:
        sizes, reason = [4, 8], "Σ φ(n) cos nω ≥ 0: by its first terms, as the others are small"
    else:
        most = int(np.flatnonzero(left)[-1]) if left.any() else 0
        sizes, reason = [max(1, most)], "Σ φ(n) cos nω ≥ 0 (Sturm, in cos ω)"
        reason = f"it is 0 from the difference {most + 1} on, and {reason}" if not rates else reason
    for most in sizes:
        made = prover.certificate("whole numbers", P, reason, N=most, rates=rates)
        if most <= FARTHEST and prover.stands(made):
            return made
    return None


def geometric_parts(P: Polynomial) -> tuple[tuple[tuple[Fraction, Fraction, int], ...], Polynomial]:
    """((c, q, k), …) of the terms c·|x − z|ᵏ·q^|x − z|, and the other terms."""
    found, rest = [], ZERO
    for m, c in P.terms.items():
        q, k = Fraction(0), 0
        for a, e in m:
            rate = _rate(a.argument) if a.kind == "exp" and e == 1 and a.argument is not None else None
            if rate is not None and not q:
                q = rate
            elif a.kind == "abs" and e.denominator == 1 and 0 < e <= 3 and not k:
                k = int(e)
            else:
                q = Fraction(0)
                break
        if 0 < q < 1:
            found.append((c, q, k))
        else:
            rest = rest + from_term(m, c)
    return tuple(found), rest


def _rate(u: Polynomial) -> Fraction | None:
    """q of exp(u) = q^|x − z|: u is n·log(b)·|x − z| for a whole n."""
    m, n = u.single or ((), Fraction(0))
    kinds = {a.kind: a.argument for a, e in m if e == 1}
    b = kinds.get("log")
    if len(m) != 2 or set(kinds) != {"log", "abs"} or b is None or not b.is_number or n.denominator != 1:
        return None
    return b.number ** int(n) if abs(n) <= 20 else None


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
