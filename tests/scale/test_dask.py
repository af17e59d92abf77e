"""The same fits on a real cluster of processes: with a worker killed, one that never answers, one without memory."""

from __future__ import annotations

import os
import signal

import dask.array as da
import numpy as np
import pytest
from dask.distributed import Client, Event, LocalCluster

from kernelcourse import (
    Gaussian,
    gaussian_process,
    kernel_pca,
    kmeans,
    nystroem,
    pca,
    random_fourier,
    ridge,
    ridge_from,
    streaming_kmeans,
)
from kernelcourse.scale import collect_on_dask, moments

pytestmark = pytest.mark.slow

RNG = np.random.default_rng(5)
N = 12_000
X = RNG.normal(size=(N, 4))
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=N)
K = random_fourier(Gaussian(1.5), 4, 100, np.random.default_rng(0))
LAM = 0.1
DX, DY = da.from_array(X, chunks=(500, 4)), da.from_array(Y, chunks=500)
STRAIGHT = ridge(K, X, Y, LAM)


def difference(f) -> float:
    """Of predictions, relative to the largest."""
    return float(np.abs(f(X) - STRAIGHT(X)).max() / np.abs(STRAIGHT(X)).max())


@pytest.fixture(scope="module")
def client():
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit="2GB"
        ) as cluster,
        Client(cluster) as connected,
    ):
        yield connected


def test_the_condition_number_of_these_tests_is_moderate():
    values = np.linalg.eigvalsh(moments(K, X, Y).second)
    assert (values[-1] + LAM) / (values[0] + LAM) < 1e6


def test_a_client_is_all_it_takes(client):
    assert difference(ridge(K, DX, DY, LAM)) < 1e-9
    components, alone = pca(DX, 2), pca(X, 2)
    np.testing.assert_allclose(components.variances, alone.variances, rtol=1e-9)
    np.testing.assert_allclose(kernel_pca(K, DX, 3).variances, kernel_pca(K, X, 3).variances, rtol=1e-9)
    evidence = gaussian_process(K, DX, DY, LAM).log_evidence
    assert evidence == pytest.approx(gaussian_process(K, X, Y, LAM).log_evidence, rel=1e-9)


def test_a_kernel_without_features_too(client):
    k = Gaussian(1.5)
    f, g = ridge(k, DX[:1500], DY[:1500], LAM), ridge(k, X[:1500], Y[:1500], LAM)
    np.testing.assert_allclose(f(X[:50]), g(X[:50]), atol=1e-8)


def test_k_means_on_the_cluster(client):
    whole = kmeans(X, 6, np.random.default_rng(0), restarts=4)
    found = streaming_kmeans(DX, 6, np.random.default_rng(0))
    assert found.spread == pytest.approx(found.squares(X).min(axis=1).sum(), rel=1e-9)
    assert found.spread <= 1.05 * whole.spread
    with pytest.raises(ValueError, match="n_clusters = 6 for 5 points"):
        streaming_kmeans(DX[:5], 6, np.random.default_rng(0))


def test_a_worker_killed_in_the_middle_costs_nothing_but_time(client):
    victim = next(iter(client.run(os.getpid).values()))
    states = []
    for state in collect_on_dask(K, DX, DY):
        states.append(state)
        if len(states) == 5:
            os.kill(victim, signal.SIGKILL)
    assert len(states) == state.blocks == 24 and state.count == N
    assert difference(ridge_from(state, LAM)) < 1e-9
    client.wait_for_workers(2, timeout=60)


def test_a_worker_that_never_answers_does_not_hold_up_the_fit(client):
    slow, release = next(iter(client.scheduler_info(n_workers=-1)["workers"])), Event("release")
    stuck = client.submit(lambda: Event("release").wait(timeout="120s"), workers=[slow], pure=False)
    assert difference(ridge(K, DX, DY, LAM)) < 1e-9
    assert not stuck.done()
    release.set()
    assert stuck.result(timeout=60)


def test_leaving_the_loop_cancels_what_is_under_way(client):
    for state in collect_on_dask(K, DX, DY, at_once=3):
        if state.blocks == 2:
            break
    assert state.count == 1000
    assert difference(ridge(K, DX, DY, LAM)) < 1e-9  # the cluster is as good as new


def test_too_little_memory_is_said_before_the_work_starts(client):
    whole = da.zeros((40_000_000, 4), chunks=(40_000_000, 4))
    with pytest.raises(ValueError, match=r"MB for each thread.*smaller blocks"):
        ridge(K, whole, whole[:, 0], LAM)
    with pytest.raises(ValueError, match="MB for each thread"):
        next(collect_on_dask(K, whole))


def test_without_a_cluster_dask_uses_threads():
    assert difference(ridge(K, DX, DY, LAM)) < 1e-9
    k = nystroem(Gaussian(1.5), X, 50, RNG)
    f = ridge(k, DX.rechunk((700, 2)), DY, LAM)  # points cut in two, and other blocks than y's
    np.testing.assert_allclose(f(X), ridge(k, X, Y, LAM)(X), atol=1e-9)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: ridge(K, DX, Y, LAM), "y must be a Dask array"),
        (lambda: ridge(K, DX, DY[:10], LAM), "y must be a Dask array"),
        (lambda: ridge(K, DX[:, 0], DY, LAM), "it has 1 dimensions"),
        (lambda: ridge(K, DX[DX[:, 0] > 0], None, LAM), "compute_chunk_sizes"),
        (lambda: kernel_pca(Gaussian(), DX, 2), "approximate it"),
        (lambda: ridge(K, da.full((10, 4), np.nan), da.zeros(10), LAM), "NaN"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
