"""A plan of weeks, told from what the pages say of themselves: titles, minutes of reading, goals.

```{syllabus} seven
```
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from kernelcourse.homework.sheet import sheet_names
from tools.reading_time import ROOT, together
from tools.slides.chapter import Chapter
from tools.slides.outline import outlines

PLANS = ROOT / "chapters" / "syllabus.toml"


@dataclass(frozen=True)
class Week:
    """What is lectured on, what is read, and the sheet that goes out."""

    lectures: tuple[str, ...]
    pages: tuple[str, ...]
    homework: str = ""

    @property
    def minutes(self) -> int:
        """Of reading."""
        return together(Chapter(page).path for page in self.pages)


def plans(path: Path = PLANS) -> dict[str, tuple[Week, ...]]:
    """Every plan by its name."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))["plan"]
    return {
        name: tuple(
            Week(tuple(week["lectures"]), tuple(week["pages"]), week.get("homework", ""))
            for week in plan["week"]
        )
        for name, plan in table.items()
    }


def told(weeks: tuple[Week, ...]) -> str:
    """The plan as Markdown: a table to hang on a door, then what each week is good for."""
    names = {outline.topic: outline.title for outline in outlines()}
    lines = ["| week | lecture | reading | sheet handed out |", "|---:|---|---|---|"]
    for number, week in enumerate(weeks, 1):
        lectures = "; ".join(names[topic] for topic in week.lectures).replace("?; ", "? ")
        pages = ", ".join(f"{{doc}}`{page}`" for page in week.pages)
        sheet = f"`{week.homework}`" if week.homework else "–"
        lines.append(f"| {number} | {lectures} | {pages}: about {week.minutes} minutes | {sheet} |")
    read = {page for week in weeks for page in week.pages}
    left = [outline for outline in outlines() if not read & set(outline.pages)]
    if left:
        sheets = sheet_names()
        topics = ", ".join(
            f"{{doc}}`{outline.title} <{outline.pages[0]}>`"
            + (f" (sheet `{outline.topic}`)" if outline.topic in sheets else "")
            for outline in left
        )
        lines.append(f"\nA longer term has room for {topics}.")
    lines.append("\nWhat your students can do at the end of each week:\n")
    for number, week in enumerate(weeks, 1):
        goals = " ".join(
            f"{Chapter(page).promise[:1].upper()}{Chapter(page).promise[1:]}" for page in week.pages
        )
        lines.append(f"{number}. {goals}")
    return "\n".join(lines)


class Syllabus(SphinxDirective):
    """`{syllabus} NAME`: one of the plans of chapters/syllabus.toml."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        known = plans()
        name = self.arguments[0]
        if name not in known:
            raise self.error(f"no plan {name!r}: there are {', '.join(known)}")
        self.env.note_dependency(str(PLANS))
        for week in known[name]:
            for page in week.pages:
                self.env.note_dependency(str(Chapter(page).path))
        inside = nodes.container()
        text = told(known[name]).splitlines()
        self.state.nested_parse(StringList(text, self.env.docname), self.content_offset, inside)
        return inside.children


def setup(app: Any) -> dict[str, Any]:
    app.add_directive("syllabus", Syllabus)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
