"""Charts: the values of a letter around one of them as a function of free numbers, in floats and exactly.

A search for the smallest gap moves the free numbers; whatever they are, the letter stays in its range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.elimination import inverse
from kernelcourse.language.exact import Exact

from .entries import short_fractions

_STEEPEST = 60.0  # e⁶⁰ is large enough
_MARGIN = Fraction(1, 2**40)  # by which a definite matrix is definite


@dataclass(frozen=True)
class Chart:
    """Where a search begins, and the value at free numbers: in floats, and exactly."""

    start: Any
    value: Callable[[Any], Any]
    exact: Callable[[Any], Any]


def each_entry(exact: Any) -> Chart:
    """Any entries."""
    shape = np.shape(exact)

    def shaped(free: Any) -> Any:
        return np.reshape(free, shape) if shape else free[0]

    return Chart(_floats(exact), shaped, lambda free: short_fractions(shaped(free)))


def powers_of_e(exact: Any) -> Chart:
    """Positive entries by their logarithms."""
    shape = np.shape(exact)

    def shaped(free: Any) -> Any:
        grown = np.exp(np.clip(free, -_STEEPEST, _STEEPEST))
        return np.reshape(grown, shape) if shape else grown[0]

    start = np.log(np.maximum(_floats(exact), np.exp(-_STEEPEST)))
    return Chart(start, shaped, lambda free: short_fractions(shaped(free)))


def squares(exact: Any) -> Chart:
    """Entries that are not negative by their roots."""
    shape = np.shape(exact)

    def shaped(free: Any) -> Any:
        return np.reshape(free * free, shape) if shape else free[0] ** 2

    return Chart(np.sqrt(_floats(exact)), shaped, lambda free: shaped(short_fractions(free)))


def between(ends: tuple[Fraction, Fraction], exact: Fraction) -> Chart:
    """A number between two others by its odds."""
    low, width = ends[0], ends[1] - ends[0]

    def value(free: Any) -> float:
        part = 1 / (1 + np.exp(-np.clip(free[0], -30, 30)))
        return float(low) + float(width) * float(part)

    def exactly(free: Any) -> Fraction:
        part = Fraction(float(1 / (1 + np.exp(-np.clip(free[0], -30, 30)))))
        short = low + width * part.limit_denominator(2**20)
        return short if ends[0] < short < ends[1] else low + width * part

    part = float((exact - low) / width)
    return Chart(np.array([np.log(part / (1 - part))]), value, exactly)


def sphere(exact: Any, from_pole: Callable[[Any], Any]) -> Chart | None:
    """Vectors of length 1, projected from the pole that is farther away."""
    point = _floats(exact)
    if len(point) == 1:
        return None
    side = 1 if point[-1] > 0 else -1
    signs = np.append(np.full(len(point) - 1, 1), -side)

    def value(free: Any) -> Any:
        return from_pole(free) * signs

    return Chart(point[:-1] / (1 + abs(point[-1])), value, lambda free: value(short_fractions(free)))


def halves(exact: Any) -> Chart:
    """H + Hᵀ."""
    size = len(exact)

    def value(free: Any) -> Any:
        half = np.reshape(free, (size, size))
        return half + half.T

    return Chart(_floats(exact) / 2, value, lambda free: value(short_fractions(free)))


def factors(exact: Any, definite: bool) -> Chart:
    """F Fᵀ, and a little of I if it must not be singular."""
    size = len(exact)
    values, vectors = np.linalg.eigh(np.asarray(exact, dtype=float))
    start = np.ravel(vectors * np.sqrt(np.maximum(values, 0.0)))

    def value(free: Any) -> Any:
        factor = np.reshape(free, (size, size))
        return factor @ factor.T

    def exactly(free: Any) -> Any:
        found = value(short_fractions(free))
        return found + Exact().call_I(size) * _MARGIN if definite else found

    return Chart(start, value, exactly)


def turns(exact: Any) -> Chart | None:
    """Q (I − S)(I + S)⁻¹ with S skew, beginning at Q."""
    size = len(exact)
    if size == 1:
        return None
    above = np.triu_indices(size, 1)
    here: Any = np.asarray(exact, dtype=float)

    def skew(free: Any, zeros: Any) -> Any:
        upper = zeros
        upper[above] = free
        return upper - upper.T

    def value(free: Any) -> Any:
        moved = skew(free, np.zeros((size, size)))
        return here @ (np.eye(size) - moved) @ np.linalg.inv(np.eye(size) + moved)

    def exactly(free: Any) -> Any:
        unit = Exact().call_I(size)
        moved = skew(short_fractions(free), Exact().call_zeros(size, size))
        return exact @ (unit - moved) @ inverse(unit + moved)

    return Chart(np.zeros(len(above[0])), value, exactly)


def _floats(exact: Any) -> Any:
    return np.ravel(np.asarray(exact, dtype=float))
