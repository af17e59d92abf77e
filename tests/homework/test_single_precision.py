"""A right answer with seven digits is right: no check, public or hidden, takes round-off for a mistake."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelcourse.homework.judging.asking import ask_here
from kernelcourse.homework.judging.checks import PASSED, Setting
from kernelcourse.homework.judging.questions import examine

from .conftest import SHEET_FOLDERS
from .test_banks import desk_of
from .test_trivial import right_values


def rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(rounded, value))
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value.astype(np.float32)
    return np.float32(value) if isinstance(value, (float, np.floating)) else value


@pytest.mark.parametrize("sheet", [folder.name for folder in SHEET_FOLDERS])
@pytest.mark.parametrize("secret", ["one", "two", "three"])
def test_an_answer_in_single_precision_passes_every_check(sheet, secret):
    desk, names = desk_of(sheet), right_values(sheet, "")
    for question in desk.questions:
        if question.kind == "function":
            short = {
                name: (lambda exact: lambda *given: rounded(exact(*given)))(names[name])
                for name in question.names
            }
            checks = [
                *desk.sheet.public(question.id),
                *(one for one in desk.hidden if one.question == question.id),
            ]
            setting = Setting(sheet, desk.sheet.data(), desk.solution, secret)
            for one in examine(question, checks, ask_here(names | short), setting):
                assert one.status == PASSED, (question.id, one)
