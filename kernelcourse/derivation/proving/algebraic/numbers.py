"""What an expression is made of: letters that range over intervals, and roots of polynomials in them.

√c of a letter c ≥ 0 and eᵃ are powers of a letter: c stands for γ¹², so that sixth, fourth and third roots are whole
powers; where all powers have a common divisor, γ is made larger again at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from kernelcourse.language.algebra.cells import End
from kernelcourse.language.algebra.multivariate import Poly
from kernelcourse.language.algebra.quotient import Quotient
from kernelcourse.language.errors import Unsupported

COUNT = 14  # letters of one inequality
FINE = 12  # c is the twelfth power of a letter
_HIGHEST = 60


@dataclass(frozen=True)
class Ratio(Quotient[Poly]):
    """A quotient of two polynomials."""

    def __truediv__(self, other: Ratio) -> Ratio:
        if not other.over:
            raise Unsupported("a divisor is zero")
        return Ratio(self.over * other.under, self.under * other.over)

    def __pow__(self, power: int) -> Ratio:
        if abs(power) > _HIGHEST:
            raise Unsupported("the power is too high")
        if power < 0:
            return number(1) / self**-power
        return Ratio(self.over**power, self.under**power)

    @property
    def constant(self) -> Fraction | None:
        if self.over.letters() or self.under.letters():
            return None
        return Fraction(self.over.constant()) / self.under.constant()


def number(value: int | Fraction) -> Ratio:
    return Ratio(Poly.number(value, COUNT), Poly.number(1, COUNT))


@dataclass
class Letters:
    """The letters in use, each with its interval; some are roots, some the sign of another."""

    ends: list[tuple[End, End]] = field(default_factory=list)
    attained: list[tuple[bool, bool]] = field(default_factory=list)  # are the ends values?
    places: dict[object, int] = field(default_factory=dict)
    roots: dict[int, Poly] = field(default_factory=dict)  # letter² is this
    squares: dict[int, Poly] = field(default_factory=dict)  # the root is |this|
    signs: dict[int, int] = field(default_factory=dict)  # the letter that is the sign of another

    def new(self, key: object, low: End, high: End, attained: tuple[bool, bool] = (True, True)) -> Ratio:
        """The letter that stands for this."""
        if key not in self.places:
            if len(self.ends) == COUNT:
                raise Unsupported("too many letters")
            self.places[key] = len(self.ends)
            self.ends.append((low, high))
            self.attained.append(attained)
        return Ratio(Poly.letter(self.places[key], COUNT), Poly.number(1, COUNT))

    def not_negative(self, key: object, strict: bool) -> Ratio:
        """A letter ≥ 0 as the twelfth power of another."""
        return self.new(key, Fraction(0), None, (not strict, False)) ** FINE

    def size(self, key: object) -> Ratio:
        """n ≥ 1 as the twelfth power of a letter."""
        found = self.new(key, Fraction(1), None)
        return found**FINE

    def nonnegative(self, poly: Poly) -> bool:
        """Is every letter in it never negative, and every coefficient?"""
        inside = all(self.ends[place][0] is not None and self.ends[place][0] >= 0 for place in poly.letters())  # type: ignore[operator]
        return inside and all(one > 0 for one in poly.terms.values())

    def root(self, inside: Ratio) -> Ratio:
        """√inside, of a monomial in letters ≥ 0 as a monomial, else as a letter with this square."""
        if not self.nonnegative(inside.under):
            inside = Ratio(inside.over * inside.under, inside.under * inside.under)
        under = self._plain_root(inside.under)
        over = self._plain_root(inside.over)
        if under is None:
            whole = inside.over * inside.under
            return Ratio(self._new_root(whole), inside.under) if over is None else Ratio(
                over * self._new_root(inside.under), inside.under)  # fmt: skip
        return Ratio(self._new_root(inside.over) if over is None else over, under)

    def _plain_root(self, poly: Poly) -> Poly | None:
        if len(poly.terms) != 1:
            return None
        ((powers, factor),) = poly.terms.items()
        value = exact_root(Fraction(factor))
        if value is None or any(power % 2 for power in powers):
            return None
        half = Poly({tuple(power // 2 for power in powers): value}, COUNT)
        return half if self.nonnegative(half) else None

    def _new_root(self, poly: Poly) -> Poly:
        found = self.new(("root", poly), Fraction(0), None)
        self.roots[self.places["root", poly]] = poly
        return found.over

    def absolute(self, value: Ratio) -> Ratio:
        """|value|: of a product of letters by their signs, else √(value²)."""
        found = number(1)
        for poly, power in ((value.over, 1), (value.under, -1)):
            if len(poly.terms) != 1:
                return self._distance(value)
            ((powers, factor),) = poly.terms.items()
            found = found * number(abs(Fraction(factor))) ** power
            for place, times in enumerate(powers):
                if times:
                    found = found * self._size(place) ** (power * times)
        return found

    def _distance(self, value: Ratio) -> Ratio:
        if not self.nonnegative(value.under):
            value = Ratio(value.over * value.under, value.under * value.under)
        square = value.over * value.over
        found = self._new_root(square)
        self.squares[self.places["root", square]] = value.over
        return Ratio(found, value.under)

    def _size(self, place: int) -> Ratio:
        letter = Ratio(Poly.letter(place, COUNT), Poly.number(1, COUNT))
        low = self.ends[place][0]
        if low is not None and low >= 0:
            return letter
        sign = self.new(("sign", place), Fraction(-1), Fraction(1))
        self.signs[place] = self.places["sign", place]
        return letter * sign


def exact_root(value: Fraction) -> Fraction | None:
    if value < 0:
        return None
    parts = isqrt(value.numerator), isqrt(value.denominator)
    return (
        Fraction(*parts) if (parts[0] ** 2, parts[1] ** 2) == (value.numerator, value.denominator) else None
    )
