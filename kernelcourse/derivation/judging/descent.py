"""The gap of an inequality followed downhill along all letters at once, each within its range.

Random instances rarely come near a constant that is off by a little: (u·v)(v·w)(w·u) ≥ −1/8 is sharp for three lines at
60° only. So the letters are written in free numbers, and a quasi-Newton method (BFGS) looks for the smallest gap beside
the two sides; labels and clusters are changed one at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats

from ..instances.conditions import mended
from ..instances.instance import Instance
from ..instances.quantities import measured
from ..instances.samples import Samples
from ..ranges.charts import Chart
from ..ranges.entries import Profile
from .gaps import Gaps

_MOST = 40  # free numbers
_STARTS, _ROUNDS, _HALVINGS = 40, 60, 10
_SIZES = (2, 3, 4)
_DIFFERENCE = 1e-7  # of a free number
_FLAT, _LITTLE = 1e-10, 1e-13
_NEGATIVE = -1e-13
_LONGEST = 3.0  # a step
_BESIDE = 1e-3  # of the largest number on the way
_FLIPS = 40
_SECONDS = 0.25  # of computing, for one line


def downhill(gaps: Gaps, samples: Samples) -> Instance | None:
    """An instance at which the inequality breaks, at the foot of one of several slopes."""
    limit, rng = Limit(_SECONDS), np.random.default_rng([samples.seed, 23])
    for start in islice(_starts(gaps, samples), _STARTS):
        if limit.over():
            return None
        found = _Slope(gaps, start, rng).foot(limit)
        if found is not None:
            return found
    return None


def _starts(gaps: Gaps, samples: Samples) -> Iterator[Instance]:
    """Generic instances, of small sizes in turn; then any."""
    names = gaps.setting.sizes
    sized = [list(samples.sized(dict.fromkeys(names, size)))[1:2] for size in _SIZES] if names else []
    yield from (at for one in sized for at in one)
    yield from islice(samples.standard, 2, None)
    yield from samples.more(Profile("generic"), _STARTS)


@dataclass
class _Slope:
    """From one instance."""

    gaps: Gaps
    at: Instance
    rng: np.random.Generator

    def foot(self, limit: Limit) -> Instance | None:
        if self.at.exact is None:
            return None
        free = [one for one in self.gaps.setting.given if one in self.gaps.used and one not in self.at.sizes]
        charts = {one: self.gaps.setting.given[one].chart(self.at.exact[one]) for one in free}
        moving = {one: chart for one, chart in charts.items() if chart is not None}
        if sum(len(chart.start) for chart in moving.values()) > _MOST:
            return None
        self.flipped(free, limit)
        if moving:
            self.slid(moving, limit)
            self.flipped(free, limit)
        return self.at if self.height(self.at) < _NEGATIVE and self.gaps.violated(self.at, 0.0) else None

    def flipped(self, free: list[str], limit: Limit) -> None:
        """Letters with separate values moved to a lower neighbour as long as there is one."""
        lowest = self.height(self.at)
        for _ in range(_FLIPS):
            assert self.at.exact is not None
            moved = [
                self.at.with_value(name, value)
                for name in free
                for value in self.gaps.setting.given[name].neighbours(self.at.exact[name])
            ]
            if not moved or limit.over():
                return
            heights = [self.height(one) for one in moved]
            place = int(np.argmin(heights))
            if not heights[place] < lowest:
                return
            self.at, lowest = moved[place], heights[place]

    def slid(self, charts: dict[str, Chart], limit: Limit) -> None:
        """Along the free numbers; the instance becomes the exact one at the foot."""
        start = np.concatenate([chart.start for chart in charts.values()])
        ends = np.cumsum([len(chart.start) for chart in charts.values()])[:-1]

        def put(free: Any, exactly: bool) -> Instance:
            parts = dict(zip(charts, np.split(free, ends), strict=True))
            if exactly:
                there = self.at
                for name, part in parts.items():
                    there = there.with_value(name, charts[name].exact(part))
                return there
            values = {name: charts[name].value(part) for name, part in parts.items()}
            return Instance(self.at.sizes, {**self.at.values, **values}, None, self.at.profile)

        tied = bool(self.gaps.setting.where)

        def height(free: Any) -> float:
            try:
                there = put(free, tied)
                allowed = mended(self.gaps.setting, there) if tied else there
                return math.inf if allowed is None else self.height(allowed)
            except (*NO_VALUE, np.linalg.LinAlgError):
                return math.inf

        lowest = minimised(height, start + 0.3 * self.rng.normal(size=len(start)), limit)
        if lowest is None:
            return
        try:
            there = put(lowest, True)
            self.at = mended(self.gaps.setting, there) or self.at
        except NO_VALUE:
            return

    def height(self, at: Instance) -> float:
        """The gap beside the two sides: it has no unit, and no slope towards 0 ≤ 0."""
        floats = Floats()
        evaluator = Evaluator(at.values, self.gaps.setting.define, floats)
        try:
            small, large = (measured(one.tree, evaluator, floats) for one in (self.gaps.low, self.gaps.high))
        except NO_VALUE:
            return math.inf
        gap = np.min(np.real(np.subtract(large.value, small.value)))
        sides = sum(float(np.max(np.abs(one.value), initial=0.0)) for one in (small, large))
        found = float(gap) / (sides + _BESIDE * max(small.peak, large.peak) + 1e-300)
        return found if math.isfinite(found) else math.inf


def minimised(height: Callable[[Any], float], start: Any, limit: Limit) -> Any | None:
    """Where a function is small: BFGS with differences and halved steps; None where it has no value."""
    here, low = start, height(start)
    if not math.isfinite(low):
        return None
    unit = np.eye(len(start))
    slope, bend = _differences(height, here, low), unit
    for _ in range(_ROUNDS):
        if limit.over() or float(np.max(np.abs(slope))) < _FLAT:
            break
        step = -bend @ slope
        if step @ slope >= 0:
            step, bend = -slope, unit
        step *= min(1.0, _LONGEST / float(np.linalg.norm(step)))
        moved, lower = _halved(height, here, low, step, float(step @ slope))
        if moved is None:
            if bend is unit:
                break
            bend = unit
            continue
        fresh = _differences(height, moved, lower)
        way, turn = moved - here, fresh - slope
        if way @ turn > 1e-12 * float(np.linalg.norm(way) * np.linalg.norm(turn)):
            left = unit - np.outer(way, turn) / (way @ turn)
            bend = left @ bend @ left.T + np.outer(way, way) / (way @ turn)
        settled = low - lower < _LITTLE
        here, low, slope = moved, lower, fresh
        if settled:
            break
    return here


def _halved(
    height: Callable[[Any], float], here: Any, low: float, step: Any, along: float
) -> tuple[Any | None, float]:
    length = 1.0
    for _ in range(_HALVINGS):
        there = height(here + length * step)
        if there < low + 1e-4 * length * along:
            return here + length * step, there
        length /= 3
    return None, low


def _differences(height: Callable[[Any], float], here: Any, low: float) -> Any:
    spend(len(here))
    slope = np.zeros(len(here))
    for place in range(len(here)):
        size = _DIFFERENCE * max(1.0, abs(here[place]))
        there = here.copy()
        there[place] += size
        found = height(there)
        slope[place] = (found - low) / size if math.isfinite(found) else 0.0
    return slope
