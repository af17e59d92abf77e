"""{0,1}^d has finitely many points: one Gram matrix, all 2^d of them, decides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..linear_algebra import positive_semidefinite
from ..normal_form import Atom, Polynomial

if TYPE_CHECKING:
    from ..prover import Prover

LARGEST = 5


def whole_domain(prover: Prover, P: Polynomial) -> Certificate | None:
    """The exact Gram matrix of every point of {0,1}^d, if k is rational there."""
    d = prover.domain.dim
    if prover.domain.name != "binary" or d > LARGEST:
        return None
    points = list(product((0, 1), repeat=d))
    matrix = []
    for x in points:
        row = [_value(P, x, z) for z in points]
        if any(value is None for value in row):
            return None
        matrix.append([value or Fraction(0) for value in row])
    if not positive_semidefinite(matrix):
        return None
    return Certificate("whole domain", prover.show(P), f"the exact Gram matrix of all {2**d} points is PSD")


def _value(P: Polynomial, x: tuple[int, ...], z: tuple[int, ...]) -> Fraction | None:
    """P at one pair of points, if that is rational."""
    total = Fraction(0)
    for m, c in P.terms.items():
        for a, e in m:
            value = _atom(a, x, z)
            if value is None or e.denominator != 1 or (e < 0 and value == 0):
                return None
            c = c * value ** int(e)
        total += c
    return total


def _atom(a: Atom, x: tuple[int, ...], z: tuple[int, ...]) -> Fraction | None:
    kind, index, argument = a.kind, a.index, a.argument
    if kind in ("x", "z"):
        return Fraction((x if kind == "x" else z)[index])
    if kind in ("xx", "xz", "zz"):
        first, second = (x if letter == "x" else z for letter in kind)
        return Fraction(sum(p * q for p, q in zip(first, second)))
    if kind == "delta":
        return Fraction(x[index] == z[index])
    inside = _value(argument, x, z) if argument is not None else None
    if inside is None:
        return None
    if kind == "base":
        return inside
    if kind == "abs":
        return abs(inside)
    if kind == "pos":
        return max(inside, Fraction(0))
    return None
