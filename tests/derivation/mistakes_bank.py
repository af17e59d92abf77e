"""The bank of typical mistakes: each with the name it deserves."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from kernelcourse.derivation import respond

FILE = Path(__file__).parent / "corpus" / "mistakes.toml"


@dataclass(frozen=True)
class Mistake:
    """A wrong line after a right one, and its name (nothing: it has none and must be given none)."""

    problem: int
    before: str
    line: str
    name: str


def problems() -> list[dict]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))["problem"]


def mistakes() -> list[Mistake]:
    return [Mistake(place, *line) for place, problem in enumerate(problems()) for line in problem["lines"]]


def named(one: Mistake) -> str:
    """The name that the checker gives the mistake; `accepted` or `unreadable` if it finds none."""
    table = {"given": problems()[one.problem]["given"], "line": [one.before]}
    found = respond({"derivation": table, "line": 1, "text": one.line})
    if found["accepted"] or found["verdict"] == "unreadable":
        return "accepted" if found["accepted"] else f"unreadable: {found['why']}"
    return found.get("misconception", "")


def count() -> None:
    """Print how many are named right, wrongly or not at all."""
    right, wrong, silent = 0, [], []
    for one in mistakes():
        name = named(one)
        right += name == one.name
        if name != one.name:
            (wrong if name else silent).append(
                f"{one.before} → {one.line}: {name or 'no name'}, not {one.name}"
            )
    print(f"{right} of {len(mistakes())} named right, {len(wrong)} wrongly, {len(silent)} not at all")
    print("\n".join([*wrong, *silent]))


if __name__ == "__main__":
    count()
