"""Quotients: what a ring needs so that its elements can be divided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar


class Element(Protocol):
    """What can be added, negated and multiplied."""

    def __add__(self, other: Self, /) -> Self: ...
    def __neg__(self) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...


E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Quotient(Generic[E]):
    """over / under, as it stands: nothing is cancelled."""

    over: E
    under: E

    def __add__(self, other: Self) -> Self:
        if self.under == other.under:
            return type(self)(self.over + other.over, self.under)
        return type(self)(self.over * other.under + other.over * self.under, self.under * other.under)

    def __sub__(self, other: Self) -> Self:
        return self + type(self)(-other.over, other.under)

    def __mul__(self, other: Self) -> Self:
        return type(self)(self.over * other.over, self.under * other.under)
