"""Checks by harmonic analysis: Bochner, compact support, waves, the sphere, and the finite domain {0,1}^d."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from itertools import product as all_choices
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Number
from kernelcourse.language.tree import free_names

from ..exactly.forms import Form, constant
from ..exactly.transforms import exponential_transform, gaussian_heights, gaussian_transform
from ..sturm import nonnegative_on
from .axioms import SUPPORTED
from .checking import Check, at_z

if TYPE_CHECKING:
    from kernelcourse.validity import Certificate as Step

    from . import Verifier


def distance(v: Verifier, s: Step) -> tuple[Form, int]:
    """(ρ², dimension) for ρ² = Σ (gₗ(x) − gₗ(z))²; without maps g, ρ² = scale·‖x − z‖²."""
    maps = s.data.get("maps")
    if maps is None:
        difference = Binary("-", Name("x"), Name("z"))
        scale = s.data["scale"]
        if not v.constant_sign(scale, 1):
            return constant(0), 99
        return v.algebra.times(v.form(scale), v.form(Binary("@", difference, difference))), v.dim
    total = constant(0)
    for g in maps:
        if "z" in free_names(g):
            return constant(0), 99
        gap = v.form(Binary("-", g, at_z(g)))
        total = total + v.algebra.times(gap, gap)
    return total, len(maps)


def _bochner(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = Σ c ρⁿ exp(−aρ) or Σ c ρ²ⁿ exp(−aρ²), and the transform, a polynomial in |ω|², is ≥ 0."""
    square, d = distance(v, s)
    total, gaussian, algebra = constant(0), s.data["kind"] != "exponential", v.algebra
    terms = [(v.form(c), n, v.form(a)) for c, n, a in s.data["terms"]]
    for c, n, a in terms:
        if not v.constant_sign(a, 1) or n < 0 or any(v.sides(m) for m in c.terms):
            return False
        root = algebra.power(square, Fraction(1) if gaussian else Fraction(1, 2))
        wave = algebra.exp(algebra.times(root, a).scaled(-1))
        total = total + algebra.times(c, algebra.times(algebra.power(root, Fraction(n)), wave))
    if not v.same(v.form(s.formula), total):
        return False
    if s.data["kind"] == "heights":
        falling = all(v.constant_sign(a - b, 0) for (_, _, a), (_, _, b) in pairwise(terms))
        heights = gaussian_heights(algebra, terms, d)
        return falling and all(n == 0 for _, n, _ in terms) and all(v.constant_sign(h, 0) for h in heights)
    transform = (gaussian_transform if gaussian else exponential_transform)(algebra, terms, d)
    if transform is None:
        return False
    numbers = [h.number for h in transform]
    if None in numbers:  # irrational coefficients: none of them may be negative
        return all(v.constant_sign(h, 0) for h in transform)
    return nonnegative_on([q for q in numbers if q is not None], Fraction(0), None)


def _compact(v: Verifier, s: Step, K: list[Form]) -> bool:
    square, d = distance(v, s)
    k, coefficients = s.data["k"], s.data["coefficients"]
    rho = v.algebra.power(square, Fraction(1, 2))
    total = constant(0)
    for n, c in enumerate(coefficients):
        total = total + v.algebra.power(rho, Fraction(n)).scaled(c)
    if (k, coefficients, d) == (1, (1,), 1) and v.bounds(rho).high <= 2:  # a wave of triangles, on one period
        return v.same(v.form(s.formula), constant(1) - rho)
    hat = v.algebra.power(v.algebra.maximum(constant(1) - rho, constant(0)), k)
    known = 2 * k >= d + 1 if coefficients == (1,) else d <= SUPPORTED.get((k, coefficients), 0)
    return known and v.same(v.form(s.formula), v.algebra.times(hat, total))


def _wave(v: Verifier, s: Step, K: list[Form]) -> bool:
    square, d = distance(v, s)
    return d <= 3 and v.same(
        v.form(s.formula), v.algebra.function("sinc", v.algebra.power(square, Fraction(1, 2)))
    )


def _hyperbolic(v: Verifier, s: Step, K: list[Form]) -> bool:
    """(cosh(g(x) − g(z)) + c)^(−p) with p > 0 for c = 0 and c = 1, with p = 1 for −1 < c < 1."""
    (g,), p, c = s.data["maps"], s.data["p"], s.data["c"]
    made = Binary("**", Binary("+", Call("cosh", (Binary("-", g, at_z(g)),)), Number(c)), Number(-p))
    known = p > 0 and (c in (0, 1) or (p == 1 and -1 < c < 1))
    return known and "z" not in free_names(g) and v.same(v.form(s.formula), v.form(made))


def _arc(v: Verifier, s: Step, K: list[Form]) -> bool:
    """c − |sin(g(x) − g(z))| for c ≥ 2/π."""
    (g,), c = s.data["maps"], s.data["c"]
    made = Binary("-", c, Call("abs", (Call("sin", (Binary("-", g, at_z(g)),)),)))
    enough = v.constant_sign(Binary("-", c, Binary("/", Number(2), Name("pi"))), 0)
    return enough and "z" not in free_names(g) and v.same(v.form(s.formula), v.form(made))


def _sphere(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = Σ aₙ Cₙ(x·z) on the sphere, with C₀ = 1, C₁ = t, (n + d − 2) Cₙ₊₁ = (2n + d − 2) t Cₙ − n Cₙ₋₁."""
    if v.domain != "sphere" or v.dim < 2:
        return False
    t = v.form(Binary("@", Name("x"), Name("z")))
    previous, current, total = constant(0), constant(1), constant(0)
    for n, a in enumerate(s.data["coefficients"]):
        if a < 0:
            return False
        total = total + current.scaled(a)
        step = v.algebra.times(t, current).scaled(2 * n + v.dim - 2) - previous.scaled(n)
        previous, current = current, (t if n == 0 else step.scaled(Fraction(1, n + v.dim - 2)))
    return v.same(v.form(s.formula), total)


def _all_points(v: Verifier, s: Step, K: list[Form]) -> bool:
    """LDLᵀ of the Gram matrix of {0,1}^d in intervals: a pivot is > 0, or its whole row is exactly 0."""
    if v.domain != "binary" or v.dim > 5:
        return False
    points = [[constant(b) for b in bits] for bits in all_choices((0, 1), repeat=v.dim)]
    rows = [[v.read(s.formula, x=x, z=z) for z in points] for x in points]
    if any(not v.same(rows[i][j], rows[j][i]) for i in range(len(rows)) for j in range(i)):
        return False
    return v.semidefinite([[v.bounds(entry) for entry in row] for row in rows])


SPECTRAL: dict[str, Check] = {
    "Bochner": _bochner, "compact": _compact, "wave": _wave, "hyperbolic": _hyperbolic, "arc": _arc, "sphere": _sphere,
    "all points": _all_points,
}  # fmt: skip
