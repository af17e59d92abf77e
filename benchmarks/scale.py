"""python -m benchmarks.scale: kernels at scale beside scikit-learn, growth in n, exact against approximate, Dask.

--clock cpu counts processor seconds: on a busy machine they are what an idle core would show.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PARTS = ("beside", "growth", "million", "exact", "dask")
ONE_FIT = ("n", "seconds", "cpu", "megabytes", "error")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads of BLAS and OpenMP")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--only", choices=PARTS, action="append", help="these parts (all unless given)")
    parser.add_argument("--n", type=int, default=100_000, help="points of the comparison with scikit-learn")
    parser.add_argument("--out", type=Path, default=Path("_build/benchmarks"))
    parser.add_argument(
        "--one-fit", nargs=3, metavar=("KIND", "N", "M"), help="one fit, as JSON (used by growth)"
    )
    options = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(options.threads)  # read when numpy is first imported, which is below
    from benchmarks import scale_tasks

    if options.one_fit:
        kind, n, m = options.one_fit
        print(json.dumps(scale_tasks.one_fit(kind, int(n), int(m))))
        return
    options.out.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    say(scale_tasks.machine(options.threads, options.clock))
    for part in options.only or PARTS:
        say("")
        if part == "beside":
            scale_tasks.beside_scikit_learn(say, options.n, options.clock)
        elif part in ("growth", "million"):
            growth(say, part, options.threads, options.clock)
        elif part == "exact":
            scale_tasks.against_exact(say)
        else:
            scale_tasks.on_dask(say)
    name = "scale" if not options.only else "scale-" + "-".join(options.only)
    (options.out / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def growth(say: Callable[[str], None], part: str, threads: int, clock: str) -> None:
    """Each fit in a process of its own, so that its peak memory is its own."""
    from benchmarks.clock import exponent

    sizes = (10_000, 100_000, 1_000_000) if part == "growth" else (1_000_000,)
    m = 200 if part == "growth" else 1000
    say(f"one pass, d = 10, m = {m}: a generator of blocks, each fit in its own process")
    for kind in ("nystroem", "fourier"):
        rows = [_fit(kind, n, m, threads) for n in sizes]
        for row in rows:
            say(
                f"{kind:<10} n = {row['n']:>9,}  {row['seconds']:8.2f} s wall  {row['cpu']:8.2f} s cpu  "
                f"peak {row['megabytes']:6.0f} MB  test error {row['error']:.4f}"
            )
        if part == "growth":
            times = [row["cpu" if clock == "cpu" else "seconds"] for row in rows]
            flat = rows[2]["megabytes"] / rows[1]["megabytes"]
            say(
                f"{kind:<10} time ~ n^{exponent(sizes, times):.2f} (at most 1.1), "
                f"peak memory 10⁶ ÷ 10⁵ = {flat:.2f} (at most 1.2)"
            )
        else:
            met = rows[0]["seconds"] < 120 and rows[0]["megabytes"] < 2000
            say(f"{kind:<10} under 2 minutes and 2 GB: {'met' if met else 'missed'}")


def _fit(kind: str, n: int, m: int, threads: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.scale", "--threads", str(threads), "--out", folder]
            + ["--one-fit", kind, str(n), str(m)],
            capture_output=True,
            text=True,
            check=True,
        )
    found: dict[str, float] = json.loads(done.stdout)
    assert set(found) == set(ONE_FIT)
    return found


if __name__ == "__main__":
    main()
