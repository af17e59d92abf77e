"""Pólya's and Askey's theorems on a formula as typed: f(|g(x) − g(z)|), f(‖x − z‖), f convex and falling to a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Name, Node, show
from kernelcourse.language.tree import free_names, walk
from kernelcourse.validity import Certificate

from .formula.unrolling import replaced
from .rules.stationary import as_difference, metrics_of

if TYPE_CHECKING:
    from .closure import Closure


def convex(closure: Closure, node: Node) -> Certificate | None:
    """A step that the second instance accepts, or None."""
    if "t" in free_names(node):
        return None
    for part in dict.fromkeys(walk(node)):
        metrics = _metrics(closure, part) if isinstance(part, (Call, Binary)) else []
        f = replaced(node, part, Name("t")) if metrics else node
        if free_names(f) & {"x", "z"}:
            continue
        for metric in metrics:
            d = closure.prover.domain.dim if "scale" in metric else 1
            more = (
                f", as do {d // 2} more derivatives with alternating signs (Askey)" if d > 1 else " (Pólya)"
            )
            reason = f"{kernel_text(f)} is convex and falls for t ≥ 0, to a limit ≥ 0{more}"
            made = Certificate("convex", show(node), reason, (), node, "kernel", {"f": f, **metric})
            if closure.prover.stands(made):
                return made
    return None


def _metrics(closure: Closure, part: Node) -> list[dict[str, Any]]:
    """How a part may be a distance: of one coordinate, or of all."""
    inner = _difference(part)
    reading = None if inner is None else closure.form(inner)
    g = None if reading is None else as_difference(closure.prover, reading.form)
    if g is not None:
        return [{"maps": (closure.prover.tree(g),)}]
    reading = closure.form(part) if isinstance(part, Call) and part.function in ("norm", "sqrt") else None
    if reading is None or closure.prover.domain.dim < 2:
        return []
    return [metric for metric in metrics_of(closure.prover, reading.form) if "scale" in metric]


def _difference(part: Node) -> Node | None:
    """u of |u|, ‖u‖ and of u = a − b itself."""
    match part:
        case Call(function="abs" | "norm") if len(part.arguments) == 1:
            return part.arguments[0]
        case Binary(op="-") if free_names(part) >= {"x", "z"}:
            return part
    return None
