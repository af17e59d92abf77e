"""Signs and definiteness by rule: x² ≥ 0, eˣ > 0, K psd and λ > 0 make K + λI positive definite, hence invertible."""

from __future__ import annotations

from kernelcourse.language.functions import Function, facts
from kernelcourse.language.tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary, walk

from ..ranges.numbers import Interval
from ..ranges.pieces import Partition
from ..reading.symbols import Setting
from .products import chain, factors, product_of, sandwich, transposed
from .sign import Sign, each_sign, number_sign, only_nonzero_sign, product_sign, square_sign, total_sign


class Signs:
    """What the ranges and the side conditions of a setting say about signs."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def of(self, node: Node) -> Sign:
        """The sign of a number, or of all entries at once."""
        return max(self.known(node), self.ruled(node))

    def known(self, node: Node) -> Sign:
        """What a side condition says in so many words."""
        for sign, left, right in self.setting.where:
            if left == node and isinstance(right, Number) and not isinstance(right.value, complex):
                if (sign == ">" and right.value >= 0) or (sign in (">=", "==") and right.value > 0):
                    return Sign.POSITIVE
                if sign in (">=", "==") and right.value == 0:
                    return Sign.NONNEGATIVE if sign == ">=" else Sign.UNKNOWN
                if sign == "!=" and right.value == 0:
                    return Sign.NONZERO
        return Sign.UNKNOWN

    def ruled(self, node: Node) -> Sign:
        match node:
            case Number():
                return number_sign(node.value)
            case Name():
                return self.name(node.id)
            case Unary(op="-"):
                return (
                    Sign.POSITIVE if self.negative(node.operand) else only_nonzero_sign(self.of(node.operand))
                )
            case Unary() | Transpose() | Index():
                return self.of(node.operand)
            case Binary(op="+"):
                return total_sign(self.of(node.left), self.of(node.right))
            case Binary(op="-"):
                return total_sign(self.of(node.left), self.of(Unary("-", node.right)))
            case Binary(op="*" | "/"):
                if node.op == "*" and node.left == node.right and self.real(node.left):
                    return square_sign(self.of(node.left))
                return product_sign(self.of(node.left), self.of(node.right))
            case Binary(op="@"):
                return self.matmul(node)
            case Binary(op="**"):
                return self.power(node)
            case Sum():
                inside = self.of(node.body)
                return Sign.NONNEGATIVE if inside >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case Call():
                return self.call(node)
        return Sign.UNKNOWN

    def name(self, name: str) -> Sign:
        if name in self.setting.define:
            return self.of(self.setting.define[name])
        if name in self.setting.sizes or name == "pi":
            return Sign.POSITIVE
        range_ = self.setting.given.get(name)
        if range_ is None:
            return Sign.NONNEGATIVE  # the index of a sum
        if range_.bounds is not None:
            low, high = range_.bounds
            if low > 0 or (low == 0 and isinstance(range_, Interval)):
                return Sign.POSITIVE
            if high < 0:
                return Sign.NONZERO
            return Sign.NONNEGATIVE if low == 0 else Sign.UNKNOWN
        return range_.sign

    def real(self, node: Node) -> bool:
        names = self.setting.depends(node)
        if any(self.setting.given[name].is_complex for name in names if name in self.setting.given):
            return False
        trees = [node, *(self.setting.define[name] for name in names if name in self.setting.define)]
        numbers = (part.value for tree in trees for part in walk(tree) if isinstance(part, Number))
        return not any(isinstance(value, complex) for value in numbers)

    def negative(self, node: Node) -> bool:
        """Is it below zero for certain?"""
        match node:
            case Number():
                return not isinstance(node.value, complex) and node.value < 0
            case Unary(op="-"):
                return self.of(node.operand) == Sign.POSITIVE
            case Name():
                range_ = None if node.id in self.setting.define else self.setting.given.get(node.id)
                return range_ is not None and range_.bounds is not None and range_.bounds[1] < 0
            case Binary(op="*" | "/"):
                first, second = self.of(node.left), self.of(node.right)
                return (self.negative(node.left) and second == Sign.POSITIVE) or (
                    self.negative(node.right) and first == Sign.POSITIVE
                )
        return False

    def matmul(self, node: Binary) -> Sign:
        """u @ M @ u with M positive semidefinite, and products of nonnegative things."""
        numbers, parts = chain(node, self.setting)
        if len(parts) > 1 and numbers:
            sign = self.of(product_of(parts))
            for factor in numbers:
                sign = product_sign(sign, self.of(factor))
            if sign != Sign.UNKNOWN:
                return sign
        middle = None if numbers else sandwich(parts)
        if middle is not None:
            outer, inner = middle
            form = Sign.POSITIVE if inner is None else self.form(inner)
            if form >= Sign.NONNEGATIVE and self.real(outer) and len(self.setting.shape(outer)) == 1:
                nonzero = form == Sign.POSITIVE and self.vector_nonzero(outer)
                return Sign.POSITIVE if nonzero else Sign.NONNEGATIVE
        both = self.of(node.left), self.of(node.right)
        return Sign.NONNEGATIVE if min(both) >= Sign.NONNEGATIVE else Sign.UNKNOWN

    def vector_nonzero(self, node: Node) -> bool:
        if any(sign == "!=" and left == Call("dot", (node, node)) for sign, left, _ in self.setting.where):
            return True
        if isinstance(node, Name) and node.id in self.setting.given and node.id not in self.setting.define:
            return self.setting.given[node.id].never_zero
        return isinstance(node, Call) and node.function in ("ones", "e")

    def power(self, node: Binary) -> Sign:
        base, exponent = self.of(node.left), node.right
        inside = exponent.operand if isinstance(exponent, Unary) else exponent
        if isinstance(inside, Number) and isinstance(inside.value, int) and inside.value % 2 == 0:
            return square_sign(base) if self.real(node.left) else Sign.UNKNOWN
        if base >= Sign.NONNEGATIVE and self.real(exponent):
            return base
        return base if isinstance(inside, Number) and isinstance(inside.value, int) else Sign.UNKNOWN

    def call(self, node: Call) -> Sign:
        inside = self.of(node.arguments[0]) if node.arguments else Sign.UNKNOWN
        match node.function:
            case "ones":
                return Sign.POSITIVE
            case "abs":
                return Sign.POSITIVE if inside in (Sign.NONZERO, Sign.POSITIVE) else Sign.NONNEGATIVE
            case "norm":
                return Sign.POSITIVE if self.vector_nonzero(node.arguments[0]) else Sign.NONNEGATIVE
            case "max" if len(node.arguments) > 1:
                best = max(self.of(part) for part in node.arguments)
                return best if best >= Sign.NONNEGATIVE else each_sign(map(self.of, node.arguments))
            case "min" | "max" | "vector":
                return each_sign(map(self.of, node.arguments))
            case "mean":
                return inside if inside >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case "diag" if len(self.setting.shape(node.arguments[0])) == 1:  # zeros off the diagonal
                return Sign.NONNEGATIVE if inside >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case "sum":
                if self.partition_column(node.arguments[0]):
                    return Sign.POSITIVE
                return inside if inside >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case "I" | "zeros" | "e" | "rank":
                return Sign.NONNEGATIVE
            case "binom":
                return Sign.NONNEGATIVE if inside >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case "trace" | "det" | "diag":
                square = len(self.setting.shape(node.arguments[0])) == 2
                form = self.form(node.arguments[0]) if square else inside
                return form if form != Sign.NONZERO or node.function == "det" else Sign.UNKNOWN
            case "dot":
                first, second = node.arguments
                if first == second or first == Call("conj", (second,)):
                    return Sign.POSITIVE if self.vector_nonzero(second) else Sign.NONNEGATIVE
        return self.of_number(facts(node.function), node, inside)

    def of_number(self, function: Function, node: Call, inside: Sign) -> Sign:
        """The sign of f(t) from the range of f, or from the sign of t."""
        if not self.real(node):
            return Sign.NONZERO if function.name == "exp" else Sign.UNKNOWN
        if function.positive:
            return Sign.POSITIVE
        if function.keeps_sign and inside >= Sign.NONNEGATIVE:
            return inside
        return Sign.NONNEGATIVE if function.low == 0 else Sign.UNKNOWN

    def partition(self, node: Node) -> bool:
        return isinstance(node, Name) and isinstance(self.setting.given.get(node.id), Partition)

    def partition_column(self, node: Node) -> bool:
        """No cluster is empty: sum(S[:, c]) > 0."""
        match node:
            case Index(operand=Name() as letter, indices=(None, _)):
                range_ = self.setting.given.get(letter.id)
                return isinstance(range_, Partition)
            case Name() if node.id in self.setting.define:
                return self.partition_column(self.setting.define[node.id])
        return False

    def form(self, node: Node) -> Sign:
        """POSITIVE: xᵀMx > 0 for x ≠ 0; NONNEGATIVE: ≥ 0; NONZERO: invertible."""
        for sign, left, right in self.setting.where:
            if sign == "!=" and left == Call("det", (node,)) and right == Number(0):
                found = self.form_by_rule(node)
                return Sign.POSITIVE if found >= Sign.NONNEGATIVE else Sign.NONZERO
        return self.form_by_rule(node)

    def form_by_rule(self, node: Node) -> Sign:
        shape = self.setting.shape(node)
        if len(shape) != 2:
            return Sign.UNKNOWN
        match node:
            case Name() if node.id in self.setting.define:
                return self.form(self.setting.define[node.id])
            case Name() if node.id in self.setting.given:
                return self.setting.given[node.id].form
            case Transpose():
                return self.form(node.operand)
            case Binary(op="+"):
                return total_sign(self.form(node.left), self.form(node.right))
            case Binary(op="*" | "/"):
                scalar, matrix = (node.left, node.right) if node.op == "*" else (node.right, node.left)
                if self.setting.shape(scalar) and node.op == "*":
                    scalar, matrix = matrix, scalar
                if self.setting.shape(scalar):
                    return Sign.UNKNOWN
                return product_sign(self.of(scalar), self.form(matrix))
            case Binary(op="@"):
                return self.product_form(node)
            case Call(function="I"):
                return Sign.POSITIVE
            case Call(function="inv" | "pinv"):
                return self.form(node.arguments[0])
            case Call(function="diag") if len(self.setting.shape(node.arguments[0])) == 1:
                entries = node.arguments[0]
                if isinstance(entries, Call) and entries.function == "sum" and len(entries.arguments) == 2:
                    inside = entries.arguments[0]
                    range_ = self.setting.given.get(inside.id) if isinstance(inside, Name) else None
                    clusters = isinstance(range_, Partition)
                    if clusters and entries.arguments[1] == Number(0):
                        return Sign.POSITIVE
                return self.of(entries)
            case Call(function="center"):
                centred = self.form(node.arguments[0])
                return Sign.NONNEGATIVE if centred >= Sign.NONNEGATIVE else Sign.UNKNOWN
            case Call(function="ones"):
                return Sign.NONNEGATIVE if shape[0] == shape[1] else Sign.UNKNOWN
        return Sign.UNKNOWN

    def product_form(self, node: Binary) -> Sign:
        parts = factors(node, self.setting)
        if len(parts) == 2 and transposed(parts[0], parts[1], self.setting) and self.partition(parts[1]):
            return Sign.POSITIVE  # the sizes of the clusters on its diagonal
        each = all(self.form(part) in (Sign.NONZERO, Sign.POSITIVE) for part in parts) and len(parts) > 1
        invertible = Sign.NONZERO if each else Sign.UNKNOWN
        half = len(parts) // 2
        mirrored = all(transposed(parts[place], parts[-1 - place], self.setting) for place in range(half))
        if mirrored and all(self.real(part) for part in parts):
            middle = self.form(parts[half]) if len(parts) % 2 else Sign.POSITIVE
            if middle >= Sign.NONNEGATIVE:
                return Sign.POSITIVE if invertible and middle == Sign.POSITIVE else Sign.NONNEGATIVE
        return invertible


__all__ = ["Sign", "Signs"]
