"""Σ p e^q in several letters, p and q polynomials, and quotients of such sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from kernelcourse.language.algebra.exponential import ExponentialSum
from kernelcourse.language.algebra.multivariate import Poly
from kernelcourse.language.algebra.quotient import Quotient
from kernelcourse.language.errors import TooMuch, Unsupported
from kernelcourse.language.polynomials import trimmed

COUNT = 5  # letters
_MOST = 12  # terms
_HIGHEST = 8


@dataclass(frozen=True)
class Sums:
    """The factors p by their exponents q."""

    terms: Mapping[Poly, Poly]

    def __add__(self, other: Sums) -> Sums:
        found = dict(self.terms)
        for power, factor in other.terms.items():
            total = found[power] + factor if power in found else factor
            if total:
                found[power] = total
            else:
                found.pop(power, None)
        return Sums(found)

    def __mul__(self, other: Sums) -> Sums:
        found = Sums({})
        for power, factor in self.terms.items():
            for second, two in other.terms.items():
                found = found + Sums({power + second: factor * two})
        if len(found.terms) > _MOST:
            raise TooMuch("too many exponentials")
        return found

    def __neg__(self) -> Sums:
        return Sums({power: -factor for power, factor in self.terms.items()})

    def letters(self) -> frozenset[int]:
        return frozenset(place for pair in self.terms.items() for one in pair for place in one.letters())

    def put(self, place: int, value: Poly) -> Sums:
        """A polynomial for one letter."""
        found = Sums({})
        for power, factor in self.terms.items():
            found = found + Sums({_put(power, place, value): _put(factor, place, value)})
        return found

    def lowered(self) -> Sums:
        """Divided by one of its exponentials, which is positive: the signs stay."""
        first = min(self.terms, key=lambda one: (len(one.terms), sorted(one.terms)))
        return Sums({power - first: factor for power, factor in self.terms.items()})

    def along(self, place: int) -> ExponentialSum:
        """As a sum in one letter."""
        return ExponentialSum(
            {_line(power, place): _line(factor, place) for power, factor in self.terms.items()}
        )


def _put(poly: Poly, place: int, value: Poly) -> Poly:
    found = Poly({}, COUNT)
    for power, part in enumerate(poly.along(place)):
        found = found + part * value**power
    return found


def _line(poly: Poly, place: int) -> tuple[Fraction, ...]:
    return trimmed(one.constant() for one in poly.along(place))


@dataclass(frozen=True)
class Growth(Quotient[Sums]):
    """A quotient of two sums."""

    def __truediv__(self, other: Growth) -> Growth:
        if not other.over.terms:
            raise Unsupported("a divisor is zero")
        if len(other.over.terms) == 1:
            ((power, factor),) = other.over.terms.items()
            if not factor.letters():  # divided by c e^q
                inverse = Sums({-power: Poly.number(1 / Fraction(factor.constant()), COUNT)})
                return Growth(self.over * inverse * other.under, self.under)
        return Growth(self.over * other.under, self.under * other.over)

    def __pow__(self, power: int) -> Growth:
        if abs(power) > _HIGHEST:
            raise Unsupported("the power is too high")
        found = number(1)
        for _ in range(abs(power)):
            found = found * self
        return found if power >= 0 else number(1) / found

    @property
    def polynomial(self) -> Poly:
        """Without exponentials and divisors; Unsupported if there are some."""
        zero = Poly({}, COUNT)
        if any(one.terms.keys() - {zero} for one in (self.over, self.under)):
            raise Unsupported("an exponential")
        under = self.under.terms[zero]
        if under.letters():
            raise Unsupported("a divisor")
        return self.over.terms.get(zero, zero).scaled(1 / Fraction(under.constant()))


def number(value: int | Fraction) -> Growth:
    return of_polynomial(Poly.number(value, COUNT))


def of_polynomial(poly: Poly) -> Growth:
    zero = Poly({}, COUNT)
    return Growth(Sums({zero: poly} if poly else {}), Sums({zero: Poly.number(1, COUNT)}))


def exponential(poly: Poly) -> Growth:
    """e to a polynomial without a constant term."""
    if poly.constant():
        raise Unsupported("a constant power of e")
    zero, one = Poly({}, COUNT), Poly.number(1, COUNT)
    return Growth(Sums({poly: one}), Sums({zero: one}))
