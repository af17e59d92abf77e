"""How long a page takes: words/180 + code lines/10 + figures·½ + open derivations·2, in minutes.

A formula counts as one word. Folded text counts, solutions do not. A derivation is open unless its cell is
folded (a tag hide-…).

    python tools/reading_time.py                       every page
    python tools/reading_time.py chapters/mercer/*     those pages
    python tools/reading_time.py --limit 40            fail if a chapter's page takes longer
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOLUTION = re.compile(r"^:{3,}\{solution-start\}.*?^:{3,}\{solution-end\}\s*^:{3,}", re.S | re.M)
INLINE_SOLUTION = re.compile(r"^(?P<fence>:{3,}|`{3,})\{solution\}.*?^(?P=fence)\s*$", re.S | re.M)
DISPLAY = re.compile(
    r"\$\$.*?\$\$(\s*\([\w-]+\))?|^(?P<fence>`{3,}|:{3,})\{math\}.*?^(?P=fence)\s*$", re.S | re.M
)
INLINE = re.compile(r"(?<!\\)\$[^$\n]+\$")
INDEX = re.compile(r"^:{3,}\{index\}.*?^:{3,}\s*$", re.S | re.M)
MARKUP = re.compile(r"^\s*(:{3,}|`{3,}).*$|^:[\w-]+:.*$|\{[\w:]+\}|<!--.*?-->", re.M)
PICTURE = re.compile(r"\b(figures\.|explore\.(?!derivation|check))|!\[|\{(figure|image)\}")
DERIVATION = re.compile(r"\bexplore\.derivation\(")
LIMIT = 40  # minutes: a page is read in one sitting
CODE = "\0CODE{}\0"


@dataclass(frozen=True)
class Reading:
    """What a page asks of its reader, and how long that takes."""

    words: int
    code_lines: int
    figures: int
    derivations: int

    @property
    def minutes(self) -> float:
        return self.words / 180 + self.code_lines / 10 + self.figures / 2 + 2 * self.derivations

    def __str__(self) -> str:
        return (
            f"{self.minutes:5.1f} min  {self.words:5d} words  {self.code_lines:4d} lines of code  "
            f"{self.figures:2d} figures  {self.derivations} open derivations"
        )


def reading(path: Path) -> Reading:
    """Words, code lines, figures and open derivations of a notebook or a Markdown page, solutions excepted."""
    text = path.read_text(encoding="utf-8")
    cells = [{"cell_type": "markdown", "source": text, "metadata": {}}]
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
    joined = "\n\n".join(
        "".join(cell["source"]) if cell["cell_type"] == "markdown" else CODE.format(number)
        for number, cell in enumerate(cells)
    )
    kept = INLINE_SOLUTION.sub("", SOLUTION.sub("", joined))
    code = [cells[int(number)] for number in re.findall(r"\0CODE(\d+)\0", kept)]
    prose = re.sub(r"\0CODE\d+\0", "", kept)
    sources = ["".join(cell["source"]) for cell in code]
    return Reading(
        words=words(prose),
        code_lines=sum(
            bool(line.strip()) for cell in code if not _hidden(cell, "remove") for line in _lines(cell)
        ),
        figures=sum(bool(PICTURE.search(source)) for source in sources) + len(PICTURE.findall(prose)),
        derivations=sum(
            bool(DERIVATION.search("".join(cell["source"]))) for cell in code if not _hidden(cell, "hide")
        ),
    )


def words(prose: str) -> int:
    """The number of words in a piece of Markdown, a formula being one."""
    plain = MARKUP.sub(" ", INDEX.sub(" ", INLINE.sub(" formula ", DISPLAY.sub(" formula ", prose))))
    return len(re.findall(r"\w[\w’'.,-]*", plain))


def rounded(minutes: float) -> int:
    """To the next five minutes, at least five."""
    return max(5, 5 * round(minutes / 5))


def about(minutes: float) -> str:
    """The sentence for the reader, under the title of a page."""
    return f"about {rounded(minutes)} minutes"


def together(paths: Iterable[Path]) -> int:
    """The minutes of several pages: the sum of those that stand under their titles."""
    return sum(rounded(reading(path).minutes) for path in paths)


def pages() -> list[Path]:
    """Every page of the book."""
    return sorted(path for path in (ROOT / "chapters").rglob("*") if path.suffix in (".md", ".ipynb"))


def _lines(cell: dict) -> list[str]:
    return "".join(cell["source"]).splitlines()


def _hidden(cell: dict, kind: str) -> bool:
    return any(tag.startswith(kind) for tag in cell["metadata"].get("tags", []))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--limit", type=float, default=float("inf"), help="fail if a notebook takes longer")
    options = parser.parse_args()
    late = 0
    for path in options.pages or pages():
        found = reading(path.resolve())
        late += path.suffix == ".ipynb" and found.minutes > options.limit
        print(found, path.resolve().relative_to(ROOT))
    if late:
        print(f"{late} pages take longer than {options.limit:g} minutes")
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
