"""proved, tested, refuted, open, unreadable: a verdict on one line, with warrant, conditions and witness."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.in_text import brief_number
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Node

from .instances.instance import Instance
from .reading.symbols import Setting

_LONG = 300  # entries that are written out one by one
_SHOWN = 12  # entries of a vector, rows of a matrix, in a sentence
_DIGITS = 320
_ROUNDING = Decimal(10) ** -55  # where numbers are known to 60 digits
PREVIOUS, THIS = "the previous line", "this line"


class Verdict(StrEnum):
    """What is known of a line. `tested` never says more than that it survived."""

    PROVED = "proved"
    TESTED = "tested"
    REFUTED = "refuted"
    OPEN = "open"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Warrant:
    """What a verdict rests on: a proof, with the bound on its error if it has one, or what was tried."""

    by: str = ""
    instances: int = 0  # how many assignments were tried
    error: int | None = None  # the identity is false with probability below 2^error
    claims: bool = True  # a starting point and a definition claim nothing

    def __str__(self) -> str:
        said = [self.by] if self.by else []
        if self.error is not None:
            said.append(f"error below 2^{self.error}")
        if self.instances:
            said.append(f"tested on {self.instances} instances")
        return "; ".join(said)


@dataclass(frozen=True)
class Condition:
    """What a line needs beyond what is given: "K is invertible"."""

    sentence: str
    reason: str = ""

    def __str__(self) -> str:
        return self.sentence


def conditions_of(asked: Iterable[object], reason: str) -> tuple[Condition, ...]:
    """What a line asks for, as conditions; never none."""
    return tuple(Condition(str(one), reason) for one in asked) or (
        Condition("this line has a value", reason),
    )


def needs_more(conditions: tuple[Condition, ...]) -> str:
    """The sentence that says so."""
    return f"it needs more than is given ({' and '.join(map(str, conditions))}): {conditions[0].reason}"


@dataclass(frozen=True)
class Witness:
    """Numbers for the letters, and what each side is there."""

    values: Mapping[str, Any]
    sides: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        plain = {
            name: jsonable(value) if np.size(value) <= _LONG else number(value)
            for name, value in self.values.items()
        }
        return {"values": plain, **{name: jsonable(value) for name, value in self.told().items()}}

    def told(self) -> Mapping[str, Any]:
        """The sides; of two that would be printed alike, the second with its difference."""
        said = list(self.sides.items())
        if len(said) != 2 or number(said[0][1]) != number(said[1][1]):
            return self.sides
        (first, one), (second, other) = said
        apart = _difference(one, other)
        return {first: one, second: f"{number(other)} ({apart})"} if apart else self.sides

    def __str__(self) -> str:
        letters = ", ".join(f"{letter(name)} = {number(value)}" for name, value in self.values.items())
        sides = "; ".join(f"{name}: {number(value)}" for name, value in self.told().items())
        return f"at {letters}: {sides}" if letters else sides


def _difference(one: Any, other: Any) -> str:
    """more by 1e-12 · less by 1e-12 · differs by up to 1e-12 (several numbers); nothing where none is seen."""
    with localcontext(prec=_DIGITS):
        try:
            gaps = [_decimal(b) - _decimal(a) for a, b in zip(np.ravel(one), np.ravel(other), strict=True)]
        except (TypeError, ValueError, ArithmeticError):
            return ""
        largest = max(gaps, key=abs, default=Decimal(0))
        inexact = any(isinstance(number, Decimal) for number in (*np.ravel(one), *np.ravel(other)))
        if abs(largest) <= (_ROUNDING if inexact else 0):
            return ""
        how = "differs by up to" if len(gaps) > 1 else "more by" if largest > 0 else "less by"
        return f"{how} {abs(largest):.2g}"


def _decimal(value: Any) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(value.item() if isinstance(value, np.generic) else value)


@dataclass(frozen=True)
class Outcome:
    """The verdict on a line."""

    verdict: Verdict
    why: str
    relation: str = "="
    witness: Witness | None = None
    conditions: tuple[Condition, ...] = ()  # what the line needs beyond what is given
    warrant: Warrant = Warrant()
    difference: str = ""  # where the two sides differ, when that can be told
    misconception: str = ""
    title: str = ""
    hint: str = ""
    kind: str = ""  # "shape" when the shapes do not fit, "undefined" when the line has no value somewhere

    @property
    def accepted(self) -> bool:
        """May the next line build on this one?"""
        return self.verdict in (Verdict.PROVED, Verdict.TESTED) and not self.conditions

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"verdict": str(self.verdict), "why": self.why, "relation": self.relation}
        found["witness"] = self.witness.to_dict() if self.witness else None
        found["conditions"] = [str(condition) for condition in self.conditions]
        found["accepted"] = self.accepted
        found["warrant"] = str(self.warrant)
        for key in ("difference", "misconception", "title", "hint", "kind"):
            if getattr(self, key):
                found[key] = getattr(self, key)
        return found


def witness(setting: Setting, at: Instance, nodes: tuple[Node, ...], sides: Mapping[str, Any]) -> Witness:
    """The letters these expressions depend on, at this instance, and the values of the sides."""
    used = setting.depends(*nodes)
    source = at.exact if at.exact is not None else at.values
    sizes = [name for name in setting.sizes if name in used or any(name in s.names for n in used & setting.given.keys()
             for s in setting.given[n].sizes)]  # fmt: skip
    names = sizes + [
        name for name in setting.given if name in used and name not in setting.define and name not in sizes
    ]
    return Witness({name: source[name] for name in names if name in source}, dict(sides))


def as_float(value: Fraction | Decimal) -> float | str:
    """A float, or text for a number that no float can hold."""
    try:
        held = float(value)
    except OverflowError:
        return number(value)
    return held if math.isfinite(held) else number(value)


def _is_real(value: complex) -> bool:
    """Up to an imaginary part so small beside its number that it belongs to the machine."""
    return abs(value.imag) <= 1e-12 * abs(value)


def jsonable(value: Any) -> Any:
    """ints where whole, floats elsewhere, lists for arrays, text for complex numbers, text as it is."""
    if isinstance(value, np.ndarray):
        return [jsonable(entry) for entry in value] if value.ndim else jsonable(value.item())
    if isinstance(value, (Fraction, Decimal)):
        whole = value == int(value) and -(2**53) < value < 2**53
        return int(value) if whole else as_float(value)
    if isinstance(value, (complex, np.complexfloating)):
        return float(value.real) if _is_real(complex(value)) else number(value)
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if not np.isfinite(value):
            return str(value)
        return int(value) if value == round(value) and abs(value) < 1e9 else value
    if isinstance(value, (int, np.integer)):
        return int(value)
    return None if value is None else str(value)


def _complex(value: complex) -> str:
    """2 - 3i, i"""
    size = f"{abs(value.imag):.6g}"
    turned, sign = "i" if size == "1" else f"{size}i", "-" if value.imag < 0 else "+"
    return f"{value.real:.6g} {sign} {turned}" if value.real else f"{sign}{turned}".lstrip("+")


def number(value: Any) -> str:
    """A value for a sentence: integers as such, fractions as a/b, floats to six digits."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, np.ndarray):
        if len(value) <= _SHOWN:
            return "[" + ", ".join(number(entry) for entry in value) + "]"
        ends = [number(entry) for entry in (*value[:3], value[-1])]
        return f"[{', '.join(ends[:3])}, …, {ends[-1]}] ({len(value)} of them)"
    if isinstance(value, (int, Fraction)) and abs(Fraction(value)) >= 10**30:
        return brief_number(int(value))
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return str(value.numerator)
        return f"{value.numerator}/{value.denominator}" if value.denominator < 100 else f"{float(value):.6g}"
    if isinstance(value, str):
        return value
    if value is None:
        return "has no value"
    if isinstance(value, (complex, np.complexfloating)):
        return f"{value.real:.6g}" if _is_real(complex(value)) else _complex(complex(value))
    if isinstance(value, Decimal) and value.is_finite() and math.isinf(float(value)):
        return f"about {'-' if value < 0 else ''}10^{value.adjusted()}"
    if float(value).is_integer() and 10**6 <= abs(value) < 10**15:
        return str(int(value))
    return f"{float(value):.6g}".replace("-0", "0") if float(value) == 0 else f"{float(value):.6g}"
