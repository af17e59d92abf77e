"""The identities of school mathematics, applied always in the same direction.

exp(a)·exp(b) = exp(a + b);  cos(a + b) = cos a cos b − sin a sin b when a is in x and b in z;  |q|² = q²;
√(g(x)h(z)) = √g √h;  min(a, b) = (a + b − |a − b|)/2;  max(|p|, |q|) = (|p + q| + |p − q|)/2.
`Forms` is the algebra of normal forms over one domain: every method returns a polynomial in normal form.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .domains import Domain
from .factoring import exact_root, negative_definitely, product_of_sides, square_root
from .normal_form import (
    ONE,
    ZERO,
    Atom,
    Monomial,
    Polynomial,
    TooLarge,
    by_sides,
    from_atom,
    from_term,
    monomial,
    number,
    sides_of,
)

HALF = Fraction(1, 2)
LARGEST_POWER = 40
MOST_WORK = 150_000
_TRIGONOMETRIC = ("cos", "sin")
_ODD = ("sin", "sinh", "tan", "tanh", "arcsin", "arctan", "arctanh", "sign")
_EVEN = ("cos", "cosh", "sinc")
_NEVER_NEGATIVE = {
    "exp",
    "abs",
    "xx",
    "zz",
    "pos",
    "cosh",
    "delta",
    "hamming",
    "edit",
    "length_x",
    "length_z",
    "pi",
}


class NotReal(ValueError):
    """The formula is not a real number anywhere: √−1, log 0."""


class Forms:
    """Normal forms over a domain: numbers, coordinates, and every function of the language."""

    def __init__(self, domain: Domain):
        self.domain = domain
        self.work = MOST_WORK  # products of terms left: formulas that blow up are given up, not waited for

    # ---- signs that can be read off ------------------------------------------------------------------------

    def atom_nonnegative(self, a: Atom) -> bool:
        if a.kind in ("x", "z"):
            return self.domain.nonnegative
        if a.kind == "xz":
            return self.domain.nonnegative
        return a.kind in _NEVER_NEGATIVE or (
            a.kind == "base" and self.plainly_nonnegative(a.argument or ZERO)
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
        rest = ZERO
        for m, c in P.terms.items():
            for n, b in Q.terms.items():
                factors = dict(m)
                for a, e in n:
                    factors[a] = factors.get(a, Fraction(0)) + e
                changed = self.simplify(factors)
                if changed is None:
                    key = monomial(factors)
                    plain[key] = plain.get(key, Fraction(0)) + c * b
                else:
                    rest = rest + changed.scaled(c * b)
        return Polynomial(plain) + rest

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
            if a.kind == "abs" and q is not None and e:
                changed = self._absolute_with_its_base(factors, a, e, q)
                if changed is not None:
                    return changed
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
        if (2 * r).denominator == 1:
            root = square_root(P, self.multiply)
            if root is not None:
                return self.power(self.abs(root), 2 * r)
        content = P.number or P.leading()[1]
        if r.denominator != 1:
            content = abs(content)
        root_of_content = self._power_of_term((), content, r)
        return self.multiply(root_of_content, from_atom(Atom("base", P.scaled(1 / content)), r))

    def _whole_power(self, P: Polynomial, r: int) -> Polynomial:
        result, square = ONE, P
        while r:
            if r & 1:
                result = self.multiply(result, square)
            r >>= 1
            if r:
                square = self.multiply(square, square)
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

    # ---- functions -----------------------------------------------------------------------------------------

    def exp(self, P: Polynomial) -> Polynomial:
        """exp(c·log q + rest) = q^c·exp(rest)."""
        factor, rest = ONE, {}
        for m, c in P.terms.items():
            if len(m) == 1 and m[0][0].kind == "log" and m[0][1] == 1:
                factor = self.multiply(factor, self.power(m[0][0].argument or ZERO, c))
            else:
                rest[m] = c
        remaining = Polynomial(rest)
        if not remaining:
            return factor
        return self.multiply(factor, from_atom(Atom("exp", remaining)))

    def log(self, P: Polynomial) -> Polynomial:
        if P.is_number:
            if P.number <= 0:
                raise NotReal(f"log of {P.number}")
            return ZERO if P.number == 1 else from_atom(Atom("log", P))
        if P.single:
            m, c = P.single
            if all(a.kind == "exp" for a, _ in m):
                return self.log(number(c)) + (m[0][0].argument or ZERO)
            if c > 0 and len(m) == 1 and m[0][0].kind == "base":
                inside = m[0][0].argument or ZERO
                return self.log(number(c)) + self.log(inside).scaled(m[0][1])
        sides = product_of_sides(P)
        if sides is not None and all(self.plainly_nonnegative(s) and s.sides for s in sides):
            return self.log(sides[0]) + self.log(sides[1])
        content = P.number if P.number > 0 and len(P.terms) > 1 else Fraction(1)
        return self.log(number(content)) + from_atom(Atom("log", P.scaled(1 / content)))

    def cos(self, P: Polynomial) -> Polynomial:
        return self._wave(P, "cos")

    def sin(self, P: Polynomial) -> Polynomial:
        return self._wave(P, "sin")

    def _wave(self, P: Polynomial, kind: str) -> Polynomial:
        if not P:
            return ONE if kind == "cos" else ZERO
        constant, left, right, joint = by_sides(P)
        quarter = _quarter_turns(P)
        if quarter is not None:
            return number([1, 0, -1, 0][quarter % 4] if kind == "cos" else [0, 1, 0, -1][quarter % 4])
        pieces = [piece for piece in (constant, left, right) if piece]
        if not joint and len(pieces) > 1:
            a, b = pieces[0], P - pieces[0]
            if kind == "cos":
                return self.multiply(self.cos(a), self.cos(b)) - self.multiply(self.sin(a), self.sin(b))
            return self.multiply(self.sin(a), self.cos(b)) + self.multiply(self.cos(a), self.sin(b))
        return self.atom(kind, P)

    def cosh(self, P: Polynomial) -> Polynomial:
        return self._hyperbolic(P, "cosh", 1)

    def sinh(self, P: Polynomial) -> Polynomial:
        return self._hyperbolic(P, "sinh", -1)

    def _hyperbolic(self, P: Polynomial, kind: str, sign: int) -> Polynomial:
        if not by_sides(P)[3]:  # no term mixes x and z: the exponentials factor
            return (self.exp(P) + self.exp(-P).scaled(Fraction(sign))).scaled(HALF)
        return self.atom(kind, P)

    def atom(self, kind: str, P: Polynomial) -> Polynomial:
        """kind(P) as an atom, with the sign of P fixed if the function is odd or even."""
        if not P and kind in _ODD:
            return ZERO
        if not P and kind in _EVEN:
            return ONE
        if kind in _EVEN and P.single and len(P.single[0]) == 1:
            (a, e), c = P.single[0][0], P.single[1]
            if a.kind == "abs" and e == 1 and a.argument is not None:
                return self.function(kind, a.argument.scaled(c))
        if P and (kind in _ODD or kind in _EVEN) and negative_definitely(P):
            return self.atom(kind, -P).scaled(Fraction(-1 if kind in _ODD else 1))
        return from_atom(Atom(kind, P))

    def arccos(self, P: Polynomial) -> Polynomial:
        return from_atom(Atom("pi")).scaled(HALF) - self.atom("arcsin", P)

    def sigmoid(self, P: Polynomial) -> Polynomial:
        return self.power(ONE + self.exp(-P), Fraction(-1))

    def abs(self, P: Polynomial) -> Polynomial:
        if self.plainly_nonnegative(P):
            return P
        if self.plainly_nonnegative(-P):
            return -P
        if P.single:
            m, c = P.single
            result = number(abs(c))
            for a, e in m:
                if e.denominator != 1 or self.atom_nonnegative(a):
                    factor = from_atom(a, e)
                elif a.kind == "base" or len(m) > 1 or e != 1:
                    factor = self.power(
                        self.abs(a.argument if a.kind == "base" and a.argument else from_atom(a)), e
                    )
                else:
                    factor = from_atom(Atom("abs", from_atom(a)))
                result = self.multiply(result, factor)
            return result
        sides = product_of_sides(P)
        if sides is not None and all(s.sides for s in sides):
            return self.multiply(self.abs(sides[0]), self.abs(sides[1]))
        content = P.leading()[1]
        return from_atom(Atom("abs", P.scaled(1 / content))).scaled(abs(content))

    def maximum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """max(a, b) = b + (a − b)₊ against a constant, and (a + b + |a − b|)/2 otherwise."""
        if a.is_number and not b.is_number:
            a, b = b, a
        if b.is_number and not a.is_number:
            inside = a - b
            if self.plainly_nonnegative(inside):
                return a
            return b + from_atom(Atom("pos", inside))
        both = self._both_absolute(a, b)
        if both is not None:  # max(|p|, |q|) = (|p + q| + |p − q|)/2
            return (self.abs(both[0] + both[1]) + self.abs(both[0] - both[1])).scaled(HALF)
        return (a + b + self.abs(a - b)).scaled(HALF)

    def minimum(self, a: Polynomial, b: Polynomial) -> Polynomial:
        return a + b - self.maximum(a, b)

    def _both_absolute(self, a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        inner = []
        for P in (a, b):
            if not P.single or len(P.single[0]) != 1 or P.single[1] <= 0:
                return None
            (atom, e), c = P.single[0][0], P.single[1]
            if atom.kind != "abs" or e != 1 or atom.argument is None:
                return None
            inner.append(atom.argument.scaled(c))
        return inner[0], inner[1]

    def divide(self, P: Polynomial, Q: Polynomial) -> Polynomial:
        if not Q:
            raise NotReal("the denominator is 0 everywhere")
        return self.multiply(P, self.power(Q, Fraction(-1)))

    def function(self, name: str, P: Polynomial) -> Polynomial:
        """name(P) for a function of one number."""
        special: dict[str, Callable[[Polynomial], Polynomial]] = {
            "exp": self.exp,
            "log": self.log,
            "cos": self.cos,
            "sin": self.sin,
            "cosh": self.cosh,
            "sinh": self.sinh,
            "abs": self.abs,
            "arccos": self.arccos,
            "sigmoid": self.sigmoid,
        }
        return special[name](P) if name in special else self.atom(name, P)

    def separate(self, m: Monomial) -> tuple[Polynomial, Polynomial, Polynomial, Polynomial]:
        """constant · f(x) · g(z) · joint: the four factors of a monomial, exponentials split too."""
        constant, left, right, joint = ONE, ONE, ONE, ONE
        for a, e in m:
            if a.kind == "exp" and len(a.sides) == 2:
                pieces = [self.exp(p.scaled(e)) for p in by_sides(a.argument or ZERO)]
            else:
                place = {frozenset(): 0, frozenset("x"): 1, frozenset("z"): 2}.get(sides_of(((a, e),)), 3)
                pieces = [from_atom(a, e) if i == place else ONE for i in range(4)]
            constant = self.multiply(constant, pieces[0])
            left, right = self.multiply(left, pieces[1]), self.multiply(right, pieces[2])
            joint = self.multiply(joint, pieces[3])
        return constant, left, right, joint


def _quarter_turns(P: Polynomial) -> int | None:
    """n if P = n·π/2."""
    if not P.single:
        return None
    m, c = P.single
    if len(m) == 1 and m[0][0].kind == "pi" and m[0][1] == 1 and (2 * c).denominator == 1:
        return int(2 * c)
    return None
