"""The arc-cosine kernel of networks, √(1 − k²) + k·(π − arccos k) for a kernel k with k(x, x) ≤ 1."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.factoring import square_root
from ..algebra.normal_form import ONE, Atom, Polynomial, from_atom, number
from .groups import groups
from .single import series

if TYPE_CHECKING:
    from ..prover import Prover

HALF = Fraction(1, 2)


def arc_cosine(prover: Prover, P: Polynomial) -> Certificate | None:
    """c·(√(1 − k²) + k·(π/2 + arcsin k)) + another kernel, c > 0."""
    forms = prover.forms
    for group in groups(prover, P):
        m = group.joint.single[0] if group.joint.single else ()
        c = group.constant
        if (
            len(m) != 1
            or m[0][0].kind != "base"
            or m[0][1] != HALF
            or c is None
            or not c.is_number
            or c.number < 0
        ):
            continue
        root = _root(prover, ONE - (m[0][0].argument or ONE))
        for k in () if root is None else (root, -root):
            arc = from_atom(Atom("pi")).scaled(HALF) + forms.function("arcsin", k)
            made = group.joint + forms.multiply(k, arc)
            proof = series(prover, made, "arc-cosine", k)
            rest = P - made.scaled(c.number)
            other = prover.kernel(rest) if proof is not None and rest else None
            if proof is not None and (other is not None or not rest):
                part = prover.multiple(made.scaled(c.number), c, proof)
                return prover.sum(P, [part] if other is None else [part, other])
    return None


def _root(prover: Prover, square: Polynomial) -> Polynomial | None:
    """k with k² = the square; (x·z)²/(‖x‖²‖z‖²) is one of a single term."""
    if square.single is None or square.single[1] <= 0:
        return square_root(square, prover.forms.multiply)
    m, c = square.single
    scale = prover.forms.power(number(c), HALF)
    return prover.forms.multiply(scale, prover.forms.term({a: e / 2 for a, e in m}))
