"""Has a method been kernelised? Every line must hold, and the last may see points through inner products only.

The second question is one of form, answered from the tree of the last line with all abbreviations written out. Products
are written as rows of factors: (Xᵀα)ᵀx becomes αᵀ · X · x, and in it X · x is an inner product of points. What passes
can be computed from kernel values; what does not pass may still be rewritten so that it does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernelcourse.language.dimensions import Shape
from kernelcourse.language.letters import letter
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Binary, Call, Index, Name, Node, Sum, Transpose, children, substitute

from ..derivation import Derivation, check
from ..reading.symbols import Setting
from ..report import Report


@dataclass(frozen=True)
class Kernelisation:
    """The verdicts on all lines, and the letters among the features that the last line uses otherwise."""

    report: Report
    points: tuple[str, ...]
    loose: tuple[str, ...]

    @property
    def done(self) -> bool:
        return all(line.outcome.accepted for line in self.report.lines) and not self.loose

    def __str__(self) -> str:
        seen = " and ".join(letter(name) for name in self.points)
        if self.done:
            return f"{self.report}\nkernelised: the last line sees {seen} through inner products only"
        if not self.loose:
            return f"{self.report}\nnot kernelised: not every line is accepted"
        there = ", ".join(letter(name) for name in self.loose)
        return f"{self.report}\nnot kernelised yet: outside of inner products the last line uses {there}"


def kernelised(derivation: Derivation, *points: str) -> Kernelisation:
    """Judge all lines, and whether the last needs no more of these points (X, if none is named) than inner products.

    The columns of the first are the features. Every letter with that size lives among the features too, and so does
    the size itself: a kernel does not know how many there are.
    """
    names = points or ("X",)
    setting = derivation.setting()
    for name in names:
        if name not in setting.given or not setting.shapes[name]:
            raise ValueError(
                f"points: {name} is not a vector or matrix of the derivation: name letters of `given`."
            )
    report = check(derivation)
    last = report.lines[-1]
    features = setting.shapes[names[0]][-1]
    shapes = last.state.setting.shapes
    among = frozenset({*features.names, *(name for name, shape in shapes.items() if features in shape)})
    form = _Form(last.state.setting, frozenset(names), among - frozenset(setting.define))
    loose = {name for node in last.nodes for name in form.loose(_written_out(node, last.state.setting))}
    return Kernelisation(report, names, tuple(sorted(loose)))


def _written_out(node: Node, setting: Setting) -> Node:
    for name, meaning in reversed(list(setting.define.items())):
        node = substitute(node, {name: meaning})
    return setting.expand(node)


@dataclass(frozen=True)
class _Form:
    setting: Setting
    points: frozenset[str]
    among: frozenset[str]  # all letters that live among the features
    indices: tuple[str, ...] = ()

    def loose(self, node: Node) -> set[str]:
        """The letters among the features that stand outside of inner products of points."""
        match node:
            case Name():
                return {node.id} & self.among
            case Sum():
                counted = (*self.indices, *(name for name, _ in node.ranges))
                inside = replace(self, indices=counted)
                return set().union(*(inside.loose(below) for below in children(node)))
            case Call(function="norm", arguments=(vector,)) if len(self.shape(vector)) == 1:
                return self.unpaired([*self.row(vector), *self.column(vector)])
            case Binary(op="@"):
                return self.unpaired(self.product(node))
        return set().union(*(self.loose(below) for below in children(node)))

    def unpaired(self, factors: list[Node]) -> set[str]:
        """What is left of a row of factors when neighbours that make an inner product are taken out."""
        found: set[str] = set()
        while factors:
            if len(factors) > 1 and self.is_row(factors[0]) and self.is_column(factors[1]):
                factors = factors[2:]
                continue
            first, *factors = factors
            found |= self.loose(first)
        return found

    def product(self, node: Binary) -> list[Node]:
        vectors = [len(self.shape(side)) == 1 for side in (node.left, node.right)]
        left = self.row(node.left) if vectors[0] else self.matrix(node.left)
        return left + (self.column(node.right) if vectors[1] else self.matrix(node.right))

    def row(self, node: Node) -> list[Node]:
        """A vector as a row of factors that ends with it lying: bᵀAᵀ for A b."""
        if isinstance(node, Binary) and node.op == "@":
            if len(self.shape(node.left)) == 1:
                return [*self.row(node.left), *self.matrix(node.right)]
            return [*self.row(node.right), *self.matrix(Transpose(node.left))]
        return [node]

    def column(self, node: Node) -> list[Node]:
        """A vector as a row of factors that ends with it standing: Aᵀb for b A."""
        if isinstance(node, Binary) and node.op == "@":
            if len(self.shape(node.left)) == 1:
                return [*self.matrix(Transpose(node.right)), *self.column(node.left)]
            return [*self.matrix(node.left), *self.column(node.right)]
        return [node]

    def matrix(self, node: Node) -> list[Node]:
        match node:
            case Binary(op="@"):
                return [*self.matrix(node.left), *self.matrix(node.right)]
            case Transpose(operand=Transpose(operand=inner)):
                return self.matrix(inner)
            case Transpose(operand=Binary(op="@", left=left, right=right)):
                return [*self.matrix(Transpose(right)), *self.matrix(Transpose(left))]
        return [node]

    def is_row(self, node: Node) -> bool:
        """A point, a row of points, or all of them as rows."""
        match node:
            case Name(id=name) | Index(operand=Name(id=name), indices=(_,)):
                return name in self.points
        return False

    def is_column(self, node: Node) -> bool:
        match node:
            case Transpose(operand=Name(id=name)):
                return name in self.points
            case Name() | Index():
                return self.is_row(node) and len(self.shape(node)) == 1
        return False

    def shape(self, node: Node) -> Shape:
        shapes = {**self.setting.shapes, **dict.fromkeys(self.indices, ())}
        return infer(node, shapes, frozenset(self.setting.sizes) | frozenset(self.indices))
