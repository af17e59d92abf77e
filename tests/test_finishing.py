"""Pages are finished from what Sphinx wrote, however often the book is built."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "_ext"))

import edition  # noqa: E402
import finishing  # noqa: E402


@pytest.fixture
def app(tmp_path: Path) -> Any:
    (tmp_path / "html").mkdir()
    return SimpleNamespace(
        outdir=tmp_path / "html", doctreedir=tmp_path / ".doctrees", builder=SimpleNamespace(format="html")
    )


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that a finisher meets; it is one that could not bear to meet its own work."""
    seen: list[str] = []

    def wrap(app: Any, pages: dict[Path, str]) -> None:
        for path, text in pages.items():
            seen.append(text)
            pages[path] = f"<main>{text}</main>"

    monkeypatch.setattr(finishing, "_finishers", [(1, wrap)])
    return seen


def test_a_page_that_sphinx_left_alone_is_finished_from_its_original(app: Any, met: list[str]) -> None:
    page = app.outdir / "chapters" / "one.html"
    page.parent.mkdir()
    page.write_text("first")
    for _ in range(3):
        finishing.finish(app, None)
        assert page.read_text() == "<main>first</main>"
    assert met == ["first"] * 3


def test_a_page_that_sphinx_wrote_again_is_finished_anew(app: Any, met: list[str]) -> None:
    page = app.outdir / "one.html"
    for text in ("first", "second", "first"):
        page.write_text(text)
        finishing.finish(app, None)
        assert page.read_text() == f"<main>{text}</main>"
    assert met == ["first", "second", "first"]


def test_a_finisher_that_fails_leaves_the_pages_as_they_were(
    app: Any, met: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = app.outdir / "one.html"
    page.write_text("first")

    def fail(app: Any, pages: dict[Path, str]) -> None:
        raise ValueError

    with monkeypatch.context() as broken:
        broken.setattr(finishing, "_finishers", [*finishing._finishers, (2, fail)])
        with pytest.raises(ValueError):
            finishing.finish(app, None)
    assert page.read_text() == "first"
    finishing.finish(app, None)
    assert page.read_text() == "<main>first</main>"


def test_the_first_page_has_its_title_once() -> None:
    said = "<title>Kernel methods &#8212; Kernel methods</title>"
    assert edition.TWICE.sub(r"<title>\1</title>", said) == "<title>Kernel methods</title>"
    other = "<title>16. Kernel ridge regression &#8212; Kernel methods</title>"
    assert edition.TWICE.sub(r"<title>\1</title>", other) == other


def test_every_page_leads_to_the_repository_that_the_settings_or_else_the_workflow_name(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = app.outdir / "chapters" / "one.html"
    written = f"<title>One</title><article><p>Text.</p></article>{edition.FOOT}</footer>"
    for told, known, expected in (
        ("", "", None),
        ("", "https://forge.test/fork/", "https://forge.test/fork"),
        ("https://forge.test/book", "https://forge.test/fork", "https://forge.test/book"),
    ):
        monkeypatch.setenv("BOOK_REPOSITORY", known)
        monkeypatch.setenv("BOOK_SITE", "https://book.test/")
        app.config = SimpleNamespace(book_repository=told, book_site="")
        pages = {page: written}
        edition.finish(app, pages)
        links = [f'href="{expected}"', f'href="{expected}/issues/new?title=Problem%20on%20chapters/one.html"']
        assert [link in pages[page] for link in links] == [expected is not None] * 2
        assert "https://book.test/chapters/one.html" in (app.outdir / "sitemap.xml").read_text()


def test_the_workflow_says_where_the_book_will_be() -> None:
    """Else the published pages have no sitemap, no canonical address and no picture to show."""
    text = (ROOT / ".github" / "workflows" / "course.yml").read_text(encoding="utf-8")
    known = yaml.safe_load(text)["jobs"]["test"]["env"]
    assert set(known) == {"BOOK_REPOSITORY", "BOOK_SITE"}
