"""How a family measures distances, and where its formula is defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number
from kernelcourse.language.tree import children, substitute, walk

from .steps import ZERO, Condition

if TYPE_CHECKING:
    from .regions import Family


class Distances:
    """What a family's formula says of x − z."""

    def __init__(self, family: Family):
        self.family = family

    def map_of(self, node: Node) -> Node | None:
        """g(x) if the node is the number g(x) − g(z), as c·(x − z) is, for any c."""
        points = self.family.points
        match node:
            case Binary(op="-") if points(node.left) == {"x"} and points(node.right) == {"z"}:
                same = substitute(node.left, {"x": Name("z")}) == node.right
                return node.left if same and self._number(node.left) else None
            case Binary(op="*"):
                for c, inner in ((node.left, node.right), (node.right, node.left)):
                    g = None if points(c) else self.map_of(inner)
                    if g is not None:
                        return Binary("*", c, g)
            case Binary(op="/") if not points(node.right):
                g = self.map_of(node.left)
                return None if g is None else Binary("/", g, node.right)
        return None

    def _number(self, g: Node) -> bool:
        """x itself is a vector in several dimensions, x[1] is not."""
        if self.family.domain.dim == 1:
            return True
        match g:
            case Name():
                return g.id not in ("x", "z")
            case Index(operand=Name()):
                return True
        return all(map(self._number, children(g)))

    def is_size(self, node: Node) -> bool:
        """A distance whose square is conditionally negative definite."""
        if node == Call("norm", (Binary("-", Name("x"), Name("z")),)):
            return True
        return (
            isinstance(node, Call)
            and node.function == "abs"
            and len(node.arguments) == 1
            and self.map_of(node.arguments[0]) is not None
        )

    def is_linear(self, g: Node | None) -> bool:
        """c·x, or c times a coordinate."""
        match g:
            case Name(id="x") | Index(operand=Name(id="x")):
                return True
            case Binary(op="*", right=inner) if not self.family.points(g.left):
                return self.is_linear(inner)
            case Binary(op="/", left=inner) if not self.family.points(g.right):
                return self.is_linear(inner)
        return False

    def is_length(self, node: Node) -> bool:
        """A distance that takes all values ≥ 0 on a line: ‖x − z‖, |c·(x − z)|."""
        if not self.is_size(node) or not isinstance(node, Call):
            return False
        return node.function == "norm" or self.is_linear(self.map_of(node.arguments[0]))

    def defined(self) -> list[Condition] | None:
        """Every division, root, power and logarithm of parameters is defined."""
        found: list[Condition] = []
        for node in walk(self.family.tree):
            match node:
                case Binary(op="/" | "**", right=right) if self.family.points(right):
                    continue
                case Binary(op="/", right=right) if not self.family.implied(Condition(ZERO, ">", right)):
                    found.append(Condition(right, ">", ZERO))
                case Binary(op="**", left=left, right=right) if not self.family.points(left):
                    n = right.value if isinstance(right, Number) else None
                    if not (isinstance(n, int) and n > 0):
                        found.append(Condition(left, ">", ZERO))
                case Call(arguments=(inside,)) if not self.family.points(inside):
                    if node.function in ("log", "sqrt"):
                        found.append(Condition(inside, ">" if node.function == "log" else ">=", ZERO))
                    elif node.function in ("tan", "arcsin", "arccos", "arctanh"):
                        return None
        return found
