"""Two quantities are compared at an instance, and a difference is told apart from round-off.

A `Quantity` knows its float value with the size of the numbers it was made from, and, where it can, its exact
value. Floats that clearly agree or clearly differ settle the matter; anything in between is evaluated again without
round-off.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.duals import Duals, parts, variable
from kernelcourse.language.evaluate import Evaluator, TooMuch, Undefined
from kernelcourse.language.exact import TINY, Exact, NotRational, Unsupported, precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.modular import Modular, Unlucky
from kernelcourse.language.primes import random_prime
from kernelcourse.language.shapes import brief
from kernelcourse.language.tower import Field
from kernelcourse.language.tree import Call, Name, Node, Number, walk

from .instances import Instance
from .symbols import Setting, plain

CLEARLY_EQUAL = 1e-10
CLEARLY_DIFFERENT = 1e-6


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

    def __str__(self) -> str:
        return brief(self.node)

    def measure(self, at: Instance) -> Measured:
        floats = Floats()
        evaluator = Evaluator(at.values, self.setting.define, floats)
        return _measured(evaluator(plain(self.node)), floats, evaluator.visits)

    @property
    def grain(self) -> Decimal:
        """The relative error of `exactly` where it returns decimals."""
        return TINY

    def residue(self, at: Instance, prime: int) -> Any:
        """The value at rational numbers, modulo a prime."""
        field = Modular(prime, roots=False)
        found = Field(residues(at, field), self.setting.define, field, None)(plain(self.node))
        return field.residue(found)

    def exactly(self, at: Instance) -> Any:
        """The value as fractions, or as 60-digit decimals; Unsupported if only floats can do it."""
        if at.exact is None:
            raise Unsupported("this instance is only known in floats")
        node = plain(self.node)
        used = self.setting.depends(node)
        with precision():
            for arithmetic in (Exact(), Exact(decimals=True)):
                try:
                    values = {name: arithmetic.lift(value) for name, value in at.exact.items() if name in used}
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

    @property
    def shape(self) -> Shape:
        return self.setting.shapes[self.wrt]

    def measure(self, at: Instance) -> Measured:
        duals = Duals()
        letter_value = at.values[self.wrt]
        values = {**at.values, self.wrt: variable(letter_value)}
        _, slope = parts(Evaluator(values, self.setting.define, duals)(plain(self.node)))
        shape = np.shape(letter_value)
        gradient = np.zeros(shape) if slope is None else np.reshape(slope, shape)
        return _measured(gradient if shape else gradient[()], duals)

    @property
    def grain(self) -> Decimal:
        return Decimal(10) ** -25

    def residue(self, at: Instance, prime: int) -> Any:
        """f(w + p h) = f(w) + p ∇f·h modulo p², for each unit vector h."""
        field = Modular(prime, 2, roots=False)
        values = residues(at, field)
        node, here = plain(self.node), values[self.wrt]
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
        """Central differences among 60 digits: good to thirty."""
        self.measure(at)  # a kink has no gradient
        if at.exact is None:
            raise Unsupported("this instance is only known in floats")
        step = Fraction(1, 10**20)
        here = at.exact[self.wrt]
        inside = Quantity(self.node, self.setting)
        slopes = np.zeros(np.shape(here), dtype=object)
        with precision():
            for place in np.ndindex(np.shape(here)):
                ends = []
                for side in (1, -1):
                    moved = here.copy() if np.ndim(here) else here + side * step
                    if np.ndim(here):
                        moved[place] = moved[place] + side * step
                    ends.append(_decimals(inside.exactly(at.with_value(self.wrt, moved))))
                slopes[place] = (ends[0] - ends[1]) / 2 * 10**20
        return slopes if np.ndim(here) else slopes.item()


def residues(at: Instance, field: Modular) -> dict[str, Any]:
    """The rational letters in the field; single numbers stay fractions."""
    assert at.exact is not None
    return {
        name: field.each(lambda entry: field.residue(Fraction(entry)), value) if np.ndim(value) else value
        for name, value in at.exact.items()
        if not np.iscomplexobj(value)
    }


def _measured(value: Any, floats: Floats, visits: int = 0) -> Measured:
    if not np.all(np.isfinite(value)):
        raise Undefined("the value is not finite")
    size = float(np.max(np.abs(value), initial=0.0)) if np.ndim(value) else abs(value)
    return Measured(value, max(size, floats.peak), floats.condition, visits)


@dataclass(frozen=True)
class Comparison:
    """equal · different · unclear · undefined (this side only) · skipped (the previous side has no value)."""

    outcome: str
    at: Instance
    left: Any = None
    right: Any = None
    why: str = ""
    exact: bool = False


def compare(left: Quantity, right: Quantity, at: Instance, thorough: bool = True) -> Comparison:
    """Is left = right at this instance? Exactly where that can be told; floats decide only what is clear in floats."""
    if not thorough:
        found = _compare_floats(left, right, at)
        if found.outcome in ("equal", "different"):
            return found
    for exactly in (_compare_residues, _compare_exactly):
        exact = exactly(left, right, at)
        if exact is not None:
            return exact
    return _compare_floats(left, right, at)


def _compare_floats(left: Quantity, right: Quantity, at: Instance) -> Comparison:
    first, second = _try(left, at), _try(right, at)
    if isinstance(first, Measured) and isinstance(second, Measured):
        difference = float(np.max(np.abs(np.subtract(first.value, second.value)), initial=0.0))
        scale = max(first.peak, second.peak, 1e-300)
        noise = 1e-14 * max(first.condition, second.condition)
        relative = difference / scale
        if relative > max(CLEARLY_DIFFERENT, 1000 * noise):
            return Comparison("different", at, first.value, second.value)
        if relative <= CLEARLY_EQUAL + 10 * noise and noise < 1e-5:
            return Comparison("equal", at, first.value, second.value)
        why = f"they differ by {difference:.1e}, which round-off could explain (condition {noise * 1e14:.0e})"
        return Comparison("unclear", at, first.value, second.value, why)
    if isinstance(first, TooMuch) or isinstance(second, TooMuch):
        return Comparison("unclear", at, why=str(first if isinstance(first, TooMuch) else second))
    if isinstance(first, Measured):
        return Comparison("undefined", at, first.value, None, str(second))
    return Comparison("skipped", at, None, None, str(first))


def _try(quantity: Quantity, at: Instance) -> Measured | Undefined | TooMuch:
    try:
        return quantity.measure(at)
    except (Undefined, TooMuch) as error:
        return error


def _compare_residues(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    """Rational numbers that differ modulo a prime differ; a difference hides from a random prime of 61 bits in vain."""
    if at.exact is None or not (rational(left.node, left.setting) and rational(right.node, right.setting)):
        return None
    for _ in range(3):
        field_prime = random_prime(3)
        values: list[Any] = []
        try:
            for quantity in (left, right):
                try:
                    values.append(quantity.residue(at, field_prime))
                except Undefined as error:
                    values.append(error)
        except Unlucky:
            continue
        except (Unsupported, TooMuch, TypeError, ValueError, AttributeError, OverflowError):
            return None
        first, second = values
        if isinstance(first, Undefined):
            return Comparison("skipped", at, None, None, str(first), True)
        if isinstance(second, Undefined):
            return Comparison("undefined", at, *shown(left, right, at), str(second), True)
        if not np.any(np.not_equal(first, second)):
            return Comparison("equal", at, exact=True)
        return Comparison("different", at, *shown(left, right, at), "", True)
    return None


def shown(left: Quantity, right: Quantity, at: Instance) -> tuple[Any, Any]:
    """The two values for a witness: exact if they can be had, None where there is none."""
    found: list[Any] = []
    for quantity in (left, right):
        try:
            found.append(quantity.exactly(at))
        except Undefined:
            found.append(None)
        except (Unsupported, TooMuch):
            measured = _try(quantity, at)
            found.append(measured.value if isinstance(measured, Measured) else None)
    return found[0], found[1]


def _compare_exactly(left: Quantity, right: Quantity, at: Instance) -> Comparison | None:
    values: list[Any] = []
    peak = 1.0
    for quantity in (left, right):
        try:
            values.append(quantity.exactly(at))
            measured = _try(quantity, at)
            peak = max(peak, measured.peak if isinstance(measured, Measured) else 1.0)
        except Undefined as error:
            values.append(error)
        except (Unsupported, TooMuch):
            return None
    first, second = values
    if isinstance(first, Undefined):
        return Comparison("skipped", at, None, None, str(first), True)
    if isinstance(second, Undefined):
        return Comparison("undefined", at, first, None, str(second), True)
    with precision():
        try:
            difference = _largest(first - second)
        except TypeError:  # one side is rational, the other is not
            first, second = (_decimals(part) for part in (first, second))
            difference = _largest(first - second)
        size = max(_largest(first), _largest(second), Decimal(min(peak, 1e300)))
        close = difference == 0 or (isinstance(difference, Decimal) and difference <= left.grain * size)
    return Comparison("equal" if close else "different", at, first, second, "", True)


_IRRATIONAL = frozenset(
    "sqrt abs sign norm max min exp log cos sin tan cosh sinh tanh arcsin arccos arctan sigmoid rank pinv imag real".split()
)


def rational(node: Node, setting: Setting) -> bool:
    """Made of + − × / inverses, traces, determinants and whole powers only."""
    open_, seen = [plain(node)], set[str]()
    while open_:
        for part in walk(open_.pop()):
            if isinstance(part, Call) and part.function in _IRRATIONAL:
                return False
            if isinstance(part, Number) and isinstance(part.value, complex):
                return False
            if isinstance(part, Name):
                if part.id in ("pi", "inf"):
                    return False
                if part.id in setting.define and part.id not in seen:
                    seen.add(part.id)
                    open_.append(plain(setting.define[part.id]))
    return True


def _largest(value: Any) -> Any:
    return max((abs(entry) for entry in np.ravel(np.asarray(value, dtype=object))), default=0)


def _decimals(value: Any) -> Any:
    arithmetic = Exact(decimals=True)
    entries = np.asarray(value, dtype=object)
    if all(isinstance(entry, Decimal) for entry in entries.flat):
        return value
    return arithmetic.lift(value if np.ndim(value) else np.asarray(value, dtype=object).item())
