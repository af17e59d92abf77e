"""Two ways to read a formula: as a normal form (with what must hold for it to be defined), and in floats.

`Conditions` are collected while reading: a/b needs b ≠ 0, √q needs q ≥ 0, log q needs q > 0. The prover must discharge
every one of them on the domain before it says "proved".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.functions import FUNCTIONS, Defined, facts
from kernelcourse.language.reading import Node

from ..domains import Domain
from ..formula.meaning import Direction, NeedCoordinates, Reader
from ..formula.unrolling import price_in_floats
from ..formula.words import edit_distance, hamming_distance
from .factoring import denominator
from .identities import Forms
from .normal_form import ONE, Atom, Monomial, Polynomial, TooLarge, from_atom, number


@dataclass(frozen=True)
class Condition:
    """needs: `nonzero`, `nonnegative`, `positive` or `within` ([−1, 1]); numerator is kept for a quotient 0/0."""

    needs: str
    form: Polynomial
    numerator: Polynomial | None = None


def _indicator(m: Monomial, c: Fraction) -> bool:
    """n·[xᵢ = zᵢ] or n, for a whole number n."""
    return c.denominator == 1 and (not m or (len(m) == 1 and m[0][0].kind == "delta" and m[0][1] == 1))


@dataclass
class FormAlgebra:
    """Numbers are polynomials in normal form."""

    domain: Domain
    conditions: list[Condition] = field(default_factory=list)
    factors: dict[str, tuple[Polynomial, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.forms = Forms(self.domain)

    def number(self, value: Fraction) -> Polynomial:
        return number(value)

    def pi(self) -> Polynomial:
        return from_atom(Atom("pi"))

    def product_symbol(self, kind: str) -> Polynomial:
        if kind != "xz" and self.domain.name == "sphere":
            return ONE
        return from_atom(Atom(kind))

    def length_of(self, total: Polynomial, r: Fraction) -> Polynomial:
        """A norm: the root of something that is never negative."""
        return self.forms.power(total, r)

    def add(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return a + b

    def subtract(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return a - b

    def negative(self, a: Polynomial) -> Polynomial:
        return -a

    def multiply(self, a: Polynomial, b: Polynomial) -> Polynomial:
        made = self.forms.multiply(a, b)
        if a.sides and b.sides:
            self.factors[made.key] = (a, b)
        return made

    def _nonzero(self, b: Polynomial, a: Polynomial | None = None) -> None:
        """A product is not 0 if no factor is."""
        if b.key in self.factors:
            for factor in self.factors[b.key]:
                self._nonzero(factor, a)
        elif not b.is_number:
            self.conditions.append(Condition("nonzero", b, a))

    def divide(self, a: Polynomial, b: Polynomial) -> Polynomial:
        self._nonzero(b, a)
        return self.forms.divide(a, b)

    def dividing(self, size: Polynomial, b: Polynomial) -> Callable[[Polynomial, Polynomial], Polynomial]:
        """Division of a vector with this squared length by b."""
        if not b.is_number:
            self.conditions.append(Condition("nonzero", b, size))
        return self.forms.divide

    def power(self, base: Polynomial, exponent: Polynomial) -> Polynomial:
        if exponent.is_number:
            r = exponent.number
            if not base.is_number:
                if r.denominator != 1:
                    self.conditions.append(Condition("positive" if r < 0 else "nonnegative", base))
                elif r < 0:
                    self._nonzero(base)
            made = self.forms.power(base, r)
            if (r > 1 or (r > 0 and r.denominator > 1)) and base.sides:  # baseʳ is not 0 if base is not
                self.factors[made.key] = (base,)
            return made
        if base.is_number and base.number < 0 and all(_indicator(m, c) for m, c in exponent.terms.items()):
            made = ONE  # b^(c + nδ) = b^c·(1 + (bⁿ − 1)δ) for δ = 0 or 1 and whole numbers c, n
            for m, c in exponent.terms.items():
                height = self.forms.power(base, c)
                part = height if not m else ONE + self.forms.multiply(height - ONE, from_atom(m[0][0]))
                made = self.forms.multiply(made, part)
            return made
        self.conditions.append(Condition("positive", base))
        return self.forms.exp(self.forms.multiply(exponent, self.forms.log(base)))

    def function(self, name: str, a: Polynomial) -> Polynomial:
        below = denominator(a) if name == "log" else None
        if below is not None:  # log(p/q) = log p − log q where both are > 0
            q, e = below[0].argument or ONE, below[1]
            above = self.forms.multiply(a, from_atom(*below))
            self.conditions += [Condition("positive", above), Condition("positive", q)]
            return self.forms.log(above) - self.forms.log(q).scaled(e)
        match facts(name).domain:
            case Defined.NONNEGATIVE | Defined.POSITIVE as needed if not a.is_number:
                self.conditions.append(Condition(needed.name.lower(), a))
            case Defined.WITHIN:
                self.conditions.append(Condition("within", a))
            case Defined.INSIDE:
                self.conditions.append(Condition("positive", ONE - self.forms.multiply(a, a)))
            case Defined.TURNS:
                self.conditions.append(Condition("positive", self.forms.cos(a)))
        if name == "sqrt":
            made = self.forms.power(a, Fraction(1, 2))
            if a.sides:  # √a is not 0 if a is not
                self.factors[made.key] = (a,)
            return made
        return self.forms.function(name, a)

    def minimum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return self.forms.minimum(a, b)

    def maximum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return self.forms.maximum(a, b)

    def rational(self, a: Polynomial) -> Fraction | None:
        return a.number if isinstance(a, Polynomial) and a.is_number else None

    def whole_number(self, a: Polynomial) -> int | None:
        value = self.rational(a)
        return int(value) if value is not None and value.denominator == 1 else None

    def same(self, a: Polynomial, b: Polynomial, i: int) -> Polynomial:
        return from_atom(Atom("delta", index=i))

    def length(self, letter: str, value: Any) -> Polynomial:
        return from_atom(Atom(f"length_{letter}"))

    def string_function(self, name: str, x: Any, z: Any) -> Polynomial:
        return from_atom(Atom(name, index=-1 if name == "delta" else 0))


@dataclass
class Reading:
    """A formula in normal form, whether it is in coordinates, and what must hold for it to be defined."""

    form: Polynomial
    coordinates: bool
    conditions: tuple[Condition, ...]


def coordinates_of(letter: str, dim: int) -> Any:
    """x as a list of its coordinates; in dimension 1 the number itself."""
    listed = [from_atom(Atom(letter, index=i)) for i in range(dim)]
    return listed[0] if dim == 1 else listed


def normal_form(node: Node, domain: Domain, coordinates: bool = False) -> Reading:
    """The normal form of a tree, with x·z as one symbol if the formula allows it; may raise TooLarge."""
    algebra = FormAlgebra(domain)
    if domain.name == "string":
        return Reading(Reader(algebra, domain, "", "").scalar(node), False, tuple(algebra.conditions))
    if domain.dim > 1 and not coordinates:
        one, zero = number(1), number(0)
        try:
            form = Reader(algebra, domain, Direction(one, zero), Direction(zero, one)).scalar(node)
            return Reading(form, False, tuple(algebra.conditions))
        except NeedCoordinates:
            algebra = FormAlgebra(domain)
    try:
        form = Reader(algebra, domain, *(coordinates_of(letter, domain.dim) for letter in "xz")).scalar(node)
    except RecursionError:
        raise TooLarge from None
    return Reading(form, True, tuple(algebra.conditions))


class FloatAlgebra:
    """Numbers are numpy arrays (n, m), one entry for every pair of points; what is undefined becomes nan or inf."""

    def number(self, value: Fraction) -> Any:
        try:
            return np.float64(float(value))
        except OverflowError:
            return np.float64(np.inf)

    def pi(self) -> Any:
        return np.float64(np.pi)

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def subtract(self, a: Any, b: Any) -> Any:
        return a - b

    def negative(self, a: Any) -> Any:
        return -a

    def multiply(self, a: Any, b: Any) -> Any:
        return a * b

    def divide(self, a: Any, b: Any) -> Any:
        return np.divide(a, b)

    def power(self, base: Any, exponent: Any) -> Any:
        return np.power(base, exponent)

    def length_of(self, total: Any, r: Fraction) -> Any:
        return np.power(np.maximum(total, 0), float(r))

    def function(self, name: str, a: Any) -> Any:
        known = FUNCTIONS[name].floats
        assert known is not None
        return known(a)

    def minimum(self, a: Any, b: Any) -> Any:
        return np.minimum(a, b)

    def maximum(self, a: Any, b: Any) -> Any:
        return np.maximum(a, b)

    def rational(self, a: Any) -> Fraction | None:
        return Fraction(float(a)).limit_denominator(10**6) if np.ndim(a) == 0 and np.isfinite(a) else None

    def whole_number(self, a: Any) -> int | None:
        return int(a) if np.ndim(a) == 0 and a == np.round(a) else None

    def same(self, a: Any, b: Any, i: int) -> Any:
        return (a == b).astype(float)

    def length(self, letter: str, value: Any) -> Any:
        lengths = np.array([len(word) for word in value.words], dtype=float)
        return lengths[:, None] if letter == "x" else lengths[None, :]

    def string_function(self, name: str, x: Any, z: Any) -> Any:
        measure: dict[str, Callable[[str, str], float]] = {
            "edit": edit_distance,
            "hamming": hamming_distance,
            "delta": lambda a, b: float(a == b),
        }
        return np.array([[measure[name](a, b) for b in z.words] for a in x.words], dtype=float)


class Words(str):
    """A list of strings that passes for one string while a formula is read."""

    words: tuple[str, ...]

    def __new__(cls, words: Any) -> Words:
        made = super().__new__(cls, "")
        made.words = tuple(words)
        return made


def gram(node: Node, domain: Domain, X: Any, Z: Any = None) -> np.ndarray:
    """k(xᵢ, zⱼ) for all pairs, in floats; undefined entries are nan or ±inf."""
    Z = X if Z is None else Z
    x: Any
    z: Any
    if domain.name == "string":
        x, z = Words(X), Words(Z)
        size = (len(x.words), len(z.words))
    else:
        X, Z = np.asarray(X, dtype=float), np.asarray(Z, dtype=float)
        x = [X[:, i][:, None] for i in range(domain.dim)]
        z = [Z[:, i][None, :] for i in range(domain.dim)]
        if domain.dim == 1:
            x, z = x[0], z[0]
        size = (len(X), len(Z))
    spend(price_in_floats(node, domain, size[0] * size[1]))
    with np.errstate(all="ignore"):
        value = Reader(FloatAlgebra(), domain, x, z).scalar(node)
    return np.array(np.broadcast_to(np.asarray(value, dtype=float), size))
