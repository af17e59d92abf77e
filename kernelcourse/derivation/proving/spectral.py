"""xᵀf(K)x ≥ 0, and trace f(K) ≥ 0, if f(μ) ≥ 0 for every eigenvalue μ that K may have.

K is a symmetric letter, or AᵀA; f is made of sums, products, inverses and numbers: xᵀ(K + λI)⁻¹x ≤ xᵀx/λ, because
1/(μ + λ) ≤ 1/λ.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary

from ..ranges.numbers import Nonnegative, Positive, Scalar
from ..ranges.range import Range
from ..reading.symbols import Setting, plain
from .algebraic.proof import surely_ordered
from .order import terms_of
from .products import chain, factors, product_of
from .sign import Sign
from .signs import Signs

EIGENVALUE = Name("eigenvalue_")


def surely_spectral(low: Node, high: Node, strict: bool, setting: Setting) -> bool:
    """Is low ≤ high because it is so for each eigenvalue?"""
    spectrum = Spectrum(setting)
    try:
        total: Node = Number(0)
        for sign, side in ((False, high), (True, low)):
            for minus, term in terms_of(plain(side), setting, sign):
                total = Binary("-" if minus else "+", total, spectrum.number(term))
    except (Unsupported, ShapeError, RecursionError):
        return False
    if spectrum.base is None or (strict and not spectrum.is_trace):
        return False
    given = {**setting.given, EIGENVALUE.id: spectrum.range_of_eigenvalues()}
    return surely_ordered(Number(0), total, strict, replace(setting, given=given))


@dataclass
class Spectrum:
    """One matrix for all, and one vector: xᵀ…x, or none: a trace."""

    setting: Setting
    base: Node | None = None
    kinds: set[Node | str] = field(default_factory=set)  # the vector of the form, or the size of the trace

    @property
    def is_trace(self) -> bool:
        return all(isinstance(one, str) for one in self.kinds)

    def one_kind(self, kind: Node | str) -> None:
        self.kinds.add(kind)
        if len(self.kinds) > 1:
            raise Unsupported("different forms")

    def number(self, term: Node) -> Node:
        """The term with eigenvalues for matrices: μ/(μ + λ) for trace(K (K + λI)⁻¹), 1 for n."""
        match term:
            case Unary():
                return Unary(term.op, self.number(term.operand))
            case Binary(op="*"):
                for factor, inside in ((term.left, term.right), (term.right, term.left)):
                    if self.plain_number(factor):
                        return Binary("*", factor, self.number(inside))
            case Binary(op="/") if self.plain_number(term.right):
                return Binary("/", self.number(term.left), term.right)
            case Binary(op="@"):
                numbers, parts = chain(term, self.setting)
                if len(parts) < 2 or parts[0] != parts[-1] or len(self.setting.shape(parts[0])) != 1:
                    raise Unsupported("no form")
                self.one_kind(parts[0])
                found = self.matrix(product_of(parts[1:-1])) if len(parts) > 2 else Number(1)
                for factor in numbers:
                    found = Binary("*", factor, found)
                return found
            case Call(function="dot", arguments=(left, right)) if right in (left, Call("conj", (left,))) or (
                left == Call("conj", (right,))
            ):
                if len(self.setting.shape(right)) != 1 or not Signs(self.setting).real(right):
                    raise Unsupported("no real vector")
                self.one_kind(right)
                return Number(1)
            case Call(function="trace", arguments=(inside,)):
                self.one_kind(str(self.setting.shape(inside)[0]))
                return self.matrix(inside)
            case Name() if term.id in self.setting.sizes:
                self.one_kind(term.id)
                return Number(1)
        raise Unsupported("no form")

    def plain_number(self, node: Node) -> bool:
        """A number that no matrix and no size is part of."""
        names = self.setting.depends(node)
        return not any(name in self.setting.sizes or self.setting.shapes.get(name) for name in names)

    def matrix(self, node: Node) -> Node:
        """f(μ) for f(K)."""
        parts = factors(node, self.setting)
        if len(parts) > 1:
            return self.product(parts)
        match node:
            case Name() if node.id in self.setting.define:
                return self.matrix(self.setting.define[node.id])
            case Name() if node.id in self.setting.given and self.setting.given[node.id].symmetric:
                return self.eigenvalue(node)
            case Call(function="I"):
                return Number(1)
            case Call(function="inv", arguments=(inside,)):
                return Binary("/", Number(1), self.matrix(inside))
            case Transpose():
                return self.matrix(node.operand)
            case Unary():
                return Unary(node.op, self.matrix(node.operand))
            case Binary(op="+" | "-"):
                return Binary(node.op, self.matrix(node.left), self.matrix(node.right))
            case Binary(op="*"):
                for factor, inside in ((node.left, node.right), (node.right, node.left)):
                    if not self.setting.shape(factor) and self.plain_number(factor):
                        return Binary("*", factor, self.matrix(inside))
            case Binary(op="/") if self.plain_number(node.right):
                return Binary("/", self.matrix(node.left), node.right)
        raise Unsupported("no function of one matrix")

    def product(self, parts: list[Node]) -> Node:
        found: Node = Number(1)
        while parts:
            if len(parts) > 1 and (Transpose(parts[0]) == parts[1] or parts[0] == Transpose(parts[1])):
                step, parts = self.eigenvalue(Binary("@", parts[0], parts[1])), parts[2:]
            else:
                step, parts = self.matrix(parts[0]), parts[1:]
            found = Binary("*", found, step)
        return found

    def eigenvalue(self, base: Node) -> Node:
        if self.base not in (None, base) or not Signs(self.setting).real(base):
            raise Unsupported("several matrices")
        self.base = base
        return EIGENVALUE

    def range_of_eigenvalues(self) -> Range:
        assert self.base is not None
        form = Signs(self.setting).form(self.base)
        return (
            Positive() if form == Sign.POSITIVE else Nonnegative() if form == Sign.NONNEGATIVE else Scalar()
        )
