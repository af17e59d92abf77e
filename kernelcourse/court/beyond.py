"""Witnesses that floats do not see: the diagonal at very large and very small points, exactly; and long grids."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.reading import Node
from kernelcourse.validity import Witness

from .algebras import gram
from .domains import Domain
from .exact import NotFinite, Unclear, bounded, value_at
from .exactly.algebra import Algebra
from .exactly.forms import TooLong, constant, letter
from .exactly.reading import Reader, Rejected
from .exactly.signs import bounds

SIZES = (0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 10.0, -10.0) + tuple(
    sign * 10.0**power
    for power in (2, 4, 6, 9, 12, 18, 21, 30, -3, -6, -9, -12, -17, -20, -30)
    for sign in (1, -1)
)
SPACINGS = (1.0, 0.25, 20.0, 0.5, 2.0, 5.0, 0.1)
LONG = 150


def beyond_floats(node: Node, domain: Domain) -> Witness | None:
    """A point with k(x, x) < 0, recomputed with rational intervals."""
    if domain.name in ("string", "sphere"):
        return None
    d = domain.dim
    directions = [np.eye(d)[0]] + ([np.eye(d)[-1], np.ones(d)] if d > 1 else [])
    for direction in directions:
        for size in SIZES:
            point = size * direction
            if not domain.contains([point]):
                continue
            value = enclosed(node, domain, [point], [Fraction(1)])
            if value is not None and value[1] < 0:
                weight = 1.0 if value[1] < -1e-280 else _scale(value[1])
                shown = float(value[1] * Fraction(weight) ** 2)
                return Witness(np.array([point]), np.array([weight]), shown)
    return None


def _scale(value: Fraction | float) -> float:
    """A weight a with a²·value of ordinary size."""
    value = Fraction(value)
    return float(10 ** min(300, (len(str(value.denominator)) - len(str(abs(value.numerator)))) // 2))


def enclosed(
    node: Node, domain: Domain, points: Any, weights: list[Fraction]
) -> tuple[Fraction | float, Fraction | float] | None:
    """(low, high) around aᵀKa with rational ends; None if k is not defined at some pair."""
    algebra = Algebra(domain.name, domain.dim)
    reader = Reader(algebra, domain.dim)
    places = [[constant(Fraction(float(c))) for c in point] for point in points]
    total = constant(0)
    try:
        for a, x in zip(weights, places):
            for b, z in zip(weights, places):
                total = total + reader(node, x, z).scaled(a * b)
        for need, form in reader.needs:
            reach = bounds(algebra, form)
            if not (reach.positive(need != "nonnegative") or (need == "nonzero" and (-reach).positive())):
                return None
        found = bounds(algebra, total)
    except (TooLong, Rejected, ZeroDivisionError, OverflowError, RecursionError, ValueError, TypeError):
        return None
    return found.low, found.high


def stationary(node: Node, domain: Domain) -> bool:
    """Whether k(x + s, z + s) = k(x, z) for every shift s of the first coordinate."""
    algebra = Algebra("real", domain.dim)
    reader = Reader(algebra, domain.dim)
    shifted = {
        side: [letter(f"{side}{i}") + (letter("shift") if i == 0 else constant(0)) for i in range(domain.dim)]
        for side in "xz"
    }
    try:
        return algebra.is_zero(reader(node, shifted["x"], shifted["z"]) - reader(node))
    except (TooLong, Rejected, ZeroDivisionError, OverflowError, RecursionError, ValueError, TypeError):
        return False


def long_grid(node: Node, domain: Domain) -> Witness | None:
    """150 points in a row, for k(x, z) = φ(x − z): aᵀKa = Σₖ φ(kh)·Σᵢ aᵢaᵢ₊ₖ takes one value of φ for each k."""
    if domain.name not in ("real", "positive", "integer", "nonzero") or not stationary(node, domain):
        return None
    for spacing in SPACINGS:
        if domain.name == "integer" and spacing != round(spacing):
            continue
        points = np.zeros((LONG, domain.dim))
        points[:, 0] = spacing * np.arange(1, LONG + 1)
        K = gram(node, domain, points)
        if not np.isfinite(K).all():
            continue
        values, vectors = np.linalg.eigh((K + K.T) / 2)
        if values[0] > -1e-9 * np.abs(values).max():
            continue
        weights = np.round(vectors[:, 0] / np.abs(vectors[:, 0]).max(), 3) + 0.0
        found = _certified(node, domain, points, weights)
        if found is not None:
            return found
    return None


def _certified(node: Node, domain: Domain, points: np.ndarray, weights: np.ndarray) -> Witness | None:
    low, high, size = 0.0, 0.0, 0.0
    for k in range(len(points)):
        try:
            value = bounded(value_at(node, domain, points[0], points[k]))
        except (Unclear, NotFinite, RecursionError):
            return None
        pairs = float(weights[: len(weights) - k] @ weights[k:]) * (1 if k == 0 else 2)
        low, high = low + pairs * value.value, high + abs(pairs) * value.error
        size += abs(pairs * value.value)
    if low + high + 1e-12 * size < 0:
        return Witness(points, weights, low)
    return None
