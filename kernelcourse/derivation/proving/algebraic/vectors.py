"""Inner products of two vectors are ‖x‖‖z‖r with r between −1 and 1: Cauchy and Schwarz said no less, and no more.

The same of matrices (trace AᵀB), of xᵀKz with K positive semidefinite, and of the mean, an inner product with 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.tree import Binary, Call, Index, Name, Node, Number, Transpose, Unary

from ...ranges.pieces import Orthogonal
from ...ranges.vectors import Unit
from ...reading.symbols import Setting
from ..products import factors, symmetric, transposed
from ..sign import Sign
from ..signs import Signs
from .numbers import Letters, Ratio, number

Combination = Mapping[Node, Ratio]  # of vectors, or of matrices


class Vectors:
    """The part of the reader that knows inner products."""

    setting: Setting
    signs: Signs
    letters: Letters

    @abstractmethod
    def of(self, node: Node) -> Ratio:
        """A number as a quotient of polynomials."""

    def inner_product(self, node: Node) -> Ratio | None:
        """x @ z, x @ K @ z, dot, norm, sum, mean, trace; None if it is none of them."""
        if not self.signs.real(node):
            return None
        match node:
            case Binary(op="@"):
                return self.product(node)
            case Index(operand=Name() as matrix, indices=(Number() | Name() as i, Number() | Name() as j)):
                if self.signs.form(matrix) < Sign.NONNEGATIVE or not symmetric(matrix, self.setting):
                    return None
                first, second = (_alone(Call("e", (one,))) for one in (i, j))
                return self.times(first, second, matrix)
            case Call(function="dot", arguments=(left, right)):
                left = left.arguments[0] if isinstance(left, Call) and left.function == "conj" else left
                return self.times(self.combined(left), self.combined(right))
            case Call(function="norm", arguments=(inside,)):
                found = self.combined(inside)
                if len(found) == 1:
                    ((base, factor),) = found.items()
                    return self.letters.absolute(factor) * self.length(base)
                return self.letters.root(self.times(found, found))
            case Call(
                function="sum" | "mean", arguments=(Binary(op="**", left=inside, right=Number(value=2)),)
            ):
                return self.shared(node, self.times(self.combined(inside), self.combined(inside)))
            case Call(function="sum" | "mean", arguments=(Binary(op="*", left=left, right=right),)) if (
                self.setting.shape(left) == self.setting.shape(right) != ()
            ):
                return self.shared(node, self.times(self.combined(left), self.combined(right)))
            case Call(function="sum" | "mean", arguments=(inside,)) if len(self.setting.shape(inside)) == 1:
                return self.shared(node, self.times(self.combined(inside), self.ones(inside)))
            case Call(function="norm", arguments=(inside, Number(value=1))) if self.setting.shape(inside):
                if len(self.setting.shape(inside)) == 1:
                    return self.times({Call("abs", (inside,)): number(1)}, self.ones(inside))
            case Call(function="trace", arguments=(inside,)):
                return self.trace(inside)
        return None

    def shared(self, node: Call, total: Ratio) -> Ratio:
        """A mean is a sum divided by the number of entries."""
        if node.function == "sum":
            return total
        inside = node.arguments[0]
        for size in self.setting.shape(inside):
            if len(size.names) != 1 or str(size) not in size.names:
                raise Unsupported("a size that is no letter")
            total = total / self.of(Name(str(size)))
        return total

    def ones(self, like: Node) -> Combination:
        (size,) = self.setting.shape(like)
        if len(size.names) != 1 or str(size) not in size.names:
            raise Unsupported("a size that is no letter")
        return {Call("ones", (Name(str(size)),)): number(1)}

    def trace(self, inside: Node) -> Ratio | None:
        parts = factors(inside, self.setting)
        if len(parts) == 2:
            first = parts[0].operand if isinstance(parts[0], Transpose) else Transpose(parts[0])
            return self.times(self.combined(first), self.combined(parts[1]))
        if len(parts) == 1 and len(self.setting.shape(inside)) == 2:
            (size, _) = self.setting.shape(inside)
            if len(size.names) == 1 and str(size) in size.names:
                return self.times(self.combined(inside), {Call("I", (Name(str(size)),)): number(1)})
        return None

    def product(self, node: Binary) -> Ratio | None:
        parts = factors(node, self.setting)
        if len(self.setting.shape(parts[0])) != 1 or len(self.setting.shape(parts[-1])) != 1:
            return None
        left, right = self.combined(parts[0]), self.combined(parts[-1])
        inner = parts[1:-1]
        if not inner:
            return self.times(left, right)
        if (
            len(inner) == 1
            and self.signs.form(inner[0]) >= Sign.NONNEGATIVE
            and symmetric(inner[0], self.setting)
        ):
            return self.times(left, right, inner[0])
        whole = parts[-1]
        for part in reversed(inner):
            whole = Binary("@", part, whole)
        return self.times(left, self.combined(whole))

    def combined(self, node: Node) -> Combination:
        """A vector or matrix as a sum of others, with factors."""
        match node:
            case Name() if node.id in self.setting.define:
                return self.combined(self.setting.define[node.id])
            case Unary():
                return _scaled(self.combined(node.operand), number(-1 if node.op == "-" else 1))
            case Binary(op="+" | "-"):
                if self.setting.shape(node.left) != self.setting.shape(node.right):
                    raise Unsupported("a number added to a vector")
                second = _scaled(self.combined(node.right), number(1 if node.op == "+" else -1))
                found = dict(self.combined(node.left))
                for base, factor in second.items():
                    found[base] = found[base] + factor if base in found else factor
                return {base: factor for base, factor in found.items() if factor.over}
            case Binary(op="*"):
                for scalar, vector in ((node.left, node.right), (node.right, node.left)):
                    if not self.setting.shape(scalar):
                        return _scaled(self.combined(vector), self.of(scalar))
            case Binary(op="/") if not self.setting.shape(node.right):
                return _scaled(self.combined(node.left), number(1) / self.of(node.right))
            case Transpose() if isinstance(node.operand, Transpose):
                return self.combined(node.operand.operand)
            case Transpose() if transposed(node.operand, node.operand, self.setting):
                return self.combined(node.operand)
        return {node: number(1)}

    def times(self, left: Combination, right: Combination, inside: Node | None = None) -> Ratio:
        total = number(0)
        for first, one in left.items():
            for second, two in right.items():
                total = total + one * two * self.between(first, second, inside)
        return total

    def between(self, first: Node, second: Node, inside: Node | None) -> Ratio:
        sizes = self.length(first, inside) * self.length(second, inside)
        if first == second:
            return sizes
        pair = tuple(sorted((first, second), key=repr))
        low = Fraction(0) if self.acute(first, second, inside) else Fraction(-1)
        return sizes * self.letters.new(("angle", pair, inside), low, Fraction(1))

    def acute(self, first: Node, second: Node, inside: Node | None) -> bool:
        """Is the inner product never negative: of nonnegative entries, of positive semidefinite matrices?"""
        if inside is not None or any(
            isinstance(one, Call) and one.function == "e" for one in (first, second)
        ):
            return False
        if all(self.signs.of(one) >= Sign.NONNEGATIVE for one in (first, second)):
            return True
        return all(
            self.signs.form(one) >= Sign.NONNEGATIVE and symmetric(one, self.setting)
            for one in (first, second)
        )

    def length(self, base: Node, inside: Node | None = None) -> Ratio:
        """‖x‖, or √(xᵀKx)."""
        if inside is not None:
            return self.letters.not_negative(("length", base, inside), False)
        match base:
            case Name() if isinstance(self.setting.given.get(base.id), Unit):
                return number(1)
            case Call(function="ones" | "I", arguments=(size,)):
                return self.letters.root(self.of(size))
            case Call(function="abs", arguments=(Name() as vector,)):
                return self.length(vector)
            case Transpose():
                return self.length(base.operand)
            case Binary(op="@"):
                if isinstance(base.left, Name) and isinstance(
                    self.setting.given.get(base.left.id), Orthogonal
                ):
                    return self.length(base.right)
                shrunk = self.letters.new(("shrunk", base), Fraction(0), Fraction(1))
                return shrunk * self.length(base.left) * self.length(base.right)
        return self.letters.not_negative(("length", base), False)


def _alone(node: Node) -> Combination:
    return {node: number(1)}


def _scaled(combination: Combination, factor: Ratio) -> Combination:
    return {base: factor * one for base, one in combination.items()}
