"""Where k(x, z) is not a number: a divisor that changes sign between two points is 0 in between.

Floats hit neither √2 nor 1/3. What is built of continuous functions is continuous where it is defined, so between two
nearby points at which it has opposite signs, shown exactly, a divisor is 0 or undefined itself: so is k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.reading import Binary, Call, LanguageError, Node, Number, Unary, show
from kernelcourse.language.tree import free_names, walk
from kernelcourse.validity import Witness

from ..algebra.algebras import FloatAlgebra
from ..algebra.exact import NotFinite, Unclear, bounded, value_at
from ..domains import Domain
from ..formula.meaning import Reader
from ..formula.unrolling import price_in_floats
from .beyond import lonely_points

SMOOTH = (
    "real",
    "positive",
    "interval",
    "ball",
    "sphere",
    "nonzero",
    "histogram",
)  # a short way stays inside
JUMPS = {"sign", "delta", "hamming", "edit", "len"}
HALVINGS = 24
Place = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class UndefinedValue(Witness):
    """A place where k(x, z) is not a finite real number, and why; or close to which, between two `ends`."""

    why: str = ""
    divisor: Node | None = None
    ends: tuple[Place, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"value": None, "why": self.why}

    def __str__(self) -> str:
        shown = ", ".join(str(point) for point in super().to_dict()["points"])
        return f"k is not a finite real number {'near' if self.ends else 'at'} {shown}: {self.why}"


def at_place(x: Any, z: Any, why: str) -> UndefinedValue:
    """k(x, z) is not a number."""
    points = np.array([x] if np.array_equal(x, z) else [x, z])
    return UndefinedValue(points, np.ones(len(points)), float("nan"), why=why)


def undefined_between(node: Node, domain: Domain) -> UndefinedValue | None:
    """A place where what must be > 0 is not, or two between which a divisor changes sign."""
    if domain.name == "string":
        return None
    sample = _sample(domain)
    few = sample[:24]
    diagonal = np.hstack([sample, sample])
    crossed = np.hstack([np.repeat(few, len(few), axis=0), np.tile(few, (len(few), 1))])
    parts = (found for found in critical(node) if free_names(found[1]) <= {"x", "z", "d", "pi"})
    for need, part in dict.fromkeys(parts):
        look = _crossing if need == "nonzero" and domain.name in SMOOTH and not _jumps(part) else _below
        for pairs in (diagonal, crossed):
            try:
                found = look(node, part, domain, pairs, _values(part, domain, pairs))
            except (LanguageError, ValueError, TypeError, AttributeError):
                continue  # a vector, or not a formula of its own
            if found is not None:
                return found
    return None


def _values(part: Node, domain: Domain, pairs: np.ndarray) -> np.ndarray:
    """q(x, z) for every row (x, z), in floats."""
    spend(price_in_floats(part, domain, len(pairs)))
    points = [
        [side[:, i] for i in range(domain.dim)] for side in (pairs[:, : domain.dim], pairs[:, domain.dim :])
    ]
    x, z = (point[0] if domain.dim == 1 else point for point in points)
    with np.errstate(all="ignore"):
        value = Reader(FloatAlgebra(), domain, x, z).scalar(part)
    return np.broadcast_to(np.asarray(value, dtype=float), len(pairs))


def critical(node: Node) -> Iterator[tuple[str, Node]]:
    """What must not be 0, and what must not be negative."""
    for part in walk(node):
        match part:
            case Binary(op="/"):
                yield "nonzero", part.right
            case Binary(op="**", right=Unary(op="-", operand=Number())):
                yield "nonzero", part.left
            case Binary(op="**", right=Number(value=r)) if not isinstance(r, int):
                yield "nonnegative", part.left
            case Call(function="tan"):
                yield "nonzero", Call("cos", part.arguments)
            case Call(function="log" | "sqrt"):
                yield "nonnegative", part.arguments[0]
            case Call(function="arcsin" | "arccos" | "arctanh", arguments=(q,)):
                yield "nonnegative", Binary("-", Number(1), Binary("*", q, q))


def _sample(domain: Domain) -> np.ndarray:
    """Points of all sizes; the first of them not far from 1."""
    d, rng = domain.dim, np.random.default_rng(0)
    near = rng.standard_normal((24, d))
    wide = np.exp(rng.uniform(-3, 3, (120, 1))) * rng.standard_normal((120, d))
    line = np.vstack([step * np.arange(-16, 17)[:, None] * np.eye(1, d) for step in (0.06, 0.5)])
    points = domain.nearest(np.vstack([near, wide, line]))
    lonely = [point for point in lonely_points(domain) if domain.name != "sphere"]
    points = np.vstack([points, *lonely]) + 0.0
    return points[[domain.contains(point[None]) for point in points]]


def _below(
    node: Node, part: Node, domain: Domain, pairs: np.ndarray, values: np.ndarray
) -> UndefinedValue | None:
    """A place where what must not be negative is."""
    for pair in pairs[values < 0][:3]:
        x, z = np.split(pair, 2)
        why = why_undefined(node, domain, x, z)
        if why is not None:
            return at_place(x, z, why)
    return None


def why_undefined(node: Node, domain: Domain, x: Any, z: Any) -> str | None:
    """Why k(x, z) is not a number; None if it is, or if that is unclear."""
    try:
        value_at(node, domain, x, z)
    except NotFinite as error:
        return error.why
    except (Unclear, RecursionError):
        pass
    return None


def _crossing(
    node: Node, part: Node, domain: Domain, pairs: np.ndarray, values: np.ndarray
) -> UndefinedValue | None:
    """Two neighbours with opposite signs, and the way between them halved again and again."""
    below, above = pairs[values < 0][:200], pairs[values > 0][:200]
    if not len(below) or not len(above):
        return None
    gaps = ((below[:, None] - above[None]) ** 2).sum(axis=2)
    i, j = np.unravel_index(int(gaps.argmin()), gaps.shape)
    a, b = below[i], above[j]
    for _ in range(HALVINGS):
        middle = _on(domain, (a + b) / 2)
        if not domain.contains(middle.reshape(2, -1)):  # from −x to x the way leads through 0
            return None
        value = _values(part, domain, middle[None])[0]
        if value == 0:
            x, z = np.split(middle, 2)
            why = why_undefined(node, domain, x, z)
            return None if why is None else at_place(x, z, why)
        if not np.isfinite(value):
            return None
        a, b = (middle, b) if value < 0 else (a, middle)
    return _certified(part, domain, a, b)


def _jumps(part: Node) -> bool:
    """Whether a formula may change without passing through what lies between: sign(x), 0**x."""
    return any(
        (isinstance(q, Call) and q.function in JUMPS)
        or (isinstance(q, Binary) and q.op == "**" and bool(free_names(q.right) & {"x", "z"}))
        for q in walk(part)
    )


def _on(domain: Domain, pair: np.ndarray) -> np.ndarray:
    """Back on the sphere (from the middle of −x and x: somewhere on it); other ways are straight."""
    return domain.nearest(pair.reshape(2, -1)).ravel() if domain.name == "sphere" else pair


def _certified(part: Node, domain: Domain, a: np.ndarray, b: np.ndarray) -> UndefinedValue | None:
    ends = [(end[: domain.dim], end[domain.dim :]) for end in (a, b)]
    try:
        below, above = (bounded(value_at(part, domain, *end)) for end in ends)
    except (Unclear, NotFinite, RecursionError):
        return None
    sides = [np.array(side) for side in zip(*ends)]
    inside = all(domain.contains(side) for side in sides)
    close = all(np.linalg.norm(p - q) <= 1e-3 * np.linalg.norm(p) for p, q in sides)  # not across 0
    if not inside or not close or below.value + below.error >= 0 or above.value - above.error <= 0:
        return None
    middle = [side.mean(axis=0) for side in sides]
    points = np.array(middle[:1] if np.array_equal(*middle) else middle)
    gap = max(float(np.abs(p - q).max()) for p, q in sides)
    why = f"{show(part)} changes sign within {gap:.1g} of it, so it is 0 in between"
    return UndefinedValue(points, np.ones(len(points)), float("nan"), why=why, divisor=part, ends=tuple(ends))
