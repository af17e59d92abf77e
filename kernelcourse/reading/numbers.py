"""label ↦ "Theorem 15.2", "(15.3)", "Exercise 15.1": the numbers that the book gives to what stands on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from kernelcourse.reading.myst import blocks


def chapter_of(page: str, contents: Path) -> str:
    """The number of a page: its place in the table of contents, whose first entry is the title page; "" if unknown."""
    order = [word for word in contents.read_text(encoding="utf-8").split() if word.startswith("chapters/")]
    name = f"chapters/{page}"
    return str(order.index(name)) if name in order else ""


def numbered(texts: Sequence[str], chapter: str) -> dict[str, str]:
    """Each kind is counted by itself, as on the page of the book."""
    from kernelcourse.claims.labels import statements_of

    counts: Counter[str] = Counter()
    names = {}
    found = [(one.kind, one.label) for text in texts for one in statements_of(text, "")]
    for kind, label in [*found, *(("exercise", label) for text in texts for label in exercises(text))]:
        counts[kind] += 1
        number = f"{chapter}.{counts[kind]}" if chapter else str(counts[kind])
        if label:
            names[label] = f"({number})" if kind == "equation" else f"{kind.capitalize()} {number}"
    return names


def exercises(text: str) -> Iterator[str]:
    """The labels of a text's exercises, "" for one without."""
    return (block.options.get("label", "") for block in blocks(text) if block.name == "exercise")
