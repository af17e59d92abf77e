"""A tree back as text that parses to the same tree: parse(show(tree)) == tree."""

from __future__ import annotations

from fractions import Fraction

from .letters import letter
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary

_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "@": 2, "**": 4}
_UNARY, _ATOM = 3, 5


def show(node: Node, ascii_only: bool = False) -> str:
    """The text of a tree, with Greek letters unless ascii_only, and no more brackets than needed."""
    return _Writer(ascii_only).write(node)


def number_text(value: int | Fraction | float | complex) -> str:
    """A literal that reads back as the same value: decimals for fractions that terminate."""
    if isinstance(value, Fraction):
        if value and not Fraction(1, 10**12) <= abs(value) < 10**18 and (short := _scientific(value)):
            return short
        if value.denominator == 1:
            return f"{value.numerator}.0"
        for places in range(1, 31):
            scaled = value * 10**places
            if scaled.denominator == 1:
                digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
                return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
        return f"({value.numerator}/{value.denominator})"
    if isinstance(value, complex) and value.real == 0:
        return f"{value.imag:g}j"
    return repr(value)


def _scientific(value: Fraction) -> str:
    """3e300 for what terminates after few digits, or nothing."""
    exponent = len(str(value.numerator)) - len(str(value.denominator)) - 1
    for places in range(exponent + 2, exponent - 30, -1):
        scaled = value / Fraction(10) ** places
        if scaled.denominator == 1:
            return f"{scaled.numerator}e{places}"
    return ""


class _Writer:
    def __init__(self, ascii_only: bool):
        self.name = (lambda name: name) if ascii_only else letter

    def write(self, node: Node, least: int = 0) -> str:
        """The text of a node, bracketed if it binds more loosely than `least`."""
        text, rank = self.parts(node)
        return f"({text})" if rank < least else text

    def held(self, node: Node) -> str:
        """What stands before .T or [i]: a bare number needs brackets there, 2.T is no text."""
        text = self.write(node, _ATOM)
        return f"({text})" if isinstance(node, Number) and not text.startswith("(") else text

    def parts(self, node: Node) -> tuple[str, int]:
        match node:
            case Number():
                text = number_text(node.value)
                return text, _UNARY if text.startswith("-") else _ATOM
            case Name():
                return self.name(node.id), _ATOM
            case Unary():
                return node.op + self.write(node.operand, _UNARY), _UNARY
            case Binary(op="**"):
                return f"{self.write(node.left, _ATOM)}**{self.write(node.right, _UNARY)}", _RANK["**"]
            case Binary():
                rank = _RANK[node.op]
                return f"{self.write(node.left, rank)} {node.op} {self.write(node.right, rank + 1)}", rank
            case Transpose():
                return self.held(node.operand) + ".T", _ATOM
            case Index():
                inside = ", ".join(":" if index is None else self.write(index) for index in node.indices)
                return f"{self.held(node.operand)}[{inside}]", _ATOM
            case Call(function="vector"):
                return f"[{', '.join(self.write(argument) for argument in node.arguments)}]", _ATOM
            case Call():
                inside = ", ".join(self.write(argument) for argument in node.arguments)
                return f"{self.name(node.function)}({inside})", _ATOM
            case Sum():
                loops = " ".join(
                    f"for {self.name(name)} in range({self.write(stop)})" for name, stop in node.ranges
                )
                return f"sum({self.write(node.body)} {loops})", _ATOM
        raise TypeError(f"not a node: {node!r}")
