"""Whether a derivation has been kernelised: every line holds, and the last sees points through inner products only."""

import pytest

from kernelcourse.derivation import Derivation, kernelised

GIVEN = {
    "X": "matrix(n, d)",
    "x": "vector(d)",
    "w": "vector(d)",
    "M": "symmetric(d)",
    "α": "vector(n)",
    "y": "vector(n)",
    "lam": "positive",
}
LETTERS = {"K": "X @ X.T", "h": "X @ x", "P": "X.T"}


def started(text: str) -> Derivation:
    return Derivation(given=GIVEN, define=LETTERS, start=text)


@pytest.mark.parametrize(
    "text",
    [
        "α @ K @ α",
        "x @ x - (α @ h)**2 / (α @ K @ α + 1)",
        "(X.T @ α) @ x",
        "(α @ X) @ (y @ X)",
        "(P @ α) @ x",
        "norm(X.T @ α)**2 + norm(x)",
        "inv(K + lam * I(n)) @ y",
        "sum(X[i] @ X[j] for i in range(n) for j in range(n))",
        "trace(X @ X.T) + K[0, 0]",
    ],
)
def test_inner_products_are_enough(text):
    found = kernelised(started(text), "X", "x")
    assert found.done and "kernelised: " in str(found)


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("(M @ x) @ x", ("M", "x")),
        ("x @ M @ x", ("M", "x")),
        ("w @ x", ("w", "x")),
        ("X.T @ X", ("X",)),
        ("P @ X", ("X",)),
        ("sum(X[i, 0] for i in range(n))", ("X",)),
        ("d * α @ K @ α", ("d",)),
        ("sum(α @ K @ α for j in range(d))", ("d",)),
    ],
)
def test_features_that_are_still_there_are_named(text, loose):
    found = kernelised(started(text), "X", "x")
    assert found.loose == loose and not found.done
    assert "not kernelised yet" in str(found)


def test_what_a_letter_stands_for_is_written_out():
    by_let = started("norm(X @ w - y)**2").let(w="X.T @ α")
    assert kernelised(by_let.then("norm(X @ w - y)**2")).done
    assert kernelised(started("norm(X @ w - y)**2").then("norm(X @ w - y)**2")).loose == ("X", "w")


def test_a_wrong_line_is_no_kernelisation():
    found = kernelised(started("norm(X.T @ α)**2").then("α @ α"))
    assert not found.loose and not found.done
    assert "not every line is accepted" in str(found)


def test_points_must_be_letters_of_the_derivation():
    with pytest.raises(ValueError, match="points: Z"):
        kernelised(started("α @ K @ α"), "Z")


def test_the_three_attempts_of_the_page():
    """Where Xᵀα is 0 but for rounding, nothing is divided by it: the condition does not hold there."""
    letters = {"X": "matrix(n, d)", "x": "vector(d)", "α": "vector(n)"}
    start = Derivation(
        given=letters,
        define={"K": "X @ X.T", "h": "X @ x"},
        where="α @ X @ X.T @ α > 0",
        start="norm(x - (X.T @ α) @ x / norm(X.T @ α)**2 * (X.T @ α))**2",
    )
    halfway, slip, stuck = (
        kernelised(start.then(line), "X", "x")
        for line in (
            "x @ x - (x @ (X.T @ α))**2 / norm(α @ X)**2",
            "x @ x - (α @ h)**2 / (α @ α)",
            "x @ (x - α @ h / (α @ K @ α) * (X.T @ α))",
        )
    )
    assert halfway.done and not slip.done and not stuck.done
    assert "✗" in str(slip) and "✗" not in str(stuck) and "not kernelised yet" in str(stuck)
