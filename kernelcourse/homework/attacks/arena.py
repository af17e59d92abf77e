"""The arena: a small sheet of its own, with hidden checks, a secret and a canary, for attacks to be tried on."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kernelcourse.homework.authoring.master import notebook_json
from kernelcourse.homework.sandbox.limits import Limits

CANARY = "canary-5b1f-not-for-students"
SECRET = f"arena-secret-{CANARY}"
CLASSMATES = frozenset({("bob", "bob")})  # who else is in the class, by the names they go by
LIMITS = Limits(
    cell_seconds=4,
    load_seconds=12,
    call_seconds=2,
    total_seconds=40,
    judge_seconds=8,
    cpu_seconds=20,
    resident=600_000_000,
)

HONEST = "def double(v):\n    return 2 * v"  # the 4 points that every attacker could have had by working
SETUP = 'import numpy as np\nfrom kernelcourse.homework import my_data\nSHEET = "arena"\nSTUDENT = ""'

_RAW = (
    '[sheet]\nname = "arena"\ntitle = "Arena"',
    '[question]\nid = "q1"\ntitle = "Twice"\npoints = 4\nkind = "function"\nnames = ["double"]',
    '[question]\nid = "q2"\ntitle = "Weights"\npoints = 4\nkind = "function"\nnames = ["weights"]',
    '[question]\nid = "q3"\ntitle = "Own data"\npoints = 4\nkind = "value"\nnames = ["total"]',
    '[question]\nid = "q4"\ntitle = "A kernel?"\npoints = 4\nkind = "validity"\nnames = ["verdict"]\n'
    '[[question.kernel]]\nname = "verdict"\nexpression = "norm(x + z)**2"\ndim = 1',
    '[question]\nid = "q5"\ntitle = "A square"\npoints = 4\nkind = "derivation"\nnames = ["square_lines"]\n'
    'start = "norm(a - b)**2"\nunknown = "a"\n[question.given]\na = "vector(n)"\nb = "vector(n)"\n'
    '[[question.milestone]]\nname = "multiplied out"\nkind = "expression"\nwithout = ["norm"]\nuses = ["2"]\n'
    'multiplied_out = ["a", "b"]\n'
    '[[question.milestone]]\nname = "the gradient"\nkind = "gradient"',
    '[question]\nid = "q6"\ntitle = "An inner product"\npoints = 4\nkind = "derivation"\nnames = ["inner_lines"]\n'
    'start = "norm(a + b)**2 - norm(a)**2 - norm(b)**2"\nunknown = "a"\n'
    '[question.given]\na = "vector(n)"\nb = "vector(n)"\n[question.define]\ns = "a @ b"\n'
    '[[question.milestone]]\nname = "with s"\nkind = "expression"\nuses = ["s"]\n'
    '[[question.milestone]]\nname = "the gradient"\nkind = "gradient"',
)
_CHECKS = """# checks
import numpy as np
from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import close, number

def variant(rng):
    return rng.normal(size=5)

@examines("q1", "double([1, 2])")
def small(ask):
    close(ask.double(np.array([1.0, 2.0])), [2.0, 4.0], "double([1, 2]) is not right")

@examines("q2", "weights for K = I")
def identity(ask):
    close(ask.weights(np.eye(2), np.array([2.0, 4.0]), 1.0), [1.0, 2.0], "not right for K = I")
"""
_HIDDEN = f'''"""{CANARY}"""
import numpy as np
from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import close, number

@examines("q1", "random vectors")
def twice(ask, solution, rng):
    for size in (3, 7):
        v = rng.normal(size=size)
        close(ask.double(v), solution.double(v), "differs on a random vector")

@examines("q2", "random systems")
def systems(ask, solution, rng):
    X, y = rng.normal(size=(5, 3)), rng.normal(size=5)
    close(ask.weights(X @ X.T, y, 0.3), solution.weights(X @ X.T, y, 0.3), "differs on a random system")

@examines("q3", "own data")
def own(ask, data):
    close(number(ask("total")), data.sum(), "not the sum of your data")
'''
_CODE = (
    f"{SETUP}",
    "def double(v):\n    # BEGIN SOLUTION\n    return 2 * v\n    # END SOLUTION",
    f"def weights(K, y, lam):\n    # BEGIN SOLUTION\n    note = '{CANARY}'\n"
    "    return np.linalg.solve(K + lam * np.eye(len(K)), y)\n    # END SOLUTION",
    "# BEGIN SOLUTION\ntotal = my_data(SHEET, STUDENT).sum()\n# END SOLUTION",
    '# BEGIN SOLUTION\nverdict = ("not a kernel", [[1.0], [0.0]], [1.0, -3.0])\n# END SOLUTION',
    'square_lines = [\n    "norm(a - b)**2",\n    # BEGIN SOLUTION\n    "a @ a - 2 * a @ b + b @ b",\n'
    '    "gradient a: 2 * a - 2 * b",\n    # STUB\n    # # your lines\n    # END SOLUTION\n]',
    "inner_lines = [\n    # BEGIN SOLUTION\n    '2 * s',\n    'gradient a: 2 * b',\n    # STUB\n    # # your lines\n"
    "    # END SOLUTION\n]",
)


@dataclass(frozen=True)
class Attack:
    """What is tried (cells that follow the setup, or a whole file), and the points that were honestly earned."""

    name: str
    cells: tuple[str, ...] = ()
    points: float = 0.0
    file: str = ""  # the submission's file name, if the attack is in it
    data: bytes | None = None  # the whole file, if the attack is in that
    link: bool = False  # the file is a symbolic link to the hidden checks
    stamp: dict[str, str] = field(default_factory=dict)
    group: str = "files"
    kind: str = "files"
    at_most: bool = False  # the honest points may be lost to the attack, but not exceeded
    harmful: bool = False  # to the grading machine itself, where nothing but limits stands in its way

    def notebook(self) -> bytes:
        if self.data is not None:
            return self.data
        cells = [("code", SETUP), *(("code", cell) for cell in self.cells)]
        return notebook_json(cells, {"sheet": "arena", **self.stamp}).encode()


def build_arena(folder: Path) -> None:
    """The instructor's folder with the sheet `arena` in it."""
    place = folder / "arena"
    place.mkdir(parents=True)
    cells = [("raw", _RAW[0]), ("code", _CODE[0]), ("code", _CHECKS)]
    for raw, code in zip(_RAW[1:], _CODE[1:], strict=True):
        cells += [("raw", raw), ("markdown", "A question."), ("code", code)]
    (place / "master.ipynb").write_text(notebook_json(cells, {}), encoding="utf-8")
    (place / "hidden.py").write_text(_HIDDEN, encoding="utf-8")
