"""What was parted for a telephone is one line where there is room, and lines of their own stay so."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.built import HTML, built_pages

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from joined_lines import STEPS, joined, step  # noqa: E402
from typeset import Formula, Set  # noqa: E402
from wide_displays import with_joined  # noqa: E402

PARTED = r"\begin{aligned}&a \\ &\quad= b \\[0.5em] &\qquad{}+ c\end{aligned}"


@pytest.mark.parametrize(
    ("tex", "whole"),
    [
        (PARTED, r"\begin{aligned}&a = b {}+ c\end{aligned}"),
        (r"w(&a\\ &{}+ b)", r"w(&a {}+ b)"),
        (r"\int &f\\ &\cdot g", r"\int &f \cdot g"),
        (r"a &= b\\ &= c", None),
        (r"&a \\ &\text{with}\quad b", None),
        (r"1 & 0 \\ 0 & -1", None),
    ],
)
def test_a_parted_line_is_joined(tex: str, whole: str | None) -> None:
    assert joined(tex) == whole


def test_a_place_is_named_that_has_room() -> None:
    assert [step(width) for width in (3.0, 19.4, 19.6, 39.4, 39.6)] == [20, 20, 25, 40, None]
    sheet = (ROOT / "_static" / "formula_layout.css").read_text(encoding="utf-8")
    for most in STEPS:
        (room,) = re.findall(rf"min-width: (\d+)px\) {{ \.kc-formula > \.kc-to-{most} ", sheet)
        needed = 17 * (most - 0.5) + 4  # an em of the text is 17 px
        assert 0.98 * needed < int(room) < needed + 1


def test_both_stand_in_the_page_and_each_is_set_once() -> None:
    whole = joined(PARTED) or ""
    page = (
        '<div class="kc-formula" style="--kc-em:9"><mjx-container jax="CHTML" display="true"{} data-tex="{}">'
    )
    text = page.format(' class="kc-wide"', PARTED.replace("&", "&amp;"))
    made = with_joined(text, {Formula(whole, True): Set("drawn", "said", 23.0)})
    assert '<mjx-container jax="CHTML" display="true" class="kc-wide kc-to-25" style="--kc-em:23.0"' in made
    assert made.index("kc-to-25") < made.index('class="kc-wide kc-parted" data-tex=')
    assert with_joined(text, {Formula(whole, True): Set("drawn", "said", 50.0)}) == text
    assert with_joined(page.format("", "x = y"), {}) == page.format("", "x = y")


@pytest.mark.book
def test_no_display_that_a_page_has_room_for_stays_parted() -> None:
    """Only those wider than the text are left as they are for a telephone."""
    pages = [path.read_text(encoding="utf-8") for path in built_pages(HTML / "chapters")]
    both = sum(len(re.findall(r'class="(?:kc-wide )?kc-to-\d+"', text)) for text in pages)
    parted = sum(len(re.findall(r'class="(?:kc-wide )?kc-parted"', text)) for text in pages)
    assert both == parted > 40
