"""Letters with finitely many values, or in finitely many pieces: labels, clusters, indices, both kinds of rotation.

Random points say nothing about a value that was never drawn, so every one of them is tried: all vectors of signs, all
ways to fill q clusters, every index, rotations with and without a reflection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.primes import CHANCE
from kernelcourse.language.tree import Binary, Call, Name, Node

from ..ranges.pieces import Partition
from ..ranges.range import InPieces, NoPoint, Range
from ..reading.symbols import Setting

MOST = 600

Pattern = Mapping[str, Any]  # letter ↦ signs, cluster of each point, index, or whether a reflection follows


def patterns(letters: Mapping[str, Range], sizes: Mapping[str, int]) -> list[Pattern] | None:
    """Every combination at these sizes; None if there are too many to try."""
    found: list[Pattern] = [{}]
    for name, range_ in letters.items():
        if not isinstance(range_, InPieces):
            continue
        pieces = list(islice(range_.pieces(sizes), MOST + 1)) if range_.few(sizes, MOST) else None
        if pieces is None or len(pieces) * len(found) > MOST:
            return None
        found = [{**pattern, name: piece} for pattern in found for piece in pieces]
    return found


def any_pattern(letters: Mapping[str, Range], sizes: Mapping[str, int]) -> Pattern:
    """One of them: a label is the same in e^y as beside it, though exponents live in a field of their own."""
    found: dict[str, Any] = {}
    for name, range_ in letters.items():
        if isinstance(range_, InPieces):
            with suppress(NoPoint):
                found[name] = range_.any_piece(sizes, CHANCE)
    return found


def freer(setting: Setting) -> Iterator[Setting]:
    """Perhaps it does not matter that labels are ±1 and clusters 0 or 1; perhaps the side conditions do not."""
    loose = {name: range_.loosened for name, range_ in setting.given.items()}
    if loose != dict(setting.given):
        yield replace(setting, given=loose, where=())
        if any(isinstance(range_, Partition) for range_ in setting.given.values()):
            yield _of_weights(replace(setting, given=loose, where=()), setting)
    if setting.where:
        yield replace(setting, where=())
        if loose != dict(setting.given):
            yield replace(setting, given=loose)


def _of_weights(loose: Setting, setting: Setting) -> Setting:
    """Perhaps all that matters of clusters is that the numbers in each row add up to 1."""
    given, define = dict(loose.given), dict[str, Node]()
    for name, range_ in setting.given.items():
        if isinstance(range_, Partition):
            free = setting.fresh(name)
            given[free] = given.pop(name)
            points, clusters = (size_node(size) for size in range_.sizes)
            ones = Call("ones", (clusters,))
            rest = Binary("-", Call("ones", (points,)), Binary("@", Name(free), ones))
            define[name] = Binary("+", Name(free), Binary("/", Call("outer", (rest, ones)), clusters))
    return replace(loose, given=given, define={**define, **loose.define})
