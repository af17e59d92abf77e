"""kernelcourse derive: judge a file line by line, or one typed line as step N of a derivation of the library.

    kernelcourse derive [--json] FILE|-|NAME
    kernelcourse derive NAME --step N [--json] "a typed line"

Exit 0: every line is accepted; 1: one is refuted; 2: one could not be decided; 64: one could not be read, or bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from .derivation import Derivation, UnreadableLine, check
from .files import library, load, read, self_test
from .lines.line import Line
from .outcome import Outcome, Verdict
from .ranges.reading import listed
from .report import Report, told
from .respond import respond

BAD_INPUT = 64
REFUTED = ("fails", "refuted")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(argv: Sequence[str]) -> int:
    """The subcommand; `-` reads standard input, a bare name is looked up in the library."""
    parser = _Parser(
        prog="kernelcourse derive",
        description="Judge a derivation line by line.",
        epilog=f"what a letter of [given] may be:\n{listed()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a .toml file, - for standard input, or a library name"
    )
    parser.add_argument(
        "text", metavar="LINE", nargs="?", help="a typed line, judged as step N (with --step)"
    )
    parser.add_argument(
        "--step", type=int, metavar="N", help="judge LINE in the place of the author's line N"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seed", type=int, default=0, help="seed of the instances (default 0)")
    parser.add_argument("--self-test", action="store_true", help="also run the file's routes and wrong lines")
    parser.add_argument("--list", action="store_true", help="list the derivations of the library")
    options = parser.parse_intermixed_args([_spaced(one, parser) for one in argv])
    if options.list:
        print("\n".join(library()))
        return 0
    if options.file is None:
        parser.error("which FILE?")
    if options.seed < 0:
        parser.error("--seed must not be negative")
    derivation = None
    try:
        derivation = _open(options.file)
        if options.step is not None or options.text is not None:
            return _one_line(derivation, options)
        if options.self_test:
            return _self_test(derivation, options)
        report = check(derivation, options.seed)
    except (ValueError, OSError) as error:  # LanguageError is a ValueError
        return _refuse(error, options.json, derivation)
    print(json.dumps(report.to_dict(), ensure_ascii=False) if options.json else report)
    return report.exit_code


def _spaced(word: str, parser: argparse.ArgumentParser) -> str:
    """A line such as -x@x is a line, not an option: a space in front says so."""
    known = word in ("-", "--") or word.partition("=")[0] in parser._option_string_actions
    return f" {word}" if word.startswith("-") and not word.startswith("--") and not known else word


def _one_line(derivation: Derivation, options: argparse.Namespace) -> int:
    """One typed line as step N; the same answer as on a page or in a notebook."""
    if options.step is None or options.text is None:
        raise ValueError('one line is judged as a step: --step N "a typed line"')
    text = sys.stdin.read(10_000) if options.text == "-" else options.text
    found = respond({"derivation": derivation, "line": options.step, "text": text, "seed": options.seed})
    if options.json:
        shown = {**found, "conditions": found.get("conditions", []), "step": options.step}
        print(json.dumps(shown, ensure_ascii=False))
    else:
        print("\n".join(_sentences(found)))
    if found["accepted"]:
        return 0
    return BAD_INPUT if found.get("kind") == "unreadable" else 1 if found["verdict"] in REFUTED else 2


def _sentences(found: dict[str, Any]) -> list[str]:
    said = [f"{found['verdict']}: {found.get('line', '')}".rstrip(": "), *found["notes"], found["why"]]
    said += [found[key] for key in ("difference", "title", "hint") if found.get(key)]
    return [one for one in said if one]


def _open(name: str) -> Derivation:
    if name == "-":
        return read(sys.stdin.read(1_000_000))
    path = Path(name)
    if path.is_file():
        try:
            return read(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise ValueError(f"{name} is not text in UTF-8") from None
    if path.suffix != ".toml" and name in library():
        return load(name)
    raise ValueError(f"there is no file {name}")


def _refuse(error: Exception, as_json: bool, derivation: Derivation | None) -> int:
    if as_json:
        answer: dict[str, object] = {"error": str(error), "lines": [], "first_wrong": None}
        if isinstance(error, UnreadableLine) and derivation is not None:
            judged = Report(derivation.title, error.judged)
            lines = [*judged.to_dict()["lines"], *_from_unread_on(error, derivation.lines)]
            answer |= {"line": error.line, "lines": lines, "first_wrong": judged.first_wrong}
        print(json.dumps(answer, ensure_ascii=False))
    print(f"kernelcourse derive: {error}", file=sys.stderr)
    return BAD_INPUT


def _from_unread_on(error: UnreadableLine, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The line that cannot be read, and those after it: nobody knows what they follow from."""
    unread = Outcome(Verdict.UNREADABLE, error.why, relation="")
    after = Outcome(Verdict.OPEN, f"line {error.line}, before it, could not be read", relation="")
    return [told(lines[error.line], unread), *(told(line, after) for line in lines[error.line + 1 :])]


def _self_test(derivation: Derivation, options: argparse.Namespace) -> int:
    found = self_test(derivation, options.seed)
    if options.json:
        print(json.dumps(vars(found)))
    else:
        named = f"{found.wrong} wrong lines ({found.recognised} named unaided)"
        print("\n".join([f"{found.lines} lines, {found.routes} routes, {named}", *found.faults]))
    return 1 if found.faults else 0
