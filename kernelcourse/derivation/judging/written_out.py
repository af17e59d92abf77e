"""A line about vectors of two entries, written in numbers: three unit vectors are three angles.

u·v + v·w + w·u = −3/2 holds at 120° only, which no fraction meets; of numbers it can be solved for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, substitute, transform

from ..instances.instance import Instance
from ..ranges.numbers import Real, Scalar
from ..ranges.pieces import Orthogonal
from ..ranges.range import Range
from ..ranges.vectors import Unit
from ..reading.symbols import Setting

_SIZE = 2
_MOST = 4  # numbers
_UNIT = Call("I", (Number(_SIZE),))
_E = tuple(Call("e", (Number(place), Number(_SIZE))) for place in range(_SIZE))
_QUARTER_TURN = Binary("-", Call("outer", (_E[1], _E[0])), Call("outer", _E))


@dataclass(frozen=True)
class WrittenOut:
    """A gap in a setting of numbers only, and the letters of which it was made."""

    gap: Node
    setting: Setting
    letters: dict[str, Node]
    whole: Setting

    def back(self, at: Instance) -> Instance | None:
        """The same point as values of those letters, in floats."""
        sizes = dict.fromkeys(self.whole.sizes, _SIZE)
        try:
            value = Evaluator(at.values, self.setting.define, Floats())
            values = {name: value(node) for name, node in self.letters.items()}
        except NO_VALUE:
            return None
        return Instance(sizes, {**values, **{name: float(_SIZE) for name in sizes}}, None, at.profile)


def written_out(gap: Node, setting: Setting, used: Iterable[str]) -> WrittenOut | None:
    """The gap at size 2, its letters written in numbers; None where they are too many, or of another kind."""
    two = {name: Number(_SIZE) for name in setting.sizes}
    given: dict[str, Range] = {}
    letters: dict[str, Node] = {}
    for name in (name for name in setting.given if name in used and name not in two):
        range_ = setting.given[name]
        found = _letter(name, range_)
        if found is None:
            return None
        letters[name], ranges = found
        given |= ranges
    if len(given) > _MOST or not any(setting.given[name].shape for name in letters):
        return None
    define = {name: node for name, node in letters.items() if setting.given[name].shape}
    define |= {name: substitute(node, two) for name, node in setting.define.items() if name in used}

    def put(side: Node) -> Node:
        return _added(substitute(substitute(side, letters), two))

    where = tuple(
        (sign, put(left), put(right))
        for sign, left, right in setting.where
        if setting.depends(left, right) <= {*used, *two}
    )
    if len(where) < len(setting.where):
        return None
    numbers = replace(setting, given=given, define=define, where=where)
    return WrittenOut(substitute(_squared(gap), two), numbers, letters, setting)


def _letter(name: str, range_: Range) -> tuple[Node, dict[str, Range]] | None:
    """The letter, and the numbers it is made of."""
    names = [f"{name} {place}" for place in range(_SIZE)]
    entries = tuple(map(Name, names))
    cosine, sine = (Call(function, (entries[0],)) for function in ("cos", "sin"))
    if isinstance(range_, Real) and not range_.shape:
        return Name(name), {name: range_}
    if any(size.size(dict.fromkeys(size.names, _SIZE)) != _SIZE for size in range_.shape):
        return None
    if isinstance(range_, Unit):
        return Call("vector", (cosine, sine)), {names[0]: Scalar()}
    if isinstance(range_, Orthogonal):
        return Binary("+", Binary("*", cosine, _UNIT), Binary("*", sine, _QUARTER_TURN)), {names[0]: Scalar()}
    if len(range_.shape) == 1 and isinstance(range_.entry, Real):
        return Call("vector", entries), dict.fromkeys(names, range_.entry)
    return None


def _added(node: Node) -> Node:
    """sum(p) as p₀ + p₁: a condition that can be solved for one of them."""

    def change(part: Node) -> Node:
        match part:
            case Call(function="sum", arguments=(Call(function="vector", arguments=(first, second)),)):
                return Binary("+", first, second)
        return part

    return transform(node, change)


def _squared(gap: Node) -> Node:
    """‖v‖ is zero where ‖v‖² is, which has a slope there."""
    match gap:
        case Binary(op="-", left=Call(function="norm", arguments=(_,)) as left, right=Number(value=0)):
            return Binary("**", left, Number(2))
    return gap
