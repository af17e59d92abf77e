"""A kernel, or −ψ, minus a constant, as typed: f(cos b(x − z)) − c on the line, f(x·z) − c on the sphere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Unary, show
from kernelcourse.language.tree import free_names, walk
from kernelcourse.validity import Certificate

from .definedness import defined_throughout
from .exactly.reading import TOO_LONG, UNFIT, Rejected
from .exactly.zonal import mean_reaches
from .formula.unrolling import replaced
from .rules.hyperbolic import as_difference
from .verifier import Verifier

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
    sign = None if value is None else closure.prover.constant_sign(value.form)
    if not sign:
        return None
    for f, metric in _profiles(closure, k):
        reason = "it turns with the points, so a constant not above its mean may be taken away"
        data = {"f": f, "c": c, **metric}
        if not _reaches(closure, Certificate("", "", "", formula=k, data=data)):
            return None
        proof = closure.prove(k) if sign > 0 else _conditional(closure, k)
        if proof is None:
            return None
        made = Certificate("mean", show(node), reason, (proof,), node, "kernel", data)
        made = replace(made, defined=defined_throughout(closure.prover, made))
        if closure.prover.stands(made):
            return made
    return None


def _conditional(closure: Closure, k: Node) -> Certificate | None:
    """ψ = −k is conditionally negative definite."""
    reading = closure.form(Unary("-", k))
    return None if reading is None else closure.prover.conditionally_negative(reading.form)


def _reaches(closure: Closure, step: Certificate) -> bool:
    """Whether the mean is large enough: the cheap question first."""
    domain = closure.prover.domain
    verifier = Verifier(step, domain.name, domain.dim)
    with suppress(Rejected, *TOO_LONG, *UNFIT):
        c = verifier.form(step.data["c"])
        return mean_reaches(verifier, step.data["f"], c, 2 if "maps" in step.data else domain.dim)
    return False


def of_sphere(k: Node) -> Node | None:
    """f, with k = f for t = x·z and r = ‖x − z‖."""
    t = Binary("@", Name("x"), Name("z"))
    distance = Call("norm", (Binary("-", Name("x"), Name("z")),))
    f = replaced(replaced(k, t, Name("t")), distance, Name("r"))
    return None if free_names(f) & POINTS else f


def _profiles(closure: Closure, k: Node) -> list[tuple[Node, dict[str, Any]]]:
    """f, with k = f for t = x·z and r = ‖x − z‖, or t = cos(g(x) − g(z)), or the sine."""
    if closure.prover.domain.name == "sphere":
        zonal = of_sphere(k)
        return [] if zonal is None else [(zonal, {})]
    for part in dict.fromkeys(walk(k)):
        if not isinstance(part, Call) or part.function not in ("cos", "sin"):
            continue
        f, inner = replaced(k, part, Name("t")), closure.form(part.arguments[0])
        g = None if inner is None or free_names(f) & POINTS else as_difference(closure.prover, inner.form)
        if g is not None:
            return [(f, {"maps": (closure.prover.tree(g),), "wave": part.function})]
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
