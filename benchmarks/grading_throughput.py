"""Submissions a minute: this grader beside Otter (`otter run`), the same answers and the same tests, in one run.

    python benchmarks/grading_throughput.py [--size 200] [--otter-size 200] [--otter-python PYTHON]

Both grade with two submissions at a time. The assignment has three functions with two tests each; every fourth
submission is wrong. PYTHON is an interpreter with otter-grader and ipykernel (default: this one).
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kernelcourse.homework.classroom import grade_class
from kernelcourse.homework.master import notebook_json
from kernelcourse.homework.release import release
from kernelcourse.homework.sandbox import isolation

JOBS = 2
IMPORTS = "import numpy as np"
ANSWERS = {
    "throughput_gram": "def throughput_gram(X):\n    return X @ X.T",
    "throughput_weights": "def throughput_weights(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(K)), y)",
    "throughput_fit": "def throughput_fit(X, y, lam):\n"
    "    K = throughput_gram(X)\n    return K @ throughput_weights(K, y, lam)",
}
WRONG = "def throughput_weights(K, y, lam):\n    return np.linalg.solve(K + 2 * lam * np.eye(len(K)), y)"
TESTS = {  # the expression to evaluate in the student's names, and its value from X, y
    "throughput_gram": ("throughput_gram(X)", "X @ X.T"),
    "throughput_weights": (
        "throughput_weights(X @ X.T, y, 0.5)",
        "np.linalg.solve(X @ X.T + 0.5 * np.eye(len(X)), y)",
    ),
    "throughput_fit": (
        "throughput_fit(X, y, 0.5)",
        "X @ X.T @ np.linalg.solve(X @ X.T + 0.5 * np.eye(len(X)), y)",
    ),
}
SIZES = ((4, 2), (6, 3))  # of X in the public and in the hidden test


def cells(number: int) -> list[str]:
    """The answers of one student; every fourth doubles λ."""
    answers = [
        WRONG if number % 4 == 3 and name == "throughput_weights" else text for name, text in ANSWERS.items()
    ]
    return [IMPORTS, *answers]


def our_materials(folder: Path) -> None:
    """The assignment as a master with hidden checks."""
    raw = '[sheet]\nname = "throughput"\ntitle = "Throughput"'
    head = "# checks\nimport numpy as np\nfrom kernelcourse.homework.checks import examines\n"
    head += "from kernelcourse.homework.expect import close"
    page = [("raw", raw), ("code", IMPORTS), ("code", head)]
    hidden = head
    for place, (name, (expression, want)) in enumerate(TESTS.items(), 1):
        question = f'[question]\nid = "q{place}"\ntitle = "{name}"\npoints = 2\nkind = "function"\nnames = ["{name}"]'
        signature, _, body = ANSWERS[name].partition("\n")
        solution = f"{signature}\n    # BEGIN SOLUTION\n{body}\n    # END SOLUTION"
        checks = [
            f'@examines("q{place}", "{kind} test")\ndef {kind}_{name}(ask):\n'
            f"    rng = np.random.default_rng({rows})\n"
            f"    X, y = rng.normal(size=({rows}, {columns})), rng.normal(size={rows})\n"
            f'    close(ask("{expression}", X=X, y=y), {want}, "differs")'
            for kind, (rows, columns) in zip(("public", "hidden"), SIZES, strict=True)
        ]
        page += [
            ("raw", question),
            ("markdown", "Write it."),
            ("code", solution),
            ("code", "# checks\n" + checks[0]),
        ]
        hidden += "\n\n\n" + checks[1]
    (folder / "throughput").mkdir(parents=True)
    (folder / "throughput" / "master.ipynb").write_text(notebook_json(page, {}), encoding="utf-8")
    (folder / "throughput" / "hidden.py").write_text(hidden + "\n", encoding="utf-8")


def otter_materials(folder: Path, python: str) -> Path:
    """The assignment as Otter test files in an autograder zip."""
    tests = folder / "tests"
    tests.mkdir(parents=True)
    for name, (expression, want) in TESTS.items():
        cases = []
        for hidden, (rows, columns) in zip((False, True), SIZES, strict=True):
            code = (
                f">>> rng = np.random.default_rng({rows})\n"
                f">>> X, y = rng.normal(size=({rows}, {columns})), rng.normal(size={rows})\n"
                f">>> bool(np.allclose({expression}, {want}))\nTrue"
            )
            cases.append({"code": code, "hidden": hidden, "locked": False})
        suite = {"cases": cases, "scored": True, "setup": "", "teardown": "", "type": "doctest"}
        text = f"test = {{'name': {name!r}, 'points': 2, 'suites': [{suite!r}]}}\n"
        (tests / f"{name}.py").write_text("OK_FORMAT = True\n" + text, encoding="utf-8")
    command = [
        python,
        "-m",
        "otter",
        "generate",
        "-t",
        str(tests),
        "-o",
        str(folder / "autograder.zip"),
        "--no-environment",
    ]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return folder / "autograder.zip"


def time_ours(size: int, folder: Path) -> tuple[float, list[float]]:
    """Seconds for the class, and the scores."""
    our_materials(folder / "materials")
    release(folder / "materials" / "throughput", folder / "sheets")
    os.environ["KERNELCOURSE_SHEETS"] = str(folder / "sheets")
    (folder / "class").mkdir()
    for number in range(size):
        text = notebook_json([("code", cell) for cell in cells(number)], {"sheet": "throughput"})
        (folder / "class" / f"student{number:03d}.ipynb").write_text(text, encoding="utf-8")
    start = time.perf_counter()
    grade_class(
        [folder / "class"],
        folder / "out",
        materials=folder / "materials",
        sheet="throughput",
        secret="s",
        jobs=JOBS,
        quiet=True,
        sheets=folder / "sheets",
    )
    seconds = time.perf_counter() - start
    records = sorted((folder / "out" / "records").glob("*.json"))
    return seconds, [json.loads(path.read_text())["points"] for path in records]


def time_otter(size: int, folder: Path, python: str) -> tuple[float, list[float]]:
    """Seconds for the class with `otter run`, two at a time, and the scores."""
    archive = otter_materials(folder, python)
    grader = "import otter\ngrader = otter.Notebook()"

    def run(number: int) -> float:
        place = folder / f"student{number:03d}"
        place.mkdir()
        checks = [f'grader.check("{name}")' for name in TESTS]
        sources = [("code", source) for source in [grader, *cells(number), *checks]]
        (place / "submission.ipynb").write_text(notebook_json(sources, {}), encoding="utf-8")
        command = [
            python,
            "-m",
            "otter",
            "run",
            "-a",
            str(archive),
            "-o",
            str(place),
            str(place / "submission.ipynb"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, cwd=place, check=False)
        if done.returncode:
            raise RuntimeError(f"otter run failed: {done.stderr[-2000:]}")
        results = json.loads((place / "results.json").read_text())
        return sum(test["score"] for test in results["tests"] if "score" in test)

    start = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        scores = list(pool.map(run, range(size)))
    return time.perf_counter() - start, scores


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--otter-size", type=int, default=None, help="default: the same size")
    parser.add_argument("--otter-python", default=sys.executable)
    arguments = parser.parse_args()
    rates = {}
    with tempfile.TemporaryDirectory() as folder:
        sizes = {"kernelcourse": arguments.size, "otter": arguments.otter_size or arguments.size}
        timed = {
            "kernelcourse": time_ours(sizes["kernelcourse"], Path(folder) / "ours"),
            "otter": time_otter(sizes["otter"], Path(folder) / "otter", arguments.otter_python),
        }
        for name, (seconds, scores) in timed.items():
            rates[name] = 60 * sizes[name] / seconds
            mean = sum(scores) / len(scores)
            line = f"{name:13} {sizes[name]:4} submissions in {seconds:7.1f} s = {rates[name]:7.1f} a minute"
            print(f"{line} (mean score {mean:.2f} of 6)")
    print(
        f"ratio {rates['kernelcourse'] / rates['otter']:.1f}  ({isolation()}, {JOBS} at a time, {os.cpu_count()} cores)"
    )


if __name__ == "__main__":
    main()
