"""A 1 in front of a row or with a transpose sign: r1ᵀ is r𝟏ᵀ and 1rᵀ is 𝟏rᵀ if the shapes ask for it.

Such a formula is read twice, once with the number (r1 being the entry r₁) and once with the vector of ones. The
second reading counts if the first one does not fit or turns what is no column; if both fit, it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..errors import LanguageError
from ..shapes import ShapeError
from ..tree import Call, Number, Unary
from .cursor import Cursor
from .products import Part
from .scope import Formula

Reader = TypeVar("Reader", bound="Ones")
NOTE = "1 is read as the vector of ones"


class Ones(Cursor):
    """The part of the reader that multiplies one more factor to a product."""

    def formula(self) -> tuple[Part, Formula]:
        """All of the text."""
        raise NotImplementedError

    def is_one(self, part: Part) -> bool:
        """Was it typed as 1 or −1 just now?"""
        node = part.node.operand if isinstance(part.node, Unary) else part.node
        typed = self.ahead(-1)
        return node == Number(1) and typed.kind == "number" and typed.text == "1"

    def joined(self, product: Part, right: Part, how: str, before: Part | None) -> tuple[Part, Part | None]:
        """product · right, and what stands before its last factor if that is 1; `before` is that of the product."""
        if self.is_one(right):
            return self.times(product, right, how), product
        if right.row and right.rank == 1:
            self.undecided |= before is not None
            if before is not None and self.as_ones:
                ones = Part(Call("ones", ()), (None,))
                left = ones if before.node == Number(1) else self.times(before, ones, "juxtaposed")
                return self.times(left, right, "juxtaposed"), None
            self.crooked |= product.rank == 2 or product.row
        return self.times(product, right, how), None


def either(reader: Callable[[], Reader]) -> Formula:
    """What one of the two readings gives."""
    first, second = reader(), reader()
    part, failed = None, None
    try:
        part, found = first.formula()
    except LanguageError as error:
        failed = error
    if not first.undecided:
        if failed:
            raise failed
        return found
    second.as_ones = True
    try:
        _, other = second.formula()
    except LanguageError as error:
        if failed:
            raise failed from None
        if part is not None and part.rank and not first.crooked and not isinstance(error, ShapeError):
            raise _asked() from None
        return found
    if failed or first.crooked:
        return Formula(other.node, (*other.notes, NOTE), by_hand=True)
    if part is not None and part.rank:
        raise _asked()
    return found


def _asked() -> LanguageError:
    return LanguageError(
        "1 in front of a row can be the number or the vector of ones: leave the number out, or write 1_n for the vector"
    )
