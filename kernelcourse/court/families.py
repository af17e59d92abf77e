"""Families with parameters: exp(-a*abs(x-z)**p) for a > 0, 0 < p <= 2. For which parameters is it a kernel?

The region is derived: each rule asks for conditions on the parameters (a ≥ 0, p ≤ 2), a sum or product for those of all
its parts. A part without parameters goes to the court itself. What lies outside is put to the refuter at parameters
just beyond each condition; only if all of these are refuted is the region called exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from kernelcourse.language.reading import Binary, LanguageError, Name, Node, Number, Unary, parse, show
from kernelcourse.language.tree import free_names, substitute, walk
from kernelcourse.validity import OPEN, PROVED, REFUTED, Certificate, Verdict, Witness

from .exactly.clock import TimeIsUp, time_limit
from .hearing import prove
from .reading import EXTRA_FUNCTIONS
from .refuter import Refuter

POINTS = {"x", "z", "d"}
_CONDITIONS = re.compile(r"\sfor\s+([^()]*[<>][^()]*)$")
MOST_SAMPLES = 14


@dataclass(frozen=True)
class Condition:
    """left op right, with op one of > and >=; both sides are formulas in the parameters."""

    left: Node
    op: str
    right: Node

    def holds(self, values: dict[str, Fraction]) -> bool:
        gap = evaluate(Binary("-", self.left, self.right), values)
        return gap > 0 or (gap == 0 and self.op == ">=")

    def __str__(self) -> str:
        if isinstance(self.left, (Number, Unary)) and not isinstance(self.right, (Number, Unary)):
            return f"{show(self.right)} {'<' if self.op == '>' else '<='} {show(self.left)}"
        return f"{show(self.left)} {self.op} {show(self.right)}"


@dataclass(frozen=True)
class Region:
    """All conditions together: inside the family is proved; `exact` if every parameter tried outside is refuted."""

    conditions: tuple[Condition, ...]
    asked: tuple[Condition, ...]
    exact: bool
    inside_proved: int
    outside_refuted: int
    witness: Witness | None = None  # against one of the parameters outside
    against: str = ""  # which ones

    @property
    def everywhere(self) -> bool:
        """Whether the family is a kernel for all parameters that were asked about."""
        return not self.conditions

    def __str__(self) -> str:
        where = " and ".join(map(str, self.conditions)) or "all parameters asked about"
        return f"{'exactly' if self.exact else 'at least'} for {where}"


def hear_family(
    text: str, dim: int | None = None, domain: str | None = None
) -> tuple[Verdict, Region | None]:
    """The verdict for all parameters asked about, and the region of validity."""
    family = Family(text, dim, domain)
    region = family.region()
    if region is None:
        return Verdict(OPEN, tried=("the rules for families: none applies",)), None
    if region.everywhere:
        reason = f"the rules hold for all parameters asked about, {', '.join(map(str, family.asked))}"
        return Verdict(PROVED, certificate=Certificate("family", show(family.tree), reason)), region
    said = f"the family is a kernel {region}"
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
    for clause in match.group(1).split(","):
        parts = re.split(r"(<=|>=|<|>)", clause)
        sides = [parse(side) for side in parts[::2]]
        names += [name for side in sides for name in sorted(free_names(side) - {"pi"}) if name not in names]
        for left, op, right in zip(sides, parts[1::2], sides[1:]):
            first, second = (right, left) if "<" in op else (left, right)
            asked.append(Condition(first, ">=" if "=" in op else ">", second))
    if set(names) & POINTS:
        raise LanguageError("x, z and d cannot be parameters")
    return text[: match.start()], tuple(asked), tuple(names)


def evaluate(node: Node, values: dict[str, Fraction]) -> Fraction:
    """A formula in the parameters at given values: + − * / and whole powers."""
    match node:
        case Number():
            return Fraction(node.value)  # type: ignore[arg-type]
        case Name():
            return values[node.id]
        case Unary():
            inner = evaluate(node.operand, values)
            return -inner if node.op == "-" else inner
        case Binary(op="+"):
            return evaluate(node.left, values) + evaluate(node.right, values)
        case Binary(op="-"):
            return evaluate(node.left, values) - evaluate(node.right, values)
        case Binary(op="*"):
            return evaluate(node.left, values) * evaluate(node.right, values)
        case Binary(op="/"):
            return evaluate(node.left, values) / evaluate(node.right, values)
        case Binary(op="**"):
            return evaluate(node.left, values) ** int(evaluate(node.right, values))
    raise LanguageError(f"{show(node)} is not a condition on parameters")


class Family:
    """A formula with parameters on a domain."""

    def __init__(self, text: str, dim: int | None = None, domain: str | None = None):
        formula, self.asked, self.names = split(text)
        if not self.names:
            raise LanguageError("no parameters: write formula for a > 0, 0 < p <= 2")
        tree = parse(formula, names={"x", "z", "y", "d", *self.names}, functions=EXTRA_FUNCTIONS)
        if "y" in free_names(tree):
            tree = substitute(tree, {"y": Name("z")})
        from . import domain_of

        self.tree, self.domain = tree, domain_of(tree, dim, domain)

    def parameters(self, node: Node) -> set[str]:
        return set(free_names(node)) & set(self.names)

    def points(self, node: Node) -> set[str]:
        return set(free_names(node)) & {"x", "z"}

    def region(self) -> Region | None:
        """Where the family is a kernel; None if no rule applies."""
        from .family_rules import Rules

        try:
            with time_limit(1.0):
                found = Rules(self).kernel(self.tree)
        except TimeIsUp:
            found = None
        if found is None:
            return None
        needed = tuple(c for c in dict.fromkeys(found) if not self._implied(c))
        inside, outside, exact = 0, 0, True
        witness, against = None, ""
        for values in self._samples(needed):
            if not all(c.holds(values) for c in self.asked):
                continue
            verdict, found_witness = self._hear(values)
            if all(c.holds(values) for c in needed):
                inside += verdict == "proved"
                if verdict == "refuted":
                    raise AssertionError(
                        f"{show(self.tree)} is refuted at {values}, inside its region: please report this"
                    )
            elif verdict == "refuted":
                outside += 1
                if witness is None:
                    witness, against = found_witness, ", ".join(f"{n} = {v}" for n, v in values.items())
            else:
                exact = False
        return Region(needed, self.asked, exact, inside, outside, witness, against)

    def _implied(self, condition: Condition) -> bool:
        """Whether a condition follows from what was asked, or holds for all parameters."""
        if condition in self.asked or Condition(condition.left, ">", condition.right) in self.asked:
            return True
        if not self.parameters(condition.left) | self.parameters(condition.right):
            return condition.holds({})
        return _follows(condition, self.asked)

    def _samples(self, needed: tuple[Condition, ...]) -> Iterator[dict[str, Fraction]]:
        """Parameters on both sides of every number in the conditions, one parameter away from 1 at a time."""
        numbers = {Fraction(0), Fraction(2)}
        for condition in (*needed, *self.asked):
            for side in (condition.left, condition.right):
                numbers |= {Fraction(n.value) for n in walk(side) if isinstance(n, Number)}  # type: ignore[arg-type]
        near = sorted({b + step for b in numbers for step in (Fraction(1, 2), Fraction(-1, 2), Fraction(0))})
        plain = {name: Fraction(1) for name in self.names}
        found = [plain] + [plain | {name: value} for value in near for name in self.names]
        inside = [v for v in found if all(c.holds(v) for c in self.asked)]
        beyond = [v for v in inside if not all(c.holds(v) for c in needed)]
        yield from beyond[:MOST_SAMPLES]
        yield from [v for v in inside if v not in beyond][: MOST_SAMPLES // 3]

    def _hear(self, values: dict[str, Fraction]) -> tuple[str, Witness | None]:
        tree = substitute(self.tree, {name: Number(value) for name, value in values.items()})
        try:
            with time_limit(0.4):
                proof, _ = prove(tree, self.domain)
                if proof is not None:
                    return "proved", None
                witness = Refuter(tree, self.domain).search()
                return ("open" if witness is None else "refuted"), witness
        except (TimeIsUp, ValueError, ZeroDivisionError):
            return "open", None


def _follows(condition: Condition, asked: tuple[Condition, ...]) -> bool:
    """a ≥ c follows from a ≥ b or a > b with numbers b ≥ c; products of numbers ≥ 0 are ≥ 0."""
    if (
        condition.right == Number(0)
        and isinstance(condition.left, Binary)
        and condition.left.op in ("*", "/", "+")
    ):
        halves = (condition.left.left, condition.left.right)
        return all(_follows(Condition(half, condition.op, Number(0)), asked) for half in halves)
    if condition.right == Number(0) and isinstance(condition.left, Binary) and condition.left.op == "**":
        return _follows(Condition(condition.left.left, condition.op, Number(0)), asked)
    if isinstance(condition.left, Number) and isinstance(condition.right, Number):
        return condition.holds({})
    for given in asked:
        for side, other, mine, yours in (
            (given.left, given.right, condition.left, condition.right),
            (given.right, given.left, condition.right, condition.left),
        ):
            if side != mine or free_names(other) or free_names(yours):
                continue
            gap = evaluate(Binary("-", other, yours), {})
            gap = gap if side is given.left else -gap
            if gap > 0 or (gap == 0 and (condition.op == ">=" or given.op == ">")):
                return True
    return False
