"""The autograder zip for Gradescope: this package, one sheet's materials, and two scripts that run the grader."""

from __future__ import annotations

import json
import secrets
import zipfile
from pathlib import Path

from kernelcourse.homework.classes.gradescope_results import GradescopeResults

PACKAGE = Path(__file__).resolve().parents[2]
SETUP = """#!/usr/bin/env bash
# Runs once, when Gradescope builds the image.
set -euo pipefail
apt-get update && apt-get install -y --no-install-recommends bubblewrap python3 python3-venv
python3 -m venv /autograder/venv
/autograder/venv/bin/pip install --no-cache-dir "numpy>=1.26" "scipy>=1.11.3"
chmod -R go-rwx /autograder/source/materials /autograder/source/options.json
"""
RUN = """#!/usr/bin/env bash
# Runs once for each submission: reads $ROOT/submission, writes $ROOT/results/results.json.
set -uo pipefail
ROOT="${AUTOGRADER_ROOT:-/autograder}"
PYTHON="${AUTOGRADER_PYTHON:-$ROOT/venv/bin/python}"
mkdir -p "$ROOT/results"
cd "$ROOT/source" && PYTHONPATH="$ROOT/source" timeout 900 "$PYTHON" -m kernelcourse.homework.classes.gradescope "$ROOT"
if [ ! -s "$ROOT/results/results.json" ]; then
  printf '{"score": 0, "output": "The grader could not run; your instructor will look at it.", "tests": []}\\n' \\
    > "$ROOT/results/results.json"
fi
exit 0
"""
OPTIONAL = ("figures", "explore", "__pycache__", "attacks")


def write_autograder(materials: Path, sheet: str, out: Path | None = None, secret: str = "") -> Path:
    """SHEET_autograder.zip: upload it as it is; it holds the hidden checks and the secret, so keep it private."""
    folder = materials / sheet
    if not (folder / "master.ipynb").is_file():
        raise ValueError(f"sheet: there is no {folder / 'master.ipynb'}")
    path = out or Path(f"{sheet}_autograder.zip")
    options = json.dumps({"sheet": sheet, "secret": secret or secrets.token_hex(16)})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "setup.sh", SETUP, executable=True)
        _add(archive, "run_autograder", RUN, executable=True)
        _add(archive, "options.json", options)
        for file in sorted(PACKAGE.rglob("*")):
            parts = file.relative_to(PACKAGE).parts
            if file.is_file() and parts[0] not in OPTIONAL and "__pycache__" not in parts:
                archive.write(file, "/".join(["kernelcourse", *parts]))
        for name in ("master.ipynb", "hidden.py"):
            if (folder / name).is_file():
                archive.write(folder / name, f"materials/{sheet}/{name}")
    return path


def _add(archive: zipfile.ZipFile, name: str, text: str, executable: bool = False) -> None:
    entry = zipfile.ZipInfo(name, date_time=(2020, 1, 1, 0, 0, 0))
    entry.external_attr = (0o755 if executable else 0o600) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, text)


def run_autograder(root: Path) -> None:
    """Grade the one submission in Gradescope's folders; whatever happens, results.json is written."""
    from kernelcourse.homework.authoring.release import write_atomically

    (root / "results").mkdir(parents=True, exist_ok=True)
    try:
        result = _graded(root)
    except Exception as error:
        import traceback

        traceback.print_exc()  # for the instructor, who alone sees the log
        text = f"The grader could not run ({type(error).__name__}); your instructor will look at this submission."
        result = GradescopeResults(0, text)
    write_atomically(root / "results" / "results.json", result.to_json())


def _graded(root: Path) -> GradescopeResults:
    from kernelcourse.homework.authoring.release import release
    from kernelcourse.homework.classes.gradebook import gradescope_results
    from kernelcourse.homework.classes.grading import Job, grade_one
    from kernelcourse.homework.files.submissions import Submission, find_submissions, safe_id
    from kernelcourse.homework.sheet import SHEETS, sheet_names

    options = json.loads((root / "source" / "options.json").read_text(encoding="utf-8"))
    sheet, materials = options["sheet"], root / "source" / "materials"
    sheets = SHEETS
    if sheet not in sheet_names():
        sheets = root / "source" / "sheets"
        release(materials / sheet, sheets)
    found = find_submissions([root / "submission"], sheet)
    files = [one.path for one in (*found.submissions, *found.others)]
    if len(files) != 1:
        text = f"The submission holds {len(files)} notebooks; it should hold exactly one."
        return GradescopeResults(0, text)
    name = _submitter(root) or found.submissions[0].shown
    job = Job(sheet, str(materials), options["secret"], sheets=str(sheets))
    return gradescope_results(grade_one(Submission(safe_id(name), name, files[0], (name,)), job))


def _submitter(root: Path) -> str:
    """The student's ID or e-mail as Gradescope knows it: the identity that decides whose data count."""
    try:
        metadata = json.loads((root / "submission_metadata.json").read_text(encoding="utf-8"))
        user = metadata["users"][0]
        return str(user.get("sid") or user.get("email") or "")[:80]
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return ""


if __name__ == "__main__":
    import sys

    run_autograder(Path(sys.argv[1]))
