"""What every page says about itself: edition and date, where to report a problem, and what others show of it.

Settings in `_config.yml`, below sphinx.config:
  book_repository   the address of the repository; empty: pages have no links to it
  book_site         the address at which the book is published; empty: no sitemap, no canonical addresses
What is empty there is taken from BOOK_REPOSITORY and BOOK_SITE of the environment: a workflow knows where it runs.
"""

from __future__ import annotations

import html
import re
import subprocess
import tomllib
from datetime import UTC, date, datetime
from os import environ
from pathlib import Path
from typing import Any
from urllib.parse import quote

import finishing
from search_index import words

ROOT = Path(__file__).resolve().parent.parent
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
TWICE = re.compile(r"<title>\s*(.+?) (?:—|&#8212;) \1\s*</title>")  # the first page's title is the book's
PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
FOOT = '<footer class="bd-footer-content">'


def setting(app: Any, name: str) -> str:
    """What `_config.yml` says, or else the environment, without the stroke at its end."""
    return str(getattr(app.config, name) or environ.get(name.upper(), "")).rstrip("/")


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def day() -> date:
    """The date of the last commit; where there is none, SOURCE_DATE_EPOCH or today."""
    if "SOURCE_DATE_EPOCH" in environ:
        return datetime.fromtimestamp(int(environ["SOURCE_DATE_EPOCH"]), UTC).date()
    asked = subprocess.run(["git", "log", "-1", "--format=%cs"], cwd=ROOT, capture_output=True, text=True)
    return date.fromisoformat(asked.stdout.strip()) if asked.stdout.strip() else datetime.now(UTC).date()


def description(text: str) -> str:
    """The first sentences of a page, at most 160 characters, cut at a word."""
    article = text[text.find("<article") :]
    said = next((said for found in PARAGRAPH.finditer(article) if len(said := words(found[1])) > 60), "")
    return said if len(said) <= 160 else said[:157].rpartition(" ")[0] + " …"


def head(text: str, address: str, site: str) -> str:
    """The lines by which search engines and other pages show this one."""
    title = TITLE.search(text)
    name, said = html.unescape(title[1].strip()) if title else "", description(text)
    lines = [
        f'<meta name="description" content="{html.escape(said)}">',
        f'<meta property="og:title" content="{html.escape(name)}">',
        f'<meta property="og:description" content="{html.escape(said)}">',
        '<meta property="og:type" content="article">',
    ]
    if site:
        lines += [
            f'<link rel="canonical" href="{site}/{address}">',
            f'<meta property="og:url" content="{site}/{address}">',
            f'<meta property="og:image" content="{site}/_static/card.png">',
            '<meta name="twitter:card" content="summary_large_image">',
        ]
    return "\n".join(lines)


def foot(address: str, repository: str, when: date) -> str:
    """Edition and date; the repository, and a form that already names the page."""
    said = f"Edition {version()}, {when.day} {when:%B %Y}."
    if repository:
        about = quote(f"Problem on {address}")
        said += f' <a href="{repository}">Repository</a> · '
        said += f'<a href="{repository}/issues/new?title={about}">Report a problem on this page</a>'
    return f'<p class="kc-edition">{said}</p>'


def finish(app: Any, pages: dict[Path, str]) -> None:
    out, when = Path(app.outdir), day()
    repository, site = setting(app, "book_repository"), setting(app, "book_site")
    for path, text in pages.items():
        if "kc-edition" in text or FOOT not in text:
            continue
        name = path.relative_to(out).as_posix()
        text = TWICE.sub(r"<title>\1</title>", text, count=1)
        text = text.replace("</title>", f"</title>\n{head(text, name, site)}", 1)
        pages[path] = text.replace(FOOT, FOOT + foot(name, repository, when), 1)
    if site:
        found = [path.relative_to(out).as_posix() for path in sorted(pages) if "kc-edition" in pages[path]]
        rows = "".join(
            f"<url><loc>{site}/{quote(name)}</loc><lastmod>{when}</lastmod></url>\n" for name in found
        )
        namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
        (out / "sitemap.xml").write_text(
            f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{namespace}">\n{rows}</urlset>\n',
            encoding="utf-8",
        )


def setup(app: Any) -> dict[str, Any]:
    app.add_config_value("book_repository", "", "html")
    app.add_config_value("book_site", "", "html")
    app.setup_extension("finishing")
    finishing.add(500, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
