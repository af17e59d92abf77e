"""Numbers that are ≥ 0 for every kernel: Σ aᵢaⱼ k(xᵢ, xⱼ) for a few points, and limits of such sums.

Limits are the derivatives ∂ₓʲ∂_zʲ k at 0, the mean of φ(t) cos wt, both ends of a Fourier transform, and on the sphere
the coefficients of Gegenbauer's polynomials. Each is a row: its values, exact, on formulas without parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from kernelcourse.language.reading import Call, Name, Node

from ..domains import Domain
from ..exactly.algebra import Algebra
from ..exactly.clock import check
from ..exactly.forms import Atom, Form, Product, constant, letter, sides
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.transforms import (
    Wave,
    damped_transform,
    exponential_transform,
    gaussian_heights,
    gaussian_transform,
)
from ..exactly.zonal import projections, zonal_profile
from .spectra import before, damped_terms, decaying_terms, least, only_waves, wave_heights, with_first_rate
from .taylor import Unsmooth, diagonal_coefficients

Row = list[Form]
HALF = Fraction(1, 2)
AROUND_ZERO = ("real", "positive", "interval", "ball", "nonzero")
ENDLESS = ("real", "positive", "integer")
MOST_BITS = 3
INDICATOR = Call("delta", (Name("x"), Name("z")))


class Functionals:
    """The rows for some formulas on one domain."""

    def __init__(self, domain: Domain, bodies: list[Node]):
        self.name, self.d, self.bodies = domain.name, domain.dim, bodies

    def all(self) -> list[Row]:
        """Those of theorems first: their dual bases are more often kernels."""
        found: list[Row] = []
        for kind in (
            self._means,
            self._ends,
            self._damped_ends,
            self._on_sphere,
            self._of_features,
            self._at_zero,
            self._at_points,
        ):
            check()
            try:
                found += list(kind())
            except (Rejected, Unsmooth, *TOO_LONG, *UNFIT):
                continue
        return found

    def _read(self, body: Node, x: list[Form], z: list[Form], domain: str | None = None) -> Form:
        return Reader(Algebra(domain or self.name, self.d), self.d)(body, x=x, z=z)

    def _at_points(self) -> Iterator[Row]:
        for points, weights in self._samples():
            row = []
            try:
                for body in self.bodies:
                    total = constant(0)
                    for x, a in zip(points, weights):
                        for z, b in zip(points, weights):
                            total = total + self._read(body, x, z).scaled(a * b)
                    row.append(total)
            except (Rejected, *TOO_LONG, *UNFIT):
                continue
            yield row

    def _samples(self) -> Iterator[tuple[list[list[Form]], list[int]]]:
        """Points of the domain with weights."""
        d = self.d
        if self.name == "binary":
            if d <= MOST_BITS:
                points = [[constant(b) for b in bits] for bits in product((0, 1), repeat=d)]
                for size in range(d + 1):
                    yield points, [(-1) ** sum(bits[:size]) for bits in product((0, 1), repeat=d)]
            for places in ((0,), (1,)):
                yield [[constant(p)] * d for p in places], [1]
            yield [[constant(0)] * d, [constant(1), *[constant(0)] * (d - 1)]], [1, -1]
            return
        if self.name == "histogram":
            corners = [[constant(i == j) for j in range(d)] for i in range(d)]
            yield corners, [1] * d
            yield corners[:2], [1, -1]
            yield [[constant(Fraction(1, d))] * d], [1]
            return
        if self.name == "string":
            return
        first = [constant(1), *[constant(0)] * (d - 1)]
        opposite = [constant(-1), *[constant(0)] * (d - 1)]
        if self.name == "sphere":
            yield [first, opposite], [1, 1]
            yield [first, opposite], [1, -1]
            return
        origin, middle, far = ([constant(c), *first[1:]] for c in (0, HALF, 2))
        if self.name == "ball":
            first, opposite, far = middle, [constant(-HALF), *first[1:]], [constant(HALF / 2), *first[1:]]
        if self.name in ("real", "ball", "nonzero", "integer"):
            yield [first, opposite], [1, 1]
            yield [first, opposite], [1, -1]
        if self.name != "nonzero":
            yield [origin], [1]
            yield [origin, first], [1, -1]
            yield [origin, first], [1, 1]
        yield [first], [1]
        if self.name == "interval":
            yield [origin, middle, first], [1, -2, 1]
        if self.name in ("real", "positive") and d == 1:
            yield [[letter("pi").scaled(HALF)]], [1]
            yield [origin, first, far], [1, -2, 1]
        if d > 1:
            scale = constant(Fraction(1, d)) if self.name == "ball" else constant(1)
            yield [[scale if i == place else constant(0) for i in range(d)] for place in range(d)], [1] * d
            yield [[scale] * d], [1]
            if self.name in ("real", "ball", "nonzero", "integer"):
                yield [[scale, scale.scaled(-1), *[constant(0)] * (d - 2)]], [1]
            for place in range(1, d):
                yield [[scale if i == place else constant(0) for i in range(d)]], [1]

    def _of_features(self) -> Iterator[Row]:
        """The coefficient of f(x)·f(z) in Σ cᵢⱼ fᵢ(x) fⱼ(z), where every f is xⁿ·exp(cx): they are independent."""
        if self.name not in AROUND_ZERO or self.d > 1:
            return
        tables = [_table(self._read(b, [letter("x0")], [letter("z0")])) for b in self.bodies]
        for place in dict.fromkeys(key for table in tables for key in table):
            yield [table.get(place, constant(0)) for table in tables]

    def _at_zero(self) -> Iterator[Row]:
        """∂ₓʲ∂_zʲ k ≥ 0 at 0, along one coordinate."""
        if self.name not in AROUND_ZERO[:-1]:
            return
        rest = [constant(0)] * (self.d - 1)
        forms = [self._read(b, [letter("x0"), *rest], [letter("z0"), *rest]) for b in self.bodies]
        yield from zip_rows([diagonal_coefficients(Algebra(self.name, self.d), P) for P in forms])

    def _profiles(self) -> list[Form]:
        """φ(t), t ≥ 0, for formulas φ(x − z)."""
        if self.name not in ENDLESS:
            raise Rejected("the domain has an end")
        rest, shift = [constant(0)] * (self.d - 1), letter("shift0")
        profiles = []
        for body in self.bodies:
            if body == INDICATOR:
                profiles.append(letter("delta0"))
                continue
            x, z = ([letter(f"{side}{i}") for i in range(self.d)] for side in "xz")
            here = self._read(body, x, z)
            moved = self._read(body, [c + shift for c in x], [c + shift for c in z])
            if moved.key != here.key:
                raise Rejected("not a function of x − z")
            profiles.append(self._read(body, [letter("x0"), *rest], [constant(0), *rest], "positive"))
        return profiles

    def _means(self) -> Iterator[Row]:
        """The mean of φ(t) cos wt; and c if φ(t) = c·[t = 0] + waves."""
        if self.d > 1:
            return
        profiles, spike = self._profiles(), Atom("delta0")
        found = [wave_heights(P) for P in profiles]
        rest = [P - before(P, spike, keep=True) for P in profiles]
        if all(not P.terms or only_waves(P) for P in rest):
            yield [before(P, spike) for P in profiles]
        for w in dict.fromkeys(key for waves in found for key in waves):
            yield [waves.get(w, constant(0)) for waves in found]

    def _damped_ends(self) -> Iterator[Row]:
        """The same for exp(−at)(p cos bt + q sin bt) on the line."""
        if self.d > 1:
            return
        A, terms = Algebra("real", 1), []
        for i, P in enumerate(self._profiles()):
            for p, q, a, b in damped_terms(A, P):
                y = letter(f"y{i}")
                terms.append((A.times(p, y), A.times(q, y), a, b))
        joined: dict[tuple[str, str], Wave] = {}
        for p, q, a, b in terms:
            old = joined.get((a.key, b.key), (constant(0), constant(0), a, b))
            joined[a.key, b.key] = (old[0] + p, old[1] + q, a, b)
        heights = [h for h in damped_transform(A, list(joined.values())) if h.terms]
        for h in heights[:1] + heights[-1:]:
            yield [before(h, Atom(f"y{i}")) for i in range(len(self.bodies))]

    def _ends(self) -> Iterator[Row]:
        """The transform of what decays, at |ω| = 0 and as |ω| → ∞; a constant has none."""
        A = Algebra("real", self.d)
        for power, made in ((1, exponential_transform), (2, gaussian_transform)):
            try:
                terms = [
                    (A.times(c, letter(f"y{i}")), n, a)
                    for i, P in enumerate(self._profiles())
                    for c, n, a in decaying_terms(P, power)
                ]
            except Rejected:
                continue
            if not terms:
                continue
            polynomial = made(A, terms, self.d)
            if polynomial is None and power == 2 and not any(n for _, n, _ in terms):
                ordered = sorted(terms, key=lambda term: -least(A, term[2]))
                polynomial = [
                    gaussian_heights(A, ordered, self.d)[-1],
                    gaussian_heights(A, with_first_rate(ordered), self.d)[-1],
                ]
            ends = [h for h in polynomial or [] if h.terms]
            for h in ends[:1] + ends[-1:]:
                yield [before(h, Atom(f"y{i}")) for i in range(len(self.bodies))]

    def _on_sphere(self) -> Iterator[Row]:
        if self.name != "sphere" or self.d < 2:
            return
        yield from zip_rows([projections(zonal_profile(body, self.d), self.d) for body in self.bodies])


def _table(P: Form) -> dict[str, Form]:
    """f ↦ the coefficient of f(x)·f(z), for products of powers and real exponentials of one side each."""
    found: dict[str, Form] = {}
    for m, c in P.terms.items():
        names = [_one_side(m, side) for side in "xz"]
        if names[0] == names[1]:
            still = Form({tuple(f for f in m if not sides((f,))): c})
            found[names[0]] = found.get(names[0], constant(0)) + still
    return found


def _one_side(m: Product, side: str) -> str:
    """xⁿ·exp(cx) in words; exp(ax + bz) is exp(ax)·exp(bz)."""
    parts = []
    for a, e in m:
        own = sides(((a, e),))
        if a.inner is None and own == {side} and e.denominator == 1 and e > 0:
            parts.append(f"t^{e}")
        elif a.kind == "exp" and e == 1 and a.inner is not None and _linear(a.inner):
            mine = {n: c for n, c in a.inner.terms.items() if sides(n) == {side}}
            rates = [Form({tuple(f for f in n if not sides((f,))): c}).key for n, c in mine.items()]
            parts += [f"exp({' + '.join(sorted(rates))})"] if rates else []
        elif own and (own == {side} or len(own) == 2):
            raise Rejected("neither a power nor an exponential")
    return " ".join(parts)


def _linear(inner: Form) -> bool:
    """c·x + c′·z for fractions c and c′."""
    return all(len(m) == 1 and m[0][1] == 1 and bool(sides(m)) for m in inner.terms)


def zip_rows(columns: list[list[Form]]) -> Iterator[Row]:
    """The n-th coefficient of every formula, as long as all of them have one."""
    for row in zip(*columns):
        yield list(row)
