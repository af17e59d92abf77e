"""Derivations as files: read a .toml table, list the library, run a file's own routes and wrong lines."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from .derivation import Derivation, Route, WrongLine, check, judge_line
from .diagnosis.misconceptions import MISCONCEPTIONS, Misconception
from .instances.samples import Samples
from .lines.line import Line
from .lines.reading import read_line
from .outcome import Verdict

_TOP = frozenset(
    [
        "title",
        "sources",
        "given",
        "define",
        "where",
        "line",
        "lines",
        "route",
        "wrong",
        "misconception",
        "note",
        "label",
    ]
    + ["conditions", "assume", "summary"]
)
_WRONG = ("after", "misconception", "hint", "source", "diagnosis")
_LARGEST = 500_000  # bytes of a file


def from_dict(table: object) -> Derivation:
    """A Derivation from the tables of a .toml file; ValueError names the entry that is wrong."""
    if not isinstance(table, Mapping):
        raise ValueError(f"a derivation is a table, not {type(table).__name__}")
    strange = sorted(set(table) - _TOP)
    if strange:
        raise ValueError(f"unknown table or key {strange[0]!r}; there are {', '.join(sorted(_TOP))}")
    lines = _lines(table.get("line", table.get("lines", [])), "line")
    if not lines:
        raise ValueError("a derivation needs at least one [[line]]")
    own = _misconceptions(table.get("misconception", {}))
    wrong = []
    for place, entry in enumerate(_list(table.get("wrong", []), "wrong")):
        wrong.append(_wrong(entry, f"wrong {place}", len(lines), own))
    routes = [
        _route(entry, f"route {place}", len(lines))
        for place, entry in enumerate(_list(table.get("route", []), "route"))
    ]
    sources = table.get("sources", [])
    return Derivation(
        given=_table(table, "given"),
        define=_table(table, "define"),
        where=_where(table),
        title=str(table.get("title", "")),
        sources=tuple(str(source) for source in (sources if isinstance(sources, list) else [sources])),
        lines=lines,
        routes=tuple(routes),
        wrong=tuple(wrong),
        misconceptions=own,
    )


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{where} must be an array of tables: [[{where}]]")
    return value


def _lines(value: object, where: str) -> tuple[Line, ...]:
    return tuple(read_line(entry, f"{where} {place}") for place, entry in enumerate(_list(value, where)))


def _table(table: Mapping, key: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, Mapping):
        raise ValueError(f"{key} must be a table: [{key}]")
    return dict(value)


def _where(table: Mapping) -> tuple[str, ...]:
    found: list[str] = []
    for key in ("where", "conditions", "assume"):
        value = table.get(key, [])
        value = (
            list(value.values())
            if isinstance(value, Mapping)
            else [value]
            if isinstance(value, str)
            else value
        )
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise ValueError(f'{key} must be a list of conditions: ["X @ w0 == 0"]')
        found += value
    return tuple(found)


def _misconceptions(table: object) -> dict[str, Misconception]:
    if not isinstance(table, Mapping):
        raise ValueError("misconception must be a table of tables: [misconception.name]")
    found = {}
    for name, entry in table.items():
        if not isinstance(entry, Mapping) or not isinstance(entry.get("hint"), str):
            raise ValueError(f"misconception.{name} needs a title and a hint")
        found[name] = Misconception(name, str(entry.get("title", name)), entry["hint"])
    return found


def _after(entry: Mapping, where: str, count: int) -> int:
    after = entry.get("after")
    if not isinstance(after, int) or isinstance(after, bool) or not 0 <= after < count:
        raise ValueError(f"{where}: after must be the index of a line, 0 … {count - 1}")
    return after


def _wrong(entry: object, where: str, count: int, own: Mapping[str, Misconception]) -> WrongLine:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{where} must be a table")
    name = entry.get("misconception")
    if not isinstance(name, str) or (name not in MISCONCEPTIONS and name not in own):
        known = ", ".join(sorted([*MISCONCEPTIONS, *own]))
        raise ValueError(f"{where}: misconception {name!r} is not known; the names are {known}")
    line = read_line({key: value for key, value in entry.items() if key not in _WRONG}, where)
    return WrongLine(
        _after(entry, where, count), line, name, str(entry.get("hint", "")), str(entry.get("source", ""))
    )


def _route(entry: object, where: str, count: int) -> Route:
    if not isinstance(entry, Mapping):
        raise ValueError(f"{where} must be a table")
    after = _after(entry, where, count) if "after" in entry else None
    lines = _lines(entry.get("line", entry.get("lines", [])), f"{where}.line")
    if not lines:
        raise ValueError(f"{where} needs at least one [[route.line]]")
    title = str(entry.get("title", where))
    return Route(title, lines, after, _table(entry, "given"), _table(entry, "define"), _where(entry))


def read(text: str) -> Derivation:
    """A Derivation from the text of a .toml file."""
    if len(text) > _LARGEST:
        raise ValueError(f"the file is larger than {_LARGEST} characters")
    try:
        table = tomllib.loads(text.removeprefix("\ufeff"))  # some editors mark the beginning
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"this is not TOML: {error}") from None
    return from_dict(table)


def library() -> tuple[str, ...]:
    """The names of the derivations that come with the course."""
    folder = files("kernelcourse").joinpath("derivations")
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


def load(name: str | Path) -> Derivation:
    """A derivation of the library by its name, or from a path that ends in .toml."""
    if isinstance(name, Path) or str(name).endswith(".toml"):
        return read(Path(name).read_text(encoding="utf-8"))
    return _from_library(name)


@lru_cache(maxsize=128)
def _from_library(name: str) -> Derivation:
    if name not in library():
        raise ValueError(f"there is no derivation {name!r}; there are {', '.join(library())}")
    return read(files("kernelcourse").joinpath("derivations", f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class SelfTest:
    """What is wrong with a file, in words; nothing if all is well. `recognised` counts wrong lines named unaided."""

    lines: int
    routes: int
    wrong: int
    recognised: int
    faults: tuple[str, ...]


def self_test(derivation: Derivation, seed: int = 0) -> SelfTest:
    """Every line holds, every route holds, every wrong line fails at its place with its misconception."""
    faults = []
    samples = Samples(derivation.setting(), seed)
    report = check(derivation, samples=samples)
    for line in report.lines:
        if not line.outcome.accepted:
            faults.append(f"line {line.place} {line.verdict}: {line.why}")
    for route in derivation.routes:
        for line in check(derivation.along(route), seed).lines:
            if not line.outcome.accepted:
                faults.append(f"route {route.title!r}, line {line.place} {line.verdict}: {line.why}")
    unaided = replace(derivation, wrong=())
    recognised = 0
    for place, wrong in enumerate(derivation.wrong):
        state = report.lines[wrong.after].state
        found = judge_line(derivation, wrong.after + 1, wrong.line, state, samples).outcome
        if found.verdict != Verdict.REFUTED and not found.conditions:
            faults.append(
                f"wrong line {place} ({wrong.misconception}) is not rejected: {found.verdict}, {found.why}"
            )
        elif found.misconception != wrong.misconception:
            faults.append(
                f"wrong line {place} was taken for {found.misconception!r}, not {wrong.misconception!r}"
            )
        alone = judge_line(unaided, wrong.after + 1, wrong.line, state, samples).outcome
        recognised += alone.misconception == wrong.misconception
    return SelfTest(
        len(derivation.lines), len(derivation.routes), len(derivation.wrong), recognised, tuple(faults)
    )
