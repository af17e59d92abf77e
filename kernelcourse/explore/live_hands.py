"""The live form of an explorer whose points can be moved: the controls of ipywidgets around one stage of anywidget."""

from typing import Any

import anywidget
import traitlets

from kernelcourse.explore.assets import asset
from kernelcourse.explore.explorer import Explorer
from kernelcourse.explore.live import LiveExplorer
from kernelcourse.explore.stage import module
from kernelcourse.figures.style import CSS
from kernelcourse.scene.exhibit import Touched
from kernelcourse.scene.plain import plain


class Stage(anywidget.AnyWidget):
    """`scene` is what is shown; `touched` is what a hand did: {"points": [[x, y, group], …] or None, "moving"}."""

    _esm = module()
    _css = CSS + asset("twin.css")
    scene = traitlets.Dict().tag(sync=True)
    touched = traitlets.Dict({"points": None, "moving": False}).tag(sync=True)


class LiveHands(LiveExplorer):
    """Drag a point: the picture, its sentence and its readouts follow."""

    def make_stage(self) -> Any:
        stage = Stage()
        stage.add_class("kc")
        stage.observe(self._changed, names="touched")
        return stage

    def put_back(self, _: Any) -> None:
        """Other data, the exhibit's own points again."""
        self.stage.send("put back")
        self.stage.touched = {"points": None, "moving": False}

    def __init__(self, explorer: Explorer) -> None:
        assert explorer.exhibit is not None
        self.exhibit = explorer.exhibit
        super().__init__(explorer)
        for name in explorer.exhibit.chosen:
            self.inputs[name].observe(self.put_back, names="value")

    @property
    def points(self) -> Touched | None:
        """The reader's points, or None while they are the exhibit's own."""
        found = self.stage.touched["points"]
        return None if found is None else [(float(x), float(y), str(group)) for x, y, group in found]

    def show(self, values: dict[str, Any]) -> dict[str, str]:
        held = self.exhibit.held(values, self.points)
        scene = self.exhibit.draw(held, bool(self.stage.touched["moving"]), **values)
        self.stage.scene = plain(scene)
        return dict(scene.readouts)
