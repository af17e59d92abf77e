"""The parts of a tree: sum(…), prod(…) and mean(…) written out for each coordinate, summands, factors."""

from __future__ import annotations

from kernelcourse.language.functions import of_one_number
from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Sum
from kernelcourse.language.tree import children, free_names, rebuild, substitute, walk

LARGEST = 12


def unrolled(node: Node, dim: int) -> Node:
    """The node itself, or the sum or product of its entries."""
    parts: list[Node] = []
    match node:
        case Call(function="sum" | "prod" | "mean", arguments=(inside,)) if 1 < dim <= LARGEST:
            if _entrywise(inside):
                parts = [
                    substitute(inside, {letter: Index(Name(letter), (Number(i),)) for letter in "xz"})
                    for i in range(dim)
                ]
        case Sum(ranges=((name, stop),)):
            size = dim if stop == Name("d") else stop.value if isinstance(stop, Number) else 0
            if isinstance(size, int) and 0 < size <= LARGEST:
                parts = [substitute(node.body, {name: Number(i)}) for i in range(size)]
    if not parts:
        return node
    op = "*" if isinstance(node, Call) and node.function == "prod" else "+"
    result = parts[0]
    for part in parts[1:]:
        result = Binary(op, result, part)
    mean = isinstance(node, Call) and node.function == "mean"
    return Binary("/", result, Number(dim)) if mean else result


def _entrywise(node: Node) -> bool:
    """Whether each entry of this vector depends on the same entry of x and z only."""
    for part in walk(node):
        if isinstance(part, (Index, Sum)) or (isinstance(part, Binary) and part.op == "@"):
            return False
        if isinstance(part, Call) and not (of_one_number(part.function) or part.function in ("min", "max")):
            return False
    return bool(free_names(node) & {"x", "z"})


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
    """The factors of a·b/c, with 1/c for a c of one point alone."""
    match node:
        case Binary(op="*"):
            return [*factors_of(node.left), *factors_of(node.right)]
        case Binary(op="/") if len(free_names(node.right) & {"x", "z"}) == 1:
            return [*factors_of(node.left), Binary("/", Number(1), node.right)]
    return [node]
