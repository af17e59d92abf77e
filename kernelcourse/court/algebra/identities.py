"""The identities of school mathematics, applied always in the same direction.

cos(a + b) = cos a cos b − sin a sin b when a is in x and b in z;  exp(c·log q) = q^c;  min(a, b) = (a + b − |a − b|)/2;
max(|p|, |q|) = (|p + q| + |p − q|)/2. `Forms` is the algebra of normal forms over one domain: every method returns a
polynomial in normal form.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd, prod

from kernelcourse.language.functions import facts

from ..exactly.primes import prime_powers
from .arithmetic import HALF, Arithmetic, NotReal
from .factoring import negative_definitely, product_of_sides, square_root
from .normal_form import ONE, ZERO, Atom, Monomial, Polynomial, by_sides, from_atom, number, sides_of

__all__ = ["Forms", "NotReal"]


class Forms(Arithmetic):
    """Normal forms over a domain: every function of the language."""

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
            return self._log_of_number(P.number)
        if P.single:
            m, c = P.single
            if all(a.kind == "exp" for a, _ in m):
                return self.log(number(c)) + (m[0][0].argument or ZERO)
            if c > 0 and len(m) == 1 and m[0][0].kind == "base":
                inside = m[0][0].argument or ZERO
                if m[0][1].denominator == 1 and m[0][1] % 2 == 0:
                    inside = self.abs(inside)  # log(q²) = 2 log|q|: q itself may be negative
                return self.log(number(c)) + self.log(inside).scaled(m[0][1])
        sides = product_of_sides(P)
        if sides is not None and all(self.plainly_nonnegative(s) and s.sides for s in sides):
            return self.log(sides[0]) + self.log(sides[1])
        content = P.number if P.number > 0 and len(P.terms) > 1 else Fraction(1)
        return self.log(number(content)) + from_atom(Atom("log", P.scaled(1 / content)))

    def _log_of_number(self, c: Fraction) -> Polynomial:
        """log 8 = 3·log 2 and log 0.3 = −log(10/3): one logarithm of a number > 1 that is no power."""
        powers = {int(p.kind[5:]): int(e) for p, e in prime_powers(c, Fraction(1)).items()}
        n = gcd(*powers.values()) * (1 if c > 1 else -1)
        base = prod((Fraction(prime) ** (e // n) for prime, e in powers.items()), start=Fraction(1))
        return from_atom(Atom("log", number(base))).scaled(Fraction(n)) if powers else ZERO

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
        around = self._around_arc(P)
        if around is not None:
            rest, c, s = around
            if kind == "cos":
                return self.multiply(self.cos(rest), c) - self.multiply(self.sin(rest), s)
            return self.multiply(self.sin(rest), c) + self.multiply(self.cos(rest), s)
        pieces = [piece for piece in (constant, left, right) if piece]
        if not joint and len(pieces) > 1:
            a, b = pieces[0], P - pieces[0]
            if kind == "cos":
                return self.multiply(self.cos(a), self.cos(b)) - self.multiply(self.sin(a), self.sin(b))
            return self.multiply(self.sin(a), self.cos(b)) + self.multiply(self.cos(a), self.sin(b))
        return self.atom(kind, P)

    def _around_arc(self, P: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial] | None:
        """(rest, cos nθ, sin nθ) if P = rest + nθ with θ = arcsin t and a whole n: sin θ = t, cos θ = √(1 − t²)."""
        for m, n in P.terms.items():
            if (
                len(m) == 1
                and m[0][0].kind == "arcsin"
                and m[0][1] == 1
                and n.denominator == 1
                and abs(n) <= 12
            ):
                t = (m[0][0].argument or ZERO).scaled(Fraction(1 if n > 0 else -1))
                root = self.power(ONE - self.multiply(t, t), HALF)
                c, s = ONE, ZERO
                for _ in range(abs(int(n))):
                    c, s = (
                        self.multiply(c, root) - self.multiply(s, t),
                        self.multiply(s, root) + self.multiply(c, t),
                    )
                return P - Polynomial({m: n}), c, s
        return None

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
        parity = facts(kind).parity
        if not P and parity:
            return ZERO if parity < 0 else ONE
        bare = self.without_bars(P) if parity > 0 else None
        if bare is not None:
            return self.function(kind, bare)
        if P and parity and negative_definitely(P):
            return self.atom(kind, -P).scaled(Fraction(parity))
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
        if square_root(P, self.multiply) is not None:
            return P
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
            if inside.single is not None and {len(f[0].sides) for f in inside.single[0]} == {1}:
                return b + (inside + self.abs(inside)).scaled(HALF)  # |g(x)h(z)| = |g(x)|·|h(z)|
            if inside.number < 0 and self.plainly_nonnegative(inside - number(inside.number)):
                return a + from_atom(Atom("pos", -inside))  # (r − c)₊ = r − c + (c − r)₊
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
        if name == "sign" and P.single and len(P.single[0]) > 1:
            m, c = P.single
            if all(e.denominator == 1 for _, e in m):  # sign(ab) = sign(a)·sign(b)
                result = number(1 if c > 0 else -1)
                for a, e in m:
                    result = self.multiply(result, self.power(self.atom(name, from_atom(a)), abs(e)))
                return result
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
