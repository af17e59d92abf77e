"""The live ridge explorer: choose a point, move it, leave it out, and see the fit follow.

Points move by two sliders rather than under the pointer: sliders work by keyboard, on a phone and for a screen
reader, and in every front end that shows ipywidgets, while a picture that can be dragged would need a front-end
package of its own in each of them. The chosen point carries a ring and its number.
"""

from typing import Any

import ipywidgets as widgets

from kernelcourse.explore.live import LiveExplorer
from kernelcourse.explore.ridge import COUNT, HEIGHTS, data

_WIDE = {"description_width": "initial"}


class LiveRidge(LiveExplorer):
    """`moved` and `dropped` hold what the reader did to the points, counted from 1."""

    def __init__(self, explorer: Any) -> None:
        self.moved: dict[int, tuple[float, float]] = {}
        self.dropped: set[int] = set()
        names = [("none", 0), *((str(i), i) for i in range(1, COUNT + 1))]
        self.point = widgets.Dropdown(options=names, value=0, description="Point", style=_WIDE)
        low, high = HEIGHTS
        self.x = widgets.FloatSlider(min=-3.3, max=3.3, step=0.05, description="its x", style=_WIDE)
        self.y = widgets.FloatSlider(
            min=low + 0.1, max=high - 0.1, step=0.05, description="its y", style=_WIDE
        )
        self.out = widgets.Checkbox(description="Leave this point out", indent=False)
        self.back = widgets.Button(description="All points back")
        self.showing = False  # the sliders are being set to where a point is
        super().__init__(explorer)
        self.point.observe(self._chosen, names="value")
        for entry in (self.x, self.y):
            entry.observe(self._dragged, names="value")
        self.out.observe(self._dropped, names="value")
        self.inputs["outlier"].observe(self._chosen, names="value")  # it may lift the chosen point
        self.back.on_click(self._restored)
        self._chosen(None)

    def extra_rows(self) -> list[Any]:
        return [widgets.HBox([self.point, self.out, self.back]), widgets.HBox([self.x, self.y])]

    def extra(self) -> dict[str, Any]:
        return {"dropped": tuple(sorted(self.dropped)), "moved": self.moved, "chosen": self.point.value}

    def _chosen(self, _: Any) -> None:
        """The sliders go where the point is; without a point they rest."""
        position = self.point.value
        self.x.disabled = self.y.disabled = self.out.disabled = not position
        if position:
            X, y, _kept = data(self.inputs["outlier"].value, (), self.moved)
            self.showing = True
            self.x.value, self.y.value = float(X[position - 1, 0]), float(y[position - 1])
            self.out.value = position in self.dropped
            self.showing = False
        self.refresh()

    def _dragged(self, _: Any) -> None:
        if not self.showing:
            self.moved = self.moved | {self.point.value: (self.x.value, self.y.value)}
            self.refresh()

    def _dropped(self, _: Any) -> None:
        if self.showing:
            return
        self.dropped = self.dropped - {self.point.value} | ({self.point.value} if self.out.value else set())
        self.refresh()

    def _restored(self, _: Any) -> None:
        self.moved, self.dropped = {}, set()
        self._chosen(None)
