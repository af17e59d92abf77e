"""A line that is only tested says what was tried, and says the same when it is asked again."""

import re

import pytest

from kernelcourse.derivation import Derivation, check

LETTERS = {"a": "scalar", "p": "positive", "x": "vector(n)", "N": "integer(1, 9)", "s": "interval(0.5, 1)"}
TESTED = [
    Derivation(LETTERS, start="norm((1 - s)*x)").then("(1 - s)*norm(x)"),
    Derivation(LETTERS, start="cos(a)").then("1 - a**2/2", relation=">="),
    Derivation(LETTERS, start="log(1 + a**2)").minimiser("0", "a"),
    Derivation(LETTERS, start="N*log(1 + a/N)").limit("a", "N"),
]


@pytest.mark.parametrize("derivation", TESTED, ids=lambda one: str(one.lines[-1]))
def test_what_was_tried_is_said_and_said_again(derivation):
    first, second = (check(derivation, hints=False).lines[-1].outcome for _ in range(2))
    assert first.verdict == "tested" and "tested" in first.why
    assert first.warrant.by and first.warrant.instances
    assert (first.why, str(first.warrant)) == (second.why, str(second.warrant))


def test_instances_are_counted_in_a_sentence():
    why = check(TESTED[0], hints=False).lines[-1].outcome.why
    assert re.fullmatch(
        r"tested: equal in (\d+ instances, up to rounding|\d+ instances exactly( and in \d+ up to rounding)?)",
        why,
    )


def test_nobody_multiplies_by_one():
    letters = {"X": "matrix(n, d)", "y": "vector(n)", "w": "vector(d)"}
    squares = Derivation(letters, start="norm(X @ w - y)**2").gradient("2 * X.T @ (X @ w - y)", wrt="w")
    moved = squares.equation("2 * X.T @ X @ w", "2 * X.T @ y")
    assert "with its terms moved" in check(moved, hints=False).lines[-1].outcome.why
    halved = squares.equation("X.T @ X @ w", "X.T @ y")
    assert "the previous one times ½" in check(halved, hints=False).lines[-1].outcome.why
