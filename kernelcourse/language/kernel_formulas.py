"""A formula k(x, z) as a book prints it: xᵀz if x and z are vectors, xz if they are numbers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from .dimensions import Dimension, Shape
from .errors import LanguageError
from .in_text import in_text
from .mathml import mathml
from .shapes import infer
from .tex import latex
from .tree import Binary, Name, Node, Number, Unary, free_names
from .upright import upright

LETTERS = ("x", "z")
LONGEST = 240


def upright_kernel(node: Node) -> Node:
    """The tree to be written: x and z are vectors if the formula is then a number."""
    d = Dimension.name("d")
    for shape in ((d,), ()):
        shapes: dict[str, Shape] = dict.fromkeys(free_names(node), ()) | dict.fromkeys(LETTERS, shape)

        def shape_of(part: Node, shapes: dict[str, Shape] = shapes) -> Shape:
            return infer(part, shapes, frozenset("d"))

        with suppress(LanguageError):
            if shape_of(node) == ():
                return upright(node, shape_of)
    return node


def kernel_text(node: Node) -> str:
    """On one line, for a sentence; shortened in the middle if it is very long."""
    return shortened(in_text(upright_kernel(node)))


def shortened(written: str) -> str:
    return written if len(written) <= LONGEST else f"{written[:150]} … {written[-60:]}"


def polynomial_text(coefficients: Sequence[Fraction], letter: str) -> str:
    """3 − 2s + s²/4, from the lowest power on."""
    made: Node | None = None
    for n, c in enumerate(coefficients):
        size: Node = Number(abs(c.numerator))
        if n:
            power = Name(letter) if n == 1 else Binary("**", Name(letter), Number(n))
            size = power if abs(c.numerator) == 1 else Binary("*", size, power)
        if c.denominator > 1:
            size = Binary("/", size, Number(c.denominator))
        if c and made is None:
            made = size if c > 0 else Unary("-", size)
        elif c and made is not None:
            made = Binary("+" if c > 0 else "-", made, size)
    return kernel_text(made or Number(0))


def kernel_mathml(node: Node) -> str:
    return mathml(upright_kernel(node))


def kernel_latex(node: Node) -> str:
    return latex(upright_kernel(node))
