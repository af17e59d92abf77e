"""Explorers whose points a reader may take hold of; what they show is computed in `kernelcourse.scene`."""

from typing import Any

from kernelcourse.explore.explorer import Explorer
from kernelcourse.explore.painting import paint
from kernelcourse.figures import Picture
from kernelcourse.scene import exhibit
from kernelcourse.scene.exhibit import Touched


def touchable(name: str) -> Explorer:
    """The explorer of an exhibit: `frame(points=[(x, y, group), …])` draws points of the reader's own."""
    shown = exhibit(name)

    def draw(points: Touched | None = None, **values: Any) -> Picture:
        return paint(shown.draw(shown.held(values, points), False, **values))

    def ends(**others: Any) -> int:
        assert shown.ends is not None
        return shown.ends(shown.held(others), **others)

    return Explorer(
        name=shown.name,
        title=shown.title,
        caption=shown.caption,
        controls=shown.controls,
        draw=draw,
        ends=ends if shown.ends else None,
        table=shown.table,
        more=("points",),
        exhibit=shown,
    )


def ridge() -> Explorer:
    """How much to smooth, and how to tell."""
    return touchable("ridge")


def perceptron() -> Explorer:
    """Every mistake is added to the function."""
    return touchable("perceptron")


def kmeans() -> Explorer:
    """Watch the spread fall."""
    return touchable("kmeans")


def kernel_pca() -> Explorer:
    """What the leading components see."""
    return touchable("kernel_pca")
