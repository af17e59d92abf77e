"""Convexity by composition: ‖Aw − b‖², wᵀPw with P ⪰ 0, eˣ, |x|, log(1 + eˣ); sums, and positive multiples of these."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from kernelcourse.language.functions import Function, facts
from kernelcourse.language.tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary

from ..reading.symbols import Setting
from .products import chain, product_of
from .signs import Sign, Signs


class Curve(Enum):
    """How an expression bends in a letter."""

    CONSTANT = "constant"
    AFFINE = "affine"
    CONVEX = "convex"
    CONCAVE = "concave"
    UNKNOWN = "unknown"


_OPPOSITE = {Curve.CONVEX: Curve.CONCAVE, Curve.CONCAVE: Curve.CONVEX}
_STRAIGHT = (Curve.CONSTANT, Curve.AFFINE)


class Curvature:
    """The rules, for one letter of a setting."""

    def __init__(self, name: str, setting: Setting):
        self.name, self.setting, self.signs = name, setting, Signs(setting)

    def of(self, node: Node) -> Curve:
        if self.name not in self.setting.depends(node):
            return Curve.CONSTANT
        match node:
            case Name() if node.id in self.setting.define:
                return self.of(self.setting.define[node.id])
            case Name():
                return Curve.AFFINE
            case Unary():
                return _flip(self.of(node.operand)) if node.op == "-" else self.of(node.operand)
            case Transpose() | Index():
                return self.of(node.operand)
            case Binary(op="+"):
                return _sum(self.of(node.left), self.of(node.right))
            case Binary(op="-"):
                return _sum(self.of(node.left), _flip(self.of(node.right)))
            case Binary(op="*"):
                return (
                    self.scaled(node.left, node.right) or self.scaled(node.right, node.left) or Curve.UNKNOWN
                )
            case Binary(op="/"):
                return self.quotient(node)
            case Binary(op="@"):
                return self.product(node)
            case Binary(op="**", right=Number(value=int() as power)) if power % 2 == 0 and power > 0:
                return Curve.CONVEX if self.squarable(node.left) else Curve.UNKNOWN
            case Sum():
                return self.of(node.body)
            case Call():
                return self.call(node)
        return Curve.UNKNOWN

    def quotient(self, node: Binary) -> Curve:
        if self.of(node.right) == Curve.CONSTANT:
            return self.scaled(Binary("/", Number(1), node.right), node.left) or Curve.UNKNOWN
        falls = self.of(node.left) == Curve.CONSTANT and self.of(node.right) == Curve.AFFINE
        if (
            falls
            and self.signs.of(node.right) == Sign.POSITIVE
            and self.signs.of(node.left) >= Sign.NONNEGATIVE
        ):
            return Curve.CONVEX  # 1/v for v > 0
        return Curve.UNKNOWN

    def squarable(self, node: Node) -> bool:
        """An affine expression, or something convex that cannot be negative."""
        inside = self.of(node)
        return inside in _STRAIGHT or (inside == Curve.CONVEX and self.signs.of(node) >= Sign.NONNEGATIVE)

    def scaled(self, factor: Node, node: Node) -> Curve | None:
        if self.of(factor) != Curve.CONSTANT:
            return None
        inside = self.of(node)
        if inside in _STRAIGHT:
            return inside
        if self.signs.of(factor) >= Sign.NONNEGATIVE:
            return inside
        return _flip(inside) if self.signs.of(Unary("-", factor)) >= Sign.NONNEGATIVE else Curve.UNKNOWN

    def product(self, node: Binary) -> Curve:
        factors, parts = chain(node, self.setting)
        bent = [place for place, part in enumerate(parts) if self.of(part) != Curve.CONSTANT]
        if any(self.of(factor) != Curve.CONSTANT for factor in factors):
            return Curve.UNKNOWN
        if len(bent) == 1:
            return Curve.AFFINE if self.of(parts[bent[0]]) == Curve.AFFINE else Curve.UNKNOWN
        ends = len(bent) == 2 and bent == [0, len(parts) - 1] and parts[0] == parts[-1]
        if not ends or self.of(parts[0]) != Curve.AFFINE:
            return Curve.UNKNOWN
        inner = parts[1:-1]
        if inner and self.signs.form(product_of(inner)) < Sign.NONNEGATIVE:
            return Curve.UNKNOWN
        curve = Curve.CONVEX
        for factor in factors:
            if self.signs.of(factor) >= Sign.NONNEGATIVE:
                continue
            if self.signs.of(Unary("-", factor)) < Sign.NONNEGATIVE:
                return Curve.UNKNOWN
            curve = _OPPOSITE[curve]
        return curve

    def call(self, node: Call) -> Curve:
        first = node.arguments[0]
        inside = self.of(first)
        match node.function:
            case "norm" if not _convex_norm(node):
                return Curve.UNKNOWN
            case "norm":
                return Curve.CONVEX if inside in _STRAIGHT else Curve.UNKNOWN
            case "dot":
                second = node.arguments[1]
                if second == first or first == Call("conj", (second,)):
                    return Curve.CONVEX if self.of(second) in _STRAIGHT else Curve.UNKNOWN
                return (
                    Curve.AFFINE
                    if Curve.CONSTANT in (inside, self.of(second))
                    and {inside, self.of(second)} <= {*_STRAIGHT}
                    else Curve.UNKNOWN
                )
            case "sum" | "mean" | "trace" | "diag" | "vec" | "center" | "conj" | "real":
                return (
                    inside
                    if node.function in ("sum", "mean", "trace") or inside in _STRAIGHT
                    else Curve.UNKNOWN
                )
            case "max":
                curves = [self.of(part) for part in node.arguments]
                return (
                    Curve.CONVEX
                    if all(one in (*_STRAIGHT, Curve.CONVEX) for one in curves)
                    else Curve.UNKNOWN
                )
        match node:
            case Call(
                function="log",
                arguments=(Binary(op="+", left=Number(value=1), right=Call(function="exp") as power),),
            ):
                return Curve.CONVEX if self.of(power.arguments[0]) in _STRAIGHT else Curve.UNKNOWN
        return self.composed(facts(node.function), inside)

    def composed(self, function: Function, inside: Curve) -> Curve:
        """A convex function of what is straight, and one that rises of what is convex; the same for concave."""
        if not function.curve:
            return Curve.UNKNOWN
        own = Curve.CONVEX if function.curve > 0 else Curve.CONCAVE
        return own if inside in _STRAIGHT or (function.rises and inside == own) else Curve.UNKNOWN


def _convex_norm(node: Call) -> bool:
    """The triangle inequality holds from order 1 on."""
    match node.arguments[1:]:
        case () | (Name(id="inf"),):
            return True
        case (Number(value=int() | float() | Fraction() as order),):
            return order >= 1
    return False


def _flip(curve: Curve) -> Curve:
    return _OPPOSITE.get(curve, curve)


def _sum(first: Curve, second: Curve) -> Curve:
    if first == Curve.CONSTANT:
        return second
    if second in (Curve.CONSTANT, first):
        return first
    if Curve.UNKNOWN in (first, second) or {first, second} == {Curve.CONVEX, Curve.CONCAVE}:
        return Curve.UNKNOWN
    return second if first == Curve.AFFINE else first
