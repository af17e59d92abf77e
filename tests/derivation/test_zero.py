"""0 beside a vector or a matrix is the vector or matrix of zeros, as on paper."""

import pytest

from kernelcourse.derivation.outcome import Verdict

from .one_line import judged

GIVEN = {"X": "matrix(n, d)", "A": "matrix(n, n)", "w": "vector(d)", "c": "vector(d)", "lam": "positive"}


@pytest.mark.parametrize(("before", "line", "verdict"), [
    ("A - A.T.T", {"is": "0"}, Verdict.PROVED), ("X @ w", {"is": "0"}, Verdict.REFUTED),
    ("norm(w)**2 + c @ c", {"minimiser": "w", "is": "0"}, Verdict.PROVED),
    ("norm(w - c)**2", {"minimiser": "w", "is": "0"}, Verdict.REFUTED),
    ("c @ w", {"gradient": "w", "is": "0"}, Verdict.REFUTED), ("c @ c", {"gradient": "w", "is": "0"}, Verdict.PROVED),
    ("norm(w - c)**2", {"let": {"w": "0"}, "is": "c @ c"}, Verdict.PROVED),
    ("lam*w", {"limit": "lam", "to": "0", "is": "0"}, Verdict.TESTED),
    ("w", {"is": "0", "relation": ">="}, Verdict.REFUTED), ("w", {"is": "1"}, Verdict.REFUTED),
])  # fmt: skip
def test_zero_has_the_shape_of_what_it_stands_beside(before, line, verdict):
    assert judged({"is": before}, line, GIVEN).verdict is verdict


def test_a_side_condition_says_it_the_same_way():
    given = {name: GIVEN[name] for name in ("X", "w")}
    assert judged({"is": "X @ w"}, {"is": "0"}, given, "X @ w == 0").verdict is Verdict.PROVED


@pytest.mark.parametrize("text", [r"\sqrt[5]{a}", r"\sqrt[ 5 ]{a}", r"a^{1/5}"])
def test_other_roots_are_powers(text):
    assert judged({"is": "a**(1/5)"}, {"is": text}, {"a": "positive"}).accepted
