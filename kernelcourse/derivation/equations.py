"""Between two equations: ⇔, ⇒ or ⇐, found by comparing their solution sets at every instance.

A is contained in B if one solution of A solves B and the directions of A are directions of B. Where K is singular
the two can differ although they agree for every invertible K: that is what cancelling K hides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.language.evaluate import TooMuch, Undefined
from kernelcourse.language.exact import NotRational, Unsupported
from kernelcourse.language.letters import letter

from .instances import Instance
from .outcome import Outcome, Verdict, Witness, witness
from .samples import Samples
from .solutions import Affine, Equation, affine_solutions, sampled_solutions, solves, split

SIGNS = {"iff": "⇔", "implies": "⇒", "implied by": "⇐", "": "neither follows from the other"}


@dataclass
class Inclusion:
    """Is every solution of one a solution of the other? counter = (instance, unknown) where not."""

    counter: tuple[Instance, Any] | None = None
    tested: int = 0  # instances where the smaller set was not empty
    trivial: int = 0  # instances where it was {0} although the larger set was not

    def note(self, at: Instance, escaped: Any | None, nonempty: bool) -> None:
        self.tested += nonempty
        if escaped is not None and (self.counter is None or _size(at) < _size(self.counter[0])):
            self.counter = (at, escaped)


def _size(at: Instance) -> tuple[bool, int]:
    return at.exact is None, sum(at.sizes.values())


def judge_equation(
    previous: Equation, this: Equation, claim: str, samples: Samples, quick: bool = False
) -> Outcome:
    """Find the true relation, compare it with the claim; `quick` looks for no small witness."""
    forward, backward = Inclusion(), Inclusion()
    how: set[str] = set()
    trouble = ""
    rng = np.random.default_rng([samples.seed, 5])
    for place, at in enumerate(samples.standard):
        try:
            if place >= 6 and "newton" in how:
                break  # sampled solutions are slow, and six instances say enough
            _compare(previous, this, at, forward, backward, how, place < 6 and not quick, rng)
            if quick and (forward.counter or backward.counter) and claim == "iff":
                break
        except TooMuch as error:
            trouble = str(error)
    if not quick and (forward.counter is not None or backward.counter is not None):
        _smaller(previous, this, samples, forward, backward, how, rng)
    ahead = forward.counter is None and forward.tested > 0
    back = backward.counter is None and backward.tested > backward.trivial
    truth = "iff" if ahead and back else "implies" if ahead else "implied by" if back else ""
    needed = {"iff": ahead and back, "implies": ahead, "implied by": back}[claim]
    if needed:
        stronger = f"; in fact {SIGNS[truth]} holds" if truth != claim else ""
        return Outcome(Verdict.TESTED, f"{SIGNS[claim]}: {_method(how)}{stronger}", truth)
    if backward.counter is None and forward.tested and backward.tested <= backward.trivial:
        why = "this equation has no solution, or none but zero; the previous one has"
        found = _witness(this, previous, *forward.counter) if forward.counter is not None else None
        return Outcome(Verdict.REFUTED, why, truth, found)
    if forward.counter is None and backward.counter is None:
        if backward.tested and not forward.tested:
            why = "the previous equation has no solution at any instance tried, so it implies nothing worth saying"
            return Outcome(Verdict.OPEN, f"could not decide: {why}", truth)
        why = trouble or "no solution of either equation was found; give the line before in another form"
        return Outcome(Verdict.OPEN, f"could not decide: {why}", truth)
    return _refuted(previous, this, claim, truth, forward, backward)


def _method(how: set[str]) -> str:
    if how == {"affine"}:
        return "the solution sets, compared by their null spaces, agree with that at every instance"
    return "every solution found by Newton from many starts was tried in the other equation"


def _refuted(
    previous: Equation, this: Equation, claim: str, truth: str, forward: Inclusion, backward: Inclusion
) -> Outcome:
    name = " and ".join(letter(one) for one in this.unknown)
    only = f"{SIGNS[truth]} only" if truth else SIGNS[""]
    if forward.counter is not None and claim in ("iff", "implies"):
        at, flat = forward.counter
        why = f"{only}: this {name} solves the previous equation and not this one"
        kind = "lost" if truth == "implied by" else ""
    else:
        assert backward.counter is not None
        at, flat = backward.counter
        why = f"{only}: this {name} solves this equation and not the previous one"
        kind = "gained" if truth == "implies" else ""
    return Outcome(Verdict.REFUTED, why, truth, _witness(this, previous, at, flat), kind=kind)


def _witness(this: Equation, previous: Equation, at: Instance, flat: Any) -> Witness:
    nodes = (this.left, this.right, previous.left, previous.right)
    found = witness(this.setting, at, nodes, split(np.asarray(flat), at, this.unknown))
    values = {name: value for name, value in found.values.items() if name not in this.unknown}
    return Witness(values, {letter(name): value for name, value in found.sides.items()})


def _compare(
    previous: Equation, this: Equation, at: Instance, forward: Inclusion, backward: Inclusion, how: set[str],
    exact_wanted: bool, rng: np.random.Generator,
) -> None:  # fmt: skip
    pair = _affine_pair(previous, this, at, exact_wanted)
    if pair is not None:
        how.add("affine")
        first, second = pair
        if not exact_wanted and _doubtful(previous, this, at, first, second):
            return _compare(previous, this, at, forward, backward, how, True, rng)
        if first is not None:
            forward.note(at, None if second is None else _escape(first, this, at), not first.empty)
        if second is not None:
            escaped = _escape(second, previous, at) if first is not None else None
            trivial = first is not None and second.only_zero and not first.only_zero and not first.empty
            backward.note(at, escaped, not second.empty and not trivial)
            backward.trivial += trivial
        if first is not None and second is None and not first.empty:
            forward.note(
                at, first.particular, True
            )  # this line has no value here, the previous one has a solution
        return
    how.add("newton")
    for equation, other, inclusion in ((previous, this, forward), (this, previous, backward)):
        found = sampled_solutions(equation, at, 3, rng)
        escaped = next((flat for flat in found if not solves(other, at, flat, False)), None)
        inclusion.note(at, escaped, bool(found))


def _doubtful(
    previous: Equation, this: Equation, at: Instance, first: Affine | None, second: Affine | None
) -> bool:
    """Floats found a counterexample: near a singular matrix that may be round-off, so fractions decide."""
    if at.exact is None:
        return False
    if first is None or second is None:
        return first is not second
    return _escape(first, this, at) is not None or _escape(second, previous, at) is not None


def _affine_pair(
    previous: Equation, this: Equation, at: Instance, exact_wanted: bool
) -> tuple[Affine | None, Affine | None] | None:
    """Both solution sets (None where an equation has no value), or None if one of them is not affine."""
    for exact in (True, False) if exact_wanted and at.exact is not None else (False,):
        found: list[Affine | None] = []
        try:
            for equation in (previous, this):
                try:
                    solution = affine_solutions(equation, at, exact)
                    if solution is None:
                        return None
                    found.append(solution)
                except Undefined:
                    found.append(None)
        except (NotRational, Unsupported, TypeError, AttributeError):
            continue
        return found[0], found[1]
    return None


def _escape(space: Affine, other: Equation, at: Instance) -> Any | None:
    """A point of the space that does not solve the other equation, or None."""
    if space.empty:
        return None
    points = [space.particular]
    points += [space.particular + space.basis[:, place] for place in range(space.basis.shape[1])]
    return next((point for point in points if not solves(other, at, point, space.exact)), None)


def _smaller(
    previous: Equation, this: Equation, samples: Samples, forward: Inclusion, backward: Inclusion, how: set[str],
    rng: np.random.Generator,
) -> None:  # fmt: skip
    """Replace the counterexamples by smaller ones where there are any."""
    missing = (forward.counter is not None) + (backward.counter is not None)
    seen = Inclusion(), Inclusion()
    for at in samples.small(3):
        try:
            _compare(previous, this, at, *seen, how, True, rng)
        except (TooMuch, Undefined):
            continue
        if (seen[0].counter is not None) + (seen[1].counter is not None) >= missing:
            break
    for inclusion, small in ((forward, seen[0]), (backward, seen[1])):
        if inclusion.counter is not None and small.counter is not None:
            inclusion.counter = small.counter
