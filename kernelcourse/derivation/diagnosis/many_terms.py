"""The same false rules for three and more: (a + b + c)² → a² + b² + c², tr(ABC) → tr A tr B tr C, √(a²b²) → ab."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from kernelcourse.language.functions import Kind, facts
from kernelcourse.language.tree import Binary, Call, Node, Number

from ..reading.symbols import Setting


def many_terms(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    match part:
        case Binary(op="**", left=base, right=power) if len(_parts(base, "+")) > 2 and not setting.shape(
            base
        ):
            yield "cross-term", _joined("+", [Binary("**", one, power) for one in _parts(base, "+")])
        case Call(function=name, arguments=(inside,)) if (
            facts(name).kind is Kind.NUMBER and len(_parts(inside, "+")) > 2
        ):
            yield "linearity", _joined("+", [Call(name, (one,)) for one in _parts(inside, "+")])
        case Call(function="trace", arguments=(inside,)) if len(_parts(inside, "@")) > 2:
            yield "not-multiplicative", _joined("*", [Call("trace", (one,)) for one in _parts(inside, "@")])
        case Call(function="sqrt", arguments=(inside,)):
            roots = [
                one.left
                for one in _parts(inside, "*")
                if isinstance(one, Binary) and one.op == "**" and one.right == Number(2)
            ]
            if len(roots) > 1 and len(roots) == len(_parts(inside, "*")):
                yield "sign-of-root", _joined("*", roots)
        case Binary(op="@", left=Binary(op="@", left=first, right=middle), right=last) if (
            first == last and isinstance(first, Binary) and first.op in "+-"
        ):
            ends = [Binary("@", Binary("@", side, middle), side) for side in (first.left, first.right)]
            for sign in {first.op, "+"}:
                yield "cross-term", _joined(sign, list(ends))


def _parts(node: Node, op: str) -> list[Node]:
    if isinstance(node, Binary) and node.op == op:
        return [*_parts(node.left, op), *_parts(node.right, op)]
    return [node]


def _joined(op: str, parts: list[Node]) -> Node:
    return reduce(lambda left, right: Binary(op, left, right), parts)
