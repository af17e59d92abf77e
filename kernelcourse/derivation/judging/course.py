"""The course of a limit's error at one instance: near, far out, beside the steps, and on average, until it is told."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kernelcourse.language.exact import precision

from .errors_end import End
from .extrapolation import standing, taking_turns
from .followed import followed, rises_again
from .limit_path import Path
from .slow_limits import far_end, far_errors, offset, staying

_MORE_DIGITS = 300
_NOISE = 1e-20  # where terms cancel, that much may be left of 60 digits
_LOOKED_AT = 3  # instances at which an error of 10⁻¹⁰⁰ is looked for


@dataclass(frozen=True)
class Course:
    """How the error ends, the errors that told it, and those at the path's own steps."""

    end: End
    errors: list[float]
    near: list[float]


def course(path: Path, errors: list[float], place: int) -> Course:
    """The course at the instance number `place`, from its first errors on."""
    found = _in_more_digits(path, Course(path.settled(errors), errors, errors))
    far = far_errors(path.moving, path.fixed, path.name, path.infinite, path.at) if _doubted(found) else []
    if far:
        found = Course(far_end(far), far, found.near)
    elif path.ran_its_course and found.end is End.AWAY:
        end, errors = followed(path, found.errors)
        found = Course(end, errors, errors) if errors else replace(found, end=end)
    elif path.ran_its_course and found.end is End.THERE and place < _LOOKED_AT:
        found = _stayed(found, rises_again(path, found.errors), on_the_path=True)
    if path.infinite and not _doubted(found):
        found = _stayed(found, path.turned() or path.beside(), on_the_path=True)
    if not far and found.end is not End.AWAY and place < (1 if path.ran_its_course else _LOOKED_AT):
        reached = None if _doubted(found) else path.reached(found.errors)
        further = path.further()
        found = _stayed(
            found, staying(path.moving, path.fixed, path.name, further, path.at, reached), on_the_path=False
        )
    if path.ran_its_course and not _doubted(found) and _stands(path, found, place):
        found = Course(End.AWAY, found.errors, found.near)
    if path.infinite and found.end is End.UNCLEAR:
        turning = taking_turns(path.moving, path.name, path.at)
        found = _stayed(found, path.along(turning), on_the_path=True)
    return found


def _doubted(found: Course) -> bool:
    return found.end is not End.THERE


def _in_more_digits(path: Path, found: Course) -> Course:
    """Terms may cancel: N (√(N² + 1) − N)."""
    hidden = found.end is End.UNCLEAR and 0 < min(filter(None, found.errors[-4:]), default=0.0) < _NOISE
    if path.ran_its_course or not (found.end is End.AWAY or hidden):
        return found
    with precision(_MORE_DIGITS):
        errors = path.errors()
    return Course(path.settled(errors), errors, errors)


def _stayed(found: Course, errors: list[float], *, on_the_path: bool) -> Course:
    """With these errors, if there are any, it stays away."""
    return Course(End.AWAY, errors, errors if on_the_path else found.near) if errors else found


def _stands(path: Path, found: Course, place: int) -> bool:
    """What was counted up one by one seems to go somewhere else."""
    return bool(
        offset(path.means(found.errors), found.errors)
        or (not place and standing(path.moving, path.fixed, path.name, path.at))
    )
