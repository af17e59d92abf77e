"""One entry for a page that runs Python: JSON text in, JSON text out, nothing needed beyond numpy.

    respond('{"tool": "court", "expression": "(1 + x @ z)**2"}')
    respond('{"tool": "derivation", "name": "ridge_dual", …}')

The answer is what the tool's own `respond` gives, with one more entry: "html", the answer as a reader sees
it. The live widgets show the same HTML, so a verdict looks alike in a notebook and in a page.
"""

from __future__ import annotations

import json
from typing import Any

LONGEST = 200_000  # characters of a request; a derivation of a hundred lines has about ten thousand

__all__ = ["answer", "respond"]


def respond(text: str) -> str:
    """JSON text → JSON text; every mistake in the request comes back as {"error": …}."""
    if len(text) > LONGEST:
        return _refuse(f"the request has {len(text)} characters; at most {LONGEST} are read")
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        return _refuse("the request is not JSON")
    if not isinstance(request, dict):
        return _refuse("the request should be an object with the entry tool")
    return json.dumps(answer(request), ensure_ascii=False)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The same with plain data instead of text."""
    tool = request.get("tool")
    if tool == "court":
        from kernelcourse.bridge.court_page import court_answer

        return court_answer(request)
    if tool == "derivation":
        from kernelcourse.bridge.derivation_page import derivation_answer

        return derivation_answer(request)
    if tool == "cell" and isinstance(request.get("code"), str):
        from kernelcourse.bridge.cells import run

        return dict(run(request["code"]))
    if tool == "scene":
        from kernelcourse.scene.answer import scene_answer

        return scene_answer(request)
    return _problem(f"tool is {tool!r}; it should be court, derivation, scene or cell")


def _problem(message: str) -> dict[str, Any]:
    from kernelcourse.bridge.markup import problem

    return {"error": message, "html": problem(message)}


def _refuse(message: str) -> str:
    return json.dumps(_problem(message), ensure_ascii=False)
