"""What a notebook imports that is here and need not be where it is graded."""

from __future__ import annotations

import ast
import importlib.util
import sys

from kernelcourse.homework.files.notebook import Cell, Notebook
from kernelcourse.homework.sandbox.stand_ins import QUIET, below

# What `pip install kernelcourse[grading]` brings, and the standard library.
EVERYWHERE = ("numpy", "scipy", "matplotlib", "tqdm", "kernelcourse", *sys.stdlib_module_names)


def not_everywhere(notebook: Notebook, closed: tuple[str, ...]) -> list[str]:
    """A note for each module that is installed here and that the grader does not promise to have."""
    known = (*EVERYWHERE, *QUIET, *closed)
    places: dict[str, int] = {}
    for cell in notebook.cells:
        for name in _imported(cell):
            if not below(name, known) and _is_here(name):
                places.setdefault(name.partition(".")[0], cell.index + 1)
    return [
        f"cell {place}: {name} need not be installed where this is graded; if it is not, an empty module stands in "
        "for it, and answers that depend on it are lost"
        for name, place in places.items()
    ]


def _imported(cell: Cell) -> list[str]:
    try:
        nodes = list(ast.walk(ast.parse(cell.source)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    whole = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    return whole + [
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level
    ]


def _is_here(name: str) -> bool:
    try:
        return importlib.util.find_spec(name.partition(".")[0]) is not None
    except (ImportError, ValueError):
        return False
