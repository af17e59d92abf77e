"""The landing page leaves no topic out, and its map says the same as its words."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from dependency_map import arc_map  # noqa: E402


def test_every_numbered_topic_has_its_level_on_the_map() -> None:
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    files = [chapter["file"] for part in parts if part.get("numbered") for chapter in part["chapters"]]
    topics = list(dict.fromkeys(file.split("/")[1] for file in files))
    page = (ROOT / "chapters" / "index.md").read_text(encoding="utf-8")
    listed = re.search(r"```\{chapter-map\}\n(.*?)```", page, re.DOTALL)
    assert listed is not None
    assert [line.partition(":")[0] for line in listed[1].splitlines()] == topics


def test_the_map_draws_an_arc_for_each_need_and_says_it_in_words() -> None:
    drawn = arc_map(["Maps", "Sums & products", "Ridge"], {0: [], 1: [0], 2: [1, 0]})
    assert re.findall(r'class="(\w+)" data-ends="([\d ]+)"', drawn) == [
        ("most", "0 1"),
        ("most", "1 2"),
        ("also", "0 2"),
    ]
    assert (
        'aria-label="Sums &amp; products leans on Maps; Ridge leans on Sums &amp; products and Maps"' in drawn
    )
    assert drawn.count("<text") == 3


def test_each_card_leads_to_the_page_that_it_names() -> None:
    """Teach with it: the page of that title, which leads on to the grader's guide."""
    source = (ROOT / "chapters" / "index.md").read_text(encoding="utf-8")
    page = re.search(r"\{grid-item-card\} Teach with it\n:link: (\w+)", source)
    assert page and (ROOT / "chapters" / f"{page[1]}.md").read_text(encoding="utf-8").startswith(
        "# Teach with it"
    )
