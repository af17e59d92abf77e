"""Products, sums and means over all coordinates: one proof for numbers stands for every coordinate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Call, Node, Number
from kernelcourse.language.tree import substitute
from kernelcourse.validity import Certificate

from .domains import Domain
from .formula.unrolling import of_each_coordinate
from .verifier.axioms import BOXES

if TYPE_CHECKING:
    from .closure import Closure

NAMES = {"prod": "the product of", "sum": "the sum of", "mean": "the mean of"}


def over_coordinates(closure: Closure, node: Node) -> Certificate | None:
    """Π k(xᵢ, zᵢ), Σ k(xᵢ, zᵢ) and its mean, for a kernel k of numbers."""
    domain = closure.prover.domain
    if not isinstance(node, Call) or node.function not in NAMES:
        return None
    k = substitute(node.arguments[0], {"d": Number(domain.dim)})
    if domain.dim == 1 or domain.name not in BOXES or not of_each_coordinate(k):
        return None
    inner = closure.hear(k, Domain(domain.name, 1))
    reason = f"{NAMES[node.function]} k(xᵢ, zᵢ) over all coordinates, with k(x, z) = {kernel_text(k)}"
    return None if inner is None else closure.step("coordinates", node, reason, (inner,), of=node.function)
