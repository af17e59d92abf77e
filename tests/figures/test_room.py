"""Letters that a telephone shows larger have room."""

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from kernelcourse import count_up_to
from kernelcourse.figures import canvas, frame, kernel_trick
from kernelcourse.figures.style import FONT_SIZE, LEAST, SMALLEST

TELEPHONE = 300  # pixels: the width for which the letters of a drawing in an explorer are chosen


@pytest.mark.parametrize("width", [340, 380, 400, 440])
def test_the_name_of_an_axis_stays_clear_of_four_digits(width: int) -> None:
    figure, (axes,) = canvas(width, 250)
    frame(axes, "x", "gigabytes", ylim=(0, 1000))
    FigureCanvasAgg(figure).draw()
    numbers = max(label.get_window_extent().width for label in axes.get_yticklabels()) * 72 / figure.dpi
    growth = LEAST / SMALLEST * width / TELEPHONE / FONT_SIZE
    assert (growth - 1) * numbers < axes.yaxis.labelpad
    name = axes.yaxis.label.get_window_extent()
    assert name.x1 > growth * name.width, "and of the edge"


def test_the_names_at_the_ends_of_lines_stay_inside_the_drawing() -> None:
    degrees = range(1, 9)
    counts = {d: [count_up_to(d, p) for p in degrees] for d in (2, 10, 100)}
    figure = kernel_trick.sizes(degrees, counts, n=1000).figure
    FigureCanvasAgg(figure).draw()
    growth = LEAST / SMALLEST * 400 / TELEPHONE / FONT_SIZE
    for name in figure.axes[0].texts:
        box = name.get_window_extent()
        if name.get_horizontalalignment() == "left":
            assert box.x0 + growth * box.width < figure.bbox.width, name.get_text()
