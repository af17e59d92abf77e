"""Is a polynomial in letters and roots never negative? Its sign at a point of every cell tells."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd, isqrt

from kernelcourse.language.algebra.cells import roots_inside, samples
from kernelcourse.language.algebra.multivariate import Poly
from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Unsupported
from kernelcourse.language.polynomials import trimmed, value

from .numbers import Letters, Ratio, exact_root

_KEPT = ((Fraction(0), None), (Fraction(1), None), (Fraction(0), Fraction(1)))  # by powers
_MOST_SPLITS = 4
_MOST_LETTERS = 3
_DIGITS = (96, 384, 1536)
_MARGIN = Fraction(1, 2**20)


def never_negative(claim: Ratio, letters: Letters, strict: bool, limit: Limit) -> bool:
    """claim ≥ 0 (> 0) wherever it has a value, its letters in their intervals; Unsupported or TooMuch: cannot tell."""
    splits = sorted(letters.signs)
    if len(splits) > _MOST_SPLITS:
        raise Unsupported("too many signs")
    for signs in product((1, -1), repeat=len(splits)):
        case = Case(claim.over * claim.under, letters, limit)
        for place, sign in zip(splits, signs, strict=True):
            case.split(place, letters.signs[place], sign)
        if not case.empty and not case.holds(strict):
            return False
    return True


class Case:
    """One polynomial, its letters between their ends, some of them roots."""

    def __init__(self, poly: Poly, letters: Letters, limit: Limit):
        self.ends, self.attained, self.limit = list(letters.ends), list(letters.attained), limit
        kept = self.needed(poly, letters.roots)
        self.roots = {place: one for place, one in letters.roots.items() if place in kept}
        self.squares = {place: one for place, one in letters.squares.items() if place in kept}
        self.poly = self.reduced(poly)

    @property
    def empty(self) -> bool:
        return any(low is not None and high is not None and low >= high for low, high in self.ends)

    def split(self, place: int, its_sign: int, sign: int) -> None:
        """The part where a letter is positive, or negative."""
        (low, high), (first, last) = self.ends[place], self.attained[place]
        self.ends[place] = (Fraction(0), high) if sign > 0 else (low, Fraction(0))
        self.attained[place] = (True, last) if sign > 0 else (first, True)
        self.change(lambda poly: poly.at(its_sign, Fraction(sign)))

    @staticmethod
    def needed(poly: Poly, roots: dict[int, Poly]) -> set[int]:
        found: set[int] = set()
        open_ = [place for place in poly.letters() if place in roots]
        while open_:
            place = open_.pop()
            if place not in found:
                found.add(place)
                open_ += [other for other in roots[place].letters() if other in roots]
        return found

    def reduced(self, poly: Poly) -> Poly:
        """Roots to the first power only."""
        for place in sorted(self.roots, reverse=True):
            parts = poly.along(place)
            total = Poly({}, poly.count)
            for power, part in enumerate(parts):
                total = total + (part * self.roots[place] ** (power // 2)).raised(place, power % 2)
            poly = total
        return poly

    def conjugates(self, poly: Poly) -> list[Poly]:
        """Polynomials without roots: where this one is zero, one of them is, or it is zero around there."""
        found = [poly]
        for place in sorted(self.roots, reverse=True):
            after: list[Poly] = []
            for one in map(self.reduced, found):
                if place not in one.letters():
                    after.append(one)
                    continue
                plain, factor = one.along(place)
                if place in self.squares:
                    inside = factor * self.squares[place]
                    after += [self.reduced(plain + inside), self.reduced(plain - inside)]
                else:
                    after.append(self.reduced(plain * plain - factor * factor * self.roots[place]))
                    if not after[-1]:
                        raise Unsupported("a conjugate is zero")
            found = [one for one in after if one]
        return found

    def holds(self, strict: bool) -> bool:
        if not self.poly:
            return not strict
        if not strict:
            if self.obvious():
                return True
            self.simplify(False)
            return self.everywhere_not_negative(self.poly)
        self.simplify(True)
        free = sorted(self.poly.letters() | {one for p in self.roots.values() for one in p.letters()})
        if len(free) == 1 and not self.roots:
            return self.positive_on_a_line(free[0])
        return self.every_cell(self.poly - Poly.number(_MARGIN, self.poly.count))

    def obvious(self) -> bool:
        """Every term has a positive factor and only squares and letters that are never negative."""
        return all(
            one > 0 and all(power % 2 == 0 or self.above_zero(place) for place, power in enumerate(powers))
            for powers, one in self.poly.terms.items()
        )

    def above_zero(self, place: int) -> bool:
        low = self.ends[place][0]
        return place in self.roots or (low is not None and low >= 0)

    def never_zero(self, place: int) -> bool:
        low = self.ends[place][0]
        return low is not None and (low > 0 or (low == 0 and not self.attained[place][0]))

    def simplify(self, strict: bool) -> None:
        """Powers with a common divisor, and letters that a change of scale makes 1."""
        for place in sorted(self.everywhere()):
            polys = (self.poly, *self.roots.values(), *self.squares.values())
            powers = {one[place] for poly in polys for one in poly.terms}
            step = gcd(*powers)
            if step > 1 and self.ends[place] in _KEPT and place not in self.roots:
                self.change(lambda poly, place=place, step=step: _divided(poly, place, step))
        if not self.roots:
            for place in sorted(self.poly.letters()):
                least = min(powers[place] for powers in self.poly.terms)
                drop = least if self.above_zero(place) else least - least % 2
                if drop and (not strict or self.never_zero(place)):
                    self.poly = self.poly.raised(place, -drop)
        while (chosen := self.scale(strict)) is not None:
            self.change(lambda poly, chosen=chosen: poly.at(chosen, Fraction(1)))

    def everywhere(self) -> set[int]:
        return set(self.poly.letters()) | {one for poly in self.roots.values() for one in poly.letters()}

    def change(self, how: object) -> None:
        assert callable(how)
        self.poly = how(self.poly)
        self.roots = {place: how(one) for place, one in self.roots.items()}
        self.squares = {place: how(one) for place, one in self.squares.items()}

    def scale(self, strict: bool) -> int | None:
        """A letter v > 0 that may be taken as 1: the polynomial is homogeneous in some weights, v among them."""
        letters = sorted(self.everywhere())
        cones = [
            one
            for one in letters
            if self.ends[one] in ((Fraction(0), None), (None, None), (None, Fraction(0)))
        ]
        for chosen in cones:
            if self.ends[chosen] != (Fraction(0), None) or (strict and self.attained[chosen][0]):
                continue
            if chosen not in self.roots and weights_with(self.poly, self.roots, chosen, cones):
                return chosen
        return None

    def everywhere_not_negative(self, poly: Poly) -> bool:
        """A letter to the first power only is smallest at its ends: they are tried instead of the letter."""
        for place in sorted(poly.letters()) if not self.roots else ():
            low, high = self.ends[place]
            if poly.degree(place) == 1 and low is not None:
                parts = [poly.at(place, low), poly.along(place)[1] if high is None else poly.at(place, high)]
                return all(self.everywhere_not_negative(part) for part in parts)
        return not poly or self.every_cell(poly)

    def every_cell(self, poly: Poly) -> bool:
        letters = sorted(
            {one for part in (poly, *self.roots.values()) for one in part.letters()} - set(self.roots),
            key=lambda one: (-poly.degree(one), one),
        )
        if len(letters) > _MOST_LETTERS:
            raise Unsupported("too many letters")
        insides = [self.squares.get(place, one) for place, one in self.roots.items()]
        order = {place: rank for rank, place in enumerate(letters)}
        parts = [part for one in (poly, *insides) for part in self.conjugates(one)]
        polys = [_ordered(one, order) for one in parts if one.letters()]
        ends = tuple(self.ends[place] for place in letters)
        for ranked in samples(polys, tuple(range(len(letters))), ends, self.limit):
            point = {place: ranked[rank] for place, rank in order.items()}
            if self.negative_at(poly, point):
                return False
        return True

    def negative_at(self, poly: Poly, point: dict[int, Fraction]) -> bool:
        for digits in _DIGITS:
            values = {place: (value, value) for place, value in point.items()}
            for place in sorted(self.roots):
                low, high = _enclosed(self.roots[place], values)
                if high < 0:
                    return False  # no value here
                values[place] = _root_between(max(low, Fraction(0)), high, digits)
            low, high = _enclosed(poly, values)
            if high < 0:
                return True
            if low >= 0:
                return False
        raise TooMuch("too near to zero")

    def positive_on_a_line(self, place: int) -> bool:
        low, high = self.ends[place]
        order = {place: 0}
        for point in samples([_ordered(self.poly, order)], (0,), ((low, high),), self.limit):
            if self.negative_at(self.poly, {place: point[0]}):
                return False
        line = trimmed(one.constant() for one in self.poly.along(place))
        for end, attained in zip((low, high), self.attained[place], strict=True):
            if end is not None and attained and value(line, end) == 0:
                return False
        return roots_inside(line, low, high) == 0


def weights_with(poly: Poly, roots: dict[int, Poly], chosen: int, cones: list[int]) -> bool:
    """Are there weights of these letters, that of the chosen one not 0, in which all terms have the same degree?"""
    terms = list(poly.terms)
    pairs = [(one, terms[0]) for one in terms[1:]]
    for place, inside in roots.items():
        square = tuple(2 * int(other == place) for other in range(poly.count))
        pairs += [(one, square) for one in inside.terms]
    rows = [[Fraction(one[place] - other[place]) for place in cones] for one, other in pairs]
    target = cones.index(chosen)
    # such weights exist if the unit vector of the chosen letter is no combination of the rows
    pivots: list[list[Fraction]] = []
    for row in rows:
        row = _reduced(row, pivots)
        if any(row):
            pivots.append(row)
    unit = [Fraction(int(place == target)) for place in range(len(cones))]
    return any(_reduced(unit, pivots))


def _reduced(row: list[Fraction], pivots: list[list[Fraction]]) -> list[Fraction]:
    for pivot in pivots:
        lead = next(place for place, one in enumerate(pivot) if one)
        factor = row[lead] / pivot[lead]
        row = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return row


def _divided(poly: Poly, place: int, step: int) -> Poly:
    return Poly(
        {(*one[:place], one[place] // step, *one[place + 1 :]): factor for one, factor in poly.terms.items()},
        poly.count,
    )


def _ordered(poly: Poly, order: dict[int, int]) -> Poly:
    """The same in a new order of fewer letters."""
    places = sorted(order, key=lambda place: order[place])
    return Poly(
        {tuple(one[place] for place in places): factor for one, factor in poly.terms.items()}, len(places)
    )


def _enclosed(poly: Poly, values: dict[int, tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    low = high = Fraction(0)
    for powers, factor in poly.terms.items():
        ends = [Fraction(factor)] * 2
        for place, power in enumerate(powers):
            for _ in range(power):
                corners = [one * two for one in ends for two in values[place]]
                ends = [min(corners), max(corners)]
        low, high = low + ends[0], high + ends[1]
    return low, high


def _root_between(low: Fraction, high: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    exact = exact_root(low) if low == high else None
    if exact is not None:
        return exact, exact
    scale = 1 << (2 * digits)
    below = Fraction(isqrt(low.numerator * scale // low.denominator), 1 << digits)
    above = Fraction(isqrt(-(-high.numerator * scale // high.denominator)) + 1, 1 << digits)
    return below, above


__all__ = ["Case", "never_negative"]
