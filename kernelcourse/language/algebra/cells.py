"""A point in every open cell on which given polynomials have constant signs.

The letters are projected away one by one: over a connected region in which no leading coefficient, no discriminant and
no resultant of two of the polynomials is zero, their real roots in the letter are simple, distinct and continuous. The
cells are dense: what holds in all of them, and is continuous, holds everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from ..effort import Limit, spend
from ..errors import TooMuch
from ..polynomials import Polynomial, divided, slope, sturm_chain, trimmed
from ..polynomials import common as common_divisor
from ..polynomials import times as product
from ..polynomials import value as value_at
from .multivariate import Poly, check, content, quotient, resultant, shared

End = Fraction | None  # of an interval; None: it has none
_MOST_CELLS = 4000


def samples(
    polys: Iterable[Poly], letters: tuple[int, ...], ends: tuple[tuple[End, End], ...], limit: Limit
) -> Iterator[dict[int, Fraction]]:
    """Points of the box, one at least in every cell; the letters are 0, 1, …, and the last is projected away first.

    The walls of the box are among the polynomials: over two points of one cell they must cut the others alike.
    """
    count = len(letters)
    walls = [
        Poly.letter(place, count) - Poly.number(end, count)
        for place, both in zip(letters, ends, strict=True)
        for end in both
        if end is not None
    ]
    levels = [_basis([*polys, *walls], limit)]
    for place in letters[:0:-1]:
        levels.append(_basis(_projected(levels[-1], place, limit), limit))
    for seen, point in enumerate(_lifted(levels[::-1], letters, ends, {}, limit)):
        if seen == _MOST_CELLS:
            raise TooMuch("too many cells")
        yield point


def _lifted(
    levels: list[list[Poly]],
    letters: tuple[int, ...],
    ends: tuple[tuple[End, End], ...],
    point: dict[int, Fraction],
    limit: Limit,
) -> Iterator[dict[int, Fraction]]:
    if len(point) == len(letters):
        yield point
        return
    place = letters[len(point)]
    line: list[Polynomial] = []
    for poly in levels[len(point)]:
        if place not in poly.letters():
            continue
        for other, value in point.items():
            poly = poly.at(other, value)
        line.append(trimmed(one.constant() for one in poly.along(place)))
    for value in between(line, *ends[len(point)], limit):
        check(limit)
        yield from _lifted(levels, letters, ends, {**point, place: value}, limit)


def between(polys: list[Polynomial], low: End, high: End, limit: Limit | None = None) -> list[Fraction]:
    """Numbers of the open interval, one at least between any two neighbouring roots of the polynomials."""
    whole = _free_of_squares(polys, low, high)
    if len(whole) < 2:
        return [_inside(low, high)]
    spend(150 * len(whole) ** 2)
    check(limit)
    chain = sturm_chain(whole)
    bound = Fraction(2 + max(abs(entry / whole[-1]) for entry in whole[:-1]))
    first = min(-bound, Fraction(0) if high is None else high - 1) if low is None else low
    last = max(bound, first + 1) if high is None else high
    found = {end for end, given in ((first, low), (last, high)) if given is None}
    open_ = [(first, last)]
    while open_:
        check(limit)
        start, stop = open_.pop()
        count = _changes(chain, start) - _changes(chain, stop)
        spend(15 * len(whole) ** 2)
        if count > 1 or (count == 1 and not {start, stop} <= found):
            middle = (start + stop) / 2
            while value_at(whole, middle) == 0:
                middle = (middle + stop) / 2
            found.add(middle)
            open_ += [(start, middle), (middle, stop)]
    return sorted(found) or [_inside(low, high)]


def roots_inside(poly: Polynomial, low: End, high: End) -> int:
    """How many different roots the open interval holds."""
    whole = _free_of_squares([poly], low, high)
    if len(whole) < 2:
        return 0
    bound = 2 + max(abs(entry / whole[-1]) for entry in whole[:-1])
    bound += sum(abs(end) for end in (low, high) if end is not None)
    chain = sturm_chain(whole)
    return _changes(chain, -bound if low is None else low) - _changes(chain, bound if high is None else high)


def _free_of_squares(polys: list[Polynomial], *ends: End) -> Polynomial:
    """Each root of the polynomials once, but for the ends."""
    whole: Polynomial = (Fraction(1),)
    for one in polys:
        if len(one) > 1:
            simple = divided(one, common_divisor(one, slope(one)))[0]
            whole = product(whole, divided(simple, common_divisor(simple, whole))[0])
    for end in ends:
        if end is not None and value_at(whole, end) == 0:
            whole = divided(whole, (-end, Fraction(1)))[0]
    return whole


def _changes(chain: list[Polynomial], at: Fraction) -> int:
    values = [one for one in (_scaled_value(part, at) for part in chain) if one]
    return sum((a > 0) != (b > 0) for a, b in pairwise(values))


def _scaled_value(poly: Polynomial, at: Fraction) -> int:
    """A positive multiple of the value, of whole coefficients, in whole numbers."""
    total, power = 0, 1
    for entry in reversed(poly):
        total, power = total * at.numerator + entry.numerator * power, power * at.denominator
    return total


def _inside(low: End, high: End) -> Fraction:
    if low is not None and high is not None:
        return (low + high) / 2
    return low + 1 if low is not None else high - 1 if high is not None else Fraction(0)


def _projected(polys: list[Poly], place: int, limit: Limit) -> list[Poly]:
    """Leading coefficients, discriminants and resultants in one letter, and what does not have the letter."""
    bent = [one for one in polys if place in one.letters()]
    found = [one for one in polys if place not in one.letters()]
    for one in bent:
        check(limit)
        found.append(one.along(place)[-1])
        if one.degree(place) > 1:
            found.append(resultant(one, one.slope(place), place, limit))
    for one, two in combinations(bent, 2):
        check(limit)
        found.append(resultant(one, two, place, limit))
    return found


def _basis(polys: list[Poly], limit: Limit) -> list[Poly]:
    """Polynomials without squares, no two with a common factor, that have the same zeros together."""
    found: list[Poly] = []
    waiting = [one.whole() for one in polys]
    while waiting:
        check(limit)
        one = waiting.pop()
        if not one:
            raise TooMuch("two polynomials have a common factor")
        if not one.letters():
            continue
        place = max(one.letters())
        outside = content(one, place, limit)
        if outside.letters():
            waiting += [outside, quotient(one, outside).whole()]
            continue
        double = shared(one, one.slope(place), limit)
        if double.letters():
            waiting += [double, quotient(one, double).whole()]
            continue
        for other in found:
            both = shared(one, other, limit)
            if both.letters():
                found.remove(other)
                parts = (both, quotient(one, both).whole(), quotient(other, both).whole())
                waiting += [part for part in parts if part.letters()]
                break
        else:
            found.append(one)
    return found
