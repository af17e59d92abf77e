"""Finding one's way in a written page: where an element ends."""

from __future__ import annotations

import re


def end_of(text: str, opening: re.Match[str]) -> int:
    """The position after the element whose opening tag was matched; its name is the first group."""
    tag = re.compile(rf"<(/?){opening[1]}\b[^>]*>", re.IGNORECASE)
    depth, position = 1, opening.end()
    while depth:
        found = tag.search(text, position)
        if found is None:
            raise ValueError(f"<{opening[1]}> at {opening.start()} is never closed")
        depth += -1 if found[1] else 1
        position = found.end()
    return position
