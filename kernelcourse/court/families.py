"""Families with parameters: exp(-a*abs(x-z)**p) for a > 0, 0 < p <= 2. For which parameters is it a kernel?

The region is derived: each rule asks for conditions on the parameters (a ≥ 0, p ≤ 2), a sum or product for those of all
its parts. A part without parameters goes to the court itself. The region is called exact if each of its conditions is
also necessary (family_necessity.py); parameters on both sides of its border go through the court, to be sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from kernelcourse.language.reading import Binary, Call, LanguageError, Name, Node, Number, Unary, parse, show
from kernelcourse.language.tree import free_names, substitute, walk
from kernelcourse.validity import OPEN, PROVED, REFUTED, Certificate, Verdict, Witness

from .exactly.algebra import Algebra
from .exactly.clock import SECONDS, TimeIsUp, over, time_limit
from .exactly.forms import Form
from .exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from .exactly.signs import bounds
from .hearing import prove
from .reading import EXTRA_FUNCTIONS
from .refuter import Refuter

POINTS = {"x", "z", "d"}
_CONDITIONS = re.compile(r"\sfor\s+([^()]*[<>][^()]*)$")
MOST_SAMPLES = 14
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Condition:
    """left op right, with op one of > and >=; both sides are formulas in the parameters."""

    left: Node
    op: str
    right: Node

    def holds(self, values: dict[str, Fraction]) -> bool:
        """Whether it is certain, and both sides are defined."""
        gap = Binary("-", self.left, self.right)
        sign = sign_of(substitute(gap, {name: Number(value) for name, value in values.items()}))
        return sign == 1 or (sign == 0 and self.op == ">=")

    def __str__(self) -> str:
        if isinstance(self.left, (Number, Unary)) and not isinstance(self.right, (Number, Unary)):
            return f"{show(self.right)} {'<' if self.op == '>' else '<='} {show(self.left)}"
        return f"{show(self.left)} {self.op} {show(self.right)}"


@dataclass(frozen=True)
class Region:
    """All conditions together: inside the family is proved; `exact` if it is refuted for all parameters outside."""

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
        reason = (
            f"the rules hold for all parameters asked about, {', '.join(map(str, family.asked))}; "
            f"the second instance checked {region.inside_proved} of them"
        )
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


def sign_of(node: Node) -> int | None:
    """The sign of a formula without letters; None if it is undefined, or too close to 0 to tell."""
    algebra = Algebra("real", 1)
    reader = Reader(algebra, 1)
    try:
        value = reader(node)
        reach = bounds(algebra, value)
        if not all(_holds(algebra, need, P) for need, P in reader.needs):
            return None
    except (Rejected, *TOO_LONG, *UNFIT):
        return None
    if reach.positive():
        return 1
    return -1 if (-reach).positive() else 0 if algebra.is_zero(value) else None


def _holds(algebra: Algebra, need: str, P: Form) -> bool:
    reach = bounds(algebra, P)
    if need == "within":
        return reach.low >= -1 and reach.high <= 1
    return reach.positive(need != "nonnegative") or (need == "nonzero" and (-reach).positive())


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
        from .family_necessity import Necessity
        from .family_rules import Rules

        try:
            with time_limit(SECONDS / 2):
                rules = Rules(self)
                found, defined = rules.kernel(self.tree), rules.defined()
                if found is None or defined is None:
                    return None
                first = tuple(c for c in dict.fromkeys(defined) if not self.implied(c))
                needed = (
                    *first,
                    *(c for c in dict.fromkeys(found) if c not in first and not self.implied(c, first)),
                )
                necessity = Necessity(self)
                exact = all(necessity.explains(condition) for condition in needed)
        except TimeIsUp:
            return None
        with time_limit(SECONDS / 2):
            return self._tried(needed, exact)

    def _tried(self, needed: tuple[Condition, ...], exact: bool) -> Region:
        """The region, after a look at parameters on both sides of its border."""
        inside, outside = 0, 0
        witness, against = None, ""
        for values in self._samples(needed):
            if over():
                break
            try:
                within = all(c.holds(values) for c in needed)
            except TimeIsUp:
                break
            verdict, found_witness = self._hear(values)
            named = ", ".join(f"{n} = {v}" for n, v in values.items())
            if (within and verdict == "refuted") or (exact and not within and verdict == "proved"):
                raise AssertionError(f"{show(self.tree)} is {verdict} at {named}: please report this")
            inside += within and verdict == "proved"
            if not within and verdict == "refuted":
                outside += 1
                if witness is None:
                    witness, against = found_witness, named
        return Region(needed, self.asked, exact, inside, outside, witness, against)

    def implied(self, condition: Condition, also: tuple[Condition, ...] = ()) -> bool:
        """Whether a condition follows from what was asked (and from `also`), or holds for all parameters."""
        given = (*self.asked, *also)
        if condition in given or Condition(condition.left, ">", condition.right) in given:
            return True
        if not self.parameters(condition.left) | self.parameters(condition.right):
            return condition.holds({})
        return _follows(condition, given)

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
        inside = [v for v in found if all(c.holds(v) for c in self.asked)]
        beyond = [v for v in inside if not all(c.holds(v) for c in needed)]
        yield from [v for v in inside if v not in beyond][: MOST_SAMPLES // 3]
        yield from beyond[:MOST_SAMPLES]

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


def _follows(condition: Condition, asked: tuple[Condition, ...]) -> bool:
    """a ≥ c follows from a ≥ b or a > b with numbers b ≥ c; products of numbers ≥ 0 are ≥ 0."""
    left, zero = condition.left, Number(0)
    if condition.right == zero:
        match left:
            case Binary(op="*" | "+"):
                return all(
                    _follows(Condition(half, condition.op, zero), asked) for half in (left.left, left.right)
                )
            case Binary(op="/"):
                above = _follows(Condition(left.left, condition.op, zero), asked)
                return above and _follows(Condition(left.right, ">", zero), asked)
            case Binary(op="**"):
                n = left.right.value if isinstance(left.right, Number) else None
                if isinstance(n, int) and n > 0 and n % 2 == 0 and condition.op == ">=":
                    return True
                strict = not (isinstance(n, int) and n > 0) or condition.op == ">"
                return _follows(Condition(left.left, ">" if strict else ">=", zero), asked)
            case Call(function="exp"):
                return True
            case Call(function="sqrt", arguments=(inside,)):
                return _follows(Condition(inside, condition.op, zero), asked)
    if isinstance(condition.left, Number) and isinstance(condition.right, Number):
        return condition.holds({})
    for given in asked:
        for side, other, mine, yours in (
            (given.left, given.right, condition.left, condition.right),
            (given.right, given.left, condition.right, condition.left),
        ):
            if side != mine or free_names(other) or free_names(yours):
                continue
            ends = (other, yours) if side is given.left else (yours, other)
            gap = sign_of(Binary("-", *ends))
            if gap == 1 or (gap == 0 and (condition.op == ">=" or given.op == ">")):
                return True
    return False
