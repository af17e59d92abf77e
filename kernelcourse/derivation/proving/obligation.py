"""What an expression needs to have a value, and what follows from one need: det(AB) ≠ 0 makes A and B invertible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kernelcourse.language.in_text import brief
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose, Unary

from ..reading.symbols import Setting
from .algebraic.proof import surely_ordered
from .signs import Sign, Signs


@dataclass(frozen=True)
class Obligation:
    """need: invertible · nonzero · nonnegative · positive · other (no rule is known) of an expression."""

    need: str
    node: Node
    setting: Setting | None = field(default=None, compare=False, repr=False)  # for the words only
    within: tuple[tuple[str, Node], ...] = ()  # the ranges of sums around it: for i < n − 1 is not for i < n

    def __str__(self) -> str:
        words = {"invertible": "is invertible", "nonzero": "is not zero", "nonnegative": "is not negative",
                 "positive": "is positive", "other": "has a value"}  # fmt: skip
        shape_of = None if self.setting is None else self.setting.shape
        return f"{brief(self.node, shape_of)} {words[self.need]}"

    def grants(self, other: Obligation) -> bool:
        """The same, and not for fewer values of an index."""
        return (self.need, self.node) == (other.need, other.node) and {*self.within} <= {*other.within}

    def follows(self, signs: Signs) -> bool:
        try:
            if self.need == "invertible":
                return signs.form(self.node) in (Sign.NONZERO, Sign.POSITIVE)
            found = signs.of(self.node)
        except ShapeError:
            return False
        known = {
            "nonzero": found in (Sign.NONZERO, Sign.POSITIVE),
            "nonnegative": found >= Sign.NONNEGATIVE,
            "positive": found == Sign.POSITIVE,
        }
        if self.need not in known:
            return False
        return known[self.need] or self.decided(signs.setting)

    def decided(self, setting: Setting) -> bool:
        """1 − r² is not negative for r between −1 and 1, a² − a + 1 is positive: by cells."""
        if not isinstance(self.node, (Binary, Unary)) or setting.shape(self.node):
            return False
        strict = self.need != "nonnegative"
        return surely_ordered(Number(0), self.node, strict, setting) or (
            self.need == "nonzero" and surely_ordered(self.node, Number(0), True, setting)
        )


def implied(one: Obligation, setting: Setting) -> Iterator[Obligation]:
    """Itself, and what it says of its factors, each in its plain form."""
    one = plainly(one)
    yield one
    need, node = one.need, one.node
    if need == "positive":
        yield from implied(replace(one, need="nonnegative"), setting)
        yield from implied(replace(one, need="nonzero"), setting)
    match node:
        case Binary(op="@", left=left, right=right) if need == "invertible":
            for factor in (left, right) if _square(left, setting) else ():
                yield from implied(replace(one, node=factor), setting)
        case Call(function="inv", arguments=(inside,)) if need == "invertible":
            yield from implied(replace(one, node=inside), setting)
        case Binary(op="*", left=left, right=right) if need == "nonzero":
            for factor in (left, right):
                yield from implied(replace(one, node=factor), setting)
        case Binary(op="*", left=left, right=right) if not (setting.shape(left) and setting.shape(right)):
            for factor in (left, right):
                each = "invertible" if setting.shape(factor) else "nonzero"
                yield from (
                    implied(replace(one, need=each, node=factor), setting) if need == "invertible" else ()
                )
        case Binary(op="/", left=left) if need == "nonzero":
            yield from implied(replace(one, node=left), setting)


def _square(node: Node, setting: Setting) -> bool:
    shape = setting.shape(node)
    return len(shape) == 2 and shape[0] == shape[1]


def plainly(one: Obligation) -> Obligation:
    """A factor that is a number, a transpose, a power and |…| do not matter; det A ≠ 0 says that A is invertible."""
    if one.need not in ("invertible", "nonzero"):
        return replace(one, node=_sorted(one.node))
    need, node = one.need, one.node
    while True:
        match node:
            case Transpose(operand=inside) | Unary(operand=inside):
                node = inside
            case Binary(op="*" | "/", left=inside, right=Number(value=value)) if value:
                node = inside
            case Binary(op="*", left=Number(value=value), right=inside) if value:
                node = inside
            case Binary(op="**", left=inside, right=Number(value=int() as power)) if (
                need == "nonzero" and power > 0
            ):
                node = inside
            case Call(function="abs", arguments=(inside,)) if need == "nonzero":
                node = inside
            case Call(function="det", arguments=(inside,)) if need == "nonzero":
                need, node = "invertible", inside
            case _:
                return replace(one, need=need, node=_sorted(node))


def _sorted(node: Node) -> Node:
    match node:
        case Binary(op="+", left=left, right=right) if str(right) < str(left):
            return Binary("+", right, left)
    return node
