"""`jupyter nbconvert --to html` and JupyterLab's export show pages as the book does, in this environment.

    python -m kernelcourse.reading.environment

Jupyter reads what an environment adds to it from `etc/jupyter`. An editable install, which the chapters need, cannot
put a file there; so `kernelcourse read` does.
"""

from __future__ import annotations

import sys
from pathlib import Path

CONFIGURATION = '''"""Written by kernelcourse: a page of the book is exported as the book shows it."""

from importlib.util import find_spec

if find_spec("kernelcourse") and find_spec("latex2mathml"):
    c.HTMLExporter.preprocessors = ["kernelcourse.reading.export.Readable"]  # noqa: F821
'''


def prepare(prefix: Path) -> Path | None:
    """The file that was written; None if this is no environment of the reader's own, or has a configuration."""
    folder = prefix / "etc" / "jupyter"
    target = folder / "jupyter_config.py"
    if not (prefix / "pyvenv.cfg").is_file() or list(folder.glob("jupyter_config.*")):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    target.write_text(CONFIGURATION, encoding="utf-8")
    return target


if __name__ == "__main__":
    prepare(Path(sys.prefix))
