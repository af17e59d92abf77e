"""The kernel in which chapters run: warnings are errors, numerics use one thread, the package is this one."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STARTUP = """\
import warnings
warnings.simplefilter("error")
# Housekeeping of the notebook machinery itself is not the chapter's affair.
for module in ("ipykernel", "IPython", "traitlets", "zmq", "tornado", "jupyter_client", "asyncio", "debugpy"):
    warnings.filterwarnings("ignore", module=module)
warnings.filterwarnings("ignore", category=ResourceWarning)
del warnings, module
"""


def environment() -> dict[str, str]:
    """The variables with which a kernel must be started; the IPython profile they name is written here."""
    profile = ROOT / "_build" / "ipython"
    startup = profile / "profile_default" / "startup" / "00-warnings-are-errors.py"
    startup.parent.mkdir(parents=True, exist_ok=True)
    if not startup.exists() or startup.read_text() != STARTUP:
        startup.write_text(STARTUP)
    path = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {
        "IPYTHONDIR": str(profile),
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(part for part in path if part)),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
