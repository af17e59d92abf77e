"""A shape mistake is found before any number is drawn: X: n×d and α: n, so X.T @ α is d and X @ α is a mistake.

Scalars broadcast over vectors and matrices, unequal shapes never do; `*` and `/` are elementwise; a vector is not
a column, so its transpose is itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .dimensions import Dimension, Shape, dimension, shape_text
from .functions import FUNCTIONS, Kind, facts
from .in_text import brief
from .letters import letter
from .reading import LanguageError
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary

_VERBS = {"+": "add", "-": "subtract", "*": "multiply entry by entry", "/": "divide entry by entry"}


class ShapeError(LanguageError):
    """Two shapes that do not fit, in words."""


def infer(node: Node, shapes: Mapping[str, Shape], sizes: frozenset[str], text: str = "") -> Shape:
    """The shape of an expression; `shapes` of the letters, `sizes` the names of the dimensions."""
    return _Inference(shapes, sizes, text).of(node)


class _Inference:
    def __init__(self, shapes: Mapping[str, Shape], sizes: frozenset[str], text: str):
        self.shapes, self.sizes, self.text = shapes, sizes, text
        self.bound: list[str] = []

    def fail(self, message: str | Callable[[], str], node: Node) -> ShapeError:
        return ShapeError(message, self.text, node.span[0] if node.span != (0, 0) else None)

    def clash(self, verb: str, node: Node, *parts: tuple[Node, Shape]) -> ShapeError:
        def words() -> str:
            said = "; ".join(f"{brief(part, self.of)} is {shape_text(shape)}" for part, shape in parts)
            what, how, _ = verb.partition(" entry by entry")
            return f"{said}: you cannot {what} them{how}"

        return self.fail(words, node)

    def of(self, node: Node) -> Shape:
        match node:
            case Number():
                return ()
            case Name():
                return () if node.id in self.bound else self.shapes.get(node.id, ())
            case Unary():
                return self.of(node.operand)
            case Transpose():
                return self.of(node.operand)[::-1]
            case Binary(op="@"):
                return self.product(node)
            case Binary(op="**"):
                base, power = self.of(node.left), self.of(node.right)
                if power:
                    raise self.fail(
                        lambda: (
                            f"a power must be a number; {brief(node.right, self.of)} is {shape_text(power)}"
                        ),
                        node,
                    )
                return base
            case Binary():
                left, right = self.of(node.left), self.of(node.right)
                if left and right and left != right:
                    raise self.clash(_VERBS[node.op], node, (node.left, left), (node.right, right))
                return left or right
            case Index():
                return self.index(node)
            case Sum():
                return self.sum(node)
            case Call():
                return self.call(node)
        raise TypeError(f"not a node: {node!r}")

    def product(self, node: Binary) -> Shape:
        left, right = self.of(node.left), self.of(node.right)
        if not left or not right:
            scalar = node.left if not left else node.right
            raise self.fail(
                lambda: f"{brief(scalar, self.of)} is a number: multiply by a number with *, not @", node
            )
        if left[-1] != right[0]:
            raise self.clash("multiply", node, (node.left, left), (node.right, right))
        return left[:-1] + right[1:]

    def index(self, node: Index) -> Shape:
        inside = self.of(node.operand)
        if len(node.indices) > len(inside):
            raise self.fail(
                lambda: f"{brief(node.operand, self.of)} is {shape_text(inside)}: it has no such index", node
            )
        kept = []
        for position, size in enumerate(inside):
            index = node.indices[position] if position < len(node.indices) else None
            if index is None:
                kept.append(size)
            elif self.of(index):
                raise self.fail(f"an index must be a number; {brief(index, self.of)} is not", node)
        return tuple(kept)

    def sum(self, node: Sum) -> Shape:
        for name, stop in node.ranges:
            if self.of(stop):
                raise self.fail(f"range needs a number; {brief(stop, self.of)} is not one", node)
            self.bound.append(name)
        inside = self.of(node.body)
        del self.bound[len(self.bound) - len(node.ranges) :]
        return inside

    def size(self, node: Node) -> Dimension:
        size = dimension(node, self.sizes)
        if size is None:
            listed = ", ".join(letter(name) for name in sorted(self.sizes))
            raise self.fail(
                lambda: f"{brief(node, self.of)} is not a dimension; the dimensions are {listed}", node
            )
        return size

    def call(self, node: Call) -> Shape:
        name, arguments = node.function, node.arguments
        least, most = facts(name).arity
        if not least <= len(arguments) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise self.fail(f"{name} takes {wanted} arguments, not {len(arguments)}", node)
        if name in ("I", "ones", "zeros"):
            sizes = tuple(self.size(argument) for argument in arguments)
            return sizes * 2 if name == "I" else sizes
        if name == "e":
            if self.of(arguments[0]):
                raise self.fail("the first argument of e(i, n) is an index", node)
            return (self.size(arguments[1]),)
        if name == "block":
            return self.block(node)
        shapes = [self.of(argument) for argument in arguments]
        if name in FUNCTIONS and FUNCTIONS[name].kind is not Kind.MATRIX:
            return shapes[0]
        if not hasattr(self, f"call_{name}"):
            raise self.fail(f"the shape of {name} is not known here", node)
        return getattr(self, f"call_{name}")(node, shapes)

    def square(self, node: Call, shape: Shape) -> None:
        if len(shape) != 2 or shape[0] != shape[1]:
            inside = node.arguments[0]
            raise self.fail(
                lambda: (
                    f"{node.function} needs a square matrix; {brief(inside, self.of)} is {shape_text(shape)}"
                ),
                node,
            )

    def call_inv(self, node: Call, shapes: list[Shape]) -> Shape:
        self.square(node, shapes[0])
        return shapes[0]

    def call_center(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes[0]) != 1:
            self.square(node, shapes[0])
        return shapes[0]

    def call_trace(self, node: Call, shapes: list[Shape]) -> Shape:
        self.square(node, shapes[0])
        return ()

    call_det = call_trace

    def call_pinv(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes[0]) != 2:
            raise self.fail(
                lambda: (
                    f"pinv needs a matrix; {brief(node.arguments[0], self.of)} is {shape_text(shapes[0])}"
                ),
                node,
            )
        return shapes[0][::-1]

    def call_solve(self, node: Call, shapes: list[Shape]) -> Shape:
        self.square(node, shapes[0])
        if not shapes[1] or shapes[1][0] != shapes[0][0]:
            raise self.clash("solve", node, *zip(node.arguments, shapes, strict=True))
        return shapes[1]

    def call_norm(self, node: Call, shapes: list[Shape]) -> Shape:
        return ()

    call_rank = call_norm

    def call_diag(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes[0]) == 1:
            return shapes[0] * 2
        self.square(node, shapes[0])
        return shapes[0][:1]

    def call_sum(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes) == 1:
            return ()
        axis = node.arguments[1]
        if len(shapes[0]) != 2 or not isinstance(axis, Number) or axis.value not in (0, 1):
            raise self.fail(
                f"{node.function}(M, 0) and {node.function}(M, 1) need a matrix and the axis 0 or 1", node
            )
        return shapes[0][1:] if axis.value == 0 else shapes[0][:1]

    call_mean = call_sum

    def call_max(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes) == 1:
            return ()
        proper = [shape for shape in shapes if shape]
        if any(shape != proper[0] for shape in proper):
            raise self.clash("compare", node, *zip(node.arguments, shapes, strict=True))
        return proper[0] if proper else ()

    call_min = call_binom = call_max

    def call_outer(self, node: Call, shapes: list[Shape]) -> Shape:
        if any(len(shape) != 1 for shape in shapes):
            raise self.clash("take the outer product of", node, *zip(node.arguments, shapes, strict=True))
        return shapes[0] + shapes[1]

    def call_kron(self, node: Call, shapes: list[Shape]) -> Shape:
        if len(shapes[0]) != len(shapes[1]) or not shapes[0]:
            raise self.clash("take the Kronecker product of", node, *zip(node.arguments, shapes, strict=True))
        return tuple(left * right for left, right in zip(*shapes, strict=True))

    def call_vec(self, node: Call, shapes: list[Shape]) -> Shape:
        size = Dimension.number(1)
        for side in shapes[0]:
            size = size * side
        return (size,)

    def call_dot(self, node: Call, shapes: list[Shape]) -> Shape:
        if shapes[0] != shapes[1]:
            raise self.clash("take the inner product of", node, *zip(node.arguments, shapes, strict=True))
        return ()

    def call_vector(self, node: Call, shapes: list[Shape]) -> Shape:
        if any(shape != shapes[0] for shape in shapes) or len(shapes[0]) > 1:
            raise self.fail("the entries of a list must be numbers, or vectors of one length", node)
        return (Dimension.number(len(shapes)), *shapes[0])

    def block(self, node: Call) -> Shape:
        """block([[A, B], [C, D]]) stacks matrices; block(u, v) puts vectors end to end."""
        if len(node.arguments) == 1 and isinstance(node.arguments[0], Call):
            rows = [row.arguments if isinstance(row, Call) else () for row in node.arguments[0].arguments]
            grid = [[self.of(part) for part in row] for row in rows]
            if all(grid) and all(len(shape) == 2 for row in grid for shape in row):
                heights = [row[0][0] for row in grid]
                widths = [shape[1] for shape in grid[0]]
                fits = all(
                    shape == (height, width)
                    for row, height in zip(grid, heights, strict=True)
                    for shape, width in zip(row, widths, strict=False)
                ) and all(len(row) == len(widths) for row in grid)
                if fits:
                    return sum(heights[1:], heights[0]), sum(widths[1:], widths[0])
        else:
            shapes = [self.of(argument) for argument in node.arguments]
            if all(len(shape) <= 1 for shape in shapes):
                sizes = [shape[0] if shape else Dimension.number(1) for shape in shapes]
                return (sum(sizes[1:], sizes[0]),)
        raise self.fail(
            "the blocks do not fit: block([[A, B], [C, D]]) of matrices, or block(u, v) of vectors", node
        )
