"""How the topics lean on each other, drawn: a line for each topic in reading order, an arc to each that it leans on."""

from __future__ import annotations

from html import escape

ROW, TOP, LEFT, WIDTH = 24, 16, 118, 340  # pixels: a line, above the first, where names begin, the drawing


def arc_map(names: list[str], needs: dict[int, list[int]]) -> str:
    """The drawing for topics by their places: needs[later] = earlier ones, most used first."""
    height = TOP + ROW * len(names)
    words = "; ".join(
        f"{names[later]} leans on {' and '.join(names[earlier] for earlier in found)}"
        for later, found in needs.items()
        if found
    )
    arcs, lines = [], []
    for later, found in needs.items():
        for rank, earlier in enumerate(found):
            first, last = TOP + ROW * earlier, TOP + ROW * later
            reach = min(LEFT - 22, 14 + 7 * (later - earlier))
            arcs.append(
                f'<path class="{"most" if rank == 0 else "also"}" data-ends="{earlier} {later}" '
                f'd="M{LEFT - 12} {first}C{LEFT - 12 - reach} {first} {LEFT - 12 - reach} {last} {LEFT - 12} {last}"/>'
            )
    for place, name in enumerate(names):
        y = TOP + ROW * place
        lines.append(
            f'<circle cx="{LEFT - 12}" cy="{y}" r="4"/><text x="{LEFT}" y="{y + 5}">{escape(name)}</text>'
        )
    return (
        f'<figure class="kc-arcs"><svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(words)}">{"".join(arcs)}{"".join(lines)}</svg>'
        "<figcaption>An arc joins a topic to those above it that it leans on; the thick one to the one it needs most."
        "</figcaption></figure>"
    )
