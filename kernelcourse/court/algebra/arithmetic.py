"""Products and powers in normal form, and the signs that can be read off a formula.

exp(a)·exp(b) = exp(a + b);  |q|² = q²;  cos a cos b = ½ cos(a − b) + ½ cos(a + b);  √(g(x)h(z)) = √g √h.
`Arithmetic` calls the functions exp, cos, sin and abs of its heir `Forms` (identities.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from kernelcourse.language.effort import spend
from kernelcourse.language.functions import facts

from ..domains import Domain
from ..exactly.clock import PER_TERM, WAVES, check, price_of_products
from .factoring import exact_root, product_of_sides, square_root
from .normal_form import (
    ONE,
    ZERO,
    Atom,
    Monomial,
    Polynomial,
    TooLarge,
    from_atom,
    from_term,
    monomial,
    number,
    sides_of,
)

HALF = Fraction(1, 2)
LARGEST_POWER = 40
MOST_WORK = 150_000
_LETTERS = ("x", "z")
_TRIGONOMETRIC = ("cos", "sin")
_NEVER_NEGATIVE = {
    "xx",
    "zz",
    "pos",
    "delta",
    "hamming",
    "edit",
    "length_x",
    "length_z",
    "pi",
}


class NotReal(ValueError):
    """The formula is not a real number anywhere: √−1, log 0."""


class Arithmetic(ABC):
    """Normal forms over a domain: sums, products, powers."""

    def __init__(self, domain: Domain):
        self.domain = domain
        self.bits = ("delta", *_LETTERS) if domain.name == "binary" else ("delta",)  # 0 or 1: b² = b
        self.even: dict[str, tuple[Polynomial, int]] = {}  # qⁿ for an even n, and the q and n it came from
        self.work = MOST_WORK  # products of terms left: formulas that blow up are given up, not waited for

    # ---- signs that can be read off ------------------------------------------------------------------------

    def atom_nonnegative(self, a: Atom) -> bool:
        if a.kind in ("x", "z"):
            return self.domain.nonnegative
        if a.kind == "xz":
            return self.domain.nonnegative
        return (
            a.kind in _NEVER_NEGATIVE
            or facts(a.kind).low >= 0
            or (a.kind == "base" and self.plainly_nonnegative(a.argument or ZERO))
        )

    def monomial_nonnegative(self, m: Monomial) -> bool:
        return all(
            self.atom_nonnegative(a)
            or (e.denominator == 1 and e % 2 == 0)
            or (a.kind == "base" and e.denominator != 1)
            for a, e in m
        )

    def plainly_nonnegative(self, P: Polynomial) -> bool:
        """Every term is ≥ 0 wherever it is defined."""
        return all(c >= 0 and self.monomial_nonnegative(m) for m, c in P.terms.items())

    # ---- sums, products, powers ----------------------------------------------------------------------------

    def multiply(self, P: Polynomial, Q: Polynomial) -> Polynomial:
        self.work -= len(P.terms) * len(Q.terms) + (len(P.key) + len(Q.key)) // 50
        if self.work < 0:
            raise TooLarge
        plain: dict[Monomial, Fraction] = {}
        rest: dict[Monomial, Fraction] = {}
        for m, c in P.terms.items():
            check(price_of_products(len(m), len(Q.terms)))
            for n, b in Q.terms.items():
                factors = dict(m)
                for a, e in n:
                    factors[a] = factors[a] + e if a in factors else e
                changed = self.simplify(factors)
                if changed is None:
                    key = monomial(factors)
                    known = plain.get(key)
                    plain[key] = c * b if known is None else known + c * b
                else:
                    spend(PER_TERM * len(changed.terms))
                    for key, f in changed.terms.items():
                        known = rest.get(key)
                        rest[key] = c * b * f if known is None else known + c * b * f
        return Polynomial(plain) + Polynomial(rest)

    def product(self, *parts: Polynomial) -> Polynomial:
        result = ONE
        for part in parts:
            result = self.multiply(result, part)
        return result

    def simplify(self, factors: dict[Atom, Fraction]) -> Polynomial | None:
        """Π atomᵉ rewritten, or None if it is in normal form already."""
        exponentials = [(a, e) for a, e in factors.items() if a.kind == "exp" and e]
        if len(exponentials) > 1 or (exponentials and exponentials[0][1] != 1):
            argument = ZERO
            for a, e in exponentials:
                argument = argument + (a.argument or ZERO).scaled(e)
            return self.multiply(self._without(factors, [a for a, _ in exponentials]), self.exp(argument))
        for a, e in factors.items():
            q = a.argument
            if a.kind == "base" and q is not None and e.denominator == 1 and e > 0:
                return self.multiply(self._without(factors, [a]), self.power(q, e))
            bare = self.without_bars(q) if a.kind == "sin" and q is not None and e == 2 else None
            if bare is not None:  # sin²|u| = sin² u
                return self.multiply(self._without(factors, [a]), self.power(self.sin(bare), e))
            if a.kind == "abs" and q is not None and e:
                changed = self._absolute_with_its_base(factors, a, e, q)
                if changed is not None:
                    return changed
        if any(a.kind in self.bits and e != 1 and e > 0 for a, e in factors.items()):
            return self.term(
                {a: min(e, Fraction(1)) if a.kind in self.bits else e for a, e in factors.items()}
            )
        for side in "xz":
            waves = [(a, e) for a, e in factors.items() if a.kind in _TRIGONOMETRIC and a.sides == {side}]
            if sum(int(e) for _, e in waves if e.denominator == 1 and e > 0) > 1:
                return self._product_to_sum(factors, waves)
        return None

    def _without(self, factors: dict[Atom, Fraction], gone: list[Atom]) -> Polynomial:
        return self.term({a: e for a, e in factors.items() if a not in gone})

    def term(self, factors: dict[Atom, Fraction]) -> Polynomial:
        """Π atomᵉ in normal form."""
        changed = self.simplify(factors)
        return from_term(monomial(factors), Fraction(1)) if changed is None else changed

    def without_bars(self, P: Polynomial) -> Polynomial | None:
        """cq for P = c|q| with a constant c: an even function does not see the difference."""
        m, c = P.single or ((), Fraction(0))
        bars = [a for a, e in m if a.kind == "abs" and e == 1 and a.argument is not None]
        rest = tuple(f for f in m if f[0] not in bars)
        if len(bars) != 1 or any(a.sides for a, _ in rest):
            return None
        return self.multiply(from_term(rest, c), bars[0].argument or ZERO)

    def _absolute_with_its_base(
        self, factors: dict[Atom, Fraction], a: Atom, e: Fraction, q: Polynomial
    ) -> Polynomial | None:
        """|q|ᵉ·q^(2m): even powers belong to q, odd ones to |q|."""
        inner = q.single
        plain = (
            inner[0][0][0] if inner and len(inner[0]) == 1 and inner[0][0][1] == 1 and inner[1] == 1 else None
        )
        own = factors.get(plain, Fraction(0)) if plain is not None else Fraction(0)
        even = own - own % 2 if own.denominator == 1 else Fraction(0)
        together = e + even
        if together.denominator != 1:
            wanted, left = together, Fraction(0)
        elif together % 2 == 0:
            wanted, left = Fraction(0), together
        elif together > 0:
            wanted, left = Fraction(1), together - 1
        else:
            wanted, left = together, Fraction(0)
        if wanted == e and left == even:
            return None
        rest = dict(factors)
        rest[a] = wanted
        if plain is not None:
            rest[plain] = own - even
        return self.multiply(self.term(rest), self.power(q, left))

    def _product_to_sum(
        self, factors: dict[Atom, Fraction], waves: list[tuple[Atom, Fraction]]
    ) -> Polynomial | None:
        """cos a cos b = ½ cos(a − b) + ½ cos(a + b) and its sisters, for two waves in the same letter."""
        ready = [a for a, e in waves for _ in range(int(e)) if e.denominator == 1 and e > 0][:2]
        if len(ready) < 2 or sum(int(e) for _, e in waves) > LARGEST_POWER:
            return None
        check(WAVES)
        first, second = sorted(ready, key=lambda a: a.kind)  # cos before sin
        a, b = first.argument or ZERO, second.argument or ZERO
        if first.kind == second.kind == "cos":
            waves_sum = self.cos(a - b) + self.cos(a + b)
        elif first.kind == second.kind == "sin":
            waves_sum = self.cos(a - b) - self.cos(a + b)
        else:
            waves_sum = self.sin(b + a) + self.sin(b - a)
        rest = dict(factors)
        for wave in (first, second):
            rest[wave] = rest[wave] - 1
        return self.multiply(self.term(rest), waves_sum).scaled(HALF)

    def power(self, P: Polynomial, r: Fraction) -> Polynomial:
        """P^r for a rational r."""
        if r == 0:
            return ONE
        if r == 1:
            return P
        if r.denominator == 1 and 0 < r <= LARGEST_POWER:
            return self._whole_power(P, int(r))
        if r > LARGEST_POWER or r < -LARGEST_POWER:
            raise TooLarge
        if not P:
            if r > 0:
                return ZERO
            raise NotReal("0 is raised to a negative power")
        if P.single:
            return self._power_of_term(*P.single, r)
        sides = product_of_sides(P)
        if sides is not None and (r.denominator == 1 or all(self.plainly_nonnegative(s) for s in sides)):
            return self.multiply(self.power(sides[0], r), self.power(sides[1], r))
        if r.denominator != 1 and P.key in self.even:  # (qⁿ)^r = |q|^(nr)
            q, n = self.even[P.key]
            return self.power(self.abs(q), n * r)
        if (2 * r).denominator == 1:
            root = square_root(P, self.multiply)
            if root is not None:
                return self.power(self.abs(root), 2 * r)
        constants = Polynomial({m: c for m, c in P.terms.items() if not sides_of(m)})
        content = P.number or (constants.leading()[1] if constants else P.leading()[1])
        if r.denominator != 1:
            content = abs(content)
        root_of_content = self._power_of_term((), content, r)
        return self.multiply(root_of_content, from_atom(Atom("base", P.scaled(1 / content)), r))

    def _whole_power(self, P: Polynomial, r: int) -> Polynomial:
        result, square, n = ONE, P, r
        while r:
            if r & 1:
                result = self.multiply(result, square)
            r >>= 1
            if r:
                square = self.multiply(square, square)
        if n > 2 and n % 2 == 0:
            self.even[result.key] = (P, n)
        return result

    def _power_of_term(self, m: Monomial, c: Fraction, r: Fraction) -> Polynomial:
        whole = r.denominator == 1
        if not m:
            root = exact_root(c, r)
            if root is not None:
                return number(root)
            if c < 0:
                raise NotReal(f"{c} is raised to the power {r}")
            return from_atom(Atom("base", number(c)), r)
        if not whole and (c < 0 or not self.monomial_nonnegative(m)):
            return from_atom(Atom("base", from_term(m, c)), r)
        result = self._power_of_term((), c, r)
        for a, e in m:
            if a.kind == "exp":
                factor = self.exp((a.argument or ZERO).scaled(e * r))
            elif whole or self.atom_nonnegative(a) or (a.kind == "base" and e.denominator != 1):
                factor = from_atom(a, e * r)
            else:  # an even power of something that may be negative: (q²)^r = |q|^(2r)
                inner = a.argument if a.kind == "base" and a.argument is not None else from_atom(a)
                factor = self.power(self.abs(inner), e * r)
            result = self.multiply(result, factor)
        return result

    @abstractmethod
    def exp(self, P: Polynomial) -> Polynomial: ...

    @abstractmethod
    def cos(self, P: Polynomial) -> Polynomial: ...

    @abstractmethod
    def sin(self, P: Polynomial) -> Polynomial: ...

    @abstractmethod
    def abs(self, P: Polynomial) -> Polynomial: ...
