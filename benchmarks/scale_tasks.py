"""What benchmarks.scale measures: fits at equal test error beside scikit-learn's, against exact ridge, and on Dask."""

from __future__ import annotations

import os
import platform
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from sklearn.cluster import MiniBatchKMeans
from sklearn.decomposition import IncrementalPCA
from sklearn.kernel_approximation import Nystroem as TheirNystroem
from sklearn.kernel_approximation import RBFSampler
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

from benchmarks.clock import CLOCKS, best_times
from kernelcourse import Gaussian, nystroem, pca, random_fourier, ridge, ridge_from, streaming_kmeans
from kernelcourse.scale import in_blocks, moments, moments_on_dask

Say = Callable[[str], None]
D, SIGMA, LAM = 10, 4.0, 1.0
K = Gaussian(SIGMA)
DIRECTIONS = np.random.default_rng(99).normal(size=(D, 3)) / np.sqrt(D)


def truth(X: Any) -> Any:
    """A smooth function of three directions."""
    u = X @ DIRECTIONS
    return np.sin(2 * u[:, 0]) + u[:, 1] * np.cos(u[:, 2])


def drawn(n: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, D))
    return X, truth(X) + 0.1 * rng.normal(size=n)


TEST = np.random.default_rng(7).normal(size=(5000, D))


def error(f: Callable[[Any], Any]) -> float:
    """Root mean square on fresh points, without their noise."""
    return float(np.sqrt(np.mean((f(TEST) - truth(TEST)) ** 2)))


def machine(threads: int, clock: str) -> str:
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, {threads} thread(s), {clock} clock; "
        f"Python {platform.python_version()}, numpy {np.__version__}, scikit-learn {sklearn.__version__}"
    )


def one_fit(kind: str, n: int, m: int) -> dict[str, float]:
    """Ridge on n points that nobody holds: drawn block by block, seen once."""

    def blocks() -> Iterator[tuple[Any, Any]]:
        for start in range(0, n, 50_000):
            yield drawn(min(50_000, n - start), start)

    started, cpu = time.perf_counter(), time.process_time()
    rng = np.random.default_rng(0)
    sample = drawn(min(n, 10_000), 0)[0]
    k = nystroem(K, sample, m, rng) if kind == "nystroem" else random_fourier(K, D, m, rng, orthogonal=True)
    f = ridge(k, blocks(), None, LAM)
    taken, used = time.perf_counter() - started, time.process_time() - cpu
    return {"n": n, "seconds": taken, "cpu": used, "megabytes": peak_megabytes(), "error": error(f)}


def peak_megabytes() -> float:
    """The most this program has held; getrusage would count what its parent held when it was started, too."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text(encoding="ascii").partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def beside_scikit_learn(say: Say, n: int, clock: str) -> None:
    """Their time over ours at equal test error: ours may use fewer features if its error is no larger."""
    X, y = drawn(n, 1)
    say(f"beside scikit-learn, n = {n:,}, d = {D} (target: ours ÷ theirs at most 0.70)")
    gamma = 1 / (2 * SIGMA**2)
    grid = (500, 600, 700, 800, 900)
    for name, theirs, ours in (
        ("Nystroem + Ridge", TheirNystroem, lambda m: nystroem(K, X, m, np.random.default_rng(0))),
        ("RBFSampler + Ridge", RBFSampler, lambda m: random_fourier(K, D, m, np.random.default_rng(0), True)),
    ):
        sampler = theirs(gamma=gamma, n_components=1000, random_state=0)
        model = make_pipeline(sampler, Ridge(alpha=LAM, fit_intercept=False))
        goal = error(model.fit(X, y).predict)
        few = next((m for m in grid if error(ridge(ours(m), X, y, LAM)) <= goal), 1000)
        reached = error(ridge(ours(few), X, y, LAM))
        mine, peer = best_times(
            [lambda ours=ours, few=few: ridge(ours(few), X, y, LAM), lambda model=model: model.fit(X, y)],
            seconds=20,
            turns=3,
            clock=clock,
        )
        note = f"m = {few} and 1000, test error {reached:.4f} and {goal:.4f}"
        line(say, name, mine, peer, note, reached / goal)
    clusters(say, X, clock)
    wide = np.random.default_rng(3).normal(size=(n, 50)) * np.linspace(3, 0.1, 50)
    peer_pca = IncrementalPCA(10)
    mine, peer = best_times(
        [lambda: pca(in_blocks(wide), 10), lambda: peer_pca.fit(wide)], seconds=20, turns=3, clock=clock
    )
    exact = np.linalg.eigvalsh(np.cov(wide.T))[:-11:-1]
    found = pca(in_blocks(wide), 10).variances * n / (n - 1), peer_pca.explained_variance_
    gap, theirs = (float(np.abs(variances / exact - 1).max()) for variances in found)
    note = f"10 components, errors of the variances {gap:.1e} and {theirs:.1e}"
    line(say, "IncrementalPCA, d = 50", mine, peer, note, gap / theirs)


def clusters(say: Say, X: Any, clock: str) -> None:
    centers = np.random.default_rng(5).normal(size=(20, D)) * 2
    points = X + centers[np.random.default_rng(6).integers(20, size=len(X))]
    peer_model = MiniBatchKMeans(20, random_state=0, n_init=3)

    def ours() -> Any:
        starts = (np.random.default_rng(seed) for seed in range(3))
        return min(
            (streaming_kmeans(in_blocks(points), 20, rng, passes=3) for rng in starts),
            key=lambda found: float(found.spread),
        )

    mine, peer = best_times([ours, lambda: peer_model.fit(points)], seconds=20, turns=3, clock=clock)
    spread, theirs = ours().spread / len(points), peer_model.inertia_ / len(points)
    note = f"best of 3 starts, mean squared distance {spread:.4f} and {theirs:.4f}"
    line(say, "MiniBatchKMeans, 20", mine, peer, note, spread / theirs)


def line(say: Say, name: str, mine: float, peer: float, note: str, error_ratio: float) -> None:
    """Faster counts only where the error is no more than a twentieth above theirs."""
    verdict = "met" if mine <= 0.7 * peer and error_ratio <= 1.05 else "missed"
    say(f"{name:<24} ours {mine:8.3f} s  theirs {peer:8.3f} s  ratio {mine / peer:5.2f}  {verdict:<6} {note}")


def against_exact(say: Say) -> None:
    """How far approximate predictions are from those of exact ridge, all at the same λ."""
    X, y = drawn(4000, 2)
    exact = ridge(K, X, y, LAM)(TEST)
    say("against exact kernel ridge, n = 4000: ‖f̃ − f‖/‖f‖ on 5000 fresh points")
    say(f"{'m':>6} {'Nyström':>10} {'Fourier':>10} {'orthogonal':>10}")
    for m in (100, 300, 1000, 3000):
        rng = np.random.default_rng(0)
        fits = [nystroem(K, X, m, rng), random_fourier(K, D, m, rng), random_fourier(K, D, m, rng, True)]
        gaps = [np.linalg.norm(ridge(k, X, y, LAM)(TEST) - exact) / np.linalg.norm(exact) for k in fits]
        say(f"{m:>6} " + " ".join(f"{gap:10.5f}" for gap in gaps))


def on_dask(say: Say) -> None:
    """Two worker processes of one thread beside one process of one thread."""
    import dask.array as da
    from dask.distributed import Client, LocalCluster

    n, m = 400_000, 300
    X, y = drawn(n, 3)
    k = random_fourier(K, D, m, np.random.default_rng(0), orthogonal=True)
    alone = moments(k, in_blocks(X, y, rows=50_000))
    values = np.linalg.eigvalsh(alone.second)
    lam = max(LAM, values[-1] / 1e5)
    condition = (values[-1] + lam) / (values[0] + lam)
    clock = CLOCKS["wall"]
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        DX, DY = da.from_array(X, chunks=(50_000, D)), da.from_array(y, chunks=50_000)
        there, there_y = client.persist([DX, DY])
        moments_on_dask(k, there, there_y)
        begin = clock()
        cold = moments_on_dask(k, da.from_array(X, chunks=(50_000, D)), da.from_array(y, chunks=50_000))
        sent = clock() - begin
        one, two = best_times(
            [
                lambda: moments(k, in_blocks(X, y, rows=50_000)),
                lambda: moments_on_dask(k, there + 0.0, there_y),
            ],
            seconds=20,
            turns=3,
        )
    f, g = ridge_from(alone, lam)(TEST), ridge_from(cold, lam)(TEST)
    gap = np.abs(f - g).max() / np.abs(f).max()
    say(f"Dask, 2 worker processes, n = {n:,}, m = {m}, 8 blocks, condition number {condition:.2g}")
    say(f"predictions differ by {gap:.1e} (relative; at most 1e-9)")
    say(
        f"one process {one:.2f} s; two workers that hold the points {two:.2f} s; points sent along {sent:.2f} s"
    )
    say(
        f"against an even share {two - one / 2:+.2f} s: scheduling, and {8 * m * m / 1e6:.1f} MB of sums a block"
    )
