"""Attacks that want points: looking for the answers, patching the judge, forging what the judge reads."""

from __future__ import annotations

from kernelcourse.homework.attacks.arena import HONEST, Attack

_FORGE = """
import os, struct, json
def frame(tree, tail=b""):
    text = json.dumps(tree).encode()
    body = struct.pack(">I", len(text)) + text + tail
    return struct.pack(">I", len(body)) + body
def send(data):
    for fd in range(3, 64):
        try: os.write(fd, data)
        except OSError: pass
"""

LOOKING = (
    Attack("read hidden files", (HONEST, """
import os
for root, folders, names in os.walk("/"):
    folders[:] = [f for f in folders if f not in ("proc", "sys")]
    for name in names:
        if name in ("hidden.py", "master.ipynb") and "site-packages" not in root:
            text = open(os.path.join(root, name)).read()
            exec(text)
            print(text)
"""), 4),
    Attack("read hidden files by guessing", ("""
import glob, pathlib
for place in ("/autograder", "/work", "/home", "/root", "/tmp", "/proc/1/cwd", "/proc/1/root"):
    for path in glob.glob(place + "/**/hidden.py", recursive=True)[:50]:
        source = pathlib.Path(path).read_text()
        def double(v): raise ValueError(source)
""",)),
    Attack("read the environment and command lines", ("""
import os, glob
found = [str(os.environ)]
for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline"):
    try: found.append(open(path, "rb").read().decode(errors="replace"))
    except OSError: pass
def double(v): raise ValueError(" ".join(found))
""",)),
    Attack("read the parent's memory", ("""
import os, ctypes
try:
    ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)
    memory = open(f"/proc/{os.getppid()}/mem", "rb").read(4096)
except OSError as error:
    memory = b""
def double(v): raise ValueError(memory)
""",)),
    Attack("walk the stack frames", ("""
import sys
def double(v):
    frame = sys._getframe()
    while frame is not None:
        for name in ("want", "solution", "expected", "target"):
            if name in frame.f_locals: return frame.f_locals[name]
            if name in frame.f_globals: return frame.f_globals[name]
        frame = frame.f_back
    return v
""",)),
    Attack("search the garbage collector", ("""
import gc, types
def double(v):
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__name__ == "double" and thing is not double:
            return thing(v)
        if isinstance(thing, dict) and "solution" in thing and hasattr(thing["solution"], "double"):
            return thing["solution"].double(v)
    return v
""",)),
    Attack("import the grader", ("""
import kernelcourse.homework.grading as grading, kernelcourse.homework.checks as checks
checks.run_check = lambda check, ask, setting: checks.Outcome(check.name, "", "passed", weight=9, share=1)
grading.earned = lambda question, outcomes: 100.0
def double(v): return grading.bench("arena", "/", "/").solution.double(v)
""",)),
    Attack("rewrite the package on disk", ("""
import kernelcourse.homework, os, glob
folder = os.path.dirname(kernelcourse.homework.__file__)
for path in glob.glob(folder + "/*.py"):
    with open(path, "a") as file: file.write("\\nraise SystemExit\\n")
""", "def double(v):\n    return v")),
    Attack("poison the byte-code cache and site-packages", ("""
import numpy, os
for folder in (os.path.dirname(numpy.__file__), "/course/kernelcourse/homework/__pycache__", "/usr/lib/python3"):
    open(os.path.join(folder, "checks.cpython-311.pyc"), "wb").write(b"x")
""",)),
    Attack("ask the network", ("""
import socket, urllib.request
answers = []
for address in (("127.0.0.1", 80), ("127.0.0.1", 22), ("1.1.1.1", 53), ("169.254.169.254", 80)):
    try:
        socket.create_connection(address, timeout=0.2); answers.append(address)
    except OSError: pass
def double(v): return 2 * v if answers else v
""",)),
    Attack("read the other submissions", ("""
import os
texts = []
for root, folders, names in os.walk("/"):
    folders[:] = [f for f in folders if f not in ("proc", "sys")]
    texts += [open(os.path.join(root, n)).read() for n in names if n.endswith(".ipynb") and "course" not in root
              and "site-packages" not in root]
def double(v): return 2 * v if texts else v
""",)),
    Attack("copy the answers of the public checks", ("""
from kernelcourse.homework.sheet import sheet_names, load_sheet
def double(v): return np.array([2.0, 4.0])
def weights(K, y, lam): return np.array([1.0, 2.0])
""",)),
    Attack("hard-code the public examples", ("""
def double(v): return {(1.0, 2.0): np.array([2.0, 4.0])}.get(tuple(v), v)
def weights(K, y, lam): return y / 2
""",)),
    Attack("use another student's data", ('total = my_data(SHEET, "bob").sum()\nSTUDENT = "bob"',)),
    Attack("use every student's data in one array", ('total = np.array([my_data(SHEET, s).sum() for s in "abc"])',)),
)

PATCHING = (
    Attack("patch numpy's comparisons", ("""
import numpy
numpy.allclose = numpy.isclose = numpy.array_equal = lambda *a, **k: True
numpy.testing.assert_allclose = lambda *a, **k: None
def double(v): return v
""",)),
    Attack("patch the builtins", ("""
import builtins
builtins.all = builtins.any = builtins.isinstance = lambda *a, **k: True
builtins.abs = builtins.len = builtins.max = lambda *a, **k: 0
def double(v): return v
""",)),
    Attack("switch assertions off", ("""
import sys, builtins
builtins.AssertionError = type("Quiet", (Warning,), {})
builtins.__debug__ if True else None
def double(v): assert False; return v
""",)),
    Attack("patch the checks in this process", ("""
import kernelcourse.homework.expect as expect, kernelcourse.homework.checks as checks
for name in ("close", "array", "number", "holds"): setattr(expect, name, lambda *a, **k: None)
expect.Failed = checks.Failed = type("Never", (Exception,), {})
def double(v): return v
""",)),
    Attack("equal to everything", ("""
class Equal:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = None
    shape = (3,)
def double(v): return Equal()
total = Equal()
""",)),
    Attack("a float that compares as it likes", ("""
class Chameleon(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
total = Chameleon(1.0)
""",)),
    Attack("an ndarray subclass", ("""
class Sly(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, *a, **k): return np.zeros(self.shape)
    def __array_function__(self, *a, **k): return True
def double(v): return np.asarray(v).view(Sly)
""",)),
    Attack("an array that changes when looked at", ("""
class Moving:
    count = 0
    def __array__(self, dtype=None, copy=None):
        Moving.count += 1
        return np.full(3, float(Moving.count))
    def __float__(self): return float("nan")
def double(v): return Moving()
""",)),
    Attack("a string subclass that lies", ("""
class Word(str):
    def __eq__(self, other): return True
    def lower(self): return "not a kernel"
    def split(self): return ["not", "a", "kernel"]
verdict = (Word("kernel"), [[1.0]], [1.0])
""",)),
    Attack("patch the packing of answers", (_FORGE, """
import kernelcourse.homework.runner as runner, kernelcourse.homework.values as values
def forged(reply): return b"\\x00\\x00\\x00\\x02{}"
runner.pack = values.pack = forged
def double(v): return v
""")),
    Attack("NaN answers", ("""
def double(v): return v * np.nan
def weights(K, y, lam): return y * np.nan
total = float("nan")
verdict = ("not a kernel", [[float("nan")], [1.0]], [float("nan"), 1.0])
""",)),
    Attack("infinite answers", ("""
def double(v): return np.full(len(v), np.inf)
def weights(K, y, lam): return np.full(len(y), -np.inf)
total = float("inf")
verdict = ("not a kernel", [[1e308], [-1e308]], [1e308, 1e308])
""",)),
    Attack("complex and object arrays", ("""
def double(v): return v + 1j * np.nan
def weights(K, y, lam): return np.array([object()] * len(y))
total = complex("nan")
""",)),
    Attack("weights that only round-off makes negative", ('verdict = ("not a kernel", [[0.0]], [1e-200])',)),
    Attack("hostile formulas", ("""
verdict = ("kernel", "().__class__.__base__.__subclasses__()" )
""", 'verdict = ("kernel", "(x @ z)**(9**9**9)")', 'verdict = ("kernel", "(" * 5000 + "x" + ")" * 5000)')),
)

FORGING = (
    Attack("write noise on every descriptor", (HONEST, _FORGE, 'send(b"\\xff" * 4096)'), 4),
    Attack("announce a score", (_FORGE, """
send(frame({"loaded": [], "score": 100, "passed": True}))
send(frame({"$": "dict", "of": [["id", 1], ["ok", True], ["score", 100], ["status", "passed"]]}))
def double(v): return v
""")),
    Attack("answer before being asked", (_FORGE, """
def double(v):
    for number in range(1, 40):
        send(frame({"$": "dict", "of": [["id", number], ["ok", True]]}))
    return v
""")),
    Attack("send a pickle", (_FORGE, """
import pickle
class Boom:
    def __reduce__(self): return (open, ("/tmp/boom", "w"))
def double(v):
    body = pickle.dumps(Boom())
    send(struct.pack(">I", len(body)) + body)
    return v
""")),
    Attack("announce a frame of four gigabytes", (_FORGE, "def double(v):\n    send(b'\\xff\\xff\\xff\\xff')\n    return v")),
    Attack("send JSON nested a million deep", (_FORGE, """
def double(v):
    text = b"[" * 1_000_000
    send(struct.pack(">I", len(text) + 4) + struct.pack(">I", len(text)) + text)
    return v
""")),
    Attack("announce an array of impossible shape", (_FORGE, """
def double(v):
    array = {"$": "array", "kind": "f", "shape": [2**31, 2**31, 4]}
    send(frame({"$": "dict", "of": [["id", 1], ["ok", array]]}))
    return v
""")),
    Attack("close every descriptor", ("import os\ndef double(v):\n    os.closerange(0, 64)\n    return v",)),
    Attack("steal the questions", ("""
import os, threading
def thief():
    while True:
        for fd in range(3, 64):
            try: os.read(fd, 1 << 16)
            except OSError: pass
threading.Thread(target=thief, daemon=True).start()
def double(v): return v
""",)),
    Attack("a value of an unknown kind", (_FORGE, """
def double(v):
    send(frame({"$": "dict", "of": [["id", 1], ["ok", {"$": "solution"}]]}))
    return v
""")),
    Attack("points in the notebook's metadata", ("def double(v):\n    return v",), stamp={"points": "100", "status": "passed"}),
)
