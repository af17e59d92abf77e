"""Derivation checks and the kernel court as widgets: driven through their traits, and as static twins."""

import json
import re
from html import unescape

import pytest

from kernelcourse import explore
from kernelcourse.bridge.derivation_page import typed
from kernelcourse.court import court
from kernelcourse.derivation import check, library, load
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


def test_derivation_shows_its_verdicts() -> None:
    live = explore.derivation(NAME).live()
    assert live.lines.value.count('data-verdict="holds"') >= len(load(NAME).lines)
    live.n.value, live.d.value, live.seed.value = 2, 3, 7
    assert 'data-verdict="fails"' not in live.lines.value
    assert str(explore.derivation(NAME)).endswith("every line holds")


def test_derivation_judges_an_edited_line() -> None:
    live = explore.derivation(NAME).live()
    source = load(NAME)
    gradient = next(i for i, line in enumerate(source.lines) if line.kind == "gradient")
    live.place.value = gradient
    assert live.text.value == typed(source.lines[gradient])
    live.text.value = "2*K@(K@α - y) + λ*K@α"
    assert "Fails" in live.result.value and "Hint." in live.result.value
    live.text.value = "2*λ*K@α + 2*K@K@α - 2*K@y"
    assert "Holds" in live.result.value
    live.text.value = "2*K@(K@q"
    assert "kc-problem" in live.result.value


def test_deriving_alone_keeps_the_lines_that_hold_and_hides_the_rest() -> None:
    live = explore.derivation("kernel-distance").live()
    source = load("kernel-distance")
    live.alone.value = True
    middle = [typed(line) for line in source.lines[1:-1]]
    assert all(line not in live.lines.value for line in middle)
    live.text.value = "0"
    assert live.progress == [] and "Fails" in live.result.value
    live.text.value = typed(source.lines[1])
    assert live.progress == [typed(source.lines[1])]
    live.hint.click()
    assert "Hint." in live.result.value and all(line not in live.result.value for line in middle[1:])
    live.undo.click()
    assert live.progress == []


def test_an_unknown_derivation_is_told_at_once() -> None:
    with pytest.raises((ValueError, FileNotFoundError), match="no-such"):
        explore.derivation("no-such-derivation")


@pytest.mark.slow
@pytest.mark.parametrize("name", library())
def test_every_derivation_has_a_twin_that_says_what_the_checker_says(name: str) -> None:
    html = explore.derivation(name)._repr_html_()
    source = load(name)
    lines = re.findall(r'<li data-verdict="(\w+)">', html)
    assert lines == [line.verdict for line in check(source).lines]
    wrong = re.findall(r'<summary>.*?</summary>.*?kc-verdict" data-verdict="(\w+)"', html, flags=re.S)
    assert wrong == ["fails"] * len(source.wrong)
    stored = re.search(r'data-kc-typed="(.*?)"', html)
    assert stored and len(json.loads(unescape(stored.group(1)))) == len(source.lines)
