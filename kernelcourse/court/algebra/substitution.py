"""Putting one point for another in a normal form: k(z, x), k(x, x), k(x, 0), and φ(u) at u = x − z."""

from __future__ import annotations

from fractions import Fraction

from .identities import Forms
from .normal_form import ONE, ZERO, Atom, Polynomial, from_atom, monomial, number


class Substitution:
    """A map of x and z: each side becomes "x", "z", "-x", "-z", "0" or "x-z"."""

    def __init__(self, forms: Forms, x: str, z: str):
        self.forms, self.x, self.z = forms, x, z
        self.known: dict[str, Polynomial] = {}

    def __call__(self, P: Polynomial) -> Polynomial:
        result = ZERO
        for m, c in P.terms.items():
            product = number(c)
            for a, e in m:
                product = self.forms.multiply(product, self.forms.power(self.of(a), e))
            result = result + product
        return result

    def of(self, a: Atom) -> Polynomial:
        if a.key not in self.known:
            self.known[a.key] = self._of(a)
        return self.known[a.key]

    def _of(self, a: Atom) -> Polynomial:
        if not a.sides:
            return from_atom(a)
        if a.argument is not None:
            inside = self(a.argument)
            if a.kind == "base":
                return inside
            if a.kind == "pos":
                return self.forms.maximum(inside, ZERO)
            return self.forms.function(a.kind, inside)
        if a.kind in ("x", "z"):
            return self._coordinate(self.x if a.kind == "x" else self.z, a.index)
        if a.kind in ("xx", "xz", "zz"):
            first, second = (self.x if letter == "x" else self.z for letter in a.kind)
            return self._inner(first, second)
        if a.kind in ("length_x", "length_z"):
            place = self.x if a.kind == "length_x" else self.z
            return ZERO if place == "0" else from_atom(Atom(f"length_{place}"))
        return self._comparison(a)

    def _coordinate(self, place: str, index: int) -> Polynomial:
        if place == "0":
            return ZERO
        if place.startswith("-"):
            return -from_atom(Atom(place[1:], index=index))
        if place == "x-z":
            return from_atom(Atom("x", index=index)) - from_atom(Atom("z", index=index))
        return from_atom(Atom(place, index=index))

    def _inner(self, first: str, second: str) -> Polynomial:
        if "0" in (first, second):
            return ZERO
        if "x-z" in (first, second):
            if first != second:
                raise ValueError("only ‖x − z‖² is needed")
            xx, xz, zz = (from_atom(Atom(kind)) for kind in ("xx", "xz", "zz"))
            return xx - xz.scaled(Fraction(2)) + zz
        sides = "".join(sorted((first + second).replace("-", "")))
        opposite = first.startswith("-") != second.startswith("-")
        return -from_atom(Atom(sides)) if opposite else from_atom(Atom(sides))

    def _comparison(self, a: Atom) -> Polynomial:
        """delta, hamming, edit of the two points: known when they are the same point."""
        if self.x == self.z:
            return number(1) if a.kind == "delta" else ZERO
        if {self.x, self.z} == {"x", "z"}:
            return from_atom(a)
        if a.kind == "hamming" and "0" in (self.x, self.z):
            return from_atom(
                Atom(f"length_{self.x if self.z == '0' else self.z}")
            )  # the empty string is the origin
        raise ValueError("a comparison with the origin is not a formula")


def swapped(forms: Forms, P: Polynomial) -> Polynomial:
    """k(z, x)."""
    return Substitution(forms, "z", "x")(P)


def on_diagonal(forms: Forms, P: Polynomial) -> Polynomial:
    """k(x, x)."""
    return Substitution(forms, "x", "x")(P)


def at_origin(forms: Forms, P: Polynomial, x: str, z: str) -> Polynomial | None:
    """k with one or both points at the origin or at their opposite; None if that is not defined."""
    try:
        return Substitution(forms, x, z)(P)
    except ValueError:
        return None


def without_last(forms: Forms, dim: int, P: Polynomial) -> Polynomial:
    """P with 1 − x₀ − … for the last coordinate, on histograms."""
    result = ZERO
    for m, c in P.terms.items():
        factors, product = dict(m), number(c)
        for side in "xz":
            e = factors.pop(Atom(side, index=dim - 1), Fraction(0))
            if e < 0 or e.denominator != 1:
                return P
            others = ONE
            for i in range(dim - 1):
                others = others - from_atom(Atom(side, index=i))
            product = forms.multiply(product, forms.power(others, e))
        result = result + forms.multiply(product, Polynomial({monomial(factors): Fraction(1)}))
    return result
