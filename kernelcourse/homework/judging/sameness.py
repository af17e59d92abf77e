"""Is the expression of an answer the question's k? Compared at points that nobody knows beforehand."""

from __future__ import annotations

import hashlib
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.homework.tasks import Candidate
from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.tree import Node

if TYPE_CHECKING:
    from kernelcourse.court import Domain

NARROW = 1e-7  # a wider error bound tells nothing about equality
_DIGITS, _ALIKE = 60, Decimal(10) ** -25  # an arc cosine near 1 loses half of them
_MORE_DIGITS, _MORE_ALIKE = 800, Decimal(10) ** -330  # no float is smaller; for a few pairs
_FEW = 4


class Sameness(Enum):
    SAME = auto()
    ROUNDED = auto()  # 0.333 for 1/3
    OTHER = auto()


def sameness(expression: str, kernel: Candidate, secret: str) -> Sameness:
    """At all pairs of points that a secret draws: as fractions where these exist, else among many digits."""
    from kernelcourse.court import domain_of
    from kernelcourse.court.formula.reading import read

    mine, theirs = read(expression), read(kernel.expression)
    here = domain_of(theirs, kernel.dim, kernel.domain)
    domain_of(mine, kernel.dim, kernel.domain)  # a ValueError if the expression asks for more coordinates
    points = sample_points(kernel, secret)
    pairs = [(x, z) for x in points for z in points]
    if all(_same_value(mine, theirs, here, x, z) for x, z in pairs) and all(
        _same_digits(mine, theirs, here, x, z, _MORE_DIGITS, _MORE_ALIKE) is not False
        for x, z in pairs[: _FEW + 1]
    ):
        return Sameness.SAME
    rounded = all(_same_float(mine, theirs, here, x, z) for x, z in pairs)
    return Sameness.ROUNDED if rounded else Sameness.OTHER


def _same_value(mine: Node, theirs: Node, here: Domain, x: Any, z: Any) -> bool:
    from kernelcourse.court.algebra.exact import Bounded, NotFinite, Unclear, bounded, value_at

    values: list[Fraction | Bounded | None] = []
    for tree in (mine, theirs):
        try:
            values.append(value_at(tree, here, x, z))
        except Unclear:
            return _same_rounded(mine, theirs, here, x, z)
        except NotFinite:
            values.append(None)
    one, other = values
    if one is None or other is None:
        return one is other
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one == other
    first, second = bounded(one), bounded(other)
    apart = first.high < second.low or second.high < first.low
    return not apart and _same_rounded(mine, theirs, here, x, z)


def _same_rounded(mine: Node, theirs: Node, here: Domain, x: Any, z: Any) -> bool:
    told = _same_digits(mine, theirs, here, x, z)
    return told if told is not None else _same_float(mine, theirs, here, x, z)


def _same_digits(
    mine: Node,
    theirs: Node,
    here: Domain,
    x: Any,
    z: Any,
    count: int = _DIGITS,
    alike: Decimal = _ALIKE,
) -> bool | None:
    """Without rounding: 1.0000000000000001·cos(x − z) is another function. None where digits are not to be had."""
    if here.name == "string":
        return None
    with precision(count):
        digits = Exact(decimals=True)
        try:
            letters = {"x": _point(x, here, digits), "z": _point(z, here, digits)}
            one, other = (Decimal(Evaluator(letters, {}, digits)(tree)) for tree in (mine, theirs))
            return abs(one - other) <= alike * max(Decimal(1), abs(other))
        except (*NO_VALUE, ArithmeticError, TypeError, KeyError):
            return None


def _point(point: Any, here: Domain, digits: Exact) -> Any:
    """Its coordinates, or its one; on a sphere it has the length 1."""
    entries = digits.lift(np.asarray(point, dtype=float))
    if here.name == "sphere":
        entries = entries / digits.call_norm(entries)
    return entries[0] if here.dim == 1 else entries


def _same_float(mine: Node, theirs: Node, here: Domain, x: Any, z: Any) -> bool:
    """Equal up to rounding, and finite together: e^(x·z + 800) is out of reach of an error bound, but it is not x·z."""
    from kernelcourse.court.algebra.algebras import gram

    with np.errstate(all="ignore"):
        one, other = (float(gram(tree, here, [x], [z])[0, 0]) for tree in (mine, theirs))
    if not (np.isfinite(one) and np.isfinite(other)):
        return False
    return abs(one - other) <= NARROW * max(1.0, abs(other))


def sample_points(kernel: Candidate, secret: str = "public") -> Any:
    """Twelve points of the domain, on which two expressions are compared.

    All digits of a float are drawn: sin(64πx) vanishes on every grid of 64ths, and on that grid adds nothing to k.
    """
    from kernelcourse.court import Domain

    where = Domain(kernel.domain or "real", kernel.dim or 1)
    seed = hashlib.sha256(f"points\0{secret}\0{kernel.name}".encode()).digest()[:8]
    rng = np.random.default_rng(int.from_bytes(seed, "big"))
    if where.name == "string":
        return ["".join(rng.choice(list("ab"), size=size)) for size in rng.integers(1, 6, size=12)]
    spread = 3.0 if where.name == "integer" else 1.5
    return where.nearest(rng.normal(scale=spread, size=(12, where.dim)))
