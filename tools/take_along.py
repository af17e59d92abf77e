"""Put what a reader takes along beside the pages, and offer it on the first page.

python tools/take_along.py pdf      _build/book.pdf  →  _build/html/book.pdf
python tools/take_along.py zip      _build/html      →  _build/html/book.zip
"""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
FIRST = HTML / "chapters" / "index.html"
KINDS = {"pdf": "the whole book as a PDF", "zip": "all pages, to read without a network"}
BEGIN = re.compile(r'<p class="kc-begin">.*?</p>', re.DOTALL)
OFFER = re.compile(r'\n<p class="kc-take">.*?</p>', re.DOTALL)


def offered(page: str, sizes: dict[str, int]) -> str:
    """The first page with a line of links to the files that there are; their sizes in bytes."""
    links = [
        f'<a href="../book.{kind}">{words}</a> ({sizes[kind] / 1e6:.1f} MB)'
        for kind, words in KINDS.items()
        if kind in sizes
    ]
    page = OFFER.sub("", page)
    if not links:
        return page
    line = f'\n<p class="kc-take">Take it along: {"; ".join(links)}.</p>'
    return BEGIN.sub(lambda found: found[0] + line, page, count=1)


def offer() -> None:
    sizes = {
        kind: (HTML / f"book.{kind}").stat().st_size for kind in KINDS if (HTML / f"book.{kind}").exists()
    }
    FIRST.write_text(offered(FIRST.read_text(encoding="utf-8"), sizes), encoding="utf-8")


def pack(target: Path) -> None:
    """Every file of the book but the archive itself; the pages inside do not offer it."""
    target.unlink(missing_ok=True)
    offer()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(HTML.rglob("*")):
            if path.is_file() and path != target:
                archive.write(path, path.relative_to(HTML))


def main() -> int:
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in KINDS:
        raise SystemExit(f"take_along.py takes one word: {' or '.join(KINDS)}")
    target = HTML / f"book.{kind}"
    if kind == "pdf":
        shutil.copyfile(ROOT / "_build" / "book.pdf", target)
    else:
        pack(target)
    offer()
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1e6:.1f} MB, offered on the first page")
    return 0


if __name__ == "__main__":
    sys.exit(main())
