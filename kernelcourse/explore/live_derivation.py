"""The live form of a derivation check: read it, change a line, or hide it and derive it alone."""

from html import escape
from typing import Any

import ipywidgets as widgets
import traitlets

from kernelcourse.bridge import answer
from kernelcourse.bridge.derivation_page import lines_html, report, typed
from kernelcourse.explore.live_checks import shown

_WIDE = {"description_width": "initial"}


class LiveDerivation(widgets.VBox):
    """`progress` holds the reader's own accepted lines; as a trait it lives as long as the widget's state."""

    progress = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, check: Any) -> None:
        self.check = check
        self.source = check.derivation
        last = len(self.source.lines)
        self.alone = widgets.Checkbox(
            value=False, description="Hide the lines: derive it alone", indent=False
        )
        any_size = [("any", None), *((str(size), size) for size in range(1, 7))]
        self.n = widgets.Dropdown(options=any_size, description="n", style=_WIDE)
        self.d = widgets.Dropdown(options=any_size, description="d", style=_WIDE)
        self.seed = widgets.BoundedIntText(value=0, min=0, max=9999, description="seed", style=_WIDE)
        self.lines = widgets.HTML()
        self.place = widgets.Dropdown(
            options=list(range(1, last + 1)), value=1, description="as line", style=_WIDE
        )
        self.text = widgets.Text(description="write", continuous_update=False, style=_WIDE)
        self.text.layout.width = "95%"
        self.hint = widgets.Button(description="Hint")
        self.undo = widgets.Button(description="Take back")
        self.result = widgets.HTML()
        heading = widgets.HTML(f'<p class="kc"><strong>{escape(self.source.title)}</strong></p>')
        sizes = widgets.HBox([self.n, self.d, self.seed])
        entry = [self.place, self.text, widgets.HBox([self.hint, self.undo]), self.result]
        super().__init__([heading, self.alone, sizes, self.lines, *entry])
        for control in (self.alone, self.n, self.d, self.seed):
            control.observe(self._redraw, names="value")
        self.observe(self._redraw, names="progress")
        self.place.observe(self._prefill, names="value")
        self.text.observe(self._typed, names="value")
        self.hint.on_click(self._help)
        self.undo.on_click(lambda _: setattr(self, "progress", self.progress[:-1]))
        self._prefill(None)
        self._redraw(None)

    def _sizes(self) -> dict[str, int]:
        return {name: box.value for name, box in (("n", self.n), ("d", self.d)) if box.value is not None}

    def _redraw(self, _: Any) -> None:
        """The author's lines, or only the first, the reader's own, and the goal."""
        self.place.layout.display = "none" if self.alone.value else ""
        self.undo.layout.display = "" if self.alone.value else "none"
        if self.alone.value:
            self.text.value = ""
        try:
            found = report(self.check.name, self.seed.value, tuple(self._sizes().items()))
        except ValueError as error:
            self.lines.value = shown(f'<p class="kc-problem">{escape(str(error))}</p>')
            return
        if not self.alone.value:
            self.lines.value = shown(lines_html(found))
            return
        own = "".join(f"<li><code>{escape(line)}</code></li>" for line in self.progress)
        self.lines.value = shown(
            f"<p>From {found.lines[0].formula()}</p>"
            f'<ol class="kc-list" start="1">{own}</ol><p>to {found.lines[-1].formula()}</p>'
        )

    def _prefill(self, _: Any) -> None:
        place = self.place.value
        self.text.value = typed(self.source.lines[place]) if place < len(self.source.lines) else ""

    def _typed(self, change: Any) -> None:
        """Judge what stands in the box; alone, a line that holds joins the reader's own."""
        if not change.new.strip():
            return
        request: dict[str, Any] = {"tool": "derivation", "derivation": self.check.name, "text": change.new}
        request |= {"seed": self.seed.value, **self._sizes()}
        if self.alone.value:
            request |= {"line": min(len(self.progress) + 1, len(self.source.lines))}
            request["lines"] = [typed(self.source.lines[0]), *self.progress]
        else:
            request["line"] = self.place.value
        found = answer(request)
        self.result.value = shown(found["html"])
        if self.alone.value and found["verdict"] == "holds":
            self.progress = [*self.progress, change.new]

    def _help(self, _: Any) -> None:
        """What the author did next, in words; never the line itself."""
        place = len(self.progress) + 1 if self.alone.value else self.place.value
        line = self.source.lines[place] if place < len(self.source.lines) else None
        words = (
            line.by if line is not None and line.by else "look at what separates the last line from the goal"
        )
        self.result.value = shown(f"<p><strong>Hint.</strong> {escape(words)}</p>")
