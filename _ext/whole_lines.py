"""Printed lines stay whole.

A kernel may send one line in two pieces; MyST-NB alone would put each piece on a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def joined(outputs: list[Any]) -> list[Any]:
    """The outputs with all pieces of a stream put together, character for character, where the first stood."""
    first: dict[str, Any] = {}
    whole = []
    for output in outputs:
        if output["output_type"] == "stream" and output["name"] in first:
            first[output["name"]]["text"] += output["text"]
            continue
        if output["output_type"] == "stream":
            first[output["name"]] = output = type(output)(
                output
            )  # a copy: the notebook itself stays as it is
        whole.append(output)
    return whole


def setup(app) -> dict[str, bool]:
    from myst_nb.core import render

    merge: Callable[[list[Any]], list[Any]] = render.coalesce_streams
    if not hasattr(merge, "keeps_lines"):

        def coalesce_streams(outputs: list[Any]) -> list[Any]:
            return merge(joined(outputs))

        coalesce_streams.keeps_lines = True  # type: ignore[attr-defined]
        render.coalesce_streams = coalesce_streams
    return {"parallel_read_safe": True, "parallel_write_safe": True}
