"""python -m benchmarks: measure, print the table, save it with a plot under _build/benchmarks."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads of BLAS and OpenMP")
    parser.add_argument("--seconds", type=float, default=20.0, help="time for each line of the table")
    parser.add_argument(
        "--clock", choices=["wall", "cpu"], default="wall", help="cpu, with --threads 1, on a busy machine"
    )
    parser.add_argument("--only", default="", help="only tasks whose name contains this text")
    parser.add_argument("--out", type=Path, default=Path("_build/benchmarks"), help="where the results go")
    options = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(options.threads)  # read when numpy is first imported, which is below
    from benchmarks import report

    report.run(options.threads, options.seconds, options.clock, options.only, options.out)


if __name__ == "__main__":
    main()
