"""Draw the landing page: two rings that no line separates, and the plane that does once they are lifted.

Writes an inline SVG whose colours are the book's CSS variables, so that it follows light and dark mode.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parent.parent / "_static" / "cover.svg"
THRESHOLD = 2.6  # the plane ‖x‖² = 2.6 lies between the rings of radius 1 and 2.1


def rings(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Points near the circles of radius 1 and 2.1: (48, 2), and which ring each is on."""
    inner = np.repeat([True, False], [18, 30])
    angle = np.concatenate([np.arange(18) / 18, np.arange(30) / 30]) * 2 * np.pi + rng.uniform(
        -0.05, 0.05, 48
    )
    radius = np.where(inner, 1.0, 2.1) + rng.normal(0, 0.03, 48)
    return radius[:, None] * np.c_[np.cos(angle), np.sin(angle)], inner


def flat(X: np.ndarray) -> np.ndarray:
    """The left picture: the plane seen from above."""
    return np.c_[130 + 48 * X[:, 0], 140 - 48 * X[:, 1]]


def lifted(X: np.ndarray, height: np.ndarray) -> np.ndarray:
    """The right picture: (x₁, x₂, height) seen from the side and a little above."""
    return np.c_[470 + 52 * X[:, 0] + 12 * X[:, 1], 226 - 15 * X[:, 1] - 36 * height]


def dots(places: np.ndarray, inner: np.ndarray, chosen: np.ndarray) -> str:
    """Filled circles for the inner ring, hollow squares for the outer: never colour alone."""
    marks = []
    for (x, y), is_inner in zip(places[chosen], inner[chosen]):
        if is_inner:
            marks.append(f'<circle class="a" cx="{x:.1f}" cy="{y:.1f}" r="4.6"/>')
        else:
            marks.append(f'<rect class="b" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>')
    return "".join(marks)


def main() -> int:
    X, inner = rings(np.random.default_rng(7))
    height = (X**2).sum(axis=1)  # the third coordinate: φ(x) = (x₁, x₂, ‖x‖²)
    assert height[inner].max() < THRESHOLD < height[~inner].min()
    everywhere = np.ones(len(X), dtype=bool)
    corners = np.array([[-2.5, -2.3], [2.5, -2.3], [2.5, 2.3], [-2.5, 2.3]])
    floor, plane = lifted(corners, np.zeros(4)), lifted(corners, np.full(4, THRESHOLD))
    outline = [" ".join(f"{x:.1f},{y:.1f}" for x, y in shape) for shape in (floor, plane)]
    above = height > THRESHOLD
    order = np.argsort(-X[:, 1])
    places = lifted(X, height)[order]
    picture = f"""\
<svg class="cover" viewBox="0 0 640 280" role="img" aria-labelledby="cover-title" xmlns="http://www.w3.org/2000/svg">
<title id="cover-title">Two rings of points in the plane, one inside the other; no straight line
separates them. The same points are lifted by their squared length, and now a horizontal plane lies
between the rings.</title>
<g>{dots(flat(X), inner, everywhere)}</g>
<path class="arrow" d="M262 140 H316 m-9 -6 l9 6 l-9 6"/>
<text class="label" x="290" y="124" text-anchor="middle">φ</text>
<polygon class="floor" points="{outline[0]}"/>
<g>{dots(places, inner[order], ~above[order])}</g>
<polygon class="plane" points="{outline[1]}"/>
<g>{dots(places, inner[order], above[order])}</g>
<text class="note" x="130" y="272" text-anchor="middle">x = (x₁, x₂)</text>
<text class="note" x="470" y="272" text-anchor="middle">φ(x) = (x₁, x₂, ‖x‖²)</text>
</svg>
"""
    TARGET.write_text(picture, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
