"""The kernel of the Hamming distance, a product of one small kernel for each position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.distances import letters, mismatches, same_length
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_positive
from kernelcourse.validity import Certificate


@dataclass(frozen=True)
class ExponentiatedHamming(Kernel):
    """exp(−γ · number of positions where x and z differ), γ > 0, for words of one length or rows."""

    gamma: float = 1.0

    def __post_init__(self) -> None:
        store(self, gamma=as_positive(self.gamma, "gamma"))

    def read(self, X: Any, name: str = "X") -> Any:
        table = letters(X, name)
        return table if table.dtype.kind == "f" else X  # words stay words, for kernels added to this one

    def compare(self, X: Any, Z: Any) -> None:
        same_length(letters(X), letters(Z))

    def gram(self, X: Any, Z: Any) -> Array:
        table = letters(X)
        return np.exp(-self.gamma * mismatches(table, table if X is Z else letters(Z)))

    def self_similarity(self, X: Any) -> Array:
        return np.ones(len(X))

    def because(self) -> Certificate:
        both = Certificate("explicit feature", "1[x_d = z_d]", "φ(x) has one entry for each symbol, 1 at x_d")
        one = Certificate("explicit feature", "exp(−γ)", "a constant ≥ 0")
        reason = "exp(−γ) + (1 − exp(−γ)) 1[x_d = z_d], and both coefficients are ≥ 0"
        position = Certificate("sum", "exp(−γ 1[x_d ≠ z_d])", reason, (one, both))
        return Certificate("product", str(self), "one factor for each position", (position,))

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        yield "all words of three letters a, b", [f"{a}{b}{c}" for a in "ab" for b in "ab" for c in "ab"]
