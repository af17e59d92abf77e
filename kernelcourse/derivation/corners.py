"""The special values of each kind of letter: zero, one, singular, nilpotent, equal eigenvalues, the ends of a range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.exact import Exact

from .ranges import Range

_TINY, _HUGE = Fraction(1, 2**40), Fraction(2**40 + 1)


def specials(range_: Range, sizes: Mapping[str, int]) -> Iterator[Any]:
    """Exact values that a random draw would miss."""
    shape = tuple(size.size(sizes) for size in range_.shape)
    match range_.kind:
        case "scalar":
            yield from (
                Fraction(0),
                Fraction(1),
                Fraction(-1),
                _TINY,
                -_TINY,
                _HUGE,
                -_HUGE,
                Fraction(2),
                Fraction(1, 2),
            )
            yield from (Fraction(-2), Fraction(-1, 2), Fraction(-40), Fraction(40))
        case "positive" | "nonnegative":
            if range_.kind == "nonnegative":
                yield Fraction(0)
            yield from (Fraction(1), _TINY, _HUGE, Fraction(1, 2), Fraction(40), Fraction(1, 40))
        case "interval":
            assert range_.bounds is not None
            low, high = range_.bounds
            yield from (
                low + (high - low) * part for part in (_TINY, 1 - _TINY, Fraction(1, 2), Fraction(1, 64))
            )
            if low < 0 < high:
                yield Fraction(0)
        case "integer":
            assert range_.bounds is not None
            first, last = (int(bound) for bound in range_.bounds)
            middle = {first + 1, first + 2, (first + last) // 2, 0, 1, -1}
            inner = {one for one in middle if first <= one <= last}
            yield from (Fraction(one) for one in sorted({first, last} | inner))
        case "index":
            yield from (Fraction(0), Fraction(range_.sizes[0].size(sizes) - 1))
        case "vector":
            yield from _vectors(shape[0])
        case "nonnegative_vector" | "positive_vector":
            if range_.kind == "nonnegative_vector":
                yield from (_whole(np.zeros(shape)), _unit(shape[0], 0), _unit(shape[0], shape[0] - 1))
            yield from (
                _whole(np.ones(shape)),
                _whole(np.ones(shape)) * _TINY,
                _whole(np.ones(shape)) * _HUGE,
            )
        case "complex":
            yield from (0j, 1 + 0j, 1j, -2 + 1j, -2 + 0j, 4j, 1 - 7j)  # log e^4i is not 4i
        case "complex_vector":
            yield from (number * np.ones(shape, dtype=complex) for number in (0, 1, 1j, 4j))
        case "labels":
            yield from (_whole(np.ones(shape)), -_whole(np.ones(shape)))
        case "unit":
            yield from (_unit(shape[0], 0), -_unit(shape[0], shape[0] - 1))
        case "matrix":
            yield from _matrices(*shape)
        case "symmetric" | "psd" | "pd" | "orthogonal":
            yield from _squares(range_.kind, shape[0])


def _whole(values: Any) -> Any:
    return Exact().lift(np.asarray(values))


def _unit(size: int, place: int) -> Any:
    return Exact().call_e(Fraction(place), Fraction(size))


def _vectors(size: int) -> Iterator[Any]:
    ones = _whole(np.ones(size))
    yield from (ones * 0, _unit(size, 0), ones, _unit(size, size - 1) * -2, ones * _TINY, ones * _HUGE)
    yield _whole(np.arange(size) - 1)  # a zero among others, and a negative entry
    if size > 3:
        yield _whole(np.resize([1, -2, 2, -1], size))  # goes with the ring of _squares


def shift(rows: int, columns: int = 0) -> Any:
    """Ones above the diagonal; nilpotent if square."""
    return _whole(np.eye(rows, columns or rows, 1))


def _matrices(rows: int, columns: int) -> Iterator[Any]:
    yield _whole(np.zeros((rows, columns)))
    yield _whole(np.eye(rows, columns))
    yield shift(rows, columns)
    yield _whole(np.ones((rows, columns)))  # equal points, rank one
    yield -_whole(np.eye(rows, columns)) * 2
    if rows == columns and rows > 1:
        turn = np.eye(rows)
        turn[:2, :2] = [[0, -1], [1, 0]]
        yield _whole(turn)
        shear = np.eye(rows)
        shear[0, 1] = 1
        yield _whole(shear)


def _squares(kind: str, size: int) -> Iterator[Any]:
    unit = _whole(np.eye(size))
    first = _whole(np.diag([1] + [0] * (size - 1)))
    if kind == "orthogonal":
        yield from (unit, -unit, unit - 2 * first, _whole(np.roll(np.eye(size), 1, axis=0)))
        return
    yield unit
    if kind == "pd":
        yield from (unit * _TINY, unit * _HUGE, unit + first * 3, unit + _whole(np.ones((size, size))))
        return
    yield from (unit * 0, first, _whole(np.ones((size, size))), unit - first)
    if kind == "psd":
        yield from (unit * _TINY, unit * _HUGE)
        if size > 3:  # semidefinite, but no longer so if a sign is lost
            ring = np.zeros((size, size))
            ring[:4, :4] = [[3, 2, 0, -2], [2, 3, 2, 0], [0, 2, 3, 2], [-2, 0, 2, 3]]
            yield _whole(ring)
    if kind == "symmetric":
        yield from (-unit, unit - 2 * first, -first)
        if size > 1:
            yield _whole(np.fliplr(np.eye(size)))
