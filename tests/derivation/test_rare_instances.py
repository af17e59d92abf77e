"""Instances and moves that are rarely met: far out on one side, sines of whole numbers, a matrix off by a hair."""

import numpy as np
import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.ranges.reading import read_range

from .one_line import inequality, judged

MATRICES = {"A": "matrix(n, n)", "M": "pd(n)", "S": "symmetric(n)", "K": "psd(n)"}


def minimiser(objective, name, value, **given):
    return judged({"is": objective}, {"minimiser": name, "is": value}, given)


def limit(before, value, **given):
    return judged({"is": before}, {"limit": "N", "is": value}, given)


def test_complex_numbers_have_no_order():
    assert inequality("sqrt(z) >= 0", {"z": "complex"}).verdict == "refuted"


def test_two_numbers_far_out_on_the_same_side():
    given = {"a": "scalar", "b": "scalar"}
    line = "abs(log(1 + exp(a)) - log(1 + exp(b))) <= {}*abs(a - b)"
    assert inequality(line.format("0.9999"), given).verdict == "refuted"
    assert inequality(line.format("1"), given).accepted


@pytest.mark.parametrize("line", ["cos(n) <= 0.9999", "sin(n)**2 > 1e-5"])
def test_whole_numbers_that_are_nearly_whole_turns(line):
    assert inequality(line, {"x": "vector(n)"}).verdict == "refuted"


def test_a_sine_of_a_large_number_is_known_to_fewer_digits():
    assert judged({"is": "sin(pi*N)"}, {"is": "0"}, {"N": "integer(1, 10000)"}).accepted


def test_waves_of_many_entries():
    line = "sum(x[i]*x[i+1] for i in range(n-1)) <= {}*norm(x)**2"
    found = inequality(line.format("0.999"), {"x": "vector(n)"})
    assert found.verdict == "refuted" and found.witness.values["n"] == 70
    assert inequality(line.format("1"), {"x": "vector(n)"}).accepted


def test_two_blocks_of_which_the_cube_is_0():
    assert inequality("rank(A @ A @ A) >= rank(A) - 2", MATRICES).verdict == "refuted"


@pytest.mark.parametrize(
    ("objective", "letter", "value"),
    [
        ("trace(M) - log(det(M))", "M", "I(n)"),
        ("norm(S)**2 - 2*trace(S)", "S", "I(n)"),
        ("trace(K @ K) - 2*trace(K)", "K", "I(n)"),
    ],
)
def test_a_symmetric_matrix_that_is_off_by_a_hair(objective, letter, value):
    assert minimiser(objective, letter, value, **MATRICES).accepted
    assert minimiser(objective, letter, f"1.0000001*{value}", **MATRICES).verdict == "refuted"


def test_a_singular_matrix_is_not_moved_out_of_its_range():
    assert minimiser("trace(K)", "K", "zeros(n, n)", **MATRICES).accepted


@pytest.mark.parametrize("line", ["u @ v + v @ w + w @ u >= -1.4999", "abs(u @ v) + abs(v @ w) > 0"])
def test_three_unit_vectors(line):
    given = dict.fromkeys("uvw", "unit(n)")
    assert inequality(line, given).verdict == "refuted"
    assert inequality("u @ v + v @ w + w @ u >= -3/2", given).accepted


@pytest.mark.parametrize("value", [[0, 0, 1], [0, 0, -1], [0.6, 0, 0.8], [0.6, -0.8, 0]])
def test_a_step_of_a_unit_vector_has_length_1_exactly(value):
    moved = read_range("u", "unit(3)").step(np.array(value), None, 1e-3, np.random.default_rng(1))
    assert moved @ moved == 1 and 0 < np.max(np.abs(moved.astype(float) - value)) < 0.01


def test_no_move_of_a_unit_vector_is_zero():
    assert minimiser("sum(u**4)", "u", "ones(n)/sqrt(n)", u="unit(n)").accepted
    assert minimiser("sum(u**4)", "u", "e(0, n)", u="unit(n)").verdict == "refuted"


def test_what_takes_turns_among_sums_of_cosines_is_not_followed_for_long():
    assert not limit("sum(cos(i) for i in range(N))", "1/2", N="integer(1, 8)").accepted


@pytest.mark.parametrize(
    "range_", ["partition(n, 2)", "partition(n, 5)", "partition(4, k)", "partition(n + 1, k + 1)"]
)
def test_a_partition_always_has_room_for_its_clusters(range_):
    derivation = Derivation({"H": range_}, start="det(H.T @ H)").then(
        "det(H.T @ H)*sign(det(H.T @ H) - 4)**2"
    )
    assert check(derivation, hints=False).lines[-1].verdict in ("refuted", "tested")
