"""A line that cannot be read says what is wrong and points at the place."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property


class LanguageError(ValueError):
    """What could not be read, and where: the message, then the line with a caret under the place.

    A message that takes time is given as a function: a search meets thousands of mistakes and reads none of them.
    """

    def __init__(self, message: str | Callable[[], str], text: str = "", position: int | None = None):
        super().__init__(message, text, position)
        self.text, self.position = text, position

    @cached_property
    def message(self) -> str:
        said = self.args[0]
        return said() if callable(said) else str(said)

    def __str__(self) -> str:
        return self.message + _caret(self.text, self.position)

    @property
    def on_one_line(self) -> str:
        """The message and what stands at the place, for a report in which a caret would point nowhere."""
        found = self.text[self.position :].strip() if self.position is not None else ""
        short = found if len(found) <= 20 else f"{found[:19]}…"
        return self.message + (f", at “{short}”" if found else "")


def _caret(text: str, position: int | None) -> str:
    if position is None or not text:
        return ""
    position = min(position, len(text))
    start = max(0, position - 50)
    excerpt = re.sub(r"\s", " ", text[start : start + 90])
    return f"\n  {excerpt}\n  {' ' * (position - start)}^"


class Undefined(ArithmeticError):
    """There is no value at these numbers."""


class TooMuch(Exception):
    """The computation would be too long."""


class NotRational(Exception):
    """The value leaves the rationals: a root, an exponential."""


class Unsupported(Exception):
    """This arithmetic cannot do it."""


# whatever keeps a search from having an exact value at one point
NO_VALUE = (Undefined, Unsupported, TooMuch, TypeError, ValueError, ArithmeticError)
