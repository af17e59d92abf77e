"""A reader runs a claim: the check and its wrong twins, with another seed, or with a candidate of their own.

    respond('{"label": "thm-representer", "seed": 7}')
    respond('{"label": "eq-double-centring", "code": "lambda D: -D / 2"}')

JSON text in, JSON text out, for a page that runs Python; `examine` is the same for Python.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np

from kernelcourse.claims import all_claims
from kernelcourse.claims.claim import Claim, accepts

Verdict = tuple[bool, str]  # accepted, and why not


@dataclass(frozen=True)
class Examined:
    """What the check said of the right version (or of a reader's candidate), and of every wrong twin."""

    claim: Claim
    candidate: Verdict
    twins: tuple[tuple[str, Verdict], ...]
    source: str  # the right version as code, where it is a function of its own


@contextmanager
def other_random_numbers(seed: int) -> Iterator[None]:
    """default_rng(s) draws from the stream of (s, seed) instead; seed 0 changes nothing."""
    original = np.random.default_rng

    def shifted(given: Any = None) -> np.random.Generator:
        return original([given, seed]) if isinstance(given, int) else original(given)

    if seed == 0:
        yield
    else:
        with patch("numpy.random.default_rng", shifted):
            yield


def examine(claim: Claim, seed: int = 0, code: str = "") -> Examined:
    """Put the right version, or the candidate that `code` defines, and every twin to the check."""
    candidate = own_candidate(code, claim) if code.strip() else claim.right
    with other_random_numbers(0 if claim.one_draw else seed):
        verdict = _verdict(claim, candidate)
        twins = tuple((fault, _verdict(claim, twin)) for fault, twin in claim.twins.items())
    return Examined(claim, verdict, twins, source(claim))


def own_candidate(code: str, claim: Claim) -> Any:
    """The value of an expression, or the last thing defined; names of the claim's own file are known."""
    written = written_in(claim)
    names = (
        dict(vars(sys.modules[claim.check.__module__]))
        | (dict(vars(written)) if written else {})
        | {"np": np}
    )
    try:
        tree = ast.parse(textwrap.dedent(code).strip())
    except SyntaxError as error:
        raise ValueError(f"code: line {error.lineno}: {error.msg}") from error
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        tree.body.pop()
        exec(compile(tree, "<candidate>", "exec"), names)
        return eval(compile(ast.Expression(last.value), "<candidate>", "eval"), names)
    exec(compile(tree, "<candidate>", "exec"), names)
    if isinstance(last, ast.FunctionDef | ast.ClassDef):
        return names[last.name]
    if isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name):
        return names[last.targets[0].id]
    raise ValueError("code: end with an expression, a definition or an assignment: that is the candidate")


def source(claim: Claim) -> str:
    """The right version as it is written: a named function whole, anything else as it stands in the claim."""
    right = claim.right
    if isinstance(right, FunctionType) and right.__name__ != "<lambda>":
        return textwrap.dedent(inspect.getsource(right)).strip()
    written = written_in(claim)
    return textwrap.dedent(_right_versions(written)[claim.name]).strip() if written else ""


def written_in(claim: Claim) -> ModuleType | None:
    """The module whose source has the claim; None for a claim that a function makes."""
    rooms = [module for name, module in sys.modules.items() if name.startswith("kernelcourse.claims.")]
    return next((module for module in rooms if claim.name in _right_versions(module)), None)


@cache
def _right_versions(module: ModuleType) -> dict[str, str]:
    """The name of every claim in a module's source ↦ the text of its right version."""
    found = {}
    text = inspect.getsource(module)
    for node in ast.walk(ast.parse(text)):
        parts = {part.arg: part.value for part in node.keywords} if isinstance(node, ast.Call) else {}
        name = parts.get("name")
        if isinstance(name, ast.Constant) and "right" in parts:
            found[str(name.value)] = ast.get_source_segment(text, parts["right"], padded=True) or ""
    return found


def respond(text: str) -> str:
    """{"label", "seed", "code"} ↦ {"claims": […], "html"}, or {"error", "html"}."""
    try:
        return json.dumps(_answer(json.loads(text)), ensure_ascii=False)
    except Exception as error:  # a reader's code may raise anything
        words = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        return json.dumps(
            {"error": words, "html": f'<p role="alert">{escape(words)}</p>'}, ensure_ascii=False
        )


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    label, seed, code = request.get("label"), request.get("seed", 0), request.get("code", "")
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed should be a whole number from 0 on, got {seed!r}")
    claims = [claim for claim in all_claims() if label in claim.labels]
    if not claims:
        raise ValueError(f"label: no claim backs {label!r}")
    if code and len(claims) > 1:
        claims = [claim for claim in claims if claim.name == request.get("claim")] or claims[:1]
    found = [examine(claim, seed, code) for claim in claims]
    return {"claims": [_plain(one) for one in found], "html": "".join(map(_html, found))}


def _plain(one: Examined) -> dict[str, Any]:
    return {
        "name": one.claim.name,
        "accepted": one.candidate[0],
        "why": one.candidate[1],
        "twins": [[fault, not accepted] for fault, (accepted, _) in one.twins],
        "source": one.source,
    }


def _html(one: Examined) -> str:
    accepted, why = one.candidate
    head = "✓ accepted" if accepted else f"✗ rejected: {why}"
    rows = "".join(
        f'<tr><th scope="row">{escape(fault)}</th><td>{"✗ accepted" if passed else "✓ rejected"}'
        f"{'' if passed or not reason else ': ' + escape(reason.partition(chr(10))[0][:160])}</td></tr>"
        for fault, (passed, reason) in one.twins
    )
    kept = " The statement gives the numbers of one draw: its seed stays." if one.claim.one_draw else ""
    return (
        f"<p>{escape(one.claim.says)}: <strong>{escape(head)}</strong>{kept}</p>"
        f"<table><caption>Wrong twins, which the check should reject</caption><tbody>{rows}</tbody></table>"
    )


def _verdict(claim: Claim, candidate: Any) -> Verdict:
    try:
        accepted, why = accepts(claim.check, candidate)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"
    return accepted, "" if accepted else why
