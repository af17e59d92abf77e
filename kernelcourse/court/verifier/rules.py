"""One check for each rule: does the conclusion follow from the premises, by the numbers in the certificate?"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import free_names, substitute

from ..exactly.forms import Form, constant, letter
from ..exactly.monotone import direction
from .axioms import RADIUS, taylor
from .checking import Check, at_z, positive_diagonal, product
from .signs import SIGN
from .spectral import SPECTRAL

if TYPE_CHECKING:
    from kernelcourse.validity import Certificate as Step

    from . import Verifier


def _sum(v: Verifier, s: Step, K: list[Form]) -> bool:
    weights = s.data.get("weights") or (Number(1),) * len(K)
    total = constant(0)
    for c, k in zip(weights, K, strict=True):
        if not v.constant_sign(c, 0):
            return False
        total = total + v.algebra.times(v.form(c), k)
    return v.same(v.form(s.formula), total)


def _power(v: Verifier, s: Step, K: list[Form]) -> bool:
    n = s.data["n"]
    made = Binary("**", s.premises[0].formula, Number(n))
    return n >= 1 and (made == s.formula or v.same(v.form(s.formula), v.form(made)))


def _weighting(v: Verifier, s: Step, K: list[Form]) -> bool:
    g = s.data["g"]
    if "z" in free_names(g):
        return False
    sides = v.algebra.times(v.form(g), v.form(at_z(g)))
    return v.same(v.form(s.formula), v.algebra.times(sides, K[0]))


def _features(v: Verifier, s: Step, K: list[Form]) -> bool:
    total = constant(0)
    for c, f in s.data["features"]:
        if not v.constant_sign(c, 0) or "z" in free_names(f):
            return False
        total = total + v.algebra.times(v.form(c), v.algebra.times(v.form(f), v.form(at_z(f))))
    return v.same(v.form(s.formula), total)


def _inner(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), v.form(Binary("@", Name("x"), Name("z"))))


def _constant(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.constant_sign(s.formula, 0)


def _indicator(v: Verifier, s: Step, K: list[Form]) -> bool:
    terms = v.form(s.formula).terms
    return len(terms) == 1 and all(
        c == 1 and m and all(a.kind.startswith("delta") for a, _ in m) for m, c in terms.items()
    )


def _series(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = f(k₁) + Σ bⱼ k₁ʲ with aⱼ + bⱼ ≥ 0 for the coefficients aⱼ of f, and k₁(x, x) inside the radius."""
    name, k, r = s.data["name"], s.premises[0].formula, s.data.get("r", Fraction(1))
    one = Number(1)
    rest = Binary("-", one, k)
    made: dict[str, Node] = {
        "log": Binary("*", Number(-1), Call("log", (rest,))),
        "power": Binary("**", rest, Number(-r)),
        "secant": Binary("/", one, Call("cos", (k,))),
        "root": Binary("-", one, Binary("**", rest, Number(r))),
        "arc-cosine": Binary(
            "+",
            Call("sqrt", (Binary("-", one, Binary("*", k, k)),)),
            Binary("*", k, Binary("-", Name("pi"), Call("arccos", (k,)))),
        ),
    }
    total = v.form(made.get(name, Call(name, (k,))))
    for j, b in enumerate(s.data.get("added", ())):
        if taylor(name, j, r) + b < 0:
            return False
        total = total + v.algebra.power(K[0], Fraction(j)).scaled(b)
    radius = RADIUS[name]
    if r <= 0 or (name == "root" and r >= 1):
        return False
    inside = (
        len(s.premises) == 1
        if radius is None
        else v.has_sign(
            Binary("-", Number(radius[0]), substitute(k, {"z": Name("x")})),
            s.premises[1:],
            strict=not radius[1],
        )
    )
    return inside and v.same(v.form(s.formula), total)


def _exponentials(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = Σ a exp(c k₁) + Σ bⱼ k₁ʲ: the coefficient of kⁿ is Σ a cⁿ/n! + bₙ; from n = 80 on the largest |c| decides."""
    rates, added, total = s.data["rates"], s.data["added"], constant(0)
    for a, c in rates:
        total = total + v.algebra.exp(K[0].scaled(c)).scaled(a)
    for j, b in enumerate(added):
        total = total + v.algebra.power(K[0], Fraction(j)).scaled(b)
    for n in range(81):
        extra = added[n] * factorial(n) if n < len(added) else 0
        if sum(a * c**n for a, c in rates) + extra < 0:
            return False
    top = max(abs(c) for _, c in rates)
    leading = sum(a for a, c in rates if c == top) - abs(sum(a for a, c in rates if c == -top))
    others = sum(abs(a) * abs(c) ** 80 for a, c in rates if abs(c) != top)
    return leading * top**80 >= others and v.same(v.form(s.formula), total)


def _spline(v: Verifier, s: Step, K: list[Form]) -> bool:
    """∫ (g(x) − t)₊(g(z) − t)₊ dt = g(x)g(z)m/2 − m³/6 with m = min(g(x), g(z)), for g ≥ 0."""
    g = s.data["g"]
    a, b, m = v.form(g), v.form(at_z(g)), v.form(Call("min", (g, at_z(g))))
    total = v.algebra.times(v.algebra.times(a, b), m).scaled(Fraction(1, 2))
    total = total - v.algebra.power(m, Fraction(3)).scaled(Fraction(1, 6))
    return "z" not in free_names(g) and v.bounds(a).positive(False) and v.same(v.form(s.formula), total)


def _minimum(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = f(min(g(x), g(z))) with f increasing, or f(max(g(x), g(z))) with f decreasing, and f(g(x)) ≥ 0."""
    f, g = s.data["f"], s.data["g"]
    way = direction(f, v.bounds(v.form(g)))
    if "z" in free_names(g) or way is None:
        return False
    inside = Call("min" if way > 0 else "max", (g, at_z(g)))
    made = v.form(substitute(f, {"t": inside}))
    return v.same(v.form(s.formula), made) and v.has_sign(substitute(f, {"t": g}), s.premises, strict=False)


def _schoenberg(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), v.algebra.exp(K[0].scaled(-1)))


def _mixture(v: Verifier, s: Step, K: list[Form]) -> bool:
    r = s.data["r"]
    return r > 0 and positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.algebra.power(K[0], -r))


def _difference(v: Verifier, s: Step, K: list[Form]) -> bool:
    psi, c = s.premises[0].formula, s.data["c"]
    over = Binary("/", Number(c), psi)
    fall = Binary("-", Number(1), Call("exp", (Binary("*", Number(-c), psi),)))
    made = Call("log", (Binary("+", Number(1), over),)) if s.data["name"] == "log" else Binary("/", fall, psi)
    return c > 0 and positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.form(made))


def _beside_empty(psi: Node, side: str) -> Node:
    """ψ(x, "") for ψ = hamming(x, z)."""
    if psi != Call("hamming", (Name("x"), Name("z"))):
        raise ValueError("only the Hamming distance is pinned at the empty word")
    return Call("len", (Name(side),))


def _pinned(v: Verifier, s: Step, K: list[Form]) -> bool:
    if v.domain in ("sphere", "histogram", "nonzero"):
        return False
    psi, zero = s.premises[0].formula, [constant(0)] * v.algebra.dim
    if v.domain == "string":  # the origin is the empty word, at distance len(x) from x
        alone = [v.form(_beside_empty(psi, side)) for side in "xz"]
        return v.same(v.form(s.formula), alone[0] + alone[1] - K[0])
    total = v.read(psi, z=zero) + v.read(psi, x=zero) - K[0] - v.read(psi, x=zero, z=zero)
    return v.same(v.form(s.formula), total)


def _reflected(v: Verifier, s: Step, K: list[Form]) -> bool:
    """½ [ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z)]: weights aᵢ at xᵢ and −aᵢ at −xᵢ add up to 0."""
    if v.domain not in ("real", "ball", "sphere", "nonzero", "integer"):
        return False
    psi = s.premises[0].formula
    x, z = ([letter(f"{side}{i}").scaled(-1) for i in range(v.algebra.dim)] for side in "xz")
    total = v.read(psi, z=z) + v.read(psi, x=x) - K[0] - v.read(psi, x=x, z=z)
    return v.same(v.form(s.formula), total.scaled(Fraction(1, 2)))


def _conditional_sum(v: Verifier, s: Step, K: list[Form]) -> bool:
    """ψ = Σ cₗ ψₗ − (kernels) + f(x) + f(z) + c."""
    rest = v.form(s.formula)
    for c, premise, form in zip(s.data["weights"], s.premises, K, strict=True):
        if not v.constant_sign(c, 0):
            return False
        part = v.algebra.times(v.form(c), form)
        rest = rest + part if premise.claims == "kernel" else rest - part
    return all(len(v.sides(m)) < 2 for m in rest.terms) and v.symmetric(s.formula)


def _conditional_power(v: Verifier, s: Step, K: list[Form]) -> bool:
    p = s.data["p"]
    if p == 0:
        return positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.algebra.log(K[0]))
    made = v.algebra.power(K[0], p)
    return 0 < p <= 1 and positive_diagonal(v, s, False) and v.same(v.form(s.formula), made)


def _conditional_hamming(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), v.form(Call("hamming", (Name("x"), Name("z")))))


KERNEL: dict[str, Check] = {
    "inner product": _inner, "constant": _constant, "features": _features, "sum": _sum, "product": product,
    "power": _power, "weighting": _weighting, "indicator": _indicator, "series": _series, "minimum": _minimum,
    "Schoenberg": _schoenberg, "mixture": _mixture, "difference": _difference, "pinned": _pinned,
    "reflected": _reflected, "exponentials": _exponentials, "spline": _spline, **SPECTRAL,
}  # fmt: skip
CONDITIONAL: dict[str, Check] = {
    "conditional sum": _conditional_sum, "conditional power": _conditional_power,
    "conditional hamming": _conditional_hamming,
}  # fmt: skip


__all__ = ["CONDITIONAL", "KERNEL", "SIGN"]
