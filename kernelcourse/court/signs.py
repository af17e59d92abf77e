"""Which sign a formula has on the whole domain: bounds by intervals, squares, and Sturm's count of roots.

`lower(P)` is a number that P never falls below, with a flag for "never reaches". Sound, not complete: None is allowed.
"""

from __future__ import annotations

import math
from fractions import Fraction

from .factoring import product_of_sides, square_root
from .identities import Forms
from .intervals import EVERYTHING, INF, Interval, exponential, logarithm, outward
from .linear_algebra import positive_semidefinite
from .normal_form import Atom, Monomial, Polynomial, from_atom, monomial
from .sturm import nonnegative_on


class Signs:
    """Bounds on one domain."""

    def __init__(self, forms: Forms):
        self.forms, self.domain = forms, forms.domain

    def interval(self, P: Polynomial) -> Interval:
        """An interval that holds every value of P on the domain."""
        result = Interval(0.0, 0.0)
        for m, c in P.terms.items():
            if not math.isfinite(float(c)):
                return EVERYTHING
            term = Interval(outward(float(c), -1), outward(float(c), 1))
            for a, e in m:
                term = term.times(self.atom(a).power(e))
            result = result + term
        return (
            Interval(-INF, INF, True, True) if math.isnan(result.low) or math.isnan(result.high) else result
        )

    def atom(self, a: Atom) -> Interval:
        low, high, is_open = self.domain.coordinate_range()
        q = a.argument
        inside = self.interval(q) if q is not None else EVERYTHING
        match a.kind:
            case "x" | "z":
                return Interval(low, high, is_open and low == -1, is_open)
            case "xx" | "zz" | "xz":
                return self._product_symbol(a.kind)
            case "pi":
                return Interval(math.pi - 1e-15, math.pi + 1e-15)
            case "exp":
                bottom, top = (exponential(end) for end in (inside.low, inside.high))
                return Interval(
                    outward(bottom, -1), outward(top, 1), inside.low_open or bottom == 0, inside.high_open
                )
            case "log":
                bottom = math.log(inside.low) if inside.low > 0 else -INF
                return Interval(
                    outward(bottom, -1), outward(logarithm(inside.high), 1), inside.low_open, inside.high_open
                )
            case "abs":
                return inside.size()
            case "pos":
                return Interval(max(inside.low, 0.0), max(inside.high, 0.0))
            case "cosh":
                return Interval(1.0, INF, False, True)
            case "cos" if inside.low > -1.57 and inside.high < 1.57:
                return Interval(math.cos(max(-inside.low, inside.high)) - 1e-12, 1.0)
            case "cos" | "sin" | "sinc":
                return Interval(-1.0, 1.0)
            case "tanh" | "sign":
                return Interval(-1.0, 1.0, a.kind == "tanh", a.kind == "tanh")
            case "arctan" | "arcsin":
                return Interval(-1.5707963267948968, 1.5707963267948968)
            case "base":
                return inside
            case "delta":
                return Interval(0.0, 1.0)
            case "hamming" | "edit" | "length_x" | "length_z":
                return Interval(0.0, INF, False, True)
        return EVERYTHING

    def _product_symbol(self, kind: str) -> Interval:
        d = float(self.domain.dim)
        name = self.domain.name
        if name == "ball":
            return Interval(-1.0 if kind == "xz" else 0.0, 1.0, kind == "xz", True)
        if name == "binary":
            return Interval(0.0, d)
        low = 0.0 if kind != "xz" or name == "positive" else -INF
        return Interval(low, INF, False, True)

    def nonnegative(self, P: Polynomial) -> bool:
        """P ≥ 0 on the domain, for certain."""
        return self._certain(P, strict=False)

    def positive(self, P: Polynomial) -> bool:
        """P > 0 on the domain, for certain."""
        return self._certain(P, strict=True)

    def definite(self, P: Polynomial) -> bool:
        """P ≥ 0, and P = 0 at most at the origin, for a formula in x alone or in z alone."""
        if len(P.sides) != 1 or not self.forms.plainly_nonnegative(P):
            return False
        seen: set[int] = set()
        for m in P.terms:
            if all(self.nonzero_off_origin(a) for a, _ in m):
                return True
            if len(m) == 1 and m[0][1] > 0:
                a = m[0][0]
                inner = a.argument.single if a.kind == "abs" and a.argument is not None else None
                letter = inner[0][0][0] if inner is not None and len(inner[0]) == 1 else a
                if letter.kind in ("x", "z"):
                    seen.add(letter.index)
        return seen == set(range(self.domain.dim))

    def nonzero_off_origin(self, a: Atom) -> bool:
        if a.kind in ("xx", "zz") or (a.kind in ("x", "z") and self.domain.dim == 1):
            return True
        if a.kind in ("abs", "base") and a.argument is not None:
            inner = a.argument.single
            if inner is not None:
                return all(self.nonzero_off_origin(b) for b, _ in inner[0])
            return self.definite(a.argument)
        found = self.atom(a)
        return found.low > 0 or (found.low == 0 and found.low_open)

    def _certain(self, P: Polynomial, strict: bool) -> bool:
        if not P:
            return not strict
        found = self.interval(P)
        if found.low > 0 or (found.low == 0 and (found.low_open or not strict)):
            return True
        root = square_root(P, self.forms.multiply)
        if root is not None and (not strict or self._certain(root, strict) or self._certain(-root, strict)):
            return True
        sides = product_of_sides(P)
        if sides is not None and all(self._certain(side, strict) for side in sides):
            return True
        if self._quadratic(P, strict) or self._one_variable(P, strict):
            return True
        cleared = self._cleared(P)
        return cleared is not None and self._certain(cleared, strict)

    def _cleared(self, P: Polynomial) -> Polynomial | None:
        """P multiplied by the positive denominators in it, if there are any."""
        for m in P.terms:
            for a, e in m:
                if e < 0 and a.kind in ("base", "xx", "zz", "abs"):
                    positive = self.atom(a)
                    if positive.low > 0 or a.kind in ("xx", "zz", "abs"):
                        return self.forms.multiply(P, self.forms.power(from_atom(a), -e))
        return None

    def _quadratic(self, P: Polynomial, strict: bool) -> bool:
        """c + a quadratic form in the coordinates (or in ‖x‖², x·z, ‖z‖²) with a PSD matrix."""
        order: list[Monomial] = []
        entries: dict[tuple[Monomial, Monomial], Fraction] = {}
        for m, c in P.terms.items():
            halves = _halves(m)
            if halves is None:
                return False
            for half in halves:
                if half not in order:
                    order.append(half)
            p, q = halves
            entries[p, q] = entries.get((p, q), Fraction(0)) + c / 2
            entries[q, p] = entries.get((q, p), Fraction(0)) + c / 2
        if strict:  # take a little off the constant: what is left must still be a sum of squares
            if P.number <= 0:
                return False
            entries[(), ()] -= P.number / 1000
        matrix = [[entries.get((p, q), Fraction(0)) for q in order] for p in order]
        return len(order) <= 12 and positive_semidefinite(matrix)

    def _one_variable(self, P: Polynomial, strict: bool) -> bool:
        """A polynomial in one letter: Sturm's theorem counts its roots."""
        found = {a for m in P.terms for a, _ in m}
        if len(found) != 1 or any(e.denominator != 1 or e < 0 for m in P.terms for _, e in m):
            return False
        (a,) = found
        reach = self.atom(a)
        if a.kind not in ("x", "z", "xx", "zz", "abs", "exp"):
            return False
        top = max(int(e) for m in P.terms for _, e in m)
        coefficients = [P.terms.get(monomial({a: Fraction(k)}), Fraction(0)) for k in range(top + 1)]
        low = None if reach.low == -INF else Fraction(reach.low)
        high = None if reach.high == INF else Fraction(reach.high)
        return nonnegative_on(coefficients, low, high, strict)


def _halves(m: Monomial) -> tuple[Monomial, Monomial] | None:
    """m = p·q for two letters p, q (or 1); ‖x‖² counts as x·x, x·z as a product of the two."""
    letters: list[str] = []
    for a, e in m:
        if e.denominator != 1 or e < 0 or a.kind not in ("x", "z", "xx", "xz", "zz"):
            return None
        names = [f"{a.kind}{a.index}"] if a.kind in ("x", "z") else [f"{side}·" for side in a.kind]
        letters += names * int(e)
    if len(letters) > 2:
        return None
    made = [monomial({Atom(letter): Fraction(1)}) for letter in sorted(letters)]
    while len(made) < 2:
        made.append(())
    return (made[0], made[1]) if letters else ((), ())
