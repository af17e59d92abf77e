"""One reader of typed lines: the same line gets the same verdict, word for word, wherever it is typed."""

import json
import tomllib
from pathlib import Path

import pytest

from kernelcourse import bridge
from kernelcourse.derivation import from_dict, respond
from kernelcourse.derivation.command import main
from kernelcourse.derivation.readers import derive_alone as alone_module
from kernelcourse.derivation.readers.own_lines import judge_own
from kernelcourse.derivation.reading.claims import read_claim
from kernelcourse.homework.judging.checks import PASSED
from kernelcourse.homework.judging.reasoning import judge_lines
from kernelcourse.homework.tasks import Lines
from kernelcourse.language.errors import LanguageError

PROBLEMS = tomllib.loads((Path(__file__).parent / "corpus" / "lines.toml").read_text(encoding="utf-8"))[
    "problem"
]
CASES = [(place, *line) for place, problem in enumerate(PROBLEMS) for line in problem["lines"]]


def table(place: int) -> dict:
    problem = PROBLEMS[place]
    return {"given": problem["given"], "title": problem["title"], "line": list(problem["before"])}


def on_a_page(place: int, text: str) -> str:
    asked = {
        "tool": "derivation",
        "derivation": table(place),
        "line": len(PROBLEMS[place]["before"]),
        "text": text,
    }
    return json.loads(bridge.respond(json.dumps(asked)))["verdict"] if text else "unreadable"


def on_the_command_line(place: int, text: str, folder: Path, capsys) -> str:
    file = folder / "problem.toml"
    given = "\n".join(f'{name} = "{kind}"' for name, kind in PROBLEMS[place]["given"].items())
    lines = ", ".join(json.dumps(line) for line in PROBLEMS[place]["before"])
    file.write_text(f"line = [{lines}]\n[given]\n{given}\n", encoding="utf-8")
    main([str(file), "--step", str(len(PROBLEMS[place]["before"])), "--json", text])
    return json.loads(capsys.readouterr().out)["verdict"]


def alone(place: int, text: str, monkeypatch) -> str:
    """The same lines as a task of their own, with a goal that no line of the corpus reaches."""
    lines = from_dict(table(place))
    monkeypatch.setattr(alone_module, "load", lambda name: lines.inequality("0 <= 1"))
    task = alone_module.Alone("corpus")
    own = [str(line) for line in lines.lines[1:]]
    try:
        found = task.walk([*own, text]).last
    except LanguageError:
        return "unreadable"
    assert found is not None
    return found.verdict


@pytest.mark.parametrize(("place", "text", "expected"), CASES, ids=[str(case[1]) for case in CASES])
def test_every_entry_gives_one_verdict(place, text, expected, tmp_path, capsys, monkeypatch):
    problem = from_dict(table(place))
    answer = respond({"derivation": table(place), "line": len(problem.lines), "text": text})
    verdict = answer["verdict"]
    assert {"accepted": answer["accepted"], "unreadable": verdict == "unreadable"}.get(
        expected, not answer["accepted"]
    )
    own = judge_own(problem, [text])[-1]
    assert (own.report.verdict if own.report else "unreadable") == verdict
    assert on_a_page(place, text) == verdict
    assert on_the_command_line(place, text, tmp_path, capsys) == verdict
    assert alone(place, text, monkeypatch) == verdict
    task = Lines(given=PROBLEMS[place]["given"], start=PROBLEMS[place]["before"][0], milestone=())
    _, outcome = judge_lines([*PROBLEMS[place]["before"][1:], text], task)
    assert (outcome.status == PASSED) == answer["accepted"]
    assert (
        outcome.status == PASSED
        or ("cannot be read" if verdict == "unreadable" else f"is {verdict}") in outcome.text
    )


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (4, ">= 0", "type = …"),
        (6, "⇒ 0 = 0", "type ⇔ … = …"),
        (6, "⇔ 0 = 0", ""),
        (5, "2*K@(K@α - y) + 2*λ*K@α", "type ∇_α: …"),
        (5, "∇_w: 0*w", ""),
        (3, "minimiser α = zeros(n)", "w₀"),
        (7, "⇒ (K + λI)α = y", "type ⇐ … = …"),
    ],
)
def test_a_line_may_not_claim_less_than_the_step(line, text, says):
    found = respond({"derivation": "ridge-dual", "line": line, "text": text})
    assert not found["accepted"] and says in found["why"]


@pytest.mark.parametrize("text", ["0 <= 1", "0 <= k(x, x) - k(x, x)", "0 <= x @ x"])
def test_an_easier_inequality_is_another_statement(text):
    found = respond({"derivation": "kernel-distance", "line": 4, "text": text})
    assert not found["accepted"]


def test_a_table_may_not_choose_what_is_differentiated():
    text = {"gradient": "alpha", "of": "0 * alpha @ alpha", "is": "zeros(n)"}
    found = respond({"derivation": "ridge-dual", "line": 5, "text": text})
    assert found["verdict"] == "unreadable" and "the line before" in found["why"]


def test_a_minimiser_must_occur_in_what_is_minimised():
    with pytest.raises(LanguageError, match="does not occur"):
        alone_module.alone("ridge-dual").walk(["minimiser alpha = inv(K + lam*I(n)) @ y"])


@pytest.mark.parametrize("typed", ["∇_w = 2X^T(Xw - y)", r"\nabla_w = 2X^\top(Xw - y)", "∇_w: 2X^T(Xw - y)"])
def test_a_letter_below_a_gradient_is_no_range_of_a_sum(typed):
    assert read_claim(typed).letters == ("w",) and read_claim(typed).text.startswith("2X^")


@pytest.mark.parametrize(("text", "meant"), [
    ("<= X @ w = y", "⇐ X @ w = y"), ("→ w = y", "⇒ w = y"), ("-> w = y", "⇒ w = y"),
    ("→ I as λ → ∞", "limit lam -> inf: I"), ("tends to a for N → 0", "limit N -> 0: a"),
    ("∇f(w) = 2w", "gradient w: 2w"), ("∇ L(w): 2w", "gradient w: 2w"), ("minimised by w = A", "minimiser w: A"),
    ("<= norm(x)", "≤ norm(x)"), ("∇ₐ: 2a", "gradient a: 2a"),
])  # fmt: skip
def test_other_ways_to_say_it(text, meant):
    assert read_claim(text) == read_claim(meant)


def test_a_value_after_an_expression_may_be_a_minimiser_or_a_substitution():
    table = {"given": {"w": "vector(d)", "y": "vector(d)"}, "line": [{"is": "norm(w - y)**2"}]}
    why = respond({"derivation": table, "line": 1, "text": "w = y"})["why"]
    assert "minimiser w = …" in why and "let w = …" in why


@pytest.mark.parametrize(("text", "told"), [
    ("= 0,5 K", "with a point"), ("= K(i, j)", "K[i, j]"), ("= np.einsum('ij,jk', K, K)", "write the sum"),
    ("= prod(K)", "factors"),
])  # fmt: skip
def test_what_is_not_read_is_told_how_to_write(text, told):
    asked = {"derivation": {"given": {"K": "psd(n)"}, "line": [{"is": "K"}]}, "line": 1, "text": text}
    assert told in respond(asked)["why"]
