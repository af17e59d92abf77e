"""python -m kernelcourse.claims [chapter …] [--seed N]: run the claims and say what happened.

With another seed every check draws other random numbers: one that passes by luck shows it.
"""

from __future__ import annotations

import argparse
import sys

from kernelcourse.claims import CHAPTERS, Claim, Outcome, claims_of, run
from kernelcourse.claims.in_page import other_random_numbers


def main(arguments: list[str]) -> int:
    """Print one line for each claim; the exit code is the number of claims that did not pass, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m kernelcourse.claims", description=__doc__)
    parser.add_argument("chapters", nargs="*", metavar="chapter", help=f"any of {', '.join(CHAPTERS)}")
    parser.add_argument("--seed", type=int, default=0, help="other random numbers for all of them")
    options = parser.parse_args(arguments)
    chapters = options.chapters or CHAPTERS
    outcomes = [_run(claim, options.seed) for chapter in chapters for claim in claims_of(chapter)]
    for outcome in outcomes:
        print(outcome)
    passed = sum(outcome.passed for outcome in outcomes)
    twins = sum(len(outcome.rejected) for outcome in outcomes)
    print(f"{passed} of {len(outcomes)} claims passed, {twins} wrong twins rejected")
    return int(passed < len(outcomes))


def _run(claim: Claim, seed: int) -> Outcome:
    with other_random_numbers(0 if claim.one_draw else seed):
        return run(claim)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
