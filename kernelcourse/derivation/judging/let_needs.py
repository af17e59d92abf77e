"""What `let λ = b` asks for: b exists, is a value of λ's kind, and meets what is given about λ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.in_text import brief
from kernelcourse.language.letters import letter
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, substitute

from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..outcome import Condition, Outcome, Verdict, Warrant, Witness, conditions_of, needs_more, witness
from ..proving.identity import identity
from ..proving.obligation import Obligation
from ..proving.sign import Sign
from ..proving.signs import Signs
from ..ranges.numbers import Bounded, HalfLine, Interval
from ..ranges.range import Range
from ..ranges.vectors import Vector
from ..reading.symbols import Setting
from .equality import judge_equality
from .inequalities import judge_inequality

_TRIED = "whether the value is one of its letter's was tried at instances"
_MOST = 40  # instances at which a value is compared with its kind


@dataclass(frozen=True)
class Lack:
    """What is not given, and where it fails; or no condition, where it was only tried."""

    conditions: tuple[Condition, ...] = ()
    witness: Witness | None = None


def with_lets(
    found: Outcome, lets: Mapping[str, Node], previous: Node | None, setting: Setting, samples: Samples
) -> Outcome:
    """The outcome of a line with what it puts for letters: `setting` and the `previous` line are those before it."""
    if found.verdict not in (Verdict.PROVED, Verdict.TESTED):
        return found
    lacks = [
        lack for name, value in lets.items() for lack in _lacks(name, value, lets, previous, setting, samples)
    ]
    asked = next((lack for lack in lacks if lack.conditions), None)
    if asked is not None:
        needed = tuple(
            dict.fromkeys((*found.conditions, *(one for lack in lacks for one in lack.conditions)))
        )
        shown = found.witness or asked.witness
        return replace(found, why=needs_more(needed), conditions=needed, witness=shown, kind="undefined")
    if lacks and found.verdict is Verdict.PROVED:
        return replace(found, verdict=Verdict.TESTED, warrant=Warrant(_TRIED), why=f"{found.why}; {_TRIED}")
    return found


def _lacks(
    name: str,
    value: Node,
    lets: Mapping[str, Node],
    previous: Node | None,
    setting: Setting,
    samples: Samples,
) -> Iterator[Lack]:
    yield from _without_value(value, previous, setting, samples)
    range_ = setting.given.get(name)
    if range_ is None:
        return
    if not range_.whole_space and not range_.is_complex and not _surely(range_, value, setting):
        yield from _of_another_kind(name, range_, value, setting, samples)
    for condition in setting.where:
        if name in setting.depends(*condition[1:]):
            yield from _unmet(condition, lets, setting, samples)


def _without_value(value: Node, previous: Node | None, setting: Setting, samples: Samples) -> Iterator[Lack]:
    """0 · previous = 0 · value, wherever the line before has a value."""
    before = Number(0) if previous is None else _nothing(previous, setting)
    sides = (Quantity(before, setting), Quantity(_nothing(value, setting), setting))
    found = judge_equality(*sides, samples, ("the line before", "what is put for the letter"))
    if found.conditions or found.verdict is Verdict.REFUTED:
        missing = found.conditions or conditions_of((Obligation("other", value, setting),), found.why)
        yield Lack(missing, found.witness)


def _nothing(node: Node, setting: Setting) -> Node:
    return Binary("*", Number(0), Call("sum", (node,)) if setting.shape(node) else node)


def _surely(range_: Range, value: Node, setting: Setting) -> bool:
    """A value of this kind by the kinds of its letters and by rules for signs."""
    if isinstance(value, Name) and setting.given.get(value.id) == range_ and value.id not in setting.define:
        return True
    law = range_.law(value)
    if law is None or not identity(*(Quantity(side, setting) for side in law)).proved:
        return False
    return range_.form is Sign.UNKNOWN or Signs(setting).form(value) >= range_.form


def _of_another_kind(
    name: str, range_: Range, value: Node, setting: Setting, samples: Samples
) -> Iterator[Lack]:
    this = Quantity(value, setting)
    ends = list(_ends(range_))
    for sign, end in ends:
        sides = (letter(name), "the end of its range")
        found = judge_inequality(this, sign, Quantity(Number(end), setting), samples, sides)
        if found.verdict is Verdict.REFUTED:
            yield Lack((_condition(range_, value, sign, setting),), found.witness)
            return
        if found.verdict is not Verdict.PROVED:
            yield Lack()
    if ends:
        return
    if range_.form >= Sign.NONNEGATIVE:
        found = _along_all_directions(value, setting, samples)
        if found.verdict is Verdict.REFUTED:
            yield Lack(
                (Condition(f"{brief(value, setting.shape)} is {_kind(range_)}", found.why),), found.witness
            )
            return
    for place, at in enumerate(samples.only(this.used).standard):
        if place >= _MOST:
            break
        try:
            fault = range_.fault(this.measure(at).value)
        except NO_VALUE:
            continue
        if fault:
            needed = Condition(f"{brief(value, setting.shape)} is {_kind(range_)}", fault)
            yield Lack((needed,), witness(setting, at, (value,), {letter(name): fault}))
            return
    yield Lack()


def _along_all_directions(value: Node, setting: Setting, samples: Samples) -> Outcome:
    """xᵀVx ≥ 0 for every x: a search finds matrices that no drawn one shows."""
    direction = setting.fresh("x")
    rows = setting.shape(value)[:1]
    narrow = setting.only(setting.depends(value))
    wider = replace(narrow, given={**narrow.given, direction: Vector(rows, rows)})
    form = Binary("@", Binary("@", Name(direction), value), Name(direction))
    sides = Quantity(form, wider), Quantity(Number(0), wider)
    return judge_inequality(
        sides[0], ">=", sides[1], Samples(wider, samples.seed), ("its quadratic form", "0")
    )


def _ends(range_: Range) -> Iterator[tuple[str, Fraction]]:
    """The inequalities that make a number or vector a value."""
    if isinstance(range_, HalfLine):
        yield (">" if range_.strict else ">="), Fraction(0)
    elif isinstance(range_, Interval):
        low, high = range_.ends
        yield ">", low
        yield "<", high


def _condition(range_: Range, value: Node, sign: str, setting: Setting) -> Condition:
    if isinstance(range_, HalfLine):
        asked = Obligation("positive" if sign == ">" else "nonnegative", value, setting)
        return Condition(str(asked), "the letter has no other values")
    return Condition(f"{brief(value, setting.shape)} is {_kind(range_)}", "the letter has no other values")


def _kind(range_: Range) -> str:
    inside = range_.ends if isinstance(range_, Bounded) else range_.sizes
    return range_.words.format(*inside)


def _unmet(
    condition: tuple[str, Node, Node], lets: Mapping[str, Node], setting: Setting, samples: Samples
) -> Iterator[Lack]:
    """A side condition on the letter, for what is put for it: given are the others only."""
    sign, *sides = condition
    left, right = (substitute(side, dict(lets)) for side in sides)
    others = tuple(one for one in setting.where if not lets.keys() & setting.depends(*one[1:]))
    loose = replace(setting, where=others)
    first, second = Quantity(left, loose), Quantity(right, loose)
    fresh, names = Samples(loose, samples.seed), ("the one side", "the other")
    if sign == "==":
        found = judge_equality(first, second, fresh, names)
    elif sign == "!=":
        apart = left if right == Number(0) else Binary("-", left, right)
        needed = Obligation("nonzero", apart, loose)
        if not needed.follows(Signs(loose)):
            yield Lack((Condition(str(needed), "a side condition on the letter asks for it"),))
        return
    else:
        found = judge_inequality(first, sign, second, fresh, names)
    if not found.accepted:
        said = f"{brief(left, loose.shape)} {_SIGNS.get(sign, sign)} {brief(right, loose.shape)}"
        yield Lack((Condition(said, "a side condition on the letter asks for it"),), found.witness)
    elif found.verdict is not Verdict.PROVED:
        yield Lack()


_SIGNS = {"==": "=", "<=": "≤", ">=": "≥"}
