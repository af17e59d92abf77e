"""The live form of an explorer: ipywidgets around its drawing function, for a running kernel."""

from html import escape
from typing import Any

import ipywidgets as widgets

from kernelcourse.explore.controls import Control, Field
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures.style import CSS

_WIDE = {"description_width": "initial"}


class LiveExplorer(widgets.VBox):
    """Turn a control: the picture, its sentence and its readouts follow. A bad input shows why, in place."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.inputs: dict[str, Any] = {c.name: _input(c) for c in explorer.controls}
        self.boxes: dict[str, Any] = {f.name: _box(f) for f in explorer.fields}
        self.stage = widgets.HTML()
        self.readouts = widgets.HTML()
        self.message = widgets.HTML()
        rows: list[Any] = []
        for control in explorer.controls:
            rows.append(self._row(control))
        for entry in [*self.inputs.values(), *self.boxes.values()]:
            entry.observe(self._changed, names="value")
        heading = widgets.HTML(f'<p class="kc"><strong>{escape(explorer.title)}</strong></p>')
        caption = widgets.HTML(f'<p class="kc">{escape(explorer.caption)}</p>')
        parts = [heading, *rows, *self.boxes.values(), self.message, self.stage, self.readouts, caption]
        super().__init__(parts)
        self.refresh()

    def refresh(self) -> None:
        """Draw the picture for what the controls say now."""
        try:
            values = {name: entry.value for name, entry in self.inputs.items()}
            for box in self.explorer.fields:
                values[box.name] = box.parse(self.boxes[box.name].value)
            picture = self.explorer.frame(**values)
        except Exception as error:  # the reader sees what happened; a bug is still raised
            self.message.value = (
                f'<p class="kc" role="alert">⚠ {escape(str(error) or type(error).__name__)}</p>'
            )
            if not isinstance(error, ValueError):
                raise
            return
        self.message.value = ""
        drawing = picture.drawing(f"l{self.explorer.name}")
        self.stage.value = f'<figure class="kc"><style>{CSS}</style>{drawing}</figure>'
        pairs = "".join(
            f'<tr><th scope="row" style="text-align:left;padding-right:1em">{escape(name)}</th>'
            f"<td>{escape(value)}</td></tr>"
            for name, value in picture.readouts.items()
        )
        self.readouts.value = f'<table class="kc" aria-live="polite">{pairs}</table>'

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
