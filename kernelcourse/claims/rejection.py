"""The number by which a wrong twin is found out: where it first differs from the right version, and by how much.

A check answers yes or no. While it examines a twin, the right version is asked the same questions; the first pair
of answers that differ is what a reader can recompute.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import REJECTIONS, Claim

SEEN = 1e-6  # a smaller relative difference is not worth showing if a larger one comes later


@dataclass(frozen=True)
class Difference:
    """One number of the twin beside the same number of the right version, as rounded text."""

    twin: str
    right: str

    def __str__(self) -> str:
        return f"{self.twin} where {self.right} is right"


@dataclass(frozen=True)
class Rejection:
    """What is wrong with a twin, whether the check rejected it, and the numbers that show it."""

    fault: str
    rejected: bool
    difference: Difference | None = None
    message: str = ""  # what the check said, if it raised


def rejection(claim: Claim, fault: str) -> Rejection:
    """Put one twin to the check, with the right version beside it."""
    twin = claim.twins[fault]
    found: list[Difference] = []
    message = ""
    try:
        accepted = bool(claim.check(_watched(twin, claim.right, found)))
    except REJECTIONS as error:
        accepted, message = False, str(error)
    if not found:
        found += _first_difference(twin, claim.right)
    return Rejection(fault, not accepted, found[0] if found else None, message)


def _watched(twin: Any, right: Any, found: list[Difference]) -> Any:
    """The twin with its functions, alone or in a tuple, a dictionary or a record, each beside the right one."""
    if _is_function(twin) and callable(right) and twin is not right:
        return _beside(twin, right, found)
    if type(twin) is tuple and type(right) is tuple and len(twin) == len(right):
        return tuple(_watched(a, b, found) for a, b in zip(twin, right, strict=True))
    if type(twin) is dict and type(right) is dict and twin.keys() == right.keys():
        return {key: _watched(entry, right[key], found) for key, entry in twin.items()}
    if is_dataclass(twin) and type(twin) is type(right) and not callable(twin):
        parts = {part.name: getattr(twin, part.name) for part in fields(twin) if part.init}
        changed = {name: _watched(part, getattr(right, name), found) for name, part in parts.items()}
        return replace(twin, **changed) if any(changed[name] is not parts[name] for name in parts) else twin
    return twin


def _is_function(value: Any) -> bool:
    """A plain function may be wrapped; a kernel or another object must stay what it is."""
    return callable(value) and not is_dataclass(value) and not isinstance(value, type)


def _beside(twin: Callable[..., Any], right: Callable[..., Any], found: list[Difference]) -> Any:
    """The twin, with the right version called on the same arguments until their answers differ."""

    @functools.wraps(twin, updated=())
    def watched(*arguments: Any, **named: Any) -> Any:
        if found:
            return twin(*arguments, **named)
        try:
            kept = copy.deepcopy((arguments, named))
        except Exception:  # an argument that cannot be copied: the twin alone is asked
            return twin(*arguments, **named)
        answer = twin(*arguments, **named)
        try:
            expected = right(*kept[0], **kept[1])
        except Exception:  # the right version may refuse what only the twin takes
            return answer
        if _is_function(answer) and callable(expected):
            return _beside(answer, expected, found)
        found.extend(_first_difference(answer, expected))
        return answer

    return watched


def _first_difference(twin: Any, right: Any) -> list[Difference]:
    """The largest difference between two values, or [] if there is none that can be shown."""
    if callable(twin) and callable(right) and is_dataclass(twin):
        twin, right = _on_three_points(twin), _on_three_points(right)
    if isinstance(twin, np.ndarray) and isinstance(right, np.ndarray) and twin.shape == right.shape:
        twin, right = _worst_entries(twin, right)
    left, expected = list(_leaves(twin)), list(_leaves(right))
    if len(left) != len(expected):
        return [Difference(_count(left), _count(expected))]
    pairs = [(a, b) for a, b in zip(left, expected) if not _alike(a, b)]
    if not pairs:
        return []
    worst = max(pairs, key=_gap)
    return [Difference(_shown(worst[0]), _shown(worst[1]))]


def _worst_entries(twin: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The entries that differ most, so that millions of numbers need not be looked at one by one."""
    if not twin.size or twin.dtype.kind not in "fiuc" or right.dtype.kind not in "fiuc":
        return twin, right
    gaps = np.nan_to_num(np.abs(np.subtract(twin, right, dtype=complex)), nan=0.0, posinf=0.0)
    place = np.argmax(gaps)
    return twin.ravel()[[place]], right.ravel()[[place]]


def _on_three_points(k: Any) -> Any:
    """A kernel's values at three points of the plane."""
    try:
        return k(np.array([[0.0, 1.0], [1.0, 2.0], [3.0, -1.0]]))
    except Exception:
        return repr(k)


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers and words that a value is made of, in order."""
    if isinstance(value, Mapping):
        for entry in value.values():
            yield from _leaves(entry)
    elif isinstance(value, list | tuple | set | frozenset):
        for entry in value:
            yield from _leaves(entry)
    elif isinstance(value, np.ndarray):
        yield from value.ravel().tolist()
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from _leaves(getattr(value, part.name, None))
    elif isinstance(value, bool | np.bool_ | str | int | float | complex | np.number) or hasattr(
        value, "numerator"
    ):
        yield value.item() if isinstance(value, np.generic) else value


def _alike(a: Any, b: Any) -> bool:
    if isinstance(a, str | bool) or isinstance(b, str | bool):
        return bool(a == b)
    try:
        return same(a, b, SEEN)
    except (TypeError, ValueError, OverflowError):
        return bool(a == b)


def _gap(pair: tuple[Any, Any]) -> float:
    try:
        gap = abs(complex(pair[0]) - complex(pair[1]))
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return gap if np.isfinite(gap) else 0.0


def _count(leaves: list[Any]) -> str:
    return "1 number" if len(leaves) == 1 else f"{len(leaves)} numbers"


def _shown(value: Any) -> str:
    """Four digits, a true minus sign, no imaginary part that is round-off."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, complex):
        if abs(value.imag) > 1e-12 * max(1.0, abs(value.real)):
            return f"{value.real:.4g} {value.imag:+.4g}i".replace("-", "−")
        value = value.real
    exact = str(value)
    return (exact if len(exact) <= 8 else f"{float(value):.4g}").replace("-", "−")
