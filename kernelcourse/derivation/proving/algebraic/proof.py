"""low ≤ high by the signs of high − low at a point of every cell."""

from __future__ import annotations

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Unsupported
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Node, walk

from ...reading.symbols import Setting, plain
from .deciding import never_negative
from .reading import Reader

_SECONDS = 0.15
TROUBLE = (Unsupported, TooMuch, ShapeError, ArithmeticError, RecursionError)


def surely_ordered(low: Node, high: Node, strict: bool, setting: Setting) -> bool:
    """Is low ≤ high (low < high) wherever both have a value?"""
    apart = plain(Binary("-", high, low))
    grows = any(isinstance(part, Call) and part.function == "exp" for part in walk(apart))
    return any(
        _never_negative(apart, Reader(setting, whole), strict)
        for whole in ((False, True) if grows else (False,))
    )


def _never_negative(node: Node, reader: Reader, strict: bool) -> bool:
    try:
        return never_negative(reader.of(node), reader.letters, strict, Limit(_SECONDS))
    except TROUBLE:
        return False
