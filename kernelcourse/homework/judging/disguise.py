"""A unit vector is one under every name: a row of I(n), of diag(ones(n)), of inv(K) @ K; and mu - mu is 0.

A milestone says that no `e`, no `I`, no `0` or no `-` is left. The word alone is no bar: what counts is that no part of
the line *is* a multiple of a unit vector, of the identity, 0, or a number below zero: looked up at instances
of the letters. Under a sum over entries a part is what its values make together: 0**abs(i - j) is eᵢ, entry by entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.homework.judging.expanding import expanded, together
from kernelcourse.homework.judging.padding import Looked, looked_at
from kernelcourse.language.tree import Node, Number, Sum, children, free_names, substitute, walk

if TYPE_CHECKING:
    from kernelcourse.derivation.instances.instance import Instance
    from kernelcourse.derivation.reading.symbols import Setting

_CLOSE = 1e-9
_INDICES = 2  # of sums within sums, looked at together
_NUMBERS = frozenset({"pi", "e"})
_LOOKS = 2


def disguised(nodes: Iterable[Node], without: Collection[str], setting: Setting) -> bool:
    """A part of the line is what one of the barred words stands for."""
    barred = [is_one for word, is_one in CONSTANTS.items() if word in without]
    entries = [is_one for word, is_one in BY_ENTRIES.items() if word in without]
    nodes = tuple(nodes)
    nodes = (*nodes, *(together(expanded(node)) for node in nodes))
    return (
        ("-" in without and any(_takes_away(node, setting) for node in nodes))
        or (bool(barred) and any(_somewhere(node, barred, setting) for node in nodes))
        or (bool(entries) and any(_by_entries(node, entries, setting) for node in nodes))
    )


def _takes_away(node: Node, setting: Setting) -> bool:
    """A number in the formula is negative or not real: 1j**2 is a minus sign."""
    looked = looked_at(node, setting)
    numbers = [part for part in set(walk(node)) if free_names(part) <= _NUMBERS]
    values = [value for part in numbers if looked and (value := looked.of(part)) is not None]
    return any(np.iscomplex(one) or np.real(one) < 0 for value in values for one in np.ravel(value[0]))


def _somewhere(node: Node, barred: list[Callable[[Any], bool]], setting: Setting) -> bool:
    looked = looked_at(node, setting)
    if looked is None:
        return False
    values = [looked.of(part) for part in set(walk(node))]
    return any(all(map(is_one, value)) for value in values if value is not None for is_one in barred)


def _by_entries(node: Node, barred: list[Callable[[Any], bool]], setting: Setting) -> bool:
    """A part under sums is one of the barred things if its values for all indices are put together."""
    under = {(part, ranges) for part, ranges in _under_sums(node, ()) if len(ranges) <= _INDICES}
    if not under:
        return False
    looks = [Looked(setting, (one,), ()) for one in _without_zeros(setting)]
    for part, ranges in under:
        arrays = [_together(part, ranges, looked) for looked in looks]
        if arrays and any(all(one is not None and is_one(one) for one in arrays) for is_one in barred):
            return True
    return False


def _under_sums(
    node: Node, ranges: tuple[tuple[str, Node], ...]
) -> Iterator[tuple[Node, tuple[tuple[str, Node], ...]]]:
    """Every part that depends on indices of the sums it stands in, with those of them that it depends on."""
    own = tuple((name, stop) for name, stop in ranges if name in free_names(node))
    if own:
        yield node, own
    inside = (*ranges, *node.ranges) if isinstance(node, Sum) else ranges
    for below in children(node):
        yield from _under_sums(below, inside)


def _together(part: Node, ranges: tuple[tuple[str, Node], ...], looked: Looked) -> Any:
    """The array of its values, one axis for each index; None if they are no numbers or depend on a further index."""
    stops = [looked.of(stop) for _, stop in ranges]
    if any(stop is None or not 1 <= int(stop[0]) <= 12 for stop in stops):
        return None
    sizes = [int(stop[0]) for stop in stops if stop is not None]
    values = []
    for place in product(*map(range, sizes)):
        at = {name: Number(value) for (name, _), value in zip(ranges, place, strict=True)}
        value = looked.of(substitute(part, at))
        if value is None or np.ndim(value[0]):
            return None
        values.append(value[0])
    return np.reshape(values, sizes)


def _without_zeros(setting: Setting) -> list[Instance]:
    """Instances with at least three of everything, at which a zero comes from the formula and not from the letters."""
    found = []
    sizes = {name: 3 + place for place, name in enumerate(setting.sizes)}
    for one in Samples(setting, 7, sizes).standard:
        arrays = [np.asarray(value) for value in one.values.values()]
        if all(np.all(value) for value in arrays if value.ndim):
            found.append(one)
        if len(found) == _LOOKS:
            break
    return found


def _unit_vector(value: Any) -> bool:
    """c·eᵢ with c ≠ 0, as a vector, a row or a column of at least two entries."""
    if value.ndim not in (1, 2) or value.size != max(value.shape):
        return False
    return _single(value)


def _single(value: Any) -> bool:
    """One entry that is not 0, of at least two."""
    size = abs(value)
    return value.size > 1 and int(np.sum(size > _CLOSE * size.max())) == 1


def _identity(value: Any) -> bool:
    """c·I with c ≠ 0, at least two by two."""
    if value.ndim != 2 or value.shape[0] != value.shape[1] or len(value) < 2:
        return False
    c = value[0, 0]
    return bool(c != 0 and np.all(abs(value - c * np.eye(len(value))) <= _CLOSE * abs(c)))


def _zero(value: Any) -> bool:
    """0 in every entry."""
    return not np.any(value)


def _constant(value: Any) -> bool:
    """The same in every entry: c[i] / c[i] is 1."""
    return value.size > 1 and bool(np.ptp(value) <= _CLOSE * (1 + abs(value.flat[0])))


CONSTANTS: dict[str, Callable[[Any], bool]] = {"e": _unit_vector, "I": _identity, "0": _zero}
BY_ENTRIES: dict[str, Callable[[Any], bool]] = {"e": _single, "I": _identity, "number": _constant}
