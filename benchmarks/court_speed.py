"""How long the court takes: every case of the docket, and the slowest of them. A verdict is due in under 2 seconds."""

import time

import numpy as np

from kernelcourse.court.audit import docket, hear

LIMIT = 2.0


def main() -> int:
    seconds = []
    for case in docket():
        start = time.perf_counter()
        hear(case)
        seconds.append(time.perf_counter() - start)
    order = np.argsort(seconds)[::-1]
    print(f"{len(seconds)} verdicts: median {np.median(seconds) * 1000:.1f} ms, slowest {max(seconds):.2f} s")
    for i in order[:5]:
        print(f"  {seconds[i] * 1000:6.0f} ms  {docket()[i].k}")
    return int(max(seconds) > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())
