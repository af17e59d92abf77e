"""A derivation at one value of λ: what is checked there is said of that λ, never of all of them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from kernelcourse.language.letters import canonical
from kernelcourse.language.tree import free_names

from ..derivation import Derivation
from ..ranges.numbers import Positive
from ..reading.settings import read_setting
from ..reading.symbols import Setting

LARGEST = 10**6
_NUMBER = re.compile(
    r"\d{0,9}(\.\d{0,20})?(/\d{1,9}|e[+-]?\d{1,2})?", re.ASCII
)  # short: 1e999999 takes forever


def can_pick(derivation: Derivation) -> bool:
    """Is λ free here: a positive letter that no side condition ties to others, and that no line solves for?"""
    setting = read_setting(derivation.given, derivation.define, derivation.where)
    range_ = setting.given.get("lam")
    if not isinstance(range_, Positive):
        return False
    letters = {name for line in derivation.lines for name in (*line.letters, *line.let)}
    return "lam" not in letters and not _tied(setting)


def _tied(setting: Setting) -> bool:
    """An eigenvalue, say: its value follows from the other letters."""
    return any("lam" in free_names(side) for _, left, right in setting.where for side in (left, right))


def read_lambda(value: object) -> Fraction:
    """A number or its text ("0.5", "1/2") → the exact fraction; ValueError says what would be right."""
    plain = isinstance(value, (int, float, str)) and not isinstance(value, bool)
    try:
        if plain and _NUMBER.fullmatch(str(value).strip()):
            found = Fraction(str(value).strip())
            if Fraction(1, LARGEST) <= found <= LARGEST:
                return found
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"λ must be a positive number such as 0.5, at most {LARGEST}; got {str(value)[:40]!r}")


def picked(derivation: Derivation, lam: Fraction) -> Derivation:
    """The same derivation, λ being this number and no other."""
    if not can_pick(derivation):
        raise ValueError("this derivation has no λ that could be picked")
    one = f"value({lam.numerator}/{lam.denominator})"
    given = {
        name: one if canonical(name.strip()) == "lam" else text for name, text in derivation.given.items()
    }
    return replace(derivation, given=given)


def shown(lam: Fraction) -> str:
    """λ for a sentence: 0.5, 1/3, 2."""
    decimal = f"{float(lam):.6g}"
    return decimal if "e" not in decimal and Fraction(decimal) == lam else str(lam)
