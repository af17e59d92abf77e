"""eᵘ lies on its side of 1 if the sign of u is known."""

import pytest

from kernelcourse.derivation.outcome import Verdict

from .one_line import inequality

GIVEN = {"x": "vector(d)", "z": "vector(d)", "g": "positive", "c": "nonnegative", "a": "scalar"}


@pytest.mark.parametrize("line", [
    "exp(-g*norm(x - z)**2) <= 1", "2 - 2*exp(-g*norm(x - z)**2) >= 0", "exp(-norm(x - z)**2/(2*g**2)) <= 1",
    "exp(-g) < 1", "exp(c) >= 1", "exp(-g*norm(x - z)**2)**2 <= exp(-g*norm(x - z)**2)",
])  # fmt: skip
def test_proved(line):
    assert inequality(line, GIVEN).verdict is Verdict.PROVED


@pytest.mark.parametrize("line", [
    "exp(-c) < 1", "exp(-a) <= 1", "exp(-g*norm(x - z)**2) < 1", "exp(-g*norm(x)**2) >= 1", "exp(x @ z) >= 1",
])  # fmt: skip
def test_refuted(line):
    assert inequality(line, GIVEN).verdict is Verdict.REFUTED
