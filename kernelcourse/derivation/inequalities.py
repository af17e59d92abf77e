"""An inequality must survive random instances, zero vectors, and a search that pushes the gap down."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.evaluate import TooMuch, Undefined
from kernelcourse.language.exact import Unsupported, precision
from kernelcourse.language.shapes import brief

from .conditions import meets
from .instances import Instance, Profile
from .outcome import PREVIOUS, Outcome, Verdict, witness
from .quantities import Quantity
from .samples import Samples

_FREE = ("vector", "matrix", "scalar", "positive", "positive_vector", "nonnegative", "interval")
_ROUND_OFF = 1e-9


def judge_inequality(
    left: Quantity, sign: str, right: Quantity, samples: Samples, names: tuple[str, str]
) -> Outcome:
    """left sign right at every instance, sign one of <= >= < >."""
    if left.shape != right.shape and left.shape and right.shape:
        why = f"{brief(left.node)} is {shape_text(left.shape)}; {brief(right.node)} is {shape_text(right.shape)}"
        return Outcome(Verdict.REFUTED, f"{why}: you cannot compare them", sign, kind="shape")
    low, high = (left, right) if sign[0] == "<" else (right, left)
    strict = len(sign) == 1
    tested = 0
    trouble = ""
    worst: tuple[float, Instance] | None = None
    for at in _instances(samples):
        try:
            gap = _gap(low, high, at)
        except (Undefined, TooMuch) as error:
            trouble = str(error)
            if names[0] == PREVIOUS and isinstance(error, Undefined) and _defined(left, at):
                found = witness(right.setting, at, (left.node, right.node), {names[1]: None})
                why = f"this line does not always have a value where the previous one has: {error}"
                return Outcome(Verdict.REFUTED, why, sign, found, kind="undefined")
            continue
        tested += 1
        if _violated(low, high, at, gap, strict):
            return _refuted(left, right, sign, samples, names, at, low, high, strict)
        if worst is None or gap < worst[0]:
            worst = (gap, at)
    if worst is not None:
        pushed = _push(low, high, worst[1], strict, samples)
        if pushed is not None:
            return _refuted(left, right, sign, samples, names, pushed, low, high, strict)
    if tested < 3:
        return Outcome(
            Verdict.OPEN, f"could not decide: {trouble or 'no instance satisfies the side conditions'}", sign
        )
    return Outcome(Verdict.TESTED, f"it survived {tested} instances and a search for the smallest gap", sign)


def _defined(quantity: Quantity, at: Instance) -> bool:
    try:
        quantity.measure(at)
    except (Undefined, TooMuch):
        return False
    return True


def _instances(samples: Samples) -> Any:
    yield from samples.standard
    yield from samples.more(Profile("small"), 15)
    yield from samples.more(Profile("generic", "deficient"), 15)
    if not any(relation == "==" for relation, _, _ in samples.setting.where):
        for at in samples.standard[:2]:
            yield _with_zeros(samples, at)
    for at in samples.standard[:4]:  # |x|³ ≤ |x|² is true for small numbers only
        for scale in (Fraction(1, 64), Fraction(64)):
            scaled = _scaled(samples, at, scale)
            if meets(samples.setting, scaled):
                yield scaled


def _scaled(samples: Samples, at: Instance, scale: Fraction) -> Instance:
    """The same instance with every free vector and matrix made smaller or larger."""
    for name, range_ in samples.setting.given.items():
        if range_.kind in ("vector", "matrix", "complex_vector"):
            value = at.exact[name] * scale if at.exact is not None else at.values[name] * float(scale)
            at = at.with_value(name, value)
    return at


def _with_zeros(samples: Samples, at: Instance) -> Instance:
    """The same instance with every free vector zero."""
    for name, range_ in samples.setting.given.items():
        if range_.kind == "vector":
            at = at.with_value(name, at.exact[name] * 0 if at.exact is not None else at.values[name] * 0)
    return at


def _gap(low: Quantity, high: Quantity, at: Instance) -> float:
    """The smallest of (high − low), relative to the numbers it was made from."""
    small, large = low.measure(at), high.measure(at)
    difference = np.subtract(large.value, small.value)
    if np.iscomplexobj(difference):
        if np.max(np.abs(np.imag(difference))) > _ROUND_OFF * max(small.peak, large.peak):
            raise Undefined("complex numbers cannot be compared")
        difference = np.real(difference)
    return float(np.min(difference)) / max(small.peak, large.peak, 1e-300)


def _violated(low: Quantity, high: Quantity, at: Instance, gap: float, strict: bool) -> bool:
    if gap < -1e-6:
        return True
    if gap > _ROUND_OFF:
        return False
    try:  # near equality only exact numbers can tell
        with precision():
            difference = np.min(np.asarray(high.exactly(at) - low.exactly(at), dtype=object))
        return bool(difference <= 0 if strict else difference < -(10**-40))
    except (Unsupported, Undefined, TooMuch, TypeError):
        return bool(strict and gap == 0)


def _push(low: Quantity, high: Quantity, at: Instance, strict: bool, samples: Samples) -> Instance | None:
    """Random steps that make the gap smaller; an instance where the inequality breaks, or None."""
    if any(relation == "==" for relation, _, _ in samples.setting.where):
        return None
    rng = np.random.default_rng([samples.seed, 7])
    given = samples.setting.given
    names = [
        name
        for name in given
        if given[name].kind in _FREE and name in low.setting.depends(low.node, high.node)
    ]
    if not names:
        return None
    best = _gap(low, high, at)
    for step in range(60):
        values = dict(at.values)
        for name in names:
            scale = 10.0 ** -(step % 3)
            if given[name].kind in ("vector", "matrix", "scalar"):
                values[name] = values[name] + scale * rng.normal(size=np.shape(values[name]))
            elif given[name].kind != "interval":
                values[name] = values[name] * np.exp(scale * rng.normal(size=np.shape(values[name])))
        moved = replace(at, values=values, exact=None)
        try:
            gap = _gap(low, high, moved)
        except (Undefined, TooMuch):
            continue
        if gap < -1e-6:
            return moved
        if gap < best:
            best, at = gap, moved
    return None


def _refuted(
    left: Quantity, right: Quantity, sign: str, samples: Samples, names: tuple[str, str], at: Instance, low: Quantity,
    high: Quantity, strict: bool,
) -> Outcome:  # fmt: skip
    candidates = list(samples.small(4))
    if strict and not any(relation == "==" for relation, _, _ in samples.setting.where):
        candidates = [_with_zeros(samples, one) for one in candidates[:3]] + candidates
    for small in candidates:
        try:
            if _violated(low, high, small, _gap(low, high, small), strict):
                at = small
                break
        except (Undefined, TooMuch):
            continue
    sides = {names[0]: left.measure(at).value, names[1]: right.measure(at).value}
    found = witness(right.setting, at, (left.node, right.node), sides)
    return Outcome(Verdict.REFUTED, f"{sign} does not hold for all values of the letters", sign, found)
