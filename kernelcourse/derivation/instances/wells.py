"""The middle of a narrow well: each letter and each entry at a place where a sum vanishes, all of them together.

1 − 2 exp(−1000 ((x₀ − 7.3)² + (x₁ + 4.4)²)) ≥ 0 is wrong next to one point only, and no letter alone leads there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.reading import CONSTANTS
from kernelcourse.language.tree import Index, Name, Node, Number, free_names, substitute, transform, walk
from kernelcourse.language.undo import undone

from ..ranges.matrices import SemiDefinite, Symmetric
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .instance import Instance
from .places import as_fraction, sums
from .quantities import Quantity
from .samples import Samples

_MOST = 6  # instances
_CLEAR = 1e-6  # above 0, as the least eigenvalue


@dataclass(frozen=True)
class _Place:
    """What a letter, or the entry of it that an index names, is where a sum vanishes."""

    letter: str
    index: tuple[int, ...]
    value: Node
    needs: frozenset[str]  # letters and entries that must be known first

    @property
    def moved(self) -> str:
        return _name(self.letter, self.index)


def wells(nodes: Iterable[Node], samples: Samples, names: Iterable[str]) -> Iterator[Instance]:
    """In the middle of wells, as far as the side conditions allow it."""
    for at in samples.standard[:1]:
        for moved in wells_from(nodes, samples.setting, at, names):
            yield from samples.allowed(moved)


def wells_from(
    nodes: Iterable[Node], setting: Setting, at: Instance, names: Iterable[str]
) -> Iterator[Instance]:
    """The first places of all these letters and entries, the second ones, …; then mixed ones."""
    letters = set(names) & setting.given.keys() - at.sizes.keys()
    if at.exact is None or not letters:
        return
    found = _places(nodes, setting, letters)
    alone: dict[str, list[_Place]] = {}
    for one in found:
        if not one.needs:
            alone.setdefault(one.moved, []).append(one)
    following = [one for one in found if one.needs and one.moved not in alone]
    if not alone or (len({one.moved for one in found}) == 1 and not setting.shapes[found[0].letter]):
        return  # one number by itself is met without us
    longest = max(map(len, alone.values()))
    ranked = [tuple(some[min(rank, len(some) - 1)] for some in alone.values()) for rank in range(longest)]
    for choice in islice(dict.fromkeys([*ranked, *islice(product(*alone.values()), _MOST)]), _MOST):
        yield _followed(following, setting, _put(choice, setting, at), {one.moved for one in choice})


def _put(choice: Iterable[_Place], setting: Setting, at: Instance) -> Instance:
    for one in sorted(choice, key=lambda one: bool(one.index)):
        at = _moved(one, setting, at) or at
    return at


def _followed(following: list[_Place], setting: Setting, at: Instance, settled: set[str]) -> Instance:
    """What is told by letters that are settled, as a = 51 in (a − 3b)² + (b − 17)², is settled as well."""
    for _ in range(len(following)):
        one = next((one for one in following if one.moved not in settled and one.needs <= settled), None)
        if one is None:
            break
        at, settled = _moved(one, setting, at) or at, {*settled, one.moved}
    return at


def _moved(place: _Place, setting: Setting, at: Instance) -> Instance | None:
    """With the letter or the entry there, if that is a value of it."""
    assert at.exact is not None
    range_, old = setting.given[place.letter], at.exact[place.letter]
    try:
        told: Any = Quantity(place.value, setting).exactly(at)
        numbers = [as_fraction(one) for one in np.ravel(np.asarray(told, dtype=object))]
    except NO_VALUE:
        return None
    if None in numbers:
        return None
    if not place.index and np.ndim(old):
        return _filled(place.letter, range_, np.array(numbers, dtype=object).reshape(np.shape(told)), at)
    one_of = range_.entry if place.index else range_
    if np.ndim(told) or numbers[0] is None or one_of is None or not one_of.holds(numbers[0]):
        return None
    if not place.index:
        return at.with_value(place.letter, numbers[0])
    if len(place.index) != np.ndim(old) or not all(map(int.__lt__, place.index, np.shape(old))):
        return None
    moved = old.copy()
    moved[place.index] = numbers[0]
    return at.with_value(place.letter, moved)


def _filled(letter: str, range_: Range, value: Any, at: Instance) -> Instance | None:
    """A vector or a matrix moved as a whole, to one number in every entry or to one of its own shape."""
    shape = np.shape(at.values[letter])
    if np.ndim(value) and np.shape(value) != shape:
        return None
    moved = np.broadcast_to(value, shape).copy()
    return at.with_value(letter, moved) if _is_value(range_, moved) else None


def _is_value(range_: Range, value: Any) -> bool:
    """Surely, not up to rounding."""
    if isinstance(range_, Symmetric):
        least = np.linalg.eigvalsh(value.astype(float))[0] if isinstance(range_, SemiDefinite) else 1.0
        return bool(np.all(value == value.T) and least > _CLEAR)
    return range_.whole_space or (range_.entry is not None and all(map(range_.entry.holds, value.flat)))


def _places(nodes: Iterable[Node], setting: Setting, letters: set[str]) -> list[_Place]:
    trees = [plain(node) for node in nodes]
    trees += [plain(setting.define[name]) for name in sorted(setting.define.keys() & setting.depends(*trees))]
    found: dict[_Place, None] = {}
    for part in {part: None for tree in trees for part in sums(tree)}:
        entries = {one: told for one in walk(part) if (told := _entry(one, setting, letters)) is not None}
        named = {one: Name(_name(*told)) for one, told in entries.items()}
        flat = transform(part, partial(_renamed, named)) if named else part
        back = {name.id: one for one, name in named.items() if entries[one][1]}
        for letter, index in dict.fromkeys([*((name, ()) for name in sorted(letters)), *entries.values()]):
            for value in undone(flat, _name(letter, index)):
                used = free_names(value)
                needs = frozenset(one for one in used if one in letters or one in back)
                own = letter in needs or (not index and any(one.split("[")[0] == letter for one in needs))
                if not own and used <= setting.names | back.keys() | CONSTANTS:
                    found[_Place(letter, index, substitute(value, back), needs)] = None
    return list(found)


def _renamed(names: Mapping[Node, Name], node: Node) -> Node:
    return names.get(node, node)


def _entry(node: Node, setting: Setting, letters: set[str]) -> tuple[str, tuple[int, ...]] | None:
    """The letter and the place of x[0]; no place for the x[i] of a sum, which stands for all entries."""
    match node:
        case Index(operand=Name(id=letter), indices=indices) if letter in letters:
            told = [one.value for one in indices if isinstance(one, Number) and isinstance(one.value, int)]
            if len(told) == len(indices):
                return letter, tuple(told)
            if all(isinstance(one, Name) and one.id not in setting.names for one in indices):
                return letter, ()
    return None


def _name(letter: str, index: tuple[int, ...]) -> str:
    return f"{letter}{list(index)}" if index else letter
