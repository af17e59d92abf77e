"""Rules of harmonic analysis: Bochner, compact support, waves, the sphere, and the finite domain {0,1}^d."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate as Step

from ..exactly.enclosures import semidefinite
from ..exactly.forms import Form, constant, sides
from ..exactly.transforms import damped_transform, exponential_transform, gaussian_heights, gaussian_transform
from ..exactly.written import at_z, formula
from ..sturm import nonnegative_on
from .axioms import SUPPORTED
from .rules import Conclusion, rule

if TYPE_CHECKING:
    from . import Verifier


def distance(v: Verifier, s: Step) -> tuple[Form, int]:
    """(ρ², dimension) for ρ² = Σ (gₗ(x) − gₗ(z))²; without maps g, ρ² = scale·‖x − z‖²."""
    if "maps" in s.data:
        gaps = [v.form(formula("(g - h)**2", g=g, h=at_z(g))) for g in s.data["maps"]]
        return sum(gaps, constant(0)), len(gaps)
    if not v.constant_sign(s.data["scale"], 1):
        raise ValueError("a scale must be > 0")
    return v.form(formula("c*((x - z) @ (x - z))", c=s.data["scale"])), v.dim


@rule("Bochner")
def _bochner(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ c ρⁿ exp(−aρ) or Σ c ρ²ⁿ exp(−aρ²), and the transform, a polynomial in |ω|², is ≥ 0."""
    square, d = distance(v, s)
    total, algebra = constant(0), v.algebra
    gaussian = ("exponential", "gaussian", "heights").index(s.data["kind"]) > 0  # r² in the exponent
    root = algebra.power(square, Fraction(1) if gaussian else Fraction(1, 2))
    terms = [(v.form(c), n, v.form(a)) for c, n, a in s.data["terms"]]
    for c, n, a in terms:
        if not v.constant_sign(a, 1) or n < 0 or any(sides(m) for m in c.terms):
            return None
        wave = algebra.exp(algebra.times(root, a).scaled(-1))
        total = total + algebra.times(c, algebra.times(algebra.power(root, Fraction(n)), wave))
    if s.data["kind"] == "heights":
        falling = all(v.constant_sign(a - b, 0) for (_, _, a), (_, _, b) in pairwise(terms))
        above = all(v.constant_sign(h, 0) for h in gaussian_heights(algebra, terms, d))
        return total if falling and above and all(n == 0 for _, n, _ in terms) else None
    transform = (gaussian_transform if gaussian else exponential_transform)(algebra, terms, d) or []
    numbers = [h.number for h in transform if h.number is not None]
    if len(numbers) < len(transform):  # irrational coefficients: none of them may be negative
        return total if all(v.constant_sign(h, 0) for h in transform) else None
    return total if numbers and nonnegative_on(numbers, Fraction(0), None) else None


@rule("damped")
def _damped(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """Σ exp(−a|u|)(p cos bu + q sin b|u|) with u = g(x) − g(z) and a > 0; the transform is ≥ 0."""
    (g,), terms, total = s.data["maps"], s.data["terms"], constant(0)
    wave = "exp(-a*abs(g - h))*(p*cos(b*(g - h)) + q*sin(b*abs(g - h)))"
    for p, q, a, b in terms:
        total = total + v.form(formula(wave, p=p, q=q, a=a, b=b, g=g, h=at_z(g)))
    falling = all(a > 0 for _, _, a, _ in terms)
    return total if falling and nonnegative_on(damped_transform(terms), Fraction(0), None) else None


@rule("compact")
def _compact(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(1 − ρ^p)₊^k (c₀ + c₁ρ + …); and 1 − ρ on the line where ρ ≤ 2: one period of a wave of triangles."""
    square, d = distance(v, s)
    k, coefficients, p = s.data["k"], s.data["coefficients"], s.data.get("p", Fraction(1))
    rho, total = v.algebra.power(square, Fraction(1, 2)), constant(0)
    if (k, coefficients, d, p) == (1, (1,), 1, 1) and v.bounds(rho).high <= 2:
        return constant(1) - rho
    for n, c in enumerate(coefficients):
        total = total + v.algebra.power(rho, Fraction(n)).scaled(c)
    hat = v.algebra.maximum(constant(1) - v.algebra.power(square, p / 2), constant(0))
    known = 2 * k >= d + 1 if coefficients == (1,) else d <= SUPPORTED.get((k, coefficients), 0)
    polya = 0 < p < 1 and d == 1 and coefficients == (1,)  # falling and convex for k ≥ 1
    return v.algebra.times(v.algebra.power(hat, k), total) if known and (p == 1 or polya) else None


@rule("wave")
def _wave(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    square, d = distance(v, s)
    return v.algebra.function("sinc", v.algebra.power(square, Fraction(1, 2))) if d <= 3 else None


@rule("hyperbolic")
def _hyperbolic(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(cosh(g(x) − g(z)) + c)^(−p) with p > 0 for c = 0 and c = 1, with p = 1 for −1 < c < 1."""
    (g,), p, c = s.data["maps"], s.data["p"], s.data["c"]
    known = v.form(g) and p > 0 and (c in (0, 1) or (p == 1 and -1 < c < 1))
    return formula("(cosh(g - h) + c)**(-p)", g=g, h=at_z(g), c=c, p=p) if known else None


@rule("arc")
def _arc(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """c − |sin(g(x) − g(z))| for c ≥ 2/π."""
    (g,), c = s.data["maps"], s.data["c"]
    enough = v.form(g) and v.constant_sign(formula("c - 2/pi", c=c), 0)
    return formula("c - abs(sin(g - h))", c=c, g=g, h=at_z(g)) if enough else None


@rule("sphere")
def _sphere(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ aₙ Cₙ(x·z) on the sphere, with C₀ = 1, C₁ = t, (n + d − 2) Cₙ₊₁ = (2n + d − 2) t Cₙ − n Cₙ₋₁."""
    if v.domain != "sphere" or v.dim < 2 or any(a < 0 for a in s.data["coefficients"]):
        return None
    t = v.form(formula("x @ z"))
    previous, current, total = constant(0), constant(1), constant(0)
    for n, a in enumerate(s.data["coefficients"]):
        total = total + current.scaled(a)
        step = v.algebra.times(t, current).scaled(2 * n + v.dim - 2) - previous.scaled(n)
        previous, current = current, (t if n == 0 else step.scaled(Fraction(1, n + v.dim - 2)))
    return total


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
