"""Figures of the chapter on multidimensional scaling: maps, a spectrum, and table against map."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kernelcourse.figures.drawing import WHOLE, bars, canvas, frame, label, line, note, points
from kernelcourse.figures.picture import Picture, begun
from kernelcourse.figures.style import MEANINGS
from kernelcourse.scene.number import number


def city_map(places: Any, names: Sequence[str]) -> Picture:
    """Ten cities at their places on the map, in miles from the middle of the country."""
    figure, (axes,) = canvas(WHOLE, 230)
    frame(axes, x="miles to the east", y="miles to the north", title="A map from 45 distances", equal=True)
    axes.yaxis.labelpad += 4
    named_points(axes, places, names)
    places = np.asarray(places, float)
    north, south, west = (
        names[int(i)] for i in (places[:, 1].argmax(), places[:, 1].argmin(), places[:, 0].argmin())
    )
    return Picture(
        figure,
        alt=f"Map of {len(names)} cities drawn from their distances alone: {west} farthest west, "
        f"{north} farthest north, {south} farthest south.",
        readouts={"northernmost": north, "southernmost": south, "westernmost": west},
    )


def three_attempts(attempts: Mapping[str, Any], errors: Mapping[str, float], names: Sequence[str]) -> Picture:
    """The same table turned into a map in several ways, each with its error in miles."""
    figure, panels = canvas(250, 230, columns=len(attempts))
    for axes, (title, places) in zip(panels, attempts.items(), strict=True):
        axes.set_xticks([])
        axes.set_yticks([])
        frame(axes, x=f"off by {errors[title]:.1f} miles", title=title)
        named_points(axes, places, [short(name) for name in names])
    told = "; ".join(f"{title}: off by {errors[title]:.1f} miles" for title in attempts)
    return Picture(
        figure,
        alt=f"Maps of the same ten cities by different routes. {begun(told)}.",
        readouts={title: f"{error:.1f} miles" for title, error in errors.items()},
    )


def spectrum(eigenvalues: Any) -> Picture:
    """The eigenvalues of B as bars: all of them, and the small ones under a magnifying glass."""
    values = np.asarray(eigenvalues, float)
    figure, (whole, close) = canvas(300, 230, columns=2)
    bars(whole, values / 1e6)
    frame(whole, x="number", y="eigenvalue / 10⁶", title="All eigenvalues of B")
    small = np.where(np.arange(len(values)) < 2, np.nan, values / 1e3)
    bars(close, small)
    frame(close, x="number", y="eigenvalue / 10³", title="The same, from the third on")
    negative = int((values < -1e-9 * np.abs(values).max()).sum())
    note(close, f"{negative} are negative", corner="lower left", kind="mistake")
    return Picture(
        figure,
        alt=f"Bars of {len(values)} eigenvalues: two large ones, the rest small, {negative} of them negative.",
        readouts={
            "largest two": f"{number(values[0], 4)}, {number(values[1], 4)}",
            "negative": str(negative),
        },
    )


def shepard(table: Any, shown: Any) -> Picture:
    """Each pair of points once: distance in the table across, distance on the map up."""
    lower = np.tril_indices(len(table), -1)
    across, up = np.asarray(table)[lower], np.asarray(shown)[lower]
    figure, (axes,) = canvas(320, 260)
    ends = np.array([0.0, across.max()])
    line(axes, ends, ends, kind="truth", name="equal")
    points(axes, np.column_stack([across, up]), kind="a", size=16)
    worst = float(np.abs(up - across).max())
    frame(axes, x="miles in the table", y="miles on the map", title="Table and map")
    note(axes, f"largest gap {worst:.1f} mi")
    return Picture(
        figure,
        alt=f"{len(across)} pairs of cities: distance on the map against distance in the table, all close to "
        f"the diagonal; the largest gap is {worst:.1f} miles.",
        readouts={"pairs": str(len(across)), "largest gap": f"{worst:.1f} miles"},
    )


def word_map(places: Any, words: Sequence[str]) -> Picture:
    """Words at the places that their shared letters give them."""
    figure, (axes,) = canvas(WHOLE, 380)
    frame(axes, title="Words by shared letter pairs")
    axes.set_xticks([])
    axes.set_yticks([])
    named_points(axes, places, words, room=0.36)
    gaps = np.linalg.norm(np.asarray(places)[:, None] - np.asarray(places)[None], axis=-1)
    gaps[np.diag_indices(len(words))] = np.inf
    i, j = divmod(int(gaps.argmin()), len(words))
    return Picture(
        figure,
        alt=f"Map of {len(words)} words; words that share letter pairs lie together.",
        readouts={"words": str(len(words)), "closest": " and ".join(sorted([words[i], words[j]]))},
    )


def placed(places: Any, names: Sequence[str], new: Any, name: str) -> Picture:
    """A finished map and a point that was added to it afterwards."""
    figure, (axes,) = canvas(WHOLE, 230)
    frame(axes, x="miles to the east", y="miles to the north", title=f"{name} is added", equal=True)
    axes.yaxis.labelpad += 4
    words = named_points(axes, np.vstack([places, new]), [*names, name])
    points(axes, [new], kind="support", size=60)
    words[-1].set_color(MEANINGS["support"].color)
    return Picture(
        figure,
        alt=f"Map of {len(names)} cities with {name}, marked by a diamond, placed from its distances.",
        readouts={"placed": name},
    )


def short(name: str) -> str:
    """A city in two or three letters, for a narrow panel: Atl, LA, DC."""
    words = name.split()
    if words[-1].isupper():
        return words[-1]
    return "".join(word[0] for word in words) if len(words) > 1 else name[:3]


def named_points(
    axes: Any, places: Any, names: Sequence[str], size: float = 10.0, room: float = 0.12, around: Any = ()
) -> list[Any]:
    """Points with their names, each name at the side of its point where it covers least. Call after `frame`.

    `room` is left beside the outermost points, as a share of the width between them; `around` lists other points
    that no name may cover.
    """
    places = np.asarray(places, float)
    points(axes, places, kind="a")
    axes.margins(room, 0.12)
    axes.autoscale_view()  # settle limits and aspect now: places are measured on them
    axes.apply_aspect()
    scale = 72 / axes.figure.dpi
    spots = axes.transData.transform(places) * scale  # in points, like the sizes of letters
    others = axes.transData.transform(np.asarray(around, float).reshape(-1, 2)) * scale
    dots = [(x - 3, y - 3, x + 3, y + 3) for x, y in np.vstack([spots, others])]
    frame_box = axes.get_window_extent().extents * scale
    choices = [_sides(x, y, 0.75 * size * len(name), size) for name, (x, y) in zip(names, spots, strict=True)]
    chosen = [min(sides, key=lambda side: _covered(side[0], dots, frame_box)) for sides in choices]
    for _ in range(4):  # a name may have to make room for one that was placed after it
        for i, sides in enumerate(choices):
            near = dots + [box for j, (box, *_) in enumerate(chosen) if j != i]
            chosen[i] = min(sides, key=lambda side: _covered(side[0], near, frame_box))
    words = [
        label(axes, place[0], place[1], name, offset=offset, across=side)
        for name, place, (_, side, offset) in zip(names, places, chosen, strict=True)
    ]
    for word in words:
        word.set_fontsize(size)
    return words


def _sides(x: float, y: float, width: float, height: float) -> list[tuple[Any, str, tuple[float, float]]]:
    """Places for a name beside a point: the box that it fills, how it is aligned, its offset from the point."""
    starts = {"left": 5.0, "right": -5.0, "center": 0.0}
    lefts = {"left": x + 5, "right": x - 5 - width, "center": x - width / 2}
    ups = {"left": (3, -3 - height, -height / 2), "center": (5, -5 - height)}
    return [
        ((lefts[side], y + up, lefts[side] + width, y + up + height), side, (starts[side], up))
        for side in ("left", "right", "center")
        for up in ups["center" if side == "center" else "left"]
    ]


def _covered(box: Any, others: Any, inside: Any) -> float:
    """How much of the other boxes this one, with a little air around it, covers, or sticks out of the frame."""
    left, low, right, high = box[0] - 6, box[1] - 1, box[2] + 6, box[3] + 1

    def shared(a: Any) -> float:
        return max(0.0, min(right, a[2]) - max(left, a[0])) * max(0.0, min(high, a[3]) - max(low, a[1]))

    return sum(shared(a) for a in others) + (right - left) * (high - low) - shared(inside)
