"""One question, one answer, both plain JSON: the entry point of pages and widgets."""

import json

import pytest

from kernelcourse.derivation import library, load, respond

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


def ask(**request):
    return json.loads(json.dumps(respond(json.loads(json.dumps(request)))))


def test_a_right_line():
    found = ask(derivation="ridge-dual", line=5, text="∇_α: 2*K@(K@α - y) + 2*λ*K@α")
    assert (
        found["accepted"] and found["relation"] == "gradient" and found["read_as"].startswith("∇ in α: <math")
    )
    assert found["witness"] is None


def test_a_wrong_line():
    found = ask(derivation="ridge-dual", line=5, text="gradient α: 2*K@(K@α - y) + λ*K@α")
    assert found["verdict"] == "refuted" and found["misconception"] == "lambda-scale"
    assert found["witness"]["values"]["X"] and found["hint"] and found["difference"]


def test_the_authors_substitution_applies_to_the_typed_line():
    found = ask(
        derivation="ridge-dual", line=1, text="norm(K @ α - y)**2 + λ*norm(X.T @ α)**2 + λ*norm(w0)**2"
    )
    assert found["accepted"]


def test_equations_may_be_typed_in_several_ways():
    for text in (
        "implied by: (K + λ*I(n)) @ α == y",
        "⇐ (K + λ*I(n)) @ α = y",
        "⇐ inv(K + λ*I(n)) @ y",
        "⇐ α = solve(K + λ*I(n), y)",
    ):
        assert ask(derivation="ridge-dual", line=7, text=text)["accepted"], text
    for text in ("⇔ (K + λ*I(n)) @ α = y", "(K + λ*I(n)) @ α = y"):  # without an arrow it is read as ⇔
        assert not ask(derivation="ridge-dual", line=7, text=text)["accepted"], text
    plain = ask(derivation="ridge-dual", line=7, text="(K + λ*I(n)) @ α = y")
    assert plain["notes"] == ["no arrow was typed: read as ⇔"] and plain["read_as"].startswith("⇔ <math")


@pytest.mark.parametrize(
    ("line", "text"),
    [(4, "0 <= 1"), (4, "let q = 1"), (4, "y = y"), (6, "0 <= 1"), (3, "w0 = zeros(d)"), (5, "α = α")],
)
def test_the_claim_cannot_be_swapped_for_an_easier_one(line, text):
    found = ask(derivation="ridge-dual", line=line, text=text)
    assert (found["verdict"] == "unreadable" and "type" in found["why"]) or "only" in found["why"]


def test_unreadable_text_points_at_the_place():
    found = ask(derivation="ridge-dual", line=5, text="∇_α: 2*K@(Q@α)")
    assert found["kind"] == "unreadable" and found["position"] == 5 and "the letters are" in found["why"]


def test_sizes_and_own_lines():
    found = ask(derivation="ridge-dual", line=5, text="∇_α: K @ α", n=3, d=4, seed=3)
    assert found["sizes"] == {"n": 3, "d": 4} and found["verdict"] == "refuted"
    lines = ["norm(X @ w - y)**2 + λ*norm(w)**2", {"gradient": "w", "is": "2*X.T @ (X @ w - y) + 2*λ*w"}]
    found = ask(
        derivation="ridge-dual", lines=lines, line=6, text="(X.T @ X + λ*I(d)) @ w = X.T @ y", relation="iff"
    )
    assert not found["accepted"]  # the author's unknown there is α
    table = {"given": {"x": "vector(n)"}, "line": [{"is": "x @ x"}]}
    assert ask(derivation=table, line=1, text="norm(x)**2")["accepted"]


def test_a_whole_derivation():
    found = ask(derivation="kernel-distance")
    assert found["first_wrong"] is None and len(found["lines"]) == len(load("kernel-distance").lines)


def test_hints_can_be_left_out():
    found = ask(derivation="ridge-dual", line=5, text="gradient α: 2*K@(K@α - y) + λ*K@α", hints=False)
    assert found["verdict"] == "refuted" and not found["hint"]


@pytest.mark.parametrize("name", library())
def test_every_authors_line_can_be_typed_back(name):
    """Typing the author's own line gives the author's verdict, whatever its kind."""
    derivation = load(name)
    for place, line in enumerate(derivation.lines):
        if place and line.word != "start":
            assert ask(derivation=name, line=place, text=str(line))["accepted"], (place, str(line))
