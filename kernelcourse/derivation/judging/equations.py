"""Between two equations: ⇔, ⇒ or ⇐, proved by a multiplier or found by comparing solution sets at instances.

Where K is singular the two can differ although they agree for every invertible K: that is what cancelling K hides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.letters import letter

from ..instances.instance import Instance
from ..instances.matrix_places import matrix_places
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..instances.special_points import special_escapes
from ..instances.wells import wells
from ..outcome import Outcome, Verdict, Warrant, Witness, witness
from ..proving.defined import covered, unproved
from ..proving.obligation import Obligation
from ..proving.unique import related
from .bound_solutions import is_bound
from .coefficients import beyond_a_zero
from .equation_needs import with_needs
from .escapes import escaped_point, escapes, in_range, some_solutions, within
from .roots import compare_roots
from .solutions import (
    TOLERANCE,
    Affine,
    Equation,
    Inclusion,
    affine_solutions,
    solves,
    split,
)

SIGNS = {"iff": "⇔", "implies": "⇒", "implied by": "⇐", "": "neither follows from the other"}
_CORNERS = 70
_SECONDS, _FEWEST = 0.6, 5  # of computing, for one line; instances that are tried, however long it takes
_INSTEAD = 0.1  # of computing, once the claim is refuted: which relation holds instead


def judge_equation(
    previous: Equation, this: Equation, claim: str, samples: Samples, quick: bool = False
) -> Outcome:
    """Find the true relation, compare it with the claim; `quick` looks for no small witness and no proof."""
    asked = unproved(this.residual, this.setting, (previous.residual,))
    nodes = previous.residual, this.residual
    if not (quick or asked) and (claim == "implies" or covered(*nodes, this.unknown, this.setting)):
        proof, truth = related(*nodes, this.unknown, claim, this.setting)
        if proof:
            said = f"{SIGNS[truth]}: {proof}"
            return Outcome(Verdict.PROVED, said, truth, warrant=Warrant(proof, error=-60))
    samples = samples.only(this.setting.depends(*nodes) | {*this.unknown, *previous.unknown})
    trial = _Trial(previous, this, claim, samples, quick, asked)
    trial.run()
    found = trial.outcome()
    return with_needs(found, asked, trial.missing, this, trial.nodes, samples)


class _Trial:
    def __init__(
        self, previous: Equation, this: Equation, claim: str, samples: Samples, quick: bool,
        asked: tuple[Obligation, ...]):  # fmt: skip
        self.previous, self.this, self.claim, self.samples, self.quick = previous, this, claim, samples, quick
        self.asked = asked
        self.nodes = (this.left, this.right, previous.left, previous.right)
        self.forward, self.backward = Inclusion(), Inclusion()
        self.claimed = [self.forward] * (claim != "implied by") + [self.backward] * (claim != "implies")
        self.how: set[str] = set()
        self.trouble = ""
        self.instances_seen = 0
        self.missing: tuple[Instance, str] | None = None  # where only this line has no value
        self.rng = np.random.default_rng([samples.seed, 5])

    def instances(self) -> Iterator[Instance]:
        sides = self.previous.residual, self.this.residual
        used = self.this.setting.depends(*sides) - set(self.this.unknown)
        yield from self.samples.high_powers(self.nodes, used)
        yield from () if self.quick else matrix_places(sides, self.samples, used)
        corners = islice(self.samples.corners(used), 0 if self.quick else _CORNERS)
        yield from self.samples.standard[:2]
        yield from () if self.quick else wells(sides, self.samples, self.this.setting.depends(*sides))
        yield from islice(corners, _FEWEST - 2)  # where a factor is zero, much else is a solution
        yield from self.samples.standard[2:]
        if (
            self.asked and not self.quick
        ):  # nothing grants that this line has a value: look where it may have none
            names = self.this.setting.depends(*(one.node for one in self.asked)) & used
            yield from islice(self.samples.together(names), _CORNERS)
        yield from corners
        yield from () if self.quick else self.samples.at_literals(self.nodes, used)

    def run(self) -> None:
        limit, refuted = Limit(_SECONDS), False
        self.try_special_values()
        for place, at in enumerate(self.instances()):
            if limit.over() and (refuted or self.instances_seen >= _FEWEST):
                break
            try:
                self.compare(at, self.forward, self.backward, not self.quick or place < 6)
                self.instances_seen += 1
            except TooMuch as error:
                self.trouble = str(error)
            if self.settled() or ("newton" in self.how and place > 24):
                break
            if not refuted and any(one.counter is not None for one in self.claimed):
                limit, refuted = Limit(_INSTEAD), True
        if not self.quick and not any(one.counter for one in self.claimed) and self.how:
            for at, point, ahead in beyond_a_zero(self.previous, self.this, self.samples):
                (self.forward if ahead else self.backward).note(at, point, True)
        if not self.quick and (self.forward.counter is not None or self.backward.counter is not None):
            self.smaller()

    def try_special_values(self) -> None:
        asked = self.this.setting.depends(*(one.node for one in self.asked))
        for found in () if self.quick else special_escapes(self.previous, self.this, self.samples, asked):
            if found.why:
                self.missing = self.missing or (found.at, found.why)
            else:
                inclusion = self.forward if found.ahead else self.backward
                inclusion.note(found.at, found.flat(self.this.unknown), False)

    def settled(self) -> bool:
        if self.quick:
            return (self.forward.counter or self.backward.counter) is not None and self.claim == "iff"
        return self.forward.counter is not None and self.backward.counter is not None

    def outcome(self) -> Outcome:
        forward, backward, claim = self.forward, self.backward, self.claim
        ahead = forward.counter is None and forward.tested > 0
        back = backward.counter is None and backward.tested > backward.trivial
        truth = "iff" if ahead and back else "implies" if ahead else "implied by" if back else ""
        if {"iff": ahead and back, "implies": ahead, "implied by": back}[claim]:
            stronger = f"; it seems that {SIGNS[truth]} holds" if truth != claim else ""
            why = f"{SIGNS[claim]}: tested: {self.method()}{stronger}"
            return Outcome(Verdict.TESTED, why, truth, warrant=Warrant(self.method(), self.instances_seen))
        if backward.counter is None and forward.tested and backward.tested <= backward.trivial:
            why = "this equation has no solution, or none but zero; the previous one has"
            found = self.witness(*forward.counter) if forward.counter is not None else None
            return Outcome(Verdict.REFUTED, why, truth, found)
        if all(one.counter is None for one in self.claimed):
            if backward.tested and not forward.tested:
                why = "the previous equation has no solution at any instance tried, so it implies nothing worth saying"
                return Outcome(Verdict.OPEN, f"could not decide: {why}", truth)
            why = "no solution of either equation was found; give the line before in another form"
            return Outcome(Verdict.OPEN, f"could not decide: {self.trouble or why}", truth)
        return self.refuted(truth)

    def method(self) -> str:
        if self.how <= {"affine", "polynomial"}:
            return "the solution sets, found by elimination, agree with that at every instance, singular ones included"
        return "every solution found from many starts was tried in the other equation"

    def refuted(self, truth: str) -> Outcome:
        name = " and ".join(letter(one) for one in self.this.unknown)
        only = f"{SIGNS[truth]} only" if truth else SIGNS[""]
        counter = self.forward.counter if self.claim in ("iff", "implies") else None
        if counter is not None:
            why = f"{only}: this {name} solves the previous equation and not this one"
            kind = "lost" if truth == "implied by" else ""
        else:
            counter = self.backward.counter
            why = f"{only}: this {name} solves this equation and not the previous one"
            kind = "gained" if truth == "implies" else ""
        assert counter is not None
        return Outcome(Verdict.REFUTED, why, truth, self.witness(*counter), kind=kind)

    def witness(self, at: Instance, flat: Any) -> Witness:
        this = self.this
        found = witness(this.setting, at, self.nodes, split(np.asarray(flat), at, this.unknown))
        values = {name: value for name, value in found.values.items() if name not in this.unknown}
        return Witness(values, {letter(name): value for name, value in found.sides.items()})

    def compare(self, at: Instance, forward: Inclusion, backward: Inclusion, exact_wanted: bool) -> None:
        pair = self.affine_pair(at, exact_wanted)
        if pair is not None:
            self.how.add("affine")
            if not exact_wanted and self.doubtful(at, *pair):
                self.compare(at, forward, backward, True)
            else:
                self.compare_affine(at, *pair, forward, backward)
            return
        if compare_roots(self.previous, self.this, at, forward, backward):
            self.how.add("polynomial")
            return
        self.how.add("newton")
        if self.undefined_here(at):
            return
        ways = (self.previous, self.this, forward), (self.this, self.previous, backward)
        for equation, other, inclusion in ways:
            tried = some_solutions(equation, at, 3 if self.quick else 4, self.rng)
            found = [one for one in tried if in_range(equation, at, one)]
            inclusion.note(at, escaped_point(equation, other, at, found), bool(found))

    def undefined_here(self, at: Instance) -> bool:
        """This line has no value whatever the unknown is, although the previous one has."""
        if not Quantity(self.previous.residual, self.previous.setting).has_value(at):
            return False
        try:
            Quantity(self.this.residual, self.this.setting).measure(at)
        except Undefined as error:
            self.missing = self.missing or (at, str(error))
            return True
        except TooMuch:
            pass
        return False

    def compare_affine(self, at: Instance, first: Affine | None, second: Affine | None, forward: Inclusion,
                       backward: Inclusion) -> None:  # fmt: skip
        if first is not None and second is None:
            self.undefined_here(at)
            return
        if first is not None:
            forward.note(at, self.escape(first, True, at), not first.empty)
        if second is not None:
            escaped = self.escape(second, False, at) if first is not None else None
            trivial = first is not None and second.only_zero and not first.only_zero and not first.empty
            backward.note(at, escaped, not second.empty and not trivial)
            backward.trivial += trivial

    def doubtful(self, at: Instance, first: Affine | None, second: Affine | None) -> bool:
        """Floats found a counterexample: near a singular matrix that may be round-off, so fractions decide."""
        if at.exact is None:
            return False
        if first is None or second is None:
            return first is not second
        return self.escape(first, True, at) is not None or self.escape(second, False, at) is not None

    def affine_pair(self, at: Instance, exact_wanted: bool) -> tuple[Affine | None, Affine | None] | None:
        """Both solution sets (None where an equation has no value), or None if one of them is not affine."""
        if any(is_bound(self.this.setting.given.get(name)) for name in self.this.unknown):
            return None
        for exact in (True, False) if exact_wanted and at.exact is not None else (False,):
            found: list[Affine | None] = []
            try:
                for equation in (self.previous, self.this):
                    try:
                        solution = affine_solutions(equation, at, exact)
                        if solution is None:
                            return None
                        found.append(within(equation, at, solution))
                    except Undefined:  # 1/x = 1/a has a value, if not at x = 0
                        if Quantity(equation.residual, equation.setting).has_value(at):
                            return None
                        found.append(None)
            except (NotRational, Unsupported, TypeError, AttributeError):
                continue
            return found[0], found[1]
        return None

    def escape(self, space: Affine, ahead: bool, at: Instance) -> Any | None:
        """A point of the space that does not solve the other equation, or None; eᵃˣ looks affine where a is tiny."""
        one, other = (self.previous, self.this) if ahead else (self.this, self.previous)
        moves = () if space.empty else (0 * space.particular, *space.basis.T)
        points = [point for point in (space.particular + move for move in moves) if in_range(one, at, point)]
        if space.exact or at.exact is None:
            return next((point for point in points if not solves(other, at, point, space.exact)), None)
        return next((point for point in points if escapes(one, other, at, point, TOLERANCE)), None)

    def smaller(self) -> None:
        """Replace the counterexamples by smaller ones where there are any."""
        missing = (self.forward.counter is not None) + (self.backward.counter is not None)
        seen = Inclusion(), Inclusion()
        limit = Limit(0.3)
        for at in self.samples.small(3):
            if limit.over():
                break
            try:
                self.compare(at, *seen, True)
            except (TooMuch, Undefined):
                continue
            if (seen[0].counter is not None) + (seen[1].counter is not None) >= missing:
                break
        for inclusion, small in ((self.forward, seen[0]), (self.backward, seen[1])):
            if inclusion.counter is not None and small.counter is not None:
                inclusion.counter = small.counter
