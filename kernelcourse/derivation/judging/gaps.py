"""How far an inequality is from breaking at an instance: in floats, and near equality among many digits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.errors import NO_VALUE, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import DIGITS, TINY, Exact, precision
from kernelcourse.language.floats import Floats, is_complex
from kernelcourse.language.functions import facts, turns
from kernelcourse.language.tree import Binary, Call, Node, Number, Sum, children, walk

from ..instances.comparison import largest
from ..instances.instance import MODERATE, Instance, moderate
from ..instances.quantities import Quantity, decimals, measured
from ..instances.samples import Samples
from ..outcome import PREVIOUS
from ..proving.defined import unproved

CLEAR = 1e-6
_CLEAR_IN_FLOATS = 1e-9  # of the largest number, however many were added up
_MORE_DIGITS, _MOST_DIGITS = 300, 960
_FOR_TURNS = 400  # digits; with fewer, a large angle loses its place on the circle
_SEEN = 120  # e⁻¹²⁰ and 1/120! are seen beside 1
_LAST = 6  # digits that may be rounding where two numbers are equal: cos π comes out as −1 + 10⁻⁵⁹


@dataclass(frozen=True)
class Gap:
    """high − low at an instance: its smallest entry relative to the numbers it was made from, and whether it breaks."""

    at: Instance
    size: float
    broken: bool


class Gaps:
    """high − low of one inequality."""

    def __init__(self, left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]):
        self.left, self.sign, self.right, self.samples, self.names = left, sign, right, samples, names
        self.low, self.high = (left, right) if sign[0] == "<" else (right, left)
        self.strict = len(sign) == 1
        self.setting = right.setting
        self.used = self.setting.depends(left.node, right.node)
        granted = (left.node,) if names[0] == PREVIOUS else ()
        nodes = (right.node,) if granted else (left.node, right.node)
        self.asked = tuple(one for node in nodes for one in unproved(node, self.setting, granted))
        self.digits = _digits((left.node, right.node))
        self.turning = turns(left.node) or turns(right.node)
        self.known: dict[str, bool] = {}  # where a verdict takes hundreds of digits it is not asked for twice
        self.tested = 0
        self.condition, self.apart = 1.0, 0.0  # of the floats measured last; sin π is 10⁻¹⁶ among them
        self.trouble = ""
        self.missing: tuple[Instance, str] | None = None

    def gap(self, at: Instance) -> Gap | None:
        try:
            size = self.measured(at)
        except (Undefined, TooMuch):
            size = 0.0  # perhaps only for floats
            try:
                self.low.exactly(at), self.high.exactly(at)
            except (Undefined, TooMuch, Unsupported) as reason:
                self.trouble = str(reason)
                if isinstance(reason, Undefined) and self.counts(at):
                    self.missing = self.missing or (at, str(reason))
                return None
        near = size <= CLEAR or (self.strict and self.apart <= _CLEAR_IN_FLOATS)
        return Gap(at, size, near and self.violated(at, size))

    def counts(self, at: Instance) -> bool:
        """An undefined line matters where the line before it is defined."""
        return self.names[0] != PREVIOUS or self.left.has_value(at)

    def measured(self, at: Instance) -> float:
        floats = Floats()
        evaluator = Evaluator(
            at.values, self.setting.define, floats
        )  # what abbreviations stand for, once for both
        small, large = (measured(one.tree, evaluator, floats) for one in (self.low, self.high))
        self.condition = large.condition
        difference = large.value - small.value
        if is_complex(difference):
            if np.max(np.abs(np.imag(difference))) > 1e-9 * max(small.peak, large.peak):
                self.apart = -math.inf
                return -math.inf  # complex numbers have no order
            difference = np.real(difference)
        self.apart = float(difference.min() if isinstance(difference, np.ndarray) else difference)
        return self.apart / max(small.peak, large.peak, 1e-300)

    def violated(self, at: Instance, size: float) -> bool:
        """Near equality only exact numbers can tell."""
        source = at.values if at.exact is None else at.exact
        letters = [(one, at.sizes.get(one), source.get(one)) for one in sorted(self.used)]
        if not self.turning or any(isinstance(value, np.ndarray) for _, _, value in letters):
            return self._violated(at, size)
        key = repr(letters)
        if key not in self.known:
            self.known[key] = self._violated(at, size)
        return self.known[key]

    def _violated(self, at: Instance, size: float) -> bool:
        """60 digits, and 300 where they differ by what those may hide; 400 where an angle is large."""
        at = _real(at)
        try:
            try:
                found = self.broken_among(at, TINY)
            except Unsupported:  # on a circle 60 digits lose their place after a few turns
                found = None
            if found is not False:  # None: too near to tell
                try:
                    again = self.broken_among_many(at, self.digits)
                except Unsupported:
                    if self.digits >= _FOR_TURNS or not self.turning:
                        raise
                    again = self.broken_among_many(at, _FOR_TURNS)
                found = again if again is not None else bool(found)
            return found
        except (Unsupported, Undefined, TooMuch, TypeError, ArithmeticError):
            return self.clearly_below(at, size) or (
                self.strict and size == 0 and self.left.node == self.right.node
            )

    def broken_among_many(self, at: Instance, digits: int) -> bool | None:
        spend(75 * digits)
        with precision(digits):
            return self.broken_among(at, TINY ** (digits // 60))

    def clearly_below(self, at: Instance, size: float) -> bool:
        """Beside the letters too where those are only known in floats: what is 0 to them may be −10⁻¹⁴."""
        known = [] if at.exact is not None else [at.values[name] for name in self.used if name in at.values]
        scale = max((float(np.max(np.abs(value), initial=0.0)) for value in known), default=0.0)
        clear = CLEAR if known else max(_CLEAR_IN_FLOATS, 1e-12 * self.condition)
        return size < -clear and self.apart < -CLEAR * scale

    def broken_among(self, at: Instance, tiny: Decimal) -> bool | None:
        with precision():
            nearer = at.renewed()
            if nearer is None:
                raise Unsupported("this instance is only known in floats")
            below, above = self.low.exactly(nearer), self.high.exactly(nearer)
            if nearer is not at:  # no fraction is exact there
                below, above = decimals(below), decimals(above)
            difference = np.min(np.asarray(_minus(above, below), dtype=object))
            if not isinstance(difference, Decimal):
                return bool(difference <= 0 if self.strict else difference < 0)
            scale = max(largest(decimals(below)), largest(decimals(above)), 1)
            if abs(difference) > tiny * scale:
                return bool(difference < 0)
            many = getcontext().prec // DIGITS
            equal = abs(difference) < scale * Decimal(10) ** (_LAST - getcontext().prec)
            sure = moderate(at, many * MODERATE) and self.nothing_too_small(at)
            return True if self.strict and equal and sure else None

    def nothing_too_small(self, at: Instance) -> bool:
        """No exponential is so small that 300 digits do not show it: 1 + e^(−a²) > 1 at a = −40."""
        used = [self.setting.define[name] for name in self.used if name in self.setting.define]
        nodes = (self.left.node, self.right.node, *used)
        steep = [one for node in nodes for one in _exponents(node)]
        try:
            sizes = [Quantity(one, self.setting).measure(at).value for one in steep]
        except NO_VALUE:
            return False
        return all(np.max(np.abs(size), initial=0.0) <= _SEEN for size in sizes)

    def clearly_broken(self, at: Instance) -> bool:
        return self.measured(at) < -max(_CLEAR_IN_FLOATS, 1e-12 * self.condition)


def _exponents(node: Node) -> Iterator[Node]:
    """What stands in exponents; of the terms of a sum, the sizes of all of them together."""
    match node:
        case Call(function=name, arguments=(inside,)) if facts(name).exponential:
            yield inside
        case Binary(op="**", right=power) if not isinstance(power, Number):
            yield power
    for below in children(node):
        for inside in _exponents(below):
            if isinstance(node, Sum) and below is node.body:
                yield Sum(Call("abs", (inside,)), node.ranges)
            else:
                yield inside


def _digits(nodes: tuple[Node, ...]) -> int:
    """300, and more beside a number such as 10⁻³⁰⁰."""
    numbers = [part.value for node in nodes for part in walk(node) if isinstance(part, Number)]
    sizes = [abs(Fraction(one)) for one in numbers if isinstance(one, (int, Fraction)) and one]
    bits = max((max(one.numerator, one.denominator).bit_length() for one in sizes), default=0)
    return min(max(_MORE_DIGITS, bits), _MOST_DIGITS)


def _real(at: Instance) -> Instance:
    """Complex letters that happen to be real, as fractions."""
    found = {
        name: Exact().lift(np.real(value))
        for name, value in (at.exact or {}).items()
        if np.iscomplexobj(value) and not np.any(np.imag(value))
    }
    return replace(at, exact={**at.exact, **found}) if at.exact is not None and found else at


def _minus(above: Any, below: Any) -> Any:
    try:
        return above - below
    except TypeError:  # a fraction and a decimal
        return decimals(above) - decimals(below)
