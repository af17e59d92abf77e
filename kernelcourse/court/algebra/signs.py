"""Which sign a formula has on the whole domain, with the proof: bounds, squares, products, roots, the diagonal.

Bounds are intervals with rational ends, rounded outwards. Sound, not complete: None is allowed.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

from kernelcourse.language.functions import facts, of_one_number
from kernelcourse.validity import Certificate

from ..exactly.clock import check
from ..exactly.enclosures import EVERYTHING, PI, Range, cosine, exponential, logarithm, point
from .display import tree
from .factoring import product_of_sides, square_root
from .identities import NotReal
from .linear_algebra import squares_of_form
from .normal_form import Atom, Polynomial, TooLarge, from_atom, from_term, monomial, number
from .second_look import seen_by_second_instance
from .sign_parts import in_lengths, lagrange_squares, two_letters, values, waves_as_squares
from .sturm import nonnegative_on
from .substitution import without_last

if TYPE_CHECKING:
    from ..prover import Prover


class Signs:
    """Signs on one domain."""

    def __init__(self, prover: Prover):
        self.prover, self.forms, self.domain = prover, prover.forms, prover.domain
        self.reach: dict[str, Range] = {}
        self.known: dict[tuple[str, bool], Certificate | None] = {}

    def bounds(self, P: Polynomial) -> Range:
        """An interval that holds every value of P on the domain."""
        if P.key not in self.reach:
            check()
            self.reach[P.key] = self._better_bounds(P)
        return self.reach[P.key]

    def _better_bounds(self, P: Polynomial) -> Range:
        plain, below = self._bounds(P), self._without_sizes(P)
        if self.domain.name == "histogram" and below is None:
            reduced = without_last(self.forms, self.domain.dim, P)
            below = None if reduced == P else reduced
        if below is not None:
            lower = self.bounds(below)
            if lower.low > plain.low or (lower.low == plain.low and lower.low_open):
                return Range(lower.low, plain.high, lower.low_open, plain.high_open)
        return plain

    def _without_sizes(self, P: Polynomial) -> Polynomial | None:
        """A form below P without one |q| in it: c|q| ≥ ±cq for c > 0, and −|Σqᵢ| ≥ −Σ|qᵢ|; an arc is at most π/2."""
        for m, c in P.terms.items():
            if len(m) == 1 and m[0][0].kind in ("arcsin", "arctan") and m[0][1] == 1:
                return P - from_term(m, c) - from_atom(Atom("pi")).scaled(abs(c) / 2)
            if len(m) != 1 or m[0][0].kind != "abs" or m[0][1] != 1 or m[0][0].argument is None:
                continue
            q = m[0][0].argument
            rest = Polynomial({n: b for n, b in P.terms.items() if n != m})
            if c > 0:
                return min((rest + q.scaled(c), rest - q.scaled(c)), key=lambda form: len(form.terms))
            if all(self.forms.monomial_nonnegative(n) for n in q.terms):
                return rest + Polynomial({n: c * abs(b) for n, b in q.terms.items()})
        return None

    def _bounds(self, P: Polynomial) -> Range:
        total, only = point(0), self.domain.name == "nonzero" and self.domain.dim == 1
        P = in_lengths(P, self.domain.dim) if self.domain.name == "ball" and self.domain.dim > 1 else P
        for m, c in P.terms.items():
            term = point(c)
            for a, e in m:
                power = self.atom(a).power(e)
                if only and a.kind in ("x", "z") and e.denominator == 1 and e % 2 == 0:
                    power = Range(Fraction(0), inf, True, True)
                term = term * power
            total = total + term
        return total

    def atom(self, a: Atom) -> Range:
        low, high, is_open = self.domain.coordinate_range()
        inside = self.bounds(a.argument) if a.argument is not None else EVERYTHING
        match a.kind:
            case "x" | "z":
                ends = [end if end in (inf, -inf) else Fraction(end) for end in (low, high)]
                return Range(ends[0], ends[1], is_open and low == -1, is_open)
            case "xx" | "zz":
                one = self.domain.name in ("ball", "sphere", "histogram")
                top = Fraction(1) if one else self._most()
                least = Fraction(1, self.domain.dim) if self.domain.name == "histogram" else Fraction(0)
                return Range(least, top, self.domain.name == "nonzero", self.domain.name == "ball")
            case "xz":
                return Range(Fraction(0), self._most()) if self.domain.nonnegative else EVERYTHING
            case "pi":
                return PI
            case "exp":
                return exponential(inside)
            case "log":
                return logarithm(inside)
            case "abs":
                size = inside.size()
                letters = {b.kind for b in a.argument.atoms()} if a.argument is not None else set()
                alone = a.argument is not None and a.argument.single is not None and letters <= {"x", "z"}
                if alone and self.domain.name == "nonzero" and self.domain.dim == 1:
                    return Range(Fraction(0), inf, True, True)
                return size
            case "pos":
                return Range(max(inside.low, Fraction(0)), max(inside.high, Fraction(0)))
            case "cos":
                return cosine(inside)
            case "base":
                return inside
            case "delta":
                return Range(Fraction(0), Fraction(1))
            case "hamming" | "edit" | "length_x" | "length_z":
                return Range(Fraction(0), inf, False, True)
        return values(facts(a.kind), inside) if of_one_number(a.kind) else EVERYTHING

    def _most(self) -> Fraction | float:
        """The largest Σ xᵢzᵢ if every coordinate is at most 1."""
        small = self.domain.name in ("interval", "binary", "histogram")
        return Fraction(self.domain.dim) if small else inf

    def nonnegative(self, P: Polynomial) -> bool:
        """P ≥ 0 on the domain, for certain."""
        return self.proof(P, strict=False) is not None

    def positive(self, P: Polynomial) -> bool:
        """P > 0 on the domain, for certain."""
        return self.proof(P, strict=True) is not None

    def proof(self, P: Polynomial, strict: bool, depth: int = 0) -> Certificate | None:
        """A proof that P > 0 (≥ 0) on the domain."""
        if (P.key, strict) not in self.known and depth < 6:
            self.known[P.key, strict] = None
            with suppress(TooLarge, NotReal):
                self.known[P.key, strict] = self._search(P, strict, depth)
        return self.known.get((P.key, strict))

    def made(
        self, rule: str, P: Polynomial, strict: bool, reason: str, premises: tuple = (), **data: object
    ) -> Certificate:
        claims = "positive" if strict else "nonnegative"
        formula = tree(P, self.domain)
        statement = f"{self.prover.typed(P)} {'> 0' if strict else '≥ 0'}"
        return Certificate(rule, statement, reason, premises, formula, claims, data)

    def product(self, P: Polynomial, strict: bool, reason: str, *premises: Certificate) -> Certificate:
        """P as a product of what has a sign."""
        return self.made("product", P, strict, reason, premises)

    def _search(self, P: Polynomial, strict: bool, depth: int) -> Certificate | None:
        if not P:
            return None if strict else self.made("bounds", P, strict, "0 ≥ 0")
        m = P.single[0] if P.single and P.single[1] == 1 else ()
        if len(m) == 1 and m[0][0].kind == "cos" and m[0][1] == 1 and m[0][0].argument is not None:
            q = m[0][0].argument
            if self.bounds(q).size().high <= Fraction(3, 2):
                return self.made("cosine", P, strict, "cos t > 0 for |t| ≤ 3/2", q=tree(q, self.domain))
            room = [self.proof(number(Fraction(3, 2)) + r, False, depth + 1) for r in (q, -q)]
            if None not in room:
                why = "cos t > 0 for |t| ≤ 3/2"
                return self.made("cosine", P, strict, why, tuple(room), q=tree(q, self.domain))
        if self.bounds(P).positive(strict):
            return self.made("bounds", P, strict, "term by term")
        root = square_root(P, self.forms.multiply)
        if root is not None:
            if not strict:
                squares = ((tree(number(1), self.domain), tree(root, self.domain)),)
                return self.made("squares", P, strict, "a square", squares=squares)
            for s in (root, -root):
                inner = self.proof(s, True, depth + 1)
                if inner is not None:
                    return self.made("product", P, strict, "the square of something > 0", (inner, inner))
        sides = product_of_sides(P)
        if sides is not None:
            proofs = [self.proof(side, strict, depth + 1) for side in sides]
            if all(proofs):
                return self.made("product", P, strict, "a product", tuple(p for p in proofs if p))
        return (
            self._quadratic(P, strict)
            or self._waves(P, strict)
            or self._lagrange(P, strict, depth)
            or self._one_variable(P, strict)
            or self._cleared(P, strict, depth)
            or self._by_diagonal(P, strict)
            or self.prover.sign_by_weight(P, strict, depth)
            or seen_by_second_instance(self, P, strict)
        )

    def _cleared(self, P: Polynomial, strict: bool, depth: int) -> Certificate | None:
        """P multiplied by the positive denominators in it, if there are any."""
        a = next((a for m in P.terms for a, e in m if e < 0 and a.kind == "base" and a.sides), None)
        if a is None:
            return None
        least = min(dict(m).get(a, Fraction(0)) for m in P.terms)
        multiplied = number(0)
        for m, c in P.terms.items():
            multiplied += self.forms.term({**dict(m), a: dict(m).get(a, Fraction(0)) - least}).scaled(c)
        above = self.proof(multiplied, strict, depth + 1)
        over = None if above is None else self.proof(from_atom(a, least), True, depth + 1)
        made = (above, over) if above is not None and over is not None else ()
        return self.made("product", P, strict, "a quotient", made) if made else None

    def _by_diagonal(self, P: Polynomial, strict: bool) -> Certificate | None:
        """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2, or c + K ≥ c − max K(x, x)."""
        if len(P.sides) < 2:
            return None
        diagonal = self.proof(self.prover.diagonal(P), strict, 3)
        if diagonal is not None:
            psi = self.prover.conditionally_negative(P)
            if psi is not None:
                reason = "ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite"
                return self.made("diagonal", P, strict, reason, (psi, diagonal))
        constant = from_term((), P.number)
        for K in (P - constant, constant - P):
            room = self.proof(constant - self.prover.diagonal(K), strict, 3)
            kernel = self.prover.kernel(K) if room is not None else None
            if room is not None and kernel is not None:
                reason = "|K(x, z)| ≤ max K(x, x) for a kernel K"
                c = tree(constant, self.domain)
                return self.made("kernel bound", P, strict, reason, (kernel, room), c=c)
        return None

    def _waves(self, P: Polynomial, strict: bool) -> Certificate | None:
        """exp(q) + exp(−q) ≥ 2."""
        found = waves_as_squares(self.forms, P)
        if found is None or (strict and not found[-1][0].number):
            return None
        data = tuple((tree(c, self.domain), tree(s, self.domain)) for c, s in found)
        return self.made("squares", P, strict, "exp(q) + exp(−q) = 2 + (exp(q/2) − exp(−q/2))²", squares=data)

    def _lagrange(self, P: Polynomial, strict: bool, depth: int) -> Certificate | None:
        """c·((1 − b x·z)² + b² Σ (xᵢzⱼ − xⱼzᵢ)²) is 1 − 2b x·z + b²‖x‖²‖z‖² in the ball."""
        squares = lagrange_squares(self.forms, P, self.domain.dim) if self.domain.name == "ball" else None
        if squares is None:
            return None
        first = self.proof(squares[0][1], True, depth + 1)
        data = tuple((tree(c, self.domain), tree(s, self.domain)) for c, s in squares)
        why = "(1 − x·z)², and Lagrange's identity"
        return None if first is None else self.made("squares", P, strict, why, (first,), squares=data)

    def _quadratic(self, P: Polynomial, strict: bool) -> Certificate | None:
        """c + a quadratic form in the coordinates (or in ‖x‖², x·z, ‖z‖²): completed squares."""
        letters: list[Polynomial] = []
        entries: dict[tuple[str, str], Fraction] = {}
        whole = all(e.denominator == 1 for m in P.terms for _, e in m)
        for m, c in P.terms.items():
            halves = two_letters(m, Fraction(1 if whole else self.domain.nonnegative, 1 if whole else 2))
            if halves is None:
                return None
            for half in halves:
                if half not in letters:
                    letters.append(half)
            p, q = (half.key for half in halves)
            entries[p, q] = entries.get((p, q), Fraction(0)) + c / 2
            entries[q, p] = entries.get((q, p), Fraction(0)) + c / 2
        one = number(1)
        if strict:  # take a little off the constant: what is left must still be a sum of squares
            if P.number <= 0 or one not in letters:
                return None
            entries[one.key, one.key] -= P.number / 1000
        if len(letters) > 12:
            return None
        matrix = [[entries.get((p.key, q.key), Fraction(0)) for q in letters] for p in letters]
        found = squares_of_form(matrix)
        if found is None:
            return None
        squares = [(number(P.number / 1000), one)] if strict else []
        for c, row in found:
            combination = sum((half.scaled(b) for b, half in zip(row, letters)), number(0))
            squares.append((number(c), combination))
        data = tuple((tree(c, self.domain), tree(s, self.domain)) for c, s in squares)
        if any(a.kind in ("xx", "xz", "zz") for m in P.terms for a, _ in m):
            return None  # squares of vectors: shown by the diagonal instead
        return self.made("squares", P, strict, "a sum of squares", squares=data)

    def _one_variable(self, P: Polynomial, strict: bool) -> Certificate | None:
        """A polynomial in one letter: Sturm's theorem counts its roots."""
        found = {a for m in P.terms for a, _ in m}
        if len(found) != 1 or any(e.denominator != 1 or e < 0 for m in P.terms for _, e in m):
            return None
        (a,) = found
        if a.kind not in ("x", "z"):
            return None
        reach = self.atom(a)
        top = max(int(e) for m in P.terms for _, e in m)
        coefficients = [P.terms.get(monomial({a: Fraction(k)}), Fraction(0)) for k in range(top + 1)]
        low, high = (None if isinstance(end, float) else end for end in (reach.low, reach.high))
        if nonnegative_on(coefficients, low, high, strict):
            return self.made("roots", P, strict, "Sturm's count of its roots")
        return None
