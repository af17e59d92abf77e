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
PAGES = sorted(CHAPTERS.rglob("*.ipynb"))
TOPICS = sorted({path.relative_to(CHAPTERS).parts[0] for path in PAGES})  # a folder of pages, or one page
MOST_OPEN_DERIVATIONS = 4
BELIEFS = 5  # in every topic, under "What goes wrong"


def name(path: Path) -> str:
    return path.relative_to(CHAPTERS).as_posix()


class Bound(ast.NodeVisitor):
    """The names that a cell gives a meaning, the variables of its loops, and the names that it reads."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.loops: set[str] = set()
        self.reads: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.names.add(node.name)
        self.inside(node)

    def inside(self, node: ast.AST) -> None:
        """What a function, a lambda or a comprehension binds is its own; the rest it reads."""
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        own = {each.id for each in names if isinstance(each.ctx, ast.Store)}
        own |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        self.reads |= {each.id for each in names} - own

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = inside

    def visit_For(self, node: ast.For) -> None:
        targets = {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
        self.loops |= targets - {"_"}
        for part in (node.iter, *node.body):
            self.visit(part)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads.add(node.id)
        elif node.id != "_":
            self.names.add(node.id)


def bound_twice(path: Path) -> dict[str, list[int]]:
    """Names with meanings in several cells. A loop may use the variable of another loop, if nothing else reads it."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    found: dict[int, Bound] = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            found[number] = Bound()
            found[number].visit(ast.parse("".join(cell["source"])))
    meanings: dict[str, list[int]] = {}
    for each in sorted({name for bound in found.values() for name in bound.names | bound.loops}):
        named = [number for number, bound in found.items() if each in bound.names]
        looped = [number for number, bound in found.items() if each in bound.loops and number not in named]
        read = [
            number
            for number, bound in found.items()
            if each in bound.reads and each not in bound.names | bound.loops
        ]
        if len(named) > 1 or (looped and named) or (len(looped) > 1 and read):
            meanings[each] = named + looped
    return meanings


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


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_refutes_five_beliefs(topic):
    texts = [prose(path) for path in PAGES if name(path).split("/")[0] == topic]
    parts = [re.search(r"## What goes wrong\n(.*?)\n:::\{admonition\} Three", text, re.S) for text in texts]
    beliefs = [re.findall(r'^\*\*".+?"\*\*', part[1], re.M) for part in parts if part]
    assert all(len(found) >= 2 for found in beliefs)
    assert sum(len(found) for found in beliefs) >= BELIEFS


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


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_no_line_of_code_is_wider_than_its_column(path: Path) -> None:
    """79 characters stand beside both sidebars on a small desk (kernelcourse.css)."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    lines = [
        line for cell in cells if cell["cell_type"] == "code" for line in "".join(cell["source"]).splitlines()
    ]
    assert [line for line in lines if len(line) > 79] == []


BRINGS_ITS_OWN = re.compile(  # an equation its brackets, a statement its kind
    r"\(\{eq\}`[^`]*`\)|"
    r"\b(?:exercise|theorem|lemma|proposition|corollary|definition|example|algorithm) \{(?:prf:)?ref\}",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_no_reference_is_said_twice(path: Path) -> None:
    """{eq}`…` reads (5.2) and {ref}`…` reads Exercise 1.3: not ((5.2)), not exercise Exercise 1.3."""
    assert BRINGS_ITS_OWN.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_what_is_folded_says_what_it_holds(path: Path) -> None:
    """Not "Show code cell content", which the theme says when nobody does."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    folded = [cell["metadata"] for cell in cells if "hide-cell" in cell["metadata"].get("tags", [])]
    assert [meta for meta in folded if not meta.get("mystnb", {}).get("code_prompt_show")] == []
