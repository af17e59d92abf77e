"""A list of citations is not a list to a screen reader: its children are bibliography entries, not list items.

docutils writes role="list" around entries with role="doc-biblioentry", which WAI-ARIA does not allow.
"""

from __future__ import annotations

from typing import Any


def drop_list_role(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    if "body" in context:
        context["body"] = context["body"].replace(
            '<div role="list" class="citation-list">', '<div class="citation-list">'
        )


def setup(app: Any) -> dict[str, Any]:
    app.connect("html-page-context", drop_list_role)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
