"""exp of a polynomial with parameters, exp(f(x) + f(z) + q(x, z)): what belongs to one point alone is a weight."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, show
from kernelcourse.language.tree import free_names, substitute

from ..exactly.forms import Form, Product, constant, sides
from ..formula.unrolling import factors_of
from .steps import ZERO, Condition, Proof, product, step
from .written import at_least_zero, is_constant, written

if TYPE_CHECKING:
    from .rules import Rules


def by_weights(rules: Rules, node: Node, inside: Node) -> Proof:
    """exp(f(x))·exp(f(z))·exp(Σ c·m(x)m(z)): a kernel if every c ≥ 0; and if there is one, only then."""
    form = rules.read(inside)
    terms = {} if form is None else _terms(form)
    if not terms:
        return None
    own = {m: c.scaled(Fraction(1, 1 if m else 2)) for m, c in terms.items() if sides(m) <= {"x"}}
    both = {m: c for m, c in terms.items() if len(sides(m)) == 2}
    f, dim = _written(own, rules.family.domain.dim), rules.family.domain.dim
    if not both or f == ZERO or not all(map(_is_square, both)):
        return None
    needs = [at_least_zero(c) for c in both.values() if c.number is None or c.number < 0]
    halves = {tuple((a, e) for a, e in m if a.kind[0] == "x"): c for m, c in both.items()}
    features = tuple((written(c), _written({m: constant(1)}, dim)) for m, c in halves.items())
    inner = step("features", _written(both, dim), "c·f(x)·f(z)", (), needs, features=features)
    if inner is None:
        return None
    if node is rules.family.tree and len(both) == 1:
        rules.necessary += needs
    series = step("series", Call("exp", (inner.formula,)), "no negative coefficient", [inner], name="exp")
    reason = f"g(x) = exp({kernel_text(f)}) multiplies every feature"
    return step("weighting", node, reason, [series], g=Call("exp", (f,)))


def _is_square(m: Product) -> bool:
    """m(x)·m(z)."""
    left, right = ([(a.kind[1:], e) for a, e in m if a.kind[0] == side] for side in "xz")
    return left == right


def _terms(form: Form) -> dict[Product, Form]:
    """monomial in the coordinates → its coefficient; nothing if this is no such polynomial."""
    found: dict[Product, Form] = {}
    for m, c in form.terms.items():
        moving = tuple(factor for factor in m if sides((factor,)))
        if any(a.inner is not None or a.kind[0] not in "xz" or e < 0 or e.denominator > 1 for a, e in moving):
            return {}
        still = Form({tuple(factor for factor in m if factor not in moving): c})
        found[moving] = found.get(moving, constant(0)) + still
    return found if all(map(is_constant, found.values())) else {}


def _written(terms: dict[Product, Form], dim: int) -> Node:
    total: Node | None = None
    for m, c in terms.items():
        factors = [] if c.number == 1 and m else [written(c)]
        for a, e in m:
            point = Name(a.kind[0])
            letter: Node = point if dim == 1 else Index(point, (Number(int(a.kind[1:])),))
            factors.append(letter if e == 1 else Binary("**", letter, Number(int(e))))
        part = product(factors)
        total = part if total is None else Binary("+", total, part)
    return ZERO if total is None else total


def one_feature(rules: Rules, node: Binary) -> Proof:
    """(g(x)g(z))^p = g(x)^p·g(z)^p for g ≥ 0 and p ≥ 0."""
    parts = factors_of(node.left)
    of_x = [part for part in parts if free_names(part) & {"x", "z"} == {"x"}]
    of_z = [substitute(part, {"x": Name("z")}) for part in of_x]
    if not of_x or sorted(map(show, parts)) != sorted(map(show, of_x + of_z)):
        return None
    f = Binary("**", product(of_x), node.right)
    needs = [Condition(node.right, ">=", ZERO)]
    return step("features", node, "one feature, f(x) = g(x)^p", (), needs, features=((Number(1), f),))


def one_level(rules: Rules, node: Binary) -> Proof:
    """min(g(x), g(z))^p for g ≥ 0 and p ≥ 0."""
    match node.left:
        case Call(function="min", arguments=(g, h)) if h == substitute(g, {"x": Name("z")}) != g:
            needs, f = [Condition(node.right, ">=", ZERO)], Binary("**", Name("t"), node.right)
            return step(
                "minimum", node, "t^p never falls: the minimum of g(x)^p and g(z)^p", (), needs, f=f, g=g
            )
    return None
