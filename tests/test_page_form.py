"""The form of a page: its parts in order, three questions with answers, few derivations, one meaning for each name."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from kernelcourse.claims.labels import prose
from tools.reading_time import LIMIT, reading

CHAPTERS = Path(__file__).resolve().parent.parent / "chapters"
TOPICS = (
    "similarity",
    "kernel_trick",
    "mercer",
    "rkhs",
    "soft_clusters",
    "structured",
)  # this list only grows
SINGLE = ("neural_networks",)  # topics of one page
PAGES = [path for topic in TOPICS for path in sorted((CHAPTERS / topic).glob("*.ipynb"))]
PAGES += [CHAPTERS / f"{topic}.ipynb" for topic in SINGLE]
MOST_OPEN_DERIVATIONS = 4


def name(path: Path) -> str:
    return path.relative_to(CHAPTERS).as_posix()


class Bound(ast.NodeVisitor):
    """The names that a cell binds for the cells after it."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.names.add(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        pass

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda  # type: ignore[assignment]

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store) and node.id != "_":
            self.names.add(node.id)


def bound_twice(path: Path) -> dict[str, list[int]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    places: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            bound = Bound()
            bound.visit(ast.parse("".join(cell["source"])))
            for found in bound.names:
                places.setdefault(found, []).append(number)
    return {found: numbers for found, numbers in places.items() if len(numbers) > 1}


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_no_name_gets_a_second_meaning(path):
    assert not bound_twice(path)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_the_page_has_its_parts_in_order(path):
    text = prose(path)
    parts = [
        text.find("*What to see"),
        text.find(":::{admonition} In short\n:class: in-short"),
        text.find(":::{admonition} Before you start"),
        text.find("## What goes wrong"),
        text.find(":::{admonition} Three questions before the exercises\n:class: self-test"),
        text.find("## Where next"),
    ]
    assert -1 not in parts, parts
    assert parts == sorted(parts)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_the_three_questions_have_a_right_answer_each_and_every_answer_says_why(path):
    box = re.search(r":class: self-test\n(.*?)\n:::", prose(path), re.S)[1]
    questions = re.split(r"^\d\. ", box, flags=re.M)[1:]
    assert len(questions) == 3
    for question in questions:
        answers = re.findall(r"^   - \[([ x])\] (.*)$", question, re.M)
        assert 2 <= len(answers) <= 4
        assert [mark for mark, _ in answers].count("x") == 1
        assert all(re.search(r" \*[^*]+\*$", answer) for _, answer in answers), question


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_the_page_is_read_in_one_sitting(path):
    found = reading(path)
    assert found.minutes <= LIMIT
    assert found.derivations <= MOST_OPEN_DERIVATIONS
