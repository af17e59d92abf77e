"""Where the other letters decide what a limit is: at a = 31 in 1/(1 + N(a − 31)²), beyond 1 in tᴺ.

Random numbers lie on one side of such a place, or never on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from kernelcourse.language.tree import Binary, Call, Node, Unary, free_names, walk

from ..instances.instance import Instance
from ..instances.places import places
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..reading.symbols import Setting
from .sweeps import lowest

_PLACES, _SHORT = 4, 10**9
_TOPS, _ROUND = 3, 64


def turning_points(
    moving: Quantity, fixed: Quantity, name: str, used: frozenset[str], samples: Samples
) -> list[Instance]:
    """The other letters in turn where a sum in the line vanishes, beyond that, and at the tops of bases of powers."""
    setting, found = moving.setting, list[Instance]()
    for at in samples.standard[:1]:
        for other in sorted(used & setting.given.keys() - at.sizes.keys()):
            here = (
                one
                for one in places((moving.node, fixed.node), setting, at, other)
                if one.denominator <= _SHORT
            )
            for one in islice(here, _PLACES):
                beyond = ((one + end) / 2 for end in setting.given[other].bounds or ())
                found += [
                    at.with_value(other, point)
                    for point in (one, *beyond)
                    if setting.given[other].holds(point)
                ]
            found += _tops(moving.node, setting, at, name, other)
    return [one for at in found for one in samples.allowed(at)]


def _tops(node: Node, setting: Setting, at: Instance, name: str, other: str) -> Iterator[Instance]:
    """Where the base of a power that grows with the limit's letter is largest or smallest, as a round number."""
    for base in dict.fromkeys(_bases(node, name, other)):
        for side in (base, Unary("-", base)):
            for there in islice(lowest(side, setting, at, other), _TOPS):
                assert there.exact is not None
                point = Fraction(there.exact[other]).limit_denominator(_ROUND)
                if setting.given[other].holds(point):
                    yield at.with_value(other, point)


def _bases(node: Node, name: str, other: str) -> Iterator[Node]:
    for part in walk(node):
        match part:
            case Binary(op="**", left=base, right=power) if name in free_names(power) and other in free_names(
                base
            ):
                yield base
            case Call(function="exp", arguments=(inside,)) if {name, other} <= free_names(inside):
                yield inside
