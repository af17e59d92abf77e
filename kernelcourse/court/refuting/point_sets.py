"""Points on which false kernels give themselves away: duplicates' neighbours, ± pairs, grids, corners, simplices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from ..domains import Domain

SCALES = (1.0, 0.5, 0.1, 2.0, 10.0, 0.02, 100.0)


def point_sets(domain: Domain, rng: np.random.Generator) -> Iterator[tuple[str, Any]]:
    """(name, points) pairs, the simplest first; every point lies in the domain."""
    if domain.name == "string":
        yield from _words(rng)
        return
    for name, points in _raw_sets(domain, rng):
        inside = np.unique(domain.nearest(points) + 0.0, axis=0)
        if len(inside) > 1 and domain.contains(inside):
            yield name, inside


def _raw_sets(domain: Domain, rng: np.random.Generator) -> Iterator[tuple[str, np.ndarray]]:
    d = domain.dim
    small = np.arange(-2.0, 3)
    yield "0, 1", _on_a_line(np.array([0.0, 1.0]), d)
    yield "whole numbers −2 … 2", _on_a_line(small, d)
    yield "whole numbers 0 … 4", _on_a_line(np.arange(0.0, 5), d)
    if d > 1:
        yield "unit vectors and 0", np.vstack([np.zeros(d), np.eye(d)])
        yield "± unit vectors", np.vstack([np.eye(d), -np.eye(d)])
        corners = np.array(list(product((0.0, 1.0), repeat=min(d, 4))))
        corners = np.hstack([corners, np.zeros((len(corners), d - corners.shape[1]))])
        for scale in (1.0, 0.5, 0.1, 2.0):
            yield f"corners of a cube of side {scale:g}", scale * corners
        yield "the points of {−1, 0, 1}²", _plane(np.arange(-1.0, 2), d)
        yield "0 and ± unit vectors", np.vstack([np.zeros(d), np.eye(d), -np.eye(d)])
        if 3 <= d <= 4:
            cube = np.array(list(product((-1.0, 0.0, 1.0), repeat=d)))
            for scale in (0.5, 0.3, 0.7, 1.0):
                yield f"the points of {{−{scale:g}, 0, {scale:g}}}^{d}", scale * cube
        if d > 4:
            both = np.vstack([np.eye(d), -np.eye(d)])
            for scale in (0.5, 0.3, 2.0):
                yield f"0 and ± unit vectors times {scale:g}", scale * np.vstack([np.zeros(d), both])
    if domain.name == "sphere" and d > 1:
        for n in (16, 24, 40):
            angles = 2 * np.pi * np.arange(n) / n
            yield (
                f"{n} points on a circle",
                np.column_stack([np.cos(angles), np.sin(angles), np.zeros((n, d - 2))]),
            )
        if d == 3:
            cube = np.array(list(product((-1.0, 1.0), repeat=3)))
            yield "corners and faces of a cube", np.vstack([cube, np.eye(3), -np.eye(3)])
    yield "multiples of π/4", _on_a_line(np.pi / 4 * np.arange(-4.0, 5), d)
    for scale in SCALES:
        yield f"a grid of step {scale:g}", scale * _on_a_line(np.arange(-3.0, 4), d)
        yield f"a grid of step {scale:g} from 0", scale * _on_a_line(np.arange(0.0, 12), d)
        if d > 1:
            yield f"a square grid of step {scale:g}", scale * _plane(np.arange(-2.0, 3), d)
            if scale < 5:
                yield f"a 9 × 9 grid of step {scale / 2:g}", scale / 2 * _plane(np.arange(-4.0, 5), d)
            yield (
                f"a simplex of size {scale:g}",
                scale * np.vstack([np.eye(d), np.full(d, 1 / d), np.zeros(d)]),
            )
        yield f"24 random points of size {scale:g}", scale * rng.standard_normal((24, d))
    yield "40 points of all sizes", np.exp(rng.uniform(-5, 3, (40, 1))) * rng.standard_normal((40, d))


def _on_a_line(values: np.ndarray, d: int) -> np.ndarray:
    points = np.zeros((len(values), d))
    points[:, 0] = values
    return points


def _plane(values: np.ndarray, d: int) -> np.ndarray:
    grid = np.array(list(product(values, repeat=2)))
    return np.hstack([grid, np.zeros((len(grid), d - 2))])


def _words(rng: np.random.Generator) -> Iterator[tuple[str, list[str]]]:
    short = ["", *("".join(word) for n in (1, 2, 3, 4) for word in product("ab", repeat=n))]
    yield "words of up to 2 letters", short[:7]
    yield "words of up to 3 letters", short[:15]
    yield "words of up to 4 letters", short
    yield "words of up to 128 equal letters", ["a" * 2**n for n in range(8)] + [""]
    letters = np.array(list("abc"))
    yield "30 random words", sorted({"".join(rng.choice(letters, rng.integers(1, 6))) for _ in range(30)})
