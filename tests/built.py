"""The pages of the built book; old addresses, which only lead on, are not among them."""

from pathlib import Path

HTML = Path(__file__).resolve().parent.parent / "_build" / "html"


def built_pages(folder: Path = HTML) -> list[Path]:
    """Every page that a reader reads."""
    return [
        path
        for path in sorted(folder.rglob("*.html"))
        if "_static" not in path.relative_to(HTML).parts
        and "<title>This page has moved</title>" not in path.read_text(encoding="utf-8")
    ]
