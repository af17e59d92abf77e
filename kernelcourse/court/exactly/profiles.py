"""Functions of one distance ρ from the numbers in a certificate: Σ c ρⁿ exp(−aρ), (h − ρ^p)₊^k·(…), damped waves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Protocol

from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.validity import Certificate as Step

from ..algebra.sturm import nonnegative_on
from .algebra import Algebra
from .forms import HALF, Form, constant, sides
from .transforms import (
    Term,
    Wave,
    cauchy_exponentials,
    cauchy_heights,
    damped_transform,
    exponential_transform,
    gaussian_heights,
    gaussian_transform,
    turns_little,
)
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


def in_powers(terms: Sequence[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """Σ c uᵃ, a ≥ 0, as a polynomial in a root of u."""
    unit = lcm(*(Fraction(a).denominator for _, a in terms))
    heights = [Fraction(0)] * (1 + int(max(a for _, a in terms) * unit))
    for c, a in terms:
        if a < 0:
            raise ValueError("a ≥ 0 was expected")
        heights[int(a * unit)] += c
    return heights


def never_negative(v: Instance, heights: list[Form]) -> bool:
    """A polynomial in |ω|²: by Sturm; if its coefficients are no fractions, none of them may be negative."""
    numbers = [h.number for h in heights if h.number is not None]
    if len(numbers) < len(heights):
        return all(v.constant_sign(h, 0) for h in heights)
    return bool(numbers) and nonnegative_on(numbers, Fraction(0), None)


def distance(v: Instance, s: Step) -> tuple[Form, int]:
    """(ρ, dimension) for ρ² = Σ (gₗ(x) − gₗ(z))²; without maps g, ρ² = scale·‖x − z‖²."""
    if "maps" in s.data:
        maps = s.data["maps"]
        for g in maps:
            v.form(g)  # one number each: x itself would be d of them
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


def quotients(v: Instance, s: Step) -> tuple[Form, list[tuple[Form, Form]], int]:
    """(Σ c (a + ρ²)^(−p), its terms (c, a) with a > 0, dimension)."""
    (rho, d), total, algebra = distance(v, s), constant(0), v.algebra
    terms = [(v.form(c), v.form(a)) for c, a in s.data["terms"]]
    for c, a in terms:
        if not v.constant_sign(a, 1) or any(sides(m) for m in c.terms) or s.data["p"] <= 0:
            raise ValueError("constants c, a > 0 and p > 0 were expected")
        total = total + algebra.times(c, algebra.power(algebra.times(rho, rho) + a, -s.data["p"]))
    return total, terms, d


def falling_is_above(v: Instance, kind: str, terms: list[Term], d: int) -> bool:
    """Whether the transform of Σ c ρⁿ exp(−aρ), or of Σ c ρ²ⁿ exp(−aρ²), is ≥ 0."""
    if kind == "heights":
        above = falls(v, [a for _, _, a in terms]) and partial_sums(v, gaussian_heights(v.algebra, terms, d))
        return above and all(n == 0 for _, n, _ in terms)
    made = gaussian_transform if kind in R_SQUARED else exponential_transform
    return never_negative(v, made(v.algebra, terms, d) or [])


def waves_are_above(v: Instance, terms: list[Wave], d: int) -> bool:
    """Whether the transform of Σ exp(−aρ)(p cos bρ + q sin bρ) is ≥ 0: on the line, or of one cosine."""
    if d == 1:
        return never_negative(v, damped_transform(v.algebra, terms, in_units=True))
    return len(terms) == 1 and turns_little(terms[0], d)


def quotients_are_above(v: Instance, terms: list[tuple[Form, Form]], p: Fraction, d: int) -> bool:
    """Whether the transform of Σ c (a + ρ²)^(−p) is ≥ 0: by Abel's summation, or by Sturm's theorem in exp(−b|ω|)."""
    heights = cauchy_heights(v.algebra, terms, p, d)
    sums = [sum(heights[: n + 1], constant(0)) for n in range(len(heights))]
    if falls(v, [a for _, a in reversed(terms)]) and partial_sums(v, sums):
        return True
    waves_ = [(h.number, b.number) for h, b in cauchy_exponentials(v.algebra, terms, p, d)]
    known = [(h, b) for h, b in waves_ if h is not None and b is not None]
    return len(known) == len(terms) and nonnegative_on(in_powers(known), Fraction(0), Fraction(1))


def falls(v: Instance, constants: list[Form]) -> bool:
    return all(v.constant_sign(a - b, 0) for a, b in pairwise(constants))


def partial_sums(v: Instance, sums: list[Form]) -> bool:
    """None of them is negative."""
    return all(v.constant_sign(h, 0) for h in sums)
