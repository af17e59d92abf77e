"""A line that cannot be read says what is wrong and points at the place."""

from __future__ import annotations

import re


class LanguageError(ValueError):
    """What could not be read, and where: the message, then the line with a caret under the place."""

    def __init__(self, message: str, text: str = "", position: int | None = None):
        self.message, self.text, self.position = message, text, position
        super().__init__(message + _caret(text, position))


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
