"""Why a function is a kernel (a proof), why it is not (numbers), and the judge who says which is known.

A function k is a kernel exactly when it is symmetric and Σᵢⱼ aᵢ aⱼ k(xᵢ, xⱼ) ≥ 0 for every finite set of
points and every choice of weights. A proof covers all of them at once; one set of points and weights refutes;
and a computation on samples that finds nothing proves nothing: the answer is then "open".
"""

from __future__ import annotations

import enum
import html
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernelcourse.proofs_on_paper import in_html, in_latex
from kernelcourse.witnesses import Witness, find_witness, is_numeric, negative_direction, shrink, trial_sets

__all__ = [
    "AUTHORS_WORD",
    "OPEN",
    "PROVED",
    "REFUTED",
    "Certificate",
    "Status",
    "Verdict",
    "Witness",
    "find_witness",
    "judge",
    "negative_direction",
    "shrink",
    "trial_sets",
]


class Status(enum.Enum):
    """What is known of a candidate kernel."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


PROVED, REFUTED, OPEN = Status
AUTHORS_WORD = "author's word"  # the one rule that is not checked here
ONE_BY_ONE = (
    "pull-back by a function",
    "weighting by a function",
)  # sound if the function looks at each point alone


@dataclass(frozen=True)
class Certificate:
    """A proof that ``statement`` is a kernel: the rule used, why it is sound, and the proofs it rests on.

    A proof of the court also carries what a second reader needs to check it: the ``formula`` as a tree, what it
    ``claims`` of it (kernel, conditional, positive, nonnegative) and the ``data`` of the rule.
    """

    rule: str
    statement: str
    reason: str
    premises: tuple[Certificate, ...] = ()
    formula: Any = None
    claims: str = "kernel"
    data: Mapping[str, Any] = field(default_factory=dict)
    defined: tuple[Certificate, ...] = ()  # proofs that every division, root and logarithm is defined
    reference: str = ""  # where the theorem stands: a key of the bibliography

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The tree, one node in each line, children indented under their parent."""
        cited = f" ({self.reference})" if self.reference else ""
        yield f"{'   ' * depth}{'└─ ' if depth else ''}{self.statement}   [{self.rule}: {self.reason}{cited}]"
        for word, part in self.below():
            if word:
                yield f"{'   ' * (depth + 1)}└─ {word}: {part.statement}   [{part.rule}: {part.reason}]"
            else:
                yield from part.lines(depth + 1)

    def below(self) -> Iterator[tuple[str, Certificate]]:
        """What the step rests on, each lemma once; a side condition comes with the word that introduces it."""
        shown: list[Certificate] = []
        for premise in self.premises:
            if premise not in shown:
                shown.append(premise)
                yield "", premise
        for condition in self.defined:
            yield "where" if condition.rule == "parameters" else "defined", condition

    def nodes(self) -> Iterator[Certificate]:
        """This node and all below it."""
        yield self
        for premise in (*self.premises, *self.defined):
            yield from premise.nodes()

    @property
    def on_trust(self) -> bool:
        """Whether some part of the proof is only its author's word."""
        return any(node.rule == AUTHORS_WORD for node in self.nodes())

    def to_dict(self, written: Callable[[Any], Any] = str) -> dict[str, Any]:
        """The tree as plain data (JSON); `written` turns what the data hold into text."""
        found: dict[str, Any] = {
            "rule": self.rule,
            "statement": self.statement,
            "reason": self.reason,
            "premises": [premise.to_dict(written) for premise in self.premises],
        }
        if self.data:
            found["data"] = {name: written(value) for name, value in self.data.items()}
        if self.reference:
            found["reference"] = self.reference
        if self.defined:
            found["defined"] = [premise.statement for premise in self.defined]
        return found

    def to_latex(self) -> str:
        """The tree as nested lists, to paste into a paper."""
        return in_latex(self)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return in_html(self)


@dataclass(frozen=True)
class Verdict:
    """PROVED with a certificate, REFUTED with a witness, or OPEN with what was tried."""

    status: Status
    certificate: Certificate | None = None
    witness: Witness | None = None
    tried: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        return self.status is PROVED

    @property
    def refuted(self) -> bool:
        return self.status is REFUTED

    @property
    def open(self) -> bool:
        return self.status is OPEN

    def __str__(self) -> str:
        if self.proved:
            trust = " on its author's word" if self.certificate and self.certificate.on_trust else ""
            return f"PROVED{trust}\n{self.certificate}"
        if self.refuted:
            return f"REFUTED {self.witness}"
        return (
            f"OPEN: no proof found, and nothing refutes it yet. Tried: {'; '.join(self.tried) or 'nothing'}."
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        body = self.certificate._repr_html_() if self.certificate else f"<p>{html.escape(str(self))}</p>"
        return (
            f'<div class="kc-verdict kc-{self.status.value}"><strong>{self.status.name}</strong>{body}</div>'
        )


def judge(k: Any, X: Any = None, rng: np.random.Generator | None = None) -> Verdict:
    """PROVED, REFUTED or OPEN: a proof if k carries one, else a search for points and weights with aᵀKa < 0.

    The search looks at X if given; otherwise, and also when rng is given, at the trial sets of k's own
    domain. A proof that rests on its author's word does not end the search: numbers beat words.
    """
    if not callable(k):
        raise TypeError(
            f"judge takes a kernel, k(X, Z), not {type(k).__name__}; a matrix K is judged by judge(Precomputed(K)), "
            "a typed formula by court(…)"
        )
    certificate = getattr(k, "certificate", None)
    if certificate is not None and not certificate.on_trust:
        objections = (_against_point_by_point(part, X, rng) for part in _by_functions(k))
        objection = next(filter(None, objections), None)
        return Verdict(OPEN, tried=(objection,)) if objection else Verdict(PROVED, certificate=certificate)
    known = getattr(k, "witness", None)
    if known is not None:
        return Verdict(REFUTED, witness=known)
    doubt = getattr(k, "doubt", None)
    if doubt is not None:
        return Verdict(OPEN, tried=(doubt,))
    tried: list[str] = []
    for name, points in _sets_to_try(k, X, rng):
        try:
            witness = find_witness(k, points)
        except ValueError as error:
            if points is X:
                raise
            tried.append(f"{name} (outside its domain: {str(error).splitlines()[0][:80]})")
            continue
        if witness is not None:
            return Verdict(REFUTED, witness=witness)
        tried.append(name)
    status = OPEN if certificate is None else PROVED
    return Verdict(status, certificate=certificate, tried=tuple(tried))


def _by_functions(k: Any) -> Iterator[Any]:
    """The parts of k that call a Python function: alone, for in a sum a large part would hide what a small one does."""
    for part in k.parts() if hasattr(k, "parts") else (k,):
        if part.certificate is not None and part.certificate.rule in ONE_BY_ONE:
            yield part


def _against_point_by_point(k: Any, X: Any, rng: np.random.Generator | None) -> str | None:
    """What speaks against a Python function in k mapping points one by one: the batch matters, or it gives nothing."""
    failures: list[str] = []
    answered = False
    for name, points in _sets_and_their_sizes(k, X, rng):
        try:
            with np.errstate(all="ignore"):
                K = np.asarray(k(points, points), dtype=float)
                last = [points[i : i + 1] for i in range(max(0, len(points) - 2), len(points))]
                alone = [[float(np.asarray(k(p, q)).item()) for q in last] for p in last]
        except Exception as error:  # the reader's function may fail in any way outside its domain
            if points is X:
                raise
            failures.append(f"{name} ({type(error).__name__}: {(str(error).splitlines() or [''])[0][:80]})")
            continue
        if K.shape != (len(points), len(points)):
            return f"{name}: k gives {K.shape} for {len(points)} points, not all pairs"
        answered = True
        if not np.allclose(K[-2:, -2:], alone, rtol=1e-7, atol=1e-9 * float(np.abs(K).max(initial=0))):
            return (
                f"{name}: k(x, z) depends on the other points in the batch, so it is no function of x and z"
            )
    if failures and not answered:
        where = "; ".join(failures[:3])
        return f"k has a value at none of the points tried: {where}. Give points of its domain: judge(k, X)"
    return None


def _sets_and_their_sizes(k: Any, X: Any, rng: np.random.Generator | None) -> Iterator[tuple[str, Any]]:
    """Each set, and for a function that is made for positive numbers the sizes of its numbers, none of them 0.

    One or two points show little of what a function does with many: then others are tried, too.
    """
    few = X is not None and len(X) < 3 and rng is None
    for name, points in _sets_to_try(k, X, np.random.default_rng(0) if few else rng):
        yield name, points
        if points is not X and is_numeric(points):
            yield f"{name}, made positive", np.abs(np.asarray(points, dtype=float)) + 0.1


def _sets_to_try(k: Any, X: Any, rng: np.random.Generator | None) -> Iterator[tuple[str, Any]]:
    if X is not None:
        yield f"the {len(X)} points given", X
    if X is None or rng is not None:
        rng = np.random.default_rng(0) if rng is None else rng
        yield from k.trial_sets(rng) if hasattr(k, "trial_sets") else trial_sets(rng)
