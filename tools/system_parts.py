"""Make sure that the tests' two system parts are here: Chromium, and bubblewrap for the grader's sandbox.

They are installed with apt-get where that is possible. Otherwise one sentence says what to install, and the
command fails: a test that cannot run is not a test that passed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.browser import chromium_path


def missing() -> dict[str, str]:
    """The Debian package of each missing part, and what it is for."""
    parts = {}
    if chromium_path() is None:
        parts["chromium"] = "the browser tests (any Chromium or Chrome; or set CHROMIUM=/path/to/it)"
    if shutil.which("bwrap") is None:
        parts["bubblewrap"] = "the grader's sandbox (Linux)"
    return parts


def as_root() -> list[str] | None:
    """The prefix with which a command runs as root without asking, or None."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def install(packages: list[str]) -> None:
    prefix = as_root()
    if prefix is None or shutil.which("apt-get") is None:
        return
    print(f"Installing {' and '.join(packages)} with apt-get (once)", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    if prefix == []:
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    else:
        prefix = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    subprocess.run([*prefix, "apt-get", "update", "-qq"], **quiet)
    subprocess.run(
        [*prefix, "apt-get", "install", "-qq", "--no-install-recommends", "-y", *packages], **quiet
    )


def main() -> int:
    if parts := missing():
        install(list(parts))
    for package, purpose in missing().items():
        print(
            f"Please install {package}: it is needed for {purpose}, and it could not be installed from here.",
            file=sys.stderr,
        )
    return 1 if missing() else 0


if __name__ == "__main__":
    sys.exit(main())
