"""The built book is self-contained: no page loads anything from another host, every file is there."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.built import built_pages

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
PAGES = built_pages()

pytestmark = pytest.mark.book

# Attributes by which a browser fetches something on its own (a link <a href> is followed by the reader).
LOADING = {
    "src": {"script", "img", "source", "iframe", "embed", "video", "audio", "track", "input"},
    "srcset": {"img", "source"},
    "data": {"object"},
    "poster": {"video"},
    "href": {"image", "use"},
    "xlink:href": {"image", "use"},
}
LOADING_RELATIONS = {
    "stylesheet",
    "preload",
    "prefetch",
    "preconnect",
    "dns-prefetch",
    "icon",
    "modulepreload",
}
CSS_URL = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


class Resources(HTMLParser):
    """The addresses that a page makes the browser fetch, and the CSS written in it."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.in_style = False

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        self.in_style = tag == "style"
        for name, value in given.items():
            if tag in LOADING.get(name, ()) and value:
                separate = value.split(",") if name == "srcset" else [value]
                self.addresses += [address.split()[0] for address in separate]
        if tag == "link" and set(given.get("rel", "").lower().split()) & LOADING_RELATIONS:
            self.addresses.append(given.get("href", ""))
        self.addresses += css_addresses(given.get("style", ""))

    def handle_data(self, data):
        if self.in_style:
            self.addresses += css_addresses(data)

    def handle_endtag(self, tag):
        self.in_style = False


def css_addresses(text: str) -> list[str]:
    without_comments = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [first or second for first, second in CSS_URL.findall(without_comments)]


def resources(text: str) -> list[str]:
    parser = Resources()
    parser.feed(text)
    return [address for address in parser.addresses if address and not address.startswith(("data:", "#"))]


def is_foreign(address: str) -> bool:
    return bool(urlsplit(address).netloc)


def test_the_book_is_built():
    assert (HTML / "index.html").is_file(), "run make book"


def test_the_reader_of_pages_sees_every_way_to_load():
    page = """<link rel="stylesheet" href="https://a.test/x.css"><script src="//b.test/y.js"></script>
    <style>@import "https://c.test/z.css"; .q { background: url('https://d.test/w.png') }</style>
    <a href="https://fine.test/">a link may lead anywhere</a>
    <img srcset="https://e.test/1.png 1x, local.png 2x">"""
    foreign = [address for address in resources(page) if is_foreign(address)]
    assert [urlsplit(address).netloc[0] for address in foreign] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HTML)))
def test_a_page_loads_only_files_of_the_book(page):
    for address in resources(page.read_text(encoding="utf-8")):
        assert not is_foreign(address), f"{page.name} loads {address}"
        assert (page.parent / unquote(urlsplit(address).path)).exists(), f"{page.name}: no file {address}"


def test_style_sheets_load_only_files_of_the_book():
    sheets = list(HTML.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        for address in css_addresses(sheet.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")):
                assert not is_foreign(address), f"{sheet.name} loads {address}"


def test_no_script_names_a_host_to_load_from():
    """Addresses in scripts are name spaces, comments and links; none serves code or fonts."""
    hosts = r"cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|fonts\.g\w+\.com|polyfill\.io"
    for script in [*HTML.rglob("*.js"), *PAGES]:
        found = re.search(hosts, script.read_text(encoding="utf-8"))
        assert not found, f"{script.relative_to(HTML)} names {found and found[0]}"
