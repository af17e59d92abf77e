"""Witnesses that floats do not see: the diagonal at very large and very small points, exactly; and long grids."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.language.reading import Node
from kernelcourse.validity import Witness

from ..algebra.algebras import gram
from ..algebra.exact import NotFinite, Unclear, bounded, value_at
from ..domains import Domain
from ..exactly.algebra import Algebra
from ..exactly.clock import PER_TRIPLE, check
from ..exactly.forms import TooLong, constant, letter
from ..exactly.reading import Reader, Rejected
from ..exactly.signs import bounds
from ..formula.unrolling import visits

SIZES = (0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 10.0, -10.0) + tuple(
    sign * 10.0**power
    for power in (2, 4, 6, 9, 12, 18, 21, 30, 60, 100, 151, -3, -6, -9, -12, -17, -20, -30)
    for sign in (1, -1)
)
EDGE = (*(size for size in SIZES if abs(size) < 1), 0.999999, 1 - 1e-8, 1 - 4e-12)
PER_NODE = 100  # microseconds: what a node costs in rational intervals
LARGEST = 10**305  # what a float can show
PLAIN = (0.5, 1.0, 10.0)
SPACINGS = (1.0, 0.25, 20.0, 0.5, 2.0, 5.0, 0.125)  # sums of them are exact
LONG = 150
PERIOD = 128  # points in a row on [0, 1]: one period of a function that has it
SQUARES = {2: 20, 3: 6}  # dimension → points along each side of a grid


def lonely_points(domain: Domain) -> list[np.ndarray]:
    """Points from very small to very large on a few lines through 0, and close to the edge of the ball."""
    d = domain.dim
    directions = [np.eye(d)[0]] + ([np.eye(d)[-1], np.ones(d), np.eye(d)[0] - np.eye(d)[1]] if d > 1 else [])
    sizes = EDGE if domain.name == "ball" else SIZES
    return [size * way for way in directions for size in sizes if domain.contains([size * way])]


def beyond_floats(node: Node, domain: Domain) -> Witness | None:
    """A point with k(x, x) < 0, or opposite points ±x that refute k, recomputed with rational intervals."""
    if domain.name in ("string", "sphere"):
        return None
    for point in lonely_points(domain):
        found = _negative(node, domain, [point], [1])
        plain = point.max() in PLAIN
        if found is None and plain and domain.contains([-point]):
            found = _negative(node, domain, [point, -point], [1, -1])
        if found is None and plain and domain.dim > 1:
            found = _unequal(node, domain, point, np.roll(point, 1))
        if found is not None:
            return found
    return _too_flat(node, domain)


def _too_flat(node: Node, domain: Domain) -> Witness | None:
    """Three points close together with weights 1, −2, 1: φ(0) − φ(h) = o(h²) is for constants alone."""
    if domain.name not in ("real", "positive") or not stationary(node, domain):
        return None
    for h in (2.0**-12, 2.0**-24):
        points = [step * h * np.eye(domain.dim)[0] for step in (1, 2, 3)]
        found = _negative(node, domain, points, [1, -2, 1])
        if found is not None:
            return found
    return None


def _negative(node: Node, domain: Domain, points: list[np.ndarray], weights: list[int]) -> Witness | None:
    value = enclosed(node, domain, points, [Fraction(a) for a in weights])
    if value is None or not -LARGEST < value[1] < 0:
        return None
    scale = 1.0 if value[1] < -1e-280 else _scale(value[1])
    shown = float(value[1] * Fraction(scale) ** 2)
    return Witness(np.array(points) + 0.0, scale * np.array(weights, dtype=float), shown)


def _unequal(node: Node, domain: Domain, x: np.ndarray, z: np.ndarray) -> Witness | None:
    """k(x, z) ≠ k(z, x)."""
    gap = enclosed(node, domain, [x, z], [Fraction(1), Fraction(-1)], swapped=True)
    if gap is None or gap[0] <= 0 <= gap[1] or not -LARGEST < gap[0] < LARGEST:
        return None
    return Witness(np.array([x, z]), np.array([1.0, -1.0]), float(gap[0]), pair=True)


def _scale(value: Fraction | float) -> float:
    """A weight a with a²·value of ordinary size."""
    value = Fraction(value)
    return float(10 ** min(300, (len(str(value.denominator)) - len(str(abs(value.numerator)))) // 2))


def enclosed(
    node: Node, domain: Domain, points: Any, weights: list[Fraction], swapped: bool = False
) -> tuple[Fraction | float, Fraction | float] | None:
    """(low, high) around aᵀKa (around k(x, z) − k(z, x)) with rational ends; None if k is not defined at some pair."""
    check(PER_NODE * len(points) ** 2 * visits(node, domain.dim))
    algebra = Algebra(domain.name, domain.dim)
    reader = Reader(algebra, domain.dim)
    places = [[constant(Fraction(float(c))) for c in point] for point in points]
    total = constant(0)
    try:
        if swapped:
            total = reader(node, *places) - reader(node, *reversed(places))
        else:
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
    """Whether k(x + s, z + s) = k(x, z) for every shift s."""
    if _changes_when_shifted(node, domain):
        return False
    algebra = Algebra("real", domain.dim)
    reader = Reader(algebra, domain.dim)
    shifted = {side: [letter(f"{side}{i}") + letter(f"shift{i}") for i in range(domain.dim)] for side in "xz"}
    try:
        return algebra.is_zero(reader(node, shifted["x"], shifted["z"]) - reader(node))
    except (TooLong, Rejected, ZeroDivisionError, OverflowError, RecursionError, ValueError, TypeError):
        return False


def _changes_when_shifted(node: Node, domain: Domain) -> bool:
    """Whether two points and the same two moved a little, in floats, have plainly different values."""
    step = 1.0 if domain.name == "integer" else 0.125
    pair = step * (np.arange(2 * domain.dim).reshape(2, -1) % 5 + 1)
    here, there = (float(gram(node, domain, points)[0, 1]) for points in (pair, pair + step))
    return abs(here - there) > 1e-6 * (abs(here) + abs(there))


def long_grid(node: Node, domain: Domain) -> Witness | None:
    """150 points in a row, 20 × 20 or 6³: for k(x, z) = φ(x − z) each difference takes one value of φ."""
    whole_line = domain.name in ("real", "positive", "integer", "nonzero")
    if not (whole_line or domain.name == "interval") or not stationary(node, domain):
        return None
    row = np.zeros((LONG, domain.dim))
    row[:, 0] = np.arange(1, LONG + 1)
    unit = _unit(node, domain) if whole_line else 1.0
    grids = [(row, unit * spacing) for spacing in SPACINGS] if whole_line else [(row[:PERIOD], 1 / PERIOD)]
    if domain.dim in SQUARES and whole_line:
        cube = np.array(list(product(range(1, SQUARES[domain.dim] + 1), repeat=domain.dim)), dtype=float)
        grids += [(cube, unit * spacing) for spacing in (0.5, 0.125, 0.25, 1.0)]
    for places, spacing in grids:
        check()
        if domain.name == "integer" and spacing != round(spacing):
            continue
        K = gram(node, domain, spacing * places)
        if not np.isfinite(K).all():
            continue
        check(PER_TRIPLE * len(K) ** 3)
        values, vectors = np.linalg.eigh((K + K.T) / 2)
        if values[0] > -1e-9 * np.abs(values).max():
            continue
        weights = np.round(vectors[:, 0] / np.abs(vectors[:, 0]).max(), 3) + 0.0
        found = _certified(node, domain, places, spacing, weights)
        if found is not None:
            return found
    return None


def _unit(node: Node, domain: Domain) -> float:
    """About where φ has changed by half: 1 if that is between 1/16 and 16, or nowhere."""
    steps = 2.0 ** np.arange(-120, 121)
    along = np.zeros((len(steps), domain.dim))
    along[:, 0] = steps
    start = np.full((1, domain.dim), 0.0)
    if domain.name in ("integer", "nonzero"):
        return 1.0
    values = gram(node, domain, start, along)[0]
    height = gram(node, domain, start)[0, 0]
    changed = np.isfinite(values) & (np.abs(values - height) > abs(height) / 2)
    first = float(steps[np.argmax(changed)]) if changed.any() else 1.0
    return 1.0 if 1 / 16 <= first <= 16 else first


def _certified(
    node: Node, domain: Domain, places: np.ndarray, spacing: float, weights: np.ndarray
) -> Witness | None:
    """aᵀKa = Σ φ(h·n)·(Σ aᵢaⱼ over the pairs with the difference n), with an error bound."""
    gaps = (places[:, None] - places[None]).reshape(-1, domain.dim)
    codes = gaps @ float(2 * LONG) ** np.arange(domain.dim)[::-1]  # numbers are quick to sort
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    steps, shares = gaps[first], np.bincount(which, weights=np.outer(weights, weights).ravel())
    start = places[0] + np.maximum(0, -steps.min(axis=0))  # x and x + n both lie in the domain
    total, error, size = 0.0, 0.0, 0.0
    for step, share in zip(steps, shares):
        check()
        try:
            value = bounded(value_at(node, domain, spacing * start, spacing * (start + step)))
        except (Unclear, NotFinite, RecursionError):
            return None
        total, error = total + share * value.value, error + abs(share) * value.error
        size += abs(share * value.value)
    if total + error + 1e-12 * size < 0:
        return Witness(spacing * places, weights, float(total))
    return None
