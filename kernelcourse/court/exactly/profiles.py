"""Functions of one distance ρ from the numbers in a certificate: Σ c ρⁿ exp(−aρ), (h − ρ^p)₊^k·(…), damped waves."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.validity import Certificate as Step

from .algebra import Algebra
from .forms import HALF, Form, constant, sides
from .transforms import Term, Wave
from .written import at_z, formula

R_SQUARED = ("gaussian", "heights")  # kinds with r² in the exponent


class Instance(Protocol):
    """Who reads the formulas of a proof."""

    algebra: Algebra
    dim: int

    def form(self, tree: Node) -> Form: ...

    def constant_sign(self, c: Node | Form, least: int) -> bool: ...


def both(g: Node) -> dict[str, Node]:
    """g(x) and g(z)."""
    return {"g": g, "h": at_z(g)}


def distance(v: Instance, s: Step) -> tuple[Form, int]:
    """(ρ, dimension) for ρ² = Σ (gₗ(x) − gₗ(z))²; without maps g, ρ² = scale·‖x − z‖²."""
    if "maps" in s.data:
        maps = s.data["maps"]
        point = maps[0] if len(maps) == 1 else Call("vector", maps)
        return v.form(formula("norm(g - h)", **both(point))), len(maps)
    if not v.constant_sign(s.data["scale"], 1):
        raise ValueError("a scale must be > 0")
    root = v.algebra.power(v.form(s.data["scale"]), HALF)
    return v.algebra.times(root, v.form(formula("norm(x - z)"))), v.dim


def falling(v: Instance, s: Step) -> tuple[Form, list[Term], int]:
    """(Σ c ρⁿ exp(−aρ) or Σ c ρ²ⁿ exp(−aρ²), its terms (c, n, a) with a > 0, dimension)."""
    (rho, d), total, algebra = distance(v, s), constant(0), v.algebra
    root = algebra.times(rho, rho) if s.data["kind"] in R_SQUARED else rho
    terms = [(v.form(c), n, v.form(a)) for c, n, a in s.data["terms"]]
    for c, n, a in terms:
        if not v.constant_sign(a, 1) or n < 0 or any(sides(m) for m in c.terms):
            raise ValueError("constants c, whole n and a > 0 were expected")
        wave = algebra.exp(algebra.times(root, a).scaled(-1))
        total = total + algebra.times(c, algebra.times(algebra.power(root, Fraction(n)), wave))
    return total, terms, d


def waves(v: Instance, s: Step) -> tuple[Form, list[Wave], int]:
    """(Σ exp(−aρ)(p cos bρ + q sin bρ), its terms (p, q, a, b) with a > 0, dimension)."""
    (rho, d), total, algebra = distance(v, s), constant(0), v.algebra
    terms = [tuple(v.form(formula("c", c=c)) for c in term) for term in s.data["terms"]]
    for p, q, a, b in terms:
        if not v.constant_sign(a, 1) or any(sides(m) for c in (p, q, b) for m in c.terms):
            raise ValueError("constants p, q, b and a > 0 were expected")
        turn = algebra.times(rho, b)
        wave = algebra.times(p, algebra.function("cos", turn)) + algebra.times(
            q, algebra.function("sin", turn)
        )
        total = total + algebra.times(algebra.exp(algebra.times(rho, a).scaled(-1)), wave)
    return total, terms, d


def supported(v: Instance, s: Step) -> tuple[Form, Form, int]:
    """((h − ρ^p)₊^k·(c₀ + c₁ρ + …), ρ, dimension); for k = 0 the polynomial alone."""
    (rho, d), total, k = distance(v, s), constant(0), s.data["k"]
    for n, c in enumerate(s.data["coefficients"]):
        total = total + v.algebra.power(rho, Fraction(n)).scaled(c)
    if k == 0:
        return total, rho, d
    height, p = v.form(s.data.get("height", Number(1))), s.data.get("p", Fraction(1))
    hat = v.algebra.maximum(height - v.algebra.power(rho, p), constant(0))
    smooth = v.algebra.raised(hat, v.form(formula("k", k=k)), at_zero=True)
    return v.algebra.times(smooth, total), rho, d
