"""One pass over blocks gives what all points at once give; it can be stopped, saved and taken up again."""

from __future__ import annotations

import signal
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from kernelcourse import Gaussian, Linear, kernel_pca, pca, random_fourier, ridge, ridge_from
from kernelcourse.scale import Blocks, Moments, blocks_of_npy, blocks_of_parquet, collect, in_blocks, moments
from kernelcourse.scale.blocks import rows_within

RNG = np.random.default_rng(4)
X = RNG.normal(size=(500, 3))
Y = np.sin(X[:, 0]) + X[:, 1]
K = random_fourier(Gaussian(1.5), 3, 40, np.random.default_rng(0))
STRAIGHT = ridge(K, X, Y, 0.1)


def chunks(rows=70):
    return ((X[i : i + rows], Y[i : i + rows]) for i in range(0, len(X), rows))


def same_function(f, tolerance=1e-10):
    np.testing.assert_allclose(f(X), STRAIGHT(X), atol=tolerance)


def test_blocks_from_anywhere_give_the_same_function(tmp_path):
    np.save(tmp_path / "x.npy", X)
    np.save(tmp_path / "y.npy", Y)
    same_function(ridge(K, chunks(), None, 0.1))
    same_function(ridge(K, in_blocks(X, Y, rows=123), None, 0.1))
    same_function(ridge(K, blocks_of_npy(tmp_path / "x.npy", tmp_path / "y.npy", rows=64), None, 0.1))
    same_function(ridge_from(moments(K, X, Y, budget=40 * 8 * 7), 0.1))  # seven rows of features at a time


def test_blocks_from_parquet(tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.table({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2], "out": Y})
    parquet.write_table(table, tmp_path / "points.parquet", row_group_size=100)
    same_function(ridge(K, blocks_of_parquet(tmp_path / "points.parquet", "abc", "out", rows=90), None, 0.1))
    with pytest.raises(ValueError, match="no column 'z'; it has a, b, c, out"):
        blocks_of_parquet(tmp_path / "points.parquet", "az")
    assert pca(blocks_of_parquet(tmp_path / "points.parquet", "abc"), 2).variances.shape == (2,)


def test_pca_in_one_pass_far_from_the_origin():
    far = X * [3, 1, 0.1] + 1e6
    whole, streamed = pca(far, 3), pca(iter(np.array_split(far, 9)), 3)
    np.testing.assert_allclose(streamed.variances, whole.variances, rtol=1e-6)
    np.testing.assert_allclose(np.abs(streamed.scores(far)), np.abs(whole.scores(far)), atol=1e-6)
    np.testing.assert_allclose(streamed.explained, whole.explained, rtol=1e-6)


def test_kernel_pca_in_one_pass():
    whole, streamed = kernel_pca(K, X, 3), kernel_pca(K, in_blocks(X, rows=77), 3)
    np.testing.assert_allclose(streamed.variances, whole.variances, rtol=1e-9)


def test_many_outputs_and_another_lambda_without_a_second_pass():
    both = np.column_stack([Y, X[:, 2]])
    gathered = moments(K, in_blocks(X, both, rows=60))
    for lam in (0.01, 1.0):
        np.testing.assert_allclose(ridge_from(gathered, lam)(X), ridge(K, X, both, lam)(X), atol=1e-9)


def test_merging_does_not_mind_the_order():
    parts = [moments(K, x, y) for x, y in chunks()]
    forth, back = parts[0], parts[-1]
    for part in parts[1:]:
        forth = forth + part
    for part in parts[-2::-1]:
        back = back + part
    assert forth.count == back.count == len(X)
    np.testing.assert_allclose(forth.scatter, back.scatter, atol=1e-9)
    same_function(ridge_from(back, 0.1))


def test_a_state_is_never_changed_and_the_pass_can_be_taken_up_again(tmp_path):
    states = list(collect(K, in_blocks(X, Y, rows=100)))
    assert [state.blocks for state in states] == [1, 2, 3, 4, 5]
    third = states[2]
    third.save(tmp_path / "state.npz")
    again = Moments.load(tmp_path / "state.npz", K)
    *_, last = collect(K, in_blocks(X, Y, rows=100), after=again)
    assert last.blocks == 5
    np.testing.assert_array_equal(last.scatter, states[-1].scatter)
    with pytest.raises(ValueError, match="another kernel"):
        Moments.load(tmp_path / "state.npz", random_fourier(Gaussian(1.5), 3, 40, np.random.default_rng(9)))
    (tmp_path / "broken.npz").write_bytes(b"no state")
    with pytest.raises(ValueError, match="no saved moments"):
        Moments.load(tmp_path / "broken.npz", K)


def test_an_error_in_the_middle_loses_nothing(tmp_path):
    def failing():
        for number, block in enumerate(chunks(100)):
            if number == 3:
                raise OSError("the disk is gone")
            yield block

    file, seen = tmp_path / "state.npz", []
    with pytest.raises(OSError, match="disk"):
        moments(K, failing(), checkpoint=file)
    whole = in_blocks(X, Y, rows=100)
    gathered = moments(K, whole, checkpoint=file, progress=lambda state: seen.append(state.blocks))
    assert seen == [4, 5]
    same_function(ridge_from(gathered, 0.1))


INTERRUPTED = """
import signal
import sys
import numpy as np
from kernelcourse import Gaussian, random_fourier
from kernelcourse.scale import moments

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to it

k = random_fourier(Gaussian(1.5), 3, 300, np.random.default_rng(0))
def forever():
    while True:
        yield np.ones((20_000, 3)), np.ones(20_000)
moments(k, forever(), progress=lambda state: print(state.blocks, flush=True), checkpoint=sys.argv[1])
"""


def test_control_c_stops_at_once_and_keeps_what_was_done(tmp_path):
    file = tmp_path / "state.npz"
    work = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert work.stdout is not None
    assert work.stdout.readline() == "1\n"
    work.send_signal(signal.SIGINT)
    printed, complaint = work.communicate(timeout=120)  # seconds of a busy machine; alone it takes one
    assert "KeyboardInterrupt" in complaint
    k = random_fourier(Gaussian(1.5), 3, 300, np.random.default_rng(0))
    kept = Moments.load(file, k)
    assert kept.blocks >= 1 and kept.blocks >= len(printed.split())
    assert kept.count == 20_000 * kept.blocks


def test_memory_stays_within_the_budget():
    def peak(n):
        blocks = ((X[:100], Y[:100]) for _ in range(n // 100))
        tracemalloc.start()
        moments(K, blocks)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(200)
    assert peak(20_000) < 1.2 * peak(2_000)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: moments(Gaussian(), X, Y), "approximate it with nystroem"),
        (lambda: ridge(K, iter([X]), None, 0.1), "without outputs"),
        (lambda: moments(K, iter([]), None), "no block"),
        (lambda: moments(K, iter([(X, Y[:3])])), "y in block 0 of the generator has 3 entries for 500"),
        (lambda: moments(K, iter([X, np.full((2, 3), np.nan)])), "block 1 of the generator has NaN"),
        (lambda: moments(K, in_blocks(X, Y), Y), "y belongs into the blocks"),
        (lambda: in_blocks(X, Y[:2]), "y has 2 entries"),
        (lambda: in_blocks(X[:, 0]), "1-D"),
        (lambda: blocks_of_npy("/nowhere/x.npy"), "no .npy file"),
        (lambda: rows_within(100, 50), "less than one row"),
        (lambda: moments(K, Blocks(lambda first: iter([(X, Y), (X, np.column_stack([Y, Y]))]))), "1 columns"),
        (lambda: ridge_from(moments(Linear(), X, Y), 0.1), "use pca"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()


def test_a_generator_is_read_once():
    from kernelcourse.scale.blocks import as_blocks

    once = as_blocks(chunks())
    assert len(list(once)) == 8
    with pytest.raises(ValueError, match="read already"):
        list(once)
