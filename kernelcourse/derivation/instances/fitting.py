"""Letters whose entries are alike, brought to where the side conditions hold: p of a billion entries with the sum 1."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, getcontext
from typing import Any

from kernelcourse.language.alike import Alike, AlikeDecimals
from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.tree import Binary, Node

from ..ranges.numbers import HalfLine
from ..reading.symbols import Setting, plain

_COMPARED = {
    "<=": (-1, 0),
    ">=": (0, 1),
    "<": (-1,),
    ">": (1,),
    "==": (0,),
    "!=": (-1, 1),
}  # signs of left − right


def fitted(setting: Setting, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """The values, the letters of each equation multiplied by one number where needed; None if they do not fit."""
    found = dict(values)
    for sign, left, right in setting.where:
        residual = plain(Binary("-", left, right))
        if sign == "==" and not _holds(setting, found, sign, residual):
            found = _scaled(setting, found, residual)
    fits = all(
        _holds(setting, found, sign, plain(Binary("-", left, right))) for sign, left, right in setting.where
    )
    return found if fits else None


def _scaled(setting: Setting, values: dict[str, Any], residual: Node) -> dict[str, Any]:
    """r(s) = r(0) + c sᵏ is zero at s = (−r(0)/c)^(1/k), which r(1) and r(2) tell."""
    moving = [
        name for name in setting.depends(residual) if name in setting.given and _stretches(setting, name)
    ]

    def times(scale: Decimal) -> dict[str, Any]:
        arithmetic = AlikeDecimals()
        return {**values, **{name: arithmetic.binary("*", scale, values[name]) for name in moving}}

    try:
        start, once, twice = (_value(setting, times(Decimal(one)), residual)[0] for one in (0, 1, 2))
        if isinstance(start, Alike) or not isinstance(once, Decimal):
            return values
        power = ((twice - start) / (once - start)).ln() / Decimal(2).ln()
        return times((-start / (once - start)) ** (1 / power))
    except (*NO_VALUE, NotRational):
        return values


def tiny() -> Decimal:
    """A fourth of the digits may be lost."""
    return Decimal(10) ** (-3 * getcontext().prec // 4)


def _stretches(setting: Setting, name: str) -> bool:
    return setting.given[name].cone or isinstance(setting.given[name], HalfLine)


def _holds(setting: Setting, values: Mapping[str, Any], sign: str, residual: Node) -> bool:
    try:
        found, peak = _value(setting, values, residual)
    except (*NO_VALUE, NotRational):
        return False
    entries = (found.on, found.off) if isinstance(found, Alike) else (found,)
    signs = [0 if abs(one) <= tiny() * peak else 1 if one > 0 else -1 for one in entries]
    return all(one in _COMPARED[sign] for one in signs)


def _value(setting: Setting, values: Mapping[str, Any], node: Node) -> tuple[Any, Decimal]:
    arithmetic = AlikeDecimals()
    return Evaluator(values, setting.define, arithmetic)(node), arithmetic.peak
