"""Side conditions that say that a product is zero: there are instances where neither factor is."""

import numpy as np
import pytest

from kernelcourse.derivation.instances.conditions import meets
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting

from .one_line import inequality, judged

PSD = {"K": "psd(n)", "L": "psd(n)"}
VECTORS = {"x": "nonnegative_vector(n)", "y": "nonnegative_vector(n)"}
BOTH_PROJECT = ("P @ P == P", "Q @ Q == Q", "P @ Q == zeros(n, n)")


@pytest.mark.parametrize(
    ("given", "where"),
    [
        (PSD, ["K @ L == zeros(n, n)"]),
        (PSD, ["trace(K @ L) == 0"]),
        (PSD, ["K @ L == zeros(n, n)", "trace(K) == 1"]),
        (PSD | {"M": "psd(n)"}, ["K @ L == zeros(n, n)", "L @ M == 0", "K @ M == 0"]),
        ({"A": "matrix(n, n)", "B": "matrix(n, n)"}, ["A @ B == zeros(n, n)"]),
        ({"A": "matrix(n, d)", "B": "matrix(n, d)"}, ["A.T @ B == zeros(d, d)"]),
        ({"P": "symmetric(n)", "Q": "symmetric(n)"}, BOTH_PROJECT),
        (VECTORS, ["x @ y == 0"]),
        (VECTORS, ["x * y == zeros(n)"]),
        (VECTORS | {"K": "psd(n)"}, ["K @ x == zeros(n)"]),
        ({"K": "psd(n)", "v": "vector(n)"}, ["K @ v == zeros(n)"]),
        ({"K": "psd(n)", "v": "vector(n)"}, ["v @ K @ v == 0"]),
        ({"K": "psd(n)", "u": "unit(n)"}, ["K @ u == zeros(n)"]),
    ],
)
def test_neither_factor_is_zero(given, where):
    setting = read_setting(given, where=where)
    found = [at for at in Samples(setting).standard if at.exact is not None]
    assert len(found) > 3 and all(meets(setting, at) for at in found)
    assert any(all(np.any(at.exact[name] != 0) for name in given) for at in found)


def test_a_definite_matrix_keeps_to_no_part():
    with pytest.raises(ValueError, match="no values of the letters were found"):
        Samples(read_setting({"K": "pd(n)", "L": "pd(n)"}, where=["K @ L == zeros(n, n)"]))


@pytest.mark.parametrize(
    ("given", "where", "right", "wrong"),
    [
        (PSD, "K @ L == zeros(n, n)", ("(K + L) @ (K + L)", "K @ K + L @ L"), ("K * L", "zeros(n, n)")),
        (PSD, "trace(K @ L) == 0", ("K @ L", "zeros(n, n)"), ("trace(K)*trace(L)", "0")),
        (VECTORS, "x @ y == 0", ("x * y", "zeros(n)"), ("sum(x)*sum(y)", "0")),
    ],
)
def test_what_follows_from_it_and_what_does_not(given, where, right, wrong):
    assert judged({"is": right[0]}, {"is": right[1]}, given, where).accepted
    assert judged({"is": wrong[0]}, {"is": wrong[1]}, given, where).verdict == "refuted"


def test_an_inequality_where_a_product_is_zero():
    where = "K @ L == zeros(n, n)"
    assert inequality("rank(K) + rank(L) <= n", PSD, where).accepted
    assert inequality("rank(K) + rank(L) <= n - 1", PSD, where).verdict == "refuted"
