"""Instances that satisfy the side conditions: exactly when a condition is linear in a letter, by Newton otherwise.

`X @ w0 == 0` moves w0 into the null space of X, over the fractions. `K @ v == mu * v` is not linear in (v, mu):
Gauss–Newton from random starts finds eigenpairs to machine precision. Inequalities are met by drawing again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.elimination import solutions
from kernelcourse.language.errors import NO_VALUE, NotRational, TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact
from kernelcourse.language.tree import Binary, Node, free_names
from kernelcourse.language.undo import undone

from ..ranges.entries import Profile
from ..ranges.numbers import Complex, Real
from ..reading.symbols import Setting, plain
from .bound_letters import bound_newton
from .instance import Instance, draw
from .known_matrices import with_known_matrices
from .many_digits import in_many_digits
from .met import meets
from .newton import newton
from .quantities import Quantity
from .scaled import met_by_scale
from .zero_products import bound_to_it, parted


def instance(
    setting: Setting,
    profile: Profile,
    rng: np.random.Generator,
    sizes: Mapping[str, int] | None = None,
    tries: int = 20,
) -> Instance | None:
    """An instance that meets every side condition, or None if none was found."""
    equalities = any(sign == "==" for sign, *_ in setting.where)
    for _ in range(tries if setting.where else 1):
        found: Instance | None = draw(setting, profile, rng, sizes)
        if equalities:
            assert found is not None
            found = found if meets(setting, found) else _meet_each(setting, found)
        if found is not None and meets(setting, found):
            return _to_be_renewed(setting, found) if equalities and found.exact is None else found
    return None


def _to_be_renewed(setting: Setting, found: Instance) -> Instance:
    return replace(found, again=lambda: in_many_digits(setting, found))


def mended(setting: Setting, at: Instance) -> Instance | None:
    """The instance if it satisfies every side condition, or with one letter scaled or solved for so that it does."""
    if not setting.where or meets(setting, at):
        return at
    residuals = [plain(Binary("-", left, right)) for sign, left, right in setting.where if sign == "=="]
    scaled = met_by_scale(setting, at, residuals)
    if scaled is not None and meets(setting, scaled):
        return scaled
    if bound_to_it(setting, residuals):
        return _meet_in_parts(setting, at, residuals)
    return next((one for one in _solved_for_numbers(setting, at, residuals) if meets(setting, one)), None)


def _solved_for_numbers(setting: Setting, at: Instance, residuals: list[Node]) -> Iterator[Instance]:
    """With one letter moved to where a condition holds: a² + b² = 1 at a = 1 where b = 0."""
    for residual in residuals if at.exact is not None else ():
        numbers = [] if setting.shape(residual) else list(setting.given)[::-1]
        for name in (one for one in numbers if isinstance(setting.given[one], Real) and one not in at.sizes):
            for candidate in undone(residual, name):
                found = _solved_for(Quantity(candidate, setting), name, at)
                if found is not None:
                    yield found


def _solved_for(candidate: Quantity, name: str, at: Instance) -> Instance | None:
    """With a letter set to what it must be; a number that is no fraction is known to as many digits as are in force."""
    try:
        value = candidate.exactly(at)
    except NO_VALUE:
        return None
    if not candidate.setting.given[name].holds(Fraction(value)):
        return None

    def again() -> Instance | None:
        base = at.renewed()
        return None if base is None else _solved_for(candidate, name, base)

    moved = at.with_value(name, Fraction(value))
    return replace(moved, again=again) if isinstance(value, Decimal) else moved


def _meet_each(setting: Setting, start: Instance) -> Instance | None:
    """Conditions that share no letter are met each by itself: where one needs floats, another may not."""
    groups, current = _tied(setting), start
    for group in groups:
        found = _meet(group, start, _residuals(group))
        if found is None or len(groups) == 1:
            return found
        moved = {
            name: found.values[name] for name in found.values if found.values[name] is not start.values[name]
        }
        if found.exact is None or current.exact is None:
            current = replace(current, values={**current.values, **moved}, exact=None)
        else:
            for name in moved:
                current = current.with_value(name, found.exact[name])
    return current


def _tied(setting: Setting) -> list[Setting]:
    """The setting with the equations among its conditions in groups that share letters."""
    groups: list[tuple[set[str], list[tuple[str, Node, Node]]]] = []
    for condition in setting.where:
        if condition[0] != "==":
            continue
        letters = {*setting.depends(*condition[1:])} - {*setting.sizes}
        tied = [group for group in groups if group[0] & letters]
        groups = [group for group in groups if group not in tied]
        conditions = [one for _, others in tied for one in others]
        groups.append((letters.union(*(one for one, _ in tied)), [*conditions, condition]))
    return [replace(setting, where=tuple(conditions)) for _, conditions in groups]


def _residuals(setting: Setting) -> list[Node]:
    return [plain(Binary("-", left, right)) for _, left, right in setting.where]


def _meet(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    if bound_to_it(setting, residuals):
        return _meet_in_parts(setting, start, residuals)
    scaled = met_by_scale(setting, start, residuals)
    if scaled is not None and meets(setting, scaled):
        return scaled
    moved = _meet_linearly(setting, start, residuals)
    if moved is not None and not collapsed(start, moved):
        return moved
    found = _meet_in_parts(setting, start, residuals)
    return found or _meet_by_newton(setting, start, residuals) or moved


def _meet_in_parts(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """KL = 0, and then what else there is to be met, such as trace K = 1 or K² = K."""
    found = parted(setting, start, residuals)
    if found is None:
        return None
    at, left = found
    ways = _meet_linearly(setting, at, left), met_by_scale(setting, at, left), at
    exact = next((one for one in ways if one is not None and meets(setting, one)), None)
    return exact or (_meet_by_newton(setting, at, residuals) if left else None)


def collapsed(start: Instance, moved: Instance) -> bool:
    """A vector that had to become zero meets many conditions and tests none."""
    return any(
        np.ndim(value) > 0 and np.max(np.abs(moved.values[name])) < 1e-3 * np.max(np.abs(value))
        for name, value in start.values.items()
    )


def _meet_linearly(setting: Setting, start: Instance, residuals: list[Node]) -> Instance | None:
    """Move one letter at a time over the fractions, the last or the first declared first: ab = 0 has two sides."""
    if start.exact is None:
        return None
    current, left = start, list(residuals)
    for name in list(setting.given)[:: 1 if start.profile.order == "down" else -1]:
        if not setting.given[name].whole_space:
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
    return with_known_matrices(setting, current, left)


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
    """Letters that may take any value near theirs are moved, the others only if that is not enough."""
    concerned = {name for residual in residuals for name in free_names(residual)}
    free = [name for name, range_ in setting.given.items()
            if (range_.solid or isinstance(range_, Complex)) and name in concerned]  # fmt: skip
    values = newton(dict(start.values), setting.define, residuals, free)
    if values is None:
        values = bound_newton(setting, start, residuals, free)
    if values is None:
        return None
    moved = replace(start, values=values, exact=None)
    return None if collapsed(start, moved) else moved
