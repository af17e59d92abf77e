"""The minutes of a page: what counts as a word, and what does not count."""

from __future__ import annotations

import json

import pytest

from tools.reading_time import LIMIT, about, pages, reading, together, words


@pytest.mark.parametrize(
    ("prose", "count"),
    [
        ("Four plain words here.", 4),
        ("Let $x = (1, 2)$ be given.", 4),
        ("Then\n$$\na = b + c\n$$ (eq-sum)\nholds.", 3),
        ("```{math}\n:label: eq-x\na + b\n```\nagain", 2),
        (":::{prf:theorem} Title not counted\n:label: thm-x\n\nTwo words\n:::", 2),
        (":::{index} one, two\n:::\nseen", 1),
        ("see {prf:ref}`thm-x` now", 3),
    ],
)
def test_a_formula_is_one_word_and_markup_is_none(prose, count):
    assert words(prose) == count


def test_solutions_do_not_count_and_folded_derivations_are_not_open(tmp_path):
    def code(source, *tags):
        return {"cell_type": "code", "source": source, "metadata": {"tags": list(tags)}}

    def text(source):
        return {"cell_type": "markdown", "source": source, "metadata": {}}

    cells = [
        text("one two"),
        code("figures.mds.map()\n\nx = 1"),
        code('explore.derivation("a")'),
        code('explore.derivation("b")', "hide-cell"),
        text("three\n\n:::{solution-start} exr-a\n:class: dropdown\n:::\n\nnot counted"),
        code("not = 1\ncounted = 2"),
        text(":::{solution-end}\n:::\n\nfour"),
    ]
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    found = reading(path)
    assert (found.words, found.code_lines, found.figures, found.derivations) == (4, 4, 1, 1)
    assert found.minutes == pytest.approx(4 / 180 + 0.4 + 0.5 + 2)


def test_the_reader_is_told_a_round_number():
    assert [about(minutes) for minutes in (1, 23, 37.4)] == [f"about {n} minutes" for n in (5, 25, 35)]


def test_pages_together_take_the_sum_of_the_minutes_under_their_titles(tmp_path):
    paths = [tmp_path / "a.md", tmp_path / "b.md"]
    for path in paths:
        path.write_text("word " * 180 * 17)  # 17 minutes: 15 under the title
    assert together(paths) == 30


# Pages that still take longer. This list only shrinks.
LONG: set[str] = set()


@pytest.mark.parametrize(
    "path", [path for path in pages() if path.suffix == ".ipynb"], ids=lambda path: path.stem
)
def test_a_page_is_read_in_one_sitting(path):
    if path.stem not in LONG:
        assert reading(path).minutes <= LIMIT
