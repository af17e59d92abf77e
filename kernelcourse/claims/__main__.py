"""python -m kernelcourse.claims [chapter …]: run the claims and say what happened."""

from __future__ import annotations

import sys

from kernelcourse.claims import CHAPTERS, claims_of, run


def main(chapters: list[str]) -> int:
    """Print one line for each claim; the exit code is the number of claims that did not pass, at most 1."""
    outcomes = [run(claim) for chapter in chapters or CHAPTERS for claim in claims_of(chapter)]
    for outcome in outcomes:
        print(outcome)
    passed = sum(outcome.passed for outcome in outcomes)
    twins = sum(len(outcome.rejected) for outcome in outcomes)
    print(f"{passed} of {len(outcomes)} claims passed, {twins} wrong twins rejected")
    return int(passed < len(outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
