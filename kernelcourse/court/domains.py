"""Where x and z live: a domain is a set of points, and what is true of a coordinate depends on it.

On `positive` |x| is x and min(x, z) is a kernel; on `real` neither holds. The names are those of the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

NAMES = ("real", "positive", "ball", "integer", "binary", "string")
LARGEST_DIMENSION = 50


@dataclass(frozen=True)
class Domain:
    """A set of points: `real` R^d, `positive` (numbers ≥ 0), `ball` ‖x‖ < 1, `integer`, `binary` {0,1}^d, `string`."""

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
        ball = "|x| < 1" if self.dim == 1 else f"‖x‖ < 1 in R{power}"
        titles = {"real": f"R{power}", "positive": f"[0, ∞){power}", "ball": ball, "integer": f"Z{power}",
                  "binary": f"{{0,1}}{power}", "string": "strings"}  # fmt: skip
        return titles[self.name]

    @property
    def nonnegative(self) -> bool:
        """Whether every coordinate of every point is ≥ 0."""
        return self.name in ("positive", "binary")

    def coordinate_range(self) -> tuple[float, float, bool]:
        """(lowest, highest, whether the ends are left out) of one coordinate."""
        if self.name == "ball":
            return -1.0, 1.0, True
        if self.name == "binary":
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
        if self.name == "binary":
            return (points > 0.5).astype(float)
        return points
