"""One assignment in two forms: a master with hidden checks for this grader, test files in a zip for Otter.

Three functions with a public and a hidden test each, the same expressions on the same random inputs.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from kernelcourse.homework.authoring.master import notebook_json
from kernelcourse.homework.authoring.release import release

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
POINTS = 2  # of a question, in both forms for both tests together


def answer_cells(number: int) -> list[str]:
    """The answers of one student; every fourth doubles λ."""
    answers = [
        WRONG if number % 4 == 3 and name == "throughput_weights" else text for name, text in ANSWERS.items()
    ]
    return [IMPORTS, *answers]


def our_materials(folder: Path) -> None:
    """folder/materials/throughput with its student edition in folder/sheets."""
    raw = '[sheet]\nname = "throughput"\ntitle = "Throughput"'
    head = "# checks\nimport numpy as np\nfrom kernelcourse.homework.judging.checks import examines\n"
    head += "from kernelcourse.homework.judging.expect import close"
    page = [("raw", raw), ("code", IMPORTS), ("code", head)]
    hidden = head
    for place, (name, (expression, want)) in enumerate(TESTS.items(), 1):
        question = f'[question]\nid = "q{place}"\ntitle = "{name}"\npoints = {POINTS}\nkind = "function"\n'
        question += f'names = ["{name}"]'
        signature, _, body = ANSWERS[name].partition("\n")
        solution = f"{signature}\n    # BEGIN SOLUTION\n{body}\n    # END SOLUTION"
        checks = [
            f'@examines("q{place}", "{kind} test")\ndef {kind}_{name}(ask):\n'
            f"    rng = np.random.default_rng({rows})\n"
            f"    X, y = rng.normal(size=({rows}, {columns})), rng.normal(size={rows})\n"
            f'    close(ask("{expression}", X=X, y=y), {want}, "differs")'
            for kind, (rows, columns) in zip(("public", "hidden"), SIZES, strict=True)
        ]
        page += [("raw", question), ("markdown", "Write it."), ("code", solution)]
        page.append(("code", "# checks\n" + checks[0]))
        hidden += "\n\n\n" + checks[1]
    place = folder / "materials" / "throughput"
    place.mkdir(parents=True)
    (place / "master.ipynb").write_text(notebook_json(page, {}), encoding="utf-8")
    (place / "hidden.py").write_text(hidden + "\n", encoding="utf-8")
    release(place, folder / "sheets")


def our_submission(number: int) -> str:
    """The notebook that one student hands in to this grader."""
    return notebook_json([("code", cell) for cell in answer_cells(number)], {"sheet": "throughput"})


def otter_materials(folder: Path, python: str) -> Path:
    """Otter's test files in an autograder zip, made by `otter generate`."""
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
        text = f"test = {{'name': {name!r}, 'points': {POINTS}, 'suites': [{suite!r}]}}\n"
        (tests / f"{name}.py").write_text("OK_FORMAT = True\n" + text, encoding="utf-8")
    archive = folder / "autograder.zip"
    command = [python, "-m", "otter", "generate", "-t", str(tests), "-o", str(archive), "--no-environment"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return archive


def otter_submission(number: int) -> str:
    """The same notebook with Otter's own cells: the import in front, a check after the answers."""
    grader = "import otter\ngrader = otter.Notebook()"
    sources = [grader, *answer_cells(number), *(f'grader.check("{name}")' for name in TESTS)]
    return notebook_json([("code", source) for source in sources], {})
