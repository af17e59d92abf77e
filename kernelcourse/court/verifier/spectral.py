"""Rules of harmonic analysis: Bochner, compact support, waves, the sphere, and the finite domain {0,1}^d."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise, product
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate as Step

from ..exactly.algebra import Algebra
from ..exactly.enclosures import point, semidefinite
from ..exactly.forms import Form, constant, letter
from ..exactly.profiles import R_SQUARED, both, distance, falling, supported, waves
from ..exactly.reading import Reader
from ..exactly.signs import bounds
from ..exactly.transforms import damped_transform, exponential_transform, gaussian_heights, gaussian_transform
from ..exactly.written import formula
from ..exactly.zonal import gegenbauer, mean_distance
from ..sturm import nonnegative_on
from .axioms import SUPPORTED
from .rules import Conclusion, only, rule, whole

if TYPE_CHECKING:
    from . import Verifier


@rule("Bochner")
def _bochner(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ c ρⁿ exp(−aρ) or Σ c ρ²ⁿ exp(−aρ²), and the transform, a polynomial in |ω|², is ≥ 0."""
    total, terms, d = falling(v, s)
    if s.data["kind"] == "heights":
        sorted_ = all(v.constant_sign(a - b, 0) for (_, _, a), (_, _, b) in pairwise(terms))
        above = all(v.constant_sign(h, 0) for h in gaussian_heights(v.algebra, terms, d))
        return total if sorted_ and above and all(n == 0 for _, n, _ in terms) else None
    made = gaussian_transform if s.data["kind"] in R_SQUARED else exponential_transform
    return only(never_negative(v, made(v.algebra, terms, d) or []), total)


def never_negative(v: Verifier, heights: list[Form]) -> bool:
    """A polynomial in |ω|²: by Sturm; if its coefficients are no fractions, none of them may be negative."""
    numbers = [h.number for h in heights if h.number is not None]
    if len(numbers) < len(heights):
        return all(v.constant_sign(h, 0) for h in heights)
    return bool(numbers) and nonnegative_on(numbers, Fraction(0), None)


@rule("damped")
def _damped(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """Σ exp(−aρ)(p cos bρ + q sin bρ), a > 0, with a transform ≥ 0 on the line; one cos if d·arg(a + ib) ≤ π/2."""
    total, terms, d = waves(v, s)
    if d == 1:
        return only(never_negative(v, damped_transform(v.algebra, terms, in_units=True)), total)
    ((p, q, a, b),) = ([Fraction(c.number) for c in term] for term in terms)  # type: ignore[arg-type]
    powers = accumulate([(a, b)] * d, lambda u, w: (u[0] * a - u[1] * b, u[0] * b + u[1] * a))
    return only(p >= 0 and q == 0 and b >= 0 and all(real >= 0 for real, _ in powers), total)


@rule("conditional norm", "", "conditional")
def _norm(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(|g₁(x) − g₁(z)|^p + |g₂(x) − g₂(z)|^p)^(1/p), p ≥ 1: every norm of the plane."""
    p, sizes = s.data["p"], [v.form(formula("abs(g - h)", **both(g))) for g in s.data["maps"]]
    first, second = (v.algebra.power(size, p) for size in sizes)
    return only(p >= 1, v.algebra.power(first + second, 1 / p))


@rule("compact")
def _compact(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(h − ρ^p)₊^k (c₀ + c₁ρ + …), h ≥ 0; for k = 0 one period on the line."""
    (total, rho, d), height = supported(v, s), v.form(formula("h", h=s.data.get("height", 1)))
    k, shape, p = s.data["k"], s.data["coefficients"], s.data.get("p", Fraction(1))
    if k == 0:
        return only(d == 1 and v.bounds(rho).high <= SUPPORTED[k, shape], total)
    enough = v.constant_sign(formula("2*k - d", k=k, d=d + 1), 0) and v.constant_sign(height, 0)
    known = enough if shape == (1,) else height.number == 1 and d <= SUPPORTED.get((k, shape), 0)
    polya = 0 < p < 1 and d == 1 and shape == (1,)  # falling and convex for k ≥ 1
    return total if known and (p == 1 or polya) else None


rule("wave")(lambda v, s, K: only(distance(v, s)[1] <= 3, v.algebra.function("sinc", distance(v, s)[0])))


@rule("arc")
@rule("hyperbolic")
def _of_difference(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """c − |sin u|, c ≥ 2/π; (cosh u + c)^(−p) with p > 0 for c = 0 and c = 1, with p = 1 for −1 < c < 1."""
    p, c = s.data.get("p", Fraction(1)), s.data["c"]
    if s.rule == "arc":
        known, text = v.constant_sign(formula("c - 2/pi", c=c), 0), "c - abs(sin(g - h))"
    else:
        known, text = p > 0 and (c in (0, 1) or (p == 1 and -1 < c < 1)), "(cosh(g - h) + c)**(-p)"
    return only(known, v.form(formula(text, c=c, p=p, **both(*s.data["maps"]))))


@rule("sphere")
def _sphere(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ aₙ Cₙ(x·z) on the sphere, with Gegenbauer's polynomials."""
    t, total = v.form(formula("x @ z")), constant(0)
    for n, a in enumerate(s.data["coefficients"]):
        for k, c in enumerate(gegenbauer(n, v.dim)):
            total = total + v.algebra.power(t, Fraction(k)).scaled(a * c)
    return only(v.domain == "sphere" and v.dim > 1 and min(s.data["coefficients"]) >= 0, total)


@rule("sphere distance")
def _sphere_distance(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """c − ‖x − z‖ on the sphere, with c not below the mean distance."""
    known = (
        v.domain == "sphere" and v.dim > 1 and v.constant_sign(v.form(s.data["c"]) - mean_distance(v.dim), 0)
    )
    return only(known, formula("c - norm(x - z)", c=s.data["c"]))


@rule("all points")
def _all_points(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """The Gram matrix of {0,1}^d is symmetric and, in intervals, semidefinite."""
    if v.domain != "binary" or v.dim > 5:
        return None
    points = [[constant(b) for b in bits] for bits in product((0, 1), repeat=v.dim)]
    rows = [[v.read(s.formula, x=x, z=z) for z in points] for x in points]
    if any(not v.same(rows[i][j], rows[j][i]) for i in range(len(rows)) for j in range(i)):
        return None
    return s.formula if semidefinite([[v.bounds(entry) for entry in row] for row in rows]) else None


@rule("whole numbers")
def _whole_numbers(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """φ(x − z) on Z with φ = 0 beyond N: Σ φ(n) cos nω, by cos nω = Tₙ(cos ω) a polynomial, is ≥ 0."""
    far, N, shift = Reader(Algebra("positive", 1), 1), whole(s.data["N"]), letter("shift0")
    moved = v.read(s.formula, x=[letter("x0") + shift], z=[letter("z0") + shift])
    if v.domain != "integer" or v.dim != 1 or not v.same(moved, v.form(s.formula)):
        return None
    start, away = [constant(0)], [letter("z0") + constant(N + 1)]  # z0 ≥ 0 here
    if any(bounds(far.algebra, far(s.formula, *pair)) != point(0) for pair in ((start, away), (away, start))):
        return None
    pairs = [(start, [constant(n)]) for n in range(N + 1)]
    rows = [[far(s.formula, *pair[::way]).number for pair in pairs] for way in (1, -1)]
    heights = [h for h in rows[0] if h is not None]
    total = [Fraction(0)] * (N + 1)
    for n, height in enumerate(heights):
        for k, c in enumerate(gegenbauer(n, 2)):
            total[k] += (2 if n else 1) * height * c
    same = rows[0] == rows[1] == heights
    return s.formula if same and nonnegative_on(total, Fraction(-1), Fraction(1)) else None
