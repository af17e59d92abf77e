"""What an expression needs of the sizes: how many indices a term has, and how often a size is a factor."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kernelcourse.language.tree import Node


@dataclass
class Need:
    """Per size: indices of a term, loose ends, factors n and 1/n; and the divisors that have indices."""

    indices: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    factors: Counter[str] = field(default_factory=Counter)
    divided: Counter[str] = field(default_factory=Counter)
    divisors: Counter[Node] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)  # named by their numbers
    states: bool = False  # an inverse: terms add up their states instead of sharing them

    def times(self, other: Need) -> Need:
        return Need(self.indices + other.indices, self.ends + other.ends, self.factors + other.factors,
                    self.divided + other.divided, self.divisors + other.divisors,
                    self.places + other.places, self.states or other.states)  # fmt: skip

    def plus(self, other: Need) -> Need:
        inverse = self.states or other.states
        indices = self.indices + other.indices if inverse else self.indices | other.indices
        return Need(indices, self.ends | other.ends, self.factors | other.factors, self.divided | other.divided,
                    self.divisors | other.divisors, self.places | other.places, inverse)  # fmt: skip
