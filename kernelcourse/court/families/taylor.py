"""The first coefficients of k(x, z) as a power series in two numbers, exactly."""

from __future__ import annotations

from fractions import Fraction

from ..exactly.algebra import Algebra
from ..exactly.clock import check
from ..exactly.forms import Atom, Form, constant

HIGHEST = 4  # power of x, and of z
X, Z = Atom("x0"), Atom("z0")
Series = dict[tuple[int, int], Form]


class Unsmooth(Exception):
    """A formula that has no such series, or none that is plain."""


def diagonal_coefficients(A: Algebra, P: Form) -> list[Form]:
    """The coefficients of (xz)ʲ, j = 0, 1, …"""
    made = _Taylor(A).of(P)
    return [made.get((j, j), constant(0)) for j in range(HIGHEST + 1)]


class _Taylor:
    def __init__(self, A: Algebra):
        self.A = A

    def of(self, P: Form) -> Series:
        total: Series = {}
        for m, c in P.terms.items():
            check()
            part: Series = {(0, 0): constant(c)}
            for a, e in m:
                part = self._times(part, self._atom(a, e))
            for place, value in part.items():
                total[place] = total.get(place, constant(0)) + value
        return {place: value for place, value in total.items() if value.terms}

    def _times(self, p: Series, q: Series) -> Series:
        made: Series = {}
        for (i, j), a in p.items():
            for (k, n), b in q.items():
                if i + k <= HIGHEST and j + n <= HIGHEST:
                    made[i + k, j + n] = made.get((i + k, j + n), constant(0)) + self.A.times(a, b)
        return made

    def _atom(self, a: Atom, e: Fraction) -> Series:
        if a in (X, Z):
            if e.denominator != 1 or e < 0:
                raise Unsmooth
            place = (int(e), 0) if a == X else (0, int(e))
            return {place: constant(1)} if e <= HIGHEST else {}
        inner = None if a.inner is None else self.of(a.inner)
        if inner is None or set(inner) <= {(0, 0)}:
            if a.inner is None and a.kind[0] in "xz":
                raise Unsmooth
            return {(0, 0): Form({((a, e),): Fraction(1)})}
        start = inner.pop((0, 0), constant(0))
        if a.kind == "exp" and e == 1:
            weights, weight, factor = [], Fraction(1), self.A.exp(start)
            for n in range(2 * HIGHEST + 1):
                weights.append(weight)
                weight /= n + 1
        elif a.kind == "base" and start.number is not None and start.number > 0:
            weights, weight, factor = [], Fraction(1), self.A.power(start, e)
            inner = {place: value.scaled(1 / start.number) for place, value in inner.items()}
            for n in range(2 * HIGHEST + 1):
                weights.append(weight)
                weight *= (e - n) / (n + 1)
        else:
            raise Unsmooth
        total: Series = {}
        power: Series = {(0, 0): factor}
        for weight in weights:
            for place, value in power.items():
                total[place] = total.get(place, constant(0)) + value.scaled(weight)
            power = self._times(power, inner)
        return total
