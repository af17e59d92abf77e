"""Both plans lead through the whole book, once; minutes and goals are what the pages say of themselves."""

from __future__ import annotations

import re
import sys

import pytest

from kernelcourse.homework.sheet import sheet_names
from tools.reading_time import ROOT, reading
from tools.slides.outline import outlines

sys.path.insert(0, str(ROOT / "_ext"))
from syllabus import Week, plans, told

PLANS = plans()
NUMBERED = [page for outline in outlines() for page in outline.pages]


def test_there_are_plans_for_7_and_14_weeks():
    assert {name: len(weeks) for name, weeks in PLANS.items()} == {"seven": 7, "fourteen": 14}


@pytest.mark.parametrize("name", PLANS)
def test_every_page_is_read_once_and_in_the_order_of_the_book(name):
    read = [page for week in PLANS[name] for page in week.pages]
    assert read == [page for page in NUMBERED if page in read]
    assert len(read) >= 20


@pytest.mark.parametrize("name", PLANS)
def test_what_a_plan_leaves_out_is_named(name):
    read = {page for week in PLANS[name] for page in week.pages}
    for outline in outlines():
        left = not read & set(outline.pages)
        assert left == (f"{{doc}}`{outline.title} <{outline.pages[0]}>`" in told(PLANS[name]))


def test_a_plan_with_one_week_leaves_out_the_rest():
    assert "A longer term has room for {doc}`Similarity <similarity/distances>`" in told(
        (Week(("mds",), ("mds",)),)
    )


@pytest.mark.parametrize("name", PLANS)
def test_every_topic_is_lectured_on_and_read_in_the_same_week(name):
    topics = {outline.topic: outline for outline in outlines()}
    for week in PLANS[name]:
        assert all(set(week.pages) & set(topics[topic].pages) for topic in week.lectures)


@pytest.mark.parametrize("name", PLANS)
def test_sheets_exist_and_are_handed_out_once_their_pages_are_read(name):
    sheets = [week.homework for week in PLANS[name] if week.homework]
    assert len(set(sheets)) == len(sheets)
    for place, week in enumerate(PLANS[name]):
        if week.homework:
            assert (ROOT / "homework" / week.homework / "master.ipynb").is_file()
            read = [page for earlier in PLANS[name][: place + 1] for page in earlier.pages]
            assert any(page.partition("/")[0] == week.homework for page in read)


def test_every_sheet_is_named_in_the_longer_plan():
    text = told(PLANS["fourteen"])
    assert [name for name in sheet_names() if f"`{name}`" not in text] == []


def test_the_table_tells_the_minutes_of_the_pages():
    week = Week(("mds",), ("mds",), "mds")
    minutes = 5 * round(reading(ROOT / "chapters" / "mds.ipynb").minutes / 5)
    text = told((week,))
    assert f"| 1 | Maps from distances | {{doc}}`mds`: about {minutes} minutes | `mds` |" in text
    assert re.search(r"^1\. \w.{20,}", text, re.M)
