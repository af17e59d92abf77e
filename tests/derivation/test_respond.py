"""One question, one answer, both plain JSON: the entry point of pages and widgets."""

import json

import pytest

from kernelcourse.derivation import library, load, respond

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


def ask(**request):
    return json.loads(json.dumps(respond(json.loads(json.dumps(request)))))


def test_a_right_line():
    found = ask(derivation="ridge-dual", line=5, text="2*K@(K@α - y) + 2*λ*K@α")
    assert found["accepted"] and found["relation"] == "gradient" and found["read_as"].startswith("<math")
    assert found["witness"] is None


def test_a_wrong_line():
    found = ask(derivation="ridge-dual", line=5, text="2*K@(K@α - y) + λ*K@α")
    assert found["verdict"] == "refuted" and found["misconception"] == "lambda-scale"
    assert found["witness"]["values"]["X"] and found["hint"] and found["difference"]


def test_the_authors_substitution_applies_to_the_typed_line():
    found = ask(
        derivation="ridge-dual", line=1, text="norm(K @ α - y)**2 + λ*norm(X.T @ α)**2 + λ*norm(w0)**2"
    )
    assert found["accepted"]


def test_equations_may_be_typed_in_several_ways():
    for text in (
        "(K + λ*I(n)) @ α = y",
        "⇐ (K + λ*I(n)) @ α = y",
        "inv(K + λ*I(n)) @ y",
        "α = solve(K + λ*I(n), y)",
    ):
        assert ask(derivation="ridge-dual", line=7, text=text)["accepted"], text
    assert ask(derivation="ridge-dual", line=7, text="⇔ (K + λ*I(n)) @ α = y")["verdict"] == "refuted"
    assert (
        ask(derivation="ridge-dual", line=7, text="(K + λ*I(n)) @ α = y", relation="iff")["verdict"]
        == "refuted"
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [(4, "0 <= 1"), (4, "let q = 1"), (4, "y = y"), (6, "0 <= 1"), (3, "w0 = zeros(d)"), (5, "α = α")],
)
def test_the_claim_cannot_be_swapped_for_an_easier_one(line, text):
    found = ask(derivation="ridge-dual", line=line, text=text)
    assert found["verdict"] == "open" and found["kind"] == "unreadable"


def test_unreadable_text_points_at_the_place():
    found = ask(derivation="ridge-dual", line=5, text="2*K@(Q@α)")
    assert found["kind"] == "unreadable" and found["position"] == 5 and "the letters are" in found["why"]


def test_sizes_and_own_lines():
    found = ask(derivation="ridge-dual", line=5, text="K @ α", n=3, d=4, seed=3)
    assert found["sizes"] == {"n": 3, "d": 4} and found["verdict"] == "refuted"
    lines = ["norm(X @ w - y)**2 + λ*norm(w)**2", {"gradient": "w", "is": "2*X.T @ (X @ w - y) + 2*λ*w"}]
    found = ask(
        derivation="ridge-dual", lines=lines, line=6, text="(X.T @ X + λ*I(d)) @ w = X.T @ y", relation="iff"
    )
    assert found["verdict"] in ("open", "refuted")  # the author's unknown there is α
    table = {"given": {"x": "vector(n)"}, "line": [{"is": "x @ x"}]}
    assert ask(derivation=table, line=1, text="norm(x)**2")["accepted"]


def test_a_whole_derivation():
    found = ask(derivation="kernel-distance")
    assert found["first_wrong"] is None and len(found["lines"]) == len(load("kernel-distance").lines)


def test_hints_can_be_left_out():
    found = ask(derivation="ridge-dual", line=5, text="2*K@(K@α - y) + λ*K@α", hints=False)
    assert found["verdict"] == "refuted" and not found["hint"]


@pytest.mark.parametrize("name", library())
def test_every_authors_line_can_be_typed_back(name):
    """Typing the author's own line gives the author's verdict, whatever its kind."""
    derivation = load(name)
    for place, line in enumerate(derivation.lines):
        if line.kind in ("equality", "gradient", "minimiser", "maximiser", "limit"):
            text = line.text
        elif line.kind in ("equation", "inequality"):
            sign = "=" if line.kind == "equation" else line.relation
            text = f"{line.sides[0]} {sign} {line.sides[1]}"
        else:
            continue
        assert ask(derivation=name, line=place, text=text)["accepted"], (place, text)
