"""What each rule proves: the formula that follows from the premises, by the numbers in the certificate, or None."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.language.tree import free_names, substitute
from kernelcourse.validity import Certificate as Step

from ..exactly.forms import Form, constant, letter, sides
from ..exactly.monotone import direction
from ..exactly.profiles import both
from ..exactly.signs import atom_bounds
from ..exactly.written import at_z, diagonal, formula
from ..sturm import nonnegative_on
from .axioms import END, SERIES, SPLINE, TURNS, WITH_OPPOSITES

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


def whole(n: int) -> int:
    if n < 1 or n != int(n):
        raise ValueError("a whole number from 1 was expected")
    return n


def only(known: bool, made: Form | Node) -> Conclusion:
    return made if known else None


def moved(v: Verifier, s: Step, K: list[Form], c: int) -> Form:
    """ψ(x, cz) + ψ(cx, z) − ψ(x, z) − ψ(cx, cz)."""
    psi = s.premises[0].formula
    x, z = ([letter(f"{e}{i}").scaled(c) for i in range(v.algebra.dim)] for e in "xz")
    return v.read(psi, z=z) + v.read(psi, x=x) - K[0] - v.read(psi, x=x, z=z)


def positive_diagonal(v: Verifier, s: Step, strict: bool) -> bool:
    """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite: the diagonal decides."""
    return v.has_sign(diagonal(s.premises[0].formula), s.premises[1:], strict)


rule("inner product")(lambda v, s, K: formula("x @ z"))
rule("constant")(lambda v, s, K: only(v.constant_sign(s.formula, 0), s.formula))
rule("sum", "k+")(lambda v, s, K: v.combination(s.data.get("weights", (Number(1),) * len(K)), K))
rule("power", "k")(lambda v, s, K: formula("k**n", k=s.premises[0].formula, n=whole(s.data["n"])))
rule("weighting", "k")(lambda v, s, K: v.form(formula("g*h*k", k=s.premises[0].formula, **both(s.data["g"]))))
rule("features")(
    lambda v, s, K: v.combination(
        *zip(*((c, v.form(formula("g*h", **both(f)))) for c, f in s.data["features"]))
    )
)
rule("indicator")(  # one product of [xᵢ = zᵢ], with the factor 1
    lambda v, s, K: only(
        [{c, *(a.kind[:5] for a, _ in m)} for m, c in v.form(s.formula).terms.items()] == [{1, "delta"}],
        s.formula,
    )
)
rule("spline")(
    lambda v, s, K: only(v.holds("nonnegative", v.form(s.data["g"])), formula(SPLINE, **both(s.data["g"])))
)
rule("Schoenberg", "c")(lambda v, s, K: v.algebra.exp(K[0].scaled(-1)))
for name in ("bounds", "parameters"):
    rule(name, "", "sign")(lambda v, s, K: s.formula if v.holds(s.claims, v.form(s.formula)) else None)
rule("cosine", "n*", "sign")(  # cos t > 0 for |t| ≤ 3/2 < π/2
    lambda v, s, K: only(
        v.holds("within", v.form(s.data["q"]).scaled(1 / END)), formula("cos(q)", q=s.data["q"])
    )
)
rule("diagonal", "c[pn]", "sign")(lambda v, s, K: K[0] if positive_diagonal(v, s, is_strict(s)) else None)
rule("conditional log", "c[pn]", "conditional")(
    lambda v, s, K: only(positive_diagonal(v, s, True), v.algebra.log(K[0]))
)
rule("log mixture", "c[pn]")(  # ∫ dt/(ψ + t) for 0 ≤ t ≤ c
    lambda v, s, K: only(
        positive_diagonal(v, s, True) and v.constant_sign(s.data["c"], 0),
        v.algebra.log(K[0] + v.form(s.data["c"])) - v.algebra.log(K[0]),
    )
)
rule("reflected", "c")(  # weights aᵢ at xᵢ and −aᵢ at −xᵢ add up to 0
    lambda v, s, K: moved(v, s, K, -1).scaled(Fraction(1, 2)) if v.algebra.domain in WITH_OPPOSITES else None
)
rule("conditional hamming", "", "conditional")(lambda v, s, K: formula("hamming(x, z)"))


@rule("product", "k+")
@rule("product", "[pn]+", "sign")
def _product(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """A product of kernels; a product of numbers is > 0 if every one of them is."""
    made = reduce(lambda a, b: formula("a*b", a=a, b=b), [premise.formula for premise in s.premises])
    return only(not is_strict(s) or all(map(is_strict, s.premises)), made)


@rule("pullback", "k")
def _pullback(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k(g(x), g(z)) for a kernel k on R^m, or on numbers ≥ 0 if every gₗ ≥ 0."""
    maps, into, (inner,) = s.data["maps"], s.data["into"], s.premises
    above = into == "positive" and all(v.bounds(v.form(g)).positive(False) for g in maps)
    if not (into == "real" or above) or "d" in free_names(inner.formula):
        return None  # d would be another dimension there
    v.elsewhere(inner, into, len(maps), v.given)
    point = maps[0] if len(maps) == 1 else Call("vector", maps)
    return substitute(inner.formula, {"x": point, "z": at_z(point)})


@rule("series", "k[pn]?")
def _series(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ a f(c k₁) + Σ bⱼ k₁ʲ for one f(t) = Σ fₙtⁿ: fₙ·Σ a cⁿ + bₙ ≥ 0 for all n, and |c| k₁(x, x) in the radius.

    From some n on the largest |c|, which comes first, outweighs the others, once for every n modulo 4."""
    name, k, added = s.data["name"], s.premises[0].formula, s.data.get("added", ())
    r, start, total = s.data.get("r", Fraction(1)), s.data.get("from", -4), constant(0)
    rates = s.data.get("rates", ((1, 1, name),))
    written, radius, end, coefficient = SERIES[name]
    if r <= 0 or (name == "root" and r >= 1) or ("rates" in s.data and start < 0):
        return None
    for a, c, f in rates:
        if f != name and (name != "exp" or f not in TURNS):
            return None
        text = f"a*{f}(k)" if f in TURNS else f"a*({written})"
        total = total + v.form(formula(text, a=a, k=formula("c*k", c=c, k=k), r=r))
    signs = [TURNS.get(f, TURNS["exp"]) for _, _, f in rates]
    parts = [(v.form(formula("a", a=a)), v.form(formula("c", c=c)), t) for (a, c, _), t in zip(rates, signs)]
    squares = [v.algebra.times(c, c) for _, c, _ in parts]
    for n in range(max(start + 4, len(added))):
        terms = [v.algebra.times(a, v.algebra.power(c, Fraction(n))).scaled(t[n % 4]) for a, c, t in parts]
        height, fn, b = sum(terms, constant(0)), coefficient(n, r), added[n] if n < len(added) else 0
        if not v.constant_sign(height.scaled(fn) + constant(b), 0) or not (fn or v.constant_sign(height, 0)):
            return None
        total = total + v.algebra.power(K[0], Fraction(n)).scaled(b) if b else total
        sums: dict[str, Form] = {}
        for square, term in zip(squares, terms):
            sums[square.key] = sums.get(square.key, constant(0)) + term
        first, *others = (v.bounds(height) for height in sums.values())
        if n >= start >= 0 and first.low < sum(other.size().high for other in others):
            return None
    largest = all(v.constant_sign(squares[0] - square, 0) for square in squares)
    if radius is None:
        return only(largest and len(s.premises) == 1, total)
    room = formula("r - abs(c)*k", r=radius, c=rates[0][1], k=diagonal(k))
    return only(largest and v.has_sign(room, s.premises[1:], strict=not end), total)


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
    """ψ^(−r); ψ⁰ is the constant 1."""
    r = v.form(formula("r", r=s.data["r"]))
    known = v.constant_sign(r, 0) and positive_diagonal(v, s, True)
    return v.algebra.raised(K[0], r.scaled(-1)) if known else None


@rule("pinned", "c")
def _pinned(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0); the empty word is at Hamming distance len(x) from x."""
    if v.domain == "string" and s.premises[0].formula == formula("hamming(x, z)"):
        return formula("len(x) + len(z) - hamming(x, z)")
    return None if v.domain in ("string", "sphere", "histogram", "nonzero") else moved(v, s, K, 0)


@rule("conditional sum", "[kc]*", "conditional")
def _conditional_sum(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ = Σ cₗ ψₗ − (kernels) + f(x) + f(z) + c."""
    signed = [k.scaled(-1 if p.claims == "kernel" else 1) for p, k in zip(s.premises, K)]
    total = v.combination(s.data["weights"], signed)
    rest = v.form(s.data["apart"]) if "apart" in s.data else v.form(s.formula) - total
    apart = all(len(sides(m)) < 2 for m in rest.terms)
    return total + rest if apart and v.symmetric(s.formula) else None


@rule("conditional power", "c[pn]", "conditional")
def _conditional_power(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ^p for 0 ≤ p ≤ 1."""
    p = v.form(formula("p", p=s.data["p"]))
    known = all(v.constant_sign(q, 0) for q in (p, constant(1) - p)) and positive_diagonal(v, s, False)
    return v.algebra.raised(K[0], p, at_zero=True) if known else None


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
