"""A number under another name: n/n + n/n is 2, sum(c)/sum(c) is 1, and a term that stands there twice has a factor 2.

A part of the line is a number if it is the same at instances of every size; so is a multiple of I or of ones(n), except
I and ones(n) themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.homework.judging.padding import Looked
from kernelcourse.homework.judging.terms import terms
from kernelcourse.language.tree import Binary, Node, walk

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

_CLOSE = 1e-9
_LOOKS, _LEAST = 5, 3


def has_hidden_number(nodes: Iterable[Node], setting: Setting) -> bool:
    """A part of a formula is a number without being written as one."""
    empty = Looked(setting, (), ())
    looks = [replace(empty, instances=(one,)) for one in islice(Samples(setting, 7).standard, _LOOKS)]

    def values(part: Node) -> list[Any]:
        found = [look.of(part) for look in looks]
        return [one[0] for one in found if one is not None]

    return any(
        any(_number(values(part)) for part in set(walk(node)))
        or any(
            _equal(values(one), values(other))
            for part in {node, *(part for part in walk(node) if isinstance(part, Binary) and part.op in "+-")}
            for one, other in combinations(terms(part), 2)
        )
        for node in nodes
    )


def _number(found: list[Any]) -> bool:
    """The same number at all instances, as itself or as the factor of I or of ones."""
    factors = [_factor(value) for value in found]
    if len(found) < _LEAST or any(factor is None for factor in factors):
        return False
    same = np.ptp(np.asarray(factors, dtype=complex).real) <= _CLOSE * (1 + abs(factors[0]))  # type: ignore[arg-type]
    alone = all(value.size == 1 and value.ndim == 0 for value in found)
    return bool(same and (alone or abs(factors[0] - 1) > _CLOSE))  # type: ignore[operator]


def _factor(value: Any) -> complex | None:
    """c if the value is c, c·ones or c·I."""
    if value.size == 0:
        return None
    first = value.flat[0]
    if np.all(abs(value - first) <= _CLOSE * (1 + abs(first))):
        return complex(first)
    square = value.ndim == 2 and value.shape[0] == value.shape[1]
    if square and np.all(abs(value - first * np.eye(len(value))) <= _CLOSE * (1 + abs(first))):
        return complex(first)
    return None


def _equal(one: list[Any], other: list[Any]) -> bool:
    return (
        min(len(one), len(other)) >= _LEAST
        and len(one) == len(other)
        and all(
            a.shape == b.shape and np.all(abs(a - b) <= _CLOSE * (1 + abs(b)))
            for a, b in zip(one, other, strict=True)
        )
    )
