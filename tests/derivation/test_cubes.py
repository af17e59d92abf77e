"""Functions of a distance that are kernels on a line and not in space; a sum that is singular at a small matrix."""

import pytest

from .one_line import inequality, judged

POINTS = {"X": "matrix(n, d)", "v": "vector(n)"}
SUM = "sum(v[i]*v[j]*{} for i in range(n) for j in range(n))"
APART = "norm(X[i] - X[j])"


@pytest.mark.parametrize(
    "kernel", [f"max(0, 1 - {APART})", f"max(0, 1 - {APART}**2)", f"max(0, 3 - {APART})"]
)
@pytest.mark.parametrize("where", [(), ("sum(v) == 0",)])
def test_a_tent_is_no_kernel_in_space(kernel, where):
    assert inequality(f"{SUM.format(kernel)} >= 0", POINTS, *where).verdict == "refuted"


@pytest.mark.parametrize("kernel", [f"exp(-{APART})", f"exp(-{APART}**2)", f"1/(1 + {APART}**2)"])
def test_what_is_a_kernel_everywhere_survives_the_cube(kernel):
    assert inequality(f"{SUM.format(kernel)} >= 0", POINTS).accepted


def test_a_minimiser_where_a_sum_is_singular():
    given = {"A": "symmetric(n)", "K": "psd(n)", "x": "vector(n)", "b": "vector(n)"}
    line = {"minimiser": "x", "is": "pinv(A + 0.001*I(n)) @ b"}
    before = {"is": "x @ A @ A @ x - 2*b @ A @ x + 0.001*x @ A @ x"}
    assert judged(before, line, given).verdict == "refuted"
    before, line = ({one: text.replace("A", "K") for one, text in part.items()} for part in (before, line))
    assert judged(before, line, given).accepted
