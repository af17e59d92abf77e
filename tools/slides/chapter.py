"""What a lecture needs of a page's source: where its cells are, and the words for the speaker's notes."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tools.reading_time import ROOT, about, reading

SEE = re.compile(r"^\*What to see:\s*(.+?)\*\s*$", re.M | re.S)
PROOF = re.compile(
    r"\s*:{3,}\{(?:prf:proof|dropdown)\}[^\n]*\n(?::[\w-]+:[^\n]*\n)*(.*?)^:{3,}\s*$", re.M | re.S
)
GOALS = re.compile(r"^\*\*Afterwards you can\*\*\s+(.+?)(?=\n\s*\n|\n:{3,})", re.M | re.S)
REFERENCE = re.compile(r"\{[\w:]+\}`([^`<]*)(?:<[^`>]*>)?`")
BELIEF = re.compile(r'^\*\*"(.+?)"\*\*', re.M)


@dataclass(frozen=True)
class Chapter:
    """A notebook of the book, as its lecturer reads it."""

    page: str

    @property
    def path(self) -> Path:
        return ROOT / "chapters" / f"{self.page}.ipynb"

    @cached_property
    def cells(self) -> list[tuple[bool, str]]:
        """(is it code, its text) for every cell that the book shows."""
        found = json.loads(self.path.read_text(encoding="utf-8"))["cells"]
        return [
            (cell["cell_type"] == "code", "".join(cell["source"]))
            for cell in found
            if "remove-cell" not in cell["metadata"].get("tags", [])
        ]

    @cached_property
    def prose(self) -> str:
        return "\n\n".join(text for code, text in self.cells if not code)

    @property
    def title(self) -> str:
        return self.prose.splitlines()[0].removeprefix("# ").strip()

    @property
    def reading_time(self) -> str:
        return about(reading(self.path).minutes)

    @property
    def promise(self) -> str:
        """What its reader can do afterwards, as the page promises, in Markdown."""
        found = GOALS.search(self.prose)
        return re.sub(r"\s+", " ", found[1]).strip() if found else ""

    @property
    def beliefs(self) -> list[str]:
        return BELIEF.findall(self.prose)

    def code_with(self, text: str) -> list[int]:
        """The code cells that contain a text, counted among code cells from 0."""
        code = [source for is_code, source in self.cells if is_code]
        return [place for place, source in enumerate(code) if text in source]

    def what_to_see(self, place: int) -> str:
        """The caption under a code cell, if there is one."""
        codes = [number for number, (is_code, _) in enumerate(self.cells) if is_code]
        after = self.cells[codes[place] + 1 : codes[place] + 2]
        found = SEE.match(after[0][1]) if after and not after[0][0] else None
        return plain(found[1]) if found else self.words_before(codes[place])

    def words_before(self, cell: int) -> str:
        """What the page says right before a cell."""
        return last_paragraph("\n\n".join(text for code, text in self.cells[:cell] if not code))

    def leading_to(self, label: str) -> str:
        """What the page says right before a statement."""
        before, found, _ = self.prose.partition(f":label: {label}\n")
        return last_paragraph(before) if found else ""

    def proof(self, label: str) -> str:
        """The proof that follows a statement, as text; its formulas stay TeX."""
        _, _, after = self.prose.partition(f":label: {label}\n")
        statement = re.match(r".*?^:{3,}\s*$", after, re.M | re.S)
        found = PROOF.match(after[statement.end() :]) if statement else None
        return plain(found[1]) if found else ""


def last_paragraph(text: str) -> str:
    """The last paragraph of running text: no heading, list, table, picture's caption or box."""
    outside = re.sub(r"^(:{3,})\{.*?^\1\s*$", "\n", text, flags=re.M | re.S)
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", outside)]
    running = [part for part in paragraphs if part and not re.match(r"[#:|>*\-$(`!<]|\d+\.", part)]
    return plain(running[-1]) if running else ""


def plain(text: str) -> str:
    """Markdown as one reads it aloud: no roles, no emphasis, no displays set apart."""
    text = REFERENCE.sub(lambda found: found[1].strip() or "above", text)
    text = re.sub(r"\$\$(.*?)\$\$(\s*\([\w-]+\))?", lambda found: f"${found[1].strip()}$", text, flags=re.S)
    text = re.sub(r"(?<![\w*])\*{1,2}([^*$\n]+?)\*{1,2}(?![\w*])", r"\1", text)
    return re.sub(r"\s+", " ", text).strip()
