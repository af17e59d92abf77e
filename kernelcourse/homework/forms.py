"""The form of a formula, whatever its spelling: multiplied out, or one product."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from kernelcourse.homework.padding import words
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.tree import Binary, Call, Node, Number, Unary, children, free_names, walk
from kernelcourse.language.writing import show

if TYPE_CHECKING:
    from kernelcourse.derivation.symbols import Setting

LINEAR = (
    "sum",
    "mean",
    "trace",
    "diag",
    "center",
    "outer",
    "kron",
    "dot",
    "norm",
)  # what a factor passes through


def multiplied_out(node: Node, of: Collection[str]) -> bool:
    """No sum in which one of these words occurs is a factor, squared, or under a norm.

    α @ (K @ K + λ*K) @ α - 2*y @ K @ α + y @ y is multiplied out in y; under exp, log and the like a sum is at home.
    """
    return _out(node, frozenset(of), False)


def _out(node: Node, of: frozenset[str], factor: bool) -> bool:
    match node:
        case Binary(op="+" | "-"):
            if factor and of & words(show(node, ascii_only=True)):
                return False
            return all(_out(below, of, factor) for below in children(node))
        case Binary(op="/", left=left, right=right):
            return _out(left, of, factor) and _out(right, of, False)
        case Binary(op="*", left=left, right=right) if not (free_names(left) and free_names(right)):
            return _out(left, of, factor) and _out(right, of, factor)
        case Binary():
            return all(_out(below, of, True) for below in children(node))
        case Call(function=name):
            return all(_out(below, of, name in LINEAR) for below in children(node))
    return all(_out(below, of, factor) for below in children(node))


def one_product(node: Node) -> bool:
    """The last thing that is done is a multiplication, not a sum."""
    while isinstance(node, Unary):
        node = node.operand
    if isinstance(node, Binary) and node.op == "/":
        return one_product(node.left)
    if isinstance(node, Binary) and node.op == "*" and isinstance(node.left, Number):
        return one_product(node.right)
    return isinstance(node, Binary) and node.op in "*@**"


def functions(nodes: Iterable[Node]) -> set[str]:
    """The functions that are called."""
    return {part.function for node in nodes for part in walk(node) if isinstance(part, Call)}


def numbers_multiplied(nodes: Iterable[Node], setting: Setting) -> bool:
    """Two numbers that depend on letters are multiplied, or one divided by the other: (uᵀAu)(vᵀBv)."""

    def number(node: Node) -> bool:
        try:
            return bool(free_names(node)) and setting.shape(setting.expand(node)) == ()
        except LanguageError:  # the index of a sum: it has no shape outside
            return False

    products = [part for node in nodes for part in walk(node) if isinstance(part, Binary) and part.op in "*/"]
    return any(number(part.left) and number(part.right) for part in products)
