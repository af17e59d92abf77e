"""What stands in a corner of a figure of densities stands beside the curve, not on it."""

import numpy as np
from matplotlib.path import Path

from kernelcourse import Gaussian, mean_embedding
from kernelcourse.figures import densities


def test_the_note_on_a_witness_stands_clear_of_the_curve():
    draw = np.random.default_rng(3)
    first = draw.standard_normal((150, 1))
    second = draw.laplace(0, 1 / np.sqrt(2), (150, 1))
    grid = np.linspace(-4.5, 4.5, 241)[:, None]
    k = Gaussian(0.5)
    difference = mean_embedding(k, first) - mean_embedding(k, second)
    picture = densities.witness(first, second, grid, difference(grid))
    picture.figure.canvas.draw()
    [axes] = picture.figure.axes
    [note] = [text for text in axes.texts if "farthest" in text.get_text()]
    box = note.get_window_extent()
    near = box.from_extents(box.x1 - 1.25 * box.width, box.y0, box.x1, box.y1)  # letters grow on a telephone
    curve = Path(axes.transData.transform(axes.lines[0].get_xydata()))
    assert len(curve) == 241 and not curve.intersects_bbox(near, filled=False)
