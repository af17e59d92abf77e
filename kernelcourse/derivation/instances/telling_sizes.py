"""Sizes at which something happens: n·d = 35 in 1/(nd − 35), n = 211 in (n − 211)/(n − 211), i = 37 in (i − 37)².

Sizes are drawn small, and grow by leaps; a sum of sizes that is zero at one of them is looked for on a grid, and the
whole numbers of a line are sizes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import prod
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node, free_names, walk

from ..ranges.numbers import IndexLetter
from ..reading.symbols import Setting, plain
from .instance import Instance
from .large import Large
from .literals import numbers_in
from .samples import Samples

_ALONE, _TWO = 3000, 60  # the grid: up to this size of one name, of each of two
_ZEROS, _MOST = 2, 8  # of a sum; of a line
_LEAST, _LARGEST = 5, 10**6  # of a number that is tried as a size
_SMALL = 400  # entries of the letters, in fractions


def at_telling_sizes(nodes: Iterable[Node], samples: Samples) -> Iterator[Instance]:
    """An instance at each of these sizes: exact where it is small."""
    nodes, setting = tuple(map(plain, nodes)), samples.setting
    if not setting.sizes:
        return
    for places in islice(_once(_places(nodes, setting)), _MOST):
        sizes = {name: size for name, size in places.items() if name in setting.sizes}
        at = _instance(sizes, samples)
        if at is None:
            continue
        for name in places.keys() - sizes.keys():
            at = at.with_value(name, Fraction(places[name]))
        yield from samples.allowed(at)
        if at.exact is not None:
            yield from samples.plain_corners(at, setting.depends(*nodes) - places.keys(), 2)


def _instance(sizes: dict[str, int], samples: Samples) -> Instance | None:
    setting, full = samples.setting, dict.fromkeys(samples.setting.sizes, 2) | sizes
    if not setting.possible(full):
        return None
    entries = max((prod(range_.at(full)) for range_ in setting.given.values()), default=1)
    if entries <= _SMALL:
        return next(iter(samples.sized(full)), None)
    if entries > _LARGEST or len(sizes) > 1:
        return None
    letters = [name for name in setting.given if name not in setting.sizes]
    powers = {name: float(name in sizes) for name in setting.sizes}
    (largest,) = sizes.values()
    return Large(setting, letters, powers, 0, largest).at(largest)


def _places(nodes: tuple[Node, ...], setting: Setting) -> Iterator[dict[str, int]]:
    for part in dict.fromkeys(part for node in nodes for part in walk(node)):
        if isinstance(part, Binary) and part.op in "+-" and entrywise(part):
            for zero in _zeros(part, setting):
                yield _with_sizes(zero, setting)
    used = setting.depends(*nodes)
    numbers = sorted({int(one) for one in numbers_in(nodes) if one.denominator == 1})
    for number in (one for one in numbers if _LEAST <= one <= _LARGEST):
        for name in (name for name in setting.sizes if name in used):
            yield from ({name: size} for size in (number, number + 1))


def _zeros(part: Node, setting: Setting) -> Iterator[dict[str, int]]:
    """Where this is zero, if it is made of sizes and indices only."""
    names = sorted(free_names(part))
    counted = {name: setting.given.get(name) for name in names}
    whole = all(name in setting.sizes or isinstance(range_, IndexLetter) for name, range_ in counted.items())
    if not whole or not 1 <= len(names) <= 2 or setting.define.keys() & counted.keys():
        return
    line = np.arange(1.0, 1 + (_ALONE if len(names) == 1 else _TWO))
    grids: list[Any] = list(np.meshgrid(*[line] * len(names), indexing="ij"))
    try:
        heights = np.broadcast_to(
            Evaluator(dict(zip(names, grids, strict=True)), {}, Floats())(part), grids[0].shape
        )
    except (*NO_VALUE, AttributeError):
        return
    for place in islice(np.argwhere(heights == 0), _ZEROS):
        yield {name: int(grid[tuple(place)]) for name, grid in zip(names, grids, strict=True)}


def _with_sizes(zero: dict[str, int], setting: Setting) -> dict[str, int]:
    """An index of 37 needs a size of 38."""
    found = dict(zero)
    for name, value in zero.items():
        range_ = setting.given.get(name)
        if isinstance(range_, IndexLetter):
            for size in range_.sizes[0].names:
                found[size] = max(found.get(size, 1), value + 1)
    return found


def _once(found: Iterator[dict[str, int]]) -> Iterator[dict[str, int]]:
    seen: list[dict[str, int]] = []
    for one in found:
        if one not in seen:
            seen.append(one)
            yield one
