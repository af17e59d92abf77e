"""log(p) − 40 = 0 where p = e⁴⁰: what is done to a letter that occurs once is taken back, from the outside in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .functions import facts
from .reading import parse
from .tree import Binary, Call, Name, Node, Number, Sum, Unary, free_names, substitute, walk


def undone(node: Node, name: str) -> tuple[Node, ...]:
    """What the letter may be where this number is zero; nothing where it occurs not once or cannot be reached.

    Among them are strangers: √x + 1 = 0 gives x = (−1)², so whoever asks puts each into the line again.
    """
    if sum(part == Name(name) for part in walk(node)) != 1:
        return ()
    return tuple(_back(node, Number(0), name))


def _back(node: Node, value: Node, name: str) -> Iterator[Node]:
    """What the letter may be where node = value."""
    match node:
        case Name():
            yield value
        case Unary(op=sign):
            yield from _back(node.operand, Unary("-", value) if sign == "-" else value, name)
        case Binary(op=op, left=left, right=right) if name in free_names(left):
            for other in _left(op, right, value):
                yield from _back(left, other, name)
        case Binary(op=op, left=left, right=right):
            for other in _right(op, left, value):
                yield from _back(right, other, name)
        case Call(function="max" | "min", arguments=arguments) if len(arguments) > 1:
            yield from _back(next(one for one in arguments if name in free_names(one)), value, name)
        case Call(function=function, arguments=(inside,)):
            for text in facts(function).back:
                yield from _back(inside, substitute(_formula(text), {"t": value}), name)
        case Sum() | Call():
            return


@cache
def _formula(text: str) -> Node:
    return parse(text)


def _left(op: str, right: Node, value: Node) -> Iterator[Node]:
    """x where x op right = value."""
    match op:
        case "+":
            yield Binary("-", value, right) if value != Number(0) else Unary("-", right)
        case "-":
            yield Binary("+", value, right) if value != Number(0) else right
        case "*":
            yield value if value == Number(0) else Binary("/", value, right)
        case "/":
            yield value if value == Number(0) else Binary("*", value, right)
        case "**":
            root = Binary("**", value, Binary("/", Number(1), right)) if value != Number(0) else value
            yield root
            if value != Number(0):
                yield Unary("-", root)
                yield Unary("-", Binary("**", Unary("-", value), Binary("/", Number(1), right)))


def _right(op: str, left: Node, value: Node) -> Iterator[Node]:
    """x where left op x = value."""
    match op:
        case "+" | "*":
            yield from _left(op, left, value)
        case "-":
            yield Binary("-", left, value) if value != Number(0) else left
        case "/":
            yield Binary("/", left, value)
        case "**":
            yield Binary("/", Call("log", (value,)), Call("log", (left,)))
