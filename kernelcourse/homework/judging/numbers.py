"""A number under another name: n/n + n/n is 2, sum(c)/sum(c) is 1, and a term that stands there twice has a factor 2.

A part of the line is a number if it is the same at instances of every size; so is a multiple of I or of ones(n), except
I and ones(n) themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.homework.judging.expanding import expanded, factors_and_divisors
from kernelcourse.homework.judging.padding import Looked
from kernelcourse.language.tree import Node, free_names, walk

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

    lines = tuple(nodes)
    if any(_number(values(part)) for node in lines for part in set(walk(node))):
        return True
    terms = [[one for _, one in expanded(node)] for node in lines]
    return any(_cancelled(one, values) for few in terms for one in few) or any(
        _equal(*both) for few in terms for both in combinations(map(values, few), 2)
    )


def _cancelled(term: Node, values: Callable[[Node], list[Any]]) -> bool:
    """Two or three factors of the term, each of them no number, make one: sum(c) * mu * trace(I(d)) / d."""
    found = [(divides, values(one)) for divides, one in factors_and_divisors(term) if free_names(one)]
    scalars = [
        [1 / value if divides else value for value in one]
        for divides, one in found
        if len(one) >= _LEAST and all(value.ndim == 0 and value != 0 for value in one)
    ]
    return any(
        len({len(one) for one in chosen}) == 1 and _number([np.prod(at) for at in zip(*chosen, strict=True)])
        for count in (2, 3)
        for chosen in combinations(scalars, count)
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
