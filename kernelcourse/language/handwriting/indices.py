"""x_i, K_ij, x_1: entries counted from 1, as the book counts them; x[0] in square brackets counts from 0.

A summation index knows two things: its value where it stands as a number, and its place where it stands below a letter.
Σ_{i=1}^{n} i·x_i has value i + 1 and place i, the index of the tree running from 0. In a sum from 0 the entries are
counted from 0 if x_0 is one of them; in Σ_{k=0}^{n-1} x_{k+1} the first is x_1, so they are counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..dimensions import Dimension
from ..errors import LanguageError
from ..letters import canonical, letter
from ..tree import Binary, Name, Node, Number
from .products import Part
from .scope import Scope, size_node

COUNTED = "entries below a letter are counted from 1: x_1 is x[0]"


@dataclass
class Counter:
    """A summation index in force; `sizes` are the dimensions it was seen to run over."""

    name: str
    value: Node
    place: Node
    sizes: list[Dimension] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)  # the c of every x_{i + c}

    def from_one(self) -> Counter | None:
        """The same index with entries counted from 1, if it starts at 0 and no entry x_0 was met."""
        if self.place != self.value or not self.steps or min(self.steps) < 1:
            return None
        return Counter(self.name, self.value, Binary("-", self.value, Number(1)))

    def stop(self) -> Node:
        """Where a sum without limits ends: the one size its index runs over."""
        if len(set(self.sizes)) != 1:
            raise LanguageError(
                f"over what does {letter(self.name)} run? write the limits, Σ_{{{self.name}=1}}^{{n}}"
            )
        return size_node(self.sizes[0])


def counter(name: str, lower: Node) -> Counter:
    """An index that runs from `lower`: below a letter it counts from 1, unless its sum starts at 0."""
    bare = Name(name)
    match lower:
        case Number(value=0):
            return Counter(name, bare, bare)
        case Number(value=1):
            return Counter(name, Binary("+", bare, Number(1)), bare)
        case Number(value=int() as start):
            return Counter(name, Binary("+", bare, lower), Binary("+", bare, Number(start - 1)))
    value = Binary("+", bare, lower)
    return Counter(name, value, Binary("-", value, Number(1)))


def place_of(node: Node, counters: dict[str, Counter], scope: Scope) -> tuple[Node, str]:
    """The index, counted from 0, that stands below a letter; and a note."""
    match node:
        case Number(value=int() as number):
            if number < 1:
                raise LanguageError(
                    "entries are counted from 1 when written below, x_1; x[0] counts from 0, in square brackets"
                )
            return Number(number - 1), COUNTED
        case Name(id=name) if name in counters:
            counters[name].steps.append(0)
            return counters[name].place, ""
        case Binary(op="+" | "-", left=Name(id=name), right=Number(value=int() as step)) if name in counters:
            steps = counters[name].steps
            steps.append(step if node.op == "+" else -step)
            return _stepped(counters[name].place, steps[-1]), ""
        case Name(id=name) if name in scope.indices:
            return node, ""
        case Name(id=name) if name in scope.names:
            return Binary("-", node, Number(1)), f"entries below a letter are counted from 1, up to {name}"
        case Binary(op="+" | "-", left=Name() as left, right=Number()):
            place, note = place_of(left, counters, scope)
            return Binary(node.op, place, node.right), note
    raise LanguageError(
        "an index is a letter, a number or i + 1; for anything else write x[…], counted from 0"
    )


def _stepped(place: Node, step: int) -> Node:
    """place + step, with one number behind the letter."""
    match place:
        case Binary(op="+" | "-" as sign, left=Name() as bare, right=Number(value=int() as start)):
            place, step = bare, step + (start if sign == "+" else -start)
    return Binary("+" if step > 0 else "-", place, Number(abs(step))) if step else place


def cut_indices(text: str, base: Part, counters: dict[str, Counter], scope: Scope) -> list[Node]:
    """ij → i, j; 12 below a matrix → 1, 2; n → n."""
    if text.isdigit():
        one_each = base.rank == 2 and len(text) == 2
        return [Number(int(digit)) for digit in text] if one_each else [Number(int(text))]
    name = canonical(text)
    if name in counters or name in scope.names:
        return [Name(name)]
    found: list[Node] = []
    for character in text:
        if character.isdigit():
            found.append(Number(int(character)))
        elif character in counters or canonical(character) in scope.names:
            found.append(Name(canonical(character)))
        else:
            raise LanguageError(
                f"{text[:20]} is not an index here: {character} is neither summed over nor given"
            )
    return found
