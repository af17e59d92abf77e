"""Derivations as students and cheats write them: full points for the ones, nothing undeserved for the others."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.homework import my_letters, my_task
from kernelcourse.homework.authoring.master import solved_cells
from kernelcourse.homework.judging.checks import PASSED
from kernelcourse.homework.judging.expanding import expanded, together
from kernelcourse.homework.judging.milestones import milestones
from kernelcourse.homework.judging.reasoning import judge_derivation, judge_lines
from kernelcourse.homework.judging.systems import is_system
from kernelcourse.homework.sheet import letters, personal
from kernelcourse.language.reading import parse
from kernelcourse.language.writing import show

from .conftest import SHEET_FOLDERS
from .test_banks import desk_of
from .test_padding import QUESTION, reached, task_in

FOLDER = Path(__file__).with_name("lines")
LIBRARY = Path(__file__).parents[2] / "kernelcourse" / "derivations"


def answers(name: str) -> list[Any]:
    found = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["answer"]
    return [pytest.param(one, id=f"{one['sheet']}-{place}") for place, one in enumerate(found)]


def passed(answer: dict[str, Any]) -> list[bool]:
    task = task_in(answer["sheet"], answer["variant"])
    return [one.status == PASSED for one in judge_derivation("lines", task, lambda _: answer["lines"])]


@pytest.mark.parametrize("answer", answers("undeserved"))
def test_nothing_is_earned_by_a_disguise(answer):
    _, *reached = passed(answer)
    assert {place for place, one in enumerate(reached, 1) if one} <= set(answer["at_most"])


@pytest.mark.parametrize("answer", answers("deserved"))
def test_an_unusual_way_earns_all_points(answer):
    assert all(passed(answer))


@pytest.mark.slow
@pytest.mark.parametrize("sheet", [folder.name for folder in SHEET_FOLDERS])
def test_the_solution_earns_all_points_with_the_letters_of_every_student(sheet):
    desk = desk_of(sheet)
    question = next(one for one in desk.questions if one.kind == "derivation")
    cell = next(one for one in solved_cells(desk.master) if f"{question.names[0]} = [" in one)
    students = {tuple(letters(question, sheet, one).items()): one for one in ("", *map(str, range(60)))}
    assert len(students) == len(question.task.variant)
    for student in students.values():
        names = {"my_task": my_task, "my_letters": my_letters, "SHEET": sheet, "STUDENT": student}
        exec(compile(cell, f"<{sheet}>", "exec"), names)
        outcomes = judge_derivation(
            "lines", personal(question, sheet, student).task, lambda _, found=names: found[question.names[0]]
        )
        assert all(one.status == PASSED for one in outcomes), student


@pytest.mark.parametrize("sheet", [folder.name for folder in SHEET_FOLDERS])
def test_nobody_with_an_id_has_the_letters_of_the_book(sheet):
    question = next(one for one in desk_of(sheet).questions if one.kind == "derivation")
    assert letters(question, sheet) == question.task.variant[0]
    assert question.task.variant[0] not in [letters(question, sheet, one) for one in map(str, range(60))]


@pytest.mark.slow
@pytest.mark.parametrize("sheet", [folder.name for folder in SHEET_FOLDERS])
def test_no_page_of_the_library_pays_a_student(sheet):
    question = next(one for one in desk_of(sheet).questions if one.kind == "derivation")
    for words in question.task.variant[1:]:
        task = question.task.filled(words)
        for lines in pages_of_the_library():
            held, _ = judge_lines(lines, task)
            assert not any(one.status == PASSED for one in milestones(task, held)), (words, lines)


def pages_of_the_library() -> list[list[Any]]:
    """Every derivation and every route of it, from each of its lines on."""
    files = [tomllib.loads(one.read_text(encoding="utf-8")) for one in sorted(LIBRARY.glob("*.toml"))]
    ways = [way for one in files for way in (one["line"], *(route["line"] for route in one.get("route", ())))]
    return [way[place:] for way in ways for place in range(len(way))]


def looked(formula: str, **given: str):
    setting = read_setting(given)
    return setting.formula(formula).node, setting


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        ("(a - b) @ (a + b)", "a @ a + a @ b - b @ a - b @ b"),
        ("((A + B) / 2)[i] @ a", "(A / 2)[i] @ a + (B / 2)[i] @ a"),
        ("a - (A - B).T @ a", "a - A.T @ a + B.T @ a"),
        ("sum(a[j] - b[j] for j in range(n))", "sum(a[j] for j in range(n)) - sum(b[j] for j in range(n))"),
        ("norm((a + b) @ (A @ a))", "norm(a @ (A @ a) + b @ (A @ a))"),
        ("outer(a + b, a)", "outer(a, a) + outer(b, a)"),
    ],
)
def test_a_formula_is_multiplied_out_in_every_part(formula, plain):
    given = {"A": "matrix(n, n)", "B": "matrix(n, n)", "a": "vector(n)", "b": "vector(n)", "i": "index(n)"}
    node, setting = looked(formula, **given)
    assert show(together(expanded(node))) == show(setting.formula(plain).node)


def test_a_formula_with_too_many_terms_stays_as_it_is():
    node = parse(" * ".join(["(a + b)"] * 12))
    assert expanded(node) == [(1, node)]


@pytest.mark.parametrize(
    ("left", "right", "good"),
    [
        ("(K + I(n)) @ a", "y", True),
        ("a", "inv(K + I(n)) @ y", True),
        ("K @ a", "y - a", True),
        ("K @ a", "y", False),
        ("K @ (K + I(n)) @ a", "K @ y", False),
        ("(a - y) @ (a - y)", "0", False),
        ("a * a", "y", False),
        ("sum(a)", "sum(y)", False),
    ],
)
def test_a_system_has_one_solution_for_every_matrix(left, right, good):
    given = {"X": "matrix(n, d)", "a": "vector(n)", "y": "vector(n)"}
    setting = read_setting(given, {"K": "X @ X.T"})
    assert is_system((setting.formula(left).node, setting.formula(right).node), "a", setting) == good


@pytest.mark.parametrize(
    "line", ["2 * abs(s)**2 / s", "2 * sqrt(s)**2", "s + log(exp(s))", "max(2 * s, s + s)", "real(2 * s)"]
)
def test_a_function_from_elsewhere_is_not_in_the_questions_language(line):
    held, _ = judge_lines([line], QUESTION)
    assert not any(one.status == PASSED for one in milestones(QUESTION, held))


def test_in_an_endless_sum_a_word_does_nothing():
    square = " + ".join(f"norm(a + b)**2 / {k}" for k in (2, 4, 8, 16, 32, 64, 128, 128))
    line = f"{square} - norm(a)**2 - norm(b)**2 + s / 2 + s / 3 + s / 6 - a @ b / 4 - 3 * a @ b / 4"
    assert reached(QUESTION, line) == [False]


def test_an_abbreviation_stated_again_means_what_it_meant():
    lines = ["let J = I(n) - ones(n, n) / n", "J @ X @ X.T @ J", "C @ C.T"]
    assert reached(task_in("mds", 0), *lines) == [False, True, True]
