"""k(x, z) in 50 digits with mpmath: a third opinion that shares no arithmetic with the court."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np

from kernelcourse.court.domains import Domain
from kernelcourse.court.formula.meaning import Reader
from kernelcourse.court.formula.words import edit_distance, hamming_distance
from kernelcourse.language.reading import Node

DIGITS = 50
NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctanh": "atanh", "abs": "fabs"}


class NoNumber(Exception):
    """k(x, z) is not a finite real number."""


class LongAlgebra:
    """Numbers of mpmath, one pair of points at a time."""

    def number(self, value: Fraction) -> Any:
        return mpmath.mpf(value.numerator) / value.denominator

    def pi(self) -> Any:
        return +mpmath.pi

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def subtract(self, a: Any, b: Any) -> Any:
        return a - b

    def negative(self, a: Any) -> Any:
        return -a

    def multiply(self, a: Any, b: Any) -> Any:
        return a * b

    def divide(self, a: Any, b: Any) -> Any:
        if b == 0:
            raise NoNumber
        return a / b

    def power(self, base: Any, exponent: Any) -> Any:
        if (base == 0 and exponent < 0) or (base < 0 and exponent != int(exponent)):
            raise NoNumber
        return base ** (int(exponent) if exponent == int(exponent) else exponent)

    def length_of(self, total: Any, r: Fraction) -> Any:
        return max(total, mpmath.mpf(0)) ** self.number(r)

    def function(self, name: str, a: Any) -> Any:
        if name == "sigmoid":
            return 1 / (1 + mpmath.exp(-a))
        if name == "log" and a <= 0:
            raise NoNumber
        if name == "sinc":  # mpmath.sinc is sin(a)/a too
            return mpmath.sinc(a)
        try:
            value = getattr(mpmath, NAMES.get(name, name))(a)
        except (ValueError, ZeroDivisionError):
            raise NoNumber from None
        if not mpmath.isfinite(value) or not isinstance(value, mpmath.mpf):
            raise NoNumber
        return value

    def minimum(self, a: Any, b: Any) -> Any:
        return min(a, b)

    def maximum(self, a: Any, b: Any) -> Any:
        return max(a, b)

    def rational(self, a: Any) -> Fraction | None:
        return Fraction(str(a)).limit_denominator(10**6)

    def whole_number(self, a: Any) -> int | None:
        return int(a) if a == int(a) else None

    def same(self, a: Any, b: Any, i: int) -> Any:
        return mpmath.mpf(a == b)

    def length(self, letter: str, value: str) -> Any:
        return mpmath.mpf(len(value))

    def string_function(self, name: str, x: str, z: str) -> Any:
        measure = {"edit": edit_distance, "hamming": hamming_distance, "delta": lambda a, b: a == b}
        return mpmath.mpf(int(measure[name](x, z)))


def long_gram(node: Node, domain: Domain, points: Any, digits: int = DIGITS) -> Any:
    """The Gram matrix in 50 digits; NoNumber if an entry is not defined."""
    with mpmath.workdps(digits):
        places = [_place(point, domain) for point in points]
        K = mpmath.zeros(len(places))
        for i, x in enumerate(places):
            for j, z in enumerate(places):
                K[i, j] = Reader(LongAlgebra(), domain, x, z).scalar(node)
        return K


def long_value(node: Node, domain: Domain, x: Any, z: Any) -> Any:
    """k(x, z) in 50 digits."""
    with mpmath.workdps(DIGITS):
        return Reader(LongAlgebra(), domain, _place(x, domain), _place(z, domain)).scalar(node)


def _place(point: Any, domain: Domain) -> Any:
    if domain.name == "string":
        return point
    coordinates = [mpmath.mpf(float(c)) for c in point]
    if domain.name == "sphere":
        length = mpmath.sqrt(sum(c * c for c in coordinates))
        coordinates = [c / length for c in coordinates]
    return coordinates[0] if domain.dim == 1 else coordinates


def long_form(node: Node, domain: Domain, points: Any, weights: Any) -> Any:
    """aᵀKa in 50 digits."""
    with mpmath.workdps(DIGITS):
        K = long_gram(node, domain, points)
        a = [mpmath.mpf(float(weight)) for weight in np.asarray(weights)]
        return sum(a[i] * a[j] * K[i, j] for i in range(len(a)) for j in range(len(a)))


def long_transform(node: Node, domain: Domain, witness: Any) -> tuple[Any, Any]:
    """(the Fourier transform at the witness's frequency by quadrature, its error), up to a factor > 0."""
    i = witness.coordinate or 0
    d, s = (domain.dim if witness.coordinate is None else 1), mpmath.mpf(witness.frequency.numerator)
    s /= witness.frequency.denominator

    def height(r: Any) -> Any:
        point = [mpmath.mpf(j == i) * r for j in range(domain.dim)]
        start = [mpmath.mpf(0)] * domain.dim
        x, z = (start, point) if domain.dim > 1 else (start[0], point[0])
        value = Reader(LongAlgebra(), domain, x, z).scalar(node)
        return value * r ** (d - 1) * mpmath.hyp0f1(mpmath.mpf(d) / 2, -s * r * r / 4)

    with mpmath.workdps(30):
        ends = [mpmath.mpf(2) ** j for j in (*range(-130, -30, 10), *range(-30, 10), *range(10, 160, 10))]
        parts = [mpmath.quad(height, [low, high], error=True) for low, high in pairwise(ends)]
    return sum(value for value, _ in parts), sum(error for _, error in parts)


def long_golubov(exponent: tuple[Fraction, int]) -> tuple[Any, Any]:
    """(the least transform found of (1 − r)₊^k in R^d, 0), up to a factor > 0: ₁F₂ of −|ω|²/4.

    It is flat·(ω/2)^(−d−1) + wave·(ω/2)^(−k−(d+1)/2)·cos(…) for large ω: beyond where the two meet, the wave wins.
    """
    k, d = exponent
    with mpmath.workdps(200):
        a, b = mpmath.mpf(d + 1) / 2, (mpmath.mpf(d + 1) + mpmath.mpf(k.numerator) / k.denominator) / 2
        c = b + mpmath.mpf(1) / 2
        flat, wave = (
            1 / (mpmath.gamma(b - a) * mpmath.gamma(c - a)),
            1 / (mpmath.gamma(a) * mpmath.sqrt(mpmath.pi)),
        )
        meet = max(mpmath.mpf(1), 2 * (flat / wave) ** (1 / (3 * a - b - c + mpmath.mpf(1) / 2)))
        turns = [meet * 8**n + mpmath.pi * j / 16 for n in range(3) for j in range(32)]
        return min(mpmath.hyp1f2(a, b, c, -w * w / 4) for w in turns), mpmath.mpf(0)


def long_projection(node: Node, domain: Domain, degree: int) -> tuple[Any, Any]:
    """(the mean of k·Cₙ over the sphere by quadrature, its error), up to a factor > 0."""
    d = domain.dim

    def height(angle: Any) -> Any:
        t, side = mpmath.cos(angle), mpmath.sin(angle)
        x, z = ([mpmath.mpf(1), *[mpmath.mpf(0)] * (d - 1)], [t, side, *[mpmath.mpf(0)] * (d - 2)])
        value = Reader(LongAlgebra(), domain, x, z).scalar(node)
        wave = mpmath.cos(degree * angle) if d == 2 else mpmath.gegenbauer(degree, mpmath.mpf(d - 2) / 2, t)
        return value * wave * side ** (d - 2)

    with mpmath.workdps(30):
        ends = [mpmath.pi * j / 8 for j in range(9)]
        parts = [mpmath.quad(height, [low, high], error=True) for low, high in pairwise(ends)]
    return sum(value for value, _ in parts), sum(error for _, error in parts)


def long_count(node: Node, domain: Domain, count: int, apart: Fraction, axes: int) -> Any:
    """aᵀKa for so many points, so far apart in their first coordinates, with weights 1, of a φ(x − z)."""
    with mpmath.workdps(DIGITS):
        start = [0.0] * domain.dim
        heights = [
            long_value(node, domain, start, [float(apart * j)] * axes + start[axes:]) for j in range(count)
        ]
        return count * heights[0] + 2 * sum((count - j) * heights[j] for j in range(1, count))
