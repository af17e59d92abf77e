"""An index far from the others, where no array need be made for it: cos(i − j) is near −1 at 22."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ..ranges.entries import Profile
from ..ranges.numbers import IndexLetter
from ..reading.symbols import Setting
from .instance import Instance

_SIZE = 1001


def far_indices(setting: Setting, names: frozenset[str]) -> Iterator[Instance]:
    """One index after the other at each of many values, the others 0; for lines about indices only."""
    given = [name for name in setting.given if name in names]
    if not given or setting.where or not all(isinstance(setting.given[name], IndexLetter) for name in given):
        return
    exact = {name: Fraction(_SIZE) for name in setting.sizes} | dict.fromkeys(given, Fraction(0))
    sizes = dict.fromkeys(setting.sizes, _SIZE)
    nothing = Instance(sizes, {name: float(one) for name, one in exact.items()}, exact, Profile("small"))
    for name, value in product(given, range(_SIZE)):
        yield nothing.with_value(name, Fraction(value))
