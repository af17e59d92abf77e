"""`kernelcourse court [--json] [--dim D] [--domain NAME] EXPR`: exit 0 proved, 1 refuted, 2 open, 64 bad input."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Any

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.reading import Binary, Call, mathml, show
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Node, walk
from kernelcourse.language.upright import upright
from kernelcourse.validity import Verdict

from . import court, domain_of
from .domains import NAMES, Domain
from .exactly.clock import TimeIsUp, time_limit
from .families.regions import ACCEPTED, Region, hear_family, is_family, split
from .formula.reading import is_by_hand, read
from .hearing import prove

USAGE = f"usage: kernelcourse court [--json | --latex] [--dim D] [--domain {'|'.join(NAMES)}] EXPR"
HELP = """\
Is k(x, z) a kernel? The answer is a proof, points and weights that refute it, or an honest "open".
x and z are vectors (numbers if --dim is 1); x @ z is their inner product, x[0] a coordinate, d the dimension.
By hand or in LaTeX it is read as well: ⟨x, z⟩, xᵀz, exp(-||x-z||^2), \\frac{1}{1+|x-z|}, (1-|x-z|)_+.

functions   exp log sqrt abs cos sin tan cosh sinh tanh arcsin arccos arctan arctanh sigmoid sign sinc
            norm(v) norm(v, 1) norm(v, inf)  sum mean prod min max  delta(x, z) hamming(x, z)
            on strings: len(x) hamming(x, z) edit(x, z) delta(x, z)
domains     real, positive (coordinates ≥ 0), interval [0, 1], ball ‖x‖ < 1, sphere ‖x‖ = 1, nonzero (x ≠ 0),
            integer, binary {0,1}^d, histogram (coordinates ≥ 0 with sum 1), string
examples    kernelcourse court "(1 + x @ z)**3"
            kernelcourse court --dim 3 "exp(-norm(x - z)**2/2)"
            kernelcourse court "exp(-abs(x - z)**2.5)"
            kernelcourse court --domain positive "min(x, z)"
            kernelcourse court --domain ball --dim 2 "1/(1 - x @ z)"
            kernelcourse court --domain string "exp(-hamming(x, z))"
            kernelcourse court --json "exp(-abs(x - z)) - 0.5*exp(-2*abs(x - z))"
            kernelcourse court "exp(-a*abs(x - z)**p) for a > 0, p > 0"

--latex     the proof as a nested list to paste into a paper
--json      one object: verdict (proved, refuted, open); proof (rule, statement, reason, premises, data, reference,
            defined) or null; witness (points, weights, value; pair if k(x, z) ≠ k(z, x)) or null; tried, what was
            looked at in vain; heard, the formula as it was read; region of a family (conditions, everywhere, exact,
            checked, proof, against, text) or null; elsewhere, where it would be a kernel; error alone, if the line
            could not be read
exit status 0 proved, 1 refuted, 2 open, 64 the line could not be read
"""
ELSEWHERE = 0.15  # seconds for a look at each other domain
EXIT = {"proved": 0, "refuted": 1, "open": 2}
BAD_INPUT = 64


class Help(Exception):
    """The reader asked what there is."""


class UsageError(ValueError):
    """The command line could not be read."""


def arguments(argv: list[str]) -> tuple[str, dict[str, Any], str]:
    """(expression, options, "text", "json" or "latex") — an expression may begin with a minus sign."""
    options: dict[str, Any] = {}
    expressions: list[str] = []
    form, rest = "text", list(argv)
    while rest:
        word = rest.pop(0)
        name, _, value = word.partition("=")
        if word == "--":
            expressions += rest
            break
        if word in ("--json", "--latex"):
            form = word[2:]
        elif word in ("-h", "--help"):
            raise Help
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
    return expressions[0], options, form


def _whole(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 6):
        raise UsageError(f"--dim is {value[:20]!r}; it should be a whole number from 1 to 50")
    return int(value)


def main(argv: list[str] | None = None) -> int:
    """The command; the exit status is the verdict."""
    try:
        expression, options, form = arguments(sys.argv[1:] if argv is None else list(argv))
    except Help:
        print(f"{USAGE}\n\n{HELP}")
        return 0
    except UsageError as error:
        print(f"{error}\n{USAGE}", file=sys.stderr)
        return BAD_INPUT
    region = None
    try:
        if is_family(expression):
            verdict, region = hear_family(expression, **options)
        else:
            verdict = court(expression, **options)
    except ValueError as error:
        if form == "json":
            print(json.dumps({"error": str(error)}, ensure_ascii=False))
        print(error, file=sys.stderr)
        return BAD_INPUT
    other = elsewhere(expression, options) if verdict.refuted and region is None else ""
    if form == "json":
        found = show(understood(expression, options.get("dim")))
        answer = plain(verdict) | {"heard": found, "region": plain_region(region), "elsewhere": other}
        print(json.dumps(answer, ensure_ascii=False))
        return EXIT[verdict.status.value]
    formula, _, names = split(expression)
    if form == "text" and is_by_hand(formula, names):
        print(f"Heard: k(x, z) = {show(understood(expression, options.get('dim')))}")
    print(verdict.certificate.to_latex() if form == "latex" and verdict.certificate else verdict)
    if region is not None and region.against:
        print(f"These points speak against {region.against}.")
    if region is not None or other:
        print(other if region is None else f"A kernel {region}; {ACCEPTED}.")
    return EXIT[verdict.status.value]


def understood(expression: str, dim: Any) -> Node:
    """The formula as the court reads it, that of a family without its conditions."""
    formula, _, names = split(expression)
    return read(formula, dim, names)


def written(value: Any) -> Any:
    """The data of a proof as JSON: formulas and fractions as text."""
    if isinstance(value, tuple):
        return [written(part) for part in value]
    if isinstance(value, Node):
        return show(value)
    return value if isinstance(value, (int, str)) else str(value)


def plain(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON data."""
    return {
        "verdict": verdict.status.value,
        "proof": None if verdict.certificate is None else verdict.certificate.to_dict(written),
        "witness": None if verdict.witness is None else verdict.witness.to_dict(),
        "tried": list(verdict.tried),
    }


def plain_region(region: Region | None) -> dict[str, Any] | None:
    """A region as JSON data."""
    if region is None:
        return None
    return {
        "conditions": [str(condition) for condition in region.conditions],
        "everywhere": region.everywhere,
        "exact": region.exact,
        "checked": ACCEPTED,
        "proof": region.proof.to_dict(written),
        "against": region.against,
        "text": str(region),
    }


def elsewhere(expression: str, options: dict[str, Any]) -> str:
    """On which other domain the formula would be a kernel."""
    tree = read(expression, options.get("dim"))
    for node in walk(tree):
        match node:
            case Binary(op="/", left=Call(function="sin", arguments=(inside,))) if inside == node.right:
                return f"sin(u)/u is 0/0 at u = 0: did you mean sinc({show(inside)})?"
    here = domain_of(tree, options.get("dim"), options.get("domain"))
    for name in ("nonzero", "positive", "interval", "ball", "sphere", "binary"):
        if name == here.name or here.name == "string":
            continue
        with suppress(TimeIsUp, ValueError), time_limit(ELSEWHERE):
            if prove(tree, Domain(name, here.dim))[0] is not None:
                return f"It is a kernel on {Domain(name, here.dim).title} (domain {name})."
    return ""


def respond(request: dict) -> dict:
    """{"expression", "dim", "domain"} → {"verdict", "proof", "witness", "tried", "read_as", "heard"} or {"error"}."""
    if not isinstance(request, dict) or not isinstance(request.get("expression"), str):
        return {"error": "expression should be text, as in (1 + x @ z)**2"}
    expression, dim = request["expression"], request.get("dim")
    options = {"dim": dim if dim != "" else None, "domain": request.get("domain") or None}
    try:
        tree = understood(expression, dim)
        seen = {"read_as": mathml(upright(tree, _shape)), "heard": show(tree)}
        if is_family(expression):
            verdict, region = hear_family(expression, **options)
            return _told(verdict) | seen | {"region": plain_region(region)}
        verdict = court(expression, **options)
    except ValueError as error:
        return {"error": str(error)}
    return _told(verdict) | seen | {"elsewhere": elsewhere(expression, options) if verdict.refuted else ""}


def _told(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON data for a page: its text, and its proof in formulas."""
    answer = plain(verdict) | {"text": str(verdict)}
    if verdict.certificate is not None:
        answer["proof"]["html"] = verdict.certificate._repr_html_()
    return answer


def _shape(node: Node) -> Shape:
    """The shape of a part of k(x, z), where x and z are vectors of one length."""
    d = Dimension.name("d")
    return infer(node, {"x": (d,), "z": (d,)}, frozenset("d"))
