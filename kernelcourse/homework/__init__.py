"""Homework: sheets that help, checks that are honest, a grader that cannot be talked into points."""

from __future__ import annotations

from typing import Any

__all__ = ["check", "my_data", "my_letters", "my_task"]


def check(question: str | None = None) -> None:
    """Print what the public checks say about the answers in the notebook or script that calls this.

    `check("q2")` looks at one question, `check()` at the whole sheet. The sheet is the caller's variable SHEET.
    """
    import sys

    from kernelcourse.homework.local import report_on_namespace

    print(report_on_namespace(sys._getframe(1).f_globals, question))


def my_data(sheet: str, student: str | int = "") -> Any:
    """The data of a sheet: a student's own variant, or the common one for an empty ID."""
    from kernelcourse.homework.sheet import load_sheet, spelled

    return load_sheet(sheet).data(spelled(student))


def my_task(sheet: str, question: str, student: str | int = "") -> str:
    """The first line of a student's own variant of a derivation; the common one for an empty ID."""
    from kernelcourse.homework.sheet import first_line, spelled

    return first_line(sheet, question, spelled(student))


def my_letters(sheet: str, question: str, student: str | int = "") -> dict[str, str]:
    """The letters and numbers in which a student's variant of a derivation differs from the others'."""
    from kernelcourse.homework.sheet import derivation_of, letters, spelled

    return letters(derivation_of(sheet, question), sheet, spelled(student))
