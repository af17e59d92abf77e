"""A minimiser must be a value of its letter, and the moves that would do better too."""

import numpy as np
import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.lines.reading import read_line
from kernelcourse.derivation.ranges.reading import read_range

from . import one_line

RANGES = ["positive_vector(3)", "nonnegative_vector(3)", "unit(3)", "labels(3)", "symmetric(3)", "psd(3)", "pd(3)",
          "orthogonal(3)"]  # fmt: skip


@pytest.mark.parametrize("text", RANGES)
def test_the_nearest_point_is_a_value(text):
    range_ = read_range("x", text)
    rng = np.random.default_rng(0)
    for _ in range(5):
        point = rng.normal(size=(3, 3) if len(range_.shape) == 2 else 3) - 0.5
        assert range_.fault(point) and not range_.fault(range_.nearest(point))


def judged(objective, claim, **given):
    name, value = claim
    lines = (read_line({"is": objective}, "line"), read_line({"minimiser": name, "is": value}, "line"))
    return check(Derivation(given, lines=lines), hints=False).lines[-1].outcome


def test_an_orthogonal_matrix_cannot_be_just_any():
    found = judged("norm(A - Q)**2", ("Q", "A"), A="matrix(n, n)", Q="orthogonal(n)")
    assert found.verdict == "refuted" and "must be orthogonal" in found.why


def test_moves_stay_among_symmetric_matrices():
    given = {"A": "matrix(n, n)", "T": "symmetric(n)"}
    assert judged("norm(A - T)**2", ("T", "(A + A.T)/2"), **given).accepted
    assert judged("norm(A - T)**2", ("T", "A"), **given).verdict == "refuted"


def test_a_side_condition_may_end_the_range():
    def under(claim, *where):
        lines = (read_line({"is": "a**2"}, "line"), read_line({"minimiser": "a", "is": claim}, "line"))
        derivation = Derivation({"a": "scalar"}, where=where, lines=lines)
        return check(derivation, hints=False).lines[-1].outcome

    assert under("1", "a >= 1").accepted and under("0", "a > -1").accepted
    assert "side condition" in under("0", "a >= 1").why
    assert under("1 + 1e-30", "a >= 1").verdict == "refuted"
    assert under("1", "a > 1").verdict == "refuted"


def test_conditions_that_share_no_letter_are_met_each_by_itself():
    given = {"X": "matrix(n, d)", "a": "scalar", "b": "scalar", "w": "vector(d)"}
    where = ("X.T @ X == I(d)", "a**2 + b**2 == 1")
    for before, right, wrong in (
        ("norm(X @ w)", "norm(w)", "norm(w) * abs(a + b)"),
        ("a**4 + b**4", "1 - 2 * a**2 * b**2", "1 - a**2 * b**2"),
        ("trace(X @ X.T)", "d", "n"),
    ):
        assert one_line.judged({"is": before}, {"is": right}, given, *where).accepted
        assert one_line.judged({"is": before}, {"is": wrong}, given, *where).verdict == "refuted"
