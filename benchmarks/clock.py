"""Times and memory: the best of several turns, taken alternately, so that a busy moment hits everyone alike."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Work = Callable[[], Any]


CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


def best_times(
    works: Sequence[Work], seconds: float = 20.0, turns: int = 7, clock: str = "wall"
) -> list[float]:
    """The shortest time of each work over up to ``turns`` rounds (at least two), about ``seconds`` in all.

    The clock "cpu" counts processor time: with one thread it is what the wall clock would show on an idle machine.
    """
    now = CLOCKS[clock]
    times: list[list[float]] = [[] for _ in works]
    started = time.perf_counter()
    for turn in range(turns):
        for each, work in zip(times, works):
            gc.collect()
            begin = now()
            work()
            each.append(now() - begin)
        if turn >= 1 and time.perf_counter() - started > seconds:
            break
    return [min(each) for each in times]


def peak_bytes(work: Work) -> int:
    """The most memory that numpy arrays held at once while the work ran, beyond what was there before."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """b of the line log t = a + b log n through the measured times."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])
