"""python tools/agreement.py [--sample N]: does Python in the page say what CPython says? Compared one by one.

The cases: every line of every derivation as it stands and changed in five ways, the court's docket, every claim with
its twins, and scenes with moved points. Words must be the same; so the clocks behind long searches are patient ones,
here and there.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

BRIDGE, CLAIMS = "kernelcourse.bridge", "kernelcourse.claims.in_page"
CHANGED = ("{}", "-({})", "2*({})", "({}) + 1", "{} +", "0 + {}")  # right, wrong, and unreadable


@dataclass(frozen=True)
class Case:
    """A question, and the module that answers it."""

    kind: str
    request: dict[str, Any]
    entry: str = BRIDGE

    def here(self) -> Any:
        return json.loads(import_module(self.entry).respond(json.dumps(self.request)))

    @property
    def near(self) -> float:
        """What two drawings may differ by: less than a quarter of a pixel."""
        return 5e-3 if self.kind == "scene" else 1e-12


def cases() -> Iterator[Case]:
    yield from derivation_lines()
    yield from docket()
    yield from claims()
    yield from scenes()


def derivation_lines() -> Iterator[Case]:
    from kernelcourse.derivation import library, load

    for name in library():
        for place, line in enumerate(load(name).lines):
            for change in CHANGED if line.text else ():
                asked = {"derivation": name, "line": place, "text": change.format(line.text)}
                yield Case("derivation line", {"tool": "derivation", **asked})


def docket() -> Iterator[Case]:
    listed = tomllib.loads((ROOT / "kernelcourse" / "court" / "docket.toml").read_text(encoding="utf-8"))
    for entry in listed["case"]:
        yield Case("court", {"tool": "court", "expression": entry["k"], **_given(entry)})


def _given(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: entry[key] for key in ("dim", "domain") if key in entry}


def claims() -> Iterator[Case]:
    from kernelcourse.claims import all_claims

    for label in dict.fromkeys(claim.labels[0] for claim in all_claims() if claim.labels):
        yield Case("claim", {"label": label}, CLAIMS)


def scenes() -> Iterator[Case]:
    from kernelcourse.scene import NAMES, exhibit
    from kernelcourse.scene.plain import plain

    for name in NAMES:
        shown = exhibit(name)
        start = [float(control.start) for control in shown.controls]
        hand = plain(shown.scene(start))["hand"]
        points = [[*place, group] for place, group in zip(hand["points"], hand["groups"], strict=True)]
        for moved in range(0, len(points), 4):
            asked = [
                point if i != moved else [point[0] / 2, point[1] + 0.3, point[2]]
                for i, point in enumerate(points)
            ]
            yield Case("scene", {"tool": "scene", "name": name, "positions": start, "points": asked})


def same(one: Any, other: Any, near: float) -> bool:
    """The same words; floats to nine digits, or nearer than `near` (a coordinate of a drawing is rounded)."""
    if isinstance(one, float | int) and isinstance(other, float | int) and not isinstance(one, bool):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=near)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], near) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(*pair, near) for pair in zip(one, other, strict=True))
    return bool(one == other)


def spread(found: list[Case], sample: int) -> list[Case]:
    """At most `sample` of them, evenly, so that every kind is among them."""
    step = max(1, len(found) // sample) if sample else 1
    return found[::step][: sample or None]


def main() -> int:
    from tools.live_site import PATIENT, ask, opened

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="only this many cases, evenly spread")
    chosen = spread(list(cases()), parser.parse_args().sample)
    agreed: Counter[str] = Counter()
    differing: list[tuple[Case, Any, Any]] = []
    exec(PATIENT, {})
    with opened() as page:
        assert not ask(page, {"tool": "cell", "code": PATIENT})["error"]
        for case in chosen:
            here, there = case.here(), ask(page, case.request, case.entry)
            if same(here, there, case.near):
                agreed[case.kind] += 1
            else:
                differing.append((case, here, there))
    for kind in dict.fromkeys(case.kind for case in chosen):
        print(f"{kind}: {agreed[kind]} of {sum(case.kind == kind for case in chosen)} agree")
    for case, here, there in differing:
        print(
            f"DIFFERS {json.dumps(case.request, ensure_ascii=False)}\n  CPython: {here}\n  page:    {there}"
        )
    print(f"{sum(agreed.values())} of {len(chosen)} cases agree")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
