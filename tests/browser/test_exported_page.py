"""A page exported by nbconvert, without a network: solutions are folded with their code, and open on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.test_export import exported, small

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_solution_with_its_code_is_folded_and_opens_without_a_network(watch, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(exported(small()), encoding="utf-8")
    tab = watch(offline=True).page
    tab.goto((tmp_path / "page.html").as_uri())
    code, after = tab.get_by_text("the solution"), tab.get_by_text("Afterwards.")
    assert not code.is_visible() and after.is_visible()
    tab.get_by_text("Solution to Exercise 1").click()
    assert code.is_visible() and tab.get_by_text("Two").is_visible()
    tab.get_by_text("Solution to Exercise 1").click()
    tab.emulate_media(media="print")
    assert code.is_visible()
