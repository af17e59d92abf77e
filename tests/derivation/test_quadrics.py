"""Equations quadratic in a vector are solved on their cone, those of a centred matrix at a centred matrix."""

import numpy as np
import pytest

from kernelcourse.derivation import Derivation
from kernelcourse.derivation.instances.instance import Instance
from kernelcourse.derivation.judging.quadrics import on_quadric
from kernelcourse.derivation.judging.solutions import Equation
from kernelcourse.derivation.ranges.entries import Profile
from kernelcourse.derivation.respond import respond

from .one_line import equivalent, judged

GIVEN = {"C": "symmetric(d)", "f": "vector(d)", "b": "vector(d)"}


@pytest.mark.parametrize("seed", range(4))
def test_a_form_that_vanishes_is_no_eigenvector(seed):
    line = {"derivation": "pca-lagrangian", "line": 2, "seed": seed}
    assert respond({**line, "text": "⇔ f @ C @ f == lam * f @ f"})["verdict"] == "refuted"
    assert respond({**line, "text": "⇔ 2 * C @ f == 2 * lam * f"})["accepted"]


@pytest.mark.parametrize("values", [[1, 2, 5], [2, 2, 3], [0, 2, 2], [3, 4, 5]])
@pytest.mark.parametrize(
    "text", ["f @ C @ f - 2 * (f @ f)", "f @ C @ f - 2 * (f @ f) - b @ f", "f @ C @ f - 9"]
)
def test_what_is_found_solves_the_equation(values, text):
    setting = Derivation(GIVEN).setting()
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    given = {"C": turn @ np.diag(values) @ turn.T, "b": turn[:, 0] * 3, "f": np.zeros(3), "d": 3}
    at = Instance(values=given, exact=None, sizes={"d": 3}, profile=Profile("small"))
    equation = Equation(setting.read(text), setting.read("0"), setting, ("f",))
    found = on_quadric(equation, at)
    assert found
    for point in found:
        value = point @ given["C"] @ point - ("f @ f" in text) * 2 * point @ point
        value -= given["b"] @ point if "b @ f" in text else 9 * ("9" in text)
        assert abs(value) < 1e-9 * max(1, point @ point)
    several = values[0] < 2 < values[-1] or text.count("-") > 1
    assert len(found) > 1 or not several


def test_the_entries_of_a_centred_matrix_sum_to_0():
    given = {"K": "psd(n)", "x": "vector(n)"}
    before = {"equation": "K @ x == zeros(n)", "unknown": "x"}
    line = {"equation": "sum(K) * x == zeros(n)", "unknown": "x", "relation": "implied by"}
    assert judged(before, line, given).verdict == "refuted"
    assert judged(before, {**line, "equation": "trace(K) * x == zeros(n)"}, given).accepted


@pytest.mark.parametrize(
    "text", ["v @ v == 2*u @ v - u @ u", "norm(v - 300*u)**2 == 0", "v @ v + 1e6*u @ u == 2e3*u @ v"]
)
def test_at_a_double_zero_there_is_the_centre_alone(text):
    given = {"u": "vector(n)", "v": "vector(n)"}
    factor = 1 if "1e6" not in text and "300" not in text else 300 if "300" in text else 1000
    assert equivalent(text, f"v == {factor}*u", "v", given).accepted
