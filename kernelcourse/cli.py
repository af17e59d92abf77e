"""The command `kernelcourse`: derive, court, homework, read, new-course. A subcommand is imported when it is used.

Exit codes: 0 yes (holds, proved), 1 no (fails, refuted), 2 could not decide (undecided, open), 64 bad input or usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

BAD_USAGE = 64
_USAGE = """usage: kernelcourse COMMAND …

  derive [--json] FILE                       judge a derivation (.toml), a verdict for each line
  court [--json | --latex] [--dim D] [--domain NAME] EXPR    prove or refute that k(x, z) is a kernel
  read TOPIC                                 a chapter to work in, opened in JupyterLab
  homework …                                 release, check and grade homework
  new-course DIR                             a repository of your own that builds the same site

Each command explains itself: kernelcourse COMMAND --help
"""


def _one_thread() -> None:
    """Small matrices only: several threads would stand in each other's way."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _derive(arguments: list[str]) -> int:
    _one_thread()
    from .derivation.command import main

    return main(arguments)


def _court(arguments: list[str]) -> int:
    _one_thread()
    from .court import main

    return main(arguments)


def _homework(arguments: list[str]) -> int:
    from .homework.command import main

    return main(arguments)


def _read(arguments: list[str]) -> int:
    from .reading.copies import main

    return main(arguments)


def _new_course(arguments: list[str]) -> int:
    from .new_course import main

    return main(arguments)


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "derive": _derive,
    "court": _court,
    "homework": _homework,
    "read": _read,
    "new-course": _new_course,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code; a usage error is 64, never argparse's own 2."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE, end="", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else BAD_USAGE
    if arguments[0] == "--version":
        from importlib.metadata import version

        print(version("kernelcourse"))
        return 0
    command = _COMMANDS.get(arguments[0])
    if command is None:
        print(f"kernelcourse: no command {arguments[0][:40]!r}\n{_USAGE}", end="", file=sys.stderr)
        return BAD_USAGE
    try:
        return int(command(arguments[1:]) or 0)
    except BrokenPipeError:  # the reader of our output has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except SystemExit as stop:  # argparse leaves this way: 0 after --help, 2 after an error
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        return BAD_USAGE if code == 2 else code


if __name__ == "__main__":
    sys.exit(main())
