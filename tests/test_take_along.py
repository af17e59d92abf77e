"""The first page offers what there is to take along, and nothing else."""

from tools.take_along import offered

PAGE = '<main><p class="kc-begin"><a href="x.html">Start reading</a></p><p>after</p></main>'


def test_files_that_exist_are_offered_once() -> None:
    once = offered(PAGE, {"pdf": 12_340_000})
    assert '<a href="../book.pdf">' in once and "12.3 MB" in once and "book.zip" not in once
    both = offered(once, {"pdf": 12_340_000, "zip": 20_000_000})
    assert both.count("kc-take") == 1 and "book.zip" in both


def test_without_files_the_page_stays_as_it_is() -> None:
    assert offered(PAGE, {}) == PAGE
    assert offered(offered(PAGE, {"pdf": 1}), {}) == PAGE
