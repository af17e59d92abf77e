"""Matrices that no random draw meets: shifts, projections on parts of the space that share nothing, rows around."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from ..proving.sign import Sign
from ..ranges.entries import short_fractions
from ..ranges.matrices import Matrix, SemiDefinite, Symmetric, shift, whole
from ..reading.symbols import Setting
from .instance import Instance

_PAIRS, _TRIPLES, _NUMBERS = 12, 6, 3
_LINES = ((1, 0), (1, 2), (-1, 2))


def special_matrices(setting: Setting, base: Instance, names: frozenset[str]) -> Iterator[Instance]:
    """Each square matrix as a shift, of which only a high power is 0; with a number of the line as its eigenvalue; two
    of them with the product 0; three semidefinite ones of three lines 60° apart: tr KLM can be negative."""
    square = [name for name in sorted(names) if np.ndim(base.values[name]) == 2]
    square = [name for name in square if len({*base.values[name].shape}) == 1]
    for name in square:
        if isinstance(setting.given[name], Matrix):
            yield base.with_value(name, shift(len(base.values[name])))
    yield from _with_eigenvalues(setting, base, names, square)
    for first, second in combinations(square, 2):  # AB and BA are as far apart as they can be
        pair = base.values[first], base.values[second]
        if (
            all(type(setting.given[name]) is Matrix for name in (first, second))
            and len({*map(len, pair)}) == 1
        ):
            single = shift(len(pair[0]))
            single[1:] = 0
            yield base.with_value(first, single).with_value(second, single.T)
    free = [name for name in square if isinstance(setting.given[name], (Matrix, Symmetric))]
    free = [name for name in free if setting.given[name].form not in (Sign.NONZERO, Sign.POSITIVE)]
    for first, second in list(permutations(free, 2))[:_PAIRS]:
        size = len(base.values[first])
        if size > 1 and len(base.values[second]) == size:
            upper = np.diag([1] * (size // 2) + [0] * (size - size // 2))
            moved = base.with_value(first, whole(upper))
            yield moved.with_value(second, whole(np.eye(size) - upper))  # rank AB = 0
    definite = [name for name in square if isinstance(setting.given[name], SemiDefinite)]
    for three in list(permutations(definite, 3))[:_TRIPLES]:
        moved = base
        for name, line in zip(three, _LINES, strict=True):
            thick = Fraction(setting.given[name].form == Sign.POSITIVE, 100)
            across = np.array([*line, *[0] * (len(base.values[name]) - 2)])
            moved = moved.with_value(
                name, whole(np.outer(across, across)) + thick * whole(np.eye(len(across)))
            )
        yield moved


def _with_eigenvalues(
    setting: Setting, base: Instance, names: frozenset[str], square: list[str]
) -> Iterator[Instance]:
    """Where K − λI is a shift, (K − λI)²v = 0 says less than Kv = λv; of a symmetric K its rank is one."""
    assert base.exact is not None
    numbers = [name for name in sorted(names) if name not in base.sizes and not np.shape(base.values[name])]
    numbers = [name for name in numbers if not setting.given[name].is_complex]
    for name, number in product(square, numbers[:_NUMBERS]):
        range_, unit = setting.given[name], whole(np.eye(len(base.values[name])))
        rest = shift(len(unit)) if isinstance(range_, Matrix) else whole(np.diag([1] + [0] * (len(unit) - 1)))
        value = base.exact[number] * unit + rest
        if isinstance(range_, (Matrix, Symmetric)) and not range_.fault(value.astype(float)):
            yield base.with_value(name, value)


def paired_shifts(setting: Setting, base: Instance, names: frozenset[str]) -> Iterator[Instance]:
    """Each square matrix with the square or the cube 0, of much rank: rank A² is by more than 1 below rank A."""
    for name in sorted(names & setting.given.keys()):
        rows = np.shape(base.values[name])
        if isinstance(setting.given[name], Matrix) and len(rows) == 2 and rows[0] == rows[1] and base.exact:
            for block in (2, 3):
                ones = [int((place + 1) % block > 0) for place in range(rows[0] - 1)]
                yield base.with_value(name, whole(np.diag(ones, 1)))


def rows_around(setting: Setting, base: Instance, names: frozenset[str]) -> Iterator[Instance]:
    """The rows of a matrix as directions spread over half a turn: there |x·z| is no kernel."""
    for name in sorted(names & setting.given.keys()):
        shape = np.shape(base.values[name])
        if type(setting.given[name]) is Matrix and len(shape) == 2 and shape[1] > 1 and base.exact:
            angles = np.arange(shape[0]) * np.pi / shape[0]
            rows = np.zeros(shape)
            rows[:, 0], rows[:, 1] = np.cos(angles).round(12), np.sin(angles).round(12)
            yield base.with_value(name, short_fractions(rows))
