"""Two lines are equal for every size if they are at random points of random prime fields, sizes large enough.

A polynomial of degree D that is not zero vanishes at a random point of a field with p elements with probability at most
D/p (Schwartz–Zippel), and modulo a random prime of 61 bits its coefficients vanish together with probability below 2⁻⁵⁰
as long as they have fewer than 600 digits. Two draws make that 2⁻⁶⁰ and less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spend, spent
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.modular import Modular, Unlucky
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tower import Field, climb
from kernelcourse.language.tree import Node

from ..instances.quantities import Gradient, Quantity
from ..ranges.matrices import Tall
from ..ranges.numbers import Integer
from ..ranges.pieces import Partition
from ..ranges.range import InPieces
from ..ranges.vectors import Labels
from ..reading.symbols import plain
from .derivative import by_rules
from .freed import freed
from .patterns import Pattern, any_pattern, freer, patterns
from .points import NoPoint, Plan, draw_point, plans
from .reached import all_reached
from .roots import certain, fixed_sign, signed
from .sign_draws import MOST, draws_at, draws_for
from .sizes import enough

LARGEST_SIZE = 26
MOST_SIZES = 24
SECONDS = 0.5
LUCK = 0.95  # of an unlucky draw is not charged: whether a line is proved should not depend on luck
SAMPLED = 600  # draws of labels and clusters where there are too many to try all: no proof
FRESH = 12  # of them in primes of their own
TROUBLE = (Unsupported, TooMuch, Undefined, NoPoint, ShapeError, TypeError, ValueError, AttributeError, IndexError,
            KeyError, OverflowError, ZeroDivisionError)  # fmt: skip


@dataclass(frozen=True)
class Identity:
    """equal: True, False or None (cannot be told); every_size: beyond the bound, so for all sizes (if equal), or beyond
    doubt (if not: where roots and side conditions are in play, the field asks for more than the reals do)."""

    equal: bool | None
    every_size: bool = False
    draws: int = 0
    sizes: tuple[tuple[tuple[str, int], ...], ...] = ()

    @property
    def proved(self) -> bool:
        return self.equal is True and self.every_size


def identity(left: Quantity, right: Quantity) -> Identity:
    """Is left = right wherever both are defined, for all sizes?"""
    for free in freer(right.setting):
        found = _tried(replace(left, setting=free), replace(right, setting=free))
        if found.proved:
            return found
    found = _tried(left, right)
    if found.proved:
        return found
    if isinstance(left, Gradient) and not found.every_size:
        with suppress(*TROUBLE):
            ruled = identity(*by_rules(left, right))
            return ruled if ruled.proved else found
    if found.equal is False:
        return found
    with suppress(*TROUBLE):
        for pairs in freed(left, right):
            implied = [_tried(*pair) for pair in pairs]
            if all(one.proved for one in implied):
                return implied[0]
    return found


def _tried(left: Quantity, right: Quantity, only_proof: bool = False) -> Identity:
    try:
        return IdentityTest(left, right).run(only_proof)
    except TROUBLE:
        return Identity(None)


class IdentityTest:
    """Both sides at random points, the sizes and the whole numbers in turn."""

    point: tuple[Node, str, Node] | None = None  # (objective, letter, its value): is the gradient zero there?

    def __init__(self, left: Quantity, right: Quantity):
        self.left, self.right, self.setting = left, right, right.setting
        self.nodes = plain(left.node), plain(right.node)
        self.gradient = left.wrt if isinstance(left, Gradient) else ""
        letters = self.setting.depends(*self.nodes) | ({self.gradient} if self.gradient else set())
        self.setting = self.setting.only(letters)  # letters that do not occur need no numbers
        self.signed = any(signed(node, self.setting) for node in self.nodes)
        self.certain = not self.setting.where and all(certain(node, self.setting) for node in self.nodes)
        used = self.setting.depends(*self.nodes) | self.setting.depends(
            *(side for _, a, b in self.setting.where for side in (a, b))
        )
        ranges = {name: range_ for name, range_ in self.setting.given.items() if name in used}
        self.patterned = {name: range_ for name, range_ in ranges.items() if isinstance(range_, InPieces)}
        self.complex = any(range_.is_complex for range_ in ranges.values())
        self.chain: list[tuple[int, int]] = []
        self.lucky = self.chain  # primes in which every root so far exists
        self.limit = Limit(SECONDS if not self.patterned else 2 * SECONDS)

    def run(self, only_proof: bool = False) -> Identity:
        usable = [plan for plan in plans(self.setting) if self.works(plan)]
        if not usable:
            return Identity(None)
        smallest = dict.fromkeys(self.setting.sizes, 2)
        for plan in usable:
            for whole in self.whole_numbers():
                chosen = self.fitting(smallest)
                with suppress(Undefined, IndexError):  # x[2] is not there at the smallest size
                    if not self.agree(chosen, whole, plan):
                        return Identity(False, self.certain, sizes=(tuple(chosen.items()),))
        sizes, complete = self.sizes()
        prove = (lambda one, other: _tried(one, other, True).proved) if self.point is None else None
        complete = complete and all_reached(self.left, self.right, self.setting, usable, prove)
        if only_proof and not complete:
            return Identity(None)
        # the sign of a constant stays the same as long as the prime does
        fixed = any(fixed_sign(node, self.setting) for node in self.nodes)
        fresh = inf if self.point or fixed else FRESH if self.signed else 2
        draws = 0
        for place, chosen in enumerate(sizes):
            repeats = self.repeats(chosen) if self.signed else 1 + (place == 0)
            complete = complete and repeats <= draws_for(MOST)
            every = patterns(self.patterned, chosen)
            if every is None:
                every, complete, repeats = [{}] * SAMPLED, False, 1
            for plan, whole, pattern in product(usable, self.whole_numbers(), every):
                for _ in range(min(repeats, draws_for(MOST))):
                    if draws < fresh:
                        self.lucky = []
                    if not self.agree(chosen, whole, plan, pattern):
                        return Identity(False, self.certain, sizes=(tuple(chosen.items()),))
                    draws += 1
                    if self.limit.over():
                        return Identity(True, False, draws)
        return Identity(True, complete, draws, tuple(tuple(chosen.items()) for chosen in sizes))

    def repeats(self, sizes: Mapping[str, int]) -> int:
        """How often these sizes are drawn where a sign is in play."""
        return draws_at(sizes, self.setting, [*self.nodes, *(self.point or ())[::2]])

    def works(self, plan: Plan) -> bool:
        """Can the side conditions be met this way?"""
        sizes = dict.fromkeys(self.setting.sizes, 3)
        for _ in range(8):
            try:
                self.agree(self.fitting(sizes), next(self.whole_numbers()), plan)
            except NoPoint:
                return False
            return True
        return False

    def whole_numbers(self) -> Iterator[dict[str, int]]:
        """Every value of the bounded integers that are no sizes (at most sixteen together)."""
        ranges: dict[str, range] = {}
        for name, range_ in self.setting.given.items():
            if isinstance(range_, Integer) and name not in self.setting.sizes:
                ranges[name] = range(int(range_.ends[0]), int(range_.ends[1]) + 1)
        count = 1
        for values in ranges.values():
            count *= len(values)
        if count > 16:
            raise Unsupported("too many whole numbers")
        for chosen in product(*ranges.values()):
            yield dict(zip(ranges, chosen, strict=True))

    def sizes(self) -> tuple[list[dict[str, int]], bool]:
        """The sizes to try, and whether they are enough for all."""
        try:
            indices, several = enough(*self.nodes, self.setting)
        except Unsupported:
            return [self.fitting(dict(zip(self.setting.sizes, few, strict=True)))
                    for few in _few(len(self.setting.sizes))], False  # fmt: skip
        spread, complete, count = [], True, 1
        for name in self.setting.sizes:
            range_ = self.setting.given.get(name)
            if range_ is not None and range_.bounds is not None:  # a bounded size: all of them
                low, high = map(int, range_.bounds)
                values = list(range(low, min(high, LARGEST_SIZE) + 1))
                complete = complete and high <= LARGEST_SIZE
            else:
                least = max(indices[name], 2) + self.runs_along(name)
                values = list(range(least, least + several[name]))
                if values[-1] > LARGEST_SIZE:
                    values = [value for value in values if value <= LARGEST_SIZE] or [8]
                    complete = False
            count *= len(values)
            spread.append(values)
        while count > MOST_SIZES:
            longest = max(spread, key=len)
            count //= len(longest)
            longest[:] = longest[:1]
            complete = False
        chosen = [
            self.fitting(dict(zip(self.setting.sizes, c, strict=True)), indices) for c in product(*spread)
        ]
        return chosen, complete

    def runs_along(self, name: str) -> bool:
        """A size along which labels or clusters run: one longer, for what is in none of the places named."""
        return any(isinstance(range_, (Labels, Partition)) and any(name in size.names for size in range_.sizes)
                   for range_ in self.setting.given.values())  # fmt: skip

    def fitting(self, sizes: Mapping[str, int], indices: Mapping[str, int] | None = None) -> dict[str, int]:
        """Points enough that all those named may share a cluster and none is empty; bounded sizes within bounds."""
        found = dict(sizes)
        for name in found:
            range_ = self.setting.given.get(name)
            if range_ is not None and range_.bounds is not None:
                found[name] = max(int(range_.bounds[0]), min(found[name], int(range_.bounds[1])))
        for range_ in self.setting.given.values():
            while isinstance(range_, Tall) and range_.shape[1].size(found) > range_.shape[0].size(found):
                found[next(iter(range_.shape[0].names))] += 1
            if isinstance(range_, Partition):
                points, clusters = range_.sizes
                named = max((indices or {}).get(name, 0) for name in points.names) if points.names else 0
                while points.names and clusters.size(found) - 1 + max(3, named) > points.size(found):
                    found[next(iter(points.names))] += 1
        return found

    def agree(
        self, sizes: Mapping[str, int], whole: Mapping[str, int], plan: Plan, pattern: Pattern | None = None
    ) -> bool:
        self.chain = self.lucky
        for attempt in range(300):
            before = spent()
            try:
                found = self.once(sizes, whole, plan, pattern)
                self.lucky = self.chain
                return found
            except Unlucky:
                spend(LUCK * (before - spent()))
                if attempt % 4 == 3:
                    self.chain = []
                if self.limit.over():
                    raise Unsupported("no point was found in time") from None
        raise Unsupported("no point was found")

    def once(
        self, sizes: Mapping[str, int], whole: Mapping[str, int], plan: Plan, pattern: Pattern | None
    ) -> bool:
        chosen = pattern or any_pattern(self.patterned, sizes)

        def letters(field: Modular) -> tuple[dict[str, Any], dict[str, Any]]:
            return draw_point(self.setting, sizes, whole, plan, field, chosen)

        power = 2 if self.gradient or self.point is not None else 1
        top = climb(self.nodes, self.setting.define, letters, self.complex, power, self.chain)
        if self.point is not None:
            return self.slope_vanishes(top, *self.point)
        if self.gradient:
            return self.slope_agrees(top)
        first, second = (top.field.residue(top(node)) for node in self.nodes)
        return not np.any(np.not_equal(first, second))

    def slope_agrees(self, top: Field) -> bool:
        """f(w + p h) = f(w) + p ∇f·h modulo p²."""
        field, name = top.field, self.gradient
        along = field.random(np.shape(top.values[name]))
        moved = top.with_letter(
            name, *((one.values[name] + field.prime * along) % field.modulus for one in (top, top.mirror))
        )
        change = (field.residue(moved(self.nodes[0])) - field.residue(top(self.nodes[0]))) % field.modulus
        claimed = int(np.sum(field.residue(top(self.nodes[1])) * along))
        return int(change // field.prime) % field.prime == claimed % field.prime

    def slope_vanishes(self, top: Field, node: Node, name: str, value: Node) -> bool:
        field = top.field
        here, mirrored = (field.residue(one(plain(value))) for one in (top, top.mirror))
        step = field.prime * field.random(np.shape(here))
        ends = [
            field.residue(
                top.with_letter(name, *((one + by) % field.modulus for one in (here, mirrored)))(node)
            )
            for by in (0, step)
        ]
        return (ends[1] - ends[0]) % field.modulus == 0


def _few(count: int) -> list[tuple[int, ...]]:
    return [tuple(3 + (place + shift) % 3 for place in range(count)) for shift in range(3)]
