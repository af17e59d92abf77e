"""A quantity at an instance: its float value and the size of what made it, its exact value, its residue."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.dual import parts, variable
from kernelcourse.language.duals import Duals
from kernelcourse.language.elementary import DIGITS
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import GRAIN, Exact, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.functions import facts
from kernelcourse.language.in_text import brief
from kernelcourse.language.modular import Modular
from kernelcourse.language.primes import random_prime
from kernelcourse.language.rational import rational
from kernelcourse.language.tower import Field
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, walk

from ..ranges.numbers import Interval
from ..reading.symbols import Setting, plain
from .instance import Instance

_UNEVEN = 1e-8  # of the largest entry: smaller ones do not shorten the step of a difference further
_BENT = Decimal(10) ** -9  # of the slope: more than a curve bends within a step
_OF_PARTS = frozenset({"conj", "real", "imag", "abs", "norm", "sign"})


@dataclass(frozen=True)
class Measured:
    """A float value, the size of what was added up to make it, and its condition number."""

    value: Any
    peak: float
    condition: float
    visits: int = 0


@dataclass(frozen=True)
class Quantity:
    """An expression in a setting."""

    node: Node
    setting: Setting

    @property
    def shape(self) -> Shape:
        return self.setting.shape(self.node)

    @cached_property
    def tree(self) -> Node:
        """As it is computed."""
        return plain(self.node)

    @cached_property
    def used(self) -> frozenset[str]:
        """The letters it depends on."""
        return self.setting.depends(self.node)

    @cached_property
    def rational(self) -> bool:
        """Made of + − × / inverses, traces, determinants and whole powers only."""
        return _rational(self.node, self.setting)

    @cached_property
    def piecewise_rational(self) -> bool:
        """Fractions are all it needs: also |…|, max and min."""
        defined = self.setting.define
        trees = [self.node, *(tree for name, tree in defined.items() if name in self.used)]
        parts = [part for tree in trees for part in walk(tree)]
        powers = [part.right for part in parts if isinstance(part, Binary) and part.op == "**"]
        called = [facts(part.function) for part in parts if isinstance(part, Call)]
        whole = all(isinstance(one, Number) and isinstance(one.value, int) for one in powers)
        return whole and all(one.rational or one.constant is not None for one in called)

    @cached_property
    def prime(self) -> int:
        """Of the field in which it is compared; the same at every instance, as the errors add up to no more then."""
        return random_prime(3)

    def __str__(self) -> str:
        return brief(self.node, self.setting.shape)

    def measure(self, at: Instance) -> Measured:
        floats = Floats()
        return measured(self.tree, Evaluator(at.values, self.setting.define, floats), floats)

    def has_value(self, at: Instance) -> bool:
        try:
            self.measure(at)
        except (Undefined, TooMuch):
            return False
        return True

    @property
    def grain(self) -> Decimal:
        """The relative error of `exactly` where it returns decimals."""
        return GRAIN

    def residue(self, at: Instance, prime: int) -> Any:
        """The value at rational numbers, modulo a prime."""
        field = Modular(prime, roots=False)
        found = Field(residues(at, field, self.used), self.setting.define, field, None)(self.tree)
        return field.residue(found)

    def exactly(self, at: Instance) -> Any:
        """The value as fractions, or as 60-digit decimals; Unsupported if only floats can do it."""
        if at.exact is None:
            raise Unsupported("this instance is only known in floats")
        node, used = self.tree, self.used
        with precision():
            for arithmetic in (Exact(), Exact(decimals=True)):
                try:
                    values = {
                        name: arithmetic.lift(value) for name, value in at.exact.items() if name in used
                    }
                    return Evaluator(values, self.setting.define, arithmetic)(node)
                except NotRational:
                    continue
                except (TypeError, AttributeError, ValueError):
                    break
        raise Unsupported("no exact value")


@dataclass(frozen=True)
class Gradient(Quantity):
    """The gradient of a number with respect to a letter, by forward mode."""

    wrt: str = ""

    @cached_property
    def used(self) -> frozenset[str]:
        return self.setting.depends(self.node) | {self.wrt}

    @property
    def shape(self) -> Shape:
        return self.setting.shapes[self.wrt]

    @property
    def differentiable(self) -> bool:
        """Not so in a complex letter of which only a part is looked at: z̄, Re z, |z| have no one derivative."""
        if not _complex(self.wrt, self.setting):
            return True
        define = self.setting.define
        trees = [self.node, *(define[name] for name in self.used & define.keys())]
        return not any(
            isinstance(part, Call) and part.function in _OF_PARTS and self.wrt in self.setting.depends(part)
            for tree in trees
            for part in walk(tree)
        )

    @property
    def source(self) -> Quantity:
        """What is differentiated."""
        return Quantity(self.node, self.setting)

    def measure(self, at: Instance) -> Measured:
        duals = Duals()
        letter_value = at.values[self.wrt]
        values = {**at.values, self.wrt: variable(letter_value)}
        _, slope = parts(Evaluator(values, self.setting.define, duals)(self.tree))
        shape = np.shape(letter_value)
        gradient = np.zeros(shape) if slope is None else np.reshape(slope, shape)
        return _measured(gradient if shape else gradient[()], duals)

    @property
    def grain(self) -> Decimal:
        return Decimal(10) ** -25

    def residue(self, at: Instance, prime: int) -> Any:
        """f(w + p h) = f(w) + p ∇f·h modulo p², for each unit vector h."""
        field = Modular(prime, 2, roots=False)
        values = residues(at, field, self.used)
        node, here = self.tree, values[self.wrt]
        start = field.residue(Field(values, self.setting.define, field, None)(node))
        slopes = np.zeros(np.shape(here), dtype=object)
        for place in np.ndindex(np.shape(here)):
            moved = here.copy() if np.ndim(here) else field.residue(here) + prime
            if np.ndim(here):
                moved[place] += prime
            there = field.residue(Field({**values, self.wrt: moved}, self.setting.define, field, None)(node))
            slopes[place] = (there - start) % field.modulus // prime % prime
        return slopes if np.ndim(here) else slopes.item()

    def exactly(self, at: Instance) -> Any:
        """Central differences over a third of the digits: good to two thirds of them."""
        peak = self.measure(at).peak  # a kink has no gradient
        if at.exact is None:
            raise Unsupported("this instance is only known in floats")
        here, range_ = at.exact[self.wrt], self.setting.given.get(self.wrt)
        if isinstance(range_, Interval) and any(abs(here - end) < 1e-6 for end in range_.ends):
            raise Unsupported("too near the end of an interval for differences")
        sizes = [float(abs(entry)) for entry in np.ravel(here) if entry]
        size = max(min(sizes), _UNEVEN * max(sizes)) if sizes else 0.0  # a step is small beside each entry
        digits = max(DIGITS, getcontext().prec)
        step = Fraction(10) ** ((round(math.log10(size)) if size else 0) - digits // 3)
        places = list(np.ndindex(np.shape(here)))
        slopes: Any = np.zeros(np.shape(here), dtype=object)
        with precision():
            middle = decimals(self.source.exactly(at))
            ends = {place: self._beside(at, place, step) for place in places}
            for place, (above, below) in ends.items():
                slopes[place] = (above - below) / decimals(2 * step)
            noise = Decimal(10) ** (3 - digits) * Decimal(min(peak, 1e300)) / decimals(2 * step)
            if noise > self.grain * max(*(abs(entry) for entry in slopes.flat), Decimal(1)):
                raise Unsupported("the step is lost among the digits")
            for place, (above, below) in ends.items():
                bend = abs(above + below - 2 * middle)
                steep = _BENT * abs(slopes[place]) * decimals(step)
                if bend <= max(steep, _BENT * decimals(step)):
                    continue
                above, below = self._beside(at, place, step / 100)
                if 200 * abs(above + below - 2 * middle) >= bend:  # 10,000 times less at a slope
                    raise Undefined("there is a corner, and no gradient")
        return slopes if np.ndim(here) else slopes.item()

    def _beside(self, at: Instance, place: tuple[int, ...], step: Fraction) -> tuple[Decimal, Decimal]:
        """What is differentiated, a step further and a step back along one entry."""
        assert at.exact is not None
        here, ends = at.exact[self.wrt], []
        for side in (1, -1):
            moved = here.copy() if np.ndim(here) else here + side * step
            if np.ndim(here):
                moved[place] = moved[place] + side * step
            ends.append(decimals(self.source.exactly(at.with_value(self.wrt, moved))))
        return ends[0], ends[1]


def residues(at: Instance, field: Modular, used: frozenset[str]) -> dict[str, Any]:
    """The rational letters among `used` in the field; single numbers stay fractions."""
    assert at.exact is not None
    return {
        name: field.each(lambda entry: field.residue(rational(entry)), value) if np.ndim(value) else value
        for name, value in at.exact.items()
        if name in used and not np.iscomplexobj(value)
    }


def measured(tree: Node, evaluator: Evaluator, floats: Floats) -> Measured:
    """A tree's value and what it was made from; several may share an evaluator and its abbreviations."""
    evaluator.visits = 0
    return _measured(evaluator(tree), floats, evaluator.visits)


def _measured(value: Any, floats: Floats, visits: int = 0) -> Measured:
    size = float(np.maximum.reduce(np.abs(value), axis=None, initial=0.0)) if np.ndim(value) else abs(value)
    if not math.isfinite(size):
        raise TooMuch("the value is too large to compute with")
    return Measured(value, max(size, floats.peak), floats.condition, visits)


def _complex(name: str, setting: Setting) -> bool:
    return name in setting.given and setting.given[name].is_complex


def _rational(node: Node, setting: Setting) -> bool:
    open_, seen = [plain(node)], set[str]()
    while open_:
        for part in walk(open_.pop()):
            if isinstance(part, Call) and not facts(part.function).rational:
                return False
            if isinstance(part, Number) and isinstance(part.value, complex):
                return False
            if isinstance(part, Name):
                if part.id in ("pi", "inf") or _complex(part.id, setting):
                    return False
                if part.id in setting.define and part.id not in seen:
                    seen.add(part.id)
                    open_.append(plain(setting.define[part.id]))
    return True


def decimals(value: Any) -> Any:
    arithmetic = Exact(decimals=True)
    entries = np.asarray(value, dtype=object)
    if all(isinstance(entry, Decimal) for entry in entries.flat):
        return value
    return arithmetic.lift(value if np.ndim(value) else np.asarray(value, dtype=object).item())
