"""Products of matrices: their factors, which of them mirror each other, and uᵀMu."""

from __future__ import annotations

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary

from ..reading.symbols import Setting


def factors(node: Node, setting: Setting) -> list[Node]:
    if isinstance(node, Binary) and node.op == "@":
        return [*factors(node.left, setting), *factors(node.right, setting)]
    if isinstance(node, Transpose) and isinstance(node.operand, Binary) and node.operand.op == "@":
        return [Transpose(part) for part in reversed(factors(node.operand, setting))]
    if isinstance(node, Name) and node.id in setting.define:
        inside = setting.define[node.id]
        if isinstance(inside, Binary) and inside.op == "@":
            return factors(inside, setting)
    return [node]


def transposed(left: Node, right: Node, setting: Setting) -> bool:
    if Transpose(left) == right or left == Transpose(right):
        return True
    if isinstance(left, Transpose) and isinstance(left.operand, Transpose):
        return transposed(left.operand.operand, right, setting)
    if isinstance(right, Transpose) and isinstance(right.operand, Transpose):
        return transposed(left, right.operand.operand, setting)
    return left == right and symmetric(left, setting)


def symmetric(node: Node, setting: Setting) -> bool:
    match node:
        case Name() if node.id in setting.define:
            return symmetric(setting.define[node.id], setting)
        case Name():
            range_ = setting.given.get(node.id)
            return range_ is not None and range_.symmetric
        case Binary(op="+" | "-"):
            return symmetric(node.left, setting) and symmetric(node.right, setting)
        case Binary(op="*" | "/"):
            return all(
                not setting.shape(part) or symmetric(part, setting) for part in (node.left, node.right)
            )
        case Call(function="I" | "ones" | "inv" | "diag" | "center"):
            return node.function in ("I", "ones", "diag") or symmetric(node.arguments[0], setting)
    return False


def chain(node: Node, setting: Setting) -> tuple[list[Node], list[Node]]:
    """The numbers and the other factors of a product λ u @ M @ v."""
    match node:
        case Binary(op="@"):
            first, second = chain(node.left, setting), chain(node.right, setting)
            return first[0] + second[0], first[1] + second[1]
        case Binary(op="*") if setting.shape(node):
            for factor, inside in ((node.left, node.right), (node.right, node.left)):
                if not setting.shape(factor):
                    found = chain(inside, setting)
                    return [factor, *found[0]], found[1]
        case Binary(op="/") if setting.shape(node) and not setting.shape(node.right):
            found = chain(node.left, setting)
            return [Binary("/", Number(1), node.right), *found[0]], found[1]
        case Unary(op="-"):
            found = chain(node.operand, setting)
            return [Unary("-", Number(1)), *found[0]], found[1]
    return [], [node]


def product_of(parts: list[Node]) -> Node:
    product = parts[0]
    for part in parts[1:]:
        product = Binary("@", product, part)
    return product


def sandwich(parts: list[Node]) -> tuple[Node, Node | None] | None:
    """(u, M) of u @ M @ u, (u, None) of u @ u."""
    if parts[0] != parts[-1] or len(parts) < 2:
        return None
    inner = parts[1:-1]
    return (parts[0], product_of(inner)) if inner else (parts[0], None)


def nothing(shape: Shape) -> Node:
    """0 of this shape."""
    return Call("zeros", tuple(map(size_node, shape))) if shape else Number(0)
