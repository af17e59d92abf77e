"""a + b = 1 says that b is 1 − a: with b written so, the other letters are free to move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kernelcourse.language.tree import Binary, Call, Node, Number, walk
from kernelcourse.language.undo import undone

from ..ranges.numbers import Interval, Nonnegative, Real
from ..ranges.range import Range
from ..reading.symbols import Setting


def freer(setting: Setting) -> Setting:
    """The setting in which every letter that a condition gives as a sum of others stands for that sum.

    What its range asks of it becomes a condition of the others: b > 0 is 1 − a > 0.
    """
    for condition in setting.where:
        for name in reversed(list(setting.given)):
            stated = _stated(condition, name, setting)
            if stated is not None:
                rest = tuple(one for one in setting.where if one != condition)
                where = (*rest, *_within(setting.given[name], stated))
                given = {key: range_ for key, range_ in setting.given.items() if key != name}
                return freer(
                    replace(setting, given=given, define={name: stated, **setting.define}, where=where)
                )
    return setting


def _stated(condition: tuple[str, Node, Node], name: str, setting: Setting) -> Node | None:
    """What the condition says this number is, if that has a value whatever the other letters are."""
    (sign, left, right), range_ = condition, setting.given[name]
    if sign != "==" or not (isinstance(range_, Real) and range_.solid) or name in setting.sizes:
        return None
    if setting.shape(left) or setting.shape(right):
        return None
    found = undone(Binary("-", left, right), name)
    if len(found) != 1 or not setting.depends(found[0]) <= setting.given.keys() - {name}:
        return None
    risky = any(
        isinstance(one, Call) or (isinstance(one, Binary) and one.op in ("/", "**")) for one in walk(found[0])
    )
    return None if risky else found[0]


def _within(range_: Range, stated: Node) -> Iterator[tuple[str, Node, Node]]:
    if isinstance(range_, Nonnegative):
        yield (">" if range_.strict else ">=", stated, Number(0))
    elif isinstance(range_, Interval):
        yield (">", stated, Number(range_.ends[0]))
        yield ("<", stated, Number(range_.ends[1]))
