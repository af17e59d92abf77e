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
from .diagnosis.one_symbol_edits import mutations
from .diagnosis.sound_rewrites import rewrites
from .files import library, load, self_test
from .instances.samples import Samples
from .lines.expressions import LetLine, StartLine
from .lines.line import Line
from .reading.symbols import Setting
from .steps import State

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


@dataclass(frozen=True)
class Variant:
    """A line with another expression in one of its places, and where it would stand."""

    place: int
    kind: str
    line: Line
    state: State


def expressions(derivation: Derivation, samples: Samples) -> Iterator[tuple[int, State, Setting, str, Node]]:
    """(its line, the state before, the letters there, how to fill its place, itself) for every expression."""
    for place, line in enumerate(derivation.lines):
        if place and not isinstance(line, (StartLine, LetLine)):
            state = state_after(derivation, place, samples)
            setting = _with(line, state)
            for side in range(len(line.sides)):
                yield place, state, setting, f"side {side}", setting.read(line.sides[side])
            if line.text:
                yield place, state, setting, "text", setting.read(line.text)


def mutants(derivation: Derivation, samples: Samples, every: int = 1) -> Iterator[Variant]:
    """Lines changed by one symbol; `every` = 5 takes every fifth."""
    taken = 0
    for place, state, _, hole, node in expressions(derivation, samples):
        for edit in mutations(node):
            taken += 1
            if taken % every == 0:
                yield Variant(place, edit.kind, filled(derivation.lines[place], hole, edit.after), state)


def rewritten_lines(derivation: Derivation, samples: Samples, every: int = 1) -> Iterator[Variant]:
    """Lines rewritten by sound rules; `every` = 5 takes every fifth, and each rule at least once."""
    written, rules = 0, set()
    for place, state, setting, hole, node in expressions(derivation, samples):
        for rule, after in rewrites(node, setting):
            written += 1
            if written % every == 0 or rule not in rules:
                rules.add(rule)
                yield Variant(place, rule, filled(derivation.lines[place], hole, after), state)


def filled(line: Line, hole: str, node: Node) -> Line:
    """The line with another expression in the hole."""
    text = show(node)
    if hole == "text":
        return replace(line, text=text)
    place = int(hole.split()[1])
    return replace(line, sides=tuple(text if place == one else side for one, side in enumerate(line.sides)))


def judged(derivation: Derivation, variant: Variant, samples: Samples) -> str:
    try:
        step = judge_line(derivation, variant.place, variant.line, variant.state, samples, hints=False)
        return "conditional" if step.outcome.conditions else step.outcome.verdict
    except LanguageError:
        return "unreadable"


def audit(name: str, derivation: Derivation, every: int = 1) -> Count:
    """Mutate and rewrite the lines of one derivation; `every` = 5 takes every fifth of both, and each rule once."""
    count = Count()
    samples = Samples(derivation.setting()).unhurried()  # the counts need no small witness
    others = [Samples(derivation.setting(), seed).unhurried() for seed in _SEEDS]
    for mutant in mutants(derivation, samples, every):
        count.mutants += 1
        verdict = judged(derivation, mutant, samples)
        said = f"{name} line {mutant.place} ({mutant.kind}, {verdict}): {mutant.line}"
        if verdict in ("refuted", "unreadable", "conditional"):
            count.killed += 1
        elif verdict in ACCEPTED and all(
            _elsewhere(derivation, mutant, other) in ACCEPTED for other in others
        ):
            count.equivalent += 1
            count.identities.append(said)
        else:
            count.survivors.append(said)
    for rewritten in rewritten_lines(derivation, samples, every):
        count.rewritten += 1
        count.rules[rewritten.kind] += 1
        verdict = judged(derivation, rewritten, samples)
        if verdict not in ACCEPTED:
            count.alarms.append(
                f"{name} line {rewritten.place} ({rewritten.kind}, {verdict}): {rewritten.line}"
            )
    return count


def _elsewhere(derivation: Derivation, variant: Variant, samples: Samples) -> str:
    """Its verdict on other instances."""
    return judged(
        derivation, replace(variant, state=state_after(derivation, variant.place, samples)), samples
    )


def _with(line: Line, state: State) -> Setting:
    setting = state.setting
    for name, text in line.let.items():
        setting = setting.let(name, setting.read(text))
    return setting


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
