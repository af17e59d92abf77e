"""Checks that many claims share: the value is this one; the formula agrees with that one at every trial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

TOLERANCE = 1e-9  # relative and absolute: far above rounding, far below any dropped factor


def equals(expected: Any, tolerance: float = 0.0) -> Callable[[Any], bool]:
    """A check for a value: same shape and, entry by entry, equal (exactly, unless a tolerance is given)."""

    def check(candidate: Any) -> bool:
        return same(candidate, expected, tolerance)

    shown = f"equals {_shown(expected)}" if np.size(expected) <= 6 else f"equals the known {_shape(expected)}"
    check.__doc__ = shown + ("" if tolerance else ", exactly")
    return check


def agrees_with(
    reference: Callable[..., Any],
    trials: Sequence[tuple[Any, ...]],
    tolerance: float = TOLERANCE,
    how: str = "",
) -> Callable[[Callable[..., Any]], bool]:
    """A check for a formula: candidate(*arguments) is reference(*arguments) at every trial."""
    if not trials:
        raise ValueError("trials is empty: a formula must be tried on something")

    def check(candidate: Callable[..., Any]) -> bool:
        return all(same(candidate(*trial), reference(*trial), tolerance) for trial in trials)

    how = how or (reference.__doc__ or "an independent computation").strip().partition("\n")[0].rstrip(".")
    check.__doc__ = f"agrees with: {how} ({len(trials)} trials)"
    return check


def same(a: Any, b: Any, tolerance: float = TOLERANCE) -> bool:
    """|a − b| ≤ tolerance · max(1, |b|) in every entry, and the same shape; tolerance 0 compares exactly."""
    left, right = np.asarray(a), np.asarray(b)
    if left.shape != right.shape:
        return False
    if tolerance == 0:
        return bool(np.all(left == right))
    left, right = left.astype(complex), right.astype(complex)
    with np.errstate(invalid="ignore"):  # ∞ − ∞ is no number, and no number is the same as another
        return bool(np.all(np.abs(left - right) <= tolerance * np.maximum(1, np.abs(right))))


def _shown(value: Any) -> str:
    array = np.asarray(value)
    if array.ndim == 0:
        return str(value)
    return "(" + ", ".join(str(entry) for entry in array.ravel()) + ")"


def _shape(value: Any) -> str:
    return " × ".join(str(size) for size in np.shape(value)) + (
        " matrix" if np.ndim(value) == 2 else " values"
    )
