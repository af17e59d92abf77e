"""The theme's icons as a few strokes in the page itself: no icon font, no script that draws them."""

from __future__ import annotations

import re

# Strokes in a box of 24 × 24, drawn with round ends in the colour of the text.
STROKES = {
    "angle-left": "M15 5l-7 7 7 7",
    "angle-right": "M9 5l7 7-7 7",
    "arrow-up": "M12 20V5M5 12l7-7 7 7",
    "bars": "M3 6h18M3 12h18M3 18h18",
    "list": "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
    "outdent": "M3 5h18M11 10h10M11 14h10M3 19h18M7 9l-4 3 4 3",
    "magnifying-glass": "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5L21 21",
    "download": "M12 3v12M6 10l6 6 6-6M4 20h16",
    "file": "M6 3h8l5 5v13H6zM14 3v5h5",
    "file-lines": "M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7",
    "file-pdf": "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
    "sun": "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4"
    "M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
    "moon": "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.500 10.500z",
    "circle-half-stroke": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 3v18M15 5v14M18 7.500v9",
    "home": "M3 11l9-8 9 8M6 9v12h12V9",
    "expand": "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
    "pencil": "M4 20l1-5L16 4l4 4L9 19z",
    "lightbulb": "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 4H9c0-2 0-3-1-4",
    "play": "M7 4l12 8-12 8z",
    "code": "M8 7l-5 5 5 5M16 7l5 5-5 5",
    "comment": "M4 5h16v11H10l-5 4v-4H4z",
    "check": "M4 13l5 5L20 6",
}
ALIASES = {"pencil-alt": "pencil", "rocket": "play", "github": "code", "house": "home"}
ICON = re.compile(r'<(i|span) class="([^"]*\bfa-[^"]*)"([^>]*)></\1>')


def svg(name: str) -> str:
    """One icon; a name without strokes is a mistake."""
    strokes = STROKES[ALIASES.get(name, name)]
    return (
        '<svg class="kc-icon" viewBox="0 0 24 24" width="1em" height="1em" fill="none" stroke="currentColor" '
        f'stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">'
        f'<path d="{strokes}"/></svg>'
    )


def drawn(text: str) -> str:
    """The page with every icon of the icon font replaced by its strokes."""

    def replace(match: re.Match[str]) -> str:
        classes = match[2].split()
        name = next(
            c[3:] for c in classes if c.startswith("fa-") and c not in ("fa-solid", "fa-regular", "fa-lg")
        )
        kept = [c for c in classes if not c.startswith("fa")]
        if not kept and not match[3].strip():
            return svg(name)
        return f'<{match[1]} class="{" ".join(kept)}"{match[3]}>{svg(name)}</{match[1]}>'

    return ICON.sub(replace, text)
