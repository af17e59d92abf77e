"""Families with parameters: exp(-a*abs(x-z)**p) for a > 0, 0 < p <= 2. For which parameters is it a kernel?

The region is derived: each rule asks for conditions on the parameters (a ≥ 0, p ≤ 2), a sum or product for those of all
its parts. A part without parameters goes to the court itself. The region is called exact if each of its conditions is
also necessary (family_necessity.py); parameters on both sides of its border go through the court, to be sure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, TypeVar

from kernelcourse.language.handwriting.latex import without_latex
from kernelcourse.language.reading import LanguageError, Node, Number, parse, show
from kernelcourse.language.tree import free_names, substitute, walk
from kernelcourse.validity import OPEN, PROVED, REFUTED, Certificate, Verdict, Witness

from ..exactly.clock import SECONDS, TimeIsUp, check, time_limit
from ..exactly.reading import Rejected
from ..formula.reading import read
from ..formula.unrolling import factors_first
from ..hearing import cited, prove
from ..refuting.refuter import Refuter
from ..verifier import verify
from .signs import follows, holds, is_empty, within_bounds
from .steps import Condition, conditions_of, given

if TYPE_CHECKING:
    from .rules import Rules

ACCEPTED = "the second instance accepted the proof for all of these parameters"
POINTS = {"x", "z", "d"}
_CONDITIONS = re.compile(r"\s(?:for|where|with)\s+((?:(?!\sfor\s)[^()])*(?:[<>≤≥]|\\[lg]eq?)[^()]*)$")
MOST_SAMPLES = 14
HALF = Fraction(1, 2)
Found = TypeVar("Found")
LONGEST_SEARCH = 0.9  # seconds


@dataclass(frozen=True)
class Region:
    """All conditions together: inside the family is proved; `exact` if it is refuted for all parameters outside."""

    conditions: tuple[Condition, ...]
    asked: tuple[Condition, ...]
    exact: bool
    inside_proved: int
    outside_refuted: int
    proof: Certificate  # for all parameters inside; the second instance has accepted it
    witness: Witness | None = None  # against one of the parameters outside
    against: str = ""  # which ones

    @property
    def everywhere(self) -> bool:
        """Whether the family is a kernel for all parameters that were asked about."""
        return not self.conditions

    def __str__(self) -> str:
        if any(not free_names(c.gap) - {"pi"} for c in self.conditions):  # 0 ≥ 1
            return "for none of the parameters asked about"
        where = " and ".join(map(str, self.conditions)) or "all parameters asked about"
        return f"{'exactly' if self.exact else 'at least'} for {where}"


@dataclass(frozen=True)
class Derived:
    """A proof that the second instance accepts, its conditions, and whether each of them is necessary."""

    proof: Certificate
    needed: tuple[Condition, ...]
    exact: bool


def hear_family(
    text: str, dim: int | None = None, domain: str | None = None
) -> tuple[Verdict, Region | None]:
    """The verdict for all parameters asked about, and the region of validity."""
    family = Family(text, dim, domain)
    region = family.region()
    if region is None:
        return Verdict(OPEN, tried=("the rules for families: none applies",)), None
    if region.everywhere:
        return Verdict(PROVED, certificate=region.proof), region
    said = f"the family is a kernel {region}; {ACCEPTED}"
    if region.witness is not None:
        tried = (
            f"{said}; {region.outside_refuted} parameters outside were tried and refuted, first {region.against}",
        )
        return Verdict(REFUTED, witness=region.witness, tried=tried), region
    return Verdict(OPEN, tried=(said,)), region


def is_family(text: str) -> bool:
    """Whether a typed line ends in conditions on parameters: … for a > 0."""
    return isinstance(text, str) and bool(_CONDITIONS.search(text))


def split(text: str) -> tuple[str, tuple[Condition, ...], tuple[str, ...]]:
    """(formula, what is asked of the parameters, their names) of `formula for a > 0, 0 < p <= 2`."""
    match = _CONDITIONS.search(text)
    if match is None:
        return text, (), ()
    asked: list[Condition] = []
    names: list[str] = []
    said = without_latex(match.group(1)).replace("≤", "<=").replace("≥", ">=")
    waiting: list[Node] = []  # a of a, b > 0
    for clause in re.sub(r"^\s*all\s|,?\s+and\s", ",", said).strip(" ,.").split(","):
        parts = re.split(r"(<=|>=|<|>)", clause)
        sides = [parse(side) for side in parts[::2]]
        names += [name for side in sides for name in sorted(free_names(side) - {"pi"}) if name not in names]
        if len(sides) == 1:
            waiting += sides
            continue
        subject = 0 if len(sides) == 2 else 1
        for one in (*waiting, sides[subject]):
            sides[subject] = one
            for left, op, right in zip(sides, parts[1::2], sides[1:]):
                first, second = (right, left) if "<" in op else (left, right)
                asked.append(Condition(first, ">=" if "=" in op else ">", second))
        waiting = []
    if waiting:
        raise LanguageError(f"what is asked of {show(waiting[0])}? write for {show(waiting[0])} > 0")
    if set(names) & POINTS:
        raise LanguageError("x, z and d cannot be parameters")
    return text[: match.start()], tuple(asked), tuple(names)


class Family:
    """A formula with parameters on a domain."""

    def __init__(self, text: str, dim: int | None = None, domain: str | None = None):
        formula, self.asked, self.names = split(text)
        if not self.names:
            raise LanguageError("no parameters: write formula for a > 0, 0 < p <= 2")
        if is_empty(self.asked):
            raise LanguageError(
                f"no parameters satisfy {' and '.join(map(str, self.asked))}: the range is empty"
            )
        from .. import domain_of

        self.tree = factors_first(read(formula, dim, self.names))
        self.domain = domain_of(self.tree, dim, domain)

    def parameters(self, node: Node) -> set[str]:
        return set(free_names(node)) & set(self.names)

    def points(self, node: Node) -> set[str]:
        return set(free_names(node)) & {"x", "z"}

    def region(self) -> Region | None:
        """Where the family is a kernel; None if no rule applies."""
        with time_limit(2 * SECONDS / 3):
            found = self.derived()
        if found is None:
            return None
        needed, said = found.needed, ", ".join(map(str, (*self.asked, *found.needed)))
        proof = cited(replace(found.proof, reason=f"{found.proof.reason}; for all parameters with {said}"))
        with time_limit(SECONDS / 3):
            return self._tried(needed, found.exact, proof)

    def derived(self) -> Derived | None:
        """The first proof that is exact, else the first; only such that the second instance accepts."""
        from .necessity import Necessity
        from .rules import Rules

        rules, necessity = Rules(self), Necessity(self)
        defined = rules.defined()
        best: Derived | None = None
        with suppress(TimeIsUp):
            for proof, necessary in () if defined is None else self._proofs(rules):
                if proof is None:
                    continue
                proof = replace(proof, defined=(*given(*defined or ()), *proof.defined))
                first = tuple(c for c in dict.fromkeys(defined or ()) if not self.implied(c))
                asked = dict.fromkeys(conditions_of(proof))
                needed = (*first, *(c for c in asked if c not in first and not self.implied(c, first)))
                for c in needed:  # b ≤ 2 says nothing beside b ≤ 1/2
                    others = tuple(other for other in needed if other != c)
                    needed = others if c not in first and self.implied(c, others) else needed
                if not self._stands(proof, needed):
                    continue
                exact = all(c in necessary or necessity.explains(c) for c in needed)
                found = Derived(proof, needed, exact)
                if exact:
                    return found
                if all(self.parameters(c.gap) for c in needed):  # a proof for −1 ≥ 0 says nothing about any
                    best = best or found
        return best

    def _proofs(self, rules: Rules) -> Iterator[tuple[Certificate | None, tuple[Condition, ...]]]:
        """Proofs, each with those of its conditions that are known to be necessary."""
        from .linear import linear
        from .scaling import in_first_units, in_other_units
        from .squares import by_squares
        from .transforms import by_transform

        dual = self._in_time(lambda: linear(self))
        yield (None, ()) if dual is None else (dual.proof, dual.conditions)
        by_rules = self._in_time(lambda: rules.kernel(self.tree))
        yield by_rules, tuple(rules.necessary)
        yield from by_squares(self, rules)
        yield from ((found.proof, found.conditions) for found in by_transform(self))
        for inner, c in in_other_units(self):
            found = inner.derived()
            if found is not None:
                yield in_first_units(self, found.proof, c), found.needed if found.exact else ()

    def _in_time(self, search: Callable[[], Found]) -> Found | None:
        """What a search finds before its time is up."""
        try:
            with time_limit(LONGEST_SEARCH):
                return search()
        except TimeIsUp:
            check()
            return None

    def _stands(self, proof: Certificate, needed: tuple[Condition, ...]) -> bool:
        """Whether the second instance accepts the proof for all parameters of the region."""
        signs = tuple((c.gap, c.claim) for c in (*self.asked, *needed))
        try:
            verify(proof, self.tree, self.domain.name, self.domain.dim, signs)
        except Rejected:
            return False
        return True

    def _tried(self, needed: tuple[Condition, ...], exact: bool, proof: Certificate) -> Region:
        """The region, after a look at parameters on both sides of its border."""
        inside, outside = 0, 0
        witness, against = None, ""
        with suppress(TimeIsUp):
            for values in self._samples(needed):
                check()
                within = all(holds(c, values) for c in needed)
                verdict, found_witness = self._hear(values)
                named = ", ".join(f"{n} = {v}" for n, v in values.items())
                if (within and verdict == "refuted") or (exact and not within and verdict == "proved"):
                    raise AssertionError(f"{show(self.tree)} is {verdict} at {named}: please report this")
                inside += within and verdict == "proved"
                if not within and verdict == "refuted":
                    outside += 1
                    if witness is None:
                        witness, against = found_witness, named
        return Region(needed, self.asked, exact, inside, outside, proof, witness, against)

    def implied(self, condition: Condition, also: tuple[Condition, ...] = ()) -> bool:
        """Whether a condition follows from what was asked (and from `also`), or holds for all parameters."""
        given = (*self.asked, *also)
        if condition in given or Condition(condition.left, ">", condition.right) in given:
            return True
        if not self.parameters(condition.left) | self.parameters(condition.right):
            return holds(condition, {})
        return follows(condition, given) or within_bounds(condition, given, self.names)

    def implies_positive(self, node: Node) -> bool:
        """Whether a formula in the parameters is > 0 for all that were asked about."""
        return self.implied(Condition(node, ">", Number(0)))

    def _samples(self, needed: tuple[Condition, ...]) -> Iterator[dict[str, Fraction]]:
        """Parameters on both sides of every number in the conditions, one parameter away from 1 at a time."""
        numbers = {Fraction(0), Fraction(2)}
        for condition in (*needed, *self.asked):
            for side in (condition.left, condition.right):
                numbers |= {Fraction(n.value) for n in walk(side) if isinstance(n, Number)}  # type: ignore[arg-type]
        near = sorted({b + step for b in numbers for step in (Fraction(1, 2), Fraction(-1, 2), Fraction(0))})
        plain = {name: Fraction(1) for name in self.names}
        found = [plain] + [plain | {name: value} for value in near for name in self.names]
        low, high = min(numbers) - HALF, max(numbers) + HALF
        for first, second in combinations(self.names, 2):
            found += [plain | {first: a, second: b} for a in (-HALF, low, high) for b in (-HALF, low, high)]
        within: list[dict[str, Fraction]] = []
        beyond: list[dict[str, Fraction]] = []
        for values in found:
            if len(within) >= MOST_SAMPLES // 3 and len(beyond) >= MOST_SAMPLES:
                break
            if all(holds(c, values) for c in self.asked):
                (within if all(holds(c, values) for c in needed) else beyond).append(values)
        within = within[: MOST_SAMPLES // 3]
        for pair in zip_longest(within, beyond[:MOST_SAMPLES]):  # in turn, so that time is left for both
            yield from filter(None, pair)

    def _hear(self, values: dict[str, Fraction]) -> tuple[str, Witness | None]:
        tree = substitute(self.tree, {name: Number(value) for name, value in values.items()})
        try:
            with time_limit(0.4):
                refuter = Refuter(tree, self.domain)
                witness = refuter.search(deep=False)
                if witness is None and prove(tree, self.domain)[0] is not None:
                    return "proved", None
                witness = witness or refuter.search()
                return ("open" if witness is None else "refuted"), witness
        except (TimeIsUp, ValueError, ZeroDivisionError):
            return "open", None
