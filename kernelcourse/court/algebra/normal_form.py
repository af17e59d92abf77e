"""A formula in x and z as a polynomial Σ c·Π atomᵉ, with exact coefficients, so that equal formulas look equal.

An atom is a coordinate of x or of z, one of x·x, x·z, z·z, a named constant, or a function of another polynomial
(`exp`, `cos`, `abs`, …); `base` is a sum kept whole because it is raised to a power that cannot be multiplied out.
Exponents are fractions: 1/‖x‖ is xx^(−1/2). The identities that make the form canonical are in identities.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce

from kernelcourse.language.effort import spend

from ..exactly.clock import PER_CHARACTER, SHORT

MOST_TERMS = 1500  # a polynomial beyond this is not multiplied out
LONGEST_KEY = 20_000


class TooLarge(Exception):
    """The polynomial has too many terms to be written out."""


class Atom:
    """One factor: its kind, and the polynomial or index it is made of."""

    __slots__ = ("argument", "index", "key", "kind", "sides")
    key: str
    sides: frozenset[str]

    def __init__(self, kind: str, argument: Polynomial | None = None, index: int = 0):
        self.kind, self.argument, self.index = kind, argument, index
        inside = argument.key if argument is not None else str(index)
        self.key = f"{kind}<{inside}>"
        if argument is not None:
            self.sides = argument.sides
        else:
            self.sides = _SIDES.get(kind, frozenset())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return self.key


_SIDES = {
    "x": frozenset("x"),
    "z": frozenset("z"),
    "xx": frozenset("x"),
    "zz": frozenset("z"),
    "xz": frozenset("xz"),
    "delta": frozenset("xz"),
    "hamming": frozenset("xz"),
    "edit": frozenset("xz"),
    "length_x": frozenset("x"),
    "length_z": frozenset("z"),
}

Monomial = tuple[tuple[Atom, Fraction], ...]


def monomial(factors: Mapping[Atom, Fraction]) -> Monomial:
    """The factors with exponent ≠ 0, in their one order."""
    return tuple(sorted(((a, e) for a, e in factors.items() if e), key=lambda factor: factor[0].key))


class Polynomial:
    """Σ c·Π atomᵉ; an immutable value with + − *; two are equal exactly when all their terms are."""

    __slots__ = ("key", "sides", "terms")
    key: str
    sides: frozenset[str]

    def __init__(self, terms: Mapping[Monomial, Fraction]):
        # A copy as it is knows the hashes of its monomials: to compute them takes longer than all the rest.
        self.terms = dict(terms) if all(terms.values()) else {m: c for m, c in terms.items() if c}
        if len(self.terms) > MOST_TERMS:
            raise TooLarge
        parts = sorted(f"{c}*{'*'.join(f'{a.key}^{e}' for a, e in m)}" for m, c in self.terms.items())
        self.key = " + ".join(parts)
        if len(self.key) > LONGEST_KEY:
            raise TooLarge
        if len(self.key) > SHORT:
            spend(PER_CHARACTER * len(self.key))
        self.sides = frozenset().union(*(a.sides for m in self.terms for a, _ in m))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return self.key or "0"

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:
        if not self.terms or not other.terms:
            return self if self.terms else other
        total = dict(self.terms)
        for m, c in other.terms.items():
            known = total.get(m)
            total[m] = c if known is None else known + c
        return Polynomial(total)

    def scaled(self, factor: Fraction) -> Polynomial:
        return Polynomial({m: c * factor for m, c in self.terms.items()})

    def __neg__(self) -> Polynomial:
        return self.scaled(Fraction(-1))

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    @property
    def is_number(self) -> bool:
        """Whether this is a rational number."""
        return not self.terms or set(self.terms) == {()}

    @property
    def number(self) -> Fraction:
        """The coefficient of the constant term 1."""
        return self.terms.get((), Fraction(0))

    @property
    def single(self) -> tuple[Monomial, Fraction] | None:
        """The only term, if there is just one."""
        return next(iter(self.terms.items())) if len(self.terms) == 1 else None

    def leading(self) -> tuple[Monomial, Fraction]:
        """The largest term in graded lexicographic order: fixes signs, and is what one divides by."""
        order = sorted({a for m in self.terms for a, _ in m}, key=lambda a: a.key)
        return max(self.terms.items(), key=lambda term: graded(term[0], order))

    def atoms(self) -> set[Atom]:
        """All atoms, those inside arguments too."""
        found: set[Atom] = set()
        for m in self.terms:
            for a, _ in m:
                if a not in found:
                    found.add(a)
                    if a.argument is not None:
                        found |= a.argument.atoms()
        return found


def graded(m: Monomial, order: Iterable[Atom]) -> tuple[Fraction, ...]:
    """The place of a monomial: its degree, then its exponents, for the atoms in this order."""
    exponents = dict(m)
    return (sum(exponents.values(), Fraction(0)), *(exponents.get(a, Fraction(0)) for a in order))


ZERO = Polynomial({})
ONE = Polynomial({(): Fraction(1)})


def number(value: int | Fraction) -> Polynomial:
    """A rational number as a polynomial."""
    return Polynomial({(): Fraction(value)})


def from_atom(atom: Atom, exponent: Fraction | int = 1) -> Polynomial:
    """atomᵉ as a polynomial."""
    return Polynomial({((atom, Fraction(exponent)),): Fraction(1)})


def from_term(m: Monomial, c: Fraction) -> Polynomial:
    """One term as a polynomial."""
    return Polynomial({m: c})


def total(parts: Iterable[Polynomial]) -> Polynomial:
    """The sum of polynomials."""
    return reduce(Polynomial.__add__, parts, ZERO)


def sides_of(m: Monomial) -> frozenset[str]:
    """Which of x and z a monomial depends on."""
    return frozenset().union(*(a.sides for a, _ in m))


def by_sides(P: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial, Polynomial]:
    """P = constant part + part in x alone + part in z alone + joint part, term by term."""
    parts: dict[frozenset[str], dict[Monomial, Fraction]] = {}
    for m, c in P.terms.items():
        parts.setdefault(sides_of(m), {})[m] = c
    wanted: tuple[frozenset[str], ...] = (frozenset(), frozenset("x"), frozenset("z"), frozenset("xz"))
    constant, left, right, joint = (Polynomial(parts.get(sides, {})) for sides in wanted)
    return constant, left, right, joint
