"""When are two formulas the same? Both are multiplied out to Σ c·Π atomᵉ with exact coefficients, and compared.

cos and sin are exponentials of i, |q| is (q²)^(1/2), min and max are made of |a − b|: with exp(a)·exp(b) = exp(a + b)
and i² = −1 every identity that a proof uses follows by multiplying out. Written apart from the prover's normal form.
"""

from __future__ import annotations

from fractions import Fraction

from kernelcourse.language.effort import spend

from . import forms
from .clock import FEW, PER_FACTOR, PER_TERM, check, price_of_products
from .enclosures import Range
from .forms import HALF, ONE, Atom, Form, Product, TooLong, constant, is_complex, letter, product
from .hats import positive_part
from .logarithms import log, raised_at_zero
from .mirrored import even
from .primes import prime_powers

MOST_WORK = 60_000
ODD = ("tanh", "arctan", "arcsin", "arctanh")  # and they rise: |f(q)| = f(|q|)
MOST_POWER, LONGEST_NUMBER = 10_000, 50_000


class Algebra:
    """Sums, products, powers and functions of forms on one domain (its name decides signs and relations)."""

    def __init__(self, domain: str, dim: int):
        self.domain, self.dim, self.work = domain, dim, MOST_WORK
        self.reach: dict[str, Range] = {}  # bounds that are known
        self.rooted: dict[str, Form] = {}  # |q| as (q²)^(1/2), and the q it came from
        self.squares: dict[str, tuple[Form, Fraction]] = {}  # q^(2n), and the q² and n it came from
        self.powers: dict[str, tuple[Form, Fraction]] = {}  # qⁿ, and the q and n it came from
        self.nonnegative = domain in ("positive", "binary", "interval", "histogram")

    def times(self, P: Form, Q: Form) -> Form:
        self.work -= len(P.terms) * len(Q.terms) + 1
        if self.work < 0:
            raise TooLong
        plain: dict[Product, Fraction] = {}
        rest: dict[Product, Fraction] = {}
        for m, c in P.terms.items():
            check(price_of_products(len(m), len(Q.terms)))
            for n, b in Q.terms.items():
                factors = dict(m)
                for a, e in n:
                    factors[a] = factors.get(a, Fraction(0)) + e
                changed = self._tidy(factors)
                if changed is None:
                    key = product(factors)
                    plain[key] = plain.get(key, Fraction(0)) + c * b
                else:
                    spend(PER_TERM * len(changed.terms))
                    for key, f in changed.terms.items():
                        rest[key] = rest.get(key, Fraction(0)) + c * b * f
        return Form(plain) + Form(rest)

    def _tidy(self, factors: dict[Atom, Fraction]) -> Form | None:
        """One relation applied, or None if none applies."""
        exponentials = [(a, e) for a, e in factors.items() if a.kind == "exp" and e]
        if len(exponentials) > 1 or (exponentials and exponentials[0][1] != 1):
            total = Form({})
            for a, e in exponentials:
                total = total + (a.inner or Form({})).scaled(e)
            spend(PER_FACTOR * max(0, len(total.terms) - FEW))
            rest = {a: e for a, e in factors.items() if a.kind != "exp"}
            return self.times(self._of(rest), self.exp(total))
        for a, e in factors.items():
            whole = e.numerator // e.denominator
            put: Form | None = None
            left = e - whole
            if a.kind == "i" and not 0 <= e < 2:
                put, left = constant((-1) ** (whole // 2)), e - 2 * (whole // 2)
            elif a.kind.startswith("prime") and whole:
                put = constant(Fraction(int(a.kind[5:])) ** whole)
            elif a.kind == "base" and a.inner and whole and (whole > 0 or len(a.inner.terms) == 1):
                put = self.power(a.inner, Fraction(whole))
            elif (
                e > 0
                and e != 1
                and (a.kind.startswith("delta") or (a.kind[0] in "xz" and self.domain == "binary"))
            ):
                put, left = constant(1), ONE
            elif a.kind in (f"x{self.dim - 1}", f"z{self.dim - 1}") and self.domain == "sphere" and e >= 2:
                others = [letter(f"{a.kind[0]}{j}") for j in range(self.dim - 1)]
                put, left = constant(1), e - 2
                for other in others:
                    put = put - self.times(other, other)
            if put is not None:
                rest = {b: f for b, f in factors.items() if b != a} | ({a: left} if left else {})
                return self.times(put, self._of(rest))
        return None

    def _of(self, factors: dict[Atom, Fraction]) -> Form:
        changed = self._tidy(factors)
        return Form({product(factors): ONE}) if changed is None else changed

    def power(self, P: Form, r: Fraction) -> Form:
        """P^r; for a fractional r where P ≥ 0."""
        digits = sum(len(str(c)) for c in P.terms.values())
        if max(r, -r) > MOST_POWER or digits * max(r, -r) > LONGEST_NUMBER:
            raise TooLong
        if r.denominator == 1 and r >= 0:
            result, square, n = constant(1), P, int(r)
            while n:
                result = self.times(result, square) if n & 1 else result
                n >>= 1
                square = self.times(square, square) if n else square
            if r > 1 and len(P.terms) > 1:
                self.powers[result.key] = (P, r)
                if r > 2 and r % 2 == 0:
                    self.squares[result.key] = (self.times(P, P), r / 2)
            return result
        if not P.terms:
            if r > 0:
                return P
            raise ZeroDivisionError
        if r.denominator == 1 and P.key in self.powers:  # 1/q², read as one over a product
            base, n_times = self.powers[P.key]
            return self.power(base, r * n_times)
        if r.denominator > 1 and P.key in self.squares:
            square, n_halves = self.squares[P.key]
            return self.power(square, r * n_halves)
        if len(P.terms) > 1:
            sides = forms.sides_of(P)
            if sides is not None and all(map(self._nonnegative, sides)):
                return self.times(self.power(sides[0], r), self.power(sides[1], r))
            shared, rest = forms.in_every_term(
                P, lambda a: a.kind.startswith(("parameter", "pi", "prime")) and self.atom_nonnegative(a)
            )
            if shared:  # (s²Q)^r = s^(2r)·Q^r for s ≥ 0
                return self.times(self._of({a: e * r for a, e in shared.items()}), self.power(rest, r))
            lead = P.terms.get(()) or P.leading()[1]
            scale = lead if r.denominator == 1 else abs(lead)
            return self.times(self._root(scale, r), self._of({Atom("base", P.scaled(1 / scale)): r}))
        ((m, c),) = P.terms.items()
        whole = r.denominator == 1
        if c < 0 and not whole:
            return self._of({Atom("base", P): r})
        result = self._root(c, r)
        for a, e in m:
            if a.kind == "exp" and (whole or not is_complex(a)):
                factor = self.exp((a.inner or Form({})).scaled(e * r))
            elif whole or self.atom_nonnegative(a, e):
                factor = self._of({a: e * r})
            elif e.denominator == 1 and e % 2 == 0:  # (q²)^(er/2)
                factor = self._of({Atom("base", self._of({a: Fraction(2)})): e * r / 2})
            else:
                return self._of({Atom("base", P): r})
            result = self.times(result, factor)
        return result

    def raised(self, P: Form, r: Form, at_zero: bool = False) -> Form:
        """P^r for any number r, perhaps with parameters, where P > 0; at_zero: where P ≥ 0, for r ≥ 0."""
        if r.number is not None:
            return self.power(P, r.number)
        if not P.terms and self._above(r):
            return P
        if not at_zero or self._above(P):
            return self.exp(self.times(r, self.log(P)))
        return raised_at_zero(self, P, r)

    def atom_nonnegative(self, a: Atom, e: Fraction = ONE) -> bool:
        if a.kind.startswith("parameter"):
            return letter(a.kind).key in self.reach and self.reach[letter(a.kind).key].positive(False)
        if a.kind == "base":
            return e.denominator != 1 or (a.inner is not None and self.plainly_nonnegative(a.inner))
        if a.kind[0] in "xz":
            return self.nonnegative
        return a.kind.startswith(
            ("pos", "exp", "raised", "prime", "len", "delta", "hamming", "edit", "pi")
        ) and not is_complex(a)

    def plainly_nonnegative(self, P: Form) -> bool:
        return all(
            c > 0
            and all(
                self.atom_nonnegative(a, e) or (e.denominator == 1 and e % 2 == 0 and a.kind != "i")
                for a, e in m
            )
            for m, c in P.terms.items()
        )

    def _nonnegative(self, P: Form) -> bool:
        return self.plainly_nonnegative(P) or self._above(P, strict=False)

    def _above(self, P: Form, strict: bool = True) -> bool:
        from .signs import bounds  # it asks this algebra for products

        return bounds(self, P).positive(strict)

    def _root(self, c: Fraction, r: Fraction) -> Form:
        """c^r with the primes of c as letters, so that √8 = 2√2."""
        if r.denominator == 1:
            return constant(c ** int(r))
        return self._of(prime_powers(c, r))

    def exp(self, P: Form) -> Form:
        """exp(c·log q + i n π/2 + rest) = q^c · iⁿ · exp(rest)."""
        factor, rest = constant(1), dict(P.terms)
        for m, c in P.terms.items():
            if len(m) == 1 and m[0][0].kind == "log" and m[0][1] == 1:
                factor = self.times(factor, self.power(m[0][0].inner or Form({}), c))
                del rest[m]
            elif [a.key for a, e in m if e == 1] == ["i", "pi"] and len(m) == 2 and (2 * c).denominator == 1:
                factor = self.times(factor, self.power(letter("i"), Fraction(int(2 * c) % 4)))
                del rest[m]
            elif [a.kind for a, e in m if e == 1] == ["arcsin", "i"] and len(m) == 2 and c.denominator == 1:
                t = (m[0][0].inner or Form({})).scaled(1 if c > 0 else -1)  # exp(i·arcsin t) = √(1 − t²) + it
                turn = self.power(constant(1) - self.times(t, t), HALF) + self.times(letter("i"), t)
                factor = self.times(factor, self.power(turn, abs(c)))
                del rest[m]
        return self.times(factor, Form({((Atom("exp", Form(rest)), ONE),): ONE})) if rest else factor

    def log(self, P: Form) -> Form:
        return log(self, P)

    def absolute(self, P: Form) -> Form:
        for Q in (P, P.scaled(-1)):
            if self.plainly_nonnegative(Q):
                return Q
        m, c = P.leading()
        if len(P.terms) == len(m) == 1 and m[0][1] == 1 and m[0][0].kind in ODD and m[0][0].inner is not None:
            return self.function(m[0][0].kind, self.absolute(m[0][0].inner)).scaled(abs(c))
        made = self.power(self.times(P, P), HALF)
        self.rooted[made.key] = P
        ((m, c),) = made.terms.items()
        if len(m) == 1 and m[0][0].kind == "base":
            self.rooted[m[0][0].key] = P.scaled(1 / c)
        return made

    def maximum(self, a: Form, b: Form) -> Form:
        """(a + b + |a − b|)/2; max(|p|, |q|) = (|p + q| + |p − q|)/2."""
        if a.number is not None:
            a, b = b, a
        if b.number is not None and a.number is None:  # b + (a − b)₊
            gap = a - b
            if self._nonnegative(gap):
                return a
            if forms.of_single_sides(gap):
                return b + (gap + self.absolute(gap)).scaled(HALF)  # |g(x)h(z)| = |g(x)|·|h(z)|
            return b + positive_part(self, gap)
        if a.key in self.rooted and b.key in self.rooted:
            p, q = self.rooted[a.key], self.rooted[b.key]
            return (self.absolute(p + q) + self.absolute(p - q)).scaled(HALF)
        return (a + b + self.absolute(a - b)).scaled(HALF)

    def function(self, name: str, P: Form) -> Form:
        P = even(self, P) if name in ("cos", "cosh") else P
        iP = self.times(letter("i"), P)
        match name:
            case "exp":
                return self.exp(P)
            case "log":
                return self.log(P)
            case "sqrt":
                return self.power(P, HALF)
            case "abs":
                return self.absolute(P)
            case "cosh":
                return (self.exp(P) + self.exp(P.scaled(-1))).scaled(HALF)
            case "sinh":
                return (self.exp(P) - self.exp(P.scaled(-1))).scaled(HALF)
            case "cos":
                return (self.exp(iP) + self.exp(iP.scaled(-1))).scaled(HALF)
            case "sin":
                return self.times(letter("i"), self.exp(iP.scaled(-1)) - self.exp(iP)).scaled(HALF)
            case "tan":
                return self.times(self.function("sin", P), self.power(self.function("cos", P), Fraction(-1)))
            case "sigmoid":
                return self.power(constant(1) + self.exp(P.scaled(-1)), Fraction(-1))
            case "arccos":
                return letter("pi").scaled(HALF) - self.function("arcsin", P)
            case "sinc":  # even: a function of P²
                return Form({((Atom("sinc", self.times(P, P)), ONE),): ONE}) if P.terms else constant(1)
        if not P.terms:
            return Form({})
        if name == "arcsin" and P.number in (1, -1):
            return letter("pi").scaled((P.number or 0) * HALF)
        if name == "sign" and len(P.terms) == 1:
            ((m, c),) = P.terms.items()
            if len(m) > 1 and all(e.denominator == 1 for _, e in m):  # sign(ab) = sign(a)·sign(b)
                total = constant(1 if c > 0 else -1)
                for a, e in m:
                    part = self.function(name, Form({((a, ONE),): ONE}))
                    total = self.times(total, self.power(part, abs(e)))
                return total
        sign = -1 if P.leading()[1] < 0 else 1
        return Form({((Atom(name, P.scaled(sign)), ONE),): Fraction(sign)})  # the others are odd

    def is_zero(self, P: Form) -> bool:
        """Whether P = 0 where it is defined."""
        from .zero import is_zero  # it asks this algebra for products

        return is_zero(self, P)
