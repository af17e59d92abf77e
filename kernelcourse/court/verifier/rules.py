"""What each rule proves: the formula that follows from the premises, by the numbers in the certificate, or None."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.language.tree import free_names, substitute
from kernelcourse.validity import Certificate as Step

from ..exactly.forms import Form, constant, letter, sides
from ..exactly.monotone import direction
from ..exactly.signs import atom_bounds
from ..exactly.written import at_z, diagonal, formula
from ..sturm import nonnegative_on
from .axioms import RADIUS, SERIES, TURNS, taylor

if TYPE_CHECKING:
    from . import Verifier

Conclusion = Form | Node | None
Rule = Callable[["Verifier", Step, list[Form]], Conclusion]
RULES: dict[tuple[str, str], tuple[str, Rule]] = {}


def rule(name: str, premises: str = "", claims: str = "kernel") -> Callable[[Rule], Rule]:
    """A rule for a claim, and its premises: kernels k, conditionally negative definite c, signs p (> 0), n (≥ 0)."""
    return lambda check: RULES.setdefault((claims, name), (premises, check))[1]


def is_strict(s: Step) -> bool:
    return s.claims == "positive"


def positive_diagonal(v: Verifier, s: Step, strict: bool) -> bool:
    """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite: the diagonal decides."""
    return v.has_sign(diagonal(s.premises[0].formula), s.premises[1:], strict)


rule("inner product")(lambda v, s, K: formula("x @ z"))
rule("constant")(lambda v, s, K: s.formula if v.constant_sign(s.formula, 0) else None)
rule("Schoenberg", "c")(lambda v, s, K: v.algebra.exp(K[0].scaled(-1)))
rule("bounds", "", "sign")(
    lambda v, s, K: s.formula if v.bounds(v.form(s.formula)).positive(is_strict(s)) else None
)
rule("diagonal", "c[pn]", "sign")(lambda v, s, K: K[0] if positive_diagonal(v, s, is_strict(s)) else None)
rule("conditional hamming", "", "conditional")(lambda v, s, K: formula("hamming(x, z)"))


@rule("sum", "k+")
def _sum(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    return v.combination(s.data.get("weights", (Number(1),) * len(K)), K)


@rule("product", "k+")
@rule("product", "[pn]+", "sign")
def _product(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """A product of kernels; a product of numbers is > 0 if every one of them is."""
    made = s.premises[0].formula
    if is_strict(s) and not all(map(is_strict, s.premises)):
        return None
    for premise in s.premises[1:]:
        made = formula("a*b", a=made, b=premise.formula)
    return made


@rule("power", "k")
def _power(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    n = s.data["n"]
    return formula("k**n", k=s.premises[0].formula, n=n) if n >= 1 and n == int(n) else None


@rule("weighting", "k")
def _weighting(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    g = s.data["g"]
    return formula("g*h*k", g=g, h=at_z(g), k=s.premises[0].formula) if v.form(g) else None


@rule("pullback", "k")
def _pullback(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k(g(x), g(z)) for a kernel k on R^m, or on numbers ≥ 0 if every gₗ ≥ 0."""
    maps, into, (inner,) = s.data["maps"], s.data["into"], s.premises
    ranges = [v.bounds(v.form(g)) for g in maps]
    above = into == "positive" and all(r.positive(False) for r in ranges)
    if not (into == "real" or above) or "d" in free_names(inner.formula):
        return None  # d would be another dimension there
    v.elsewhere(inner, into, len(maps))
    point = maps[0] if len(maps) == 1 else Call("vector", maps)
    return substitute(inner.formula, {"x": point, "z": at_z(point)})


@rule("features")
def _features(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    pairs = [v.form(formula("f*g", f=f, g=at_z(f))) for _, f in s.data["features"]]
    return v.combination([c for c, _ in s.data["features"]], pairs)


@rule("indicator")
def _indicator(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    ((m, c),) = v.form(s.formula).terms.items()
    return s.formula if c == 1 and m and all(a.kind.startswith("delta") for a, _ in m) else None


@rule("series", "k[pn]?")
def _series(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = f(k₁) + Σ bⱼ k₁ʲ with aⱼ + bⱼ ≥ 0 for the coefficients aⱼ of f, and k₁(x, x) inside the radius."""
    name, k, r = s.data["name"], s.premises[0].formula, s.data.get("r", Fraction(1))
    radius, total = RADIUS[name], v.form(formula(SERIES[name], k=k, r=r))
    if r <= 0 or (name == "root" and r >= 1):
        return None
    for j, b in enumerate(s.data.get("added", ())):
        if taylor(name, j, r) + b < 0:
            return None
        total = total + v.algebra.power(K[0], Fraction(j)).scaled(b)
    if radius is None:
        return total if len(s.premises) == 1 else None
    room = formula("r - k", r=radius[0], k=diagonal(k))
    return total if v.has_sign(room, s.premises[1:], strict=not radius[1]) else None


@rule("exponentials", "k")
def _exponentials(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ a f(c k₁) + Σ bⱼ k₁ʲ with f = exp, cos, sin: the coefficient of kⁿ is Σ ± a cⁿ/n! + bₙ.

    From n = 80 on the largest |c| decides, once for every n modulo 4.
    """
    rates, added, total = s.data["rates"], s.data["added"], constant(0)
    for a, c, name in rates:
        total = total + v.algebra.function(name, K[0].scaled(c)).scaled(a)
    for j, b in enumerate(added):
        total = total + v.algebra.power(K[0], Fraction(j)).scaled(b)
    top = max(abs(c) for _, c, _ in rates)
    others = sum(abs(a) * abs(c) ** 80 for a, c, _ in rates if abs(c) != top)
    for n in range(max(84, len(added))):
        parts = [(a * c**n * TURNS[name][n % 4], abs(c)) for a, c, name in rates]
        extra = added[n] * factorial(n) if n < len(added) else 0
        if sum(part for part, _ in parts) + extra < 0:
            return None
        if 80 <= n < 84 and sum(part for part, c in parts if c == top) < others * top ** (n - 80):
            return None
    return total


@rule("spline")
def _spline(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """∫ (g(x) − t)₊(g(z) − t)₊ dt = g(x)g(z)m/2 − m³/6 with m = min(g(x), g(z)), for g ≥ 0."""
    g = s.data["g"]
    made = formula("g*h*min(g, h)/2 - min(g, h)**3/6", g=g, h=at_z(g))
    return made if v.bounds(v.form(g)).positive(False) else None


@rule("minimum", "[pn]")
def _minimum(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = f(min(g(x), g(z))) with f increasing, or f(max(g(x), g(z))) with f decreasing, and f(g(x)) ≥ 0."""
    f, g = s.data["f"], s.data["g"]
    way = direction(f, v.bounds(v.form(g)))
    if way is None or not v.has_sign(substitute(f, {"t": g}), s.premises, strict=False):
        return None
    return substitute(f, {"t": formula("min(g, h)" if way > 0 else "max(g, h)", g=g, h=at_z(g))})


@rule("mixture", "c[pn]")
def _mixture(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    r = s.data["r"]
    return v.algebra.power(K[0], -r) if r > 0 and positive_diagonal(v, s, True) else None


@rule("pinned", "c")
def _pinned(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0); the empty word is at Hamming distance len(x) from x."""
    psi, zero = s.premises[0].formula, [constant(0)] * v.algebra.dim
    if v.domain == "string":
        return formula("len(x) + len(z) - k", k=psi) if psi == formula("hamming(x, z)") else None
    total = v.read(psi, z=zero) + v.read(psi, x=zero) - K[0] - v.read(psi, x=zero, z=zero)
    return None if v.domain in ("sphere", "histogram", "nonzero") else total


@rule("reflected", "c")
def _reflected(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """½ [ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z)]: weights aᵢ at xᵢ and −aᵢ at −xᵢ add up to 0."""
    if v.domain not in ("real", "ball", "sphere", "nonzero", "integer"):
        return None
    psi = s.premises[0].formula
    x, z = ([letter(f"{side}{i}").scaled(-1) for i in range(v.algebra.dim)] for side in "xz")
    total = v.read(psi, z=z) + v.read(psi, x=x) - K[0] - v.read(psi, x=x, z=z)
    return total.scaled(Fraction(1, 2))


@rule("conditional sum", "[kc]*", "conditional")
def _conditional_sum(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ = Σ cₗ ψₗ − (kernels) + f(x) + f(z) + c."""
    signed = [k.scaled(-1 if p.claims == "kernel" else 1) for p, k in zip(s.premises, K)]
    rest = v.form(s.formula) - v.combination(s.data["weights"], signed)
    apart = all(len(sides(m)) < 2 for m in rest.terms)
    return s.formula if apart and v.symmetric(s.formula) else None


@rule("conditional power", "c[pn]", "conditional")
def _conditional_power(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    p = s.data["p"]
    if not 0 <= p <= 1 or not positive_diagonal(v, s, strict=p == 0):
        return None
    return v.algebra.power(K[0], p) if p else v.algebra.log(K[0])


@rule("squares", "", "sign")
def _sign_by_squares(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """P = Σ c·s² with c ≥ 0; > 0 if one s is 1 and its c > 0."""
    squares = s.data["squares"]
    above = any(v.form(f).number == 1 and v.constant_sign(c, 1) for c, f in squares)
    forms = [v.algebra.times(v.form(f), v.form(f)) for _, f in squares]
    total = v.combination([c for c, _ in squares], forms)
    return total if above or not is_strict(s) else None


@rule("kernel bound", "k[pn]", "sign")
def _sign_by_kernel(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """c ± K ≥ c − |K(x, z)|, and |K(x, z)| ≤ max of K(x, x)."""
    c, k = s.data["c"], s.premises[0].formula
    room = formula("c - k", c=c, k=diagonal(k))
    if free_names(c) & {"x", "z"} or not v.has_sign(room, s.premises[1:], is_strict(s)):
        return None
    return next((P for P in (v.form(c) + K[0], v.form(c) - K[0]) if v.same(v.form(s.formula), P)), None)


@rule("roots", "", "sign")
def _sign_by_roots(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """A polynomial in one letter: Sturm's theorem."""
    P = v.form(s.formula)
    (t,) = {a for m in P.terms for a, _ in m}
    powers = {m[0][1] if m else Fraction(0): c for m, c in P.terms.items()}
    if any(e < 0 or e.denominator != 1 for e in powers):
        return None
    reach = atom_bounds(v.algebra, t)
    low, high = (None if isinstance(end, float) else end for end in (reach.low, reach.high))
    coefficients = [powers.get(Fraction(k), Fraction(0)) for k in range(int(max(powers)) + 1)]
    return s.formula if nonnegative_on(coefficients, low, high, is_strict(s)) else None


@rule("cosine", "", "sign")
def _sign_of_cosine(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """cos t > 0 for |t| ≤ 3/2 < π/2."""
    small = v.bounds(v.form(s.data["q"])).size().high <= Fraction(3, 2)
    return formula("cos(q)", q=s.data["q"]) if small else None
