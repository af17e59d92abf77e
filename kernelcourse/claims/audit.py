"""For every numbered statement: its clauses, its hypotheses, and the wrong twin that breaks or drops each.

A hypothesis that no twin drops may be idle, or the check may not notice that it is needed: both are worth
knowing. So each hypothesis is dropped by a twin, or the claim gives the reason why none does. A theorem whose
claims name no hypotheses at all is a gap as well: ``hypotheses=()`` says that it needs none.

    python -m kernelcourse.claims.audit               all chapters; the exit code is 1 if there is a gap
    python -m kernelcourse.claims.audit mercer rkhs   those chapters
    python -m kernelcourse.claims.audit --gaps        the gaps and the totals only
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kernelcourse.claims import CHAPTERS, Claim, claims_of
from kernelcourse.claims.labels import Statement, labelled, statements

BOOK = Path(__file__).resolve().parent.parent.parent / "chapters"
MUST_DECLARE = ("theorem", "proposition", "lemma", "corollary")


@dataclass(frozen=True)
class Part:
    """One clause or hypothesis of a statement, the twins that break or drop it, and the reason if none does."""

    kind: str  # "clause" | "hypothesis"
    says: str
    twins: tuple[str, ...]
    reason: str = ""

    @property
    def covered(self) -> bool:
        return bool(self.twins or self.reason)

    def __str__(self) -> str:
        by = "; ".join(self.twins) or (f"no twin, because {self.reason}" if self.reason else "NO TWIN")
        return f"{self.kind} {self.says}\n      ← {by}"


@dataclass(frozen=True)
class Entry:
    """A numbered statement, what it is made of, and the number of claims and twins behind it."""

    statement: Statement
    parts: tuple[Part, ...]
    twins: int
    declared: bool  # some claim says what the statement needs, if only that it needs nothing

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing, one line each."""
        found = [f"{part.kind} {part.says!r} has no twin" for part in self.parts if not part.covered]
        if self.statement.kind in MUST_DECLARE and not self.declared:
            found.append("no claim says what it needs: give hypotheses, or () if it needs nothing")
        return tuple(found)

    def __str__(self) -> str:
        head = f"{self.statement.label} · {self.statement.kind} {self.statement.title}".rstrip()
        lines = [f"{head} · twins: {self.twins}", *(f"  {part}" for part in self.parts)]
        return "\n".join([*lines, *(f"  GAP {gap}" for gap in self.gaps)])


def audit(chapters: Iterable[str] = CHAPTERS, book: Path = BOOK) -> tuple[Entry, ...]:
    """The entries of these chapters, in the order of their claims; one entry for each label."""
    by_label = labelled(statements(book))
    claims: dict[str, list[Claim]] = {}
    for chapter in chapters:
        for claim in claims_of(chapter):
            for label in claim.labels:
                claims.setdefault(label, []).append(claim)
    return tuple(entry(by_label[label], found) for label, found in claims.items() if label in by_label)


def entry(statement: Statement, claims: list[Claim]) -> Entry:
    """What all claims of one statement say together."""
    clauses = dict.fromkeys(clause for claim in claims for clause in claim.clauses or (claim.says,))
    hypotheses = dict.fromkeys(text for claim in claims for text in claim.hypotheses or ())
    parts = [Part("clause", text, tuple(_breaking(text, claims))) for text in clauses]
    for text in hypotheses:
        dropping = tuple(
            fault for claim in claims for fault, twin in claim.marks.items() if twin.drops == text
        )
        reason = next((claim.undropped[text] for claim in claims if text in claim.undropped), "")
        parts.append(Part("hypothesis", text, dropping, reason))
    twins = sum(len(claim.twins) for claim in claims)
    return Entry(statement, tuple(parts), twins, any(claim.hypotheses is not None for claim in claims))


def _breaking(clause: str, claims: list[Claim]) -> Iterator[str]:
    """The twins that name the clause; if a claim names no clauses, all its twins that drop no hypothesis, or,
    if there are only such, those: without the hypothesis the statement falls."""
    for claim in claims:
        if claim.clauses:
            yield from (fault for fault, twin in claim.marks.items() if twin.breaks == clause)
        elif claim.says == clause:
            plain = [fault for fault in claim.twins if fault not in claim.marks]
            yield from plain or claim.twins


def totals(entries: tuple[Entry, ...]) -> str:
    """The counts, in a sentence."""
    parts = [part for entry in entries for part in entry.parts]
    needs = [part for part in parts if part.kind == "hypothesis"]
    dropped = sum(bool(part.twins) for part in needs)
    reasons = sum(bool(part.reason) for part in needs)
    gaps = sum(len(entry.gaps) for entry in entries)
    return (
        f"{len(entries)} statements, {len(parts) - len(needs)} clauses, {len(needs)} hypotheses: {dropped} dropped "
        f"by a twin, {reasons} with a reason instead; {gaps} gaps"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kernelcourse.claims.audit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("chapters", nargs="*", metavar="chapter")
    parser.add_argument("--gaps", action="store_true", help="show only what is missing, and the totals")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.chapters) - set(CHAPTERS)):
        parser.error(f"chapter {unknown[0]!r} is not one of {', '.join(CHAPTERS)}")
    if not BOOK.is_dir():
        parser.error(f"the audit reads the book's pages, and {BOOK.name}/ is not beside the package")
    entries = audit(options.chapters or CHAPTERS)
    for shown in entries:
        if shown.gaps or not options.gaps:
            print(shown)
    print(totals(entries))
    return int(any(shown.gaps for shown in entries))


if __name__ == "__main__":
    sys.exit(main())
