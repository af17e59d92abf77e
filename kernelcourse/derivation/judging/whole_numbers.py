"""The first million whole numbers at once: tan n > n + 1 at n = 260515, sin n > 1 − 10⁻⁷ at no n that looks special."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import turns
from kernelcourse.language.tree import Node, transform

from ..instances.instance import Instance
from ..ranges.numbers import Integer
from ..reading.symbols import Setting, plain
from .sweeps import without_letters_above
from .towering import free_sizes

_MOST = 1_000_000
_PART = 100_000  # at once: memory stays small
_LOWEST = 4
_CLEARLY = 1e-9


def lowest_whole(gap: Node, setting: Setting, at: Instance) -> Iterator[Instance]:
    """Where a gap with circular functions is smallest along a size that is a number only, or a whole number."""
    tree = transform(plain(gap), without_letters_above)
    used = setting.depends(gap)
    if at.exact is None or used & setting.define.keys() or not turns(tree) or not entrywise(tree):
        return
    whole = {name: range_ for name in used if isinstance(range_ := setting.given.get(name), Integer)}
    ends = {name: (int(range_.ends[0]), int(range_.ends[1])) for name, range_ in whole.items()}
    for name, (first, last) in [*((one, (1, _MOST)) for one in free_sizes(setting, gap)), *ends.items()]:
        for number in _lowest(tree, at.values, name, first, min(last, first + _MOST)):
            value = Fraction(number)
            yield replace(at, values={**at.values, name: float(value)}, exact={**at.exact, name: value})


def _lowest(tree: Node, values: Any, name: str, first: int, last: int) -> list[int]:
    found: list[tuple[float, int]] = []
    for start in range(first, last + 1, _PART):
        grid = np.arange(start, min(start + _PART, last + 1), dtype=float)
        spend(len(grid) / 50)
        try:
            heights = np.real(Evaluator({**values, name: grid}, {}, Floats())(tree))
            heights = np.where(np.isfinite(heights), np.broadcast_to(heights, grid.shape), np.inf)
        except (*NO_VALUE, AttributeError):
            return []
        places = [*np.flatnonzero(heights < -_CLEARLY)[:1], *np.argsort(heights)[:_LOWEST]]
        found += [(float(heights[place]), int(grid[place])) for place in places]
    first_wrong = [number for height, number in found if height < -_CLEARLY][:1]
    return [*first_wrong, *(number for _, number in sorted(found)[:_LOWEST])]
