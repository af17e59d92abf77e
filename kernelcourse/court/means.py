"""A kernel minus a constant, as typed: f(cos b(x − z)) − c on the line, f(x·z) − c on the sphere, c ≤ the mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary, show
from kernelcourse.language.tree import free_names, walk
from kernelcourse.validity import Certificate

from .formula.unrolling import replaced
from .rules.hyperbolic import as_difference

if TYPE_CHECKING:
    from .closure import Closure

POINTS = {"x", "z"}


def above_mean(closure: Closure, node: Node) -> Certificate | None:
    """A step that the second instance accepts, or None."""
    domain = closure.prover.domain
    if (
        domain.name not in ("real", "positive", "sphere")
        or not isinstance(node, Binary)
        or node.op not in "+-"
    ):
        return None
    terms = _summands(node, 1)
    kept = [(sign, part) for sign, part in terms if free_names(part) & POINTS]
    apart = [(-sign, part) for sign, part in terms if not free_names(part) & POINTS]
    if not kept or not apart:
        return None
    k, c = _total(kept), _total(apart)
    value = closure.form(c)
    if value is None or closure.prover.constant_sign(value.form) != 1:
        return None
    for f, metric in _profiles(closure, k):
        known = Certificate("", "", "", formula=k)
        reason = "it turns with the points, so a constant not above its mean may be taken away"
        data = {"f": f, "c": c, **metric}
        made = Certificate("mean", show(node), reason, (known,), node, "kernel", data)
        proof = closure.prove(k) if _fits(made) else None
        if proof is None:
            return None
        made = Certificate("mean", show(node), reason, (proof,), node, "kernel", data)
        if closure.prover.stands(made):
            return made
    return None


def _fits(step: Certificate) -> bool:
    """Whether the mean is known at all: the cheap question first."""
    from .exactly.reading import TOO_LONG, UNFIT, Rejected
    from .exactly.zonal import mean_of

    try:
        mean_of(step.data["f"], 2)
    except (Rejected, *TOO_LONG):
        return False
    except UNFIT:
        return "maps" not in step.data
    return True


def _profiles(closure: Closure, k: Node) -> list[tuple[Node, dict[str, Any]]]:
    """f, with k = f(t) for t = x·z or t = cos(g(x) − g(z))."""
    if closure.prover.domain.name == "sphere":
        t = Binary("@", Name("x"), Name("z"))
        distance = Call("norm", (Binary("-", Name("x"), Name("z")),))
        root = Call("sqrt", (Binary("-", Number(2), Binary("*", Number(2), Name("t"))),))
        f = replaced(replaced(k, t, Name("t")), distance, root)
        return [] if free_names(f) & POINTS else [(f, {})]
    for part in dict.fromkeys(walk(k)):
        if not isinstance(part, Call) or part.function != "cos":
            continue
        f, inner = replaced(k, part, Name("t")), closure.form(part.arguments[0])
        g = None if inner is None or free_names(f) & POINTS else as_difference(closure.prover, inner.form)
        if g is not None:
            return [(f, {"maps": (closure.prover.tree(g),)})]
    return []


def _summands(node: Node, sign: int) -> list[tuple[int, Node]]:
    match node:
        case Unary(op="+" | "-"):
            return _summands(node.operand, -sign if node.op == "-" else sign)
        case Binary(op="+" | "-"):
            return [*_summands(node.left, sign), *_summands(node.right, -sign if node.op == "-" else sign)]
    return [(sign, node)]


def _total(terms: list[tuple[int, Node]]) -> Node:
    ordered = sorted(terms, key=lambda term: -term[0])
    sign, total = ordered[0]
    total = total if sign > 0 else Unary("-", total)
    for sign, part in ordered[1:]:
        total = Binary("+" if sign > 0 else "-", total, part)
    return total
