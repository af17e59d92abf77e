"""One check for each rule: does the conclusion follow from the premises, by the numbers in the certificate?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from itertools import product as all_choices
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import free_names, substitute

from ..sturm import nonnegative_on
from .axioms import RADIUS, SUPPORTED, taylor
from ..exactly.forms import Form, constant
from .monotone import direction

if TYPE_CHECKING:
    from kernelcourse.validity import Certificate as Step

    from . import Verifier

Check = Callable[["Verifier", "Step", list[Form]], bool]


def at_z(tree: Node) -> Node:
    """f(z) for an f(x)."""
    return substitute(tree, {"x": Name("z")})


def _sum(v: Verifier, s: Step, K: list[Form]) -> bool:
    weights = s.data.get("weights") or (Number(1),) * len(K)
    total = constant(0)
    for c, k in zip(weights, K, strict=True):
        if not v.constant_sign(c, 0):
            return False
        total = total + v.algebra.times(v.form(c), k)
    return v.same(v.form(s.formula), total)


def _product(v: Verifier, s: Step, K: list[Form]) -> bool:
    parts = [p.formula for p in s.premises]
    if isinstance(s.formula, Binary) and s.formula.op == "*" and [s.formula.left, s.formula.right] == parts:
        return True
    total = constant(1)
    for k in K:
        total = v.algebra.times(total, k)
    return bool(K) and v.same(v.form(s.formula), total)


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
    inside = radius is None or v.has_sign(
        Binary("-", Number(radius[0]), substitute(k, {"z": Name("x")})), s.premises[1:], strict=not radius[1]
    )
    return inside and v.same(v.form(s.formula), total)


def _minimum(v: Verifier, s: Step, K: list[Form]) -> bool:
    """k = f(min(g(x), g(z))) with f increasing, or f(max(g(x), g(z))) with f decreasing, and f(g(x)) ≥ 0."""
    f, g = s.data["f"], s.data["g"]
    way = direction(f, v.bounds(v.form(g)))
    if "z" in free_names(g) or way is None:
        return False
    inside = Call("min" if way > 0 else "max", (g, at_z(g)))
    made = v.form(substitute(f, {"t": inside}))
    return v.same(v.form(s.formula), made) and v.has_sign(
        substitute(f, {"t": g}), s.premises, strict=False
    )


def _schoenberg(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), v.algebra.exp(K[0].scaled(-1)))


def _positive_diagonal(v: Verifier, s: Step, strict: bool) -> bool:
    """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite: the diagonal decides."""
    return v.has_sign(substitute(s.premises[0].formula, {"z": Name("x")}), s.premises[1:], strict)


def _mixture(v: Verifier, s: Step, K: list[Form]) -> bool:
    r = s.data["r"]
    return (
        r > 0 and _positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.algebra.power(K[0], -r))
    )


def _difference(v: Verifier, s: Step, K: list[Form]) -> bool:
    psi, c = s.premises[0].formula, Number(s.data["c"])
    made = {
        "log": Call("log", (Binary("+", Number(1), Binary("/", c, psi)),)),
        "exp": Binary("/", Binary("-", Number(1), Call("exp", (Binary("*", Number(-s.data["c"]), psi),))), psi),
    }[s.data["name"]]
    return c.value > 0 and _positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.form(made))  # type: ignore[operator]


def _pinned(v: Verifier, s: Step, K: list[Form]) -> bool:
    if v.domain in ("sphere", "histogram", "nonzero", "string"):
        return False
    psi, zero = s.premises[0].formula, [constant(0)] * v.algebra.dim
    total = v.read(psi, z=zero) + v.read(psi, x=zero) - K[0] - v.read(psi, x=zero, z=zero)
    return v.same(v.form(s.formula), total)


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
    from .transforms import exponential_transform, gaussian_heights, gaussian_transform

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
    return d <= 3 and v.same(v.form(s.formula), v.algebra.function("sinc", v.algebra.power(square, Fraction(1, 2))))


def _hyperbolic(v: Verifier, s: Step, K: list[Form]) -> bool:
    (g,), p = s.data["maps"], s.data["p"]
    made = Binary("**", Call("cosh", (Binary("-", g, at_z(g)),)), Number(-p))
    return p > 0 and "z" not in free_names(g) and v.same(v.form(s.formula), v.form(made))


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
        return _positive_diagonal(v, s, True) and v.same(v.form(s.formula), v.algebra.log(K[0]))
    made = v.algebra.power(K[0], p)
    return 0 < p <= 1 and _positive_diagonal(v, s, False) and v.same(v.form(s.formula), made)


def _conditional_hamming(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), v.form(Call("hamming", (Name("x"), Name("z")))))


KERNEL: dict[str, Check] = {
    "inner product": _inner, "constant": _constant, "features": _features, "sum": _sum, "product": _product,
    "power": _power, "weighting": _weighting, "indicator": _indicator, "series": _series, "minimum": _minimum,
    "Schoenberg": _schoenberg, "mixture": _mixture, "difference": _difference, "pinned": _pinned, "Bochner": _bochner,
    "compact": _compact, "wave": _wave, "hyperbolic": _hyperbolic, "arc": _arc, "sphere": _sphere,
    "all points": _all_points,
}  # fmt: skip
CONDITIONAL: dict[str, Check] = {
    "conditional sum": _conditional_sum, "conditional power": _conditional_power,
    "conditional hamming": _conditional_hamming,
}  # fmt: skip


def _sign_by_bounds(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.bounds(v.form(s.formula)).positive(s.claims == "positive")


def _sign_by_squares(v: Verifier, s: Step, K: list[Form]) -> bool:
    """P = Σ c·s² with c ≥ 0; > 0 if one s is 1 and its c > 0."""
    total, strict = constant(0), False
    for c, f in s.data["squares"]:
        if not v.constant_sign(c, 0):
            return False
        strict = strict or (v.form(f).number == 1 and v.constant_sign(c, 1))
        total = total + v.algebra.times(v.form(c), v.algebra.times(v.form(f), v.form(f)))
    return (strict or s.claims == "nonnegative") and v.same(v.form(s.formula), total)


def _sign_of_product(v: Verifier, s: Step, K: list[Form]) -> bool:
    return _product(v, s, K)


def _sign_by_diagonal(v: Verifier, s: Step, K: list[Form]) -> bool:
    return v.same(v.form(s.formula), K[0]) and _positive_diagonal(v, s, s.claims == "positive")


def _sign_by_kernel(v: Verifier, s: Step, K: list[Form]) -> bool:
    """c ± K ≥ c − |K(x, z)|, and |K(x, z)| ≤ max of K(x, x)."""
    c = s.data["c"]
    rest = v.form(s.formula) - v.form(c)
    if not (v.same(rest, K[0]) or v.same(rest, K[0].scaled(-1))) or free_names(c) & {"x", "z"}:
        return False
    diagonal = substitute(s.premises[0].formula, {"z": Name("x")})
    return v.has_sign(Binary("-", c, diagonal), s.premises[1:], s.claims == "positive")


def _sign_by_roots(v: Verifier, s: Step, K: list[Form]) -> bool:
    """A polynomial in one letter: Sturm's theorem."""
    found = v.one_letter(v.form(s.formula))
    if found is None:
        return False
    coefficients, reach = found
    low, high = (None if isinstance(end, float) else end for end in (reach.low, reach.high))
    return nonnegative_on(coefficients, low, high, s.claims == "positive")


SIGN: dict[str, Check] = {
    "bounds": _sign_by_bounds, "squares": _sign_by_squares, "product": _sign_of_product,
    "diagonal": _sign_by_diagonal, "kernel bound": _sign_by_kernel, "roots": _sign_by_roots,
}  # fmt: skip
__all__ = ["CONDITIONAL", "KERNEL", "SIGN", "Any"]
