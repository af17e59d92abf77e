"""Build the book with warnings as errors and say where it is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    begin = time.perf_counter()
    # -n: every reference must resolve; -W --keep-going: a warning fails the build, after all are shown.
    command = str(Path(sys.executable).with_name("jupyter-book"))
    build = [command, "build", "-n", "-W", "--keep-going", "-q", str(ROOT)]
    outcome = subprocess.run(build, cwd=ROOT)
    if outcome.returncode == 0:
        page = ROOT / "_build" / "html" / "index.html"
        print(
            f"The book is in {page.relative_to(ROOT)} ({time.perf_counter() - begin:.0f} s): {page.as_uri()}"
        )
    return outcome.returncode


if __name__ == "__main__":
    sys.exit(main())
