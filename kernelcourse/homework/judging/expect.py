"""What a check may demand of an answer. A failure says which property failed on which input, never the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kernelcourse.homework.judging.asking import Ask, NoAnswer, NotAttempted, Stopped


class Failed(Exception):
    """A property does not hold; `misconception` names the wrong turn when it was recognised."""

    def __init__(self, says: str, misconception: str = "") -> None:
        super().__init__(says)
        self.misconception = misconception


def array(got: Any, shape: tuple[int, ...], what: str = "the answer") -> np.ndarray:
    """`got` as a finite real array of this shape; Failed, in words, otherwise."""
    if got is None:
        raise Failed(f"{what} is None: is there a return statement?")
    try:
        numbers = np.asarray(got)
    except (ValueError, TypeError) as error:
        raise Failed(f"{what} is not an array of numbers") from error
    if numbers.dtype.kind not in "biufc":
        raise Failed(f"{what} is not an array of numbers")
    if numbers.dtype.kind == "c":
        if np.any(np.abs(numbers.imag) > 1e-9 * (1 + np.abs(numbers.real))):
            raise Failed(f"{what} has complex entries; it should be real")
        numbers = numbers.real
    if numbers.shape != tuple(shape):
        raise Failed(f"{what} has shape {numbers.shape}; it should have shape {tuple(shape)}")
    numbers = numbers.astype(float)
    if not np.all(np.isfinite(numbers)):
        raise Failed(f"{what} contains NaN or infinite entries")
    return numbers


def number(got: Any, what: str = "the answer") -> float:
    """`got` as one finite real number; an array of one entry is one."""
    if isinstance(got, (list, tuple, str, dict, bool)) or got is None:
        raise Failed(f"{what} should be one number")
    return float(array(got.reshape(()) if np.size(got) == 1 and np.ndim(got) else got, (), what))


def infinite(got: Any) -> bool:
    """`got` is the one number +∞; an array of one entry is one."""
    return np.size(got) == 1 and np.asarray(got).dtype.kind == "f" and bool(np.all(np.asarray(got) == np.inf))


def close(
    got: Any,
    want: Any,
    says: str,
    *,
    turns: Mapping[str, Any] | None = None,
    rtol: float = 1e-6,
    atol: float = 1e-8,
    what: str = "the answer",
) -> None:
    """`got` equals `want` up to round-off. `turns`: known wrong turns by name, with the value each would give."""
    target = np.asarray(want, dtype=float)
    numbers = array(got, target.shape, what)
    if np.allclose(numbers, target, rtol=rtol, atol=atol):
        return
    for name, value in (turns or {}).items():
        wrong = np.asarray(value, dtype=float)
        if wrong.shape == numbers.shape and np.allclose(numbers, wrong, rtol=rtol, atol=atol):
            raise Failed(f"{says} (looks like: {name})", misconception=name)
    raise Failed(says)


def holds(condition: Any, says: str, misconception: str = "") -> None:
    """Fail with these words unless the condition is true."""
    if not bool(np.all(condition)):
        raise Failed(says, misconception)


def untouched(ask: Ask, call: str, **given: Any) -> Any:
    """What the call answers: `untouched(ask, "f(K, y)", K=K, y=y)`; Failed if it wrote into the caller's arrays."""
    names = [name for name, value in given.items() if isinstance(value, np.ndarray)]
    got, *after = ask(f"({call}, {', '.join(names)})", **given)
    for name, now in zip(names, after, strict=True):
        if not np.array_equal(np.asarray(now), given[name]):
            raise Failed(
                f"{name} has changed after the call: work on a copy", "writes into the caller's arrays"
            )
    return got


def up_to_sign(got: Any, want: Any, says: str, *, rtol: float = 1e-6, atol: float = 1e-8) -> None:
    """Columns of `got` equal those of `want`, each up to its sign: eigenvectors have no preferred direction."""
    target = np.asarray(want, dtype=float)
    numbers = array(got, target.shape)
    signs = np.where(np.sum(numbers * target, axis=0) < 0, -1.0, 1.0)
    if not np.allclose(numbers * signs, target, rtol=rtol, atol=atol):
        raise Failed(says)


def same_partition(got: Any, want: Any, says: str) -> None:
    """Two labellings split the points in the same way, whatever the labels are called."""
    target = np.asarray(want)
    labels = array(got, target.shape, "the labels")
    same = (labels[:, None] == labels[None, :]) == (target[:, None] == target[None, :])
    if not np.all(same):
        raise Failed(says)


def beside(*checks: Callable[[], None]) -> None:
    """One of these checks holds: a choice among few is an answer only beside a number that nobody guesses."""
    for check in checks:
        try:
            return check()
        except Stopped:
            raise
        except (Failed, NoAnswer, NotAttempted):
            continue
    raise Failed("right, but a choice among few counts only beside a number that is right too")


def one_of(got: Any, options: tuple[str, ...], what: str = "the answer") -> str:
    """`got` as one of the offered words."""
    if not isinstance(got, str) or got.strip().lower() not in options:
        raise Failed(f"{what} should be one of: {', '.join(options)}")
    return got.strip().lower()
