"""The ledger is complete: every item points to claims that exist, and every snippet prints what it says."""

from __future__ import annotations

import warnings

import pytest

from kernelcourse.claims import all_claims
from kernelcourse.ledger import Erratum, Item, ledger, output_of, read

LEDGER = ledger()
ENTRIES = (*LEDGER.items, *LEDGER.errata)

# These lists may only shrink.
OPEN: set[str] = set()
UNTESTABLE = {"C193", "E024", "E050", "E118"}


def test_all_items_and_errata_are_there():
    assert [item.id for item in LEDGER.items] == [f"C{number:03}" for number in range(1, 194)]
    assert [erratum.id for erratum in LEDGER.errata] == [f"E{number:03}" for number in range(1, 124)]


def test_the_lists_of_open_and_untestable_items_only_shrink():
    assert {item.id for item in LEDGER.items if item.open} <= OPEN
    assert {entry.id for entry in ENTRIES if entry.untestable} <= UNTESTABLE
    assert all(len(entry.untestable.split()) >= 4 for entry in ENTRIES if entry.untestable)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_the_entry_is_backed_by_claims_that_exist(entry):
    excused = entry.untestable or (isinstance(entry, Item) and entry.open)
    if excused:
        assert not entry.claims, "an entry with claims is neither untestable nor open"
    else:
        assert entry.claims, f"{entry.id} has no claim: name one of the chapter {entry.chapter}"
    unknown = set(entry.claims) - {claim.name for claim in all_claims()}
    assert not unknown, f"{entry.id} names claims that do not exist: {sorted(unknown)}"


@pytest.mark.parametrize("erratum", LEDGER.errata, ids=lambda erratum: erratum.id)
def test_the_snippet_prints_what_the_ledger_says(erratum):
    if erratum.untestable:
        assert not erratum.shows
        return
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert output_of(erratum, LEDGER.preamble) == erratum.prints
    assert erratum.prints.strip()


def test_every_statement_is_one_line_and_no_two_are_the_same():
    lines = [item.says for item in LEDGER.items]
    lines += [f"{erratum.printed} / {erratum.right}" for erratum in LEDGER.errata]
    assert all(line.strip() == line and line and "\n" not in line for line in lines)
    assert len(set(lines)) == len(lines)


# How the file is read.

HEAD = 'preamble = ""\n[sources]\n000 = "Notes"\n'
GOOD = 'chapter = "mds"\nsource = "000 L1"\n'


def test_a_claim_may_be_one_name_or_several():
    found = read(
        HEAD + f'[C002]\n{GOOD}says = "b"\nclaim = ["x.y", "x.z"]\n[C001]\n{GOOD}says = "a"\nclaim = "x.y"'
    )
    assert [(item.id, item.claims) for item in found.items] == [("C001", ("x.y",)), ("C002", ("x.y", "x.z"))]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f'[C1]\n{GOOD}says = "a"', "three digits"),
        (f'[X001]\n{GOOD}says = "a"', "three digits"),
        (f'[C001]\n{GOOD}sayz = "a"', "sayz"),
        (f"[C001]\n{GOOD}", "says"),
        ('[C001]\nchapter = "x"\nsource = "000"\nsays = "a"', "chapter 'x'"),
        ('[C001]\nchapter = "mds"\nsource = "009"\nsays = "a"', "source '009'"),
        (f'[E001]\n{GOOD}kind = "Z"\nprinted = "a"\nright = "b"', "kind 'Z'"),
    ],
)
def test_a_wrong_entry_is_named(text, complaint):
    with pytest.raises(ValueError, match=complaint):
        read(HEAD + text)


def test_snippets_share_nothing_but_the_preamble():
    first = Erratum("E001", "mds", "000", "M", "a", "b", shows="z = x + 1\nprint(z)")
    second = Erratum("E002", "mds", "000", "M", "a", "b", shows="print('z' in globals(), x)")
    assert output_of(first, "x = 1") == "2\n"
    assert output_of(second, "x = 1") == "False 1\n"
