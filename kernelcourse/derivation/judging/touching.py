"""Where an inequality between numbers is tight, or broken in a narrow place: the lowest of many points, improved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.effort import Limit, spend
from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.evaluate import Evaluator, entrywise
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Node

from ..instances.instance import MODERATE, Instance, moderate
from ..instances.met import meets
from ..ranges.numbers import Interval, Nonnegative, Real
from ..reading.symbols import Setting, plain
from .stationary import FINE, FINEST, ROUGH, Point, Problem, stationary

_MANY, _FEW = 2000, 80  # random points; where they are computed one by one
_ROUNDS, _AROUND, _NEAR_BY = 40, 40, 6
_STARTS = 2
_MOST_LETTERS = 3
_MOST_ALONG = 5  # where letters are written out
_NEAR = Decimal(10) ** -20  # a gap of a rough point that may be 0
_NOTHING = {FINE: Decimal(10) ** -250, FINEST: Decimal(10) ** -590}  # gaps of fine points that are
_ZERO = Decimal(10) ** -100  # a coordinate that is
_SECONDS, _SECONDS_ALONG = 0.15, 0.4  # of computing, for one line


def touched(
    gap: Node,
    strict: bool,
    setting: Setting,
    used: frozenset[str],
    starts: list[Instance],
    along: bool = False,
) -> Iterator[Instance]:
    """Instances where high − low is negative, or zero under a strict sign, as far as 800 digits tell."""
    concerned = [one for one in setting.where if setting.depends(*one[1:]) & used]
    equations = [plain(Binary("-", left, right)) for sign, left, right in concerned if sign == "=="]
    letters = used | setting.depends(*equations)
    names = tuple(name for name in setting.given if name in letters)
    simple = all(isinstance(setting.given[name], Real) and setting.given[name].solid for name in names)
    most = _MOST_ALONG if along else _MOST_LETTERS
    if not names or len(names) + len(equations) > most or not simple or letters & {*setting.sizes}:
        return
    if any(setting.shape(one) for one in (gap, *equations)):
        return
    limit = Limit(_SECONDS_ALONG if along else _SECONDS)
    for at in starts[: 2 * _STARTS] if equations else _lowest(gap, names, setting, starts[:1]):
        if limit.over():
            return
        problem = Problem(gap, tuple(equations), names, setting, at, along)
        found = _tight(problem, strict)
        if found is not None and (len(equations) == len(concerned) or meets(setting, found)):
            yield found


def _tight(problem: Problem, strict: bool) -> Instance | None:
    rough = stationary(problem, ROUGH)
    if rough is None:
        return None
    try:
        height = _height(problem, rough)
        if abs(height) > _NEAR:
            return _there(problem, rough) if height < 0 else None
        if not strict:
            return None
        point: Point | None = rough
        for stage, nothing in _NOTHING.items():
            point = stationary(problem, stage, point)
            if point is None or abs(_height(problem, point)) > nothing:
                return None
    except (*NO_VALUE, NotRational):
        return None
    found = _there(problem, point)
    return found if found is not None and moderate(found, 5 * MODERATE) else None


def _height(problem: Problem, point: Point) -> Decimal:
    with precision(FINEST.digits):
        return problem.values(point)[0]


def _there(problem: Problem, point: Point | None) -> Instance | None:
    at = problem.at
    for name, one in zip(problem.names, point or [], strict=False):
        value = Fraction(one) if abs(one) > _ZERO else Fraction(0)
        if not problem.setting.given[name].holds(value):
            return None
        at = at.with_value(name, value)
    return at


def _lowest(gap: Node, names: tuple[str, ...], setting: Setting, bases: list[Instance]) -> Iterator[Instance]:
    """The lowest of many random points, each followed down by random steps."""
    rng = np.random.default_rng([len(names), 17])
    for base in bases:
        heights = _heights(gap, names, setting, base)
        count, near = (_MANY, _AROUND) if _plain_numbers(gap, setting) else (_FEW, _NEAR_BY)
        points = np.stack([_random(setting.given[name], rng, count) for name in names], axis=1)
        for start in points[np.argsort(heights(points))[:_STARTS]]:
            best, lowest, length = start, np.inf, 0.3
            for _ in range(_ROUNDS):
                around = best + length * (1 + np.abs(best)) * rng.normal(size=(near, len(names)))
                found = heights(around)
                place = int(np.argmin(found))
                better = found[place] < lowest
                if better:
                    best, lowest = around[place], found[place]
                length = min(1.3 * length, 1.0) if better else 0.5 * length
            if np.isfinite(lowest):
                at = base
                for name, one in zip(names, best, strict=True):
                    at = at.with_value(name, Fraction(float(one)))
                yield at


def _plain_numbers(gap: Node, setting: Setting) -> bool:
    """May many points be computed at once?"""
    return entrywise(plain(gap)) and not setting.depends(gap) & setting.define.keys()


def _heights(gap: Node, names: tuple[str, ...], setting: Setting, base: Instance) -> Callable[[Any], Any]:
    tree = plain(gap)

    def one_by_one(points: Any) -> Any:
        found = np.full(len(points), np.inf)
        for place, point in enumerate(points):
            inside = all(setting.given[name].holds(one) for name, one in zip(names, point, strict=True))
            try:
                values = {**base.values, **dict(zip(names, map(float, point), strict=True))}
                found[place] = Evaluator(values, setting.define, Floats())(tree) if inside else np.inf
            except NO_VALUE:
                continue
        return np.where(np.isnan(found), np.inf, found)

    def at_once(points: Any) -> Any:
        spend(0.1 * points.size)
        try:
            values = {**base.values, **dict(zip(names, points.T, strict=True))}
            found = np.broadcast_to(np.real(Evaluator(values, {}, Floats())(tree)), len(points))
        except (*NO_VALUE, AttributeError):
            return one_by_one(points[:_FEW])
        inside = np.ones(len(points), dtype=bool)
        for name, column in zip(names, points.T, strict=True):
            inside &= np.array([setting.given[name].holds(one) for one in column])
        return np.where(np.isfinite(found) & inside, found, np.inf)

    return at_once if _plain_numbers(gap, setting) else one_by_one


def _random(range_: Any, rng: np.random.Generator, count: int) -> Any:
    if isinstance(range_, Interval):
        low, high = (float(end) for end in range_.ends)
        return low + (high - low) * rng.uniform(size=count)
    if isinstance(range_, Nonnegative):
        return np.exp(2 * rng.normal(size=count))
    return rng.normal(size=count) * 10 ** rng.uniform(-1, 1.5, size=count)
