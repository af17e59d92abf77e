"""How a family measures distances, and where its formula is defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import walk

from .family_steps import ZERO, Condition

if TYPE_CHECKING:
    from .families import Family


class Distances:
    """What a family's formula says of x − z."""

    def __init__(self, family: Family):
        self.family = family

    def odd_difference(self, node: Node) -> bool:
        """c·(x − z) in one dimension, for any c."""
        if self.family.domain.dim != 1:
            return False
        match node:
            case Binary(op="-", left=Name(id="x"), right=Name(id="z")):
                return True
            case Binary(op="*"):
                sides = (node.left, node.right)
                return any(
                    not self.family.points(a) and self.odd_difference(b) for a, b in (sides, sides[::-1])
                )
            case Binary(op="/"):
                return not self.family.points(node.right) and self.odd_difference(node.left)
        return False

    def is_size(self, node: Node) -> bool:
        """A distance whose square is conditionally negative definite."""
        difference = Binary("-", Name("x"), Name("z"))
        if node in (Call("norm", (difference,)), Call("abs", (difference,))):
            return True
        return isinstance(node, Call) and node.function == "abs" and self.odd_difference(node.arguments[0])

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
