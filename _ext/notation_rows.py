"""The tables of the notation page, read from its markup: a letter, what it means, and where it means that.

Most letters keep their meaning; one that is borrowed for a topic has a link to that topic in its second column, and its
meaning in the third. A link to the first page of a topic stands for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ROW = re.compile(r"<tr[^>]*>\s*((?:<td[^>]*>.*?</td>\s*)+)</tr>", re.DOTALL)
CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
TOPICS = re.compile(r'<p>(?:,?\s*<a class="reference internal" href="[^"#]+">.*?</a>)+</p>', re.DOTALL)
ADDRESS = re.compile(r'href="([^"#]+)\.html"')
DRAWN = re.compile(r"<mjx-container\b(.*?)</mjx-math>", re.DOTALL)
GLYPH = re.compile(r"\bmjx-c([0-9A-F]+)\b")
LOWERED = re.compile(
    r"<mjx-math\b[^>]*><mjx-msub><mjx-mi\b[^>]*><mjx-c\b[^>]*></mjx-c></mjx-mi><mjx-script\b"
)
BRACKETS = ["28", "29"]
INDICES = {
    "1D456",
    "1D457",
    "1D459",
}  # i, j, l; in a topic of its own a letter may also have the index of a cluster, c
SQUARED, CLUSTER = "32", "1D450"


@dataclass(frozen=True)
class Row:
    """One line of a table: markup of the letters and of the meaning; the pages below chapters/, none for everywhere."""

    letters: str
    meaning: str
    pages: tuple[str, ...] = ()

    def explained(self) -> Iterator[tuple[str, bool]]:
        """The numbers of the characters that it explains, and whether only with an index: n, k of k(x, z), λ of λ_j."""
        indices = INDICES | {CLUSTER} if self.pages else INDICES
        for formula in DRAWN.finditer(self.letters):
            letter, *rest = GLYPH.findall(formula[1])
            if not rest or rest == [SQUARED] or (len(rest) > 2 and [rest[0], rest[-1]] == BRACKETS):
                yield letter, False
            elif LOWERED.search(formula[1]) and set(rest) <= indices:
                yield letter, True


def rows(text: str) -> Iterator[Row]:
    """All lines of all tables of the page."""
    for found in ROW.finditer(text):
        cells = CELL.findall(found[1])
        if len(cells) > 2 and TOPICS.fullmatch(cells[1].strip()):
            yield Row(cells[0], cells[2], tuple(ADDRESS.findall(cells[1])))
        elif len(cells) > 1:
            yield Row(cells[0], cells[1])


def everywhere_in(pages: Sequence[str], listed: Sequence[str]) -> list[str]:
    """These pages, and of a topic whose first page is among them all the others."""
    topics = {page.partition("/")[0]: page for page in reversed(listed)}
    whole = {topic for topic, first in topics.items() if first in pages}
    return [page for page in listed if page in pages or page.partition("/")[0] in whole]
