"""What several checks share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Name, Node
from kernelcourse.language.tree import substitute

from ..exactly.forms import Form, constant

if TYPE_CHECKING:
    from kernelcourse.validity import Certificate as Step

    from . import Verifier

Check = Callable[["Verifier", "Step", list[Form]], bool]


def at_z(tree: Node) -> Node:
    """f(z) for an f(x)."""
    return substitute(tree, {"x": Name("z")})


def product(v: Verifier, s: Step, K: list[Form]) -> bool:
    parts = [p.formula for p in s.premises]
    if isinstance(s.formula, Binary) and s.formula.op == "*" and [s.formula.left, s.formula.right] == parts:
        return True
    total = constant(1)
    for k in K:
        total = v.algebra.times(total, k)
    return bool(K) and v.same(v.form(s.formula), total)


def positive_diagonal(v: Verifier, s: Step, strict: bool) -> bool:
    """ψ(x, z) ≥ (ψ(x, x) + ψ(z, z))/2 for ψ conditionally negative definite: the diagonal decides."""
    return v.has_sign(substitute(s.premises[0].formula, {"z": Name("x")}), s.premises[1:], strict)
