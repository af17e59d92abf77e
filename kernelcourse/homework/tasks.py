"""What a question asks for beyond its checks: lines to derive, functions to judge, a text to write.

The fields of a record are the words of the file (homework/README.md), and a word that no record knows is refused:
a slip in a sheet is found when it is read, not when a student loses a point by it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

Record = TypeVar("Record")


@dataclass(frozen=True, kw_only=True)
class Task:
    """The answers are functions or values, which checks look at; `variant` holds the words that differ by student."""

    variant: tuple[Mapping[str, str], ...] = ()

    @property
    def for_page(self) -> Task:
        """Without what gives the answer away."""
        return self

    def filled(self: Record, words: Mapping[str, str]) -> Record:
        """<<a>> in every text is replaced by the word for a."""
        return _filled(self, words)


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """A form that a line of a derivation must take to earn its weight."""

    name: str
    kind: str = "expression"
    weight: float = 1.0
    without: tuple[str, ...] = ()  # words that must be absent
    uses: tuple[str, ...] = ()  # words that must be there
    functions: tuple[str, ...] | None = (
        None  # the only ones that may be called; None: plain and the question's own
    )
    together: tuple[str, ...] = ()  # letters that stand together in every number, or not at all
    inside: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # words barred from a function's arguments
    about: Mapping[str, tuple[tuple[str, ...], ...]] = field(
        default_factory=dict
    )  # letters of a function's terms
    multiplied_out: tuple[str, ...] = ()  # words that stand in no sum that is a factor
    product: bool = False  # the line is one product
    factors: tuple[str, ...] = ()  # letters that are factors of this product by themselves
    inverse: str = ""  # the size of every matrix that is inverted, and one is
    apart: str = ""  # a letter that stands on one side only, in an equation in every term of it
    taken: Mapping[str, str] = field(default_factory=dict)  # with these meanings of abbreviations …
    gives: str = ""  # … the line would be this
    still: Mapping[str, str] = field(
        default_factory=dict
    )  # letters in which only this part of the line moves
    solved: str = ""  # the letter alone on one side
    system: str = ""  # the equation is linear in this letter and has exactly one solution
    relation: str = ""  # the one direction that is enough
    exactly: str = ""
    against: str = ""  # what one side of an inequality equals
    held_back: bool = False  # `exactly` or `against` is known to the instructor alone

    @property
    def for_page(self) -> Milestone:
        if not (self.exactly or self.against):
            return self
        return replace(self, exactly="", against="", held_back=True)


@dataclass(frozen=True, kw_only=True)
class Lines(Task):
    """A derivation: the first line is given, the others are the student's."""

    start: str
    given: Mapping[str, str]
    milestone: tuple[Milestone, ...]
    define: Mapping[str, str] = field(default_factory=dict)
    where: tuple[str, ...] = ()
    unknown: str | tuple[str, ...] = ""

    @property
    def unknowns(self) -> tuple[str, ...]:
        """What the question is to be solved for."""
        return tuple(filter(None, (self.unknown,))) if isinstance(self.unknown, str) else self.unknown

    @property
    def for_page(self) -> Lines:
        """Without the milestones' formulas, and without the words of the variants that only these would need."""
        shown = replace(self, milestone=tuple(one.for_page for one in self.milestone), variant=())
        needed = set(re.findall(r"<<(\w+)>>", repr(shown)))
        return replace(
            shown, variant=tuple({a: b for a, b in one.items() if a in needed} for one in self.variant)
        )


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A function k(x, z) that is a kernel or is none."""

    name: str
    expression: str
    dim: int | None = None
    domain: str | None = None
    without: tuple[str, ...] = ()  # words that a proof must not use
    visible: bool = False  # the proof is made of sums, products and powers of kernels and of g(x)·g(z)
    weight: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Kernels(Task):
    """Functions to be proved or refuted."""

    kernel: tuple[Candidate, ...]


@dataclass(frozen=True, kw_only=True)
class Essay(Task):
    """A free text, which a person reads."""

    words: int = 20
    rubric: tuple[str, ...] = ()

    @property
    def for_page(self) -> Essay:
        return replace(self, rubric=())


TASKS: Mapping[str, type[Task]] = {
    "function": Task,
    "value": Task,
    "derivation": Lines,
    "validity": Kernels,
    "text": Essay,
}
_PARTS: Mapping[str, type] = {"milestone": Milestone, "kernel": Candidate}


def task_of(kind: str, table: Mapping[str, Any]) -> Task:
    """The task in a table of a sheet's file or a master; ValueError that names the word if one is wrong or missing."""
    return record_of(TASKS[kind], table, f"a {kind}")


def record_of(kind: type[Record], table: Mapping[str, Any], named: str) -> Record:
    """The record in a table; ValueError that names the word if one is missing or not known."""
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    for word in table:
        if word not in known:
            raise ValueError(f"{named} has no word {word!r}; there are {', '.join(known)}")
    for word, one in known.items():
        if word not in table and one.default is MISSING and one.default_factory is MISSING:
            raise ValueError(f"{named} needs {word}")
    return kind(**{word: _value(word, value) for word, value in table.items()})


def _value(word: str, value: Any) -> Any:
    """As a record holds it: tuples for lists, records for the tables that have one."""
    if word in _PARTS:
        return tuple(record_of(_PARTS[word], one, f"a {word}") for one in value)
    if isinstance(value, dict):
        return {key: _value("", part) for key, part in value.items()}
    return tuple(_value("", part) for part in value) if isinstance(value, list) else value


def table_of(record: Any) -> Any:
    """The table that the record was read from, for a file: what is as everywhere is left out, but for a kind."""
    if is_dataclass(record):
        return {
            one.name: table_of(value)
            for one in fields(record)
            if (value := getattr(record, one.name)) != _default(one) or one.name == "kind"
        }
    if isinstance(record, Mapping):
        return {key: table_of(value) for key, value in record.items()}
    return [table_of(part) for part in record] if isinstance(record, tuple) else record


def _default(one: Any) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def _filled(tree: Any, words: Mapping[str, str]) -> Any:
    if is_dataclass(tree) and not isinstance(tree, type):
        return replace(tree, **{one.name: _filled(getattr(tree, one.name), words) for one in fields(tree)})
    if isinstance(tree, Mapping):
        return {_filled(key, words): _filled(value, words) for key, value in tree.items()}
    if isinstance(tree, tuple):
        return tuple(_filled(part, words) for part in tree)
    return re.sub(r"<<(\w+)>>", lambda found: words[found[1]], tree) if isinstance(tree, str) else tree
