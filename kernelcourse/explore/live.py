"""The live form of an explorer: ipywidgets around its drawing function, for a running kernel."""

import asyncio
from html import escape
from typing import Any

import ipywidgets as widgets

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures.style import CSS
from kernelcourse.scene.controls import Control, Field
from kernelcourse.scene.in_print import in_print, readouts_in_print

REST = 0.5  # seconds
_WIDE = {"description_width": "initial"}
_UNSEEN = "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)"


class LiveExplorer(widgets.VBox):
    """Turn a control: the picture, its sentence and its readouts follow. A bad input shows why, in place."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.inputs: dict[str, Any] = {c.name: _input(c) for c in explorer.controls}
        self.boxes: dict[str, Any] = {f.name: _box(f) for f in explorer.fields}
        self.stage = self.make_stage()
        self.readouts = widgets.HTML()
        self.said = widgets.HTML()
        self.message = widgets.HTML()
        self.resting: Any = None  # what will say the numbers once the reader rests
        rows: list[Any] = []
        for control in explorer.controls:
            rows.append(self._row(control))
        for entry in [*self.inputs.values(), *self.boxes.values()]:
            entry.observe(self._changed, names="value")
        heading = widgets.HTML(f'<p class="kc"><strong>{escape(explorer.title)}</strong></p>')
        caption = widgets.HTML(f'<p class="kc">{escape(in_print(explorer.caption))}</p>')
        rows += [*self.boxes.values(), self.message]
        super().__init__([heading, *rows, self.stage, self.readouts, self.said, caption])
        self.refresh()

    def make_stage(self) -> Any:
        """What the picture is shown in."""
        return widgets.HTML()

    def show(self, values: dict[str, Any]) -> dict[str, str]:
        """Draw the picture for these values; give back its readouts."""
        picture = self.explorer.frame(**values)
        drawing = picture.drawing(f"l{self.explorer.name}")
        self.stage.value = f'<figure class="kc"><style>{CSS}</style>{drawing}</figure>'
        return dict(picture.readouts)

    def refresh(self) -> None:
        """Draw the picture for what the controls say now."""
        try:
            values = {name: entry.value for name, entry in self.inputs.items()}
            for box in self.explorer.fields:
                values[box.name] = box.parse(self.boxes[box.name].value)
            readouts = self.show(values)
        except Exception as error:  # the reader sees what happened; a bug is still raised
            self.message.value = (
                f'<p class="kc" role="alert">⚠ {escape(str(error) or type(error).__name__)}</p>'
            )
            if not isinstance(error, ValueError):
                raise
            return
        self.message.value = ""
        pairs = "".join(
            f'<tr><th scope="row" style="text-align:left;padding-right:1em">{escape(name)}</th>'
            f"<td>{escape(value)}</td></tr>"
            for name, value in readouts_in_print(readouts)
        )
        self.readouts.value = f'<table class="kc" style="white-space:pre-wrap">{pairs}</table>'
        self._rest("; ".join(f"{name}: {value}" for name, value in readouts.items()))

    def _rest(self, words: str) -> None:
        """Say the new numbers when the reader has rested for a moment, not at every tick of a slider."""
        if self.resting is not None:
            self.resting.cancel()
        try:
            self.resting = asyncio.get_running_loop().call_later(REST, self._say, words)
        except RuntimeError:  # no loop, so nobody waits: a script, a test
            self._say(words)

    def _say(self, words: str) -> None:
        self.resting = None
        self.said.value = f'<p role="status" style="{_UNSEEN}">{escape(words)}</p>'

    def _changed(self, _: Any) -> None:
        self.refresh()

    def _row(self, control: Control) -> Any:
        entry = self.inputs[control.name]
        if control.kind != "steps":
            return entry
        back, forth = widgets.Button(description="Back"), widgets.Button(description="Next")
        back.on_click(lambda _: self._step(control, -1))
        forth.on_click(lambda _: self._step(control, +1))
        return widgets.HBox([entry, back, forth])

    def _step(self, control: Control, by: int) -> None:
        entry = self.inputs[control.name]
        position = min(max(control.position(entry.value) + by, 0), len(control.values) - 1)
        entry.value = control.values[position]


def _input(control: Control) -> Any:
    options = list(zip(control.texts, control.values, strict=True))
    value = control.values[control.start]
    if control.kind == "toggle":
        return widgets.Checkbox(value=value, description=control.label, indent=False)
    if control.kind == "choice":
        return widgets.Dropdown(options=options, value=value, description=control.label, style=_WIDE)
    return widgets.SelectionSlider(options=options, value=value, description=control.label, style=_WIDE)


def _box(field: Field) -> Any:
    box = widgets.Text(value=field.start, description=field.label, continuous_update=False, style=_WIDE)
    box.layout.width = "95%"
    return box
