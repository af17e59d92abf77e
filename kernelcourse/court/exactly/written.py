"""Formulas written as text, with trees put for their letters."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from kernelcourse.language.reading import Call, Name, Node, Number, parse, show
from kernelcourse.language.tree import free_names, substitute


@cache
def _parsed(text: str) -> Node:
    return parse(text, functions=("sinc", "arctanh", "hamming", "len"))


def formula(text: str, **letters: Node | Fraction | int) -> Node:
    """The formula with its letters replaced."""
    parts = {name: part if isinstance(part, Node) else Number(part) for name, part in letters.items()}
    return substitute(_parsed(text), parts)


def at_z(g: Node) -> Node:
    """g(z) for a g(x) of x alone."""
    if "z" in free_names(g):
        raise ValueError("a function of x alone was expected")
    return substitute(g, {"x": Name("z")})


def feature(f: Node) -> Node:
    """f(x)·f(z)."""
    return formula("g*h", g=f, h=at_z(f))


def whole(n: int) -> int:
    """n, which must be 1, 2, 3, …"""
    if n < 1 or n != int(n):
        raise ValueError("a whole number from 1 was expected")
    return n


def swapped(k: Node) -> Node:
    """k(z, x)."""
    return substitute(k, {"x": Name("z"), "z": Name("x")})


def diagonal(k: Node) -> Node:
    """k(x, x)."""
    return substitute(k, {"z": Name("x")})


def joined(node: Call) -> tuple[Node, ...]:
    """The arguments of a call: min(min(a, b), c) is min(a, b, c), in any order."""
    if node.function not in ("min", "max") or len(node.arguments) < 2:
        return node.arguments
    same = [
        isinstance(a, Call) and a.function == node.function and len(a.arguments) > 1 for a in node.arguments
    ]
    if len(node.arguments) == 2 and not any(same):
        return node.arguments
    flat = [joined(a) if inner and isinstance(a, Call) else (a,) for a, inner in zip(node.arguments, same)]
    return tuple(
        sorted(
            {part for parts in flat for part in parts}, key=lambda part: (not free_names(part), show(part))
        )
    )
