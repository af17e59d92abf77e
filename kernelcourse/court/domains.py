"""Where x and z live: a domain is a set of points, and what is true of a coordinate depends on it.

On `positive` |x| is x and min(x, z) is a kernel; on `real` neither holds. The names are those of the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

NAMES = (
    "real", "positive", "interval", "ball", "sphere", "nonzero", "integer", "binary", "histogram", "string",
)  # fmt: skip
LARGEST_DIMENSION = 50


@dataclass(frozen=True)
class Domain:
    """A set of points of R^d, or the strings.

    `real` R^d, `positive` (coordinates ≥ 0), `interval` [0, 1]^d, `ball` ‖x‖ < 1, `sphere` ‖x‖ = 1, `nonzero` x ≠ 0,
    `integer` Z^d, `binary` {0,1}^d (sets), `histogram` (coordinates ≥ 0 with sum 1), `string`.
    """

    name: str = "real"
    dim: int = 1

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise ValueError(f"domain is {self.name!r}; it should be one of {', '.join(NAMES)}")
        if (
            isinstance(self.dim, bool)
            or not isinstance(self.dim, int)
            or not 1 <= self.dim <= LARGEST_DIMENSION
        ):
            raise ValueError(
                f"dim is {self.dim!r}; it should be a whole number from 1 to {LARGEST_DIMENSION}"
            )

    @property
    def title(self) -> str:
        """The domain as a formula: R², [0, ∞), {0,1}³ …"""
        power = "" if self.dim == 1 else "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(self.dim))
        ball = "(−1, 1)" if self.dim == 1 else f"the ball ‖x‖ < 1 of R{power}"
        titles = {"real": f"R{power}", "positive": f"[0, ∞){power}", "ball": ball, "integer": f"Z{power}",
                  "binary": f"{{0,1}}{power}", "string": "strings", "interval": f"[0, 1]{power}",
                  "sphere": f"the sphere ‖x‖ = 1 of R{power}", "nonzero": f"R{power} without 0",
                  "histogram": f"the histograms x ≥ 0, Σ xᵢ = 1 of R{power}"}  # fmt: skip
        return titles[self.name]

    @property
    def nonnegative(self) -> bool:
        """Whether every coordinate of every point is ≥ 0."""
        return self.name in ("positive", "binary", "interval", "histogram")

    def coordinate_range(self) -> tuple[float, float, bool]:
        """(lowest, highest, whether the ends are left out) of one coordinate."""
        if self.name in ("ball", "sphere"):
            return -1.0, 1.0, self.name == "ball"
        if self.name in ("binary", "interval", "histogram"):
            return 0.0, 1.0, False
        return (0.0 if self.name == "positive" else -np.inf), np.inf, True

    def contains(self, points: Any) -> bool:
        """Whether every row (every string) is a point of the domain."""
        if self.name == "string":
            return all(isinstance(point, str) for point in points)
        P = np.asarray(points, dtype=float)
        if not np.isfinite(P).all():
            return False
        inside = {
            "positive": lambda: (P >= 0).all(),
            "ball": lambda: ((P * P).sum(axis=1) < 1 - 1e-12).all(),
            "interval": lambda: ((P >= 0) & (P <= 1)).all(),
            "sphere": lambda: (np.abs((P * P).sum(axis=1) - 1) < 1e-9).all(),
            "histogram": lambda: bool((P >= 0).all()) and all(_sum(row) == 1 for row in P),
            "nonzero": lambda: (P != 0).any(axis=1).all(),
            "integer": lambda: (np.round(P) == P).all(),
            "binary": lambda: np.isin(P, (0.0, 1.0)).all(),
        }.get(self.name)
        return True if inside is None else bool(inside())

    def nearest(self, points: np.ndarray) -> np.ndarray:
        """Each row moved into the domain: folded, scaled back or rounded."""
        if self.name == "positive":
            return np.abs(points)
        if self.name == "ball":
            length = np.sqrt((points * points).sum(axis=1, keepdims=True))
            return np.where(length < 0.999, points, points * (0.995 / np.maximum(length, 1e-300)))
        if self.name == "integer":
            return np.round(points)
        if self.name == "interval":
            return np.abs(np.mod(points + 1, 2) - 1)
        if self.name == "nonzero":
            return np.where((points != 0).any(axis=1, keepdims=True), points, 1.0)
        if self.name == "sphere":
            length = np.sqrt((points * points).sum(axis=1, keepdims=True))
            return np.where(length > 0, points / np.maximum(length, 1e-300), np.eye(1, points.shape[1]))
        if self.name == "histogram":
            return np.array([_of_sum_one(row) for row in points]).reshape(points.shape)
        if self.name == "binary":
            return (points > 0.5).astype(float)
        return points


def _sum(row: np.ndarray) -> Fraction:
    return sum((Fraction(float(c)) for c in row), Fraction(0))


def _of_sum_one(row: np.ndarray) -> np.ndarray:
    """A point near it with coordinates n/1024 ≥ 0 and sum exactly 1."""
    sizes = np.abs(row)
    shares = np.floor(1024 * sizes / sizes.sum()) if sizes.sum() > 0 else np.zeros(len(row))
    shares[int(np.argmax(sizes))] += 1024 - shares.sum()
    return shares / 1024
