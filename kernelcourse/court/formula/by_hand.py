r"""exp(−γ‖x − z‖²), ⟨x, z⟩, \frac{1}{1 + |x − z|}: k(x, z) as written by hand, read as the lines of derivations are.

x and z are numbers in dimension 1 and vectors otherwise; without a dimension they are numbers if that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.handwriting import Scope, read_formula, tidied
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Call, Node, Number, transform

D = Dimension.name("d")
SIGNS = frozenset("·⋅∙•×ᵀ⊤")  # read by numpy's rules x·z would be the product entry by entry
_SECOND = re.compile(r"(?<![A-Za-z])x\s*['′’]|(?<![A-Za-z])x\s*\^\s*\{?\s*′\s*\}?")
_POINT = re.compile(r"(?<![A-Za-z])[xdT]*[yz][xyzdT]*(?![A-Za-z])")  # z, xz, xTy; not the z of a longer word
_NAMED = re.compile(r"^\s*[kK]\s*\(\s*x\s*,\s*[yz]\s*\)\s*:?=(?!=)")
_EQUAL = re.compile(
    r"(?:(?<![\d.])1|𝟏|𝟙)\s*_?\s*[\[({]\s*x\s*==?\s*([yz])\s*[\])}]|[\[(]\s*x\s*==\s*([yz])\s*[\])]"
)
_DOT = re.compile(r"(?<![A-Za-z])x\s*\.\s*(?=[yz](?![A-Za-z]))")  # x.z


def by_hand(text: str, dim: int | None, letters: Collection[str], functions: Collection[str]) -> Node:
    """The tree of a formula written by hand; LanguageError says what to type instead."""
    text = _EQUAL.sub(r"delta(x, \1\2)", _NAMED.sub("", _with_z(tidied(text))))
    shapes: tuple[Shape, ...] = ((), (D,)) if dim in (None, 1) else ((D,),)
    failed: LanguageError | None = None
    for shape in shapes:
        try:
            return read_formula(_DOT.sub("x·", text), _scope(shape, letters, functions)).node
        except LanguageError as error:
            failed = failed or error
    assert failed is not None
    raise failed


def _with_z(text: str) -> str:
    """k(x, x′): the second point is z, if no other letter is."""
    return text if _POINT.search(text) else _SECOND.sub(" z ", text)


def _scope(point: Shape, letters: Collection[str], functions: Collection[str]) -> Scope:
    shapes = {"x": point, "y": point, "z": point}

    def shape(node: Node) -> Shape:
        return infer(transform(node, number), shapes, frozenset("d"))

    def number(node: Node) -> Node:
        """hamming(x, z) and the like are numbers."""
        return Number(1) if isinstance(node, Call) and node.function in functions else node

    return Scope({*letters}, functions, shape, size=D)
