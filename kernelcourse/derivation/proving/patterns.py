"""Letters with finitely many values, or in finitely many pieces: labels, clusters, indices, both kinds of rotation.

Random points say nothing about a value that was never drawn, so every one of them is tried: all vectors of signs, all
ways to fill q clusters, every index, rotations with and without a reflection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import SystemRandom
from typing import Any

from ..ranges import Range
from ..symbols import Setting

MOST = 600
_CHANCE = SystemRandom()
KINDS = frozenset({"labels", "partition", "index", "orthogonal"})

Pattern = Mapping[str, Any]  # letter ↦ signs, cluster of each point, index, or whether a reflection follows


def patterns(letters: Mapping[str, Range], sizes: Mapping[str, int]) -> list[Pattern] | None:
    """Every combination at these sizes; None if there are too many to try."""
    names = [name for name, range_ in letters.items() if range_.kind in KINDS]
    found: list[Pattern] = [{}]
    for name in names:
        values = []
        if (
            letters[name].kind == "partition"
        ):  # most ways to place the points leave a cluster empty: do not look for long
            points, clusters = (size.size(sizes) for size in letters[name].sizes)
            if clusters**points > 20 * MOST:
                return None
        for value in _values(letters[name], sizes):
            values.append(value)
            if len(values) * len(found) > MOST:
                return None
        found = [{**pattern, name: value} for pattern in found for value in values]
    return found


def any_pattern(letters: Mapping[str, Range], sizes: Mapping[str, int]) -> Pattern:
    """One of them: a label is the same in e^y as beside it, though exponents live in a field of their own."""
    found: dict[str, Any] = {}
    for name, range_ in letters.items():
        shape = tuple(size.size(sizes) for size in range_.shape)
        match range_.kind:
            case "labels":
                found[name] = [_CHANCE.choice((1, -1)) for _ in range(shape[0])]
            case "partition" if shape[1] <= shape[0]:
                members = [
                    *range(shape[1]),
                    *(_CHANCE.randrange(shape[1]) for _ in range(shape[0] - shape[1])),
                ]
                found[name] = _CHANCE.sample(members, shape[0])
            case "index":
                found[name] = _CHANCE.randrange(range_.sizes[0].size(sizes))
            case "orthogonal":
                found[name] = bool(_CHANCE.getrandbits(1))
    return found


def _values(range_: Range, sizes: Mapping[str, int]) -> Iterator[Any]:
    shape = tuple(size.size(sizes) for size in range_.shape)
    match range_.kind:
        case "labels":
            yield from product((1, -1), repeat=shape[0])
        case "partition":
            points, clusters = shape
            yield from (row for row in product(range(clusters), repeat=points) if len(set(row)) == clusters)
        case "index":
            yield from range(range_.sizes[0].size(sizes))
        case "orthogonal":
            yield from (False, True)


def freer(setting: Setting) -> Iterator[Setting]:
    """Perhaps it does not matter that labels are ±1 and clusters 0 or 1; perhaps the side conditions do not."""
    any_number = {"labels": "vector", "partition": "matrix", "orthogonal": "matrix"}
    if any(range_.kind in any_number for range_ in setting.given.values()):
        loose = {
            name: replace(range_, kind=any_number.get(range_.kind, range_.kind))
            for name, range_ in setting.given.items()
        }
        yield replace(setting, given=loose, where=())
    if setting.where:
        yield replace(setting, where=())
