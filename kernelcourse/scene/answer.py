"""What a page or a notebook asks while a hand moves: {"name", "positions", "points", "brief"} ↦ scene as plain data."""

from numbers import Real
from typing import Any

from kernelcourse.scene import exhibit
from kernelcourse.scene.exhibit import Touched
from kernelcourse.scene.plain import plain


def scene_answer(request: dict[str, Any]) -> dict[str, Any]:
    """The scene, what each control says, and the last step of the run; or {"error": …}."""
    try:
        shown = exhibit(str(request.get("name")))
        positions = _positions(request.get("positions"))
        touched = _points(request.get("points"))
        values = shown.values(positions)
        last = shown.last(values, touched)
        scene = shown.scene(positions, touched, brief=bool(request.get("brief")))
    except ValueError as error:
        return {"error": str(error)}
    texts = [control.text(position) for control, position in zip(shown.controls, positions, strict=True)]
    return {"scene": plain(scene), "texts": texts, "last": last}


def _positions(given: Any) -> list[float]:
    if not isinstance(given, list) or not all(isinstance(entry, Real) for entry in given):
        raise ValueError("positions should be a list of numbers, one for each control")
    return [float(entry) for entry in given]


def _points(given: Any) -> Touched | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(
        isinstance(entry, list) and len(entry) == 3 and all(isinstance(v, Real) for v in entry[:2])
        for entry in given
    ):
        raise ValueError("points should be a list of [x, y, group], or nothing for the exhibit's own")
    return [(float(x), float(y), str(group)) for x, y, group in given]
