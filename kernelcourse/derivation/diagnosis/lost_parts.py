"""What students lose on the way: an inverse, a matrix inside a norm, the bar over one factor."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcourse.language.tree import Binary, Call, Node, Number

from ..reading.symbols import Setting


def lost_parts(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A⁻¹ → A, ‖Mv‖ → ‖v‖, uv under a bar → u v̄, √(a² + b²) → a + b, log det of a product."""
    match part:
        case Call(function="inv", arguments=(inside,)):
            yield "inverse", inside
        case Call(function="norm", arguments=(Binary(op="@", right=inside),)):
            yield "dropped-factor", Call("norm", (inside,))
        case Call(function="conj", arguments=(Binary(op="*" | "@" as op, left=left, right=right),)):
            yield "conjugate", Binary(op, Call("conj", (left,)), right)
            yield "conjugate", Binary(op, left, Call("conj", (right,)))
        case Call(
            function="sqrt",
            arguments=(
                Binary(
                    op="+" | "-" as op,
                    left=Binary(op="**", left=left, right=Number(value=2)),
                    right=Binary(op="**", left=right, right=Number(value=2)),
                ),
            ),
        ):
            yield "linearity", Binary(op, left, right)
        case Call(function="log", arguments=(Call(function="det", arguments=(Binary(op="@") as product,)),)):
            first, second = (Call("log", (Call("det", (side,)),)) for side in (product.left, product.right))
            yield "not-multiplicative", Binary("*", first, second)
