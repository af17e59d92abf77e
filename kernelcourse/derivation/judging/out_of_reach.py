"""Where an inequality breaks beyond all instances: sizes that no array has room for, numbers with a million digits."""

from __future__ import annotations

from ..instances.alike import wrong_crowd
from ..outcome import Outcome, Verdict, Witness
from .far_out import first_far
from .long_sums import first_long
from .towering import first_towering
from .valleys import Valleys


class OutOfReach(Valleys):
    """What is only computed of it: entries that are alike, sums as integrals, powers of ten."""

    def out_of_reach(self) -> Outcome | None:
        return self.too_many() or self.too_long() or self.far_out()

    @property
    def broken_somewhere(self) -> str:
        drawn = {"<=": "≤", ">=": "≥"}.get(self.sign, self.sign)
        return f"{drawn} does not hold for all values of the letters"

    def too_many(self) -> Outcome | None:
        """Refuted at a size that no array has room for."""
        crowd = wrong_crowd(self.setting, self.low.node, self.high.node)
        if crowd is None:
            return None
        sides = crowd.sides if self.low is self.left else crowd.sides[::-1]
        found = Witness(crowd.told(), dict(zip(self.names, sides, strict=True)))
        return Outcome(Verdict.REFUTED, self.broken_somewhere, self.sign, found)

    def too_long(self) -> Outcome | None:
        """Refuted where a sum has more terms than can be added up."""
        found = first_long(self.low.node, self.high.node, self.setting)
        if found is None:
            return None
        name, size, *pair = found
        sides = dict(zip(self.names, pair if self.low is self.left else pair[::-1], strict=True))
        return Outcome(Verdict.REFUTED, self.broken_somewhere, self.sign, Witness({name: size}, sides))

    def far_out(self) -> Outcome | None:
        """Refuted where a number is 10 to the power of a million."""
        if self.setting.where or self.left.shape or self.right.shape:
            return None
        for at in self.samples.standard[:2]:
            found = first_far(self.low.node, self.high.node, self.setting, at)
            found = found or first_towering(self.low.node, self.high.node, self.setting, at)
            if found is not None:
                pair = found.pop("low"), found.pop("high")
                sides = dict(zip(self.names, pair if self.low is self.left else pair[::-1], strict=True))
                return Outcome(Verdict.REFUTED, self.broken_somewhere, self.sign, Witness(found, sides))
        return None
