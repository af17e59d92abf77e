"""What takes no work earns nothing: constants, the most frequent value of a choice, minus signs in disguise."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from kernelcourse.homework.authoring.master import solved_cells
from kernelcourse.homework.judging.asking import ask_here
from kernelcourse.homework.judging.checks import PASSED, Setting
from kernelcourse.homework.judging.expect import Failed
from kernelcourse.homework.judging.questions import examine
from kernelcourse.homework.judging.verdicts import judge_answer
from kernelcourse.homework.sheet import personal
from kernelcourse.homework.tasks import Kernels

from .conftest import SHEET_FOLDERS
from .test_banks import desk_of

SHEETS = [folder.name for folder in SHEET_FOLDERS]
CONSTANTS = {
    "nothing": lambda *_: None,
    "zero": lambda *_: 0.0,
    "infinity": lambda *_: np.inf,
    "true": lambda *_: True,
    "the first argument": lambda *given: given[0],
    "the second argument": lambda *given: given[1],
    "the last argument": lambda *given: given[-1],
    "minus infinity": lambda *_: -np.inf,
    "ones like the second": lambda *given: np.ones(np.shape(given[1])),
    "zeros like the first": lambda *given: np.zeros(np.shape(given[0])),
    "zeros like the second": lambda *given: np.zeros(np.shape(given[1])),
}


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("name", CONSTANTS)
def test_a_constant_is_no_function(sheet, name):
    desk = desk_of(sheet)
    setting = Setting(sheet, desk.sheet.data("x"), desk.solution, "trivial")
    for question in desk.questions:
        if question.kind == "function":
            checks = [one for one in desk.hidden if one.question == question.id]
            names = dict.fromkeys(question.names, CONSTANTS[name])
            outcomes = examine(question, checks, ask_here(names), setting)
            assert not [one.says for one in outcomes if one.status == PASSED], question.id


@cache
def right_values(sheet: str, student: str) -> dict:
    """The names of the solved sheet, with this student's data."""
    names: dict = {"__name__": "__main__", "display": lambda *_, **__: None}
    for source in solved_cells(desk_of(sheet).master):
        own = source.replace('STUDENT = ""', f'STUDENT = "{student}"')
        exec(compile(own, f"<{sheet}>", "exec"), names)
    return names


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_lucky_choice_is_no_answer(sheet):
    """A value that at least one student in eight has is guessed: alone it earns nothing, for any of them."""
    desk = desk_of(sheet)
    students = [f"student {number}" for number in range(8)]
    for question in desk.questions:
        checks = [one for one in desk.hidden if one.question == question.id]
        for name in question.names if question.kind == "value" else ():
            frequent, times = Counter(right_values(sheet, one)[name] for one in students).most_common(1)[0]
            for student in students if times > 1 else ():
                setting = Setting(sheet, desk.sheet.data(student), desk.solution, "trivial")
                wrong = dict.fromkeys(question.names, 12345.678) | {name: frequent}
                outcomes = examine(personal(question, sheet, student), checks, ask_here(wrong), setting)
                assert not [one.says for one in outcomes if one.status == PASSED], (name, frequent, student)


def kernels(sheet: str) -> dict:
    return {
        one.name: one
        for question in desk_of(sheet).questions
        if isinstance(question.task, Kernels)
        for one in question.task.kernel
    }


HIDDEN = [
    ("kernel_trick", "trick_without_one", "(1 + x @ z)**2 + cos(pi)"),
    ("kernel_trick", "trick_without_one", "log(exp((1 + x @ z)**2) / exp(1))"),
    ("pca", "pca_minus_one", "(1 + x @ z)**2 + min(1, cos(pi))"),
    ("mercer", "case_polar", "(x + z) @ (x + z) - (x - z) @ (x - z)"),
    ("mercer", "case_wave", "cos(x[0] - z[0]) * exp(-(x - z) @ (x - z) / 2)"),
    ("mds", "mds_half_sum", "(x @ x + z @ z - (x - z) @ (x - z)) / 2"),
    (
        "mds",
        "mds_half_sum",
        "sum((x[i] * z[i] + x[j] * z[j] + x[i] - x[j]) / 4 for i in range(2) for j in range(2))",
    ),
    ("gaussian_process", "process_ends", "1 - (x + z + sqrt((x - z)**2)) / 2"),
    ("gaussian_process", "process_ends", "1 - x - z + min(x, z)"),
    ("structured", "sets_agree", "3 - 2 * (x - z) @ (x - z)"),
    ("structured", "sets_agree", "3 - 2 * sum(x) - 2 * sum(z) + 4 * x @ z"),
    ("rkhs", "rkhs_waves", "1 + cos(2*(x + sin(3*pi/2)*z)) + cos(x + cos(pi)*z)"),
    ("rkhs", "rkhs_waves", "1 + cos(2*(x + log(1/e)*z)) + cos(x)*cos(z) + sin(x)*sin(z)"),
    (
        "structured",
        "words_lengths",
        "len(x) + len(z) + cos(pi) * sqrt((len(x) + cos(pi) * len(z))**2)",
    ),
    (
        "rkhs",
        "rkhs_waves",
        "2 + 2*(sin(x)*cos(z) + cos(x)*sin(z + pi))*(sin(x + pi)*cos(z) + cos(x)*sin(z))"
        " + cos(x)*cos(z) + sin(x)*sin(z)",
    ),
]
SEEN = [
    ("kernel_trick", "trick_without_one", "x @ z * x @ z + x @ z + x @ z"),
    ("kernel_trick", "trick_without_one", "(x[0]*z[0] + x[1]*z[1]) * (x @ z + 2)"),
    (
        "kernel_trick",
        "trick_without_one",
        "2 * x @ z + sum(x[i]*x[j]*z[i]*z[j] for i in range(2) for j in range(2))",
    ),
    (
        "kernel_trick",
        "trick_without_one",
        "x @ z + x @ z + sum(x[i]*z[i]*x[j]*z[j] for i in range(2) for j in range(i + 1))"
        " + x[0]*z[0]*x[1]*z[1]",
    ),
    ("svm", "svm_cube", "x @ z * (3 + 3 * x @ z + (x @ z)**2)"),
    ("mercer", "case_polar", "(2*x) @ (2*z)"),
    ("mercer", "case_wave", "cos(x[0] - z[0]) * exp(x @ z - (x @ x + z @ z) / 2)"),
    ("mercer", "case_wave", "cos(z[0] - x[0]) * exp(x @ z) / (exp(x @ x / 2) * exp(z @ z / 2))"),
    ("mds", "mds_half_sum", "sum(x[i] * z[i] for i in range(2))"),
    ("gaussian_process", "process_ends", "min(1 - z, 1 - x)"),
    ("structured", "words_lengths", "min(2 * len(x), 2 * len(z))"),
    ("structured", "sets_agree", "4 * (x - 1/2) @ (z - 1/2)"),
    ("structured", "sets_agree", "cos(pi*(x[0]-z[0])) + cos(pi*(x[1]-z[1])) + cos(pi*(x[2]-z[2]))"),
    ("rkhs", "rkhs_waves", "2*(cos(x)*cos(z) + sin(x)*sin(z))**2 + cos(x)*cos(z) + sin(x)*sin(z)"),
    ("rkhs", "rkhs_waves", "1 + sum(cos(l*x)*cos(l*z) + sin(l*x)*sin(l*z) for l in range(1, 3))"),
]


@pytest.mark.parametrize(("sheet", "name", "expression"), HIDDEN)
def test_a_minus_sign_in_disguise_is_one(sheet, name, expression):
    with pytest.raises(Failed, match=r"one does not see|should do without"):
        judge_answer(("kernel", expression), kernels(sheet)[name])


@pytest.mark.parametrize(("sheet", "name", "expression"), SEEN)
def test_what_one_sees_counts_in_any_spelling(sheet, name, expression):
    judge_answer(("kernel", expression), kernels(sheet)[name])
