"""The parts of a tree: sum(…), prod(…) and mean(…) written out for each coordinate, summands, factors."""

from __future__ import annotations

from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Sum
from kernelcourse.language.tree import children, free_names, rebuild, substitute

from ..domains import LARGEST_DIMENSION, Domain
from ..exactly.planes import entrywise

LONGEST_SUM = 12
WIDE = 4  # coordinates that are as quick as one


def unrolled(node: Node, dim: int) -> Node:
    """The node itself, or the sum or product of its entries."""
    parts: list[Node] = []
    match node:
        case Call(function="sum" | "prod" | "mean", arguments=(inside,)) if 1 < dim <= LARGEST_DIMENSION:
            if of_each_coordinate(inside):
                parts = [
                    substitute(inside, {letter: Index(Name(letter), (Number(i),)) for letter in "xz"})
                    for i in range(dim)
                ]
        case Sum(ranges=((name, stop),)):
            size = dim if stop == Name("d") else stop.value if isinstance(stop, Number) else 0
            if isinstance(size, int) and 0 < size <= LONGEST_SUM:
                parts = [substitute(node.body, {name: Number(i)}) for i in range(size)]
    if not parts:
        return node
    op = "*" if isinstance(node, Call) and node.function == "prod" else "+"
    result = parts[0]
    for part in parts[1:]:
        result = Binary(op, result, part)
    mean = isinstance(node, Call) and node.function == "mean"
    return Binary("/", result, Number(dim)) if mean else result


def visits(node: Node, dim: int) -> int:
    """How many nodes there are to visit for one value: the body of a sum as often as it has terms."""
    if isinstance(node, Name):
        return 1 + dim // WIDE if node.id in ("x", "z") else 1
    below = sum(visits(part, dim) for part in children(node))
    for _, stop in node.ranges if isinstance(node, Sum) else ():
        below *= max(1, _count(stop, dim))
    return 1 + below


def price_in_floats(node: Node, domain: Domain, pairs: int) -> float:
    """What it costs to read a formula at so many pairs at once, in microseconds."""
    return visits(node, domain.dim) * (5 + (0.2 if domain.name == "string" else 0.005) * pairs)


def _count(stop: Node, dim: int) -> int:
    """How many terms a sum has; where it starts at 1, the end is written n − 1."""
    match stop:
        case Number(value=int() as n):
            return n
        case Binary(op="-"):
            return _count(stop.left, dim) - _count(stop.right, dim)
    return dim


def of_each_coordinate(node: Node) -> bool:
    """Whether each entry of this vector depends on the same entry of x and z only."""
    return entrywise(node) and bool(free_names(node) & {"x", "z"})


def replaced(node: Node, old: Node, new: Node) -> Node:
    """The tree with every copy of one subtree replaced."""
    if node == old:
        return new
    return rebuild(node, tuple(replaced(below, old, new) for below in children(node)))


def chain(node: Node, op: str) -> list[Node]:
    """The parts of a + b + c (of a·b·c), from left to right."""
    parts: list[Node] = []
    while isinstance(node, Binary) and node.op == op:
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def times(factors: list[Node]) -> Node:
    """a·b·c."""
    whole = factors[0]
    for factor in factors[1:]:
        whole = Binary("*", whole, factor)
    return whole


def factors_of(node: Node) -> list[Node]:
    """The factors of a·b/(c·d), with 1/c for a c of one point alone."""
    match node:
        case Binary(op="*"):
            return [*factors_of(node.left), *factors_of(node.right)]
        case Binary(op="/"):
            above, below = factors_of(node.left), factors_of(node.right)
            if all(len(free_names(part) & {"x", "z"}) == 1 for part in below):
                parts = [*above, *(Binary("/", Number(1), part) for part in below)]
                return [part for part in parts if part != Number(1)]
    return [node]


def factors_first(node: Node) -> Node:
    """c·(x @ z) for (c*x) @ z, which numpy reads in a*x@z."""
    below = tuple(map(factors_first, children(node)))
    match rebuild(node, below):
        case Binary(op="@", left=Binary(op="*", left=c, right=v), right=w) if not free_names(c) & {"x", "z"}:
            return Binary("*", c, factors_first(Binary("@", v, w)))
        case made:
            return made
