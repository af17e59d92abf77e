"""The size of a step: how many parts of the formula appear or disappear in it.

Whoever derives alone may take steps as large as the author's largest, and no larger: the number of parts (subtrees) of
the two lines that are not in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kernelcourse.language.tree import Binary, Name, Node, Number, Unary, walk

LEAST = 16  # a step of this size is never too large


def step_size(before: Sequence[Node], after: Sequence[Node]) -> int:
    """|parts of one line − parts of the other| + the same the other way round.

    Letters, numbers and sums do not count: the order of terms is no step.
    """
    one, other = _parts(before), _parts(after)
    return (one - other).total() + (other - one).total()


def _parts(nodes: Sequence[Node]) -> Counter[Node]:
    return Counter(part for node in nodes for part in walk(node) if not _light(part))


def _light(part: Node) -> bool:
    return isinstance(part, (Name, Number, Unary)) or (isinstance(part, Binary) and part.op in "+-")


class Steps:
    """The author's steps, and whether another step is larger than all of them."""

    def __init__(self, lines: Sequence[tuple[Node, ...]]):
        pairs = pairwise(lines)
        self.largest = max([LEAST, *(step_size(one, other) for one, other in pairs if one and other)])

    def too_large(self, before: tuple[Node, ...], after: tuple[Node, ...]) -> str:
        """Why a step is too large, in a sentence; nothing if it is not."""
        size = step_size(before, after) if before and after else 0
        if size <= self.largest:
            return ""
        return (
            f"True, but a large step: {size} parts of the formula change, and at most {self.largest} do in any step of "
            "the book. Write a line between."
        )
