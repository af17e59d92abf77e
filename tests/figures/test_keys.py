"""A name in a corner stands beside a piece of its curve, in its colour and with its dashes."""

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from kernelcourse.figures import canvas, structured
from kernelcourse.figures.keys import listed
from kernelcourse.figures.style import MEANINGS

KINDS = {"one": "a", "another": "b", "the truth": "truth", "weights": "support"}


@pytest.mark.parametrize("corner", ["upper left", "upper right", "lower left", "lower right"])
def test_each_name_stands_beside_a_piece_of_its_line(corner: str) -> None:
    figure, (axes,) = canvas(400, 250)
    listed(axes, KINDS, corner)
    FigureCanvasAgg(figure).draw()
    frame = axes.get_window_extent()
    assert [words.get_text() for words in axes.texts] in (list(KINDS), list(KINDS)[::-1])
    for words, piece in zip(axes.texts, axes.collections, strict=True):
        kind = MEANINGS[KINDS[words.get_text()]]
        assert to_hex(piece.get_color()[0]) == words.get_color() == kind.color
        across, high = piece.get_transform().transform(piece.get_segments()[0]).T
        box = words.get_window_extent()
        assert box.y0 < high[0] == high[1] < box.y1, "in the middle of its letters"
        assert max(across) < box.x0 or min(across) > box.x1, "and clear of them"
        assert frame.contains(min(across), high[0]) and frame.contains(max(across), high[0])
    dashes = {str(piece.get_linestyle()) for piece in axes.collections}
    assert len(dashes) == 4, "without colours they still differ"


def test_the_names_of_heat_at_four_nodes_have_their_lines() -> None:
    drawn = structured.heat_over_time([0, 1, 2], np.eye(3, 4), ["1", "2", "3", "4"])
    assert len(drawn.figure.axes[0].collections) == 4
