"""Sizes that no array has room for: ‖x‖₁ ≤ 40000‖x‖ is wrong from 1,600,000,001 entries on.

All letters take values whose entries are alike, such as 1, I and 11ᵀ, so that every size costs the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice, product
from typing import Any

from kernelcourse.language.alike import Alike, AlikeDecimals
from kernelcourse.language.effort import Limit
from kernelcourse.language.elementary import DIGITS
from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import precision
from kernelcourse.language.tree import Node, Sum, walk

from ..reading.symbols import Setting, plain
from .fitting import fitted, tiny

_SIZES = (10**5, 10**8, 10**12, 10**20, 10**40, 10**100)
_SMALL = 2  # the other sizes, where one is large alone
_LEAST = 13  # what is smaller is tried elsewhere
_MOST = 24  # choices of values
_SECONDS = 0.06  # of computing, for one line


@dataclass(frozen=True)
class Crowd:
    """Sizes and values of the letters, and what the two sides are there."""

    values: Mapping[str, Any]
    sides: tuple[Decimal, Decimal]
    broken: bool

    def told(self) -> dict[str, Any]:
        """For a witness: an array in words."""
        return {name: str(one) if isinstance(one, Alike) else one for name, one in self.values.items()}


@dataclass(frozen=True)
class Crowds:
    """low ≤ high where the letters are alike, their values chosen by number."""

    setting: Setting
    low: Node
    high: Node
    letters: tuple[str, ...]
    growing: frozenset[str]  # sizes
    chosen: tuple[int, ...]

    def at(self, largest: int) -> Crowd | None:
        """The two sides where the sizes that grow are so large; None where they have no value."""
        with precision(DIGITS + 3 * len(str(largest))):  # 1/a − n/(a(n + a)) cancels as far as n has digits
            return self.there(largest)

    def there(self, largest: int) -> Crowd | None:
        sizes = {name: largest if name in self.growing else _SMALL for name in self.setting.sizes}
        if not self.setting.possible(sizes):
            return None
        values: dict[str, Any] = {name: Decimal(size) for name, size in sizes.items()}
        for name, place in zip(self.letters, self.chosen, strict=True):
            found = next(
                islice(self.setting.given[name].alike(self.setting.given[name].at(sizes)), place, None), None
            )
            if found is None:
                return None
            values[name] = found
        fitting = fitted(self.setting, values)
        if fitting is None:
            return None
        values = fitting
        sides: list[Decimal] = []
        peaks: list[Decimal] = []
        for node in (self.low, self.high):
            arithmetic = AlikeDecimals()
            try:
                side = Evaluator(values, self.setting.define, arithmetic)(plain(node))
            except (*NO_VALUE, NotRational):
                return None
            if not isinstance(side, Decimal):
                return None
            sides.append(side)
            peaks += [arithmetic.peak, abs(side)]
        return Crowd(values, (sides[0], sides[1]), sides[0] - sides[1] > tiny() * max(peaks))

    def smallest(self, high: int) -> Crowd | None:
        """The wrong one with this size, or with a smaller one as long as it stays wrong."""
        found, low = self.at(high), _LEAST
        while low < high:
            middle = (low + high) // 2
            here = self.at(middle)
            if here is not None and here.broken:
                found, high = here, middle
            else:
                low = middle + 1
        return found


def wrong_crowd(setting: Setting, low: Node, high: Node) -> Crowd | None:
    """Where low > high, among letters that are alike."""
    limit = Limit(_SECONDS)
    for crowds, size in product(_crowds(setting, low, high), _SIZES):
        if limit.over():
            return None
        found = crowds.at(size)
        if found is not None and found.broken:
            return crowds.smallest(size)
    return None


def _crowds(setting: Setting, low: Node, high: Node) -> Iterator[Crowds]:
    used = setting.depends(low, high, *(side for _, *both in setting.where for side in both))
    letters = tuple(
        name
        for name in setting.given
        if name in used and name not in setting.define and name not in setting.sizes
    )
    shaped = setting.sizes_of(letters)
    added = any(isinstance(part, Sum) for node in (low, high) for part in walk(node))
    names = [name for name in setting.sizes if name in shaped or (name in used and not added)]
    if not names or set(setting.sizes) & setting.given.keys():
        return
    growing = [frozenset(setting.sizes), *(frozenset({name}) for name in names if len(names) > 1)]
    counts = [
        range(len(list(setting.given[name].alike((4,) * len(setting.given[name].shape))))) for name in letters
    ]
    for chosen in islice(product(*counts), _MOST):
        yield from (Crowds(setting, low, high, letters, sizes, chosen) for sizes in growing)
