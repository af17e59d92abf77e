"""What each rule proves: the formula that follows from the premises, by the numbers in the certificate, or None."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.language.tree import free_names, substitute
from kernelcourse.validity import Certificate as Step

from ..algebra.sturm import nonnegative_on
from ..exactly.forms import Form, constant, in_one_letter, letter, sides
from ..exactly.monotone import direction
from ..exactly.planes import entrywise
from ..exactly.profiles import both, in_powers
from ..exactly.series import never_negative_terms
from ..exactly.signs import atom_bounds
from ..exactly.written import at_z, diagonal, feature, formula, swapped, whole
from .axioms import BOXES, END, SERIES, SPLINE, TURNS, WITH_OPPOSITES

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


def only(known: bool, made: Form | Node) -> Conclusion:
    return made if known else None


def moved(v: Verifier, s: Step, K: list[Form], c: int) -> Form:
    """ψ(x, cz) + ψ(cx, z) − ψ(x, z) − ψ(cx, cz); for a kernel in place of ψ the sum of all four."""
    psi, sign = s.premises[0].formula, 1 if s.premises[0].claims == "kernel" else -1
    x, z = ([letter(f"{e}{i}").scaled(c) for i in range(v.algebra.dim)] for e in "xz")
    return v.read(psi, z=z) + v.read(psi, x=x) + (K[0] + v.read(psi, x=x, z=z)).scaled(sign)


def positive_diagonal(v: Verifier, s: Step, strict: bool) -> bool:
    """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite: the diagonal decides."""
    return v.has_sign(diagonal(s.premises[0].formula), s.premises[1:], strict)


rule("inner product")(lambda v, s, K: v.form(formula("x @ z")))
rule("constant")(lambda v, s, K: only(v.constant_sign(s.formula, 0), s.formula))
rule("sum", "k+")(lambda v, s, K: v.combination(s.data.get("weights", (Number(1),) * len(K)), K))
rule("power", "k")(lambda v, s, K: formula("k**n", k=s.premises[0].formula, n=whole(s.data["n"])))
rule("weighting", "k")(lambda v, s, K: v.form(formula("g*h*k", k=s.premises[0].formula, **both(s.data["g"]))))
rule("features")(
    lambda v, s, K: v.combination(*zip(*((c, v.form(feature(f))) for c, f in s.data["features"])))
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
rule("reflected", "[kc]")(  # weights aᵢ at xᵢ and −aᵢ at −xᵢ add up to 0; a kernel may have aᵢ at both
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
    values = [v.form(g) for g in maps]  # each one number, and defined
    above = into == "positive" and all(v.bounds(g).positive(False) for g in values)
    count = into == "integer" and set(maps) == {formula("len(x)")}
    if not (into == "real" or above or count) or "d" in free_names(inner.formula):
        return None  # d would be another dimension there
    v.elsewhere(inner, into, len(maps), v.given)
    point = maps[0] if len(maps) == 1 else Call("vector", maps)
    return substitute(inner.formula, {"x": point, "z": at_z(point)})


@rule("coordinates", "k")
def _coordinates(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """The product, the sum or the mean of k(xᵢ, zᵢ), for a kernel k of numbers."""
    of, (inner,) = s.data["of"], s.premises
    v.elsewhere(inner, v.domain, 1, v.given)
    known = of in ("prod", "sum", "mean") and v.domain in BOXES and entrywise(inner.formula)
    return only(known, Call(of, (inner.formula,)))


@rule("series", "k[pn]?")
def _series(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ a f(c k₁) + Σ bⱼ k₁ʲ for one f(t) = Σ fₙtⁿ: fₙ·Σ a cⁿ + bₙ ≥ 0 for all n, |c| k₁(x, x) in the radius."""
    name, k, added = s.data["name"], s.premises[0].formula, s.data.get("added", ())
    r, start, total = s.data.get("r", Fraction(1)), s.data.get("from", -4), constant(0)
    rates = s.data.get("rates", ((1, 1, name),))
    written, radius, end, coefficient = SERIES[name]
    strange = any(f != name and (name != "exp" or f not in TURNS) for _, _, f in rates)
    if strange or r <= 0 or (name == "root" and r >= 1) or ("rates" in s.data and start < 0):
        return None
    for a, c, f in rates:
        text = f"a*{f}(k)" if f in TURNS else f"a*({written})"
        total = total + v.form(formula(text, a=a, k=formula("c*k", c=c, k=k), r=r))
    total = sum((v.algebra.power(K[0], Fraction(n)).scaled(b) for n, b in enumerate(added)), total)
    numbers = [[v.form(formula("c", c=c)) for c in rate[:2]] for rate in rates]
    parts = [(a, c, TURNS.get(f, TURNS["exp"])) for (a, c), (_, _, f) in zip(numbers, rates)]
    known = never_negative_terms(v, parts, lambda n: coefficient(n, r), added, start)
    if radius is None:
        return only(known and len(s.premises) == 1, total)
    room = formula("r - abs(c)*k", r=radius, c=rates[0][1], k=diagonal(k))
    return only(known and v.has_sign(room, s.premises[1:], strict=not end), total)


@rule("difference", "ck[pn]")
def _difference(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """A^p − B^p for 0 < p ≤ 1, log A − log B for p = 0, B^p − A^p for p < 0, where A = B + k and B ≥ 0 (> 0)."""
    p, (A, k, *room) = s.data["p"], s.premises
    gap = formula("a - k", a=diagonal(A.formula), k=diagonal(k.formula))
    high, low = (v.algebra.power(P, p) if p else v.algebra.log(P) for P in (K[0], K[0] - K[1]))
    return only(p <= 1 and v.has_sign(gap, room, strict=p <= 0), (high - low).scaled(1 if p >= 0 else -1))


@rule("minimum", "[pn]?")
def _minimum(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = f(min(g(x), g(z))) with f increasing, or f(max(g(x), g(z))) with f decreasing, and f(g(x)) ≥ 0."""
    f, g = s.data["f"], s.data["g"]
    way, values = direction(f, v.bounds(v.form(g)), lambda p: v.bounds(v.form(p)))
    if not way or not (values.low >= 0 or v.has_sign(substitute(f, {"t": g}), s.premises, strict=False)):
        return None
    return substitute(f, {"t": formula("min(g, h)" if way > 0 else "max(g, h)", g=g, h=at_z(g))})


@rule("mixture", "c[pn]")
def _mixture(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """Σ c (ψ + a)^(−r), with a ≥ 0 and Σ c uᵃ ≥ 0 for 0 ≤ u ≤ 1; −Σ c log(ψ + a) for r = 0 and Σ c = 0."""
    r, total, terms = v.form(formula("r", r=s.data["r"])), constant(0), s.data.get("terms", ((1, 0),))
    heights, is_log = in_powers(terms), s.data["r"] == 0 and len(terms) > 1
    for c, a in terms:
        q = K[0] + constant(a)
        part = v.algebra.log(q).scaled(-1) if is_log else v.algebra.raised(q, r.scaled(-1))
        total = total + part.scaled(c)
    enough = nonnegative_on(heights, Fraction(0), Fraction(1)) and (sum(heights) == 0 or not is_log)
    return only(enough and v.constant_sign(r, 0) and positive_diagonal(v, s, True), total)


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
    return total + rest if apart and v.same(v.form(s.formula), v.form(swapped(s.formula))) else None


@rule("conditional power", "c[pn]", "conditional")
def _conditional_power(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """ψ^p for 0 ≤ p ≤ 1; −ψ^p for 1 < p ≤ 2 and ψ = g(x) + g(z)."""
    p, apart = v.form(formula("p", p=s.data["p"])), all(len(sides(m)) < 2 for m in K[0].terms)
    mild, steep = (all(v.constant_sign(q, 0) for q in (p - constant(n), constant(n + 1) - p)) for n in (0, 1))
    known = (mild or (steep and apart)) and positive_diagonal(v, s, False)
    return v.algebra.raised(K[0], p, at_zero=True).scaled(1 if mild else -1) if known else None


@rule("squares", "p*", "sign")
def _sign_by_squares(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """P = Σ c·s² with c ≥ 0; > 0 if one s and its c are."""
    squares = s.data["squares"]
    above = any(v.holds("positive", v.form(f)) and v.constant_sign(c, 1) for c, f in squares)
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
    t, coefficients = in_one_letter(v.form(s.formula))
    reach = atom_bounds(v.algebra, t)
    low, high = (None if isinstance(end, float) else end for end in (reach.low, reach.high))
    return s.formula if nonnegative_on(coefficients, low, high, is_strict(s)) else None
