"""The kernel in which chapters run: warnings are errors, numerics use one thread, the package is this one."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STARTUP = """\
import os, warnings
warnings.simplefilter("error")
# Housekeeping of the notebook machinery itself is not the chapter's affair.
for module in ("ipykernel", "IPython", "traitlets", "zmq", "tornado", "jupyter_client", "asyncio", "debugpy"):
    warnings.filterwarnings("ignore", module=module)
warnings.filterwarnings("ignore", category=ResourceWarning)
# A test may break the package here, to see that the chapters notice.
if os.environ.get("KERNELCOURSE_BREAK"):
    exec(os.environ["KERNELCOURSE_BREAK"], {})
del os, warnings, module
"""


def write(path: Path, text: str) -> None:
    """Write a small file, unless it is already so; safe when several test processes do it at once."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(text)
    draft.replace(path)


def environment() -> dict[str, str]:
    """The variables with which a kernel must be started; the IPython profile they name is written here."""
    profile = ROOT / "_build" / "ipython"
    write(profile / "profile_default" / "startup" / "00-warnings-are-errors.py", STARTUP)
    write(
        profile / "profile_default" / "ipython_kernel_config.py", "get_config().IPKernelApp.log_level = 40\n"
    )
    path = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {
        "IPYTHONDIR": str(profile),
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(part for part in path if part)),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
