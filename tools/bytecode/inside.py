"""Runs inside Pyodide: the bytecode of the modules imported so far goes into the archive that holds their source."""

import json
import py_compile
import sys
import zipfile
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

from kernelcourse.bridge import respond

QUESTIONS = (
    {"tool": "court", "expression": "exp(-norm(x - z)**2) + min(x @ z, 1)"},
    {"tool": "derivation", "derivation": "ridge-dual", "line": 1, "text": "X.T @ X"},
    {"tool": "cell", "code": "1 + 1"},
    {"tool": "scene"},
)
ON_ONE_DAY = (2026, 1, 1, 0, 0, 0)
# What no page shows the text of.
UNSHOWN = ("kernelcourse/language/", "kernelcourse/derivation/", "kernelcourse/court/")
FOR_COMPILERS = (".pyi", ".pyx", ".pxd", ".h", ".a", ".c")


def imported():
    """The paths, within an archive, that the modules in use may have."""
    for question in QUESTIONS:
        respond(json.dumps(question))
    names = [name.replace(".", "/") for name in sys.modules]
    return {f"{name}{ending}" for name in names for ending in (".py", "/__init__.py")}


USED = imported()


def bytecode(name, source):
    """The module's compiled form, which no importer compares with its source again."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_bytes(source)
        compiled = py_compile.compile(
            str(path),
            dfile=name,
            doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        return Path(compiled).read_bytes()


def compile_into(archive, keep_source):
    """Beside the source in __pycache__, or in its place; what only a compiler of C reads is left out."""
    path = Path("/archives") / archive
    made = path.with_suffix(".new")
    with (
        zipfile.ZipFile(path) as before,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as after,
    ):
        for item in before.infolist():
            if item.filename.endswith(FOR_COMPILERS):
                continue
            content, used = before.read(item), item.filename in USED
            keeps = keep_source and not item.filename.startswith(UNSHOWN)
            if keeps or not used:
                after.writestr(item, content, zipfile.ZIP_DEFLATED)
            if used:
                place = cache_from_source(item.filename) if keeps else f"{item.filename}c"
                after.writestr(
                    zipfile.ZipInfo(place, ON_ONE_DAY), bytecode(item.filename, content), zipfile.ZIP_DEFLATED
                )
    made.replace(path)
