"""A parameter s that only sets the unit of length: the family is k(x/s, z/s), and its region knows nothing of s."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number
from kernelcourse.language.tree import free_names, substitute

from ..exactly.algebra import Algebra
from ..exactly.forms import letter
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import limit
from .steps import ONE, Proof, step

if TYPE_CHECKING:
    from .regions import Family

ALL_LENGTHS = ("real", "positive")  # domains that stretching leaves as they are


def in_other_units(family: Family) -> Iterator[tuple[Family, Node]]:
    """(the family with one parameter put to 1, c) where k(x, z) is that family at cx and cz."""
    if family.domain.name not in ALL_LENGTHS:
        return
    for name in family.names:
        about = [c for c in family.asked if name in free_names(c.gap)]
        alone = all(free_names(c.gap) <= {name, "pi"} for c in about)
        if not alone or not family.implies_positive(Name(name)):
            continue
        inner = copy(family)
        inner.tree = substitute(family.tree, {name: ONE})
        inner.names = tuple(other for other in family.names if other != name)
        inner.asked = tuple(c for c in family.asked if c not in about)
        for c in _units(Name(name)):
            if _same(family, inner.tree, c):
                yield inner, c
                break


def _units(p: Name) -> list[Node]:
    root = Call("sqrt", (p,))
    return [p, Binary("/", ONE, p), root, Binary("/", ONE, root)]


def _same(family: Family, inner: Node, c: Node) -> bool:
    algebra = Algebra(family.domain.name, family.domain.dim)
    for name in family.names:
        if family.implies_positive(Name(name)):
            limit(algebra, letter(f"parameter {name}"), strict=True)
    reader = Reader(algebra, family.domain.dim, parameters=frozenset(family.names))
    moved = substitute(inner, {side: Binary("*", c, Name(side)) for side in "xz"})
    try:
        return algebra.is_zero(reader(family.tree) - reader(moved))
    except (Rejected, *TOO_LONG, *UNFIT):
        return False


def in_first_units(family: Family, proof: Proof, c: Node) -> Proof:
    """The proof for the family from the one with the parameter 1."""
    d = family.domain.dim
    points = [Name("x")] if d == 1 else [Index(Name("x"), (Number(i),)) for i in range(d)]
    maps = tuple(Binary("*", c, point) for point in points)
    reason = "another unit of length: k(cx, cz) is a kernel where k is, and only there"
    return step("pullback", family.tree, reason, [proof], maps=maps, into=family.domain.name)
