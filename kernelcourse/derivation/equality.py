"""Two expressions are equal if they are at every instance; the smallest instance where they are not is the witness."""

from __future__ import annotations

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.evaluate import TooMuch, Undefined

from .outcome import Outcome, Tally, Verdict, witness
from .quantities import Comparison, Quantity, compare
from .samples import Samples


def agree(left: Quantity, right: Quantity, samples: Samples, most: int = 99) -> bool:
    """A quick yes or no on the first few instances: for trying out repairs and rewritings."""
    seen = 0
    for at in samples.standard[:most]:
        outcome = compare(left, right, at).outcome
        if outcome in ("different", "undefined", "unclear"):
            return False
        seen += outcome == "equal"
    return seen > 0


def judge_equality(left: Quantity, right: Quantity, samples: Samples, names: tuple[str, str]) -> Outcome:
    """holds, fails with the smallest witness, or undecided with the reason; `names` are those of the two sides."""
    if left.shape != right.shape:
        why = f"{names[0]} is {shape_text(left.shape)}; {names[1]} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, why, kind="shape")
    tally = Tally()
    doubts: list[Comparison] = []
    wrong: Comparison | None = None
    for place, at in enumerate(samples.standard):
        found = compare(left, right, at, thorough=samples.thorough(place))
        if found.outcome == "equal":
            tally.equal += 1
            tally.exact += found.exact
        elif found.outcome in ("different", "undefined"):
            if wrong is None or wrong.outcome == "undefined":
                wrong = found
            if found.outcome == "different":
                break
        else:
            doubts.append(found)
    if wrong is not None:
        return _refuted(left, right, samples, names, wrong)
    unclear = [doubt for doubt in doubts if doubt.outcome == "unclear"]
    if tally.equal >= 3 and (not unclear or tally.exact >= 2):
        return Outcome(Verdict.TESTED, f"equal {tally.sentence()}")
    if unclear:
        return Outcome(
            Verdict.OPEN, f"could not decide: {unclear[0].why}; write the step with fewer inverses or roots"
        )
    why = doubts[0].why if doubts else "no instance satisfies the side conditions"
    advice = "give the letters a range, or a side condition, where it has one"
    return Outcome(
        Verdict.OPEN,
        f"could not decide: the previous line has no value at the instances tried ({why}); {advice}",
    )


def _refuted(
    left: Quantity, right: Quantity, samples: Samples, names: tuple[str, str], wrong: Comparison
) -> Outcome:
    small = smallest(left, right, samples, wrong)
    sides = {names[0]: small.left, names[1]: small.right}
    nodes = (left.node, right.node)
    where = witness(right.setting, small.at, nodes, sides)
    if wrong.outcome == "undefined":
        why = f"this line does not always have a value where the previous one has: {small.why}"
        return Outcome(Verdict.REFUTED, why, witness=where, kind="undefined")
    return Outcome(Verdict.REFUTED, "the two lines have different values", witness=where)


def smallest(left: Quantity, right: Quantity, samples: Samples, wrong: Comparison) -> Comparison:
    """The first small integer instance that refutes as `wrong` does; `wrong` itself if none is found."""
    best: Comparison | None = None
    for at in samples.small():
        if best is not None and sum(at.sizes.values()) > sum(best.at.sizes.values()):
            break
        try:
            found = compare(left, right, at, thorough=True)
        except (Undefined, TooMuch):
            continue
        if found.outcome == wrong.outcome and (best is None or _cost(found) < _cost(best)):
            best = found
    return best or wrong


def _cost(found: Comparison) -> float:
    """Few different, small, whole numbers are easier to check by hand."""
    import numpy as np

    source = found.at.exact if found.at.exact is not None else found.at.values
    total = 0.0
    for value in source.values():
        for entry in np.ravel(np.asarray(value, dtype=object)):
            size = abs(complex(entry))
            total += size + (0 if size == round(size) else 3) + (1 if size == 0 else 0)
    return total
