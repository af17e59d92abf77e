"""python -m benchmarks.methods: how far each learner is from its oracle, and how long the later ones take.

With one thread and the processor's clock, so that a busy machine does not matter.
"""

from __future__ import annotations

import argparse
import os


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.methods", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="time for each line of the table")
    parser.add_argument("--only", choices=["oracles", "times"], help="one of the two tables")
    options = parser.parse_args()
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"  # read when numpy is first imported, which is below
    if options.only != "times":
        from benchmarks.oracles import distances

        print(f"{'learner':<26} {'oracle':<44} {'difference':>10}  allowed")
        for each in distances():
            print(
                f"{each.learner:<26} {each.oracle:<44} {each.found:>10.1e}  {each.allowed:.0e}  {each.verdict}"
            )
    if options.only != "oracles":
        from benchmarks import method_tasks, report
        from benchmarks.clock import best_times

        print(report.layout(report.HEADER))
        for task in method_tasks.table():
            print(report.layout(report.measure(task, options.seconds, "cpu")), flush=True)
        words = method_tasks.words(1000)
        for name, k in method_tasks.STRINGS.items():
            (taken,) = best_times([lambda k=k: k(words)], options.seconds, 2, "cpu")
            met = report.verdict(taken < method_tasks.SECONDS)
            print(
                f"1000 strings of 200 letters, {name}: {taken:.2f} s, under {method_tasks.SECONDS:g} s: {met}"
            )


if __name__ == "__main__":
    main()
