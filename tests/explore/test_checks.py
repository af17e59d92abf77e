"""Derivation checks and the kernel court as widgets: driven through their traits, and as static twins."""

import json
import re
from html import unescape
from typing import Any

import pytest

from kernelcourse import explore
from kernelcourse.bridge import derivation_page
from kernelcourse.court import court
from kernelcourse.derivation import Derivation, Report, check, library, load
from kernelcourse.explore.court_check import EXAMPLES
from kernelcourse.explore.explorer import VIEW

NAME = "ridge-dual"


def test_court_judges_what_is_typed() -> None:
    live = explore.court().live()
    assert "Proved" in live.result.value
    live.formula.value = "norm(x + z)**2"
    assert "Refuted" in live.result.value and "<svg" in live.result.value
    live.formula.value = "x @"
    assert "kc-problem" in live.result.value
    live.formula.value = "min(x, z)"
    live.dim.value = 1
    live.domain.value = "positive"
    assert "Proved" in live.result.value


def test_court_examples_fill_the_box() -> None:
    live = explore.court().live()
    for example in EXAMPLES:
        live.example.value = example
        assert (live.formula.value, live.dim.value, live.domain.value) == example
        assert court(*example).status.value.capitalize() in live.result.value


def test_court_twin_stores_the_verdicts() -> None:
    html = explore.court()._repr_html_()
    stored = re.findall(r'kc-verdict" data-verdict="(\w+)"', html)
    assert stored == [court(*example).status.value for example in EXAMPLES]
    assert set(stored) >= {"proved", "refuted"}
    assert "open this chapter as a notebook" in html


def test_court_bundle_has_text_to_compare() -> None:
    bundle = explore.court("norm(x + z)**2")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", VIEW}
    assert "REFUTED" in bundle["text/plain"]


@pytest.mark.slow
def test_derivation_shows_its_verdicts() -> None:
    live = explore.derivation(NAME).live()
    shown = sum(live.lines.value.count(f'data-verdict="{word}"') for word in ("proved", "tested"))
    assert shown >= len(load(NAME).lines)
    live.n.value, live.d.value, live.seed.value = 2, 3, 7
    assert 'data-verdict="refuted"' not in live.lines.value
    assert str(explore.derivation(NAME)).endswith("every line is accepted")


def test_derivation_judges_an_edited_line() -> None:
    live = explore.derivation(NAME).live()
    source = load(NAME)
    gradient = next(i for i, line in enumerate(source.lines) if line.word == "gradient")
    live.place.value = gradient
    assert live.text.value == str(source.lines[gradient])
    live.text._handle_custom_msg({"event": "submit"}, [])  # Enter on the author's line
    assert "Proved" in live.result.value
    live.text.value = "∇_α: 2*K@(K@α - y) + λ*K@α"
    assert "Refuted" in live.result.value and "Hint." in live.result.value
    live.text.value = "∇_α: 2*λ*K@α + 2*K@K@α - 2*K@y"
    assert "Proved" in live.result.value
    live.text.value = "2*K@(K@q"
    assert "kc-problem" in live.result.value
    live.text.value = str(source.lines[gradient])
    assert "Proved" in live.result.value


@pytest.mark.slow
def test_lambda_is_picked_where_there_is_one() -> None:
    live = explore.derivation("ridge-expand").live()
    assert live.lam.layout.display != "none"
    assert explore.derivation("kernel-distance").live().lam.layout.display == "none"
    live.text.value = "norm(y - Phi@w)**2 + λ**2*norm(w)**2"
    assert "Refuted" in live.result.value and "at λ =" not in live.result.value
    live.lam.value = "1"
    assert live.lines.value.count("at λ = 1") == len(load("ridge-expand").lines) - 1
    assert "Proved at λ = 1" in live.result.value and "no identity" in live.result.value
    live.lam.value = "0.5"
    assert "Refuted at λ = 0.5" in live.result.value and "λ = 0.5;" not in live.result.value
    live.lam.value = "minus one"
    assert "λ must be a positive number" in live.lines.value and "λ must be" in live.result.value
    live.lam.value = ""
    assert "at λ =" not in live.lines.value + live.result.value and "Refuted" in live.result.value


@pytest.mark.slow
def test_wrong_lines_are_shown_complete_in_both_forms() -> None:
    check = explore.derivation("kernel-pca")
    for html in (check.live().wrong.value, check._repr_html_().split("Try these")[1]):
        said = [re.sub("<[^>]+>", "", part) for part in re.findall(r"After line \d+: (.*?)</p>", html)]
        assert len(said) == len(load("kernel-pca").wrong)
        places = [int(place) for place in re.findall(r'data-kc-after="(\d+)"', html)]
        assert places == [one.after for one in load("kernel-pca").wrong]
        assert said[0].startswith("⇔")
        assert sum("with α=" in text for text in said) == sum(
            bool(w.line.let) for w in load("kernel-pca").wrong
        )


@pytest.mark.slow
def test_deriving_alone_keeps_the_lines_that_hold_and_hides_the_rest() -> None:
    live = explore.derivation("kernel-distance").live()
    source = load("kernel-distance")
    live.alone.value = True
    assert live.text.value == "" and "Part 1 of 2" in live.lines.value
    assert live.wrong.layout.display == "none" and live.how.layout.display == ""
    live.text.value = "0"
    assert live.progress == [] and "Refuted" in live.result.value
    assert (
        'role="status"' in live.result.value and "status" not in live.lines.value
    )  # the verdict is read out
    live.text.value = str(source.lines[1])
    assert live.progress == [str(source.lines[1])] and live.text.value == ""
    live.hint.click()
    middle = [str(line) for line in source.lines[1:3]]
    assert "Hint." in live.result.value and all(line not in live.result.value for line in middle)
    live.text.value = "k(z, z) - 2*k(x, z) + k(x, x)"
    assert "Part 2 of 2" in live.lines.value
    live.undo.click()
    assert len(live.progress) == 1 and "Part 1 of 2" in live.lines.value
    live.text.value = "k(z, z) - 2*k(x, z) + k(x, x)"
    live.text.value = "0 <= k(x, x) + k(z, z) - 2*k(x, z)"
    assert "This is the goal: done, in 3 lines" in live.result.value
    assert "The goal is reached" in live.lines.value
    live.text.value = "0"
    assert "reached already" in live.result.value and len(live.progress) == 3
    live.alone.value = False
    assert live.lines.value.count("<li data-verdict") == len(source.lines)


def test_progress_is_part_of_the_widgets_state() -> None:
    """What a page asks the kernel for after a reload: the lines that were accepted, and what they look like."""
    live = explore.derivation("perceptron-dual").live()
    live.alone.value = True
    live.text.value = "(eta * X.T @ (alpha * y)) @ z"
    assert live.get_state()["progress"] == live.progress == ["(eta * X.T @ (alpha * y)) @ z"]
    assert "<mi>η</mi>" in live.lines.get_state()["value"].split("<li>")[-1]  # as a formula


def test_alone_a_line_for_one_lambda_is_not_kept() -> None:
    live = explore.derivation("ridge-expand").live()
    live.alone.value = True
    live.lam.value = "1"
    live.text.value = "norm(y - Phi@w)**2 + λ**2*norm(w)**2"
    assert "Proved at λ = 1" in live.result.value and live.progress == []


@pytest.mark.parametrize("kind", ["court", "derivation"])
def test_a_bug_in_a_callback_is_shown_and_raised(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    live = explore.court().live() if kind == "court" else explore.derivation("perceptron-dual").live()

    def broken(*_: object, **__: object) -> None:
        raise KeyError("oops")

    where = "court_check" if kind == "court" else "live_derivation"
    monkeypatch.setattr(f"kernelcourse.explore.{where}.answer", broken)
    with pytest.raises(KeyError, match="oops"):
        (live.formula if kind == "court" else live.text).value = "x @ z + 2"
    assert "kc-problem" in live.result.value and "oops" in live.result.value


def test_an_unknown_derivation_is_told_at_once() -> None:
    with pytest.raises((ValueError, FileNotFoundError), match="no-such"):
        explore.derivation("no-such-derivation")


@pytest.mark.slow
@pytest.mark.parametrize("name", library())
def test_every_derivation_has_a_twin_that_says_what_the_checker_says(name: str) -> None:
    html = explore.derivation(name)._repr_html_()
    source = load(name)
    lines = re.findall(r'<li data-verdict="(\w+)"', html)
    assert lines == [line.verdict for line in check(source).lines]
    wrong = re.findall(
        r'<summary>What is wrong.*?</summary>.*?kc-verdict" data-verdict="(\w+)"', html, flags=re.S
    )
    assert len(wrong) == len(source.wrong) and set(wrong) <= {"refuted", "conditional"}
    stored = re.search(r'data-kc-typed="(.*?)"', html)
    assert stored and len(json.loads(unescape(stored.group(1)))) == len(source.lines)


def test_a_derivation_is_judged_once_for_all_its_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text, page and live form show the same report: a reader who runs a notebook waits for it once."""
    judged: list[str] = []

    def counted(derivation: Derivation, *rest: Any, **more: Any) -> Report:
        judged.append(derivation.title)
        return check(derivation, *rest, **more)

    monkeypatch.setattr(derivation_page, "check", counted)
    derivation_page._report.cache_clear()
    explore.derivation("ridge-push-through")._repr_mimebundle_()
    assert len(judged) == 1
