"""A claim: a statement of the book, a check that the right version passes, and wrong twins that it rejects.

A check that nothing can fail proves nothing. So a claim carries, beside the right candidate, at least one
*wrong twin*: a plausible false version of the same kind (a dropped factor, a missing centring, a sign).
The claim holds when the check accepts the first and rejects every one of the others.

A statement has *clauses* (what it asserts) and *hypotheses* (what it needs). The best twins drop a hypothesis
and watch the statement fall: ``Twin(candidate, drops="k is positive semidefinite")``. ``claims/audit.py`` lists
which twin breaks which clause, which drops which hypothesis, and where a reason is given instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

REJECTIONS = (
    ValueError,
    AssertionError,
    np.linalg.LinAlgError,
)  # a check may also reject by raising one of these

_NAME = re.compile(r"[a-z_]+\.[a-z0-9_]+")
_LABEL = re.compile(r"[a-z]+(-[a-z0-9]+)+")


@dataclass(frozen=True, eq=False)
class Twin:
    """A wrong candidate, with the hypothesis of the statement that it drops, or the clause that it breaks."""

    candidate: Any
    drops: str = ""
    breaks: str = ""

    def __post_init__(self) -> None:
        if bool(self.drops) == bool(self.breaks):
            raise ValueError(
                "a Twin names what it drops (a hypothesis) or what it breaks (a clause): one of them"
            )


@dataclass(frozen=True, eq=False)
class Claim:
    """check(right) is True, and check(twin) is False (or raises) for every twin.

    name        "chapter.words", unique: "mds.double_centring"
    label       the label of the statement in the chapter: "eq-double-centring"; or several in a tuple
    says        the statement in one line of Unicode, as the page of verified statements shows it
    check       takes a candidate (a formula as a function, a matrix, a number …) and says whether it is right;
                the first line of its docstring tells the reader how
    right       the candidate that the book teaches
    twins       what is wrong with it ↦ the wrong candidate, or Twin(candidate, drops=… or breaks=…)
    clauses     what the statement asserts, part by part, if it asserts more than one thing
    hypotheses  what the statement needs; () says that it needs nothing, None that nobody has looked
    undropped   a hypothesis that no twin drops ↦ the reason, in a sentence
    one_draw    whether the statement gives the numbers of one draw, so that another seed would ask something else
    how         instead of the check's docstring, if several claims share one check
    """

    name: str
    label: str | tuple[str, ...]
    says: str
    check: Callable[[Any], bool]
    right: Any
    twins: Mapping[str, Any]
    how: str = ""
    one_draw: bool = False
    clauses: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] | None = None
    undropped: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, Twin] = field(init=False)  # the twins that say what they drop or break

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(
                f"name {self.name!r} must be chapter.words in small letters: mds.double_centring"
            )
        for label in self.labels or ("",):
            if not _LABEL.fullmatch(label):
                raise ValueError(f"{self.name}: label {label!r} must look like eq-double-centring")
        if not self.says.strip() or "\n" in self.says:
            raise ValueError(f"{self.name}: says must be one line, the statement")
        if not self.twins:
            raise ValueError(f"{self.name}: twins is empty; give at least one plausible wrong version")
        if not self.how:
            object.__setattr__(self, "how", _first_line(self.check, self.name))
        marks = {fault: twin for fault, twin in self.twins.items() if isinstance(twin, Twin)}
        candidates = {fault: _candidate(twin) for fault, twin in self.twins.items()}
        object.__setattr__(self, "twins", MappingProxyType(candidates))
        object.__setattr__(self, "marks", MappingProxyType(marks))
        self._know_what_twins_name()

    def _know_what_twins_name(self) -> None:
        """Every drops is a hypothesis, every breaks a clause, every reason belongs to a hypothesis left alone."""
        hypotheses = self.hypotheses or ()
        for fault, twin in self.marks.items():
            if twin.drops and twin.drops not in hypotheses:
                raise ValueError(f"{self.name}: {fault!r} drops {twin.drops!r}, which is not in hypotheses")
            if twin.breaks and twin.breaks not in self.clauses:
                raise ValueError(f"{self.name}: {fault!r} breaks {twin.breaks!r}, which is not in clauses")
        dropped = {twin.drops for twin in self.marks.values()}
        for hypothesis, why in self.undropped.items():
            if hypothesis not in hypotheses or hypothesis in dropped:
                raise ValueError(f"{self.name}: {hypothesis!r} is no hypothesis, or a twin drops it already")
            if len(why.split()) < 4:
                raise ValueError(f"{self.name}: say why no twin drops {hypothesis!r}")

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels that the claim backs, the first the one it is listed under."""
        return (self.label,) if isinstance(self.label, str) else tuple(self.label)

    @property
    def chapter(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Outcome:
    """What running a claim showed, with the reasons."""

    claim: Claim
    status: str  # "passed" | "failed"
    rejected: tuple[str, ...]  # the twins that the check rejected
    messages: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    def __str__(self) -> str:
        twins = f"{len(self.rejected)} of {len(self.claim.twins)} twins rejected"
        head = f"{self.status.upper()} {self.claim.name}: {twins}"
        return "\n  ".join([head, *self.messages])


def run(claim: Claim) -> Outcome:
    """Put the right candidate and every twin to the check."""
    messages = []
    try:
        accepted, why = accepts(claim.check, claim.right)
    except Exception as error:
        accepted, why = False, f"{type(error).__name__}: {error}"
    if not accepted:
        messages.append(f"the right version was rejected: {why}")
    rejected = []
    for fault, twin in claim.twins.items():
        try:
            accepted, _ = accepts(claim.check, twin)
        except Exception as error:  # a twin that cannot even be checked is not a plausible wrong version
            messages.append(f"the twin {fault!r} broke the check: {type(error).__name__}: {error}")
            continue
        if accepted:
            messages.append(f"the twin {fault!r} was accepted")
        else:
            rejected.append(fault)
    return Outcome(claim, "failed" if messages else "passed", tuple(rejected), tuple(messages))


def accepts(check: Callable[[Any], bool], candidate: Any) -> tuple[bool, str]:
    """What a check says of a candidate, and why it says no."""
    try:
        answer = check(candidate)
    except REJECTIONS as error:
        return False, f"{type(error).__name__}: {error}"
    if not isinstance(answer, bool | np.bool_):
        raise TypeError(f"a check answers True or False, not {type(answer).__name__}: did you forget .all()?")
    return bool(answer), "the check answered False"


def _candidate(twin: Any) -> Any:
    return twin.candidate if isinstance(twin, Twin) else twin


def _first_line(check: Callable[[Any], bool], name: str) -> str:
    text = (getattr(check, "__doc__", None) or "").strip().partition("\n")[0]
    if not text:
        raise ValueError(
            f"{name}: give the check a docstring, or say how in `how`: the reader wants to know."
        )
    return text
