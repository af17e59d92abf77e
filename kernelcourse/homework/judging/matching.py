"""Which line is counted for which milestone: each line for one of them only, and in the order of the sheet.

The last line of a derivation often has the form that an earlier milestone asks for as well; counted twice, it would pay
for a line that nobody wrote. What has the form of a later milestone counts for that one alone, however often it is
written, unless the later one is reached further down by a line that has its form and not the earlier one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

Chosen = tuple[int | None, ...]


@dataclass(frozen=True)
class Wanted:
    """A milestone and the lines that have its form; one that could be `copied` counts only after another."""

    weight: float
    places: tuple[int, ...]
    copied: bool = False


def matched(wanted: Sequence[Wanted]) -> Chosen:
    """The line of each milestone, or None: ascending, and together worth as much as can be."""
    own = [
        replace(one, places=tuple(place for place in one.places if not _later(wanted[number:], place)))
        for number, one in enumerate(wanted)
    ]
    return max(_ways(own, -1), key=lambda chosen: _worth(own, chosen))


def _later(wanted: Sequence[Wanted], place: int) -> bool:
    """Whether a line of the first form is one of a later milestone, which no line of its own reaches behind it."""
    first, *rest = wanted
    return any(
        place in one.places and not any(p > place and p not in first.places for p in one.places)
        for one in rest
    )


def _ways(wanted: Sequence[Wanted], last: int) -> list[Chosen]:
    """For every choice worth looking at, the earliest line is taken: it leaves most room behind it."""
    if not wanted:
        return [()]
    first, *rest = wanted
    ways: list[Chosen] = [(None, *way) for way in _ways(rest, last)]
    place = next((one for one in first.places if one > last), None)
    if place is not None and not (first.copied and last < 0):
        ways += [(place, *way) for way in _ways(rest, place)]
    return ways


def _worth(wanted: Sequence[Wanted], chosen: Chosen) -> float:
    return sum(one.weight for one, place in zip(wanted, chosen, strict=True) if place is not None)
