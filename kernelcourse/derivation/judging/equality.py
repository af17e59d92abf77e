"""Two expressions are equal: proved in prime fields, or tested at instances; a small difference is the witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.effort import Limit
from kernelcourse.language.elementary import NEGATIVE
from kernelcourse.language.errors import TooMuch, Undefined

from ..instances.comparison import Comparison, apart, compare
from ..instances.counted_sizes import counts
from ..instances.instance import Instance
from ..instances.large import first_wrong
from ..instances.matrix_places import matrix_places
from ..instances.moves import between_zeros, kinks, nearly_tied
from ..instances.places import around, chained
from ..instances.quantities import Gradient, Quantity
from ..instances.samples import Samples
from ..instances.telling_sizes import at_telling_sizes
from ..instances.wells import wells
from ..outcome import Outcome, Verdict, Warrant, conditions_of, needs_more, witness
from ..proving.defined import surely_fails, unproved
from ..proving.identity import Identity, identity
from ..proving.obligation import Obligation
from ..ranges.numbers import Integer
from .hidden_constants import hidden_constants
from .jumps import at_a_jump
from .sign_changes import SOMEWHERE, changes_sign
from .sweeps import both_sides

_SECONDS = 0.8  # of computing, for one line
_CONFIRMING = 0.3  # where the fields found no difference
_LOOKING = 0.5  # and nothing grants that the line has a value
_HURRIED = 0.2  # where exact numbers are too slow to get far
_ENOUGH, _MANY = 3, 30  # instances where the lines are equal
_SMALLEST = 0.4  # of computing, for the smallest witness
_CORNERS = 60
_LOOKED_AT = 2  # instances at which a difference beyond 60 digits is looked for
_SIZES = (9, 12, 20)  # where no proof was found
PROOF = "equal as expressions, for every size: both sides agree at random points of random prime fields"


def agree(left: Quantity, right: Quantity, samples: Samples, most: int = 99) -> bool:
    """A quick yes or no on the first few instances: for trying out repairs and rewritings."""
    samples, seen = samples.only(left.used | right.used), Counter[str]()
    for at in samples.standard[:most]:
        outcome = compare(left, right, at, thorough=False).outcome
        if outcome in ("different", "undefined"):
            return False
        seen[outcome] += 1
    return seen["equal"] > seen["unclear"]  # at some instances numbers may be too large to compare


def judge_equality(left: Quantity, right: Quantity, samples: Samples, names: tuple[str, str]) -> Outcome:
    """proved, tested, refuted with the smallest witness, or open with the reason; `names` of the two sides."""
    if left.shape != right.shape:
        why = f"{names[0]} is {shape_text(left.shape)}; {names[1]} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, why, kind="shape")
    found = identity(left, right)
    asked = unproved(right.node, right.setting, (left.node,))
    if found.proved and not asked:
        return Outcome(Verdict.PROVED, PROOF, warrant=_warrant(found))
    return _Trial(left, right, samples, names, found, asked).outcome()


def _warrant(found: Identity) -> Warrant:
    return Warrant("identity in random prime fields, at sizes beyond the number of indices", error=-60)


class _Trial:
    """The comparison at instances, corners included."""

    def __init__(
        self, left: Quantity, right: Quantity, samples: Samples, names: tuple[str, str], found: Identity,
        asked: tuple[Obligation, ...],
    ):  # fmt: skip
        self.left, self.right, self.names = left, right, names
        self.samples = samples.only(left.used | right.used)
        self.found, self.asked = found, asked
        self.equal = self.exact = 0
        self.undefined: Comparison | None = None
        self.doubts: list[Comparison] = []

    def instances(self) -> Iterator[Instance]:
        if self.found.equal is False:  # where the field saw a difference, numbers will see it too
            for sizes in self.found.sizes:
                yield from self.samples.sized(dict(sizes))
        yield from self.samples.standard
        nodes = self.left.node, self.right.node
        yield from self.samples.at_literals(nodes, self.right.setting.depends(*nodes))
        if self.asked or not self.found.proved:
            yield from at_telling_sizes(nodes, self.samples)
        if self.asked:  # nothing grants that this line has a value: look where it may have none
            asked = self.right.setting.depends(*(one.node for one in self.asked))
            divisors = [one.node for one in self.asked]
            yield from matrix_places(divisors, self.samples, asked)
            for at in self.samples.standard[:1]:
                for moved in chained(divisors, self.right.setting, at, asked):
                    yield from self.samples.allowed(moved)
            yield from self.samples.corners(asked)
            for one in self.asked if self.undefined is None else ():
                if one.need in ("nonzero", "invertible"):
                    yield from self.samples.without(one.node)
            yield from islice(self.samples.together(asked), 400)
        used, given = self.right.setting.depends(self.left.node, self.right.node), self.right.setting.given
        yield from self.samples.corners(used)
        yield from self.samples.counted(used)
        bends = [one for node in nodes for one in kinks(node)]
        for at in self.samples.standard[:3]:
            for kink in bends:
                for moved, _ in between_zeros(kink, self.right.setting, at):
                    yield from self.samples.allowed(moved)
        for at in self.samples.standard[:2]:
            for moved in nearly_tied(nodes, self.right.setting, at):
                yield from self.samples.allowed(moved)
        for at in self.samples.standard[:1]:
            for moved in around(bends, self.right.setting, at, used):
                yield from self.samples.allowed(moved)
        yield from wells(nodes, self.samples, used)
        for at, kink in product(self.samples.standard[:1], bends if not self.right.setting.where else ()):
            yield from both_sides(kink, self.right.setting, at)
        whole = [name for name in used & given.keys() if isinstance(given[name], Integer)]
        if (
            bends or len(whole) > 1
        ):  # |a − b| = a − b may be wrong only where a is near its lower end and b near its upper one
            yield from islice(self.samples.together(used, ends=True), _CORNERS)
        if not self.found.proved:
            yield from counts(self.right.setting, nodes, self.samples.standard[:1])
        if not self.found.equal:
            for size in _SIZES if self.right.setting.sizes else ():
                yield from islice(self.samples.sized(dict.fromkeys(self.right.setting.sizes, size)), 2)

    def outcome(self) -> Outcome:
        limit = Limit(_SECONDS if not self.found.equal else _LOOKING if self.asked else _CONFIRMING)
        for at in self.instances():
            if limit.over() or (self.found.proved and self.undefined is not None and self.equal >= _ENOUGH):
                break
            found = compare(self.left, self.right, at)
            if found.outcome == "different":
                return self.refuted(found)
            if found.outcome == "undefined":
                if (
                    self.asked or NEGATIVE not in found.why
                ):  # else it is rounding: 1 − cos²a is never negative
                    self.undefined = self.undefined or found
            elif found.outcome == "equal":
                self.equal, self.exact = self.equal + 1, self.exact + found.exact
                hidden = self.hidden(at) if found.exact and self.exact <= _LOOKED_AT else None
                if hidden is not None:
                    return self.refuted(hidden)
            else:
                self.doubts.append(found)
        outcome = self.accepted() if self.equal >= _ENOUGH else self.undecided()
        if outcome.verdict is Verdict.TESTED and self.equal < _MANY and limit.over():
            hurried = self.hurried()
            if hurried is not None:
                return self.refuted(hurried)
        for looked in (self.large, self.jump) if outcome.verdict is Verdict.TESTED else ():
            wrong = looked()
            if wrong is not None:
                return self.refuted(wrong)
        return outcome

    def hurried(self) -> Comparison | None:
        """Where exact numbers were too slow to get far: floats at the special values of the letters."""
        limit = Limit(_HURRIED)
        used = self.right.setting.depends(self.left.node, self.right.node)
        for at in islice(self.samples.corners(used), _CORNERS):
            if limit.over():
                break
            found = compare(self.left, self.right, at, thorough=False)
            if found.outcome == "different":
                return found
        return None

    def jump(self) -> Comparison | None:
        return at_a_jump(self.left, self.right, self.samples)

    def hidden(self, at: Instance) -> Comparison | None:
        """Where nothing is proved, and the numbers are not fractions: a difference beyond 60 digits."""
        if self.found.equal or (self.left.rational and self.right.rational):
            return None
        return apart(self.left, self.right, at)

    def large(self) -> Comparison | None:
        """A large instance, in floats, where the two lines are clearly different."""
        if isinstance(self.left, Gradient):
            return None
        nodes = self.left.node, self.right.node
        sides = lambda at: compare(self.left, self.right, at, thorough=False)  # noqa: E731
        at = first_wrong(self.right.setting, nodes, lambda at: sides(at).outcome == "different")
        return None if at is None else sides(at)

    def accepted(self) -> Outcome:
        unclear = [doubt for doubt in self.doubts if doubt.outcome == "unclear"]
        if self.equal >= _MANY:  # what is too large to compute somewhere leaves no doubt about the rest
            unclear = [doubt for doubt in unclear if doubt.left is not None]
        if unclear and self.exact < 2 and not self.found.equal:
            return self.undecided()
        if self.found.equal is False and self.found.every_size:
            return Outcome(
                Verdict.OPEN,
                "could not decide: as expressions the lines differ, but no small numbers show it",
            )
        if not self.found.equal and hidden_constants((self.left, self.right)):
            said = "could not decide: a constant of this line is too small, or too large, to be seen beside the rest"
            return Outcome(Verdict.OPEN, said)
        proved = self.found.proved and (self.undefined is not None or not self.asked)
        verdict = Verdict.PROVED if proved else Verdict.TESTED
        warrant = _warrant(self.found) if proved else Warrant(self.reason(), self.equal)
        why = PROOF if proved else f"tested: equal in {self.tally()}"
        if self.undefined is None:
            fails = [one for one in self.asked if surely_fails(one, self.right.setting)]
            turns = [one for one in self.asked if one not in fails and changes_sign(one, self.samples)]
            needed = conditions_of([*fails, *turns], SOMEWHERE if turns else "") if fails or turns else ()
            said = f"{needs_more(needed)} where the previous line has a value" if needed else why
            return Outcome(verdict, said, conditions=needed, warrant=warrant)
        small = smallest(self.left, self.right, self.samples, self.undefined)
        sides = {self.names[0]: small.left, self.names[1]: None}
        shown = witness(self.right.setting, small.at, (self.left.node, self.right.node), sides)
        needed = conditions_of(self.asked, small.why)
        why = f"{needs_more(needed)} where the previous line has a value"
        return Outcome(verdict, why, witness=shown, conditions=needed, warrant=warrant, kind="undefined")

    def reason(self) -> str:
        if self.found.proved:
            return "an identity where it is defined; definedness by instances"
        return "random numbers and the special values of every letter, small sizes and large ones"

    def tally(self) -> str:
        floats = self.equal - self.exact
        if not self.exact:
            return f"{floats} instances, up to rounding"
        counted = "1 instance" if self.exact == 1 else f"{self.exact} instances"
        return f"{counted} exactly" + (f" and in {floats} up to rounding" if floats else "")

    def undecided(self) -> Outcome:
        unclear = [doubt for doubt in self.doubts if doubt.outcome == "unclear"]
        if unclear:
            why = f"{unclear[0].why}; write the step with fewer inverses or roots"
            return Outcome(Verdict.OPEN, f"could not decide: {why}")
        if self.undefined is not None:
            shown = witness(self.right.setting, self.undefined.at, (self.left.node, self.right.node),
                            {self.names[0]: self.undefined.left, self.names[1]: None})  # fmt: skip
            why = f"this line has no value where the previous one has: {self.undefined.why}"
            return Outcome(Verdict.REFUTED, why, witness=shown, kind="undefined")
        why = self.doubts[0].why if self.doubts else "no instance satisfies the side conditions"
        advice = "give the letters a range, or a side condition, where it has one"
        said = f"could not decide: the previous line has no value at the instances tried ({why}); {advice}"
        return Outcome(Verdict.OPEN, said)

    def refuted(self, wrong: Comparison) -> Outcome:
        small = smallest(self.left, self.right, self.samples, wrong)
        sides = {self.names[0]: small.left, self.names[1]: small.right}
        where = witness(self.right.setting, small.at, (self.left.node, self.right.node), sides)
        return Outcome(Verdict.REFUTED, "the two lines have different values", witness=where)


def smallest(left: Quantity, right: Quantity, samples: Samples, wrong: Comparison) -> Comparison:
    """The first small integer instance that refutes as `wrong` does; `wrong` itself if none is found."""
    best: Comparison | None = None
    limit = Limit(_SMALLEST)
    for at in samples.small():
        if limit.over() or (best is not None and sum(at.sizes.values()) > sum(best.at.sizes.values())):
            break
        try:
            found = compare(left, right, at)
        except (Undefined, TooMuch):
            continue
        if found.outcome == wrong.outcome and (best is None or _cost(found) < _cost(best)):
            best = found
    return best or wrong


def _cost(found: Comparison) -> float:
    """Few different, small, whole numbers are easier to check by hand."""
    source = found.at.exact if found.at.exact is not None else found.at.values
    total = 0.0
    for value in source.values():
        for entry in np.ravel(np.asarray(value, dtype=object)):
            size = abs(complex(entry))
            total += size + (0 if size == round(size) else 3) + (1 if size == 0 else 0)
    return total
