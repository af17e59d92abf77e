"""Words that a line only carries along: what can be left out together without changing the line earns nothing.

A milestone may ask that a line *uses* a letter or a function. `+ K - K`, `0 * K`, `K / K` and `@ I(n)` use nothing: a
word counts only if no equal line without it is found by leaving parts out. Left out are terms of one sum that vanish
together, and any one or two different parts of the line, wherever they stand; equality is looked up at two instances of
the question's letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

import numpy as np

from kernelcourse.derivation.instances.instance import Instance
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.symbols import Setting
from kernelcourse.homework.judging.spelling import numbers_first
from kernelcourse.language.evaluate import Evaluator, TooMuch, Undefined
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose, Unary, children, rebuild, walk
from kernelcourse.language.writing import show

WORD = re.compile(r"[^\W\d]\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\*\*|\S")
_CLOSE = 1e-9
_MOST_TERMS = 10  # of one sum, tried in all combinations
_MOST_PAIRS = 4000
_TROUBLE = (Undefined, TooMuch, ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError)


def words(text: str) -> set[str]:
    """Letters, functions, numbers and signs of a formula."""
    return set(WORD.findall(text))


def padded(node: Node, word: str, setting: Setting) -> bool:
    """The word can be left out of the formula, with nothing changed; in an endless sum nobody can say."""
    if word not in words_of(node):
        return False
    if any(len(list(islice(_terms(part, 1), _MOST_TERMS + 1))) > _MOST_TERMS for part in walk(node)):
        return True
    looked = looked_at(node, setting)
    if looked is None:
        return False
    node = numbers_first(node, setting)
    core = _without_vanishing(node, word, looked)
    return word not in words_of(core) or any(looked.same(less) for less in _lessened(core, word))


@dataclass(frozen=True)
class Looked:
    """The values of a formula at two instances."""

    setting: Setting
    instances: tuple[Instance, ...]
    values: tuple[Any, ...]

    @classmethod
    def at(cls, node: Node, setting: Setting) -> Looked:
        empty, found = cls(setting, (), ()), list[tuple[Instance, Any]]()
        for one in Samples(setting, 7).standard:
            value = replace(empty, instances=(one,)).of(node)
            if value is not None:
                found.append((one, value[0]))
            if len(found) == 2:
                break
        return cls(setting, tuple(one for one, _ in found), tuple(value for _, value in found))

    def of(self, node: Node) -> tuple[Any, ...] | None:
        """The values of another formula there, None where it has none."""
        found = []
        try:
            plain = self.setting.expand(node)
            for one in self.instances:
                value = Evaluator(one.values, self.setting.define, Floats())(plain)
                if not np.all(np.isfinite(value)):
                    return None
                found.append(np.asarray(value))
        except _TROUBLE:
            return None
        return tuple(found)

    def same(self, node: Node) -> bool:
        other = self.of(node)
        return other is not None and all(_equal(a, b) for a, b in zip(self.values, other, strict=True))


def looked_at(node: Node, setting: Setting) -> Looked | None:
    """The values at two instances, None if there are no two at which it has one."""
    try:
        looked = Looked.at(node, setting)
    except _TROUBLE:
        return None
    return looked if len(looked.values) == 2 else None


def _equal(a: Any, b: Any) -> bool:
    return a.shape == b.shape and bool(np.all(abs(a - b) <= _CLOSE * (1 + abs(a).max(initial=0))))


def words_of(node: Node) -> set[str]:
    """Those of a tree."""
    return words(show(node, ascii_only=True))


def _without_vanishing(node: Node, word: str, looked: Looked) -> Node:
    """The formula without the terms of its sums that vanish together and take the word with them."""
    if word not in words_of(node):
        return node
    node = rebuild(node, tuple(_without_vanishing(below, word, looked) for below in children(node)))
    terms = list(_terms(node, 1))
    if len(terms) < 2:
        return node
    values = [looked.of(term) for _, term in terms]
    if any(value is None for value in values):  # an index of a sum is in it: no value of its own
        return node
    carrying = {place for place, (_, term) in enumerate(terms) if word in words_of(term)}
    others = [place for place in range(len(terms)) if place not in carrying]
    for more in range(len(others)):
        for chosen in combinations(others, more):
            gone = carrying | set(chosen)
            if all(
                vanish([terms[place][0] * values[place][at] for place in gone])  # type: ignore[index]
                for at in range(len(looked.instances))
            ):
                return _added([term for place, term in enumerate(terms) if place not in gone])
    return node


def vanish(parts: Sequence[Any]) -> bool:
    """They add up to nothing."""
    try:
        return bool(np.all(abs(sum(parts)) <= _CLOSE * (1 + max(abs(part).max(initial=0) for part in parts))))
    except ValueError:
        return False


def _terms(node: Node, sign: int) -> Iterator[tuple[int, Node]]:
    """a - (b - c) has the terms a, -b, c."""
    match node:
        case Binary(op="+" | "-" as op, left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign if op == "+" else -sign)
        case Unary(op=op, operand=inside):
            yield from _terms(inside, -sign if op == "-" else sign)
        case _:
            yield sign, node


def _added(terms: list[tuple[int, Node]]) -> Node:
    (sign, first), *rest = terms
    total = first if sign > 0 else Unary("-", first)
    for sign, term in rest:
        total = Binary("+" if sign > 0 else "-", total, term)
    return total


def _lessened(node: Node, word: str) -> Iterator[Node]:
    """The formula without one or two of its parts, if the word is gone with them."""
    parts = sorted(set(walk(node)) - {node}, key=lambda part: len(show(part)))
    joined = {
        below
        for part in walk(node)
        if isinstance(part, Binary) and part.op == word
        for below in children(part)
    }
    with_word = [part for part in parts if part in joined or word in words_of(part)]
    tried = 0
    for count in (1, 2):
        for part in with_word:
            for other in [None] if count == 1 else parts:
                if other == part or (other in with_word and show(other) < show(part)):
                    continue
                for less in _left_out(node, frozenset({part, other}) - {None}):  # type: ignore[arg-type]
                    if word not in words_of(less):
                        yield less
                        tried += 1
                        if tried > _MOST_PAIRS:
                            return


def _left_out(node: Node, gone: frozenset[Node]) -> Iterator[Node]:
    """The formula without these parts: terms dropped, factors dropped, arguments 0 or 1, or what stands inside them."""
    for constant in (0, 1):
        yield _drop(node, gone, constant)
    if len(gone) == 1:
        (part,) = gone
        if isinstance(part, Transpose | Unary | Call):
            for inside in (below for child in children(part) for below in (child, *children(child))):
                yield _swap(node, part, inside)


def _drop(node: Node, gone: frozenset[Node], constant: int) -> Node:
    if isinstance(node, Binary):
        left, right = node.left in gone, node.right in gone
        other = None if left == right else _drop(node.left if right else node.right, gone, constant)
        match node.op:
            case "+" | "-" if other is not None:
                return Unary("-", other) if left and node.op == "-" else other
            case "*" | "@" if other is not None:
                return other
            case "/" if other is not None:
                return other if right else Binary("/", Number(1), other)
            case "+" | "-" if left and right:
                return Number(0)
            case "*" | "/" | "@" if left and right:
                return Number(1)
    return rebuild(
        node,
        tuple(
            Number(constant) if below in gone else _drop(below, gone, constant) for below in children(node)
        ),
    )


def _swap(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    return rebuild(node, tuple(_swap(below, old, new) for below in children(node)))
