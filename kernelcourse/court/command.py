"""`kernelcourse court [--json] [--dim D] [--domain NAME] EXPR`: exit 0 proved, 1 refuted, 2 open, 64 bad input."""

from __future__ import annotations

import json
import sys
from typing import Any

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.reading import mathml
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Node
from kernelcourse.language.upright import upright
from kernelcourse.validity import Verdict

from . import court
from .domains import NAMES
from .reading import read

USAGE = f"usage: kernelcourse court [--json] [--dim D] [--domain {'|'.join(NAMES)}] EXPR"
EXIT = {"proved": 0, "refuted": 1, "open": 2}
BAD_INPUT = 64


class UsageError(ValueError):
    """The command line could not be read."""


def arguments(argv: list[str]) -> tuple[str, dict[str, Any], bool]:
    """(expression, options, json?) — an expression may begin with a minus sign."""
    options: dict[str, Any] = {}
    expressions: list[str] = []
    as_json, rest = False, list(argv)
    while rest:
        word = rest.pop(0)
        name, _, value = word.partition("=")
        if word == "--":
            expressions += rest
            break
        if word == "--json":
            as_json = True
        elif word in ("-h", "--help"):
            raise UsageError("")
        elif name in ("--dim", "--domain"):
            if not value:
                if not rest:
                    raise UsageError(f"{name} needs a value")
                value = rest.pop(0)
            options[name[2:]] = _whole(value) if name == "--dim" else value
        elif word.startswith("--") and word[2:3].isalpha():
            raise UsageError(f"unknown option {name}")
        else:
            expressions.append(word)
    if len(expressions) != 1:
        raise UsageError(f"one expression is needed, {len(expressions)} were given (quote it)")
    return expressions[0], options, as_json


def _whole(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 6):
        raise UsageError(f"--dim is {value[:20]!r}; it should be a whole number from 1 to 50")
    return int(value)


def main(argv: list[str] | None = None) -> int:
    """The command; the exit status is the verdict."""
    try:
        expression, options, as_json = arguments(sys.argv[1:] if argv is None else list(argv))
    except UsageError as error:
        print("\n".join(filter(None, [str(error), USAGE])), file=sys.stdout if not str(error) else sys.stderr)
        return BAD_INPUT if str(error) else 0
    try:
        verdict = court(expression, **options)
    except ValueError as error:
        if as_json:
            print(json.dumps({"error": str(error)}, ensure_ascii=False))
        print(error, file=sys.stderr)
        return BAD_INPUT
    print(json.dumps(plain(verdict), ensure_ascii=False) if as_json else verdict)
    return EXIT[verdict.status.value]


def plain(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON data."""
    return {
        "verdict": verdict.status.value,
        "proof": None if verdict.certificate is None else verdict.certificate.to_dict(),
        "witness": None if verdict.witness is None else verdict.witness.to_dict(),
        "tried": list(verdict.tried),
    }


def respond(request: dict) -> dict:
    """{"expression", "dim", "domain"} → {"verdict", "proof", "witness", "tried", "read_as"} or {"error"}."""
    if not isinstance(request, dict) or not isinstance(request.get("expression"), str):
        return {"error": "expression should be text, as in (1 + x @ z)**2"}
    expression, dim, domain = request["expression"], request.get("dim"), request.get("domain")
    try:
        tree = read(expression)
        verdict = court(expression, dim=dim if dim != "" else None, domain=domain or None)
    except ValueError as error:
        return {"error": str(error)}
    answer = plain(verdict)
    if verdict.certificate is not None:
        answer["proof"]["html"] = verdict.certificate._repr_html_()
    return answer | {"read_as": mathml(upright(tree, _shape)), "text": str(verdict)}


def _shape(node: Node) -> Shape:
    """The shape of a part of k(x, z), where x and z are vectors of one length."""
    d = Dimension.name("d")
    return infer(node, {"x": (d,), "z": (d,)}, frozenset("d"))
