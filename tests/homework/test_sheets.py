"""Every sheet, from its master to a grade and back: solution = full marks, stub = nothing, release = no diff."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import pkgutil
import runpy
import subprocess
import sys

import pytest

import kernelcourse
from kernelcourse.homework.accepted import check_file
from kernelcourse.homework.authoring.audit import AuditReport, Entry, _judge_entry, audit
from kernelcourse.homework.authoring.master import hidden_checks, read_master, solved
from kernelcourse.homework.authoring.release import instructor_edition, student_cells, student_edition
from kernelcourse.homework.classes.grading import Job, grade_one
from kernelcourse.homework.classes.record import QuestionRecord, Record
from kernelcourse.homework.files.notebook import read_notebook
from kernelcourse.homework.files.submissions import Submission
from kernelcourse.homework.get import write_sheet
from kernelcourse.homework.local import report_on_namespace
from kernelcourse.homework.sheet import SHEETS, load_sheet

from .conftest import MATERIALS, SHEET_FOLDERS, solved_notebook

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

every_sheet = pytest.mark.parametrize("folder", SHEET_FOLDERS, ids=lambda folder: folder.name)


def graded(path, sheet, student, **options):
    return grade_one(Submission(student, student, path), Job(sheet, str(MATERIALS), "test", **options))


@every_sheet
def test_release_leaves_no_diff(folder):
    for name, text in student_edition(read_master(folder)).items():
        assert (SHEETS / name).read_text(encoding="utf-8") == text, (
            f"run: kernelcourse homework release {folder.name}"
        )


@every_sheet
def test_no_room_of_the_course_is_open_but_the_homework_and_the_datasets(folder):
    rooms = {f"kernelcourse.{one.name}" for one in pkgutil.iter_modules(kernelcourse.__path__)}
    kept = {"kernelcourse.homework", "kernelcourse.datasets", "kernelcourse.__main__"}
    assert rooms - kept <= set(load_sheet(folder.name).closed)


@every_sheet
def test_solution_earns_everything_a_machine_can_give(folder, tmp_path):
    path = tmp_path / f"{folder.name}.ipynb"
    path.write_bytes(solved_notebook(folder, "alice"))
    record = graded(path, folder.name, "alice", own_data=True)
    assert record.problem == "" and record.notes == ()
    for question in record.questions:
        assert question.status == "passed", question
        assert question.manual or question.points == question.possible


@every_sheet
def test_stub_runs_earns_nothing_and_is_called_not_attempted(folder, tmp_path):
    path = write_sheet(folder.name, "alice", tmp_path / f"{folder.name}.ipynb")
    record = graded(path, folder.name, "alice", own_data=True)
    assert record.points == 0 and not record.notes
    assert {question.status for question in record.questions} == {"not attempted"}


@every_sheet
def test_stub_and_solution_agree_in_names_and_signatures(folder):
    master = read_master(folder)

    def signatures(sources):
        trees = [
            node for source in sources for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)
        ]
        return {node.name: (ast.unparse(node.args), ast.get_docstring(node)) for node in trees}

    code = [cell.source for cell in master.cells if cell.kind == "code" and cell.role == "page"]
    stubs = signatures([source for kind, source in student_cells(master) if kind == "code"])
    assert stubs == {name: stub for name, stub in signatures(map(solved, code)).items() if name in stubs}
    functions = {name for q in master.questions if q.kind == "function" for name in q.names}
    assert functions <= set(stubs)


@every_sheet
def test_student_edition_holds_no_solution_and_no_hidden_check(folder):
    master = read_master(folder)
    text = "\n".join(student_edition(master).values())
    assert "BEGIN SOLUTION" not in text and "<!-- instructor -->" not in text
    for check in hidden_checks(folder):
        assert f"def {check.name}(" not in text
    assert "BEGIN SOLUTION" not in instructor_edition(master)


@every_sheet
def test_sheet_is_of_the_promised_size(folder):
    sheet = load_sheet(folder.name)
    assert 5 <= len(sheet.questions) <= 7 and sheet.points > 0
    kinds = {question.kind for question in sheet.questions}
    assert {"function", "derivation", "text"} <= kinds and kinds & {"validity", "value"}
    for question in sheet.questions:
        assert question.hidden >= 2 or question.kind in ("derivation", "validity", "text")


def test_answer_names_are_unique_over_all_sheets():
    names = [name for folder in SHEET_FOLDERS for name in load_sheet(folder.name).names]
    assert len(names) == len(set(names))


def test_audit_kills_every_wrong_solution_and_keeps_every_right_one():
    """In the sandbox; test_banks has all sheets."""
    report = audit(MATERIALS / "kmeans")
    assert report.good, str(report)


def test_a_right_entry_whose_cell_fails_is_not_taken_for_the_masters_answer():
    """In a bank an entry called the library, which refuses in the sandbox: the audit saw the solution above it."""
    entry = Entry("q1", True, "by the library", "from kernelcourse import Gaussian")
    passed = QuestionRecord("q1", "t", "function", 4.0, 4.0, "passed")
    record = Record(
        "", "s", "s", "f", "kmeans", "", notes=("cell 30: Refused", "as ever"), questions=(passed,)
    )
    report = AuditReport("kmeans")
    _judge_entry(entry, record, report, ("as ever",))
    assert not report.good and "Refused" in str(report)


@every_sheet
def test_notebook_and_command_line_give_the_same_text(folder, tmp_path):
    for name, data in (
        ("solved", solved_notebook(folder)),
        ("stub", (SHEETS / f"{folder.name}.ipynb").read_bytes()),
    ):
        path, script = tmp_path / f"{name}.ipynb", tmp_path / f"{name}.py"
        path.write_bytes(data)
        cells = [cell.source for cell in read_notebook(data).cells if "check(" not in cell.source]
        script.write_text("\n\n".join(cells), encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            namespace = runpy.run_path(str(script))
        said = report_on_namespace(namespace)
        assert said == check_file(path).checks
        assert name == "stub" or "failed" not in str(said)  # the student's side agrees with the solution


def test_check_prints_and_is_honest(tmp_path, capsys):
    folder = MATERIALS / "ridge"
    cells = [cell.source for cell in read_notebook(solved_notebook(folder)).cells]
    namespace = {"__name__": "__main__"}
    for source in [*cells, 'check("q2")']:
        exec(source, namespace)
    printed = capsys.readouterr().out
    assert "q2  passed" in printed and "public checks 3/3 · hidden checks run at grading: 3" in printed
    assert "this is not your final score" in printed


def test_a_wrong_answer_gets_a_property_and_never_the_value(tmp_path):
    wrong = "import numpy as np\ndef dual_weights(K, y, lam):\n    return np.linalg.solve(K + 2*lam*np.eye(len(K)), y)"
    namespace: dict = {"SHEET": "ridge"}
    exec(wrong, namespace)
    text = report_on_namespace(namespace, "q1")
    assert "q1  failed" in text and "λ counted twice" in text and "0.5" in text
    right = json.dumps([1.0])  # the weight asked for on K = [[1]]
    assert right not in text and "expected" not in text.lower()


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        ("k(X, Z) @ np.linalg.solve(K + lam * np.eye(len(K)), y)", "k(X, Z) in the place of k(Z, X)"),
        ("k(Z, X) @ np.linalg.solve(K + 2 * lam * np.eye(len(K)), y)", "λ counted twice"),
    ],
)
def test_the_usual_slips_have_their_name(line, slip):
    source = f"import numpy as np\ndef ridge_predict(k, X, y, lam, Z):\n    K = k(X, X)\n    return {line}"
    namespace: dict = {"SHEET": "ridge"}
    exec(source, namespace)
    assert f"looks like: {slip}" in report_on_namespace(namespace, "q2")


def test_unknown_question_and_missing_sheet_are_named():
    with pytest.raises(ValueError, match="its questions are q1, q2"):
        report_on_namespace({"SHEET": "ridge"}, "q99")
    assert "run the notebook's first cell" in report_on_namespace({})


def test_check_needs_no_processes_so_it_runs_in_a_browser():
    code = (
        "import sys\nfrom kernelcourse.homework.local import report_on_namespace\n"
        "report_on_namespace({'SHEET': 'ridge'}, 'q1')\n"
        "print([name for name in ('subprocess', 'multiprocessing', 'ctypes', 'scipy', 'matplotlib')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"multiprocessing", "scipy", "matplotlib"} & set(ast.literal_eval(done.stdout))
    assert not heavy and "kernelcourse.homework.sandbox.session" not in done.stdout
