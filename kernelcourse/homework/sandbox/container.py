"""Where a student's process lives: a bubblewrap container that holds Python, this package and nothing else.

Where bubblewrap is missing, Landlock (if the kernel has it) keeps the process to the same files; limits apply always.
"""

from __future__ import annotations

import functools
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from kernelcourse.homework.sandbox import landlock, seccomp
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.places import INTERPRETER, Given, closing, python_folders, site_folders

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
# Not -I, which would ignore PYTHONHASHSEED; the environment is ours anyway.
FLAGS = ("-s", "-P", "-S", "-B")
BOOT = "import sys; sys.path[:0] = {paths!r}; from kernelcourse.homework.sandbox.runner import main; main()"


@dataclass(frozen=True)
class Isolation:
    """How far a student's code is kept away: full (bubblewrap) or reduced, and why; `walls` is Landlock's version."""

    full: bool
    reason: str
    walls: int = 0
    calls: bool = True  # the kernel filters system calls

    def __str__(self) -> str:
        gap = "" if self.calls else "; system calls are not filtered here"
        if self.full:
            return "full isolation (bubblewrap)" + gap
        if not self.walls:
            said = f"REDUCED isolation: {self.reason}; only limits apply, students' code can read the grader's files"
            return said + gap
        kept = landlock.covers(self.walls)
        return f"REDUCED isolation: {self.reason}; limits apply, and Landlock keeps {kept} apart" + gap

    def not_enforced(self) -> list[str]:
        """What this machine cannot hold a student's code to, a sentence each."""
        gaps = [
            "memory is counted ten times a second and not capped by a control group: it can overshoot for a moment"
        ]
        if not self.calls:
            gaps.append("no filter of system calls: memory files and namespaces of its own are not counted")
        if not self.full:
            gaps.append("no bubblewrap: processes of other users and the machine's load can be seen")
            if self.walls < 4:
                gaps.append("the network is not closed")
            if not self.walls:
                gaps.append("the grader's own files, hidden checks among them, can be read")
        return gaps


@functools.cache
def isolation() -> Isolation:
    """What this machine can do, found by trying it once."""
    walls = 0 if os.environ.get("KERNELCOURSE_NO_LANDLOCK") else landlock.version()
    calls = seccomp.available()
    if os.environ.get("KERNELCOURSE_NO_BUBBLEWRAP"):
        return Isolation(False, "bubblewrap was switched off by KERNELCOURSE_NO_BUBBLEWRAP", walls, calls)
    if shutil.which("bwrap") is None:
        return Isolation(False, "bubblewrap (bwrap) is not installed", walls, calls)
    trial = subprocess.run(
        [*container(()), INTERPRETER, *FLAGS, "-c", "print(6 * 7)"],
        capture_output=True,
        env={},
        timeout=60,
        check=False,
    )
    if trial.returncode == 0 and trial.stdout.strip() == b"42":
        return Isolation(True, "", calls=calls)
    why = trial.stderr.decode(errors="replace").strip().splitlines()
    return Isolation(
        False, f"bubblewrap cannot start here ({why[-1] if why else 'no message'})", walls, calls
    )


def container(hidden: tuple[str, ...], disk_bytes: int = 64_000_000) -> list[str]:
    """The bwrap command: no network, read-only system, private /tmp, own process numbers; `hidden` folders empty."""
    command = [
        "bwrap",
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
    ]
    if os.geteuid() != 0:  # root keeps its identity here and the runner gives it up before any student code
        command += ["--unshare-user"]
    command += ["--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    command += ["--ro-bind", "/usr", "/usr"]
    for link in ("/bin", "/lib", "/lib64", "/sbin"):
        if os.path.islink(link):
            command += ["--symlink", os.readlink(link), link]
        elif os.path.isdir(link):
            command += ["--ro-bind", link, link]
    for file in ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"):
        command += ["--ro-bind-try", file, file]
    # The private /tmp first: this Python itself may live below /tmp, and is then mounted into it.
    command += ["--perms", "1777", "--size", str(disk_bytes), "--tmpfs", "/tmp"]
    for folder in [*python_folders(), *site_folders()]:
        if not folder.startswith("/usr/"):
            command += [*_open_parents(folder), "--ro-bind", folder, folder]
    for folder in hidden:  # in case one lies below a folder that is visible
        if folder.startswith("/usr/"):
            command += ["--tmpfs", folder]
    command += _open_parents("/course/kernelcourse")
    command += ["--ro-bind", str(Path(__file__).resolve().parents[2]), "/course/kernelcourse"]
    if extra := os.environ.get("KERNELCOURSE_SHEETS"):
        command += [
            "--ro-bind-try",
            extra,
            "/course/sheets",
            "--setenv",
            "KERNELCOURSE_SHEETS",
            "/course/sheets",
        ]
    command += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    return [*command, *_font_cache(), "--remount-ro", "/", "--chdir", "/tmp"]


def visible() -> list[str]:
    """What a process without a container may read: the same files that the container would hold."""
    system = [
        "/usr",
        "/bin",
        "/lib",
        "/lib64",
        "/sbin",
        "/etc/ld.so.cache",
        "/etc/alternatives",
        "/etc/localtime",
    ]
    devices = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"]
    extra = os.environ.get("KERNELCOURSE_SHEETS")
    course = [str(Path(__file__).resolve().parents[2]), *([extra] if extra else [])]
    return [*system, *devices, *python_folders(), *site_folders(), *course]


def _font_cache() -> list[str]:
    """Matplotlib's list of fonts, if this user has one: building it costs every plotting notebook seconds."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    command = ["--perms", "0777", "--dir", "/tmp/matplotlib", "--setenv", "MPLCONFIGDIR", "/tmp/matplotlib"]
    for file in Path(home, "matplotlib").glob("fontlist-*.json"):
        command += ["--ro-bind", str(file), f"/tmp/matplotlib/{file.name}"]
    return command


def _open_parents(folder: str) -> list[str]:
    """Parents of a mount point, made so that another user may pass (bubblewrap would make them private)."""
    parents = [str(parent) for parent in reversed(Path(folder).parents) if str(parent) != "/"]
    return [word for parent in parents for word in ("--perms", "0755", "--dir", parent)]


def launch(limits: Limits, hidden: tuple[str, ...], folder: str, given: Given) -> subprocess.Popen[bytes]:
    """Start a student's process; its stdin and stdout are the pipe. `folder` is its private tmp when not contained."""
    full, user = isolation().full, _user(isolation().full)
    if user is not None and not full:
        os.chown(folder, user, user)
    options = {
        "limits": asdict(limits),
        "user": user,
        "landlock": None if full or not isolation().walls else {"read": visible(), "write": [folder]},
        "processes_already": 0
        if full and (_root() or _counts_per_namespace())
        else _processes_of_this_user(),
        "closed": list(given.closed),
        "given": dict(given.names),
    }
    paths = [*(["/course"] if full else [str(Path(__file__).resolve().parents[3])]), *site_folders()]
    command = [INTERPRETER, *FLAGS, "-c", BOOT.format(paths=paths), json.dumps(options)]
    if full:
        command = [*container(hidden, limits.disk_bytes), *closing(given.closed), *command]
    environment: dict[str, str] = {} if full else {**ENVIRONMENT, "HOME": folder, "TMPDIR": folder}
    if not full and (extra := os.environ.get("KERNELCOURSE_SHEETS")):
        environment["KERNELCOURSE_SHEETS"] = extra
    if sys.platform == "win32":
        environment = {**os.environ, **environment}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        env=environment,
        cwd=None if full else folder,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
    )


def require_safety() -> None:
    """ValueError if a student's code could only run as root and outside bubblewrap."""
    _user(isolation().full)


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _user(full: bool) -> int | None:
    """Whom a root grader's student process becomes; without bubblewrap only if that user can read Python at all."""
    if not _root():
        return None
    if full:
        return 200_000 + os.getpid() % 1_000_000  # one for each worker: the process limit counts per user
    for start in (sys.executable, *sys.path, __file__):
        path = Path(start).resolve()
        if path.exists() and not all(part.stat().st_mode & 0o001 for part in path.parents):
            if os.environ.get("KERNELCOURSE_TRUST_STUDENTS"):
                return None
            raise ValueError(
                "isolation: without bubblewrap, students' code would run as root here, because no other user can read "
                f"{path}; install bubblewrap or grade as an ordinary user"
            )
    return 65534


def _counts_per_namespace() -> bool:
    """Since Linux 5.14 the process limit counts inside the user namespace only."""
    release = platform.release().split(".")
    try:
        return (int(release[0]), int(release[1].split("-")[0])) >= (5, 14)
    except (ValueError, IndexError):
        return False


def _processes_of_this_user() -> int:
    """Threads of this user now, so that a limit per user still leaves room for the student's own."""
    count, user = 0, os.geteuid() if hasattr(os, "geteuid") else 0
    for entry in Path("/proc").glob("[0-9]*") if os.path.isdir("/proc") else ():
        try:
            if entry.stat().st_uid == user:
                count += len(os.listdir(entry / "task"))
        except OSError:
            continue
    return count
