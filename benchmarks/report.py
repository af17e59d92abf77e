"""The table, the growth of each cost, and the plot."""

from __future__ import annotations

import csv
import os
import platform
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import scipy
import sklearn

from benchmarks import tasks
from benchmarks.clock import best_times, exponent, peak_bytes
from benchmarks.tasks import Task

HEADER = ("task", "size", "ours", "peer", "ratio", "target", "floor", "ours/floor", "")
SIZES = (500, 1000, 2000, 4000)


def run(threads: int, seconds: float, clock: str, only: str, out: Path) -> None:
    """Measure everything, print it as it comes, save it; a missed target is said, not hidden."""
    out.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{platform.machine()}, {os.cpu_count()} cores, {threads} threads; Python {platform.python_version()}, "
        f"numpy {np.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}",
        f"ours, peer, floor in seconds ({clock} clock): the best of several alternating runs",
        "",
        layout(HEADER),
    ]
    print("\n".join(lines))
    rows: list[tuple[Any, ...]] = []
    for task in tasks.table_of_tasks():
        if only not in task.name:
            continue
        rows.append(measure(task, seconds, clock))
        show(lines, layout(rows[-1]))
    for row in memory():
        if only in row[0]:
            rows.append(row)
            show(lines, layout(row))
    growth = []
    if not only:
        show(lines, "\nhow the cost grows: t ~ n^b, n = " + ", ".join(map(str, SIZES)))
        for name, make in tasks.GROWTH.items():
            times = [best_times([make(n).ours], seconds / 8, 3, clock)[0] for n in SIZES]
            growth.append((name, times, exponent(SIZES, times)))
            show(lines, f"{name:<34} b = {growth[-1][2]:.2f}   " + "  ".join(f"{t:.4f} s" for t in times))
    (out / "table.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (out / "table.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([HEADER, *rows])
    plot(rows, growth, out / "benchmarks.svg")
    missed = [row[0] for row in rows if row[-1] == "missed"]
    print(f"\nsaved in {out}; " + (f"missed: {', '.join(missed)}" if missed else "every target met"))


def measure(task: Task, seconds: float, clock: str) -> tuple[Any, ...]:
    """One line: the answers are compared first, then the clocks run."""
    if task.agree is not None:
        task.agree()
    ours, peer, floor = best_times([task.ours, task.peer, task.floor], seconds, clock=clock)
    met = ours / peer <= task.target and (task.floor_target is None or ours / floor <= task.floor_target)
    target = f"{task.target:.2f}" + ("" if task.floor_target is None else f", {task.floor_target:.2f}")
    return (
        task.name,
        task.size,
        ours,
        peer,
        ours / peer,
        target,
        floor,
        ours / floor,
        "met" if met else "missed",
    )


def memory() -> list[tuple[Any, ...]]:
    """Peak memory: of a ridge fit in units of one n × n matrix, and of a long prediction in megabytes."""
    X, y = tasks.points(4000)
    square = 8 * 4000**2
    fit = peak_bytes(lambda: tasks.ridge(tasks.K, X, y, 0.1)) / square
    peer = (
        peak_bytes(lambda: tasks.KernelRidge(alpha=0.1, kernel="rbf", gamma=tasks.GAMMA).fit(X, y)) / square
    )
    f = tasks.ridge(tasks.K, X[:2000], y[:2000], 0.1)
    Z = np.random.default_rng(0).normal(size=(200_000, 20))
    predict = peak_bytes(lambda: f(Z)) / 2**20
    whole = 8 * 200_000 * 2000 / 2**20
    return [
        (
            "peak memory of ridge, n×n matrices",
            "n=4000",
            fit,
            peer,
            fit / peer,
            "1.30",
            1.0,
            fit,
            verdict(fit <= 1.3),
        ),
        (
            "peak memory of predicting, MB",
            "200000 from 2000",
            predict,
            whole,
            predict / whole,
            "bounded",
            0.0,
            0.0,
            verdict(predict < 200),
        ),
    ]


def verdict(met: bool) -> str:
    return "met" if met else "missed"


def layout(row: tuple[Any, ...]) -> str:
    widths = (34, 22, 9, 9, 6, 10, 9, 10, 6)
    cells = [
        f"{c:.4f}" if isinstance(c, float) and w == 9 else f"{c:.2f}" if isinstance(c, float) else str(c)
        for c, w in zip(row, widths)
    ]
    return " ".join(
        c.ljust(w) if i < 2 or i == 8 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths))
    )


def show(lines: list[str], line: str) -> None:
    lines.append(line)
    print(line, flush=True)


def plot(rows: list[tuple[Any, ...]], growth: list[tuple[str, list[float], float]], path: Path) -> None:
    """Left: time relative to the peer, with the target; right: time against n."""
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    timed = [row for row in rows if "memory" not in row[0]]
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 5), layout="constrained")
    places = np.arange(len(timed))
    left.barh(places, [row[4] for row in timed], color="#0072B2", height=0.6)
    left.plot(
        [float(row[5].split(",")[0]) for row in timed], places, "|", color="#D55E00", markersize=16, mew=3
    )
    left.axvline(1, color="grey", linewidth=1)
    left.set_yticks(places, [f"{row[0]}\n{row[1]}" for row in timed])
    left.invert_yaxis()
    left.set_xlabel("our time ÷ the peer's (the bar); the target (the orange mark)")
    for name, times, b in growth:
        right.loglog(SIZES, times, marker="o")
        right.annotate(
            f"{name}: n^{b:.1f}",
            (SIZES[-1], times[-1]),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
        )
    right.set_xlim(right=SIZES[-1] * 6)
    right.set_xlabel("n")
    right.set_ylabel("seconds")
    figure.savefig(path)
    plt.close(figure)
