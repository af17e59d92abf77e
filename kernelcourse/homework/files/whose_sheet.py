"""Which sheet is a class handing in? What most of its files say, or the only one there is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from kernelcourse.homework.files.contents import read_any, read_submission
from kernelcourse.homework.files.notebook import Unreadable
from kernelcourse.homework.files.submissions import Found
from kernelcourse.homework.get import sheet_of

ENOUGH = 30  # files that say the same


def common_sheet(found: Found, materials: Path, sheets: Path | None = None) -> str:
    """The sheet (of the folder `sheets`) that most of the files say they belong to; ValueError if none does and there
    are several sheets."""
    counts: Counter[str] = Counter()
    for submission in found.submissions:
        try:
            name = sheet_of(read_any(read_submission(submission.path), submission.path.name), folder=sheets)
        except Unreadable:
            continue
        counts[name] += bool(name)
        if counts and counts.most_common(1)[0][1] >= ENOUGH:
            break
    if counts and counts.most_common(1)[0][1]:
        return counts.most_common(1)[0][0]
    masters = sorted(path.parent.name for path in materials.glob("*/master.ipynb"))
    if len(masters) == 1:
        return masters[0]
    raise ValueError("sheet: the submissions do not say which sheet they belong to; name it with --sheet")
