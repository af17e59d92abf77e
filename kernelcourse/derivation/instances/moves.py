"""Steps between instances that keep every letter in its range, and where along a letter a sign may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.rational import rational
from kernelcourse.language.tree import Binary, Call, Node, walk

from ..judging.polynomials import interpolated, real_roots
from ..ranges.entries import fractions
from ..ranges.numbers import Real
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .instance import Instance
from .quantities import Quantity
from .samples import Samples

_TIED = (Fraction(1, 10**4), Fraction(1, 10**9), Fraction(1, 10**20))
_FEW = 4  # entries of a letter that is searched entry by entry


def between_zeros(
    node: Node, setting: Setting, at: Instance, names: tuple[str, ...] = ()
) -> Iterator[tuple[Instance, bool]]:
    """Along these letters, or all that are numbers: the zeros of a polynomial (True), a point between two (False)."""
    if at.exact is None:
        return
    quantity = Quantity(plain(node), setting)
    for name in names or sorted(quantity.used & frozenset(setting.given) - frozenset(at.sizes)):
        if np.ndim(at.exact[name]) or np.iscomplexobj(at.exact[name]):
            continue

        def value(point: Fraction, name: str = name) -> Fraction:
            return rational(quantity.exactly(at.with_value(name, point)))

        try:
            found = interpolated(value) if quantity.rational else None
            zeros = real_roots(found) if found else []
        except (NotRational, Unsupported, TooMuch, Undefined, TypeError, ValueError, AttributeError):
            continue
        if not zeros:
            continue
        middles = [(low + high) / 2 for low, high in pairwise(zeros)]
        beside = [one * times for one in (zeros[0], zeros[-1]) for times in (Fraction(1, 2), 2)]
        places = [(one, False) for one in (zeros[0] - 1, *middles, zeros[-1] + 1, *beside)]
        places += [(one, True) for one in zeros]
        for point, zero in places:
            if setting.given[name].holds(point):
                yield at.with_value(name, point), zero


def kinks(node: Node) -> Iterator[Node]:
    """What changes its sign where max, min, abs and sign have a kink."""
    for part in walk(node):
        match part:
            case Call(function="max" | "min", arguments=(left, right)):
                yield Binary("-", left, right)
            case Call(function="abs" | "sign", arguments=(inside,)):
                yield inside


def nearly_tied(nodes: Iterable[Node], setting: Setting, at: Instance) -> Iterator[Instance]:
    """Letters under a maximum or minimum with entries that are almost equal: there e^(10⁹x) is not steep."""
    picked = [part for node in nodes for part in walk(plain(node))
              if isinstance(part, Call) and part.function in ("max", "min") and len(part.arguments) == 1]  # fmt: skip
    for name in sorted(setting.depends(*picked) & setting.given.keys() - at.sizes.keys()) if picked else ():
        shape = np.shape(at.values[name])
        if shape and at.exact is not None and setting.given[name].solid:
            for apart in _TIED:
                steps = fractions(np.arange(np.prod(shape)).reshape(shape)) * apart
                yield at.with_value(name, steps + (0 if setting.given[name].whole_space else 1))


@dataclass(frozen=True)
class Coordinate:
    """One number among the letters: a letter that is a number, or an entry of one that is not."""

    name: str
    range: Range
    place: tuple[int, ...]

    def moved(self, at: Instance, step: float) -> Instance | None:
        """The instance with this number moved, or None where its range ends."""
        value = at.values[self.name][self.place] if self.place else at.values[self.name]
        return self.put(at, rational(float(np.real(value)) + step))

    def rounded(self, at: Instance) -> Instance:
        """The instance with this number replaced by a short fraction, if its range allows that."""
        assert at.exact is not None
        value = at.exact[self.name]
        return self.put(at, Fraction(value[self.place] if self.place else value).limit_denominator(64)) or at

    def put(self, at: Instance, number: Fraction) -> Instance | None:
        if not self.range.holds(number):
            return None
        if not self.place:
            return at.with_value(self.name, number)
        assert at.exact is not None
        value = at.exact[self.name].copy()
        value[self.place] = number
        return at.with_value(self.name, value)


def coordinates(setting: Setting, at: Instance, names: frozenset[str]) -> Iterator[Coordinate]:
    """The numbers among these letters, and the first entries of small vectors and matrices."""
    for name in (name for name in setting.given if name in names and name not in at.sizes):
        range_, shape = setting.given[name], np.shape(at.values[name])
        entry = range_ if not shape else range_.only_entry if max(shape) == 1 else range_.entry
        if isinstance(entry, Real) and int(np.prod(shape)) <= _FEW:
            yield from (Coordinate(name, entry, place) for place in np.ndindex(shape))


def stepped(range_: Range, at: Instance, name: str, length: float, rng: np.random.Generator) -> Any:
    """A step that stays within the range of the letter."""
    return range_.step(at.values[name], at.exact[name] if at.exact is not None else None, length, rng)


def scaled(samples: Samples, at: Instance, scale: Fraction) -> Instance:
    """The same instance with every free letter made smaller or larger."""
    for name, range_ in samples.setting.given.items():
        if range_.cone and name not in at.sizes:
            value = at.exact[name] * scale if at.exact is not None else at.values[name] * float(scale)
            at = at.with_value(name, value)
    return at
