"""Directives for the generated pages: ``{verified}``, ``{source-index}`` and ``{errata}``.

They run the claims and the snippets while the book is built. A claim that fails, or a snippet that prints
anything else than the ledger says, is a warning, and a warning fails the build: the pages cannot claim what
did not happen.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path

from contents import Contents
from docutils import nodes
from evidence import Evidence, all_evidence, counts, shown
from small_letters import with_small_letters
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from kernelcourse.claims import CHAPTERS, Claim, all_claims, claims_of
from kernelcourse.claims.labels import Statement, labelled, pages, prose, statements
from kernelcourse.ledger import KINDS, Erratum, Item, ledger, output_of

log = logging.getLogger(__name__)


class Generated(SphinxDirective, ABC):
    """What the three directives share: sections, links to statements, folded parts."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # these pages depend on the whole package: build them every time
        self.folder = Path(self.env.srcdir) / "chapters"
        self.contents = Contents.read(Path(self.env.srcdir) / "_toc.yml")
        found = sorted(statements(self.folder), key=lambda one: self.contents.place(one.page))
        self.book = labelled(found)
        self.claims = {claim.name: claim for claim in all_claims()}
        self.stored = Path(self.env.app.outdir).parent / ".evidence"
        return list(self.content_nodes())

    @abstractmethod
    def content_nodes(self) -> Iterator[nodes.Node]: ...

    def section(self, title: str, parts: Iterable[nodes.Node]) -> nodes.section:
        name = nodes.fully_normalize_name(title)
        section = nodes.section(ids=[nodes.make_id(f"{self.name}-{title}")], names=[name])
        section += nodes.title(text=title)
        self.state.document.note_implicit_target(section)
        section += list(parts)
        return section

    def chapter_title(self, chapter: str) -> str:
        """The first heading of a topic on one page; the caption over the pages of a topic in a folder."""
        page = pages(self.folder).get(chapter)
        if page and (found := re.search(r"^# (.+)$", prose(page), re.MULTILINE)):
            return found[1].strip()
        return self.contents.caption(chapter) or chapter.replace("_", " ")

    def link(self, label: str) -> list[nodes.Node]:
        """The statement's kind and number, as a link; the bare label if no page has it (and a warning)."""
        statement = self.book.get(label)
        if statement is None:
            log.warning("no page has the label %s", label, location=self.get_location())
            return [nodes.literal(text=label)]
        return list(self.link_to(statement))

    def link_to(self, statement: Statement) -> Iterator[nodes.Node]:
        equation = statement.kind == "equation"
        if equation:
            yield nodes.Text("Equation\N{NO-BREAK SPACE}")
        link = addnodes.pending_xref(
            "",
            nodes.inline(text=statement.label),
            refdomain="math" if equation else "prf",
            reftype="eq" if equation else "ref",
            reftarget=statement.label,
            refdoc=self.env.docname,
            refexplicit=False,
            refwarn=True,
        )
        yield link

    def links(self, names: Iterable[str]) -> list[nodes.Node]:
        """The statements that these claims back, each once."""
        found = [self.claims[name] for name in names if name in self.claims]
        linked: list[nodes.Node] = []
        for label in dict.fromkeys(label for claim in found for label in claim.labels):
            linked += [nodes.Text(", ") if linked else nodes.Text(""), *self.link(label)]
        return linked


class Verified(Generated):
    """Every claim, chapter by chapter: the statement, how it was checked, the wrong twins, what happened."""

    def content_nodes(self) -> Iterator[nodes.Node]:
        self.evidence = {entry.name: entry for entry in all_evidence(self.stored)}
        yield nodes.paragraph(text=summary(counts(self.stored)))
        for entry in self.evidence.values():
            if not entry.passed:
                message = "%s %s: %s"
                log.warning(message, entry.name, entry.status, entry.messages, location=self.get_location())
        for chapter in CHAPTERS:
            if claims_of(chapter):
                yield self.section(self.chapter_title(chapter), self.chapter(chapter))

    def chapter(self, chapter: str) -> Iterator[nodes.Node]:
        by_label: dict[str, list[Claim]] = {}
        self.listed: set[str] = getattr(self, "listed", set())
        for claim in claims_of(chapter):
            by_label.setdefault(claim.labels[0], []).append(claim)
        order = {label: place for place, label in enumerate(self.book)}
        said = summary_of([self.evidence[claim.name] for claim in claims_of(chapter)])
        entries = nodes.definition_list(classes=["kc-verified"])
        for label in sorted(by_label, key=lambda label: order.get(label, len(order))):
            entries += self.statement(label, by_label[label])
        yield from folded(said, [entries], "kc-register")

    def statement(self, label: str, claims: list[Claim]) -> nodes.definition_list_item:
        term = nodes.term("", "", *self.link(label))
        if label in self.book and self.book[label].title:
            term += [nodes.Text("\N{NO-BREAK SPACE}· "), *with_formulas(self.book[label].title)]
        for other in dict.fromkeys(other for claim in claims for other in claim.labels if other != label):
            term += [nodes.Text("\N{NO-BREAK SPACE}· "), *self.link(other)]
        anchors = dict.fromkeys(other for claim in claims for other in claim.labels)
        term["ids"] += [f"claim-{other}" for other in anchors if other == label or other not in self.listed]
        self.listed.update(anchors)
        found = [self.evidence[claim.name] for claim in claims]
        body = nodes.definition("", *evidence_nodes(found))
        return nodes.definition_list_item("", term, body)


class SourceIndex(Generated):
    """For someone who holds the original notes: each source, line by line, and where the book treats it."""

    def content_nodes(self) -> Iterator[nodes.Node]:
        entries = (*ledger().items, *ledger().errata)
        for number, title in ledger().sources.items():
            rows = sorted(
                (first_line(lines), entry.id, lines, entry)
                for entry in entries
                for document, lines in places(entry.source)
                if document == number
            )
            table = [([nodes.Text(dashed(lines) or "all")], self.what(entry)) for _, _, lines, entry in rows]
            shown = folded(f"{len(rows)} entries", [two_columns("Lines", "What, and where", table)])
            yield self.section(f"{number}: {title}", shown)

    def what(self, entry: Item | Erratum) -> list[nodes.Node]:
        says = entry.says if isinstance(entry, Item) else f"{entry.printed}. Right: {entry.right}"
        shown: list[nodes.Node] = [nodes.strong(text=entry.id), small(f" {says} ")]
        if linked := self.links(entry.claims):
            shown += [nodes.Text("→ "), *linked]
        if isinstance(entry, Item) and entry.open:
            shown.append(nodes.emphasis(text=f" Open: {entry.open}."))
        if entry.untestable:
            shown.append(nodes.emphasis(text=f" {entry.untestable}"))
        return shown


class Errata(Generated):
    """Every erratum, chapter by chapter: what is printed, what is right, and a snippet with its output."""

    def content_nodes(self) -> Iterator[nodes.Node]:
        yield from folded("The lines that every snippet starts from", [code(ledger().preamble)])
        for chapter in CHAPTERS:
            found = [erratum for erratum in ledger().errata if erratum.chapter == chapter]
            if found:  # no heading over nothing
                entries = nodes.definition_list(classes=["kc-errata"])
                entries += [self.erratum(erratum) for erratum in found]
                yield self.section(self.chapter_title(chapter), [entries])

    def erratum(self, erratum: Erratum) -> nodes.definition_list_item:
        anchor = erratum.id.lower()
        term = nodes.term(
            "", f"{erratum.id} · {KINDS[erratum.kind]} · {dashed(erratum.source)}", ids=[anchor]
        )
        self.env.get_domain("std").note_hyperlink_target(anchor, self.env.docname, anchor, erratum.id)
        body = nodes.definition()
        body += nodes.paragraph("", "", nodes.strong(text="Printed: "), small(erratum.printed + "."))
        body += nodes.paragraph("", "", nodes.strong(text="Right: "), small(erratum.right + "."))
        if linked := self.links(erratum.claims):
            body += nodes.paragraph("", "", nodes.Text("In the book: "), *linked)
        if erratum.untestable:
            body += nodes.paragraph("", "", nodes.emphasis(text=erratum.untestable))
        else:
            body += folded("See it", [code(erratum.shows), output(self.printed_by(erratum))])
        return nodes.definition_list_item("", term, body)

    def printed_by(self, erratum: Erratum) -> str:
        printed = output_of(erratum, ledger().preamble)
        if printed != erratum.prints:
            message = "%s prints %r, the ledger says %r"
            log.warning(message, erratum.id, printed, erratum.prints, location=self.get_location())
        return printed


def summary(found: dict[str, int]) -> str:
    """The count of everything, in a sentence."""
    return (
        f"While this page was built, {found['passed']} of {found['claims']} claims about {found['statements']} "
        f"numbered statements passed, and {found['twins']} wrong twins were rejected."
    )


def summary_of(found: list[Evidence]) -> str:
    """The same for one chapter: the line that opens its claims."""
    passed = sum(entry.passed for entry in found)
    twins = sum(len(entry.twins) for entry in found)
    return f"{passed} of {len(found)} passed, {twins} wrong twins rejected"


def evidence_nodes(found: list[Evidence]) -> Iterator[nodes.Node]:
    """Each claim in one line, what was checked below it to open."""
    for entry in found:
        state = "kc-" + entry.status.replace(" ", "-")
        status = nodes.inline(text=entry.status, classes=[state])
        yield nodes.paragraph("", "", small(entry.says + "\u00a0"), status)
        twins = "1 wrong twin" if len(entry.twins) == 1 else f"{len(entry.twins)} wrong twins"
        yield from folded(f"The check, {twins} rejected", [nodes.raw("", shown(entry), format="html")])


def small(text: str) -> nodes.Node:
    """Words of a claim or of the ledger, indices and exponents small."""
    return nodes.raw("", with_small_letters(text), format="html")


def with_formulas(title: str) -> Iterator[nodes.Node]:
    """A title as text, with its $formulas$ as formulas."""
    for place, part in enumerate(title.split("$")):
        yield nodes.math(text=part) if place % 2 else nodes.Text(part)


def places(source: str) -> list[tuple[str, str]]:
    """(document, lines) for each document that a source names: "000 L43; 001 L407-411", "000-004"."""
    if span := re.fullmatch(r"(\d{3})-(\d{3})", source):
        return [(f"{number:03}", "") for number in range(int(span[1]), int(span[2]) + 1)]
    found = re.findall(r"\b(\d{3})\b([^;]*?)(?=,\s*\d{3}\b|;|\bvs\s+\d{3}\b|$)", source)
    return [(document, lines.strip(" ,")) for document, lines in found]


def dashed(source: str) -> str:
    """L10-11 as it is printed: L10–11."""
    return re.sub(r"(?<=\d)-(?=\d)", "–", source)


def first_line(lines: str) -> int:
    found = re.search(r"L(\d+)", lines)
    return int(found[1]) if found else 0


def folded(summary: str, parts: list[nodes.Node], kind: str = "kc-folded") -> list[nodes.Node]:
    """Closed until the reader opens it; plain HTML, no script. A part of a register is open on paper."""
    opening = nodes.raw("", f'<details class="{kind}"><summary>{summary}</summary>', format="html")
    return [opening, *parts, nodes.raw("", "</details>", format="html")]


def code(source: str) -> nodes.literal_block:
    return nodes.literal_block(source.strip("\n"), source.strip("\n"), language="python")


def output(text: str) -> nodes.literal_block:
    return nodes.literal_block(text.strip("\n"), text.strip("\n"), language="text", classes=["kc-output"])


def two_columns(left: str, right: str, rows: list[tuple[list[nodes.Node], list[nodes.Node]]]) -> nodes.table:
    """A table whose second column takes what the first leaves: it wraps on a narrow screen."""
    group = nodes.tgroup("", nodes.colspec(colwidth=20), nodes.colspec(colwidth=80), cols=2)
    group += nodes.thead("", row([nodes.Text(left)], [nodes.Text(right)]))
    group += nodes.tbody("", *(row(*cells) for cells in rows))
    return nodes.table("", group, classes=["kc-index"])


def row(*cells: list[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def setup(app):
    app.add_directive("verified", Verified)
    app.add_directive("source-index", SourceIndex)
    app.add_directive("errata", Errata)
    app.add_css_file("verified.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
