"""low ≤ high by the signs of high − low at a point of every cell."""

from __future__ import annotations

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Unsupported
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Node

from ...reading.symbols import Setting, plain
from .deciding import never_negative
from .reading import Reader

_SECONDS = 0.15
TROUBLE = (Unsupported, TooMuch, ShapeError, ArithmeticError, RecursionError)


def surely_ordered(low: Node, high: Node, strict: bool, setting: Setting) -> bool:
    """Is low ≤ high (low < high) wherever both have a value?"""
    reader = Reader(setting)
    try:
        apart = reader.of(plain(Binary("-", high, low)))
        return never_negative(apart, reader.letters, strict, Limit(_SECONDS))
    except TROUBLE:
        return False
