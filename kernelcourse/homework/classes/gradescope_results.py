"""results.json, as Gradescope wants it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class GradescopeTest:
    """One row of what Gradescope shows."""

    number: str
    name: str
    score: float
    max_score: float
    output: str
    output_format: str = "text"
    visibility: str = "visible"


@dataclass(frozen=True)
class GradescopeResults:
    """The fields of Gradescope's results.json."""

    score: float
    output: str
    tests: tuple[GradescopeTest, ...] = ()
    output_format: str = "text"
    visibility: str = "visible"

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1, ensure_ascii=True) + "\n"
