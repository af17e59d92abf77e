"""What a letter ranges over: a kind of letter draws itself in every arithmetic, and knows what lies on its edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import numpy as np

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.modular import Modular
from kernelcourse.language.tree import Name, Node

from ..proving.sign import Sign
from .charts import Chart
from .entries import Profile


@dataclass(frozen=True)
class Freed:
    """A letter written in a free one, which begins at `start` and is kept in form by equations = 0."""

    letter: Node
    equations: tuple[Node, ...]
    start: Any
    value: Callable[[Any], Any] = lambda free: free


class NoPoint(Exception):
    """There is no value of this letter at these sizes, or the side conditions cannot be met in this way."""


@dataclass(frozen=True)
class Range:
    """A kind of letter with its shape, the sizes it was written with, and (for some numbers) its bounds."""

    shape: Shape = ()
    sizes: tuple[Dimension, ...] = ()
    bounds: tuple[Fraction, Fraction] | None = None

    words: ClassVar[str] = ""
    takes: ClassVar[int] = 0  # sizes, or bounds
    sign: ClassVar[Sign] = Sign.UNKNOWN  # of every entry
    form: ClassVar[Sign] = Sign.UNKNOWN  # of xᵀMx for x ≠ 0; NONZERO: invertible
    whole_space: ClassVar[bool] = False  # every point of its shape is a value
    dense: ClassVar[bool] = (
        False  # as above, or among the symmetric matrices: linear conditions can be solved for it
    )
    solid: ClassVar[bool] = False  # around nearly every value there is a ball of values
    cone: ClassVar[bool] = False  # 2v is a value if v is
    symmetric: ClassVar[bool] = False
    never_zero: ClassVar[bool] = False  # a vector that is not the zero vector
    is_complex: ClassVar[bool] = False
    ties_sizes: ClassVar[bool] = False  # not every two sizes go together

    def at(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """The shape in numbers."""
        return tuple(size.size(sizes) for size in self.shape)

    def possible(self, sizes: Mapping[str, int]) -> bool:
        """Whether there is a value of these sizes."""
        return True

    def draw(self, sizes: Mapping[str, int], profile: Profile, rng: np.random.Generator) -> Any:
        """A random value, exactly."""
        raise ValueError(f"{type(self).__name__} is never drawn")

    def specials(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        """Exact values that a random draw would miss: zero, singular, nilpotent, the ends of a range."""
        yield from ()

    def simple(self, shape: tuple[int, ...], rng: np.random.Generator) -> Iterator[Any]:
        """Values of large size in floats: ones, a spike on ones, the identity."""
        yield from ()

    def alike(self, shape: tuple[int, ...]) -> Iterator[Any]:
        """Values whose entries are alike, at any size; of a number, simple ones."""
        if not self.shape:
            simple = self.simple((), np.random.default_rng(0))
            yield from (Decimal(value) for value in simple if isinstance(value, float))

    def fault(self, point: Any) -> str:
        """Why a point of the right shape is no value, or nothing."""
        return ""

    def law(self, value: Node) -> tuple[Node, Node] | None:
        """Two sides that are equal for values of this kind only (eigenvalues aside), where there are such."""
        return None

    def nearest(self, point: Any) -> Any | None:
        """The point moved back into the range, or None where that is not known."""
        return point

    def step(self, value: Any, exact: Any | None, length: float, rng: np.random.Generator) -> Any:
        """A step of about this length that stays within the range; the value itself where there is none."""
        return exact if exact is not None else value

    def freed(self, free: Name, value: Any) -> Freed | None:
        """This letter, now at a value, in terms of a free one; None if it moves in no such way."""
        return None

    def chart(self, exact: Any) -> Chart | None:
        """The values around this one; None if it cannot be moved by a little."""
        return None

    def neighbours(self, exact: Any) -> Iterator[Any]:
        """The values next to this one, of a letter with separate values."""
        yield from ()

    def in_field(self, sizes: Mapping[str, int], field: Modular) -> Any:
        """A random point of a prime field, dense among the values."""
        return field.random(self.at(sizes))

    def holds(self, value: Fraction) -> bool:
        """Is this number a value?"""
        return False

    @property
    def entry(self) -> Range | None:
        """What one entry ranges over while the others are fixed."""
        return None

    @property
    def only_entry(self) -> Range | None:
        """What the entry ranges over if there is but one."""
        return self.entry

    @property
    def loosened(self) -> Range:
        """A larger range in which an identity may be proved all the same."""
        return self


class InPieces(Range):
    """Finitely many values, or a range in finitely many pieces: each piece has a name, and each must be tried."""

    def pieces(self, sizes: Mapping[str, int]) -> Iterator[Any]:
        """All of them at these sizes."""
        raise NoPoint

    def few(self, sizes: Mapping[str, int], most: int) -> bool:
        """Does it make sense to begin listing them?"""
        return True

    def any_piece(self, sizes: Mapping[str, int], chance: Random) -> Any:
        """One of them; NoPoint if there is none."""
        raise NoPoint

    def in_piece(self, sizes: Mapping[str, int], piece: Any, field: Modular) -> Any:
        """A random point of this piece, in a prime field."""
        raise NoPoint


def sizes_of(ranges: Iterable[Range]) -> frozenset[str]:
    """The names of all sizes that these kinds of letters have: n, d of matrix(n, d)."""
    return frozenset(name for range_ in ranges for size in range_.sizes for name in size.names)
