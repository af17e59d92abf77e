"""An explorer is a picture with knobs: a pure function of a few controls, and the words around it.

In a notebook with a running kernel it shows live widgets; in the published page its HTML twin shows the same
pictures, drawn beforehand by the same function; as text it says what its first picture says.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from kernelcourse.figures import Picture
from kernelcourse.scene.controls import Control, Field
from kernelcourse.scene.exhibit import Exhibit
from kernelcourse.scene.marks import Scene

VIEW = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True, eq=False)
class Explorer:
    """`draw(**values)` gives the Picture for one setting of the controls, with numbers from the package."""

    name: str  # a word, unique in the book: the page's frames are filed under it
    title: str
    caption: str  # what to try, and what to see
    controls: tuple[Control, ...]
    draw: Callable[..., Picture]
    ends: Callable[..., int] | None = None  # the last step of a run, given the other controls' values
    table: str = ""  # the control along which the table of facts runs; the first one if empty
    fields: tuple[Field, ...] = field(default=())
    more: tuple[str, ...] = ()  # what `draw` takes beyond controls and fields
    exhibit: Exhibit | None = None  # the same as data, whose points a reader may move

    @property
    def defaults(self) -> dict[str, Any]:
        """Every control where it starts."""
        return {control.name: control.values[control.start] for control in self.controls}

    def frame(self, **values: Any) -> Picture:
        """The picture for these values; controls not named stay where they start.

        >>> explorer.frame(sigma=0.5)
        """
        known = {control.name: control for control in self.controls}
        free = {box.name for box in self.fields} | set(self.more)
        for name, value in values.items():
            if name in known:
                known[name].position(value)
            elif name not in free:
                raise ValueError(
                    f"{name} is not a control of {self.name}; it has {', '.join([*known, *free])}"
                )
        return self.draw(**{**self.defaults, **values})

    def scene(self, **values: Any) -> Scene:
        """The same picture as data, where there is such."""
        if self.exhibit is None:
            raise ValueError(f"{self.name} has pictures only, no scenes")
        return self.exhibit.draw(self.exhibit.held(values), False, **values)

    def last(self, control: Control, values: dict[str, Any]) -> int:
        """The last position of a control that says something new, where the other controls stand at `values`."""
        if control.kind != "steps" or self.ends is None:
            return len(control.values) - 1
        others = {name: value for name, value in values.items() if name != control.name}
        return min(self.ends(**others), len(control.values) - 1)

    def settings(self) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
        """Every setting of the controls: (positions, values)."""
        for positions in product(*(range(len(control.values)) for control in self.controls)):
            pairs = list(zip(self.controls, positions, strict=True))
            values = {control.name: control.values[position] for control, position in pairs}
            if all(position <= self.last(control, values) for control, position in pairs):
                yield positions, values

    @property
    def tabulated(self) -> Control:
        """The control along which the table of facts runs."""
        name = self.table or self.controls[0].name
        return next(control for control in self.controls if control.name == name)

    def facts(self, most: int = 7) -> tuple[list[str], list[list[str]]]:
        """A small table, head and rows: the readouts along one control, the others where they start."""
        control = self.tabulated
        name, count = control.name, self.last(control, self.defaults) + 1
        chosen = spread_out(count, most)
        pictures = [self.frame(**{name: control.values[position]}) for position in chosen]
        head: list[str] = []
        for picture in pictures:
            head += [key for key in picture.readouts if key not in head]
        rows = [
            [control.texts[position], *(picture.readouts.get(key, "–") for key in head)]
            for position, picture in zip(chosen, pictures, strict=True)
        ]
        return [control.label, *head], rows

    def live(self) -> Any:
        """The ipywidgets form, for a running kernel."""
        if self.exhibit is not None:
            from kernelcourse.explore.live_hands import LiveHands

            return LiveHands(self)
        from kernelcourse.explore.live import LiveExplorer

        return LiveExplorer(self)

    def __str__(self) -> str:
        picture = self.frame()
        where = ", ".join(f"{control.label} = {control.texts[control.start]}" for control in self.controls)
        return "\n".join([f"{self.title} ({where})", str(picture)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from kernelcourse.explore.twin import explorer_html

        return explorer_html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return bundle(self)


def spread_out(count: int, most: int) -> list[int]:
    """At most `most` of the numbers 0 … count − 1, evenly, with both ends."""
    kept = min(count, most)
    return sorted({round(i * (count - 1) / max(kept - 1, 1)) for i in range(kept)})


def bundle(widget: Any) -> dict[str, Any]:
    """Live view for Jupyter, HTML twin for the book, text for tests: a page shows the richest it can."""
    out: dict[str, Any] = {"text/plain": str(widget), "text/html": widget._repr_html_()}
    with suppress(ImportError):  # without ipywidgets the twin remains
        out[VIEW] = widget.live()._repr_mimebundle_()[VIEW]
    return out
