"""Attacks that want to break the grader, the machine, or the reader of the report."""

from __future__ import annotations

import io
import zipfile

from kernelcourse.homework.attacks.arena import HONEST, SETUP, Attack
from kernelcourse.homework.master import notebook_json

_COSTS = "def weights(K, y, lam):\n    "  # the attack costs its own question, not the honest one


def _zip(name: str, size: int = 0, times: int = 1) -> bytes:
    """A zip with one notebook of that name (or so many zeros)."""
    buffer = io.BytesIO()
    text = notebook_json([("code", SETUP), ("code", HONEST)], {"sheet": "arena"}).encode()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in range(times):
            archive.writestr(name.format(place), b"\0" * size if size else text)
    return buffer.getvalue()


LEAVING = (
    Attack("leave in a cell", (HONEST, "import sys\nsys.exit(0)"), 4),
    Attack("leave without a word in a cell", (HONEST, "import os\nos._exit(0)"), 4),
    Attack("leave without a word in an answer", (HONEST, "import os\n" + _COSTS + "os._exit(0)"), 4),
    Attack("raise what is not an Exception", (HONEST, _COSTS + "raise KeyboardInterrupt"), 4),
    Attack("an exception that cannot be printed", (HONEST, """
class Mute(Exception):
    def __str__(self): raise SystemExit
def weights(K, y, lam): raise Mute
"""), 4),
    Attack("register exit handlers", (HONEST, """
import atexit, os
atexit.register(lambda: [os.write(fd, b"passed") for fd in (1, 2, 3, 4)])
"""), 4),
    Attack("ignore every signal and loop", (HONEST, """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def weights(K, y, lam):
    signal.setitimer(signal.ITIMER_REAL, 0)
    while True: pass
"""), 4),
    Attack("swallow the time limit", (HONEST, """
def weights(K, y, lam):
    while True:
        try:
            while True: pass
        except BaseException: pass
"""), 4),
    Attack("kill the parent and everybody", (HONEST, """
import os, signal
def weights(K, y, lam):
    for target in (os.getppid(), 1, -1):
        try: os.kill(target, signal.SIGKILL)
        except OSError: pass
    return y
"""), 4),
    Attack("leave threads behind", (HONEST, """
import threading, time
def spin():
    while True: time.sleep(0.01)
threads = [threading.Thread(target=spin) for _ in range(5)]
for thread in threads: thread.start()
"""), 4),
    Attack("leave daemons behind", (HONEST, """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(64):
            try: os.close(fd)
            except OSError: pass
        time.sleep(3000)
    os._exit(0)
"""), 4),
    Attack("become root again", (HONEST, """
import os, resource, ctypes
for attempt in (lambda: os.setuid(0), lambda: os.seteuid(0),
                lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
                lambda: resource.setrlimit(resource.RLIMIT_NPROC, (-1, -1))):
    try:
        attempt()
        if os.geteuid() == 0: HOLE = True
    except (OSError, ValueError): pass
ctypes.CDLL(None).mount(b"none", b"/usr", b"tmpfs", 0, 0)
def weights(K, y, lam): return K
"""), 4),
)

EXHAUSTING = (
    Attack("loop for ever in a cell", (HONEST, "while True:\n    pass"), 4),
    Attack("loop for ever in C", (HONEST, "sum(iter(int, 1))"), 4),
    Attack("loop for ever in an answer", (HONEST, _COSTS + "while True: pass"), 4),
    Attack("memory bomb", (HONEST, "hoard = []\nwhile True:\n    hoard.append(bytearray(50_000_000))"), 4),
    Attack("memory bomb in an answer", (HONEST, _COSTS + "return np.ones((200_000, 200_000))"), 4),
    Attack("fork bomb", (HONEST, """
import os
while True:
    try: os.fork()
    except OSError: pass
"""), 4),
    Attack("thread bomb", (HONEST, """
import threading, time
while True: threading.Thread(target=time.sleep, args=(1000,)).start()
"""), 4),
    Attack("fill the disk", (HONEST, """
number = 0
while True:
    number += 1
    with open(f"/tmp/{number}", "wb") as file: file.write(b"x" * 10_000_000)
"""), 4),
    Attack("fill the memory file system", (HONEST, """
import os
held = []
for place in ("/dev/shm", "/run", "/var/tmp", "/"):
    try: open(place + "/x", "wb").write(b"x" * 10_000_000)
    except OSError: pass
while True:
    fd = os.memfd_create("hoard"); held.append(fd)
    for _ in range(20): os.write(fd, b"x" * 1_000_000)
"""), 4),
    Attack("gigabytes of output", (HONEST, "import os\nblock = b'x' * 1_000_000\nwhile True:\n    os.write(1, block)"), 4),
    Attack("a huge answer", (HONEST, _COSTS + "return np.zeros(20_000_000)"), 4),
    Attack("a huge integer and a huge text", (HONEST, _COSTS + "return 10 ** 1_000_000", "total = 'x' * 100_000_000"), 4),
    Attack("an answer that contains itself", (HONEST, "loop = []\nloop.append(loop)\n" + _COSTS + "return loop"), 4),
    Attack("bottomless recursion", (HONEST, """
import sys
sys.setrecursionlimit(10 ** 9)
def deeper(n): return deeper(n + 1)
def weights(K, y, lam): return deeper(0)
"""), 4),
    Attack("a regular expression that never ends", (HONEST, "import re\nre.match('(a+)+$', 'a' * 60 + 'b')"), 4),
    Attack("a constant that takes for ever to compile", (HONEST, "x = " + "-" * 90_000 + "1"), 4),
)

REPORTING = (
    Attack("script in an error message", (HONEST, """
def weights(K, y, lam): raise ValueError("<script>alert(1)</script><img src=x onerror=alert(2)>")
"""), 4),
    Attack("terminal escapes in an error message", (HONEST, """
def weights(K, y, lam): raise ValueError("\\x1b[2J\\x1b]0;owned\\x07 passed \\u202e\\u2066 dessap \\r\\n\\x9b31m")
"""), 4),
    Attack("script in the student's ID", (HONEST, 'STUDENT = "</title><script>alert(1)</script>\\x1b[31m"'), 4),
    Attack("script in the file name", (HONEST,), 4, file="<img src=x onerror=alert(1)>.ipynb"),
    Attack("a formula as a name", (HONEST,), 4, file='=HYPERLINK("http:evil","x").ipynb'),
    Attack("a look-alike of another name", (HONEST,), 4, file="\u0430lice.ipynb"),
    Attack("dots and slashes in the student's ID", (HONEST, 'STUDENT = "../../../../tmp/owned"'), 4),
    Attack("shell escapes and magics", (HONEST, "!touch /tmp/owned\n%run /etc/passwd", "%%bash\ntouch /tmp/owned"), 4),
    Attack("a symbolic link to the hidden checks", file="link.ipynb", link=True),
    Attack("a zip that leads out of its folder", file="out.zip", data=_zip("../../../owned.ipynb")),
    Attack("a zip with an absolute path", file="absolute.zip", data=_zip("/tmp/owned.ipynb")),
    Attack("a zip bomb", file="bomb.zip", data=_zip("bomb.ipynb", 300_000_000)),
    Attack("a zip with ten thousand notebooks", file="many.zip", data=_zip("{}.ipynb", 1, 10_000)),
    Attack("a notebook of nested lists", file="deep.ipynb", data=b'{"cells": ' + b"[" * 200_000),
    Attack("a notebook whose parts have the wrong types", file="types.ipynb",
           data=b'{"cells": [1, null, {"cell_type": "code", "source": {"a": 1}}, {"cell_type": "code", "source": [1]}],'
                b' "metadata": [], "nbformat": "x"}'),
)
