"""How long the derivation checker takes: a line is due in under 50 ms, a whole derivation in under 1 s.

Every derivation of the library, every line of it, and every stored wrong line with its diagnosis; best of three.
"""

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from kernelcourse.derivation import check, library, load
from kernelcourse.derivation.derivation import judge_line, state_after
from kernelcourse.derivation.instances.samples import Samples

LINE, DERIVATION = 0.05, 1.0


def best(work: Callable[[], object], turns: int = 3) -> float:
    times = []
    for _ in range(turns):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> int:
    lines: list[tuple[float, str]] = []
    wrong: list[tuple[float, str]] = []
    whole: list[tuple[float, str]] = []
    for name in library():
        derivation = load(name)
        whole.append((best(partial(check, derivation)), name))
        samples = Samples(derivation.setting())
        states = [state_after(derivation, place, samples) for place in range(len(derivation.lines) + 1)]
        for place, line in enumerate(derivation.lines):
            work = partial(judge_line, derivation, place, line, states[place], samples)
            lines.append((best(work), f"{name} {place}"))
        for place, one in enumerate(derivation.wrong):
            after = one.after + 1
            work = partial(judge_line, derivation, after, one.line, states[after], samples)
            wrong.append((best(work, 1), f"{name} wrong {place}"))
    for title, times in (
        ("right lines", lines),
        ("wrong lines, diagnosed", wrong),
        ("whole derivations", whole),
    ):
        seconds = np.array([each for each, _ in times]) * 1000
        slow = ", ".join(f"{what} {each * 1000:.0f} ms" for each, what in sorted(times)[::-1][:4])
        print(
            f"{len(times)} {title}: median {np.median(seconds):.1f} ms, 90 % under {np.quantile(seconds, 0.9):.1f} ms"
        )
        print(f"  slowest: {slow}")
    typical = float(np.median([each for each, _ in lines]))
    return int(typical > LINE or max(whole)[0] > DERIVATION)


if __name__ == "__main__":
    raise SystemExit(main())
