"""The generated pages show everything: each claim with its status, each item of the sources, each erratum."""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path

import pytest

from kernelcourse.claims import all_claims
from kernelcourse.claims.labels import labelled, statements
from kernelcourse.ledger import ledger

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "_build" / "html" / "chapters"

sys.path.append(str(ROOT / "_ext"))
from evidence import Evidence  # noqa: E402
from small_letters import with_small_letters  # noqa: E402
from verified import evidence_nodes, first_line, places  # noqa: E402


def page(name: str) -> str:
    """A built page as text: tags removed, spaces and typographic quotes made plain."""
    text = re.sub(r"<[^>]+>", "", (PAGES / f"{name}.html").read_text(encoding="utf-8"))
    return plain(html.unescape(text))


def plain(text: str) -> str:
    text = re.sub(r"[“”]", '"', text.replace("’", "'").replace("‘", "'"))
    return re.sub(r"\s+", " ", re.sub(r"-{2,3}|[–—]", "-", text.replace("…", "...")))


def seen(text: str) -> str:
    """What a claim or the ledger writes on one line, as it stands in a page: λ_{q+1} with its index small."""
    return plain(html.unescape(re.sub(r"<[^>]+>", "", with_small_letters(text))))


def test_a_verdict_does_not_stand_alone_on_a_line():
    entry = Evidence("mds.one", ("thm-one",), "B holds inner products", "", "passed", (), (), "")
    assert next(evidence_nodes([entry])).astext().endswith("products\N{NO-BREAK SPACE}passed")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("001 L37", [("001", "L37")]),
        ("000 L43; 001 L407-411", [("000", "L43"), ("001", "L407-411")]),
        ("000, 001 L302, 003 L250", [("000", ""), ("001", "L302"), ("003", "L250")]),
        ("000, 001, 003 vs 002 L145-157", [("000", ""), ("001", ""), ("003", ""), ("002", "L145-157")]),
        ("002 L9, L15 vs L67-87", [("002", "L9, L15 vs L67-87")]),
        ("000-004", [("000", ""), ("001", ""), ("002", ""), ("003", ""), ("004", "")]),
    ],
)
def test_a_source_names_documents_and_lines(source, found):
    assert places(source) == found


def test_every_entry_has_its_place_in_the_index():
    for entry in (*ledger().items, *ledger().errata):
        assert places(entry.source), entry.id
        assert {document for document, _ in places(entry.source)} <= set(ledger().sources)


def test_lines_are_sorted_by_their_first_number():
    assert [first_line(lines) for lines in ("L90-93 vs L95-104", "", "L7")] == [90, 0, 7]


@pytest.mark.book
def test_the_page_of_verified_statements_lists_every_claim_as_passed():
    shown = page("verified")
    for claim in all_claims():
        assert seen(claim.says) + " passed" in shown, claim.name
        assert all(seen(fault) in shown for fault in claim.twins), claim.name
    assert f"{len(all_claims())} of {len(all_claims())} claims" in shown
    assert "failed" not in re.findall(r'class="kc-(\w+)"', (PAGES / "verified.html").read_text())


@pytest.mark.book
@pytest.mark.parametrize("name", ["index", "verified"])
def test_the_statements_counted_are_all_that_have_a_number(name):
    count = len(labelled(statements(ROOT / "chapters")))
    assert f"claims about {count} numbered statements" in page(name)


@pytest.mark.book
def test_the_index_lists_every_item_and_erratum():
    shown = page("verified")
    for entry in (*ledger().items, *ledger().errata):
        assert re.search(rf"\b{entry.id}\b", shown), entry.id


@pytest.mark.book
def test_the_page_of_errata_shows_every_erratum_with_its_snippet():
    source, shown = (PAGES / "errata.html").read_text(encoding="utf-8"), page("errata")
    for erratum in ledger().errata:
        assert f'id="{erratum.id.lower()}"' in source, erratum.id
        assert seen(erratum.printed) in shown, erratum.id
        assert seen(erratum.right) in shown, erratum.id
        for line in erratum.prints.splitlines():
            assert plain(line).strip() in shown, f"{erratum.id}: {line}"


@pytest.mark.book
@pytest.mark.parametrize("name", ["verified", "errata"])
def test_no_heading_stands_over_nothing(name):
    """A topic without errata has no heading on the page of errata."""
    source = (PAGES / f"{name}.html").read_text(encoding="utf-8")
    assert not re.findall(r"</h[23]>\s*(?:<dl[^>]*>\s*</dl>\s*)?</section>", source)
