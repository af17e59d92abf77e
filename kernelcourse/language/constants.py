"""Functions of numbers that meet no letter: exact, whatever the arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .evaluate import Undefined


def _factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or not 0 <= value <= 170:
        raise Undefined("factorial needs a whole number from 0 to 170")
    return Fraction(math.factorial(int(value)))


def _binomial(top: Fraction, bottom: Fraction) -> Fraction:
    if top.denominator != 1 or bottom.denominator != 1 or not 0 <= top <= 1000:
        raise Undefined("binom needs whole numbers from 0 to 1000")
    return Fraction(math.comb(int(top), int(bottom)) if bottom >= 0 else 0)


CONSTANT_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "factorial": _factorial, "binom": _binomial, "abs": abs, "max": max, "min": min, "conj": lambda value: value,
    "real": lambda value: value, "sign": lambda value: Fraction((value > 0) - (value < 0)),
}  # fmt: skip
