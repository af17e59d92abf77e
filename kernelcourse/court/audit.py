"""`python -m kernelcourse.court.audit`: every case of the docket is heard, and the verdicts are counted."""

from __future__ import annotations

import statistics
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kernelcourse.validity import Verdict

from . import court

MOST_OPEN = 0.10


@dataclass(frozen=True)
class Case:
    """A formula whose answer is known, and why it is."""

    k: str
    answer: str
    because: str
    dim: int | None = None
    domain: str | None = None


@cache
def docket() -> tuple[Case, ...]:
    """The cases in docket.toml."""
    data = tomllib.loads((files("kernelcourse.court") / "docket.toml").read_text(encoding="utf-8"))
    return tuple(Case(**case) for case in data["case"])


def hear(case: Case) -> Verdict:
    """The court's verdict on a case."""
    return court(case.k, dim=case.dim, domain=case.domain)


def main() -> int:
    """Count the verdicts; exit 1 if one is wrong or too many are open."""
    counts: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    times: list[float] = []
    for case in docket():
        start = time.process_time()
        found = hear(case).status.value
        times.append(time.process_time() - start)
        outcome = "right" if found == case.answer else "open" if found == "open" else "WRONG"
        counts[outcome] += 1
        verdicts[found] += 1
        if outcome != "right":
            place = f"dim {case.dim or 'least'}, {case.domain or 'real'}"
            print(f"{outcome}: {case.k}  ({place}): the answer is {case.answer}, because {case.because}")
    total = len(docket())
    print(
        f"{total} cases: {counts['right']} right, {counts['WRONG']} wrong, {counts['open']} open "
        f"({counts['open'] / total:.1%}); {verdicts['proved']} proved, {verdicts['refuted']} refuted; "
        f"median {statistics.median(times):.3f} s, slowest {max(times):.2f} s of this thread"
    )
    return int(counts["WRONG"] > 0 or counts["open"] > MOST_OPEN * total)


if __name__ == "__main__":
    sys.exit(main())
