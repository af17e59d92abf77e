"""Instances that satisfy the side conditions: exactly when a condition is linear in a letter, by Newton otherwise.

`X @ w0 == 0` moves w0 into the null space of X, over the fractions. `K @ v == mu * v` is not linear in (v, mu):
Gauss–Newton from random starts finds eigenpairs to machine precision. Inequalities are met by drawing again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.elimination import pseudo_inverse, solutions
from kernelcourse.language.errors import NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.floats import Floats
from kernelcourse.language.tree import Binary, Name, Node, free_names

from .instances import Instance, Profile, draw
from .newton import newton
from .ranges import FREE, Range
from .symbols import Setting, plain

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<=": np.less_equal, ">=": np.greater_equal, "<": np.less, ">": np.greater,
    "!=": lambda left, right: np.abs(np.subtract(left, right)) > 1e-9,
}  # fmt: skip


def instance(
    setting: Setting,
    profile: Profile,
    rng: np.random.Generator,
    sizes: Mapping[str, int] | None = None,
    tries: int = 20,
) -> Instance | None:
    """An instance that meets every side condition, or None if none was found."""
    equalities = [plain(Binary("-", left, right)) for sign, left, right in setting.where if sign == "=="]
    for _ in range(tries if setting.where else 1):
        found: Instance | None = draw(setting, profile, rng, sizes)
        if equalities:
            assert found is not None
            found = found if meets(setting, found) else _meet(setting, found, equalities)
        if found is not None and meets(setting, found):
            return found
    return None


def meets(setting: Setting, at: Instance) -> bool:
    """Does an instance made by hand still satisfy every side condition?"""
    value = Evaluator(at.values, setting.define, Floats())
    try:
        for sign, left, right in setting.where:
            if sign != "==":
                continue
            exact = _exactly_nonzero(setting, at, left, right)
            if exact is not None:
                if exact:
                    return False
                continue
            gap = float(np.max(np.abs(value(left) - value(right))))
            if sign == "==" and gap > 1e-9 * max(1.0, float(np.max(np.abs(value(left))))):
                return False
    except (Undefined, TooMuch):
        return False
    return _inequalities_hold(setting, at)


def _inequalities_hold(setting: Setting, found: Instance) -> bool:
    for sign, left, right in setting.where:
        if sign in _COMPARE:
            value = Evaluator(found.values, setting.define, Floats())
            try:
                exact = _exactly_nonzero(setting, found, left, right) if sign == "!=" else None
                if exact is False:
                    return False
                if exact is None and not np.all(_COMPARE[sign](value(left), value(right))):
                    return False
            except (Undefined, TooMuch):
                return False
    return all(
        _in_range(range_, found, name) for name, range_ in setting.given.items() if name in found.values
    )


def _in_range(range_: Range, found: Instance, name: str) -> bool:
    """Positive numbers, intervals: clearly so where only floats are known."""
    value, slack = found.values[name], 0.0 if found.exact is not None else 1e-4
    if range_.kind in ("positive", "positive_vector"):
        return bool(np.all(np.greater(value, slack)))
    if range_.kind in ("nonnegative", "nonnegative_vector"):
        return bool(np.all(np.greater_equal(value, 0)))
    if range_.kind == "interval" and range_.bounds is not None and found.exact is None:
        low, high = (float(bound) for bound in range_.bounds)
        return bool(low + slack * (high - low) < value < high - slack * (high - low))
    return True


def _exactly_nonzero(setting: Setting, at: Instance, left: Node, right: Node) -> bool | None:
    """left ≠ right among fractions; None where only floats can tell."""
    if at.exact is None:
        return None
    try:
        values = {name: value for name, value in at.exact.items() if not np.iscomplexobj(value)}
        return bool(np.any(Evaluator(values, setting.define, Exact())(plain(Binary("-", left, right))) != 0))
    except (NotRational, Unsupported, TypeError, AttributeError, ValueError):
        return None


def mended(setting: Setting, at: Instance) -> Instance | None:
    """The instance if it satisfies every side condition, or with one letter scaled so that it does."""
    if not setting.where or meets(setting, at):
        return at
    residuals = [plain(Binary("-", left, right)) for sign, left, right in setting.where if sign == "=="]
    scaled = _meet_by_scale(setting, at, residuals)
    return scaled if scaled is not None and meets(setting, scaled) else None


def _meet_by_scale(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """sum(p) == 1 for p that must not be negative: p is divided by its sum; each condition has a letter of its own."""
    moved, scaled = start, set[str]()
    for residual in residuals:
        names = setting.depends(residual) & frozenset(setting.given) - scaled
        found = next(
            (one for name in sorted(names) if (one := _scaled(setting, moved, residual, name))), None
        )
        if found is None:
            return None
        moved = found
        scaled |= names
    return moved if residuals else None


def _scaled(setting: Setting, start: Instance, residual: Node, name: str) -> Instance | None:
    """A letter that has a sign, multiplied so that a residual which is linear in it vanishes, or None."""
    kind = setting.given[name].kind
    if start.exact is None or ("negative" not in kind and "positive" not in kind):
        return None
    value = start.exact[name]
    try:
        ends = [Evaluator({**start.exact, name: value * scale}, setting.define, Exact())(residual)
                for scale in (Fraction(0), Fraction(1), Fraction(2))]  # fmt: skip
    except (NotRational, Unsupported, Undefined, TooMuch, TypeError):
        return None
    if np.ndim(ends[0]) or ends[2] - ends[1] != ends[1] - ends[0] or ends[1] == ends[0]:
        return None
    return start.with_value(name, value * (ends[0] / (ends[0] - ends[1])))


def _meet(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    scaled = _meet_by_scale(setting, start, residuals)
    if scaled is not None and meets(setting, scaled):
        return scaled
    moved = _meet_linearly(setting, start, residuals)
    if moved is not None and not _collapsed(start, moved):
        return moved
    return _meet_by_newton(setting, start, residuals) or moved


def _collapsed(start: Instance, moved: Instance) -> bool:
    """A vector that had to become zero meets many conditions and tests none."""
    return any(
        np.ndim(value) > 0 and np.max(np.abs(moved.values[name])) < 1e-3 * np.max(np.abs(value))
        for name, value in start.values.items()
    )


def _meet_linearly(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """Move one letter at a time, the last declared first, each over the fractions."""
    if start.exact is None:
        return None
    current, left = start, list(residuals)
    for name in reversed(list(setting.given)):
        if setting.given[name].kind not in ("vector", "matrix", "scalar"):
            continue
        if not any(name in free_names(residual) for residual in left):
            continue
        concerned = [residual for residual in residuals if name in setting.depends(residual)]
        try:
            value = _solve_exactly(setting, current, concerned, name)
        except (NotRational, Unsupported, Undefined, TooMuch):
            continue
        if value is not None:
            current = current.with_value(name, value)
            left = [residual for residual in left if residual not in concerned]
    return current if not left else _projections(setting, current, left)


def _projections(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """P @ P == P: P = A (AᵀA)⁻¹ Aᵀ for a random A of any rank."""
    current = start
    for residual in residuals:
        match residual:
            case Binary(
                op="-", left=Binary(op="@", left=Name() as one, right=Name() as other), right=Name() as third
            ):
                if not one == other == third or setting.given[one.id].kind not in (
                    "symmetric",
                    "psd",
                    "matrix",
                ):
                    return None
                assert start.exact is not None
                size = len(start.exact[one.id])
                columns = start.exact[one.id][:, : int(abs(start.exact[one.id][0, 0])) % (size + 1)]
                projection = (
                    columns @ pseudo_inverse(columns) if columns.shape[1] else start.exact[one.id] * 0
                )
                current = current.with_value(one.id, projection)
            case _:
                return None
    return current


def _solve_exactly(setting: Setting, at: Instance, residuals: list[Node], name: str) -> Any | None:
    assert at.exact is not None
    shape = np.shape(at.exact[name])
    size = int(np.prod(shape)) if shape else 1

    def residual(flat: Any) -> Any:
        values = {**at.exact, name: flat.reshape(shape) if shape else flat[0]}  # type: ignore[dict-item]
        evaluator = Evaluator(values, setting.define, Exact())
        return np.concatenate([np.ravel(np.asarray(evaluator(node), dtype=object)) for node in residuals])

    zero = Exact().call_zeros(size)
    base = residual(zero)
    columns = np.stack([residual(zero + unit) - base for unit in Exact().call_I(size)], axis=1)
    old = np.ravel(np.asarray(at.exact[name], dtype=object))
    for probe in (old, 5 * old + Fraction(11, 3)):
        if np.any(residual(probe) != columns @ probe + base):
            return None  # not linear in this letter
    particular, basis = solutions(columns, -base)
    if particular is None:
        return None
    free = [int(np.flatnonzero(basis[:, place] == 1)[-1]) for place in range(basis.shape[1])]
    flat = particular + basis @ old[free] if free else particular
    return flat.reshape(shape) if shape else flat[0]


def _meet_by_newton(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    names = [
        name
        for name, range_ in setting.given.items()
        if range_.kind in FREE and any(name in free_names(residual) for residual in residuals)
    ]
    values = newton(dict(start.values), setting.define, residuals, names)
    if values is None:
        return None
    moved = replace(start, values=values, exact=None)
    return None if _collapsed(start, moved) else moved
