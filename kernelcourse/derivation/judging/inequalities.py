"""An inequality: by rule, or it must survive instances, corners, many sizes, and a search for the smallest gap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.tree import Binary

from ..instances.comparison import shown
from ..instances.counted_sizes import SMALL, counts
from ..instances.cubes import cubes
from ..instances.instance import Instance, Profile
from ..instances.large import first_wrong
from ..instances.met import meets
from ..instances.moves import between_zeros, kinks, scaled, stepped
from ..instances.places import around, chained, solved
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..instances.special_matrices import paired_shifts, rows_around
from ..instances.telling_sizes import at_telling_sizes
from ..instances.wells import wells
from ..outcome import Outcome, Verdict, Warrant, Witness, conditions_of, needs_more, witness
from ..proving.algebraic.proof import surely_ordered
from ..proving.growth.proof import surely_grows
from ..proving.order import ordered
from ..proving.spectral import surely_spectral
from .descent import downhill
from .edges import edges
from .gaps import CLEAR, Gap
from .out_of_reach import OutOfReach
from .quadratic_forms import first_downhill
from .solved_conditions import freer

_SIZES = (1, 4, 6, 9, 12)
_LARGE = (21, 120)  # where no letter is a matrix
_SCALES = (Fraction(1, 64), Fraction(64), Fraction(1, 2**110), Fraction(2**110))
_NEAR_ZERO = (Fraction(1, 4), Fraction(1, 16))
_WIDER = (6, 8)
_AROUND = (4, 5)  # points on half a circle
_BENDING = 0.25  # seconds of computing for eigenvectors
_SECONDS = 0.7  # of computing, for one line; large sizes are tried after it
_CONFIRMING = 0.02  # where it is proved: numbers have a word too

_BY_RULE = (
    "by rule: what is left after taking away the common terms is a sum of things that cannot be negative"
)
_BY_CELLS = (
    "exactly: the difference has the right sign at a point of every region in which it is not zero, and an inner "
    "product ⟨x, z⟩ lies between ±‖x‖‖z‖ (Cauchy–Schwarz)"
)

_BY_EIGENVALUES = "exactly: it holds for each eigenvalue of the matrix instead of the matrix"
_BY_SLOPES = "exactly: the difference rises or falls between the zeros of its derivative, and is nowhere negative there"


def judge_inequality(
    left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]
) -> Outcome:
    """left sign right at every instance, sign one of <= >= < >."""
    if left.shape != right.shape and left.shape and right.shape:
        why = f"{left} is {shape_text(left.shape)}; {right} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, f"{why}: you cannot compare them", sign, kind="shape")
    setting = right.setting
    loose = freer(setting)
    if loose != setting:
        left, right = replace(left, setting=loose), replace(right, setting=loose)
        samples = Samples(loose, samples.seed)
    samples = samples.only(left.used | right.used)
    trial = _Trial(left, sign, right, samples, names)
    trial.stated = tuple(loose.define.keys() - setting.define.keys())
    found = trial.outcome()
    if found.verdict is not Verdict.TESTED:
        return found
    for boundary in edges(setting):
        there = Samples(boundary, samples.seed)
        beyond = judge_inequality(
            replace(left, setting=boundary), sign, replace(right, setting=boundary), there, names
        )
        if beyond.verdict is Verdict.REFUTED:
            return beyond
    return found


class _Trial(OutOfReach):
    stated: tuple[str, ...] = ()  # letters that a side condition gives by the others

    def outcome(self) -> Outcome:
        proved = "" if self.asked else self.by_proof()
        tight: list[Gap] = []
        limit = Limit(_CONFIRMING if proved else _SECONDS)
        for at in self.instances():
            if limit.over():
                break
            gap = self.gap(at)
            if gap is None:
                continue
            self.tested += 1
            if gap.broken:
                return self.refuted(gap.at)
            tight.append(gap)
        if proved:
            return Outcome(Verdict.PROVED, proved, self.sign, warrant=Warrant(proved))
        broken = self.between(limit) or self.swept(limit) or self.rare() or self.tight() or self.bent()
        if broken is not None:
            return self.refuted(broken)
        for gap in self.starts(tight):
            if limit.over():
                break
            pushed = (None if self.setting.where else self.valley(gap, limit)) or self.push(gap, limit)
            if pushed is not None:
                return self.refuted(pushed)
        found = downhill(self, self.samples) or first_wrong(
            self.setting, (self.left.node, self.right.node), self.clearly_broken
        )
        if found is not None:
            return self.refuted(found)
        found = self.tight_in_numbers()
        if found is not None:
            return self.refuted(found)
        return self.out_of_reach() or self.survived()

    def by_proof(self) -> str:
        """The reason why it holds everywhere, or nothing."""
        if ordered(self.low, self.high, self.strict):
            return _BY_RULE
        if surely_ordered(self.low.node, self.high.node, self.strict, self.setting):
            return _BY_CELLS
        if surely_spectral(self.low.node, self.high.node, self.strict, self.setting):
            return _BY_EIGENVALUES
        return _BY_SLOPES if surely_grows(self.low, self.high, self.strict) else ""

    def survived(self) -> Outcome:
        if self.tested < 3:
            why = self.trouble or "no instance satisfies the side conditions"
            return Outcome(Verdict.OPEN, f"could not decide: {why}", self.sign)
        why = f"tested: it survived {self.tested} instances and a search for the smallest gap"
        warrant = Warrant(
            "corners, sizes from 1 to 12 and large ones, and a search for the smallest gap", self.tested
        )
        if self.missing is None:
            return Outcome(Verdict.TESTED, why, self.sign, warrant=warrant)
        at, reason = self.missing
        found = self.shown(at)
        needed = conditions_of(self.asked, reason)
        return Outcome(
            Verdict.TESTED, needs_more(needed), self.sign, found, needed, warrant, kind="undefined"
        )

    def instances(self) -> Iterator[Instance]:
        yield from self.samples.standard
        yield from self.samples.at_literals((self.left.node, self.right.node), self.used)
        yield from at_telling_sizes((self.left.node, self.right.node), self.samples)
        difference = Binary("-", self.high.node, self.low.node)
        for at in self.samples.standard[:2]:
            spots = around, chained
            for moved in (one for spot in spots for one in spot((difference,), self.setting, at, self.used)):
                yield from self.samples.allowed(moved)
        yield from wells((difference,), self.samples, self.used)
        yield from self.samples.corners(self.used)
        yield from counts(self.setting, (self.left.node, self.right.node), self.samples.standard[:1])
        yield from self.samples.more(Profile("small"), 30)
        yield from self.samples.more(Profile("generic", "deficient"), 20)
        for size in (6, 9) if self.shaped() else ():
            yield from self.samples.low_rank(size)
        for size in self.sizes():
            sizes = dict.fromkeys(self.setting.sizes, size)
            found = next(iter(self.samples.sized(sizes)), None)
            if found is not None:
                yield found
                yield from self.samples.plain_corners(found, self.used, 8)
        for at in self.samples.standard[:4]:  # |x|³ ≤ |x|² is true for small numbers only
            for scale in _SCALES:
                larger = scaled(self.samples, at, scale)
                if meets(self.setting, larger):
                    yield larger
        yield from self.samples.counted(self.used)
        yield from self.samples.reciprocal(self.used)
        for at in self.samples.standard[:3]:
            for kink in (one for node in (self.left.node, self.right.node) for one in kinks(node)):
                for moved, _ in between_zeros(kink, self.setting, at):
                    yield from self.samples.allowed(moved)

    def sizes(self) -> tuple[int, ...]:
        return () if not self.samples.setting.sizes else _SIZES if self.shaped() else (*_SIZES, *_LARGE)

    def shaped(self) -> bool:
        """Is a letter a matrix?"""
        return any(len(range_.shape) > 1 for range_ in self.setting.given.values())

    def starts(self, tight: list[Gap]) -> list[Gap]:
        """Where a search may begin: the smallest gaps, of different sizes of the letters."""
        if any(sign == "==" for sign, _, _ in self.setting.where):
            return []
        chosen: dict[tuple[int, ...], Gap] = {}
        for gap in sorted(tight, key=lambda gap: gap.size):
            chosen.setdefault(tuple(gap.at.sizes.values()), gap)
        return list({id(gap): gap for gap in (*list(chosen.values())[:4], *tight[:3])}.values())

    def rare(self) -> Instance | None:
        """Each small size of a number that is only counted, matrices of many ranks whose square is 0, cubes."""
        found = list(
            counts(self.setting, (self.left.node, self.right.node), self.samples.standard[:1], SMALL)
        )
        for size in (4, 6) if self.shaped() else ():
            base = next(iter(self.samples.sized(dict.fromkeys(self.setting.sizes, size))), None)
            if base is None:
                continue
            found += [at for at in paired_shifts(self.setting, base, self.used) if meets(self.setting, at)]
        found += cubes(self.samples, self.used)
        gaps = map(self.gap, found)
        return next((gap.at for gap in gaps if gap is not None and gap.broken), None)

    def bent(self) -> Instance | None:
        """Where the gap is quadratic in a vector, that vector along an eigenvector; other letters also near 0."""
        if self.setting.where:
            return None
        starts = [*self.samples.standard, *self.samples.more(Profile("generic"), 10)]
        for size in _WIDER if self.setting.sizes and not self.shaped() else ():  # many points on a line
            starts += islice(self.samples.sized(dict.fromkeys(self.setting.sizes, size)), 1, 2)
        near = [scaled(self.samples, at, scale) for at in starts[:6] for scale in _NEAR_ZERO]
        difference = Binary("-", self.high.node, self.low.node)
        return first_downhill(
            difference, self.setting, [*self.around(), *starts, *near], self.breaks, Limit(_BENDING)
        )

    def around(self) -> Iterator[Instance]:
        """A matrix whose rows are points on half a circle."""
        for name, size in product(self.setting.sizes[:2] if self.shaped() else (), _AROUND):
            sizes = {**dict.fromkeys(self.setting.sizes, 2), name: size}
            for at in islice(self.samples.sized(sizes), 1):
                yield from rows_around(self.setting, at, self.used)

    def breaks(self, at: Instance) -> bool:
        gap = self.gap(at)
        return gap is not None and gap.broken

    def push(self, start: Gap, limit: Limit) -> Instance | None:
        """Random steps, their length adapted, that make the gap smaller; an instance where the inequality breaks."""
        rng = np.random.default_rng([self.samples.seed, 7])
        names = [name for name in self.setting.given if name in self.used and name not in start.at.sizes]
        best, length = start, 1.0
        for _ in range(60):
            if limit.over():
                return None
            moved = best.at
            for name in names:
                moved = moved.with_value(name, stepped(self.setting.given[name], moved, name, length, rng))
            if self.setting.where and not meets(self.setting, moved):
                continue
            try:
                size = self.measured(moved)
            except (Undefined, TooMuch):
                length *= 0.7
                continue
            if size <= CLEAR and self.violated(moved, size):
                return moved
            better = size < best.size
            best = Gap(moved, size, False) if better else best
            length = min(length * 1.6, 1e3) if better else max(length * 0.85, 1e-6)
        return None

    def refuted(self, at: Instance) -> Outcome:
        for small in [*self.samples.small(4), *self.samples.corners(self.used)][:60]:
            gap = self.gap(small)
            if gap is not None and gap.broken:
                at = small
                break
        return Outcome(Verdict.REFUTED, self.broken_somewhere, self.sign, self.shown(at))

    def shown(self, at: Instance) -> Witness:
        sides = dict(zip(self.names, shown(self.left, self.right, at), strict=True))
        found = witness(self.setting, at, (self.left.node, self.right.node), sides)
        stated = {name: solved(self.setting.define[name], self.setting, at) for name in self.stated}
        return Witness({**found.values, **stated}, found.sides)
