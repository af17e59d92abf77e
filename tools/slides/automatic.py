"""A lecture on a topic that nobody has arranged yet: its questions, pictures, theorems and explorers."""

from __future__ import annotations

import re

from tools.slides.chapter import Chapter, plain
from tools.slides.outline import Belief, Cell, Opening, Outline, Question, Slide, Statement

MOST = 20
STATEMENT = re.compile(
    r"^(?P<heading>#{2,3} .+)$|^:{3,}\{prf:(?P<kind>\w+)\}[^\n]*\n:label: (?P<label>\S+)", re.M
)
SHOWN = re.compile(r"^.*\b(?:figures\.\w+|explore)\.\w+\(.*$", re.M)
LAST = re.compile(r"^## (?:What goes wrong|Exercises)", re.M)
# What goes first when there is too much: small numbers stay.
RANK = {"theorem": 1, "algorithm": 1, "definition": 2, "proposition": 3, "corollary": 4, "lemma": 5}


def arranged(topic: str, title: str, pages: tuple[str, ...]) -> Outline:
    """An outline of at most MOST slides for these pages."""
    ranked = [entry for page in pages for entry in _entries(Chapter(page), pages)]
    while len(ranked) > MOST:
        worst = max(range(len(ranked)), key=lambda place: (ranked[place][0], place))
        ranked.pop(worst)
    return Outline(topic, title, pages, tuple(slide for _, slide in ranked))


def _entries(chapter: Chapter, pages: tuple[str, ...]) -> list[tuple[int, Slide]]:
    """(rank, slide) in the order of the page."""
    found: list[tuple[int, Slide]] = [(0, Slide(Opening(chapter.page)))]
    heading, over = chapter.title, False
    for is_code, text in chapter.cells:
        if is_code and not over:
            found += [(rank, Slide(cell, heading)) for rank, cell in _cell(text, pages)]
        elif not is_code:
            end = LAST.search(text)
            for part in STATEMENT.finditer(text[: end.start()] if end else text):
                if over:
                    break
                if part["heading"]:
                    heading = plain(part["heading"].lstrip("# ")).replace("$", "")
                else:
                    found.append((RANK.get(part["kind"], 6), Slide(Statement(part["label"]))))
            over = over or end is not None
    found += [(7 + place, Slide(Belief(words, chapter.page))) for place, words in enumerate(chapter.beliefs)]
    questions = re.findall(
        r"^(\d)\. ", chapter.prose.partition(":class: self-test")[2].partition("\n:::")[0], re.M
    )
    found += [(6 + int(number), Slide(Question(int(number), chapter.page))) for number in questions]
    return found


def _cell(text: str, pages: tuple[str, ...]) -> list[tuple[int, Cell]]:
    shown = SHOWN.search(text)
    if shown is None:
        return []
    line = shown[0].strip()
    if sum(len(Chapter(page).code_with(line)) for page in pages) != 1:
        return []
    return [(1 if line.startswith("explore.") else 2, Cell(line))]
