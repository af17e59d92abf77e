"""Colab's own export comments out a cell that begins with a magic, all of it: it is a cell again."""

from __future__ import annotations

import re

_BANNER = r"# Commented out IPython magic[^\n]*\n"
_CELL = re.compile(rf"^{_BANNER}((?:#(?![^\n]*Commented out IPython)[^\n]*(?:\n|\Z))+)", re.MULTILINE)


def uncommented(script: str) -> str:
    """The script with such cells between marks of their own; line magics stay the comments that they are."""
    return _CELL.sub(_as_cell, script)


def _as_cell(found: re.Match[str]) -> str:
    lines = [re.sub(r"^# ?", "", line) for line in found[1].splitlines()]
    if not lines[0].startswith("%%"):
        return found[0]
    return "\n".join(["# %%", *lines, "# %%", ""])
