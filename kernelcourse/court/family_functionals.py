"""Numbers that are ≥ 0 for every kernel: Σ aᵢaⱼ k(xᵢ, xⱼ) for a few points, and limits of such sums.

Limits are the derivatives ∂ₓʲ∂_zʲ k at 0, the mean of φ(t) cos wt, both ends of a Fourier transform, and on the sphere
the coefficients of Gegenbauer's polynomials. Each is a row: its values, exact, on formulas without parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from kernelcourse.language.reading import Call, Name, Node

from .domains import Domain
from .exactly.algebra import Algebra
from .exactly.clock import check
from .exactly.forms import Atom, Form, Product, constant, letter
from .exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from .exactly.transforms import Term, exponential_transform, gaussian_heights, gaussian_transform
from .exactly.zonal import projections, zonal_profile
from .family_taylor import Unsmooth, diagonal_coefficients

Row = list[Form]
HALF = Fraction(1, 2)
AROUND_ZERO = ("real", "positive", "interval", "ball", "nonzero")
ENDLESS = ("real", "positive", "integer")
T, I = Atom("x0"), Atom("i")
MOST_BITS = 3
INDICATOR = Call("delta", (Name("x"), Name("z")))


class Functionals:
    """The rows for some formulas on one domain."""

    def __init__(self, domain: Domain, bodies: list[Node]):
        self.name, self.d, self.bodies = domain.name, domain.dim, bodies

    def all(self) -> list[Row]:
        """Those of theorems first: their dual bases are more often kernels."""
        found: list[Row] = []
        for kind in (self._means, self._ends, self._on_sphere, self._at_zero, self._at_points):
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
            yield [[scale] * d], [1]
            if self.name in ("real", "ball", "nonzero", "integer"):
                yield [[scale, scale.scaled(-1), *[constant(0)] * (d - 2)]], [1]
            for place in range(1, d):
                yield [[scale if i == place else constant(0) for i in range(d)]], [1]

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
        found = [_waves(P) for P in profiles]
        rest = [P - _part(P, spike, keep=True) for P in profiles]
        if all(not P.terms or _only_waves(P) for P in rest):
            yield [_part(P, spike) for P in profiles]
        for w in dict.fromkeys(key for waves in found for key in waves):
            yield [waves.get(w, constant(0)) for waves in found]

    def _ends(self) -> Iterator[Row]:
        """The transform of what decays, at |ω| = 0 and as |ω| → ∞; a constant has none."""
        A = Algebra("real", self.d)
        for power, made in ((1, exponential_transform), (2, gaussian_transform)):
            try:
                terms = [
                    (A.times(c, letter(f"y{i}")), n, a)
                    for i, P in enumerate(self._profiles())
                    for c, n, a in _decaying(P, power)
                ]
            except Rejected:
                continue
            if not terms:
                continue
            polynomial = made(A, terms, self.d)
            if polynomial is None and power == 2 and not any(n for _, n, _ in terms):
                ordered = sorted(terms, key=lambda term: -_size(A, term[2]))
                polynomial = [
                    gaussian_heights(A, ordered, self.d)[-1],
                    gaussian_heights(A, _first(ordered), self.d)[-1],
                ]
            ends = [h for h in polynomial or [] if h.terms]
            for h in ends[:1] + ends[-1:]:
                yield [_part(h, Atom(f"y{i}")) for i in range(len(self.bodies))]

    def _on_sphere(self) -> Iterator[Row]:
        if self.name != "sphere" or self.d < 2:
            return
        yield from zip_rows([projections(zonal_profile(body, self.d), self.d) for body in self.bodies])


def zip_rows(columns: list[list[Form]]) -> Iterator[Row]:
    """The n-th coefficient of every formula, as long as all of them have one."""
    for row in zip(*columns):
        yield list(row)


def _size(A: Algebra, P: Form) -> Fraction:
    from .exactly.signs import bounds

    return Fraction(bounds(A, P).low)


def _first(terms: list[Term]) -> list[Term]:
    return [term for term in terms if term[2].key == terms[0][2].key]


def _part(h: Form, y: Atom, keep: bool = False) -> Form:
    """What stands before a letter, perhaps with it."""
    return Form({tuple(f for f in m if keep or f[0] != y): c for m, c in h.terms.items() if y in dict(m)})


def _moves(a: Atom) -> bool:
    """Whether t is in it."""
    return (
        a == T
        or a.kind.startswith("delta")
        or (a.inner is not None and any(_moves(b) for m in a.inner.terms for b, _ in m))
    )


def _split(m: Product, c: Fraction) -> tuple[Form, list[tuple[Atom, Fraction]]]:
    return Form({tuple(f for f in m if not _moves(f[0])): c}), [f for f in m if _moves(f[0])]


def _waves(P: Form) -> dict[str, Form]:
    """w ↦ the coefficient of exp(iwt); everything else must tend to 0."""
    found: dict[str, Form] = {}
    for m, c in P.terms.items():
        still, moving = _split(m, c)
        wave = not moving or (len(moving) == 1 and moving[0][0].kind == "exp" and _turns(moving[0][0].inner))
        if wave:
            key = moving[0][0].key if moving else ""
            found[key] = found.get(key, constant(0)) + still
        elif not _falls(moving):
            raise Rejected("it neither turns nor decays")
    return found


def _only_waves(P: Form) -> bool:
    moving = [_split(m, c)[1] for m, c in P.terms.items()]
    return all(not part or (len(part) == 1 and _turns(part[0][0].inner)) for part in moving)


def _turns(inner: Form | None) -> bool:
    """iwt."""
    return inner is not None and all((I, 1) in m and (T, 1) in m and len(m) == 2 for m in inner.terms)


def _falls(moving: list[tuple[Atom, Fraction]]) -> bool:
    """exp(−at^p) or a hat that ends, times anything of powers; or 1/(c + t^p)."""
    for a, e in moving:
        inner = a.inner
        if a.kind.startswith("delta"):
            return True
        if inner is None:
            continue
        real = {
            m: c for m, c in inner.terms.items() if any(b == T for b, _ in m) and all(b != I for b, _ in m)
        }
        plain = all({b for b, _ in m} == {T} and m[0][1] > 0 for m in real)
        if a.kind == "exp" and real and plain and all(c < 0 for c in real.values()):
            return all(b == T or b.kind == "exp" for b, _ in moving)
        if a.kind == "pos" and plain and real and all(c < 0 for c in real.values()):
            return True
        if a.kind == "base" and e < 0 and plain and real and all(c > 0 for c in inner.terms.values()):
            return len(moving) == 1
    return False


def _decaying(P: Form, power: int) -> list[Term]:
    """(c, n, a) for every c·tⁿ exp(−at), or c·t²ⁿ exp(−at²); constants and waves are left out."""
    found: list[Term] = []
    for m, c in P.terms.items():
        still, moving = _split(m, c)
        if not moving or (len(moving) == 1 and _turns(moving[0][0].inner)):
            continue
        factors = dict(moving)
        n = factors.pop(T, Fraction(0)) / power
        ((a, e),) = factors.items()
        if a.kind != "exp" or e != 1 or a.inner is None or n.denominator != 1 or n < 0:
            raise Rejected("no sum of powers times exponentials")
        if any(dict(k).get(T) != power or I in dict(k) for k in a.inner.terms):
            raise Rejected("another exponent")
        rate = Form({tuple(f for f in k if f[0] != T): -b for k, b in a.inner.terms.items()})
        found.append((still, int(n), rate))
    return found
