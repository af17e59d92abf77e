"""Functions that look like kernels and are not, each with the numbers that refute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kernelcourse.distances import edit_distances, euclidean, geodesic, manhattan
from kernelcourse.kernels.euclidean import matern_profile
from kernelcourse.kernels.kernel import HoldsArrays
from kernelcourse.points import Array, as_collection, as_points
from kernelcourse.validity import Witness

Formula = Callable[[Any, Any], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Pretender(HoldsArrays):
    """A function that is no kernel: ``formula`` in words, ``function`` for all pairs of two sets.

    ``points`` and ``weights`` refute it: aᵀKa < 0 there; if ``pair``, the two points show k(x, z) ≠ k(z, x).
    """

    name: str
    formula: str
    function: Formula
    points: Any
    weights: tuple[float, ...]
    pair: bool = False

    def read(self, X: Any, name: str = "X") -> Any:
        """Rows of numbers, or words, whichever the counterexample is made of."""
        return as_points(X, name) if isinstance(self.points, np.ndarray) else as_collection(X, name)

    def gram(self, X: Any, Z: Any) -> Array:
        return np.array(self.function(X, Z), dtype=float)

    def self_similarity(self, X: Any) -> Array:
        return np.diagonal(self.gram(X, X)).copy()

    def because(self) -> None:
        return None

    @cached_property
    def witness(self) -> Witness:
        """The counterexample, its value computed from the function."""
        claim = Witness(self.points, np.array(self.weights), 0.0, self.pair)
        return Witness(self.points, claim.weights, claim.recompute(self), self.pair)

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        yield "its counterexample", self.points
        yield from super().trial_sets(rng)

    def __repr__(self) -> str:
        return self.formula


def on_line(*numbers: float) -> Array:
    """Numbers as points of the line: (n, 1)."""
    return np.array(numbers, dtype=float)[:, None]


SQUARE = np.array([[0.0, 0.0], [0.0, 0.5], [0.5, 0.0], [0.5, 0.5]])
FOUR_CYCLE = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]])
WORDS = [
    "ab",
    "ba",
    "aaa",
    "aab",
    "aba",
    "baa",
    "bab",
    "bbb",
    "aaab",
    "aaba",
    "aabb",
    "abaa",
    "abab",
    "abba",
    "abbb",
    "baaa",
    "baab",
    "baba",
    "babb",
    "bbaa",
    "bbab",
    "bbba",
]
WORD_WEIGHTS = (3, 3, 5, -4, -6, -4, -3, 4, -3, -2, 3, -2, 6, 4, -3, -3, 6, 6, -4, 3, -4, -3)


def _wide_matern(order: float) -> Formula:
    return lambda X, Z: matern_profile(order, np.sqrt(2 * order) * manhattan(X, Z))


def _squared_sum(X: Array, Z: Array) -> Array:
    return np.square(X[:, None] + Z).sum(axis=-1)


def _power(p: float) -> Formula:
    def power(X: Array, Z: Array) -> Array:
        inner = 1 + X @ Z.T
        if (inner < 0).any():
            raise ValueError(f"1 + x·z is negative: (1 + x·z)^{p:g} is no real number there.")
        return inner**p

    return power


def _along_the_cycle(X: Array, Z: Array) -> Array:
    nodes = [np.round(side[:, 0]).astype(int) % 4 for side in (X, Z)]
    return np.exp(-(geodesic(FOUR_CYCLE)[np.ix_(*nodes)] ** 2) / 2)


PRETENDERS: dict[str, Pretender] = {
    pretender.name: pretender
    for pretender in (
        Pretender("tanh", "tanh(x·z)", lambda X, Z: np.tanh(X @ Z.T), on_line(1, 2), (1, -1)),
        Pretender("minus distance", "-‖x - z‖", lambda X, Z: -euclidean(X, Z), on_line(0, 1), (1, 1)),
        Pretender("squared sum", "‖x + z‖²", _squared_sum, on_line(0, 1), (3, -1)),
        Pretender(
            "indicator",
            "1[‖x - z‖ ≤ 1]",
            lambda X, Z: 1.0 * (euclidean(X, Z) <= 1),
            on_line(0, 1, 2),
            (-1, 1, -1),
        ),
        Pretender(
            "exp of edit", "exp(-edit(x, z))", lambda X, Z: np.exp(-edit_distances(X, Z)), WORDS, WORD_WEIGHTS
        ),
        Pretender(
            "Gaussian on a cycle",
            "exp(-geodesic(x, z)²/2) on the 4-cycle",
            _along_the_cycle,
            on_line(0, 1, 2, 3),
            (1, -1, 1, -1),
        ),
        Pretender(
            "ℓ₁ Matérn 3/2", "(1 + √3‖x - z‖₁) exp(-√3‖x - z‖₁)", _wide_matern(1.5), SQUARE, (1, -1, -1, 1)
        ),
        Pretender(
            "ℓ₁ Matérn 5/2",
            "(1 + √5‖x - z‖₁ + 5‖x - z‖₁²/3) exp(-√5‖x - z‖₁)",
            _wide_matern(2.5),
            SQUARE,
            (1, -1, -1, 1),
        ),
        Pretender(
            "ℓ₁ Gaussian",
            "exp(-‖x - z‖₁²)",
            lambda X, Z: np.exp(-(manhattan(X, Z) ** 2)),
            SQUARE,
            (1, -1, -1, 1),
        ),
        Pretender(
            "fourth power",
            "exp(-‖x - z‖⁴)",
            lambda X, Z: np.exp(-(euclidean(X, Z) ** 4)),
            on_line(0, 0.5, 1),
            (-1, 1, -1),
        ),
        Pretender("degree 1/2", "(1 + x·z)^(1/2)", _power(0.5), on_line(0, 1, 2), (-1, 2, -1)),
        Pretender("degree 3/2", "(1 + x·z)^(3/2)", _power(1.5), on_line(0, 1, 2, 3), (2, -7, 8, -3)),
        Pretender("shifted square", "(x·z - 1)²", lambda X, Z: (X @ Z.T - 1) ** 2, on_line(0, 1), (-1, 1)),
        Pretender("minimum", "min(x, z)", lambda X, Z: np.minimum(X[:, :1], Z[:, :1].T), on_line(-1), (1,)),
        Pretender(
            "maximum", "max(x, z)", lambda X, Z: np.maximum(X[:, :1], Z[:, :1].T), on_line(1, 2), (1, -1)
        ),
        Pretender(
            "sine times cosine",
            "sin(x) cos(z)",
            lambda X, Z: np.sin(X[:, :1]) * np.cos(Z[:, :1].T),
            on_line(0, np.pi / 2),
            (1, -1),
            pair=True,
        ),
        Pretender(
            "sine of the sum",
            "sin(x + z)",
            lambda X, Z: np.sin(X[:, :1] + Z[:, :1].T),
            on_line(0, 2),
            (-1, 1),
        ),
        Pretender(
            "box",
            "1[‖x - z‖ ≤ 1]/2",
            lambda X, Z: (euclidean(X, Z) <= 1) / 2,
            on_line(0, 0.9, 1.8),
            (-1, 1, -1),
        ),
        Pretender(
            "Epanechnikov",
            "3/4 max(0, 1 - ‖x - z‖²)",
            lambda X, Z: 0.75 * np.maximum(0, 1 - euclidean(X, Z) ** 2),
            on_line(0, 0.5, 1),
            (-2, 3, -2),
        ),
    )
}
