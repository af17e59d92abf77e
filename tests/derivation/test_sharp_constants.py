"""Constants that are off by a little: the gap is followed downhill along all letters at once, each in its range."""

import numpy as np
import pytest

from kernelcourse.derivation.judging.descent import minimised
from kernelcourse.derivation.ranges.entries import Profile
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.effort import Limit
from tests.derivation.one_line import inequality

SHARP = [
    ("sum(abs(Q)) <= {}", "7.99", "8", {"Q": "orthogonal(4)"}),
    ("K[0, 1]*K[1, 2]*K[2, 0] >= -K[0, 0]*K[1, 1]*K[2, 2]/{}", "8.01", "8", {"K": "psd(3)"}),
    ("a @ b + b @ c + c @ d + d @ f + f @ a >= {}", "-4.04", "-4.0451", dict.fromkeys("abcdf", "unit(n)")),
    ("sum(y[i]*cos(i**2) for i in range(12)) <= {}", "7.5", "7.57", {"y": "labels(12)"}),
    (
        "norm(inv(X.T @ X + lam*I(d)) @ X.T @ y) <= norm(y)/({}*sqrt(lam))", "2.0001", "2",
        {"X": "matrix(n, d)", "y": "vector(n)", "lam": "positive"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "wrong", "right", "given"), SHARP)
def test_only_the_sharp_constant_is_accepted(line, wrong, right, given):
    assert inequality(line.format(wrong), given).verdict == "refuted"
    assert inequality(line.format(right), given).accepted


def test_side_conditions_are_kept_on_the_way_down():
    given, where = dict.fromkeys("pq", "positive_vector(n)"), ("sum(p) == 1", "sum(q) == 1")
    line = "1 - sum(sqrt(p*q)) >= sum(abs(p - q))**2/{}"
    assert inequality(line.format(7.99), given, *where).verdict == "refuted"
    assert inequality(line.format(8), given, *where).accepted


@pytest.mark.parametrize(
    "kind",
    [
        "vector(3)", "matrix(2, 3)", "positive_vector(3)", "nonnegative_vector(3)", "unit(3)", "symmetric(3)", "psd(3)",
        "pd(3)", "orthogonal(3)", "interval(0, 2)", "positive", "nonnegative", "scalar",
    ],
)  # fmt: skip
def test_a_chart_begins_at_its_value_and_stays_in_the_range(kind):
    range_, rng = read_setting({"x": kind}, {}).given["x"], np.random.default_rng(3)
    value = range_.draw({}, Profile("small"), rng)
    chart = range_.chart(value)
    np.testing.assert_allclose(chart.value(chart.start), np.asarray(value, dtype=float), atol=1e-9)
    free = chart.start + rng.normal(size=len(chart.start))
    exact = np.asarray(chart.exact(free), dtype=float)
    assert range_.fault(exact) == ""
    np.testing.assert_allclose(chart.value(free), exact, rtol=2e-3, atol=1e-6)


def test_a_valley_is_found():
    def height(point):
        return (1 - point[0]) ** 2 + 100 * (point[1] - point[0] ** 2) ** 2

    found = minimised(height, np.array([-1.2, 1.0]), Limit(1))
    np.testing.assert_allclose(found, [1, 1], atol=1e-3)


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("det(Q)*trace(Q) >= -1", {"Q": "orthogonal(3)"}),
        ("det([a, b, c])**2 <= 1", dict.fromkeys("abc", "unit(3)")),
    ],
)
def test_a_letter_of_three_entries_is_not_written_with_two(line, given):
    assert inequality(line, given).accepted
