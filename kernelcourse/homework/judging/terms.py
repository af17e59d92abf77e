"""The terms of a formula, with every sum that can be taken apart taken apart, and how a term depends on a letter.

A square is multiplied out in y when every term is y to some power times something else: twice as long a y makes such a
term 1, 2, 4, … times as large, however it is written. In `abs`, `block` or `solve(I(n), …)` a bracket stays a bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.homework.judging.expanding import OVER_ENTRIES
from kernelcourse.homework.judging.padding import Looked, looked_at
from kernelcourse.homework.judging.spelling import rank
from kernelcourse.language.letters import canonical as plain_name
from kernelcourse.language.reading import parse
from kernelcourse.language.tree import (
    Binary,
    Call,
    Index,
    Name,
    Node,
    Sum,
    Transpose,
    Unary,
    free_names,
    substitute,
    transform,
)

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

AROUND = ("center",)  # functions that are a matrix on both sides
_CLOSE = 1e-8
_POWERS = range(7)


def terms(node: Node) -> Iterator[Node]:
    """2*(a - b)/c has the terms 2*a/c and 2*b/c, Σᵢ (aᵢ + bᵢ) the terms Σᵢ aᵢ and Σᵢ bᵢ; signs are left out."""
    match node:
        case Binary(op="+" | "-", left=left, right=right):
            yield from terms(left)
            yield from terms(right)
        case Unary(operand=inside):
            yield from terms(inside)
        case Binary(op="*", left=left, right=right) if not free_names(left):
            yield from (Binary("*", left, one) for one in terms(right))
        case Binary(op="*" | "/" as op, left=left, right=right) if op == "/" or not free_names(right):
            yield from (Binary(op, one, right) for one in terms(left))
        case Transpose(operand=inside):
            yield from (Transpose(one) for one in terms(inside))
        case Index(operand=inside, indices=indices):
            yield from (Index(one, indices) for one in terms(inside))
        case Call(function=name, arguments=(inside, *rest)) if name in OVER_ENTRIES:
            yield from (Call(name, (one, *rest)) for one in terms(inside))
        case Sum(body=body, ranges=ranges):
            yield from (Sum(one, ranges) for one in terms(body))
        case _:
            yield node


def multiplied_out_in(node: Node, letters: Collection[str], setting: Setting) -> bool:
    """Every term is a power of each letter times something without it; so is every term under an exponential."""
    return all(_is_out(one, letters, setting) for one in terms(setting.expand(node)))


def _is_out(term: Node, letters: Collection[str], setting: Setting) -> bool:
    if all(_power_of(letter, term, setting) for letter in letters):
        return True
    match term:
        case Binary(op="*" | "/", left=left, right=right):
            return _is_out(left, letters, setting) and _is_out(right, letters, setting)
        case Binary(op="**", left=base, right=power) if not free_names(power):
            return _is_out(base, letters, setting)
        case Call(function="exp", arguments=(inside,)):
            return all(_is_out(one, letters, setting) for one in terms(inside))
    return False


def _power_of(letter: str, term: Node, setting: Setting) -> bool:
    """c times the letter makes the term cᵖ times as large, for some p."""
    looked = looked_at(term, setting)
    if looked is None:
        return letter not in free_names(term)
    scaled = {c: _scaled(looked, letter, c).of(term) for c in (2, 3)}
    if any(value is None for value in scaled.values()):
        return False
    return any(
        all(
            equal(scaled[c][at], c**power * value)  # type: ignore[index]
            for c in scaled
            for at, value in enumerate(looked.values)
        )
        for power in _POWERS
    )


def stirs(letter: str, node: Node, setting: Setting) -> bool:
    """With another value of the letter alone the formula has another value: 0 * J and J**0 do not stir with J."""
    looked = looked_at(node, setting)
    if looked is None:
        return True
    abbreviated = {name: looked.of(Name(name)) for name in setting.define.keys() & free_names(node)}
    if any(value is None for value in abbreviated.values()):
        return True
    known = tuple(
        replace(
            one, values={**one.values, **{name: value[at] for name, value in abbreviated.items() if value}}
        )
        for at, one in enumerate(looked.instances)
    )
    alone = replace(looked, setting=replace(setting, define={}), instances=known)
    return not _changed(alone, letter, _steps(1)).same(node)


def linear_in(letter: str, looked: Looked) -> Callable[[Node], bool | None]:
    """Whether three equal steps of the letter make two equal steps of a formula; None where it has no value."""
    places = [_changed(looked, letter, _steps(count)) for count in range(3)]

    def linear(node: Node) -> bool | None:
        first, second, third = (place.of(node) for place in places)
        if first is None or second is None or third is None:
            return None
        return all(equal(a + c, 2 * b) for a, b, c in zip(first, second, third, strict=True))

    return linear


def _steps(count: int) -> Callable[[Any], Any]:
    """So many steps in a direction in which no two entries grow alike."""
    return lambda value: value + count * np.cos(np.arange(value.size)).reshape(value.shape)


def _scaled(looked: Looked, letter: str, by: int) -> Looked:
    """The same instances with one letter `by` times as large."""
    return _changed(looked, letter, lambda value: by * value)


def _changed(looked: Looked, letter: str, change: Callable[[Any], Any]) -> Looked:
    other = tuple(
        replace(one, values={**one.values, letter: change(np.asarray(one.values[letter]))})
        if letter in one.values
        else one
        for one in looked.instances
    )
    return replace(looked, instances=other)


def equal(a: Any, b: Any) -> bool:
    """The same up to rounding."""
    return a.shape == b.shape and bool(np.all(abs(a - b) <= _CLOSE * (1 + abs(b).max(initial=0))))


def apart(sides: tuple[Node, ...], letter: str, equation: bool) -> bool:
    """The letter stands on one side only; in an equation all terms of that side have it: G = -G has moved nothing."""
    with_letter = [side for side in sides if letter in free_names(side)]
    if len(with_letter) != 1:
        return False
    return not equation or all(letter in free_names(one) for one in terms(with_letter[0]))


def gives(node: Node, taken: Mapping[str, str], text: str, setting: Setting) -> bool:
    """With other meanings for some abbreviations the formula would be that one.

    J @ X @ X.T @ J is 4 * X @ X.T if J were 2 * I: it stands on both sides, and what it takes away is gone from the
    line. So it is in center(X @ X.T) if center has the meaning J: on both sides of a matrix, before a vector. k(s, t)
    with another meaning shows what is done to the points before they meet in it.
    """
    around = {name: Name(plain_name(one)) for name, one in taken.items() if name in AROUND}
    bodies = {name.split("(")[0]: (name, one) for name, one in taken.items() if "(" in name}
    other = replace(
        setting,
        functions={
            name: (letters, parse(bodies[name][1], setting.names | set(letters)))
            if name in bodies
            else (letters, body)
            for name, (letters, body) in setting.functions.items()
        },
    )
    meanings = {
        **setting.define,
        **{
            name: setting.formula(one).node
            for name, one in taken.items()
            if name not in around and "(" not in name
        },
    }

    def spelt(part: Node) -> Node:
        if not (isinstance(part, Call) and part.function in around):
            return part
        (inside,), letter = part.arguments, around[part.function]
        left = Binary("@", letter, inside)
        return Binary("@", left, letter) if rank(inside, node, setting) == 2 else left

    def plain(part: Node) -> Node:
        part = other.expand(transform(part, spelt))
        while meanings.keys() & free_names(part):
            part = substitute(part, meanings)
        return part

    looked = looked_at(plain(node), setting)
    return looked is not None and looked.same(plain(setting.formula(text).node))
