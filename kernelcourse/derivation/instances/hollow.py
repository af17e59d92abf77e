"""Letters that are zero where a side condition then means less: of a²b = a²c nothing is left at a = 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from ..ranges.entries import Profile
from ..reading.symbols import Setting
from .conditions import instance
from .instance import Instance

_SIZES = (2, 3)


def hollow(setting: Setting, seed: int) -> Iterator[Instance]:
    """One or two letters of the side conditions zero, the others drawn without regard to them."""
    equations = [both for sign, *both in setting.where if sign == "=="]
    tied = setting.depends(*(side for both in equations for side in both)) & frozenset(setting.given)
    rng, loose = np.random.default_rng([seed, 13]), replace(setting, where=())
    for size in _SIZES if tied else ():
        try:
            base = instance(loose, Profile("small"), rng, dict.fromkeys(setting.sizes, size))
        except (ValueError, IndexError):
            continue
        if base is None or base.exact is None:
            continue
        names = sorted(tied - frozenset(base.sizes))
        for chosen in (*combinations(names, 1), *combinations(names, 2)):
            moved = base
            for name in chosen:
                zeros = (one for one in setting.given[name].specials(base.sizes) if not np.any(one))
                moved = moved.with_value(name, next(zeros, base.exact[name]))
            yield moved
