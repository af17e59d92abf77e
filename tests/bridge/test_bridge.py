"""The bridge: JSON text in and out, numpy only, everything typed comes back escaped, nothing raises."""

import json
import re
import subprocess
import sys

import pytest

from kernelcourse.bridge import LONGEST, answer, respond
from kernelcourse.bridge.derivation_page import lines_html, report, wrong_lines
from kernelcourse.bridge.markup import problem, weights_drawing
from kernelcourse.court import court
from kernelcourse.derivation import load

HOSTILE = [
    "",
    "null",
    "[]",
    "{",
    '"x"',
    '{"tool": 3}',
    "[" * 5000,
    '{"tool": "court"}',
    '{"tool": "derivation"}',
]


def test_needs_numpy_only() -> None:
    code = (
        "import sys, json; from kernelcourse.bridge import respond;"
        "respond(json.dumps({'tool': 'court', 'expression': 'x @ z'}));"
        "respond(json.dumps({'tool': 'derivation', 'derivation': 'ridge-dual', 'line': 1, 'text': '1'}));"
        "print([m for m in ('scipy', 'matplotlib', 'ipywidgets', 'IPython') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("formula", "dim", "domain"),
    [
        ("(1 + x @ z)**2", 2, "real"),
        ("norm(x + z)**2", 2, "real"),
        ("min(x, z)", 1, "positive"),
        ("x[0]*z[1]", 2, "real"),
    ],
)
def test_court_says_what_the_court_says(formula: str, dim: int, domain: str) -> None:
    request = {"tool": "court", "expression": formula, "dim": dim, "domain": domain}
    found = json.loads(respond(json.dumps(request)))
    verdict = court(formula, dim=dim, domain=domain)
    assert found["verdict"] == verdict.status.value
    assert f'data-verdict="{verdict.status.value}"' in found["html"] and "<math" in found["html"]
    if verdict.witness is not None and not verdict.witness.pair:
        assert str(abs(verdict.witness.value)).rstrip("0").rstrip(".")[:4] in found["html"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_bad_request_gets_a_sentence(text: str) -> None:
    found = json.loads(respond(text))
    assert found["html"] and (found.get("error") or found.get("why"))


def test_a_long_request_is_not_read() -> None:
    assert "characters" in json.loads(respond(" " * (LONGEST + 1)))["error"]


@pytest.mark.parametrize("tool", ["court", "derivation"])
def test_what_was_typed_comes_back_escaped(tool: str) -> None:
    evil = "<img src=x onerror=alert(1)>"
    asked = {"tool": tool, "expression": evil, "derivation": "ridge-dual", "line": 1, "text": evil}
    html = answer(asked)["html"]
    assert "<img" not in html and "kc-problem" in html


def test_a_right_line_holds_and_the_last_one_is_the_goal() -> None:
    source = load("ridge-dual")
    last = len(source.lines) - 1
    found = answer(
        {"tool": "derivation", "derivation": "ridge-dual", "line": last, "text": source.lines[last].text}
    )
    assert (found["verdict"], found["goal"]) == ("holds", True)
    gradient = next(i for i, line in enumerate(source.lines) if line.kind == "gradient")
    text = source.lines[gradient].text
    found = answer({"tool": "derivation", "derivation": "ridge-dual", "line": gradient, "text": text})
    assert (found["verdict"], found["goal"]) == ("holds", False)


def test_a_wrong_line_gets_its_numbers_and_a_hint_but_never_the_answer() -> None:
    source = load("ridge-dual")
    gradient = next(i for i, line in enumerate(source.lines) if line.kind == "gradient")
    found = answer(
        {"tool": "derivation", "derivation": "ridge-dual", "line": gradient, "text": "2*K@(K@α - y) + λ*K@α"}
    )
    assert found["verdict"] == "fails" and found["misconception"] == "lambda-scale"
    assert "Hint." in found["html"] and "For n = " in found["html"] and "λ = " in found["html"]
    assert source.lines[gradient].text not in found["html"]


def test_a_line_shows_its_substitution_and_its_arrow() -> None:
    shown = [lines_html(report("kernel-pca"))] + [text for _, text, _ in wrong_lines(load("kernel-pca"))]
    right, converse, *_, unit, divided_twice = (re.sub("<[^>]+>", "", text) for text in shown)
    assert converse.startswith("⇔")  # the equation is right, the arrow is the mistake
    assert unit != divided_twice and "with α=v:" in unit
    assert "3. with α=" in right and not right.startswith("0. ⇔")
    assert "8. ⇔ " in re.sub("<[^>]+>", "", lines_html(report("ridge-dual")))


def test_a_whole_derivation_is_judged_at_the_sizes_asked_for() -> None:
    found = answer({"tool": "derivation", "derivation": "ridge-dual", "n": 2, "d": 3, "seed": 5})
    assert found["verdict"] == "holds" and found["html"].count("<li") == len(load("ridge-dual").lines)


def test_a_mistake_keeps_its_place_under_the_text() -> None:
    html = problem("unknown name q\n  x @ q\n      ^")
    assert "<pre" in html and "      ^" in html


def test_drawing_shows_the_sign_by_more_than_colour() -> None:
    svg = weights_drawing([[0.0, 0.0], [1.0, 2.0]], [3.0, -1.0])
    assert svg.count("<circle") == 2 and svg.count('fill="none"') == 1
    assert "(1, 2) with weight −1" in svg
    assert weights_drawing([[0.0, 0.0, 1.0]], [1.0]) == ""
