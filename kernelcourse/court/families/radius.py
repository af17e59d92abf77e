"""Series that converge only in a radius, with parameters under them: −log(1 − a·k), (1 − a·k)^(−p), arcsin(a·k)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary, show
from kernelcourse.language.tree import substitute

from ..exactly.algebra import Algebra
from ..exactly.enclosures import Range
from ..exactly.signs import bounds, limit
from .steps import ONE, ZERO, Condition, Proof, product, step

if TYPE_CHECKING:
    from .rules import Rules

WHY = "no negative coefficient, inside the radius"


def in_radius(rules: Rules, node: Node) -> Proof:
    """One of these shapes, or None."""
    match node:
        case Unary(op="-", operand=Call(function="log", arguments=(below,))):
            return _series(rules, node, _from_one(rules, below), "log")
        case Call(function="arcsin" | "arctanh", arguments=(q,)):
            return _series(rules, node, q, node.function)
        case Binary(op="/", left=Number(value=1), right=Call(function="sqrt", arguments=(below,))):
            return _series(rules, node, _from_one(rules, below), "power", Fraction(1, 2))
        case Binary(op="/", left=Number(value=1), right=Binary(op="**", left=below, right=p)):
            return _power(rules, node, below, p)
        case Binary(op="/", left=Number(value=1), right=Binary(op="-", left=Number() as c, right=q)) if (
            c != ONE
        ):
            return _from_another(rules, node, c, q)
        case Binary(op="/", left=Number(value=1), right=below):
            return _power(rules, node, below, ONE)
        case Binary(op="**", left=below, right=Unary(op="-", operand=p)):
            return _power(rules, node, below, p)
    return None


def _from_one(rules: Rules, below: Node) -> Node | None:
    """q of 1 − q."""
    if (
        isinstance(below, Binary)
        and below.op == "-"
        and below.left == ONE
        and rules.family.points(below.right)
    ):
        return below.right
    return None


def _from_another(rules: Rules, node: Node, c: Number, q: Node) -> Proof:
    """1/(c − q) = (1/c)·1/(1 − q/c) for a number c > 0."""
    if Fraction(c.value) <= 0:  # type: ignore[arg-type]
        return None
    over = Number(1 / Fraction(c.value))  # type: ignore[arg-type]
    share = product([over, *_factors(q)])
    inner = _series(
        rules, Binary("/", ONE, Binary("-", ONE, share)), share, "power", whole=node is rules.family.tree
    )
    made = step("sum", node, f"c·k with c = {kernel_text(over)}", [inner], weights=(over,))
    return None if made is None or inner is None else replace(made, defined=inner.defined)


def _power(rules: Rules, node: Node, below: Node, p: Node) -> Proof:
    """(1 − q)^(−p): for a parameter p it is exp(−p·log(1 − q))."""
    q = _from_one(rules, below)
    if q is None or rules.family.points(p):
        return None
    if isinstance(p, Number):
        return _series(rules, node, q, "power", Fraction(p.value)) if p.value > 0 else None  # type: ignore[arg-type, operator]
    log = Unary("-", Call("log", (below,)))
    inner = _series(rules, log, q, "log")
    need = Condition(p, ">=", ZERO)
    scaled = step("sum", product([p, log]), f"c·k with c = {kernel_text(p)}", [inner], [need], weights=(p,))
    found = step("series", node, "kʳ = exp(r·log k)", [scaled], name="exp")
    return (
        None if found is None or inner is None else replace(found, defined=(*found.defined, *inner.defined))
    )


def _series(
    rules: Rules, node: Node, q: Node | None, name: str, r: Fraction = Fraction(1), whole: bool = False
) -> Proof:
    """f(q) for a kernel q with q(x, x) < 1: the second instance sees that from the range of the parameters."""
    inner = None if q is None else rules.kernel(q)
    if q is None or inner is None:
        return None
    on_diagonal = substitute(q, {"z": Name("x")})
    room, closed = Binary("-", ONE, on_diagonal), name == "arcsin"
    needs = _room_in_parameters(rules, on_diagonal, closed, whole or node is rules.family.tree)
    if needs is None:
        return None
    sign = step("bounds", room, "the range of k(x, x)", (), needs, "nonnegative" if closed else "positive")
    found = step("series", node, WHY, [inner, sign], name=name, r=r)
    if found is None or sign is None:
        return None
    both: list[Node] = [Binary(op, ONE, q) for op in "-+"]  # |q(x, z)| ≤ max q(x, x)
    shown = tuple(
        step("kernel bound", side, "|k(x, z)| ≤ max k(x, x)", [inner, sign], (), sign.claims, c=ONE)
        for side in (both if closed or name == "arctanh" else both[:1])
    )
    squared = [Binary("-", ONE, Binary("*", q, q))] if name == "arctanh" else []
    kept = tuple(proof for proof in shown if proof is not None)
    roots = tuple(step("product", product(both), "(1 − q)(1 + q)", kept, (), "positive") for _ in squared)
    return replace(found, defined=(*found.defined, *kept, *(root for root in roots if root is not None)))


def _room_in_parameters(rules: Rules, on_diagonal: Node, closed: bool, whole: bool) -> list[Condition] | None:
    """What the parameters must satisfy: nothing, if q(x, x) < 1 by their range; else c·top < 1 for q = c·k."""
    family, form = rules.family, rules.read(on_diagonal)
    if form is None:
        return None
    algebra = Algebra(family.domain.name, family.domain.dim)
    for condition in family.asked:
        gap = rules.read(condition.gap)
        if gap is not None:
            limit(algebra, gap.unit, condition.op == ">")
    reach: Range = bounds(algebra, form)
    if reach.high < 1 or (reach.high == 1 and (closed or reach.high_open)):
        return []
    own = [part for part in _factors(on_diagonal) if not family.points(part)]
    moving = [part for part in _factors(on_diagonal) if family.points(part)]
    if not own or not moving or family.parameters(product(moving)):
        return None
    top = rules.reach_of_diagonal(product(moving))
    if top is None or isinstance(top.high, float):
        return None
    c = product([*own, Number(top.high)] if top.high != 1 else own)
    need = Condition(ONE, ">=" if closed or top.high_open else ">", c)
    match own:
        case [Binary(op="/", left=Number(value=1), right=below)]:  # top/c < 1, so c > top
            need = Condition(below, need.op, Number(int(top.high) if top.high.denominator == 1 else top.high))
    if whole and rules.meets(None, product(moving), top.high):
        rules.necessary.append(need)  # else k is undefined where c·k = 1
    return [need]


def _factors(node: Node) -> list[Node]:
    from ..formula.unrolling import chain

    if isinstance(node, Binary) and node.op == "/":
        return [*_factors(node.left), Binary("/", ONE, node.right)]
    return chain(node, "*")


def reciprocal_power(rules: Rules, below: Node) -> Proof:
    """1/ψ, or 1/ψ^r as ψ^(−r)."""
    if not isinstance(below, Binary) or below.op != "**" or rules.family.points(below.right):
        return rules.reciprocal(below, ONE)
    found = rules.power(Binary("**", below.left, Unary("-", below.right)))
    whole = Binary("/", ONE, below)
    return None if found is None else replace(found, formula=whole, statement=show(whole))


def secant(rules: Rules, node: Node, inside: Node, p: Node) -> Proof:
    """cosh(u − v)^(−p) for p ≥ 0."""
    g = None if rules.family.points(p) else rules.map_of(inside)
    if g is None:
        return None
    psi = Call("log", (Call("cosh", (inside,)),))
    first = step("conditional cosh", psi, "an integral of 1 − cos(uω)", (), (), "conditional", maps=(g,), c=0)
    need = [Condition(p, ">=", ZERO)]
    scaled = step("conditional sum", Binary("*", p, psi), "p·ψ", [first], need, "conditional", weights=(p,))
    return step("Schoenberg", node, "exp(−ψ)", [scaled])
