"""The figures of the page on kernels at scale draw the package's numbers."""

import numpy as np
import pytest

from kernelcourse.figures import scale as figures
from kernelcourse.scale import Rates, bill


def curves(picture):
    return [np.asarray(line.get_ydata()) for line in picture.figure.axes[0].lines]


def test_memory_is_eight_bytes_a_number():
    picture = figures.memory([1000, 10_000], 100)
    gram, features, sums, laptop = curves(picture)
    np.testing.assert_allclose(gram, [0.008, 0.8])
    np.testing.assert_allclose(features, [0.0008, 0.008])
    np.testing.assert_allclose(sums, 8e-5)
    n = int(picture.readouts["largest n whose K fits into 16 GB"].replace(",", ""))
    assert 8 * n**2 <= 16e9 < 8 * (n + 1) ** 2
    assert set(laptop) == {16.0}


def test_errors_are_those_given():
    picture = figures.errors((10, 20), {"a": [0.5, 0.25]}, {"bound": [1.0, 0.7]})
    np.testing.assert_allclose(curves(picture), [[0.5, 0.25], [1.0, 0.7]])
    assert picture.readouts == {"a": "0.5 → 0.25", "bound": "1 → 0.7"}


def test_a_spectrum_ends_at_its_rank():
    picture = figures.spectra([8.0, 4.0, 2.0, 1.0], {"near": [7.0, 3.0, 0.0, 0.0]})
    assert [len(curve) for curve in curves(picture)] == [4, 2]
    assert picture.readouts["near, rank"] == "2"


def test_steps_are_counted_without_the_start():
    picture = figures.steps({"alone": np.logspace(0, -9, 53), "helped": [1, 0.1]})
    assert picture.readouts == {"alone: steps": "about 50", "helped: steps": "about 1"}
    assert len(curves(picture)[0]) == 53


def test_a_bill_adds_up():
    cost = bill(10**9, Rates(d=10, m=1000, features=1e-5, sums=2e-5), cores=4, rate=0.1)
    assert cost.core_hours == pytest.approx(1e9 * 3e-5 / 3600)
    assert cost.hours == pytest.approx(cost.core_hours / 4)
    assert cost.price == pytest.approx(0.1 * cost.core_hours)
    assert (cost.bytes_of_gram, cost.bytes_read) == (8 * 10**18, 88 * 10**9)
    assert cost.blocks == -(-(10**9) // (2**26 // 8000))
    assert "8 EB" in str(cost) and "88 GB read" in str(cost)
