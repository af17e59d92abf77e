"""Fractions that add, multiply and compare in a third of the time: exact evaluation does little else.

A `Rational` is a `Fraction` in every respect, and what it is combined with becomes one. Python's own checks the types
of both numbers by their abstract classes and normalises through its constructor; here whole numbers, the usual case,
take one step.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

_new = object.__new__


class Rational(Fraction):
    """numerator / denominator, always reduced."""

    __slots__ = ()
    _numerator: int
    _denominator: int

    def __add__(self, other: Any) -> Any:
        kind = type(other)
        if kind is Rational or kind is Fraction:
            return _sum(self._numerator, self._denominator, other._numerator, other._denominator)
        if kind is int:
            return _made(self._numerator + other * self._denominator, self._denominator)
        return Fraction.__add__(self, other)

    def __radd__(self, other: Any) -> Any:
        kind = type(other)
        return self + other if kind is Fraction or kind is int else Fraction.__radd__(self, other)

    def __sub__(self, other: Any) -> Any:
        kind = type(other)
        if kind is Rational or kind is Fraction:
            return _sum(self._numerator, self._denominator, -other._numerator, other._denominator)
        if kind is int:
            return _made(self._numerator - other * self._denominator, self._denominator)
        return Fraction.__sub__(self, other)

    def __rsub__(self, other: Any) -> Any:
        kind = type(other)
        return -self + other if kind is Fraction or kind is int else Fraction.__rsub__(self, other)

    def __mul__(self, other: Any) -> Any:
        kind = type(other)
        if kind is Rational or kind is Fraction:
            return _product(self._numerator, self._denominator, other._numerator, other._denominator)
        if kind is int:
            return _product(self._numerator, self._denominator, other, 1)
        return Fraction.__mul__(self, other)

    def __rmul__(self, other: Any) -> Any:
        kind = type(other)
        return self * other if kind is Fraction or kind is int else Fraction.__rmul__(self, other)

    def __truediv__(self, other: Any) -> Any:
        kind = type(other)
        if kind is Rational or kind is Fraction:
            return _quotient(self._numerator, self._denominator, other._numerator, other._denominator)
        if kind is int:
            return _quotient(self._numerator, self._denominator, other, 1)
        return Fraction.__truediv__(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        kind = type(other)
        if kind is Fraction:
            return _quotient(other._numerator, other._denominator, self._numerator, self._denominator)
        if kind is int:
            return _quotient(other, 1, self._numerator, self._denominator)
        return Fraction.__rtruediv__(self, other)

    def __pow__(self, other: Any) -> Any:
        if type(other) is int and other >= 0:
            return _made(self._numerator**other, self._denominator**other)
        found = Fraction.__pow__(self, other)
        return _made(found._numerator, found._denominator) if type(found) is Fraction else found  # type: ignore[attr-defined]

    def __neg__(self) -> Rational:
        return _made(-self._numerator, self._denominator)

    def __pos__(self) -> Rational:
        return self

    def __abs__(self) -> Rational:
        return self if self._numerator >= 0 else _made(-self._numerator, self._denominator)

    def __eq__(self, other: object) -> bool:
        kind = type(other)
        if kind is int:
            return self._denominator == 1 and self._numerator == other
        if kind is Rational or kind is Fraction:
            return self._numerator == other._numerator and self._denominator == other._denominator  # type: ignore[attr-defined]
        return Fraction.__eq__(self, other)

    __hash__ = Fraction.__hash__

    def __lt__(self, other: Any) -> bool:
        kind = type(other)
        if kind is int:
            return self._numerator < other * self._denominator
        if kind is Rational or kind is Fraction:
            return self._numerator * other._denominator < other._numerator * self._denominator
        return Fraction.__lt__(self, other)

    def __le__(self, other: Any) -> bool:
        kind = type(other)
        if kind is int:
            return self._numerator <= other * self._denominator
        if kind is Rational or kind is Fraction:
            return self._numerator * other._denominator <= other._numerator * self._denominator
        return Fraction.__le__(self, other)

    def __gt__(self, other: Any) -> bool:
        kind = type(other)
        if kind is int:
            return self._numerator > other * self._denominator
        if kind is Rational or kind is Fraction:
            return self._numerator * other._denominator > other._numerator * self._denominator
        return Fraction.__gt__(self, other)

    def __ge__(self, other: Any) -> bool:
        kind = type(other)
        if kind is int:
            return self._numerator >= other * self._denominator
        if kind is Rational or kind is Fraction:
            return self._numerator * other._denominator >= other._numerator * self._denominator
        return Fraction.__ge__(self, other)


def rational(value: Any) -> Rational:
    """An exact number as one of these."""
    if type(value) is Rational:
        return value
    if type(value) is int:
        return _made(value, 1)
    if type(value) is float:
        return _made(*value.as_integer_ratio())
    found = value if type(value) is Fraction else Fraction(value)
    return _made(found.numerator, found.denominator)


def each(function: Callable[[Any], Any], values: Any) -> Any:
    """The array of what the function makes of every entry."""
    entries = np.asarray(values)
    found = np.fromiter(map(function, entries.ravel().tolist()), dtype=object, count=entries.size)
    return found.reshape(entries.shape)


def _made(numerator: int, denominator: int) -> Rational:
    """Of two numbers without a common divisor."""
    found: Rational = _new(Rational)
    found._numerator = numerator
    found._denominator = denominator
    return found


def _sum(a: int, b: int, c: int, d: int) -> Rational:
    """a/b + c/d."""
    if b == d:
        if b == 1:
            return _made(a + c, 1)
        top = a + c
        shared = gcd(top, b)
        return _made(top // shared, b // shared)
    shared = gcd(b, d)
    if shared == 1:
        return _made(a * d + c * b, b * d)
    rest = b // shared
    top = a * (d // shared) + c * rest
    again = gcd(top, shared)  # Knuth, 4.5.1: nothing else can be shared
    return _made(top // again, rest * (d // again))


def _product(a: int, b: int, c: int, d: int) -> Rational:
    """a/b · c/d."""
    if d != 1:
        shared = gcd(a, d)
        if shared > 1:
            a, d = a // shared, d // shared
    if b != 1:
        shared = gcd(c, b)
        if shared > 1:
            c, b = c // shared, b // shared
    return _made(a * c, b * d)


def _quotient(a: int, b: int, c: int, d: int) -> Rational:
    """a/b : c/d."""
    if c == 0:
        raise ZeroDivisionError(f"Fraction({a * d}, 0)")
    return _product(a, b, -d, -c) if c < 0 else _product(a, b, d, c)
