"""Where a Fourier transform is smallest: at 0, at the lowest places of a grid, close to the lowest, and far out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import inf

from ..exactly.algebra import Algebra
from ..exactly.clock import check
from ..exactly.forms import Form
from ..exactly.signs import bounds

CLOSER = 24  # steps towards the lowest place
Value = Callable[[Fraction], Form | None]  # the transform at |ω|² = s, up to a factor > 0


def frequencies(algebra: Algebra, value: Value) -> Iterator[Fraction]:
    """Where the transform is smallest, by its values on a grid: first 0, then the best place, rounded."""
    yield Fraction(0)
    grid = [Fraction(n * n, 64) for n in range(1, 65)] + [Fraction(n * n) for n in range(9, 40)]
    heights = [value(s) for s in grid]
    reach = [None if h is None else bounds(algebra, h) for h in heights]
    known = [(float(r.high), s) for r, s in zip(reach, grid) if r is not None and r.high != float("inf")]
    yield from (s for _, s in sorted(known)[:3])
    yield from (_lowest(algebra, value, s) for _, s in sorted(known)[:1])
    yield Fraction(10**12)


def _lowest(algebra: Algebra, value: Value, s: Fraction) -> Fraction:
    """A place near s where the transform is smaller: steps to both sides, halved when neither helps."""
    step, best = max(s, Fraction(1, 8)) / 8, _height(algebra, value, s)
    for _ in range(CLOSER):
        check()
        height, place = min((_height(algebra, value, s + way * step), s + way * step) for way in (-1, 1))
        if height < best:
            best, s = height, place
        else:
            step /= 2
        if best < 0:
            break
    return s


def _height(algebra: Algebra, value: Value, s: Fraction) -> float:
    found = value(s) if s > 0 else None
    return inf if found is None else float(bounds(algebra, found).high)
