"""Many frames that have much in common: each thing is kept once, and a frame names what it is made of."""

import json
from typing import Any

from kernelcourse.figures import Picture
from kernelcourse.scene.marks import Scene
from kernelcourse.scene.plain import plain


class Scenes:
    """Axes, marks and points of scenes; a scene becomes [size, points, groups, [axes, title, mark, mark, …], …]."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def put(self, shown: Scene) -> list[Any]:
        """The scene in numbers; what is new is kept."""
        scene = plain(shown)
        panels = [
            [
                self._place({key: value for key, value in panel.items() if key not in ("marks", "title")}),
                panel["title"],
                *map(self._place, panel["marks"]),
            ]
            for panel in scene["panels"]
        ]
        rest = {key: value for key, value in scene["hand"].items() if key != "points"}
        return [*map(self._place, (scene["size"], scene["hand"]["points"], rest)), *panels]

    def shared(self) -> dict[str, Any]:
        return {"shelf": [json.loads(text) for text in self._places]}

    def _place(self, thing: Any) -> int:
        return self._places.setdefault(json.dumps(thing, ensure_ascii=False), len(self._places))


class Drawings:
    """Lines of SVG: most are shared (axes, ticks, points); a drawing becomes runs (first, count, …) of them."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._lines: dict[str, int] = {}
        self._written: dict[
            int, tuple[Picture, list[int]]
        ] = {}  # by id; a picture shown twice is written once

    def put(self, picture: Picture) -> list[int]:
        """The drawing in numbers; new lines are kept."""
        if id(picture) not in self._written:
            self._written[id(picture)] = picture, self._runs("\n".join(picture.panels(self._prefix)))
        return self._written[id(picture)][1]

    def shared(self) -> dict[str, Any]:
        return {"lines": list(self._lines)}

    def _runs(self, text: str) -> list[int]:
        runs: list[int] = []
        for line in text.split("\n"):
            index = self._lines.setdefault(line, len(self._lines))
            if runs and runs[-2] + runs[-1] == index:
                runs[-1] += 1
            else:
                runs += [index, 1]
        return runs
