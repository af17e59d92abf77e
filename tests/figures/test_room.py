"""Letters that a telephone shows larger have room."""

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from kernelcourse.figures import canvas, frame
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
