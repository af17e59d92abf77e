"""Instances that are drawn once and looked at by every line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import overload

from kernelcourse.language.effort import spend, spent

from .instance import Instance


class Kept(Sequence[Instance]):
    """Instances drawn when they are asked for, and kept: every line of a derivation looks in the same place.

    Whoever asks again pays again, so that a question has the same answer the second time, and after other questions.
    """

    def __init__(self, source: Iterator[Instance]):
        self._source, self._seen = source, list[Instance]()
        self._prices: list[float] = []  # of each instance; the last, of finding that there is no further one
        self._finished = False

    def _drawn(self, place: int) -> bool:
        """Is there an instance at this place? What drawing it costs is spent, now or again."""
        if place < len(self._prices):
            spend(self._prices[place])
        while len(self._seen) <= place and not self._finished:
            before = spent()
            found = next(self._source, None)
            self._prices.append(spent() - before)
            if found is None:
                self._finished = True
            else:
                self._seen.append(found)
        return place < len(self._seen)

    def __iter__(self) -> Iterator[Instance]:
        place = 0
        while self._drawn(place):
            yield self._seen[place]
            place += 1

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self._drawn(0)

    @overload
    def __getitem__(self, place: int) -> Instance: ...
    @overload
    def __getitem__(self, place: slice) -> list[Instance]: ...
    def __getitem__(self, place: int | slice) -> Instance | list[Instance]:
        if isinstance(place, slice):
            return list(islice(self, place.start, place.stop, place.step))
        if place < 0 or not all(self._drawn(earlier) for earlier in range(place + 1)):
            raise IndexError(place)
        return self._seen[place]
