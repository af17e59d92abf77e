"""python -m kernelcourse.derivation.audit: how good is the checker? Counts that anyone can run again.

Every line of the library is changed by one symbol (the checker must reject it, or the change must be an
identity), and rewritten by sound rules (the checker must accept it). Every route must hold, every wrong line must
be named.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Node
from kernelcourse.language.writing import show

from .derivation import Derivation, judge_line, state_after
from .edits import mutations
from .files import library, load, self_test
from .lines import Line
from .rewrites import rewrites
from .samples import Samples
from .steps import State
from .symbols import Setting

ACCEPTED = ("proved", "tested")
_SEEDS = (101, 102, 103)  # other instances, to tell an identity from a lucky escape


@dataclass
class Count:
    """Of one derivation, or of all."""

    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    survivors: list[str] = field(default_factory=list)
    identities: list[str] = field(default_factory=list)
    rewritten: int = 0
    alarms: list[str] = field(default_factory=list)
    rules: Counter[str] = field(default_factory=Counter)

    def add(self, other: Count) -> None:
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, int):
                setattr(self, name, mine + value)
            elif isinstance(value, Counter):
                mine.update(value)
            else:
                mine.extend(value)

    @property
    def kill_rate(self) -> float:
        """Of the mutants that are no identities."""
        real = self.mutants - self.equivalent
        return self.killed / real if real else 1.0


def unhurried(samples: Samples) -> Samples:
    """The same instances without the search for a small witness, which the counts do not need."""
    quick = object.__new__(Samples)
    quick.__dict__ = {**samples.__dict__, "_small": dict.fromkeys(range(10), ())}
    return quick


def variants(line: Line, state: State) -> Iterator[tuple[Line, Node, str]]:
    """(the line with a hole, the expression in it, how to fill the hole) for every expression of a line."""
    setting = state.setting
    for name, text in line.let.items():
        setting = setting.let(name, setting.read(text))
    for place in range(len(line.sides)):
        yield line, setting.read(line.sides[place]), f"side {place}"
    if line.text:
        yield line, setting.read(line.text), "text"


def filled(line: Line, hole: str, node: Node) -> Line:
    """The line with another expression in the hole."""
    text = show(node)
    if hole == "text":
        return replace(line, text=text)
    place = int(hole.split()[1])
    return replace(line, sides=tuple(text if place == one else side for one, side in enumerate(line.sides)))


def judged(derivation: Derivation, place: int, line: Line, state: State, samples: Samples) -> str:
    try:
        found = judge_line(derivation, place, line, state, samples, hints=False).outcome
        return "conditional" if found.conditions else found.verdict
    except LanguageError:
        return "unreadable"


def audit(name: str, derivation: Derivation, every: int = 1, rewrite: bool = True) -> Count:
    """Mutate and rewrite the lines of one derivation; `every` = 5 takes every fifth of both, and each rule once."""
    count = Count()
    samples = unhurried(Samples(derivation.setting()))
    others = {seed: unhurried(Samples(derivation.setting(), seed)) for seed in _SEEDS}
    state = State(samples.setting)
    taken = written = 0
    for place, line in enumerate(derivation.lines):
        if place and line.kind not in ("start", "let"):
            for base, node, hole in variants(line, state):
                for edit in mutations(node):
                    taken += 1
                    if taken % every == 0:
                        _mutant(
                            name,
                            derivation,
                            place,
                            filled(base, hole, edit.after),
                            edit.kind,
                            state,
                            samples,
                            others,
                            count,
                        )
                if rewrite:
                    for rule, after in rewrites(node, state.setting if not line.let else _with(line, state)):
                        written += 1
                        if written % every and rule in count.rules:  # no rule goes untried
                            continue
                        count.rewritten += 1
                        count.rules[rule] += 1
                        verdict = judged(derivation, place, filled(base, hole, after), state, samples)
                        if verdict not in ACCEPTED:
                            count.alarms.append(f"{name} line {place} ({rule}, {verdict}): {show(after)}")
        state = judge_line(derivation, place, line, state, samples, hints=False).state
    return count


def _with(line: Line, state: State) -> Setting:
    setting = state.setting
    for name, text in line.let.items():
        setting = setting.let(name, setting.read(text))
    return setting


def _mutant(
    name: str, derivation: Derivation, place: int, line: Line, kind: str, state: State, samples: Samples,
    others: dict[int, Samples], count: Count,
) -> None:  # fmt: skip
    count.mutants += 1
    verdict = judged(derivation, place, line, state, samples)
    if verdict in ("refuted", "unreadable", "conditional"):
        count.killed += 1
        return
    said = f"{name} line {place} ({kind}, {verdict}): {line}"
    if verdict in ACCEPTED:
        again = [
            judged(derivation, place, line, state_after(derivation, place, other), other)
            for other in others.values()
        ]
        if all(one in ACCEPTED for one in again):
            count.equivalent += 1
            count.identities.append(said)
            return
    count.survivors.append(said)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m kernelcourse.derivation.audit", description=__doc__)
    parser.add_argument("names", nargs="*", help="derivations (default: the whole library)")
    parser.add_argument("--every", type=int, default=1, help="take every N-th mutant and rewriting only")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--identities", action="store_true", help="list the mutants that are identities")
    options = parser.parse_args(argv)
    total, start = Count(), time.perf_counter()
    lines = routes = wrong = recognised = 0
    faults: list[str] = []
    names = options.names or library()
    for name in names:
        derivation = load(name)
        test = self_test(derivation)
        lines, routes, wrong = lines + test.lines, routes + test.routes, wrong + test.wrong
        recognised += test.recognised
        faults += [f"{name}: {fault}" for fault in test.faults]
        total.add(audit(name, derivation, options.every))
        if not options.json:
            print(
                f"{name}: {test.lines} lines, {test.routes} routes, {test.wrong} wrong lines", file=sys.stderr
            )
    summary = {
        "derivations": len(names), "lines": lines, "routes": routes, "wrong lines": wrong, "named unaided": recognised,
        "faults": faults, "mutants": total.mutants, "identities": total.equivalent, "killed": total.killed,
        "kill rate": round(total.kill_rate, 5), "survivors": total.survivors, "rewritten lines": total.rewritten,
        "rules": dict(total.rules), "false alarms": total.alarms, "seconds": round(time.perf_counter() - start, 1),
    }  # fmt: skip
    if options.identities:
        summary["listed identities"] = total.identities
    if options.json:
        print(json.dumps(summary, ensure_ascii=False, indent=1))
    else:
        for key, value in summary.items():
            shown = len(value) if isinstance(value, list) else value
            print(f"{key}: {shown}")
            if isinstance(value, list):
                print("".join(f"  {entry}\n" for entry in value), end="")
    return 1 if faults or total.survivors or total.alarms else 0


if __name__ == "__main__":
    sys.exit(main())
