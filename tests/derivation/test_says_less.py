"""A typed line says no less than the step it stands for: estimates, limits, a comparison after an equation."""

import pytest

from kernelcourse.derivation.files import load
from kernelcourse.derivation.respond import respond

from .one_line import judged


@pytest.mark.parametrize("text", [">= zeros(d)", "<= w", "< 2 * w", ">= X.T @ y"])
def test_an_estimate_after_an_equation_compares_with_nothing(text):
    found = respond({"derivation": "ridge-map", "line": 5, "text": text})
    assert not found["accepted"] and found["verdict"] == "unreadable" and "asks for" in found["why"]


def test_in_a_file_too_an_estimate_compares_with_an_expression():
    before = {"equation": "2 * w == y", "unknown": "w"}
    with pytest.raises(ValueError, match="compare"):
        judged(before, {"is": "zeros(d)", "relation": ">="}, {"w": "vector(d)", "y": "vector(d)"})


@pytest.mark.parametrize(("name", "place"), [("representer", 4), ("kmeans-assignment", 3)])
def test_an_estimate_may_not_be_farther_than_the_one_that_is_asked_for(name, place):
    found = respond({"derivation": name, "line": place, "text": ">= 0"})
    assert not found["accepted"] and "less" in found["why"]
    assert respond({"derivation": name, "line": place, "text": str(load(name).lines[place])})["accepted"]


def test_a_limit_goes_where_the_step_lets_it_go():
    lines = [{"is": "lam*inv(K + lam*I(n)) @ y"}, {"limit": "lam", "is": "y - K @ pinv(K) @ y", "to": "0"}]
    derivation = {"given": {"K": "psd(n)", "lam": "positive", "y": "vector(n)"}, "line": lines}
    ask = {"derivation": {"title": "limits", **derivation}, "line": 1}
    assert "tend to 0" in respond({**ask, "text": "limit lam → ∞: y"})["why"]
    assert not respond({**ask, "text": "limit lam → 1: inv(K + I(n)) @ y"})["accepted"]
    for typed in ("limit lam → 0.0: y - K @ pinv(K) @ y", "limit lam: y - pinv(K) @ K @ y"):
        assert respond({**ask, "text": typed})["accepted"]
