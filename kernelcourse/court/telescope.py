"""A difference of two products, as typed: AB − CD = (A − C)·B + C·(B − D), each factor in coordinates of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Index, Name, Node, show
from kernelcourse.language.tree import children
from kernelcourse.validity import Certificate

from .formula.unrolling import factors_of, times, unrolled

if TYPE_CHECKING:
    from .closure import Closure

MOST = 4


def telescope(closure: Closure, node: Node) -> Certificate | None:
    """A sum of products of kernels, or None."""
    dim = closure.prover.domain.dim
    if not isinstance(node, Binary) or node.op != "-" or dim < 2:
        return None
    tables = [_by_coordinates(unrolled(side, dim)) for side in (node.left, node.right)]
    first, second = tables
    if first is None or second is None or set(first) != set(second) or not 1 < len(first) <= MOST:
        return None
    places = sorted(first, key=sorted)
    parts = []
    for j, place in enumerate(places):
        factors = [second[i] for i in places[:j]] + [Binary("-", first[place], second[place])]
        factors += [first[i] for i in places[j + 1 :]]
        proofs = [closure.prove(factor) for factor in factors]
        premises = tuple(proof for proof in proofs if proof is not None)
        if len(premises) < len(factors):
            return None
        reason = "a product of kernels: all products of features"
        parts.append(
            Certificate("product", show(times(factors)), reason, premises, times(factors), "kernel", {})
        )
    made = Certificate("sum", show(node), "AB − CD = (A − C)·B + C·(B − D)", tuple(parts), node, "kernel", {})
    return made if closure.prover.stands(made) else None


def _by_coordinates(product: Node) -> dict[frozenset[int], Node] | None:
    """The factors of a product, gathered by the coordinates in them; None if one of them has all of x."""
    found: dict[frozenset[int], list[Node]] = {}
    for factor in factors_of(product):
        places = _places(factor)
        if not places or -1 in places:
            return None
        found.setdefault(places, []).append(factor)
    return {places: times(factors) for places, factors in found.items()}


def _places(node: Node) -> frozenset[int]:
    """The coordinates in a formula; −1 stands for a whole point."""
    if isinstance(node, Index) and node.operand in (Name("x"), Name("z")):
        value = getattr(node.indices[0], "value", -1)
        return frozenset({value if isinstance(value, int) else -1})
    if node in (Name("x"), Name("z")):
        return frozenset({-1})
    return frozenset().union(*(_places(below) for below in children(node)))
