"""What is still lost on some screen: `make survey` lists it, page by page. Not yet true of every page, so no test."""

import pytest

from tests.browser.wholeness import lost
from tests.built import HTML, built_pages

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]
PAGES = [path.relative_to(HTML).as_posix() for path in built_pages(HTML / "chapters")]


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_lost(watch, book, page: str, width: int) -> None:
    watched = watch(width=width)
    watched.page.goto((book / page).as_uri())
    assert lost(watched.page) == []
