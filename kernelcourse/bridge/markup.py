"""Small pieces of HTML that verdicts are made of; everything a student typed is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from kernelcourse.language.in_text import sentence_html

WORDS = {
    "proved": ("✓", "Proved"),
    "refuted": ("✗", "Refuted"),
    "open": ("?", "Open"),
    "tested": ("✓", "Tested"),
    "unreadable": ("?", "Could not be read"),
}


def verdict(status: str, where: str = "", conditions: Sequence[object] = ()) -> str:
    """The verdict as a mark and a word, so that colour is never needed; `where` it was found: "at λ = 1".

    A line that needs more than is given is not accepted, so it gets no tick. The mark stays with its word.
    """
    mark, word = WORDS[status]
    if conditions:
        status, mark, word = "conditional", "?", f"{word} only if {' and '.join(map(str, conditions))}"
        word = sentence_html(word)
    shown = f'<span aria-hidden="true">{mark}</span>\N{NO-BREAK SPACE}{word}{f" {escape(where)}" if where else ""}'
    return f'<span class="kc-verdict" data-verdict="{status}">{shown}</span>'


def given() -> str:
    """What a line says that only begins or names something: it claims nothing, so nothing was proved."""
    return '<span class="kc-verdict" data-verdict="given">Given</span>'


def problem(message: str) -> str:
    """What was wrong with the input; a pointing line (^) under the text keeps its place."""
    if "\n" in message:
        head, _, rest = message.partition("\n")
        return f'<p class="kc-problem">{sentence_html(head)}</p><pre class="kc-place">{escape(rest)}</pre>'
    return f'<p class="kc-problem">{sentence_html(message)}</p>'


def why(text: str) -> str:
    """A reason, a sentence in a paragraph of its own; a pointing line (^) under the text keeps its place."""
    head, _, rest = text.partition("\n")
    if rest:
        return f'<p class="kc-why">{sentence_html(head)}</p><pre class="kc-place">{escape(rest)}</pre>'
    word = head.partition(" ")[0]
    begun = (
        head[:1].upper() + head[1:]
        if len(word) > 1 and word.strip(",:").isalpha() and word.isascii()
        else head
    )
    return f'<p class="kc-why">{sentence_html(begun)}{"" if begun[-1:] in ".:?!…" else "."}</p>'


def scroll(formula: str) -> str:
    """A formula that may be wider than the page: it scrolls by itself, by keyboard too."""
    return f'<span class="kc-scroll" tabindex="0" role="group" aria-label="formula">{formula}</span>'


def plain_number(value: float) -> str:
    """A number with up to four digits and a true minus sign."""
    return f"{value:.4g}".replace("-", "−")


def weights_drawing(points: Sequence[Sequence[float]], weights: Sequence[float]) -> str:
    """Points of a line or a plane as discs: area by |weight|, filled if positive, hollow if negative."""
    X = np.atleast_2d(np.asarray(points, float))
    a = np.asarray(weights, float)
    if X.shape[1] > 2 or len(X) != len(a) or len(X) == 1:  # one point needs no drawing
        return ""
    flat = X.shape[1] == 1 or np.ptp(X[:, 1]) == 0
    width, height = 320, 110 if flat else 260
    places = np.column_stack([X[:, 0], X[:, -1] if X.shape[1] == 2 else np.zeros(len(X))])
    low, high = places.min(axis=0), places.max(axis=0)
    scale = float(max((high - low).max(), 1e-9))
    offsets = (places - (low + high) / 2) / scale
    across, up = width / 2 + offsets[:, 0] * (width - 120), height / 2 - offsets[:, 1] * (height - 100)
    radii = 5 + 9 * np.sqrt(np.abs(a) / max(float(np.abs(a).max()), 1e-300))
    discs = "".join(map(_disc, across, up, radii, a, X))
    listed = "; ".join(f"{_point(p)} with weight {plain_number(w)}" for p, w in zip(X, a, strict=True))
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'fill="currentColor" font-size="12" aria-label="Points {escape(listed)}">{discs}</svg>'
    )


def _disc(x: float, y: float, radius: float, weight: float, point: Sequence[float]) -> str:
    color = "var(--kc-a,#0072b2)" if weight > 0 else "var(--kc-b,#d55e00)"
    fill = color if weight > 0 else "none"
    above = f'x="{x:.1f}" y="{y - radius - 5:.1f}" text-anchor="middle"'
    below = f'x="{x:.1f}" y="{y + radius + 13:.1f}" text-anchor="middle"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" stroke="{color}" stroke-width="2" '
        f'fill="{fill}"/>'
        f"<text {above}>{plain_number(weight)}</text><text {below}>{_point(point)}</text>"
    )


def _point(point: Sequence[float]) -> str:
    inside = ", ".join(plain_number(float(x)) for x in point)
    return inside if len(point) == 1 else f"({inside})"
