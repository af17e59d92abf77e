"""`make class500`: a class of 500, a tenth of it hostile, beside 500 honest ones; then twenty kills that lose nothing.

Prints seconds, their ratio, the grader's peak memory, and what twenty kills cost. Takes the better part of an hour;
`--size 20 --kills 2` is a rehearsal.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kernelcourse.homework.attacks.arena import Attack, build_arena
from kernelcourse.homework.attacks.read import WEIGHTS, read_attacks
from kernelcourse.homework.authoring.release import release

RUN = """
import resource, sys
from pathlib import Path
from kernelcourse.homework.classes.classroom import grade_class
if __name__ == "__main__":
    submissions, out, materials, sheets = map(Path, sys.argv[1:5])
    print(grade_class([submissions], out, materials=materials, sheets=sheets, sheet="arena", secret="s", quiet=True))
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print("peak memory of the grader:", own // 1024, "MB")
"""
HONEST = ("def double(v):\n    return 2 * v", WEIGHTS, "total = my_data(SHEET, STUDENT).sum()")
TO_THE_DEADLINE = ("while True: pass", "while True: pass # again", "while True: pass # and again")


def write_class(folder: Path, size: int, hostile: bool) -> None:
    """Honest notebooks; if hostile, every tenth is an attack, and every fifth of these runs to its deadline."""
    folder.mkdir()
    attacks = [
        one for one in read_attacks() if one.group in ("patching", "forging", "looking", "leaking", "earning")
    ]
    honest = Attack("honest", HONEST).notebook()
    for number in range(size):
        data = honest
        if hostile and number % 10 == 0:
            turn = number // 10
            data = (
                Attack("slow", TO_THE_DEADLINE).notebook()
                if turn % 5 == 0
                else attacks[turn % len(attacks)].notebook()
            )
        (folder / f"student{number:03d}.ipynb").write_bytes(data)


def timed(script: Path, *places: Path) -> float:
    started = time.monotonic()
    done = subprocess.run([sys.executable, script, *places], capture_output=True, text=True, check=True)
    print(
        "\n".join(line for line in done.stdout.splitlines() if line.startswith(("peak", str(places[0].name))))
    )
    return time.monotonic() - started


def kills(script: Path, count: int, *places: Path) -> tuple[int, int]:
    """(kills, records lost or changed): the run is killed at random moments, then allowed to finish."""
    chance, kept, lost, done = random.Random(1), dict[str, bytes](), 0, 0
    out = places[1]
    while True:
        process = subprocess.Popen(
            [sys.executable, script, *places], stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            process.wait(timeout=chance.uniform(3, 20) if done < count else None)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            done += 1
        there = {path.name: path.read_bytes() for path in out.glob("records/*.json")}
        lost += sum(there.get(name) != data for name, data in kept.items())
        kept = there
        if process.returncode == 0:
            return done, lost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--kills", type=int, default=20)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        build_arena(place / "materials")
        release(place / "materials" / "arena", place / "sheets")
        (place / "run.py").write_text(RUN)
        fixed = (place / "materials", place / "sheets")
        for name in ("honest", "mixed", "killed"):
            write_class(place / name, arguments.size, name != "honest")
        honest = timed(place / "run.py", place / "honest", place / "out-honest", *fixed)
        mixed = timed(place / "run.py", place / "mixed", place / "out-mixed", *fixed)
        print(
            f"{arguments.size} honest: {honest:.0f} s · a tenth hostile: {mixed:.0f} s · ratio {mixed / honest:.2f}"
        )
        done, lost = kills(place / "run.py", arguments.kills, place / "killed", place / "out-killed", *fixed)
        points = [
            {
                path.name: json.loads(path.read_text())["points"]
                for path in (place / out / "records").glob("*.json")
            }
            for out in ("out-mixed", "out-killed")
        ]
        print(f"{done} kills: {lost} records lost or changed, grades equal: {points[0] == points[1]}")
        return 0 if not lost and points[0] == points[1] else 1


if __name__ == "__main__":
    sys.exit(main())
