"""f(min(g(x), g(z))) with f rising, f(max(g(x), g(z))) with f falling, and f(g) ≥ 0: a feature for every level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Call, Name, Node, show
from kernelcourse.language.tree import free_names, substitute, walk
from kernelcourse.validity import Certificate

from .algebra.substitution import swapped
from .definedness import proper
from .formula.unrolling import replaced

if TYPE_CHECKING:
    from .closure import Closure

LEVELS = "min(g(x), g(z)) = ∫ [t ≤ g(x)]·[t ≤ g(z)] dt over t ≥ 0, for g ≥ 0"


def minimum(closure: Closure, node: Node) -> Certificate | None:
    """A step that the second instance accepts, or None."""
    for part in walk(node):
        if not isinstance(part, Call) or part.function not in ("min", "max") or len(part.arguments) < 2:
            continue
        g, others = _of_x(closure, part)
        if g is None:
            continue
        inner: Node = Name("t")
        for other in others:  # min(x, z, c) is min(min(x, z), c)
            inner = Call(part.function, (inner, other))
        f = replaced(node, part, inner)
        if not free_names(f) & {"x", "z"}:
            return _step(closure, node, f, g)
    return None


def _of_x(closure: Closure, part: Call) -> tuple[Node | None, list[Node]]:
    """(g, the arguments without x and z) of min(g(x), g(z), …); of min(a(x), b(x), a(z), b(z)) it is min(a, b)."""
    sides = [free_names(argument) & {"x", "z"} for argument in part.arguments]
    of_x, of_z, others = (
        [argument for argument, side in zip(part.arguments, sides) if side == want]
        for want in ({"x"}, {"z"}, set())
    )
    if not of_x or len(of_x) != len(of_z) or len(of_x) + len(of_z) + len(others) < len(sides):
        return None, []
    g, h = (parts[0] if len(parts) == 1 else Call(part.function, tuple(parts)) for parts in (of_x, of_z))
    if len(of_x) > 1:
        same = {substitute(argument, {"x": Name("z")}) for argument in of_x} == set(of_z)
    else:
        first, second = closure.form(g), closure.form(h)
        same = (
            first is not None
            and second is not None
            and swapped(closure.prover.forms, first.form) == second.form
        )
    return (g if same else None), others


def _step(closure: Closure, node: Node, f: Node, g: Node) -> Certificate | None:
    shown = LEVELS
    if f != Name("t"):
        shown = f"{kernel_text(f)} is monotone: this is the minimum of its values. {LEVELS}"
    values = closure.form(substitute(f, {"t": g}))
    room = None if values is None else closure.prover.signs.proof(values.form, strict=False)
    for premises in ((),) if room is None else ((), (room,)):  # a premise only where bounds do not show it
        for shape in (f, proper(f)):
            made = Certificate("minimum", show(node), shown, premises, node, "kernel", {"f": shape, "g": g})
            if closure.prover.stands(made):
                return made
    return None
