"""Formulas written as text, with trees put for their letters."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from kernelcourse.language.reading import Name, Node, Number, parse
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


def diagonal(k: Node) -> Node:
    """k(x, x)."""
    return substitute(k, {"z": Name("x")})
