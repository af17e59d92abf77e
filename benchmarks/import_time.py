"""How long `import kernelcourse` takes beside `import numpy, scipy.linalg`, each in fresh processes, in turn.

    python benchmarks/import_time.py

The package is lazy, so two imports are measured: the bare one, and one that also asks for a kernel, the judge and the
functions of the space, which loads everything they need.
"""

from __future__ import annotations

import subprocess
import sys
import time

STATEMENTS = {
    "numpy, scipy.linalg": "import numpy, scipy.linalg",
    "kernelcourse": "import kernelcourse",
    "kernelcourse, used": "from kernelcourse import Gaussian, judge, norm",
}
ROUNDS = 15


def seconds(statement: str) -> float:
    """The time of one fresh Python process that runs the statement."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Print the best time of each statement and its ratio to the first."""
    best = dict.fromkeys(STATEMENTS, float("inf"))
    for _ in range(ROUNDS):
        for name, statement in STATEMENTS.items():  # in turn, so that a busy machine disturbs all alike
            best[name] = min(best[name], seconds(statement))
    reference = best["numpy, scipy.linalg"]
    for name, value in best.items():
        print(f"{name:22s} {1000 * value:7.1f} ms   {value / reference:5.2f} ×")


if __name__ == "__main__":
    main()
