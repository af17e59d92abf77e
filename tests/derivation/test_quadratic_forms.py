"""A gap that is quadratic in a vector is tried along its eigenvectors."""

import numpy as np
import pytest

from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.judging.quadratic_forms import downhill
from kernelcourse.derivation.reading.settings import read_setting

from .one_line import inequality

MATRICES = {"K": "psd(n)", "L": "psd(n)", "x": "vector(n)"}
POINTS = {"X": "matrix(n, d)", "c": "vector(n)"}


@pytest.mark.parametrize("form", ["max(K, L)", "min(K, L)", "tanh(K)", "sqrt(abs(K))"])
def test_entry_by_entry_much_is_lost(form):
    assert inequality(f"x @ {form} @ x >= 0", MATRICES).verdict == "refuted"


@pytest.mark.parametrize("form", ["exp(K)", "(K*L)", "sinh(K)"])
def test_and_some_of_it_stays_semidefinite(form):
    assert inequality(f"x @ {form} @ x >= 0", MATRICES).accepted


@pytest.mark.parametrize(
    ("profile", "kernel"),
    [("abs(X[i] @ X[j])", False), ("abs(X[i] @ X[j])*(X[i] @ X[j])", False),
     ("exp(-norm(X[i] - X[j])**3)", False), ("1/(1 + norm(X[i] - X[j])**4)", False),
     ("max(0, 1 - norm(X[i] - X[j])**2)", False), ("exp(-norm(X[i] - X[j]))", True)],
)  # fmt: skip
def test_what_looks_like_a_kernel(profile, kernel):
    double = f"sum(c[i]*c[j]*{profile} for i in range(n) for j in range(n))"
    assert inequality(f"{double} >= 0", POINTS).accepted == kernel


def test_the_vertex_of_a_parabola_is_found():
    setting = read_setting({"x": "vector(3)"}, {})
    at = Samples(setting).standard[0]
    gap = setting.read("x @ x - 2*x[0] - 4*x[2] + 7")
    found = [one.values["x"] for one in downhill(gap, setting, at)]
    assert any(np.allclose(point, [1, 0, 2]) for point in found)


def test_what_is_no_quadratic_is_left_alone():
    setting = read_setting({"x": "vector(3)"}, {})
    at = Samples(setting).standard[0]
    assert not list(downhill(setting.read("sum(x**4)"), setting, at))
