"""`kernelcourse homework …`: list, get and check for students; release, audit, grade, gradescope for instructors."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from kernelcourse.homework.files.notebook import Unreadable


def main(argv: list[str] | None = None) -> int:
    """Exit code: 0 done; 1 something failed (an audit, a check, every submission); 64 wrong usage or bad input."""
    parser = build_parser()
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:  # argparse's 2 means something else elsewhere in this command
        return 64 if stop.code else 0
    try:
        return int(arguments.run(arguments) or 0)
    except BrokenPipeError:  # the reader of our output has gone; `kernelcourse` knows what to do
        raise
    except (ValueError, OSError, Unreadable) as error:
        said = str(error)
        if isinstance(error, OSError) and error.filename:
            said = f"{error.filename}: {error.strerror}"  # without the number that Python puts in front
        print(f"kernelcourse homework: {said}", file=sys.stderr)
        return 64


def build_parser() -> argparse.ArgumentParser:
    """The subcommands; each one's work is imported when it runs."""
    parser = argparse.ArgumentParser(prog="kernelcourse homework", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    materials = os.environ.get("KERNELCOURSE_HOMEWORK", "homework")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    command("list", list_sheets, "the sheets there are")

    sub = command("get", get_sheet, "write a sheet's notebook into this folder")
    sub.add_argument("sheet")
    sub.add_argument(
        "--student", default="", metavar="ID", help="your student ID: the data become your own variant"
    )
    sub.add_argument("--out", type=Path, default=None, metavar="FILE", help="default: homework-SHEET.ipynb")
    sub.add_argument("--force", action="store_true", help="overwrite the file if it exists")

    sub = command("check", check_saved_file, "run the public checks on a notebook or a script")
    sub.add_argument("file", type=Path)
    sub.add_argument("question", nargs="?", default=None, help="only this question, e.g. q2")

    sub = command("release", release_sheets, "make the student editions from the masters")
    sub.add_argument("sheets", nargs="*", metavar="SHEET", help="default: all")
    sub.add_argument("--into", type=Path, default=None, help="default: the package's own sheets folder")
    sub.add_argument(
        "--instructor", type=Path, default=None, metavar="DIR", help="also write worked solutions there"
    )

    audit = command("audit", audit_sheets, "try the banks of wrong and right solutions on the checks")
    audit.add_argument("sheets", nargs="*", metavar="SHEET", help="default: all")

    grade = command("grade", grade_submissions, "grade one submission or a class")
    grade.add_argument("submissions", nargs="+", type=Path, metavar="SUBMISSION")
    grade.add_argument("--out", type=Path, required=True, metavar="DIR")
    grade.add_argument("--sheet", default="", help="default: what the submissions say")
    grade.add_argument(
        "--secret", default="", help="seed of the hidden inputs; or the variable KERNELCOURSE_SECRET"
    )
    grade.add_argument(
        "--roster",
        type=Path,
        default=None,
        help="CSV: id, name, email, login, aliases; or the export of your platform",
    )
    grade.add_argument(
        "--manual",
        type=Path,
        default=None,
        help="CSV with columns student, question, points, comment; kept from run to run",
    )
    grade.add_argument("--jobs", type=int, default=0, help="default: one for each core")
    grade.add_argument(
        "--own-data", action="store_true", help="accept answers for the student's own data only"
    )
    grade.add_argument(
        "--course", type=Path, default=None, metavar="FILE", help="course.toml: places and policies"
    )
    grade.add_argument(
        "--sheets", type=Path, default=None, metavar="DIR", help="student editions of your own sheets"
    )
    grade.add_argument(
        "--dry-run", action="store_true", help="say what would be graded, and whose it is; run nothing"
    )
    grade.add_argument(
        "--dask", default="", metavar="ADDRESS", help="grade on this Dask scheduler, such as tcp://host:8786"
    )
    grade.add_argument("--quiet", action="store_true", help="no progress on the terminal")

    zip_ = command("gradescope", write_gradescope, "write the autograder zip for Gradescope")
    zip_.add_argument("sheet")
    zip_.add_argument("--out", type=Path, default=None, metavar="FILE", help="default: SHEET_autograder.zip")
    zip_.add_argument(
        "--secret", default="", help="seed of the hidden inputs; or the variable KERNELCOURSE_SECRET"
    )

    attack = command("attack", run_attacks, "run the attack suite against the grader on this machine")
    attack.add_argument("names", nargs="*", metavar="ATTACK", help="default: all")

    for sub in (audit, grade, zip_, commands.choices["release"]):
        sub.add_argument(
            "--materials", type=Path, default=Path(materials), metavar="DIR", help="the instructor's folder"
        )
    return parser


def list_sheets(_: argparse.Namespace) -> int:
    from kernelcourse.homework.sheet import load_sheet, sheet_names

    for name in sheet_names():
        sheet = load_sheet(name)
        size = f"{len(sheet.questions)} questions · {sheet.points:g} points"
        print(f"{name:12} {sheet.title} · {size} · version {sheet.version}")
    return 0


def get_sheet(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.get import write_sheet

    path = write_sheet(arguments.sheet, arguments.student, arguments.out, arguments.force)
    print(f"wrote {path}")
    return 0


def check_saved_file(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.accepted import check_file

    report = check_file(arguments.file, arguments.question)
    print(report)
    return 0 if report.all_passed else 1


def release_sheets(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.authoring.release import release
    from kernelcourse.homework.sheet import SHEETS

    for folder in chosen(arguments.materials, arguments.sheets):
        for path in release(folder, arguments.into or SHEETS, arguments.instructor).values():
            print(f"wrote {path}")
    return 0


def chosen(materials: Path, names: list[str]) -> list[Path]:
    """Folders of the named sheets, or of all."""
    there = sorted(path.parent for path in materials.glob("*/master.ipynb"))
    if not there:
        raise ValueError(f"materials: {materials} holds no SHEET/master.ipynb; name the instructor's folder")
    unknown = set(names) - {folder.name for folder in there}
    if unknown:
        raise ValueError(f"sheet: no master for {', '.join(sorted(unknown))} in {materials}")
    return [folder for folder in there if not names or folder.name in names]


def audit_sheets(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.authoring.audit import audit

    good = True
    for folder in chosen(arguments.materials, arguments.sheets):
        report = audit(folder)
        print(report, flush=True)
        good = good and report.good
    return 0 if good else 1


def grade_submissions(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.classes.classroom import grade_class
    from kernelcourse.homework.classes.course import read_course
    from kernelcourse.homework.sheet import SHEETS

    course = read_course(arguments.course)
    client = dask_client(arguments.dask) if arguments.dask else None
    result = grade_class(
        arguments.submissions,
        arguments.out,
        materials=arguments.materials if course.materials is None else course.materials,
        sheet=arguments.sheet,
        secret=arguments.secret or os.environ.get("KERNELCOURSE_SECRET", ""),
        roster=arguments.roster,
        manual=arguments.manual,
        jobs=arguments.jobs,
        own_data=arguments.own_data,
        quiet=arguments.quiet,
        sheets=(arguments.sheets or course.sheets or SHEETS).resolve(),
        course=course,
        dry_run=arguments.dry_run,
        client=client,
    )
    print(result)
    return result.exit_code


def dask_client(address: str) -> object:
    """A client of the scheduler at this address; ValueError if there is none, or Dask is not installed."""
    try:
        from distributed import Client

        return Client(address, timeout=20)
    except ImportError as error:
        raise ValueError('dask: install it first: pip install "dask[distributed]"') from error
    except (OSError, ValueError) as error:
        raise ValueError(f"dask: no scheduler answers at {address}") from error


def write_gradescope(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.classes.gradescope import write_autograder

    secret = arguments.secret or os.environ.get("KERNELCOURSE_SECRET", "")
    print(f"wrote {write_autograder(arguments.materials, arguments.sheet, arguments.out, secret)}")
    return 0


def run_attacks(arguments: argparse.Namespace) -> int:
    from kernelcourse.homework.attacks import run

    return run(arguments.names)


if __name__ == "__main__":
    sys.exit(main())
