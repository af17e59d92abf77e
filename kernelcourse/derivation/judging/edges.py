"""Where a side condition such as a² + b² ≤ 1 holds as an equality: numbers drawn at random never do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..instances.conditions import instance
from ..ranges.entries import Profile
from ..reading.symbols import Setting

_CLOSED = ("<=", ">=")
_MOST = 3
_TRIES = 3


def edges(setting: Setting) -> Iterator[Setting]:
    """The setting with one condition that may hold as an equality as one, for each that can."""
    rng = np.random.default_rng(14)
    closed = [one for one in setting.where if one[0] in _CLOSED]
    for condition in closed[:_MOST]:
        equal = ("==", *condition[1:])
        found = replace(setting, where=tuple(equal if one == condition else one for one in setting.where))
        if any(instance(found, Profile("small"), rng, tries=_TRIES) is not None for _ in range(2)):
            yield found
