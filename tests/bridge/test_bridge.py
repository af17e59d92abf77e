"""The bridge: JSON text in and out, numpy only, everything typed comes back escaped, nothing raises."""

import json
import re
import subprocess
import sys

import pytest

from kernelcourse.bridge import LONGEST, answer, respond
from kernelcourse.bridge.derivation_page import line_html, lines_html, report, wrong_lines
from kernelcourse.bridge.markup import problem, weights_drawing
from kernelcourse.court import court
from kernelcourse.court.refuting.refuter import UndefinedValue
from kernelcourse.derivation import load
from kernelcourse.explore.letters import letters_html

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
        ("1/(x*z)", 1, "real"),
    ],
)
def test_court_says_what_the_court_says(formula: str, dim: int, domain: str) -> None:
    request = {"tool": "court", "expression": formula, "dim": dim, "domain": domain}
    found = json.loads(respond(json.dumps(request)))
    verdict = court(formula, dim=dim, domain=domain)
    assert found["verdict"] == verdict.status.value
    assert f'data-verdict="{verdict.status.value}"' in found["html"] and "<math" in found["html"]
    if isinstance(verdict.witness, UndefinedValue):
        assert "no finite real value: a division by 0" in found["html"]
        assert "(domain nonzero)" in found["html"]  # there it is one
    elif verdict.witness is not None and not verdict.witness.pair:
        assert str(abs(verdict.witness.value)).rstrip("0").rstrip(".")[:4] in found["html"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_bad_request_gets_a_sentence(text: str) -> None:
    found = json.loads(respond(text))
    assert found["html"] and (found.get("error") or found.get("why"))


def test_a_long_request_is_not_read() -> None:
    assert "characters" in json.loads(respond(" " * (LONGEST + 1)))["error"]


@pytest.mark.parametrize(
    ("formula", "said"), [("x @ z - 1", "At the point "), ("(x+z)**2", "At the points ")]
)
def test_one_point_is_not_called_points(formula: str, said: str) -> None:
    found = json.loads(
        respond(json.dumps({"tool": "court", "expression": formula, "dim": 1, "domain": "real"}))
    )
    assert said in found["html"]


@pytest.mark.parametrize("tool", ["court", "derivation"])
def test_what_was_typed_comes_back_escaped(tool: str) -> None:
    evil = "<img src=x onerror=alert(1)>"
    asked = {"tool": tool, "expression": evil, "derivation": "ridge-dual", "line": 1, "text": evil}
    html = answer(asked)["html"]
    assert "<img" not in html and "kc-problem" in html


def test_a_right_line_holds() -> None:
    source = load("ridge-dual")
    for place in (5, len(source.lines) - 1):
        text = str(source.lines[place])
        found = answer({"tool": "derivation", "derivation": "ridge-dual", "line": place, "text": text})
        assert found["accepted"] and "Proved" in found["html"]


def test_a_picked_lambda_is_named_and_claims_no_more() -> None:
    asked = {"tool": "derivation", "derivation": "ridge-dual", "line": 5}
    squared = answer(asked | {"text": "∇_α: 2*K@(K@α - y) + 2*λ**2*K@α", "lam": "1"})
    assert "Proved at λ = 1" in squared["html"] and "no identity" in squared["html"]
    right = answer(asked | {"text": "∇_α: 2*K@(K@α - y) + 2*λ*K@α", "lam": 0.5})
    assert "Proved at λ = 0.5" in right["html"] and "left free it holds" in right["html"]
    wrong = answer(asked | {"text": "∇_α: 2*K@(K@α - y)", "lam": 0.5})
    said = wrong["html"].replace("\N{NO-BREAK SPACE}", " ")
    assert "Refuted at λ = 0.5" in said and "λ = 0.5" in said.split("For n = ")[1]
    bad = answer(asked | {"text": "y", "lam": "-1"})
    assert "kc-problem" in bad["html"] and "λ must be a positive number" in bad["html"]
    whole = answer({"tool": "derivation", "derivation": "ridge-dual", "lam": "2"})
    assert whole["html"].count("at λ = 2") == len(load("ridge-dual").lines) - 1
    free = answer(asked | {"text": "∇_α: 2*K@(K@α - y) + 2*λ*K@α", "lam": ""})
    assert "at λ" not in free["html"]


def test_a_typed_line_shows_the_substitution_it_stands_under() -> None:
    text = "norm(K @ α - y)**2 + λ*norm(X.T @ α + w0)**2"
    found = answer({"tool": "derivation", "derivation": "ridge-dual", "line": 1, "text": text})
    assert re.sub("<[^>]+>", "", found["html"]).startswith("Read as with w=")


def alone(**asked: object) -> dict:
    return json.loads(respond(json.dumps({"tool": "derivation", "alone": True, **asked})))


def test_deriving_alone_keeps_what_holds_and_knows_the_goal() -> None:
    asked: dict = {"derivation": "kernel-distance", "own": []}
    task = alone(**asked)
    assert "Part 1 of 2: from" in task["task"] and not task["goal"] and task["html"] == ""
    wrong = alone(**asked, text="0")
    assert (wrong["verdict"], wrong["accepted"]) == ("refuted", False) and "For " in wrong["html"]
    copied = alone(**asked, text="k(x, x) + k(z, z) - 2*k(x, z)")
    assert not copied["accepted"] and "copied" in copied["html"]
    asked["own"] = ["phi(x)@phi(x) - 2*phi(x)@phi(z) + phi(z)@phi(z)"]
    first = alone(**asked, text="k(x, x) + k(z, z) - 2*k(x, z)")
    assert first["accepted"] and first["reached"] and not first["goal"] and "Part 2 of 2" in first["task"]
    asked["own"].append("k(x, x) + k(z, z) - 2*k(x, z)")
    last = alone(**asked, text="0 <= k(x, x) + k(z, z) - 2*k(x, z)")
    assert last["goal"] and "done, in 3 lines" in last["html"] and "The goal is reached" in last["task"]


def test_a_hint_is_given_when_asked_for() -> None:
    found = alone(derivation="ridge-dual", own=[], ask="hint")
    assert load("ridge-dual").lines[1].by in found["html"] and "verdict" not in found


def test_alone_a_line_for_one_lambda_is_judged_there_and_not_kept() -> None:
    found = alone(derivation="ridge-expand", text="norm(y - Phi@w)**2 + λ**2*norm(w)**2", lam=1)
    assert (found["verdict"] in ("proved", "tested"), found["always"], found["accepted"]) == (
        True,
        "refuted",
        False,
    )
    assert "does not become one of your lines" in found["html"]
    kept = alone(derivation="ridge-expand", text="norm(y - Phi@w)**2 + λ*norm(w)**2", lam=1)
    assert kept["accepted"] and "at λ = 1" in kept["html"]


def test_alone_a_substitution_is_shown_as_one() -> None:
    found = alone(derivation="ridge-dual", text="let w = X.T @ α + w0")
    assert found["accepted"] and re.sub("<[^>]+>", "", found["html"]).startswith("Read as let w=")


@pytest.mark.parametrize(
    "asked",
    [{}, {"derivation": 3}, {"derivation": "no-such"}, {"derivation": "ridge-dual", "own": "x"},
     {"derivation": "ridge-dual", "own": [1]}, {"derivation": "ridge-dual", "text": 5},
     {"derivation": "ridge-dual", "text": "<b>"}, {"derivation": "ridge-dual", "n": 10**6, "text": "y"},
     {"derivation": "ridge-dual", "seed": -1, "text": "y"}, {"derivation": "ridge-dual", "lam": "x", "text": "y"}],
)  # fmt: skip
def test_alone_a_bad_request_gets_a_sentence(asked: dict) -> None:
    found = alone(**asked)
    assert "kc-problem" in found["html"] and not found["accepted"] and "<b>" not in found["html"]


def test_a_wrong_line_gets_its_numbers_and_a_hint_but_never_the_answer() -> None:
    source = load("ridge-dual")
    gradient = next(i for i, line in enumerate(source.lines) if line.word == "gradient")
    found = answer(
        {
            "tool": "derivation",
            "derivation": "ridge-dual",
            "line": gradient,
            "text": "∇_α: 2*K@(K@α - y) + λ*K@α",
        }
    )
    assert found["verdict"] == "refuted" and found["misconception"] == "lambda-scale"
    said = found["html"].replace("\N{NO-BREAK SPACE}", " ")
    assert "Hint." in said and "For n = " in said and "λ = " in said
    assert source.lines[gradient].text not in found["html"] and "'s" not in found["html"]


def test_a_line_shows_its_substitution_and_its_arrow() -> None:
    shown = [lines_html(report("kernel-pca"))] + [text for _, text, _ in wrong_lines("kernel-pca")]
    right, converse, *_, unit, divided_twice = (re.sub("<[^>]+>", "", text) for text in shown)
    assert converse.startswith("⇔")  # the equation is right, the arrow is the mistake
    assert unit != divided_twice and "with α=v:" in unit
    assert "3. with α=" in right and not right.startswith("0. ⇔")
    assert "8. ⇔ " in re.sub("<[^>]+>", "", lines_html(report("ridge-dual")))


def test_a_whole_derivation_is_judged_at_the_sizes_asked_for() -> None:
    found = answer({"tool": "derivation", "derivation": "ridge-dual", "n": 2, "d": 3, "seed": 5})
    assert found["accepted"] and found["html"].count("<li") == len(load("ridge-dual").lines)


def test_a_mistake_keeps_its_place_under_the_text() -> None:
    html = problem("unknown name q\n  x @ q\n      ^")
    assert "<pre" in html and "      ^" in html


def test_drawing_shows_the_sign_by_more_than_colour() -> None:
    svg = weights_drawing([[0.0, 0.0], [1.0, 2.0]], [3.0, -1.0])
    assert svg.count("<circle") == 2 and svg.count('fill="none"') == 1
    assert "(1, 2) with weight −1" in svg
    assert weights_drawing([[0.0, 0.0, 1.0]], [1.0]) == ""


def test_a_line_that_only_begins_is_given_and_not_proved() -> None:
    """Line 0, and line 4 of the dual, where the minimiser is put in: nothing is claimed there."""
    shown = re.findall(r'class="kc-verdict" data-verdict="(\w+)"', lines_html(report("svm-dual")))
    assert [place for place, verdict in enumerate(shown) if verdict == "given"] == [0, 4]
    assert "the starting point" not in lines_html(report("svm-dual"))


def test_functions_of_a_derivation_are_shown_by_their_names():
    def text(html):
        return re.sub("<[^>]+>|⁢", "", html)

    distance = text(lines_html(report("kernel-distance")))
    assert "‖ϕ(x)−ϕ(z)‖2" in distance and "k(x,x)−2k(x,z)+k(z,z)" in distance
    assert "k(u,v)=(1+u⊤v)2" in text(letters_html(load("kernel-distance")))
    clusters = lines_html(report("kmeans-trace"))
    assert "‖Xi−μc‖2" in text(clusters) and "c=1" in text(
        clusters
    )  # a function of places is a letter with an index


def reasons(name: str) -> list[str]:
    """What the page says of the wrong lines of a derivation."""
    html = "".join(line_html(judged) for _, _, judged in wrong_lines(name))
    told = re.findall(r'<p class="kc-why">(.*?)</p>', html)
    return [re.sub("<[^>]*>", "", one).replace("\N{NO-BREAK SPACE}", " ") for one in told]


def test_reasons_are_sentences_in_the_letters_of_the_derivation():
    said = reasons("kernel-distance")
    assert "The two lines have different values." in said
    assert "They differ by exactly ϕ(x)ᵀϕ(z)." in said  # by its name, not by the list of six features
    assert all(re.match("[A-Z≤<>]", one) and one[-1] in ".?" for one in said)


def test_complex_and_huge_numbers_are_told_as_numbers():
    assert any("this line: 0.707752 − 2.12111i." in one for one in reasons("fourier-reproduces"))
    assert any("≤ does not hold" in one and "<=" not in one for one in reasons("l2-does-not-reproduce"))
    limit = "limit N: g(x) * sum((x @ z)**j for j in range(N + 1)) * g(z)"
    asked = {"tool": "derivation", "derivation": "gaussian-series", "line": 8, "text": limit}
    found = json.loads(respond(json.dumps(asked)), parse_constant=pytest.fail)  # a browser reads no Infinity
    assert found["verdict"] == "refuted" and "this line: about 10<sup>" in found["html"]


def test_the_proof_of_the_court_is_set_in_formulas():
    html = answer({"tool": "court", "expression": "1 / (1 - x @ z)", "dim": 1, "domain": "ball"})["html"]
    assert '<ul class="kc-proof">' in html and "<code>" not in html and "^{" not in html
