"""Figures of the class report: how the scores are spread, and which checks the class passed."""

from collections.abc import Sequence

import numpy as np

from kernelcourse.figures.drawing import canvas, frame, grid_lines
from kernelcourse.figures.picture import Picture, number
from kernelcourse.figures.style import MEANINGS

NEAR = (0.08, 0.15)  # difficulties and discriminations whose dots touch


def scores(points: Sequence[float], possible: float) -> Picture:
    """How many submissions earned how many points."""
    figure, (axes,) = canvas(420, 180)
    axes.hist(points, bins=20, range=(0, possible), color=MEANINGS["a"].color)
    grid_lines(axes)
    frame(axes, x="points", y="submissions", xlim=(0, possible))
    return Picture(
        figure,
        alt=f"Histogram of the scores of {len(points)} submissions, from 0 to {possible:g} points.",
        readouts={"median": number(float(np.median(points)), 3)},
    )


def pass_rates(rates: Sequence[tuple[str, float]]) -> Picture:
    """A bar for each check: the share of the class that passed it, the hardest check at the top."""
    figure, (axes,) = canvas(640, 70 + 20 * len(rates))
    names, shares = [short(name) for name, _ in rates][::-1], [rate for _, rate in rates][::-1]
    axes.barh(range(len(names)), shares, color=MEANINGS["fit"].color)
    for place, share in enumerate(shares):
        axes.annotate(
            f"{share:.0%}", (share, place), (4, 0), textcoords="offset points", va="center", fontsize=8
        )
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_position((0.42, axes.get_position().y0, 0.51, axes.get_position().height))
    frame(axes, x="share of the class that passed", xlim=(0, 1))
    return Picture(
        figure,
        alt=f"Bars for {len(rates)} checks: the share of the class that passed each.",
        readouts={"lowest": f"{min(rate for _, rate in rates):.0%}"},
    )


def short(name: str, most: int = 40) -> str:
    """'q2 residual is lambda alpha (hidden)': a check without the sentence that explains it, cut at a word's end."""
    label = name.split(": ")[0].replace("_", " ")
    if len(label) <= most:
        return label
    return label[: most - 1].rpartition(" ")[0] + "…"


def questions(places: Sequence[tuple[str, float, float]]) -> Picture:
    """Each question at its difficulty and its discrimination: far right is hard, high up tells strong from weak."""
    figure, (axes,) = canvas(420, 220)
    groups: list[list[tuple[str, float, float]]] = []  # neighbours have one label
    for place in places:
        axes.plot([place[1]], [place[2]], "o", color=MEANINGS["a"].color)
        for group in groups:
            if abs(group[0][1] - place[1]) < NEAR[0] and abs(group[0][2] - place[2]) < NEAR[1]:
                group.append(place)
                break
        else:
            groups.append([place])
    for group in groups:
        right = group[0][1] > 0.8  # there is no room beyond the frame
        at = (min if right else max)(group, key=lambda place: place[1])
        axes.annotate(
            ", ".join(name for name, _, _ in group), at[1:], (-6 if right else 6, 0), fontsize=8,
            textcoords="offset points", ha="right" if right else "left", va="center",
        )  # fmt: skip
    grid_lines(axes)
    frame(axes, x="difficulty (share of points missed)", y="discrimination", xlim=(0, 1), ylim=(-1.1, 1.1))
    hardest = max(places, key=lambda place: place[1])
    return Picture(
        figure,
        alt=f"{len(places)} questions by difficulty and discrimination.",
        readouts={"hardest": hardest[0]},
    )
