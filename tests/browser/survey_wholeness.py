"""Every page at every width: `make survey`. The browser tests look at three widths of each page."""

import pytest

from tests.browser.wholeness import lost
from tests.built import HTML, built_pages

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]
PAGES = [path.relative_to(HTML).as_posix() for path in built_pages(HTML / "chapters")]
WIDTHS = (360, 390, 640, 768, 1280)  # 640: a desktop at 200 % zoom


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_lost(watch, book, page: str) -> None:
    watched = watch()
    watched.page.goto((book / page).as_uri())
    found = []
    for width in WIDTHS:
        watched.page.set_viewport_size({"width": width, "height": 800})
        found += [f"at {width} px: {entry}" for entry in lost(watched.page)]
    assert found == []
