"""The solution of an exercise, folded in a copy: its text in a box that opens, its code in cells that are collapsed.

The book begins and ends a solution by directives, cells apart. JupyterLab would show everything between them.
"""

from __future__ import annotations

import re
from typing import Any

SOLUTION = re.compile(
    r"^:{3,}\{solution-(?P<end>start|end)\}[ \t]*(?P<label>[\w-]*).*?^:{3,}[ \t]*$", re.MULTILINE | re.DOTALL
)
BOX = "\n::::::{{admonition}} Solution\n:class: dropdown\n\n{text}\n::::::\n"
BELOW = "\n*Solution: open the folded cell below.*\n"
COLLAPSED = {"source_hidden": True, "outputs_hidden": True}


def fold_solutions(cells: list[dict[str, Any]]) -> None:
    """Folds the solutions among the cells of a notebook, in place."""
    inside = False
    for cell in cells:
        if cell["cell_type"] == "code":
            if inside:
                cell["metadata"]["jupyter"] = dict(COLLAPSED)
            continue
        folded, inside = fold(cell["source"], inside)
        cell["source"] = folded


def fold(text: str, inside: bool) -> tuple[str, bool]:
    """The text of a cell with what belongs to a solution in boxes, and whether the solution goes on after it."""
    written, position = "", 0
    for found in [*SOLUTION.finditer(text), None]:
        piece = text[position : found.start() if found else len(text)]
        begun = (
            inside and position > 0 and found is None
        )  # the solution begins here and goes on in the next cell
        if not inside:
            written += piece
        elif piece.strip():
            written += BOX.format(text=piece.strip())
        elif begun:
            written += BELOW
        if found:
            inside, position = found["end"] == "start", found.end()
    return written.strip("\n"), inside
