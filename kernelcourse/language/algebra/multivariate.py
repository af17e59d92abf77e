"""Polynomials in several letters with whole or rational coefficients, as values: p = Σ c · x^i y^j …"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..effort import Limit, spend
from ..errors import TooMuch

Exponents = tuple[int, ...]
Coefficient = int | Fraction
_MOST_TERMS = 1500


@dataclass(frozen=True)
class Poly:
    """Terms by their exponents, one for each of `count` letters; no coefficient is zero."""

    terms: Mapping[Exponents, Coefficient]
    count: int

    @classmethod
    def number(cls, value: Coefficient, count: int) -> Poly:
        return cls({(0,) * count: value} if value else {}, count)

    @classmethod
    def letter(cls, place: int, count: int) -> Poly:
        return cls({tuple(int(one == place) for one in range(count)): 1}, count)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __add__(self, other: Poly) -> Poly:
        found = dict(self.terms)
        for powers, coefficient in other.terms.items():
            total = found.get(powers, 0) + coefficient
            if total:
                found[powers] = total
            else:
                found.pop(powers, None)
        return Poly(found, self.count)

    def __neg__(self) -> Poly:
        return self.scaled(-1)

    def __sub__(self, other: Poly) -> Poly:
        return self + -other

    def __mul__(self, other: Poly) -> Poly:
        if len(self.terms) * len(other.terms) > _MOST_TERMS**2:
            raise TooMuch("too many terms")
        spend(3 + 2 * len(self.terms) * len(other.terms))
        found: dict[Exponents, Coefficient] = {}
        for first, a in self.terms.items():
            for second, b in other.terms.items():
                powers = tuple(map(int.__add__, first, second))
                found[powers] = found.get(powers, 0) + a * b
        if len(found) > _MOST_TERMS:
            raise TooMuch("too many terms")
        return Poly({powers: one for powers, one in found.items() if one}, self.count)

    def __pow__(self, power: int) -> Poly:
        found = Poly.number(1, self.count)
        for _ in range(power):
            found = found * self
        return found

    def scaled(self, factor: Coefficient) -> Poly:
        return Poly(
            {powers: factor * one for powers, one in self.terms.items()} if factor else {}, self.count
        )

    def degree(self, place: int) -> int:
        return max((powers[place] for powers in self.terms), default=-1)

    def letters(self) -> frozenset[int]:
        return frozenset(place for powers in self.terms for place, power in enumerate(powers) if power)

    def along(self, place: int) -> list[Poly]:
        """The coefficients in one letter, the constant first."""
        found: list[dict[Exponents, Coefficient]] = [{} for _ in range(self.degree(place) + 1)]
        for powers, one in self.terms.items():
            found[powers[place]][(*powers[:place], 0, *powers[place + 1 :])] = one
        return [Poly(terms, self.count) for terms in found]

    def raised(self, place: int, power: int) -> Poly:
        """Times a power of a letter."""
        return Poly(
            {(*powers[:place], powers[place] + power, *powers[place + 1 :]): one
             for powers, one in self.terms.items()}, self.count)  # fmt: skip

    def slope(self, place: int) -> Poly:
        terms = {
            (*powers[:place], powers[place] - 1, *powers[place + 1 :]): one * powers[place]
            for powers, one in self.terms.items()
            if powers[place]
        }
        return Poly(terms, self.count)

    def at(self, place: int, value: Fraction) -> Poly:
        """A number for one letter."""
        found: dict[Exponents, Coefficient] = {}
        for powers, one in self.terms.items():
            rest = (*powers[:place], 0, *powers[place + 1 :])
            found[rest] = found.get(rest, 0) + one * value ** powers[place]
        return Poly({powers: one for powers, one in found.items() if one}, self.count)

    def constant(self) -> Coefficient:
        return self.terms.get((0,) * self.count, 0)

    def whole(self) -> Poly:
        """A positive multiple whose coefficients are whole and have no common divisor."""
        if not self.terms:
            return self
        scale = math.lcm(*(Fraction(one).denominator for one in self.terms.values()))
        entries = {powers: int(one * scale) for powers, one in self.terms.items()}
        shared = math.gcd(*entries.values())
        return Poly({powers: one // shared for powers, one in entries.items()}, self.count)


def check(limit: Limit | None) -> None:
    """One product of long polynomials may take longer than all that went before."""
    if limit is not None and limit.over():
        raise TooMuch("the cells take too long")


def quotient(first: Poly, second: Poly) -> Poly:
    """first/second where that is a polynomial; ArithmeticError where it is none."""
    lead = max(second.terms)
    rest, found = first, dict[Exponents, Coefficient]()
    while rest:
        top = max(rest.terms)
        powers = tuple(map(int.__sub__, top, lead))
        if min(powers, default=0) < 0:
            raise ArithmeticError("there is a remainder")
        factor = Fraction(rest.terms[top]) / second.terms[lead]
        found[powers] = int(factor) if factor.denominator == 1 else factor
        rest = rest - Poly({powers: found[powers]}, first.count) * second
    return Poly(found, first.count)


def remainder(first: Poly, second: Poly, place: int, limit: Limit | None = None) -> Poly:
    """The pseudo-remainder in one letter: a multiple of first, minus a multiple of second, of lower degree."""
    lead, degree = second.along(place)[-1], second.degree(place)
    while first.degree(place) >= degree:
        check(limit)
        top = first.along(place)[-1]
        first = (first * lead - (second * top).raised(place, first.degree(place) - degree)).whole()
    return first


def content(poly: Poly, place: int, limit: Limit | None = None) -> Poly:
    """The greatest common divisor of the coefficients in one letter."""
    found = Poly({}, poly.count)
    for one in poly.along(place):
        found = shared(found, one, limit)
        if not found.letters() and found:
            break
    return found


def shared(first: Poly, second: Poly, limit: Limit | None = None) -> Poly:
    """The greatest common divisor, up to a number."""
    if not first or not second:
        return (first or second).whole()
    letters = sorted(first.letters() | second.letters())
    if not first.letters() or not second.letters():
        return Poly.number(1, first.count)
    place = letters[0]
    if place not in first.letters() or place not in second.letters():
        free, other = (first, second) if place not in first.letters() else (second, first)
        return shared(free, content(other, place, limit), limit)
    parts = [content(one, place, limit) for one in (first, second)]
    outside = shared(parts[0], parts[1], limit)
    first, second = (quotient(one, part).whole() for one, part in zip((first, second), parts, strict=True))
    while second and second.degree(place) > 0:
        rest = remainder(first, second, place, limit)
        first, second = second, quotient(rest, content(rest, place, limit)).whole() if rest else rest
    if second:
        return outside
    return (first * outside).whole()


def resultant(first: Poly, second: Poly, place: int, limit: Limit | None = None) -> Poly:
    """The determinant of Sylvester's matrix (by Bareiss): zero where both have a common root in the letter."""
    one, two = first.along(place)[::-1], second.along(place)[::-1]
    rows, zero = len(one) + len(two) - 2, Poly({}, first.count)
    matrix = [[zero] * shift + one + [zero] * (rows - shift - len(one)) for shift in range(len(two) - 1)]
    matrix += [[zero] * shift + two + [zero] * (rows - shift - len(two)) for shift in range(len(one) - 1)]
    before = Poly.number(1, first.count)
    for step in range(rows - 1):
        pivot = next((row for row in range(step, rows) if matrix[row][step]), None)
        if pivot is None:
            return zero
        matrix[step], matrix[pivot] = matrix[pivot], matrix[step]
        for row in range(step + 1, rows):
            for column in range(step + 1, rows):
                check(limit)
                value = matrix[row][column] * matrix[step][step] - matrix[row][step] * matrix[step][column]
                matrix[row][column] = quotient(value, before)
        before = matrix[step][step]
    return matrix[-1][-1] if rows else Poly.number(1, first.count)
